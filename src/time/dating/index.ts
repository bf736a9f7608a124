/**
 * Page dating: when a page was published and modified, with evidence and confidence.
 *
 * ```ts
 * const { published, modified, interval } = datePage(parseHtml(html), { url, fetchedAt: Date.now() });
 * published?.date; // '2021-03-12'
 * ```
 */
export type {
  DatedEvidence,
  PageDates,
} from './candidate.ts';
export { datePage } from './date-page.ts';
export { SiteDateMemory } from './site-date-memory.ts';
export { urlDate } from './url-date.ts';
