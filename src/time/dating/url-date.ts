/** Dates in addresses: `/2021/03/15/`, `/2021/03/`, `/20210315-…`, `…-15-03-2021.html`. */

import type { DatePrecision } from './candidate.ts';
import { readDate } from './date-text.ts';
import { monthOf } from './month-names.ts';

/** `web.archive.org/web/20130217080612/http://…`, `arquivo.pt/wayback/…`: the address of a copy is about the copy. */
const ARCHIVED = /^https?:\/\/[^/]+\/(?:[a-z]+\/)?\d{8,14}(?:[a-z]{2}_)?\/(?=https?:\/\/?)/i;

/** The address of the page itself, when it is that of a copy in a Web archive. */
export function withoutArchive(url: string): string {
  return url.replace(ARCHIVED, '');
}

export interface UrlDate {
  readonly day: number;
  readonly precision: DatePrecision;
  readonly text: string;
  /** How much the form says that it is a date, in log-odds: `/2021/03/15/` is, `/2021/03/10-dicas` and `20210315` may be a number. */
  readonly weight: number;
}

const SURE = 5.4;
const COMPACT_WEIGHT = 3.6;
const UNSURE = 2;
const COARSE = 1;

const LONGEST = 2048;
const SEPARATE = /(?<![\d])((?:19|20)\d\d)([/_.-])(\d{1,2}|[a-z]{3,9})(?:\2(\d{1,2})(?!\d))?(?![\d])/gi;
const COMPACT = /(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?!\d)/g;
const STAMP = /(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?:[012]\d[0-5]\d(?:[0-5]\d)?)(?!\d)/g;
const REVERSED = /(?<!\d)(\d{1,2})([/_.-])(\d{1,2}|[a-z]{3,9})\2((?:19|20)\d\d)(?!\d)/gi;
const YEAR_ONLY = /\/((?:19|20)\d\d)\//;

/** The date in the path (or query) of an address, the most precise first; null when there is none. */
export function urlDate(url: string): UrlDate | null {
  const cut = url.slice(0, LONGEST);
  const path = withoutArchive(cut).replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  let month: UrlDate | null = null;
  let doubt: UrlDate | null = null;
  for (const m of path.matchAll(SEPARATE)) {
    const number = /^\d/.test(m[3]!) ? Number(m[3]) : monthOf(m[3]!.toLowerCase());
    if (m[4] !== undefined) {
      const day = readDate(Number(m[1]), number, Number(m[4]));
      if (day !== null) {
        // `/2021/03/10-dicas-para…`: a title that begins with a number.
        const next = path[m.index + m[0].length] ?? '/';
        const doubtful = m[2] === '/' && /[-_a-z]/i.test(next);
        if (!doubtful) return { day, precision: 'day', text: m[0], weight: SURE };
        doubt ??= { day, precision: 'day', text: m[0], weight: UNSURE };
      }
    }
    // `/2021/03/`: a month only between slashes, or numbers of other things come in.
    const day =
      m[2] === '/' && (m[3]!.length === 2 || /^[a-z]/i.test(m[3]!))
        ? readDate(Number(m[1]), number, 1)
        : null;
    if (day !== null) month ??= { day, precision: 'month', text: m[0], weight: COARSE };
  }
  for (const form of [COMPACT, STAMP]) {
    for (const m of path.matchAll(form)) {
      const day = readDate(Number(m[1]), Number(m[2]), Number(m[3]));
      if (day !== null) return { day, precision: 'day', text: m[0], weight: COMPACT_WEIGHT };
    }
  }
  for (const m of path.matchAll(REVERSED)) {
    const number = /^\d/.test(m[3]!) ? Number(m[3]) : monthOf(m[3]!.toLowerCase());
    const day = readDate(Number(m[4]), number, Number(m[1]));
    if (day !== null) return { day, precision: 'day', text: m[0], weight: COMPACT_WEIGHT };
  }
  if (doubt !== null) return doubt;
  if (month !== null) return month;
  const year = YEAR_ONLY.exec(path);
  const day = year === null ? null : readDate(Number(year[1]), 1, 1);
  return day === null ? null : { day, precision: 'year', text: year![0], weight: COARSE };
}
