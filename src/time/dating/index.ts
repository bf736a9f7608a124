/**
 * Page dating: when a page was published and modified, with evidence and confidence.
 *
 * ```ts
 * const { published, modified, interval } = datePage(parseHtml(html), { url, fetchedAt: Date.now() });
 * published?.date; // '2021-03-12'
 * ```
 */
export type {
  DateCandidate,
  DatedEvidence,
  DateInterval,
  DatePrecision,
  DateRole,
  DateSource,
  PageDateContext,
  PageDates,
} from './candidate.ts';
export { datePage } from './date-page.ts';
export { SiteDateMemory, type SiteDateMemoryData } from './site-date-memory.ts';
export { type UrlDate, urlDate } from './url-date.ts';
