/** Pages from an archive, for whoever asks for bytes of the Web: the newest capture of an address, its redirects followed. */
import type { Ask, Fetched, Fetcher, NotFetched } from '../fetcher.ts';
import {
  type CaptureSource,
  effectiveHttp,
  findCapture,
  LONGEST_CAPTURE,
  WarcArchive,
} from '../warc/index.ts';

const MOST_REDIRECTS = 5;

export class ArchiveFetcher implements Fetcher {
  readonly #archive: CaptureSource;

  constructor(archive: CaptureSource) {
    this.#archive = archive;
  }

  static async open(paths: readonly string[]): Promise<ArchiveFetcher> {
    return new ArchiveFetcher(await WarcArchive.open(paths));
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
