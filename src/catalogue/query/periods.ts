/**
 * Periods as a person gives them in a line: with a prefix anything that can be placed on the calendar (`1939..1945`, `anos 40`, `século
 * XIX`, `ano passado`, `..1945`), and in plain words only what is clearly a period and nothing else.
 */
import {
  annotateText,
  type Chronon,
  chrononOfDay,
  civilDay,
  dayNumber,
  type Expression,
  parseChronon,
  rangeOf,
  rangeOfChronon,
  type Timex,
} from '../../time/index.ts';
import type { Day, Period } from '../ports/index.ts';

/** Ends of a period that has none: `..1945`, `1939..`. */
export const FIRST_DAY: Day = dayNumber(-9999, 1, 1);
export const LAST_DAY: Day = dayNumber(9999, 12, 31);

const LONGEST = 80;

/** Reads a period; null when it is none. Never throws. `today` is what `ontem` and `ano passado` are counted from. */
export function readPeriod(text: string, today: Day): Period | null {
  const written = text.trim();
  if (written === '' || written.length > LONGEST) return null;
  const ends = written.split(/\s*(?:\.{2,3}|…)\s*/);
  if (ends.length > 2) return null;
  if (ends.length === 1) return single(ends[0]!, today);
  const [first, last] = ends as [string, string];
  if (first === '' && last === '') return null;
  const from = first === '' ? null : single(first, today);
  const to = last === '' ? null : single(last, today);
  if ((first !== '' && from === null) || (last !== '' && to === null)) return null;
  const period = { from: from?.from ?? FIRST_DAY, to: to?.to ?? LAST_DAY };
  // A person who wrote the ends the other way round means what lies between them.
  if (period.from > period.to && from !== null && to !== null) return { from: to.from, to: from.to };
  return period.from <= period.to ? period : null;
}

function single(text: string, today: Day): Period | null {
  const known = parseChronon(text);
  if (known !== null) return ofChronons(known, known);
  if (/^\d{1,3}$/.test(text)) return ofYears(Number(text), Number(text));
  const english = englishPeriod(text);
  if (english !== null) return english;
  const years = /^(\d{4})\s*[-–—/]\s*(\d{4})$/.exec(text);
  if (years !== null && Number(years[1]) <= Number(years[2]))
    return ofYears(Number(years[1]), Number(years[2]));
  const decade = /^(?:(?:os|nos|dos)\s+)?anos\s+(?:de\s+)?(\d{3}0)$/iu.exec(text);
  if (decade !== null) return ofYears(Number(decade[1]), Number(decade[1]) + 9);
  const found = annotateText(text, { dct: chrononOfDay(today) });
  const [timex] = found;
  if (found.length !== 1 || timex === undefined) return null;
  if (text.slice(0, timex.start).trim() !== '' || text.slice(timex.end).trim() !== '') return null;
  return periodOf(timex);
}

function ofYears(from: number, to: number): Period {
  return { from: dayNumber(from, 1, 1), to: dayNumber(to, 12, 31) };
}

function ofChronons(first: Chronon, last: Chronon): Period | null {
  const a = rangeOfChronon(first);
  const b = rangeOfChronon(last);
  return a === null || b === null ? null : { from: a.start, to: b.end };
}

/** The days of an expression, with the side that `desde`, `até`, `antes de` and `depois de` leave open. */
function periodOf(timex: Timex): Period | null {
  if (timex.type !== 'CALENDAR_REF' || !timex.resolved) return null;
  const range = rangeOf(timex);
  if (range === null) return null;
  const { expression } = timex;
  if (expression.kind === 'open') {
    if (expression.side === 'since') return { from: range.start, to: LAST_DAY };
    if (expression.side === 'after') return { from: range.end + 1, to: LAST_DAY };
    if (expression.side === 'until') return { from: FIRST_DAY, to: range.end };
    if (expression.side === 'before') return { from: FIRST_DAY, to: range.start - 1 };
  }
  return { from: range.start, to: range.end };
}

const ENGLISH_MONTHS =
  'january february march april may june july august september october november december'.split(' ');
const CENTURY = /^(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)\s+century$/i;
const DECADE = /^(?:the\s+)?(\d{3}0)'?s$/i;
const MONTH = /^([a-z]{3,9})\s+(?:of\s+)?(\d{4})$/i;

