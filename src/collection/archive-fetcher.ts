/** Pages from an archive, for whoever asks for bytes of the Web: the newest capture of an address, its redirects followed. */
import type { Ask, Fetched, Fetcher, NotFetched } from '../fetcher.ts';
import {
  type BrowsedArchive,
  type CaptureSource,
  effectiveHttp,
  findCapture,
  LONGEST_CAPTURE,
  surt,
  WarcArchive,
} from '../warc/index.ts';

const MOST_REDIRECTS = 5;
/** Captures that are listed in one go. */
const AT_ONCE = 1_000;
/** A revisit may be of a page; whoever reads it will see. */
const PAGE_TYPE = /html|^warc\/revisit$/i;

export class ArchiveFetcher implements Fetcher {
  readonly #archive: CaptureSource;

  constructor(archive: CaptureSource) {
    this.#archive = archive;
  }

  static async open(paths: readonly string[]): Promise<ArchiveFetcher> {
    return new ArchiveFetcher(await WarcArchive.open(paths));
  }

  async held(url: string, most: number): Promise<readonly string[]> {
    const archive: CaptureSource & Partial<BrowsedArchive> = this.#archive;
    if (archive.pagesAfter === undefined) return [];
    const host = surt(url).split(')', 1)[0]!;
    const found: string[] = [];
    for (let after = ''; found.length < most; ) {
      const captures = await archive.pagesAfter(host, after, AT_ONCE);
      const page = captures.slice(0, AT_ONCE);
      for (const { url: address, mime } of page) if (PAGE_TYPE.test(mime)) found.push(address);
      if (captures.length <= AT_ONCE) break;
      after = page.at(-1)!.key;
    }
    return found.slice(0, most);
  }

  async fetch(ask: Ask): Promise<Fetched | NotFetched> {
    let url = ask.url;
    try {
      for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
        const found = await findCapture(this.#archive, url, undefined, { maxBlockBytes: LONGEST_CAPTURE });
        const http = found === null ? null : effectiveHttp(found);
        if (found === null || http === null || found.original === null)
          return { kind: 'not-fetched', url, reason: 'not-archived', message: 'not in the archive' };
        const status = http.status ?? 0;
        const location = http.header('location');
        if (status >= 300 && status < 400 && location !== null && URL.canParse(location, url)) {
          url = new URL(location, url).href;
          continue;
        }
        // A revisit has a head of its own; its bytes are with what it refers to.
        const { bytes, complete } = (found.original.http ?? http).decoded(ask.maxBytes);
        return {
          kind: 'fetched',
          url,
          status,
          header: (name) => http.header(name),
          body: bytes,
          complete,
          at: 0,
        };
      }
      return {
        kind: 'not-fetched',
        url: ask.url,
        reason: 'too-many-redirects',
        message: `more than ${MOST_REDIRECTS}`,
      };
    } catch (cause) {
      return {
        kind: 'not-fetched',
        url,
        reason: 'unreachable',
        message: cause instanceof Error ? cause.message : String(cause),
      };
    }
  }
}
