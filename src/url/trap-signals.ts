/**
 * What the address alone says about crawler traps: paths that repeat themselves, calendars without end, session marks, facets
 * multiplied with one another. Each sign has a weight; together they lower a URL's priority, and only overwhelming evidence refuses
 * it. (Heritrix prices suspected calendars instead of forbidding them; so is it here.)
 */
import { isSessionName } from './visitor-marks.ts';
import type { WebUrl } from './web-url.ts';

export const TRAP_SIGNALS = {
  'repeating-path': 'a group of path segments comes three times or more in a row',
  'recurring-segment': 'one path segment comes back again and again, with others between',
  calendar: 'a calendar view: a date beside a word such as agenda, calendário, mês',
  'calendar-far': 'a calendar view years away from now',
  session: 'a session mark, or a long token that looks like one',
  'many-parameters': 'more parameters than a page needs',
  'repeated-parameter': 'one parameter given several times, as facets are',
  facets: 'sorting, filtering and paging combined',
  'nested-address': 'an address inside the address',
  'long-url': 'a very long address',
  'deep-path': 'a very deep path',
  pattern: 'many addresses of one pattern lead to pages that are nearly the same',
} as const satisfies Record<string, string>;

export type TrapSignalName = keyof typeof TRAP_SIGNALS;

export interface TrapSignal {
  readonly name: TrapSignalName;
  /** 0 … 1; 1 would be proof. */
  readonly weight: number;
}

/** At this score a URL is refused with the reason `trap`; below it, it only waits longer. */
export const TRAP_REFUSAL_SCORE = 0.9;

/** Independent evidence combined: 1 − Π(1 − weight). */
export function trapScore(signals: readonly TrapSignal[]): number {
  let innocent = 1;
  for (const { weight } of signals) innocent *= 1 - weight;
  return 1 - innocent;
}

/** The longest group of segments whose repetition is looked for. Traps repeat what a template writes: a few segments. */
export const LONGEST_PERIOD = 16;

/**
 * How often, at most, a group of up to LONGEST_PERIOD segments comes in a row: `/a/b/a/b/a/b` → 3. For each period one walk along the
 * path: a run of p·(k−1) positions that equal the one p further on is a group of p repeated k times.
 */
export function longestRepetition(segments: readonly string[]): number {
  const { length } = segments;
  let most = length === 0 ? 0 : 1;
  const longest = Math.min(LONGEST_PERIOD, length >> 1);
  for (let period = 1; period <= longest; period++) {
    let run = 0;
    for (let i = 0; i + period < length; i++) {
      if (segments[i] === segments[i + period]) {
        run++;
        if (run % period === 0) most = Math.max(most, run / period + 1);
      } else run = 0;
    }
  }
  return most;
}

/** Words, whole and folded, that name a calendar or a step through one. */
const CALENDAR_WORDS: ReadonlySet<string> = new Set(
  (
    'calendar calendars calendario calendarios calendrier agenda agendas evento eventos event events mes meses month months ano anos year years dia dias day days ' +
    'semana semanas week weeks data date diario daily mensal monthly semanal weekly anual programacao schedule cal tribe-bar-date eventdisplay ical when ' +
    'weekly_calendar calendarid viewdate startdate enddate mesano anomes currentdate'
  ).split(' '),
);

const SORTING =
  /^(?:sort|order|orderby|ordem|ordenar|ordenacao|dir|direction|view|mode|layout|display|limit|per_?page|itens|pagesize|filter|filtro|facet|f|fq|refine|min|max|price|preco|cor|color|size|tamanho|marca|brand)(?:\[.*\])?$/;

/** A year has four digits; without them nothing else needs to be looked at. */
function hasDigits(key: string): boolean {
  let run = 0;
  for (let i = 8; i < key.length; i++) {
    if (isDigit(key.charCodeAt(i))) {
      if (++run === 4) return true;
    } else run = 0;
  }
  return false;
}

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

/** The years named in a text: four digits between 1000 and 9999, not part of a longer number, or at the head of an eight-digit date. */
function yearsIn(text: string): number[] {
  const years: number[] = [];
  let i = 0;
  while (i < text.length) {
    if (!isDigit(text.charCodeAt(i))) {
      i++;
      continue;
    }
    const from = i;
    while (i < text.length && isDigit(text.charCodeAt(i))) i++;
    const digits = i - from;
    if (digits === 4) years.push(Number(text.slice(from, i)));
    else if (digits === 6 || digits === 8) {
      const year = Number(text.slice(from, from + 4));
      const month = Number(text.slice(from + 4, from + 6));
      if (month >= 1 && month <= 12) years.push(year);
    }
  }
  return years.filter((year) => year >= 1000);
}

/**
 * Whether a path is a calendar's: a segment that is such a word, alone or with one more (`agenda-2024`, `calendario.php`). In a longer
 * segment, the title of an article, the same word means nothing.
 */
function isCalendarPath(path: string): boolean {
  for (const segment of path.split('/')) {
    const words = segment.split(/[-_.+]/, 4);
    if (words.length <= 3 && words.some((word) => CALENDAR_WORDS.has(word))) return true;
  }
  return false;
}

