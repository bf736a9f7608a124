/**
 * The `Fetcher` port on the live Web: a crawl that fetches what it is asked for. Robots files, delays per host and address, retries,
 * limits, the archive and resume are those of every crawl, because it is one; its folder can be reported on, checked and replayed.
 *
 * ```ts
 * const fetcher = await PoliteFetcher.open('out', { contact: 'https://eu.exemplo.br/' });
 * const answer = await fetcher.fetch({ url: 'https://www.exemplo.br/dados.zip', range: { last: 65_536 } });
 * await fetcher.close();
 * ```
 *
 * Opened on a folder that holds earlier answers, whole resources are answered from its archive and their hosts are not asked again, unless it
 * is about what stands there today (`anew`).
 */
import { join } from 'node:path';
import { TarrafaError } from '../errors.ts';
import type { Ask, Fetched, Fetcher, NotFetched } from '../fetcher.ts';
import type { WebUrl } from '../url/index.ts';
import { parseHttpMessage, readRecordAt } from '../warc/index.ts';
import { type Reason, reason } from '../words/why.ts';
import { AskingFetcher, fetchedAnswer } from './asking-fetcher.ts';
import { Crawl, type CrawlResult } from './crawl.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import { crawlPaths, readManifest } from './crawl-folder.ts';
import { setAside } from './set-aside.ts';
import { type CrawlSettings, completeSettings, settingsFromJson } from './settings.ts';
import { readVisits } from './visit-log.ts';

interface Archived {
  readonly file: string;
  readonly offset: number;
  readonly at: number;
}

export class PoliteFetcher implements Fetcher {
  readonly #crawl: Crawl;
  readonly #ended: Promise<CrawlResult>;
  readonly #asking: AskingFetcher;
  readonly #archive: string;
  /** Answers of earlier sessions, by fetch form. */
  readonly #earlier: Map<string, Archived>;
  #over = false;

  /** What was found damaged or missing in its folder. */
  readonly mended: readonly Reason[];

  private constructor(
    crawl: Crawl,
    settings: CrawlSettings,
    archive: string,
    earlier: Map<string, Archived>,
    mended: readonly Reason[],
  ) {
    this.mended = mended;
    this.#crawl = crawl;
    this.#asking = new AskingFetcher(crawl, {
      settings,
      scope: settings.scope,
      known: (url, ask) => this.#fromArchive(url, ask),
      isOver: () => this.#over,
    });
    this.#archive = archive;
    this.#earlier = earlier;
    this.#ended = crawl.run();
    // Told by `close`; until then every ask is answered with `stopped`.
    this.#ended.then(
      () => {
        this.#over = true;
      },
      () => {
        this.#over = true;
      },
    );
  }

  /** Settings are those of a crawl; without any, one second between two requests to a host, and no limit on where. */
  static async open(
    folder: string,
    settings: Partial<CrawlSettings>,
    environment: CrawlEnvironment = {},
    { anew = false }: { readonly anew?: boolean } = {},
  ): Promise<PoliteFetcher> {
    const paths = crawlPaths(folder);
    // Whoever asks later need not know what the queues of the first were: only that each is asked at its pace.
    const begun = readManifest(paths)?.parameters;
    const complete = completeSettings({
      policy: 'breadth-first',
      scope: 'any',
      ...settings,
      ...(begun === undefined ? {} : { politeness: settingsFromJson(begun).politeness }),
      seeds: [],
      maxHops: 0,
      maxRedirects: 0,
      revisit: 'none',
    });
    const open = () => Crawl.open(folder, complete, { ...environment, asked: true });
    const told: Reason[] = [];
    const crawl = await open().catch((error) => {
      if (!(error instanceof TarrafaError) || error.code !== 'TRF_STORAGE_DAMAGED') throw error;
      // What was asked for is asked for again; the archive stays as it is.
      for (const path of setAside(paths)) told.push(reason('repaired-aside', { path }));
      return open();
    });
    told.push(...crawl.mended);
    const earlier = new Map<string, Archived>();
    if (!anew)
      for await (const { url, status, warc, at } of readVisits(paths.visits))
        if (warc && status === 200) earlier.set(url, { ...warc, at });
    return new PoliteFetcher(crawl, complete, paths.archive, earlier, told);
  }

  fetch(ask: Ask): Promise<Fetched | NotFetched> {
    return this.#asking.fetch(ask);
  }

  /** Ends the crawl: what is under way is finished, nothing more is asked. */
  async close(): Promise<CrawlResult> {
    this.#over = true;
    this.#crawl.stop('interrupted');
    return this.#ended;
  }

  /** Only whole resources: a part, or a head, is asked for anew. */
  async #fromArchive(url: WebUrl, ask: Ask): Promise<Fetched | null> {
    if (ask.range || ask.method === 'HEAD') return null;
    const place = this.#earlier.get(url.fetch);
    if (!place) return null;
    const record = await readRecordAt(join(this.#archive, place.file), place.offset);
    // A reference to another capture, or a body that was cut, is fetched again rather than pieced together.
    if (record?.fields.get('WARC-Type') !== 'response' || record.fields.get('WARC-Truncated')) return null;
    const message = parseHttpMessage(record.block);
    if (!message || message.status === null) return null;
    return fetchedAnswer(
      ask,
      url,
      {
        status: message.status,
        body: message.payload,
        contentEncoding: message.contentEncoding,
        header: (name) => message.header(name),
      },
      place.at,
    );
  }
}
