/**
 * When a page was published and when it was modified, each with the evidence and how sure it is.
 *
 * Everything on the page that looks like a date of it is read (`json-ld-dates`, `stated-dates`, `visible-dates`, `url-date`, headers),
 * each with a weight from what it is; the place on the page adds or takes away; sources that give the same day support each other; the
 * heaviest day is the answer.
 */
import { canonical, type FlatDocument, jsonLd, textBlocks } from '../../html/index.ts';
import { dayNumber } from '../calendar.ts';
import {
  type DateCandidate,
  type DatedEvidence,
  isPlaced,
  type PageDateContext,
  type PageDates,
} from './candidate.ts';
import { chooseDates } from './choose.ts';
import { copyrightYears } from './copyright.ts';
import { dateOrder } from './date-order.ts';
import { parseDateValue } from './date-text.ts';
import { jsonLdDates } from './json-ld-dates.ts';
import { PageLayout } from './page-layout.ts';
import { PlaceWeights } from './place-weights.ts';
import { isFrontPage, isListing, mayBeListing, PointedAt } from './pointed-at.ts';
import { publicationInterval } from './publication-interval.ts';
import type { SiteDateMemory } from './site-date-memory.ts';
import { statedDates } from './stated-dates.ts';
import { urlDate, withoutArchive } from './url-date.ts';
import { relativeDates, visibleDates } from './visible-dates.ts';
import { leavesOf } from './yearless-leaf.ts';

/** The Web is not older. */
const FIRST_DAY = dayNumber(1990, 1, 1);
const MS_PER_DAY = 86_400_000;
const MOST_REPORTED = 32;
/** What a date loses that says when the page behind a link was published. */
const OF_ANOTHER = 6;

/** `https://` and the host's name; '' when there is none. */
function hostnameOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url.slice(0, 512))?.[1]?.toLowerCase() ?? '';
}

function stated(
  source: 'header' | 'sitemap' | 'feed',
  where: string,
  value: string | undefined,
): DateCandidate[] {
  const date = value === undefined ? null : parseDateValue(value, 'day-first');
  if (date === null || date.precision !== 'day') return [];
  const published = source === 'feed';
  return [
    {
      source,
      role: published ? 'published' : 'modified',
      where,
      text: value!.slice(0, 80),
      day: date.day,
      precision: 'day',
      time: date.time,
      alternative: date.alternative,
      node: -1,
      block: -1,
      weight: published ? 3.4 : source === 'sitemap' ? 1.6 : 0.4,
    },
  ];
}

const isOneOf = (answer: DatedEvidence | null, candidates: ReadonlySet<DateCandidate>): boolean =>
  answer !== null && [...candidates].some((c) => c.node === answer.node && c.source === answer.source);

/** A page that changes all the time has no single day: what it states is as likely its last change, or its newest item's. */
function ofListing<Dates extends { readonly published: DatedEvidence | null }>(dates: Dates): Dates {
  const { published } = dates;
  if (published === null) return dates;
  return { ...dates, published: { ...published, confidence: Math.round(published.confidence * 500) / 1000 } };
}

/**
 * Dates a page. Never throws, whatever the page. With a `memory`, places where the site puts its dates count, and the page is learned
 * from.
 *
 * ```ts
 * const { published } = datePage(parseHtml(html), { url, fetchedAt: Date.now() });
 * ```
 */
export function datePage(doc: FlatDocument, context: PageDateContext, memory?: SiteDateMemory): PageDates {
  const url = context.url ?? '';
  const host = hostnameOf(withoutArchive(url));
  const blocks = context.blocks ?? textBlocks(doc);
  const order = dateOrder(doc, blocks, host);
  const layout = new PageLayout(doc, blocks);
  // A moment in the last time zone may be a day ahead of the fetch.
  const fetchDay = Math.floor(context.fetchedAt / MS_PER_DAY);
  const lastDay = Number.isFinite(fetchDay) ? fetchDay + 1 : Number.POSITIVE_INFINITY;
  const own = canonical(doc);
  const addresses = [url, own ?? ''].filter((address) => address !== '');

  const visible = visibleDates(doc, blocks, layout, order, context.saved === true ? Number.NaN : fetchDay);
  const candidates: DateCandidate[] = [
    ...jsonLdDates(jsonLd(doc), addresses, order),
    ...statedDates(doc, order),
    ...visible,
    ...(Number.isFinite(fetchDay) && context.saved !== true ? relativeDates(blocks, layout, fetchDay) : []),
    ...stated('header', 'Last-Modified', context.lastModified),
    ...stated('sitemap', 'lastmod', context.sitemapLastmod),
    ...stated('feed', 'feed entry', context.feedDate),
  ];
  for (const address of addresses) {
    const date = urlDate(address);
    if (date === null) continue;
    candidates.push({
      source: 'url',
      role: 'published',
      where: address === url ? 'address' : 'canonical address',
      text: date.text,
      day: date.day,
      precision: date.precision,
      time: null,
      alternative: null,
      node: -1,
      block: -1,
      weight: date.weight,
    });
    if (date.precision !== 'day') candidates.push(...leavesOf(doc, blocks, layout, date));
    break;
  }
  const possible = candidates.filter((c) => c.day >= FIRST_DAY && c.day <= lastDay);
  const weights = new PlaceWeights(blocks, layout, possible, memory?.of(host) ?? null);
  const pointed = new PointedAt(doc, layout, addresses);
  const weighed = possible.map((c) => ({
    ...c,
    weight: weights.of(c) - (pointed.isOfLink(c) ? OF_ANOTHER : 0),
  }));
  // A canonical address may be a site's front page by mistake; the page's own may not.
  const address = url === '' ? (own ?? '') : url;
  const isFront = isFrontPage(address);
  const isList = isFront || isListing(address);
  const first = chooseDates(weighed);
  const teasers = isList ? null : pointed.among(weighed, false);
  // By its address it may be a list, and its answer is a teaser's: of a list with one item.
  const single =
    teasers !== null && mayBeListing(address) && !isOneOf(first.published, teasers)
      ? pointed.among(weighed, true)
      : null;
  const others =
    single !== null && isOneOf(first.published, single) ? single : (teasers ?? pointed.among(weighed, true));
  // Where a teaser would be the answer, what else stands there is no date of the page either, but for what says so of itself.
  const holds = isFront ? 'front-page' : isList || isOneOf(first.published, others) ? 'listing' : null;
  const { published, modified } =
    holds === null
      ? first
      : ofListing(
          chooseDates(weighed.filter((c) => !others.has(c) && (!isPlaced(c) || c.role === 'modified'))),
        );
  const interval =
    published === null ? publicationInterval(weighed, copyrightYears(blocks), modified, fetchDay) : null;
  memory?.learn(host, layout, weighed, published);
  weighed.sort((a, b) => b.weight - a.weight);
  return { published, modified, holds, interval, candidates: weighed.slice(0, MOST_REPORTED) };
}
