/** Where `tarrafa entities` reads pages: the live Web, politely and archived, or an archive that is already here. */

import { TarrafaError } from '../errors.ts';
import type { Ask, Fetched, Fetcher, NotFetched } from '../fetcher.ts';
import { effectiveHttp, WarcArchive } from '../warc/index.ts';
import { sampleResolver } from './sample-resolver.ts';
import { SOFTWARE } from './version.ts';

export interface SourceFlags {
  readonly from?: readonly string[];
  readonly crawl?: string;
  readonly contact?: string;
  readonly delay?: string;
  readonly sampleWeb?: string;
}

export interface PageSource {
  readonly fetcher: Fetcher;
  close(): Promise<void>;
}

const LARGEST_PAGE = 16 << 20;
const MOST_REDIRECTS = 5;

/** Answers from WARC files: the newest capture of an address, its redirects followed. */
export class ArchiveFetcher implements Fetcher {
  readonly #archive: WarcArchive;

  constructor(archive: WarcArchive) {
    this.#archive = archive;
  }

  static async open(paths: readonly string[]): Promise<ArchiveFetcher> {
    return new ArchiveFetcher(await WarcArchive.open(paths));
  }

  async fetch(ask: Ask): Promise<Fetched | NotFetched> {
    let url = ask.url;
    try {
      for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
        const found = await this.#archive.find(url, undefined, { maxBlockBytes: LARGEST_PAGE });
        const http = found === null ? null : effectiveHttp(found);
        if (http === null)
          return { kind: 'not-fetched', url, reason: 'unreachable', message: 'not in the archive' };
        const status = http.status ?? 0;
        const location = http.header('location');
        if (status >= 300 && status < 400 && location !== null && URL.canParse(location, url)) {
          url = new URL(location, url).href;
          continue;
        }
        const { bytes } = http.decoded(ask.maxBytes ?? LARGEST_PAGE);
        return {
          kind: 'fetched',
          url,
          status,
          header: (name) => http.header(name),
          body: bytes,
          complete: true,
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

export async function openSource(flags: SourceFlags, folder: string): Promise<PageSource> {
  if (flags.from !== undefined && flags.from.length > 0) {
    let fetcher: ArchiveFetcher;
    try {
      fetcher = await ArchiveFetcher.open(flags.from);
    } catch (cause) {
      if (cause instanceof TarrafaError) throw cause;
      throw new TarrafaError(
        'TRF_INPUT_MISSING',
        [flags.from.join(', '), cause instanceof Error ? cause.message : String(cause)],
        { cause },
      );
    }
    return { fetcher, close: async () => {} };
  }
  const contact = flags.contact ?? process.env.TARRAFA_CONTACT ?? null;
  const allowPrivate = process.env.TARRAFA_ALLOW_PRIVATE === '1';
  if (contact === null && flags.sampleWeb === undefined && !allowPrivate)
    throw new TarrafaError('TRF_CONTACT_MISSING');
  const { PoliteFetcher } = await import('../crawl/index.ts');
  const delay = Number(flags.delay ?? Number.NaN);
  const settings = {
    contact,
    allowPrivate,
    politeness: 'host' as const,
    delay: Number.isFinite(delay) && delay >= 0 ? delay : 1_000,
    // On the sample web all names share one address, which is nobody's to spare.
    ...(flags.sampleWeb === undefined ? {} : { addressDelay: 0 }),
  };
  const environment = {
    software: SOFTWARE,
    ...(flags.sampleWeb === undefined ? {} : { resolver: await sampleResolver(Number(flags.sampleWeb)) }),
  };
  const fetcher = await PoliteFetcher.open(flags.crawl ?? folder, settings, environment);
  return { fetcher, close: async () => void (await fetcher.close()) };
}
