/** The dates of a page that somebody gives. */
import { datePage, type PageDates } from '../../time/dating/index.ts';
import type { ReadPage } from './pages.ts';

/**
 * The dates of a page. What counts from the moment of the capture ("há 5 dias") says nothing when that moment is not known, as with a file
 * somebody saved; but no page is from after today.
 */
export function pageDates(
  { page, doc, url }: Pick<ReadPage, 'page' | 'doc' | 'url'>,
  fetched: number | undefined,
  now: number,
): PageDates {
  const date = (fetchedAt: number): PageDates =>
    datePage(doc, {
      fetchedAt,
      ...(url === '' ? {} : { url }),
      ...(page.lastModified === undefined ? {} : { lastModified: page.lastModified }),
    });
  if (page.dated === true) return date(page.fetchedAt);
  if (fetched !== undefined) return date(fetched);
  const dates = date(Number.NaN);
  const today = new Date(now).toISOString().slice(0, 10);
  if ((dates.published?.date ?? '') <= today && (dates.modified?.date ?? '') <= today) return dates;
  const bounded = date(now);
  const stated = (found: PageDates['published']): PageDates['published'] =>
    found?.source === 'relative' ? null : found;
  return { ...bounded, published: stated(bounded.published), modified: stated(bounded.modified) };
}