/** Whether a parameter steps through a calendar: by its name (`mes=5`), or by its value (`view=calendar`). */
function isCalendarQuery(query: string): boolean {
  for (const parameter of query.split('&')) {
    const equals = parameter.indexOf('=');
    const name = equals === -1 ? parameter : parameter.slice(0, equals);
    if (CALENDAR_WORDS.has(name) || (equals !== -1 && CALENDAR_WORDS.has(parameter.slice(equals + 1))))
      return true;
  }
  return false;
}

/** Hexadecimal or mixed characters without a word in them, as identifiers of visits are. */
function looksLikeToken(text: string): boolean {
  return (
    text.length >= 24 &&
    (/^[0-9a-f-]{24,}$/.test(text) ||
      (/^[0-9a-z_-]{32,}$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 6 && !text.includes('-')))
  );
}

export interface TrapOptions {
  /** The present year; calendars are judged by their distance from it. */
  readonly year?: number;
}

/** Evidence in the address of a URL that it belongs to a trap; empty for nearly every URL. */
export function trapSignals(url: WebUrl, options: TrapOptions = {}): TrapSignal[] {
  const signals: TrapSignal[] = [];
  const { key } = url;
  const hostEnd = key.indexOf('/', 8);
  const queryAt = key.indexOf('?', 8);
  const path =
    hostEnd === -1 || (queryAt !== -1 && queryAt < hostEnd)
      ? ''
      : key.slice(hostEnd + 1, queryAt === -1 ? undefined : queryAt);
  const query = queryAt === -1 ? '' : key.slice(queryAt + 1);

  if (key.length > 256)
    signals.push({ name: 'long-url', weight: key.length > 1024 ? 0.6 : key.length > 512 ? 0.3 : 0.1 });
  if (url.depth >= 10)
    signals.push({ name: 'deep-path', weight: url.depth > 20 ? 0.7 : url.depth > 12 ? 0.4 : 0.1 });

  if (url.depth >= 3) {
    const segments = path.split('/');
    const times = longestRepetition(segments);
    if (times >= 3)
      signals.push({ name: 'repeating-path', weight: times >= 5 ? 0.95 : times === 4 ? 0.85 : 0.7 });
    else if (segments.length >= 5) {
      const counts = new Map<string, number>();
      let most = 0;
      for (const segment of segments) {
        // Numbers recur in innocence: /marca/1/cor/0/porta/0.
        if (segment === '' || isDigit(segment.charCodeAt(0))) continue;
        const count = (counts.get(segment) ?? 0) + 1;
        counts.set(segment, count);
        if (count > most) most = count;
      }
      if (most >= 3)
        signals.push({ name: 'recurring-segment', weight: most >= 5 ? 0.7 : most === 4 ? 0.5 : 0.3 });
    }
  }

  if (hasDigits(key) && (isCalendarPath(path) || (query !== '' && isCalendarQuery(query)))) {
    const years = yearsIn(`${path}?${query}`);
    if (years.length > 0) {
      const now = options.year ?? new Date().getUTCFullYear();
      const ahead = Math.max(...years) - now;
      const behind = now - Math.min(...years);
      // The past is wide: archives reach back decades, and a history has a page for the year 1500. It makes a URL wait, and no more; what
      // the pages themselves show (TrapWatch) may do the rest. A future beyond two years is nobody's agenda.
      if (ahead > 2) signals.push({ name: 'calendar-far', weight: ahead > 10 ? 0.9 : 0.6 });
      else if (behind > 16) signals.push({ name: 'calendar-far', weight: 0.3 });
      else signals.push({ name: 'calendar', weight: 0.2 });
    }
  }

  if (query !== '') parameterSignals(query, signals);
  if (
    path.length >= 24 &&
    path.split('/').some(looksLikeToken) &&
    !signals.some((s) => s.name === 'session')
  ) {
    signals.push({ name: 'session', weight: 0.2 });
  }
  const nested = key.indexOf('http', 8) === -1 ? 0 : countNested(path) + countNested(query);
  if (nested > 0) signals.push({ name: 'nested-address', weight: nested >= 2 ? 0.7 : 0.2 });
  return signals;
}

function parameterSignals(query: string, signals: TrapSignal[]): void {
  const parameters = query.split('&');
  const names = new Map<string, number>();
  let sorting = 0;
  let most = 0;
  let session = false;
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    const name = equals === -1 ? parameter : parameter.slice(0, equals);
    if (name === '') continue;
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    if (count > most) most = count;
    if (name.length < 32 && SORTING.test(name)) sorting++;
    if (isSessionName(name) || (equals !== -1 && looksLikeToken(parameter.slice(equals + 1)))) session = true;
  }
  const count = parameters.length;
  if (count > 6) signals.push({ name: 'many-parameters', weight: count > 20 ? 0.8 : count > 12 ? 0.5 : 0.2 });
  if (most >= 3) signals.push({ name: 'repeated-parameter', weight: most >= 6 ? 0.6 : 0.3 });
  if (sorting >= 2) signals.push({ name: 'facets', weight: sorting >= 5 ? 0.5 : sorting >= 3 ? 0.3 : 0.15 });
  if (session) signals.push({ name: 'session', weight: 0.3 });
}

function countNested(text: string): number {
  let count = 0;
  for (let at = text.indexOf('http'); at !== -1; at = text.indexOf('http', at + 4)) {
    if (/^https?(?::|%3a|%253a)?(?:\/|%2f|%252f)/.test(text.slice(at, at + 12))) count++;
  }
  return count;
}
