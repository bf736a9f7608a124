/** Judges a crawl by the log of the servers it asked, which know every request that ever reached them. */
import { registrableDomain } from '../src/url/index.ts';
import type { Standstill } from './standstills.ts';

export interface AskedRequest {
  readonly host: string;
  readonly address: string;
  readonly path: string;
  /** Which of the processes of the crawl asked, where they come by different doors. */
  readonly by?: number | undefined;
  /** The server has said all that there was to say, and somebody was there. */
  readonly answered?: boolean | undefined;
  readonly startedAt: number;
  /** When the server had said its last, or noticed that nobody listens. */
  readonly endedAt: number;
  /** What the answer asked for, and when it had been said, ms. */
  readonly retryAfter?: { readonly at: number; readonly ms: number } | undefined;
  readonly crawlDelay?: { readonly at: number; readonly ms: number } | undefined;
  /** The host's rules close the path. */
  readonly closed?: boolean | undefined;
}

export interface JudgedBy {
  /** Of a site and of an address, ms. */
  readonly delay: number;
  readonly addressDelay: number;
  /** When processes of the crawl were killed. */
  readonly kills: readonly number[];
  /** Spans in which one of the processes could hear nothing, or tell nobody what it had heard. */
  readonly deaf?: readonly Deaf[];
  /** Spans in which the servers stood still: how far apart came what they found together at the end, nobody knows. */
  readonly standstills?: readonly Standstill[];
}

export interface Deaf {
  readonly by: number;
  readonly from: number;
  readonly to: number;
}

export const BREACHES = [
  'overlap',
  'delay',
  'address-overlap',
  'address-delay',
  'robots-first',
  'robots',
  'crawl-delay',
  'retry-after',
] as const;
export type BreachKind = (typeof BREACHES)[number];

export interface Breach {
  readonly kind: BreachKind;
  readonly message: string;
}

/** The clocks of two processes: a millisecond may be lost in rounding. */
const ROUNDING = 1;
/** What a server said so shortly before a kill may not have been read by anybody, ms. */
export const UNHEARD = 250;

const by = ({ by: one, startedAt }: AskedRequest): string =>
  one === undefined ? '' : ` (by ${one}, at ${Math.round(startedAt)})`;

export function breachesOf(
  log: readonly AskedRequest[],
  { delay, addressDelay, kills, deaf = [], standstills = [] }: JudgedBy,
): Breach[] {
  const breaches: Breach[] = [];
  const sites = new Map<string, AskedRequest>();
  const addresses = new Map<string, AskedRequest>();
  const robotsAsked = new Set<string>();
  const crawlDelays = new Map<string, number>();
  const restsUntil = new Map<string, { readonly until: number; readonly by: AskedRequest }>();
  // What was said to one process is excused by that one's misfortune alone.
  const heard = (at: number, who: number | undefined) =>
    !kills.some((kill) => kill >= at && kill - at < UNHEARD) &&
    !deaf.some(({ by: one, from, to }) => one === who && at > from - UNHEARD && at < to);
  for (const request of [...log].sort((a, b) => a.startedAt - b.startedAt)) {
    const { host, path, startedAt } = request;
    const site = registrableDomain(host);
    const breach = (kind: BreachKind, before: AskedRequest | null, what: string) =>
      breaches.push({
        kind,
        message: `${kind}: ${host}${path}${by(request)}${before ? ` after ${before.host}${before.path}${by(before)}` : ''}, ${what}`,
      });
    const judge = (
      before: AskedRequest | undefined,
      least: number,
      kinds: readonly [BreachKind, BreachKind],
    ) => {
      if (before === undefined) return;
      const gap = startedAt - before.endedAt;
      // A span shorter than the rest cannot hide it.
      const isHidden = standstills.some(
        ({ from, to }) =>
          to - from >= least && before.endedAt >= from && before.endedAt <= to && startedAt <= to,
      );
      if (isHidden) return;
      if (gap < -ROUNDING) breach(kinds[0], before, `${-gap} ms before its end`);
      else if (gap < least - ROUNDING) breach(kinds[1], before, `${gap} ms of ${least}`);
    };
    const before = sites.get(site);
    const asked = crawlDelays.get(site) ?? 0;
    judge(before, Math.max(delay, asked), ['overlap', asked > delay ? 'crawl-delay' : 'delay']);
    judge(addresses.get(request.address), addressDelay, ['address-overlap', 'address-delay']);
    const rest = restsUntil.get(site);
    if (rest && startedAt < rest.until - ROUNDING)
      breach('retry-after', rest.by, `${rest.until - startedAt} ms too early`);
    if (path === '/robots.txt') robotsAsked.add(host);
    else if (!robotsAsked.has(host) && !path.startsWith('/regras-de/'))
      breach('robots-first', null, 'unasked');
    if (request.closed) breach('robots', null, 'closed');

    const { retryAfter, crawlDelay } = request;
    if (retryAfter && heard(retryAfter.at, request.by)) {
      const until = retryAfter.at + retryAfter.ms;
      if (until > (rest?.until ?? 0)) restsUntil.set(site, { until, by: request });
    }
    if (crawlDelay && heard(crawlDelay.at, request.by)) crawlDelays.set(site, crawlDelay.ms);
    // The one that ends last is what the next has to keep its distance from.
    if (!before || request.endedAt >= before.endedAt) sites.set(site, request);
    const there = addresses.get(request.address);
    if (!there || request.endedAt >= there.endedAt) addresses.set(request.address, request);
  }
  return breaches;
}
