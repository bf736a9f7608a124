/** Between which days a page without a date was published, from what only bounds it. */
import { addMonthsToDay, civilDay, dayNumber } from '../calendar.ts';
import type { DateCandidate, DatedEvidence, DateInterval } from './candidate.ts';
import type { CopyrightYears } from './copyright.ts';

function iso(day: number): string {
  const { year, month, day: d } = civilDay(day);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}

export function publicationInterval(
  candidates: readonly DateCandidate[],
  copyright: CopyrightYears | null,
  modified: DatedEvidence | null,
  fetchDay: number,
): DateInterval | null {
  let earliest = Number.NEGATIVE_INFINITY;
  let latest = Number.POSITIVE_INFINITY;
  const because: string[] = [];
  const narrow = (from: number, to: number, reason: string): void => {
    const start = Math.max(earliest, from);
    const end = Math.min(latest, to);
    // Bounds that leave nothing contradict what is known better.
    if (start > end || (start === earliest && end === latest)) return;
    earliest = start;
    latest = end;
    because.push(reason);
  };
  if (Number.isFinite(fetchDay)) narrow(Number.NEGATIVE_INFINITY, fetchDay, 'fetched');
  // A stated month or year is as sure as a date there would be.
  const coarse = candidates
    .filter((c) => c.precision !== 'day' && c.role !== 'modified' && (c.weight > 0.9 || c.source === 'url'))
    .sort((a, b) => b.weight - a.weight)[0];
  if (coarse !== undefined) {
    const end = addMonthsToDay(coarse.day, coarse.precision === 'month' ? 1 : 12) - 1;
    narrow(coarse.day, end, `${coarse.source} ${coarse.precision}`);
  }
  for (const c of candidates)
    if (c.source === 'header' || c.source === 'sitemap') narrow(Number.NEGATIVE_INFINITY, c.day, c.where);
  if (modified !== null)
    narrow(
      Number.NEGATIVE_INFINITY,
      modified.chronon.year === null
        ? Number.POSITIVE_INFINITY
        : dayNumber(modified.chronon.year, modified.chronon.month!, modified.chronon.day!),
      'modified',
    );
  // The year of the fetch is written by the template, and says nothing of the page.
  if (
    copyright !== null &&
    Number.isFinite(fetchDay) &&
    copyright.last < civilDay(fetchDay).year &&
    copyright.first >= 1990
  )
    narrow(
      // A span begins with the site; a single year says only that the page is not younger.
      copyright.first < copyright.last ? dayNumber(copyright.first, 1, 1) : Number.NEGATIVE_INFINITY,
      dayNumber(copyright.last, 12, 31),
      'copyright year',
    );
  if (because.length === 0 || (because.length === 1 && because[0] === 'fetched')) return null;
  return {
    earliest: Number.isFinite(earliest) ? iso(earliest) : null,
    latest: Number.isFinite(latest) ? iso(latest) : null,
    because,
  };
}
