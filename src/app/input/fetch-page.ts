/**
 * One page of the Web for those who look at single pages: robots obeyed, redirects followed, limits kept, nothing stored.
 *
 * ```ts
 * const { url, bytes, contentType } = await fetchPage('https://www.exemplo.pt/', { contact: 'https://eu.exemplo.pt/' });
 * ```
 */
import { decodeBody } from '../../coding/index.ts';
import { TarrafaError } from '../../errors.ts';
import {
  type FetchFailure,
  type FetchOutcome,
  type FetchResponse,
  HttpClient,
  redirectLocation,
  userAgent,
} from '../../http/index.ts';
import { robotsFromResponse, rulesOf } from '../../robots/index.ts';
import { normaliseUrl } from '../../url/index.ts';
import { addressFailure, fetchFailure, reason, type Why } from '../../words/why.ts';
import { SOFTWARE, VERSION } from '../version.ts';
import { type AccessOptions, openAccess } from './access.ts';

export interface FetchedPage {
  /** Where the page was in the end. */
  readonly url: string;
  /** Content coding undone. */
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  readonly lastModified: string | null;
  /** ms since 1970. */
  readonly fetchedAt: number;
}

const MOST_REDIRECTS = 5;
const LARGEST = 10_000_000;

export interface FetchPageOptions {
  /** Page or e-mail address by which whoever asks can be reached; told to the server. */
  readonly contact?: string | undefined;
  /** Also from addresses of one's own network. */
  readonly allowPrivate?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A proxy, headers and cookies; headers are sent at the host of the address alone. */
  readonly access?: AccessOptions | undefined;
  /** Of the caller's own, who closes it too; the other options do not concern it. */
  readonly client?: HttpClient | undefined;
}

/** Throws TRF_URL_MALFORMED, and TRF_INPUT_MISSING with the reason when the page may not or cannot be read. */
export async function fetchPage(
  address: string,
  { contact, allowPrivate = false, signal, access = {}, client: given }: FetchPageOptions = {},
): Promise<FetchedPage> {
  const client =
    given ??
    new HttpClient({
      userAgent: contact ? userAgent(VERSION, contact) : SOFTWARE,
      allowPrivate,
      access: (await openAccess(access, [address]))?.access,
      maxBytes: LARGEST,
    });
  const ask = (url: string, more: { readonly maxBytes?: number } = {}): Promise<FetchOutcome> =>
    client.fetch({ url, ...more, ...(signal === undefined ? {} : { signal }) });
  const refused = (reason: Why) => new TarrafaError('TRF_INPUT_MISSING', [address, reason]);
  try {
    let target = address;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const url = normaliseUrl(target);
      if (url.kind === 'refused')
        throw new TarrafaError('TRF_URL_MALFORMED', [target, addressFailure(url.reason)]);
      const robots = await robotsOf(ask, url.fetch);
      // Who cannot be reached forbids nothing.
      if (typeof robots === 'object') throw refused(fetchFailure(robots));
      if (!robots) throw refused(reason('robots-forbid'));
      const outcome = await ask(url.fetch);
      if (outcome.kind === 'failure') throw refused(fetchFailure(outcome));
      const location = redirectLocation(outcome);
      if (outcome.status >= 300 && outcome.status < 400 && location && URL.canParse(location, url.fetch)) {
        target = new URL(location, url.fetch).href;
        continue;
      }
      if (outcome.status >= 400) throw refused(reason('http-status', { status: outcome.status }));
      return pageOf(url.fetch, outcome);
    }
    throw refused(reason('too-many-redirects'));
  } finally {
    if (given === undefined) await client.close();
  }
}

/** Whether the page may be read, or why nobody could be asked. */
async function robotsOf(
  ask: (url: string, more: { readonly maxBytes: number }) => Promise<FetchOutcome>,
  url: string,
): Promise<boolean | FetchFailure> {
  let target = new URL('/robots.txt', url).href;
  for (let hop = 0; ; hop++) {
    const response = await ask(target, { maxBytes: 512_000 });
    if (response.kind === 'failure') return response;
    const location = response.status >= 300 && response.status < 400 ? redirectLocation(response) : null;
    if (location && hop < MOST_REDIRECTS && URL.canParse(location, target)) {
      target = new URL(location, target).href;
      continue;
    }
    const decision = robotsFromResponse({
      status: response.status,
      body: decodeBody(response.body, response.contentEncoding, 1_000_000).bytes,
      at: Date.now(),
    });
    return rulesOf(decision, 'Tarrafa').allows(url);
  }
}

function pageOf(url: string, response: FetchResponse): FetchedPage {
  return {
    url,
    bytes: decodeBody(response.body, response.contentEncoding).bytes,
    contentType: response.header('content-type'),
    lastModified: response.header('last-modified'),
    fetchedAt: response.endedAt,
  };
}
