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
 * Opened on a folder that holds earlier answers, whole resources are answered from its archive and their hosts are not asked again.
 */
import { join } from 'node:path';
import { decodeBodyInTurns, LONGEST_PAGE } from '../coding/index.ts';
import { TarrafaError } from '../errors.ts';
import type { Ask, Fetched, Fetcher, NotFetched, NotFetchedReason } from '../fetcher.ts';
import { redirectLocation } from '../http/index.ts';
import {
  inScope,
  normaliseUrl,
  parseScope,
  type Scope,
  URL_COMPAT,
  URL_MODERN,
  type WebUrl,
} from '../url/index.ts';
import { parseHttpMessage, readRecordAt } from '../warc/index.ts';
import { type Reason, reason } from '../words/why.ts';
import { Crawl, type CrawlResult } from './crawl.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import { crawlPaths } from './crawl-folder.ts';
import type { RequestWish } from './requests.ts';
import { setAside } from './set-aside.ts';
import { type CrawlSettings, completeSettings } from './settings.ts';
import type { VisitEnd } from './visit-end.ts';
import { readVisits } from './visit-log.ts';

const MOST_REDIRECTS = 5;

interface Archived {
  readonly file: string;
  readonly offset: number;
  readonly at: number;
}

const REASONS: Readonly<Record<string, NotFetchedReason>> = {
  robots: 'robots',
  'private-address': 'private-address',
};

export class PoliteFetcher implements Fetcher {
  readonly #crawl: Crawl;
  readonly #ended: Promise<CrawlResult>;
  readonly #settings: CrawlSettings;
  readonly #scope: Scope;
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
    this.#settings = settings;
    this.#scope = parseScope(settings.scope, []);
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
  ): Promise<PoliteFetcher> {
    const complete = completeSettings({
      policy: 'breadth-first',
      scope: 'any',
      ...settings,
      seeds: [],
      maxHops: 0,
      maxRedirects: 0,
      revisit: 'none',
    });
    const paths = crawlPaths(folder);
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
    for await (const { url, status, warc, at } of readVisits(paths.visits))
      if (warc && status === 200) earlier.set(url, { ...warc, at });
    return new PoliteFetcher(crawl, complete, paths.archive, earlier, told);
  }

  async fetch(ask: Ask): Promise<Fetched | NotFetched> {
    const profile = this.#settings.urlProfile === 'compat' ? URL_COMPAT : URL_MODERN;
    let address = ask.url;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const url = normaliseUrl(address, hop === 0 ? null : undefined, profile);
      if (url.kind === 'refused') return notFetched(address, 'malformed', url.reason);
      if (!inScope(this.#scope, url)) return notFetched(url.fetch, 'out-of-scope', this.#settings.scope);
      const known = await this.#fromArchive(url, ask);
      if (known) return known;
      const end = await this.#crawl.ask(url, this.#wishOf(ask));
      if (end === 'ended') return notFetched(url.fetch, this.#over ? 'stopped' : 'budget', 'the crawl ended');
      if (typeof end === 'string')
        return notFetched(url.fetch, end === 'refused' ? 'budget' : 'unreachable', end);
      const { response } = end;
      if (response === null) return notFetched(url.fetch, reasonOf(end), end.reason ?? end.outcome);
      const location = redirectLocation(response);
      if (response.status < 300 || response.status >= 400 || response.status === 304 || location === null)
        return this.#answer(ask, url, response, response.endedAt);
      const target = normaliseUrl(location, url.fetch, profile);
      if (target.kind === 'refused') return notFetched(location, 'malformed', target.reason);
      address = target.fetch;
    }
    return notFetched(ask.url, 'too-many-redirects', `more than ${MOST_REDIRECTS}`);
  }

  /** Ends the crawl: what is under way is finished, nothing more is asked. */
  async close(): Promise<CrawlResult> {
    this.#over = true;
    this.#crawl.stop('interrupted');
    return this.#ended;
  }

  #wishOf(ask: Ask): RequestWish {
    const { range } = ask;
    return {
      maxBytes: Math.min(ask.maxBytes ?? Number.POSITIVE_INFINITY, this.#settings.maxBodyBytes.page),
      ...(ask.method === undefined ? {} : { method: ask.method }),
      ...(range === undefined
        ? {}
        : { range: 'last' in range ? range : { start: range.from, end: range.to } }),
      ...(ask.accept === undefined ? {} : { headers: { Accept: ask.accept } }),
    };
  }

  async #answer(
    ask: Ask,
    url: WebUrl,
    response: {
      readonly status: number;
      readonly body: Buffer;
      readonly truncated?: string | null;
      readonly contentEncoding: string | null;
      header(name: string): string | null;
    },
    at: number,
  ): Promise<Fetched> {
    // What nobody named a limit for is read as far as any page is. This thread has everything else to do besides.
    const decoded = await decodeBodyInTurns(
      response.body,
      response.contentEncoding,
      ask.maxBytes ?? LONGEST_PAGE,
    );
    return {
      kind: 'fetched',
      url: url.fetch,
      status: response.status,
      header: (name) => response.header(name),
      body: decoded.bytes,
      complete: decoded.complete && (response.truncated ?? null) === null,
      at,
    };
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
    return this.#answer(
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

function reasonOf({ reason }: VisitEnd): NotFetchedReason {
  return REASONS[reason ?? ''] ?? 'unreachable';
}

function notFetched(url: string, reason: NotFetchedReason, message: string): NotFetched {
  return { kind: 'not-fetched', url, reason, message };
}
