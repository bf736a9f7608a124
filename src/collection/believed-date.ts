/**
 * How far the date that was found for a page is believed, once it is known when the page was fetched and which days it names. A page is never
 * from after its fetch; and a date that was only read off it is a guess where its own text tells of days long after.
 */
import type { PageDate, TimeMark } from '../catalogue/index.ts';

const MS_PER_DAY = 86_400_000;
/** An announcement names days that are to come; hardly any that are so far. */
const LONG_AFTER = 180;
/** So much before a day is looked at. */
const LONGEST_LINE = 80;
/** What is left of the confidence: less than what makes a fact. */
const CONTRADICTED = 0.4;
/** What stands before a day that was added later: it is no word against the day of the page. */
const ADDED =
  /(?:atualiza|actualiza|updat|\bupd|edi[tç]|edited|revis|novidade|adendo|adenda|errata|acr[eé]scimo|\bp\.?\s?s\.?\b)[^.!?]{0,40}$/i;
/** The day of a line, of an item or of a section, as against one that a sentence tells: only the day of the week may stand before it. */
const BEGINS =
  /^[^\p{L}\d]*(?:(?:seg|ter|qua|qui|sex|s[aá]b|dom|mon|tue|wed|thu|fri|sat|sun)\p{L}*(?:-feira)?[^\p{L}\d]*)?$/iu;
/** What the page does not state as its date: other things are dated there too. */
const READ_OFF: ReadonlySet<string> = new Set([
  'visible',
  'relative',
  'element',
  'url',
  'script',
  'header',
  'copyright',
]);

/** Whether a sentence of the text tells of the day: not a list beside it, nor what was added on that day. */
function isTold(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_LINE), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return !BEGINS.test(line) && !ADDED.test(line);
}

const dayOf = (date: string): number => Math.floor(Date.parse(date) / MS_PER_DAY);

/** The day of the fetch, where a clock was ahead or stands in another part of the world. */
export function withinFetch<D extends PageDate | null>(date: D, fetchedAt: number): D {
  if (date === null || !(dayOf(date.date) > Math.floor(fetchedAt / MS_PER_DAY))) return date;
  return { ...date, date: new Date(fetchedAt).toISOString().slice(0, 10) };
}

/** `marks`: the days that the text names. */
export function believedDate<D extends PageDate | null>(
  date: D,
  {
    text,
    marks,
    fetchedAt,
  }: { readonly text: string; readonly marks: readonly TimeMark[]; readonly fetchedAt: number },
): D {
  if (date === null || date.confidence <= CONTRADICTED || !READ_OFF.has(date.source)) return date;
  const [day, fetched] = [dayOf(date.date), Math.floor(fetchedAt / MS_PER_DAY)];
  const later = marks.some(
    ({ start, end, period }) =>
      period !== null &&
      period.from === period.to &&
      period.from > day + LONG_AFTER &&
      period.from <= fetched &&
      // Said outright, and not counted from the date itself.
      /\d{4}/.test(text.slice(start, end)) &&
      isTold(text, start),
  );
  return later ? { ...date, confidence: CONTRADICTED } : date;
}