function englishPeriod(text: string): Period | null {
  const century = CENTURY.exec(text);
  if (century !== null) {
    const number = Number(century[1]);
    return number < 1 || number > 30 ? null : ofYears((number - 1) * 100 + 1, number * 100);
  }
  const decade = DECADE.exec(text);
  if (decade !== null) return ofYears(Number(decade[1]), Number(decade[1]) + 9);
  const month = MONTH.exec(text);
  if (month !== null) {
    const number = ENGLISH_MONTHS.indexOf(month[1]!.toLowerCase()) + 1;
    const chronon = number === 0 ? null : parseChronon(`${month[2]}-${String(number).padStart(2, '0')}`);
    return chronon === null ? null : ofChronons(chronon, chronon);
  }
  return null;
}

/** A period found in plain words; offsets in the text that was given. */
export interface SpokenPeriod {
  /** With the preposition that introduces it. */
  readonly start: number;
  readonly end: number;
  /** Without it. */
  readonly coreStart: number;
  readonly period: Period;
  /** False for a year that stands alone, without a word that says that it is one. */
  readonly introduced: boolean;
}

const YEAR_INTRODUCED =
  /(?<![\p{L}\p{N}])(?:em|de|do|da|no|desde|até|ate|entre|após|apos|durante|pelo|para|ano|anos|in|of|from|since|until|during)\s+$/iu;
const ENGLISH_SPOKEN =
  /(?<![\p{L}\p{N}])(?:(?:in|from|of|during)\s+)?(?:the\s+)?(?:(\d{3}0'?s)|(\d{1,2}(?:st|nd|rd|th)\s+century))(?![\p{L}\p{N}])/giu;
const EARLIEST_YEAR = 1000;
const YEARS_AHEAD = 30;

/** Kinds of expression that say of which years they are without any other date. */
const ABSOLUTE: ReadonlySet<Expression['kind']> = new Set([
  'date',
  'century',
  'decade',
  'season',
  'nth',
  'edge',
  'range',
  'open',
] as const);

/** The periods that plain words speak of, in order. Only what needs no document date. */
export function spokenPeriods(text: string, today: Day): SpokenPeriod[] {
  const latest = civilDay(today).year + YEARS_AHEAD;
  const found: SpokenPeriod[] = [];
  for (const match of text.matchAll(ENGLISH_SPOKEN)) {
    const core = match[1] ?? match[2]!;
    const period = englishPeriod(core);
    const end = match.index + match[0].length;
    if (period !== null)
      found.push({ start: match.index, end, coreStart: end - core.length, period, introduced: true });
  }
  for (const timex of annotateText(text)) {
    if (timex.anchor !== null || found.some((other) => timex.start < other.end && other.start < timex.end))
      continue;
    const spoken = timex.expression.kind === 'holiday' ? yearOfFeast(text, timex) : plain(text, timex);
    if (spoken === null) continue;
    const { from, to } = spoken.period;
    const first = from === FIRST_DAY ? to : from;
    const last = to === LAST_DAY ? from : to;
    if (civilDay(first).year < EARLIEST_YEAR || civilDay(last).year > latest) continue;
    found.push(spoken);
  }
  return found.sort((a, b) => a.start - b.start);
}

function plain(text: string, timex: Timex): SpokenPeriod | null {
  if (!ABSOLUTE.has(timex.expression.kind)) return null;
  const { end, coreStart } = timex;
  let { start } = timex;
  const core = text.slice(coreStart, end);
  let period = periodOf(timex);
  if (period === null) return null;
  // `2001-09` is a month here as it is behind a prefix.
  const month = /^\d{4}-\d{2}$/.test(core) ? parseChronon(core) : null;
  if (month !== null) period = ofChronons(month, month) ?? period;
  const decade = /^anos\s+(?:de\s+)?(\d{3}0)$/iu.exec(text.slice(start, end).trim());
  if (decade !== null) period = ofYears(Number(decade[1]), Number(decade[1]) + 9);
  const before = YEAR_INTRODUCED.exec(text.slice(0, start));
  if (before !== null) start = before.index;
  const number = /^\d+$/.test(core);
  // `copa de 70` may be a year and may be a number.
  if (number && core.length !== 4) return null;
  return { start, end, coreStart, period, introduced: !number || start < coreStart };
}

/** `Carnaval de 1950`: the feast stays a word, its year is the period. */
function yearOfFeast(text: string, timex: Timex): SpokenPeriod | null {
  const year = /(?:\s(?:de|em|do|of|in))?\s(\d{4})$/iu.exec(text.slice(timex.start, timex.end));
  if (year === null) return null;
  const number = Number(year[1]);
  return {
    start: timex.start + year.index + 1,
    end: timex.end,
    coreStart: timex.end - 4,
    period: ofYears(number, number),
    introduced: year[0].trim().length > 4,
  };
}
