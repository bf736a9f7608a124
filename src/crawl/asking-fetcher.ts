/** The `Fetcher` port on a crawl that answers who asks: its robots files, delays, retries and limits hold. Redirects are followed. */
import { decodeBodyInTurns, LONGEST_PAGE } from '../coding/index.ts';
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
import type { Crawl } from './crawl.ts';
import type { RequestWish } from './requests.ts';
import type { CrawlSettings } from './settings.ts';
import type { VisitEnd } from './visit-end.ts';

const MOST_REDIRECTS = 5;

const REASONS: Readonly<Record<string, NotFetchedReason>> = {
  robots: 'robots',
  'private-address': 'private-address',
};

export interface AskingFetcherOptions {
  readonly settings: Pick<CrawlSettings, 'urlProfile' | 'maxBodyBytes'>;
  /** Where it may lead; anywhere without it. */
  readonly scope?: string | undefined;
  /** What is known already, and need not be asked for. */
  readonly known?: ((url: WebUrl, ask: Ask) => Promise<Fetched | null>) | undefined;
  /** Whether the crawl was ended on purpose. */
  readonly isOver?: (() => boolean) | undefined;
}

export class AskingFetcher implements Fetcher {
  readonly #crawl: Pick<Crawl, 'ask'>;
  readonly #options: AskingFetcherOptions;
  readonly #scope: Scope;
  readonly #scopeName: string;

  constructor(crawl: Pick<Crawl, 'ask'>, options: AskingFetcherOptions) {
    this.#crawl = crawl;
    this.#options = options;
    this.#scopeName = options.scope ?? 'any';
    this.#scope = parseScope(this.#scopeName, []);
  }

  async fetch(ask: Ask): Promise<Fetched | NotFetched> {
    const { settings, known, isOver } = this.#options;
    const profile = settings.urlProfile === 'compat' ? URL_COMPAT : URL_MODERN;
    let address = ask.url;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const url = normaliseUrl(address, hop === 0 ? null : undefined, profile);
      if (url.kind === 'refused') return notFetched(address, 'malformed', url.reason);
      if (!inScope(this.#scope, url)) return notFetched(url.fetch, 'out-of-scope', this.#scopeName);
      const before = await known?.(url, ask);
      if (before) return before;
      const end = await this.#crawl.ask(url, this.#wishOf(ask));
      if (end === 'ended')
        return notFetched(url.fetch, isOver?.() === false ? 'budget' : 'stopped', 'the crawl ended');
      if (typeof end === 'string')
        return notFetched(url.fetch, end === 'refused' ? 'budget' : 'unreachable', end);
      const { response } = end;
      if (response === null) return notFetched(url.fetch, reasonOf(end), end.reason ?? end.outcome);
      const location = redirectLocation(response);
      if (response.status < 300 || response.status >= 400 || response.status === 304 || location === null)
        return fetchedAnswer(ask, url, response, response.endedAt);
      const target = normaliseUrl(location, url.fetch, profile);
      if (target.kind === 'refused') return notFetched(location, 'malformed', target.reason);
      address = target.fetch;
    }
    return notFetched(ask.url, 'too-many-redirects', `more than ${MOST_REDIRECTS}`);
  }

  #wishOf(ask: Ask): RequestWish {
    const { range } = ask;
    return {
      maxBytes: Math.min(ask.maxBytes ?? Number.POSITIVE_INFINITY, this.#options.settings.maxBodyBytes.page),
      ...(ask.method === undefined ? {} : { method: ask.method }),
      ...(range === undefined
        ? {}
        : { range: 'last' in range ? range : { start: range.from, end: range.to } }),
      ...(ask.accept === undefined ? {} : { headers: { Accept: ask.accept } }),
    };
  }
}

export async function fetchedAnswer(
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

function reasonOf({ reason }: VisitEnd): NotFetchedReason {
  return REASONS[reason ?? ''] ?? 'unreachable';
}

function notFetched(url: string, reason: NotFetchedReason, message: string): NotFetched {
  return { kind: 'not-fetched', url, reason, message };
}
