/**
 * Expressions of the test suites of other date parsers, with what each suite says they mean (`{ src, text, ref, exp, phrase?, group? }`).
 *
 * All are read under one profile, chosen before anything was measured: talk (`dialogue`), because these suites read messages, commands and
 * fields that are said now about what comes; Portuguese of Brazil, because most of the suites are Brazilian (carbon-PtBr, tempo-ptbr,
 * swift-chrono, natural-date, when, moment, concordia), and a person who has to choose one for the whole file would choose that.
 */
import {
  annotateText,
  type Chronon,
  civilDay,
  DIALOGUE,
  dayNumber,
  parseDct,
  rangeOfChronon,
  type TimeProfile,
  type Timex,
} from '../../src/time/index.ts';
import { isKeptAside } from '../kept-aside.ts';

const FOREIGN_PROFILE: TimeProfile = { ...DIALOGUE, name: 'dialogue pt-BR', locale: 'pt-BR' };

type Point = readonly number[];

interface Expected {
  readonly kind: string;
  readonly start?: Point;
  readonly end?: Point;
  /** Whether the end belongs to the span. */
  readonly grain?: 'incl' | 'excl';
  readonly unit?: string;
  readonly dir?: string;
  /** Any moment of ours may be the one that is named. */
  readonly inside?: boolean;
  readonly parts?: Readonly<Record<string, number>>;
  readonly seconds?: number;
  readonly weekday?: number;
  readonly month?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly value?: string;
}

export interface ForeignCase {
  readonly src: string;
  readonly text: string;
  readonly ref: string;
  readonly exp: Expected;
  readonly phrase?: string;
  readonly group?: string;
}

/** A file of this form: a list of such cases. */
export function foreignCases(content: string): readonly ForeignCase[] | null {
  const read: unknown = JSON.parse(content.replace(/^\uFEFF/, ''));
  if (!Array.isArray(read) || read.length === 0) return null;
  const fits = (one: unknown): one is ForeignCase =>
    typeof one === 'object' &&
    one !== null &&
    typeof (one as ForeignCase).src === 'string' &&
    typeof (one as ForeignCase).text === 'string' &&
    typeof (one as ForeignCase).ref === 'string' &&
    typeof (one as ForeignCase).exp?.kind === 'string';
  return read.every(fits) ? read : null;
}

/** Made by a loop over months, weekdays or years rather than written by somebody. */
export function isGrid(one: ForeignCase): boolean {
  return one.src === 'natural-date' || (one.group ?? '').startsWith('resweep_');
}

export function isAside(one: ForeignCase): boolean {
  return isKeptAside(`${one.src} ${one.text}`);
}

// --- values ----------------------------------------------------------------------------------------------------------------------

/** Hours at which a part of the day may begin or end; the suites do not agree on one. */
const PART_HOURS: Readonly<Record<string, readonly [number, number]>> = {
  TDA: [0, 8],
  TMO: [4, 12],
  TMI: [12, 13],
  TAF: [12, 20],
  TNI: [17, 24],
  TEV: [17, 24],
};

const dayOf = (p: Point): number => dayNumber(p[0]!, p[1]!, p[2]!);
const hasTime = (p: Point): boolean => p.length > 3;
const secondsOf = (p: Point): number => (p[3] ?? 0) * 3600 + (p[4] ?? 0) * 60 + (p[5] ?? 0);

interface Bound {
  readonly day: number;
  readonly seconds: number | null;
}

function boundOf(c: Chronon, side: 'start' | 'end'): Bound | null {
  const r = rangeOfChronon(c);
  if (r === null) return null;
  const seconds =
    c.hour === undefined || c.hour === null ? null : c.hour * 3600 + (c.minute ?? 0) * 60 + (c.second ?? 0);
  return { day: r[side], seconds };
}

function sameStart(expected: Expected, t: Timex, ref: Chronon): boolean {
  const gold = expected.start!;
  // Counted in months or years both the unit and the day that is reached are right.
  return [t.exact, t.chronons[0]].some((c) => {
    const ours = c ? boundOf(c, 'start') : null;
    if (ours === null) return false;
    const unit = expected.unit ?? '';
    if (unit === 'month' || unit === 'year') {
      const at = civilDay(ours.day);
      return at.year === gold[0] && (unit === 'year' || at.month === gold[1]);
    }
    if (hasTime(gold) && ours.seconds !== null)
      return ours.day * 86400 + ours.seconds === dayOf(gold) * 86400 + secondsOf(gold);
    const part = /T(?:DA|MO|MI|AF|NI|EV)/.exec(t.timex3.value)?.[0];
    if (hasTime(gold) && part !== undefined) {
      const [from, to] = PART_HOURS[part]!;
      const hour = secondsOf(gold) / 3600;
      return (
        (ours.day === dayOf(gold) && hour >= from && hour <= to) ||
        (part === 'TNI' && ours.day === dayOf(gold) - 1 && hour < 5)
      );
    }
    if (ours.day !== dayOf(gold)) return false;
    if (!hasTime(gold)) return true;
    // So many days from now at the same hour; or the first moment of a day that we give whole.
    const now = (ref.hour ?? 0) * 3600 + (ref.minute ?? 0) * 60 + (ref.second ?? 0);
    return secondsOf(gold) === now || secondsOf(gold) === 0;
  });
}

function sameEnd(expected: Expected, t: Timex): boolean {
  const gold = expected.end;
  if (gold === undefined) return true;
  const last = t.chronons[1] ?? t.exact ?? t.chronons[0];
  const ours = last ? boundOf(last, 'end') : null;
  if (ours === null) return false;
  if (ours.seconds === null && /T(?:DA|MO|MI|AF|NI|EV)/.test(t.timex3.value)) return true;
  const goldEnd = dayOf(gold) * 86400 + secondsOf(gold);
  if (ours.seconds !== null) {
    const at = ours.day * 86400 + ours.seconds;
    return goldEnd === at || (expected.grain === 'excl' && goldEnd === at + 60);
  }
  if (hasTime(gold) && secondsOf(gold) !== 0) return false;
  return ours.day === (expected.grain === 'excl' ? dayOf(gold) - 1 : dayOf(gold));
}

function sameSpan(expected: Expected, t: Timex, ref: Chronon): boolean {
  if (expected.inside) {
    const lo = t.chronons[0] ? rangeOfChronon(t.chronons[0]) : null;
    const hi = t.chronons[1] ? rangeOfChronon(t.chronons[1]) : lo;
    const day = dayOf(expected.start!);
    return lo !== null && hi !== null && lo.start <= day && day <= hi.end;
  }
  // `até sexta`: from now until then.
  const now = dayNumber(ref.year!, ref.month ?? 1, ref.day ?? 1);
  if (t.timex3.mod === 'BEFORE' && expected.end && dayOf(expected.start!) === now)
    return sameEnd(expected, t);
  return sameStart(expected, t, ref) && sameEnd(expected, t);
}

const SECONDS: Readonly<Record<string, number>> = {
  Y: 31_557_600, Mo: 2_629_800, W: 604_800, D: 86_400, h: 3600, m: 60, s: 1,
}; // biome-ignore format: a table

/** ISO 8601 to parts. */
function partsOf(value: string): Record<string, number> | null {
  const m =
    /^P(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/.exec(
      value,
    );
  if (!m) return null;
  const out: Record<string, number> = {};
  for (const [i, name] of ['Y', 'Mo', 'W', 'D', 'h', 'm', 's'].entries())
    if (m[i + 1] !== undefined) out[name] = Number(m[i + 1]);
  return out;
}

const amount = (parts: Readonly<Record<string, number>>): number =>
  Object.entries(parts).reduce((sum, [name, n]) => sum + n * (SECONDS[name] ?? Number.NaN), 0);

function sameAmount(expected: Expected, t: Timex): boolean {
  const ours = t.timex3.type === 'DURATION' ? partsOf(t.timex3.value) : null;
  if (ours === null) return false;
  return amount(ours) === (expected.seconds ?? amount(expected.parts ?? {}));
}

const DAY_CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The value of a repetition as a rule of iCalendar, its parts by name. */
function ruleOf(t: Timex): ReadonlyMap<string, string> | null {
  if (t.timex3.type !== 'SET') return null;
  const rule = new Map<string, string>();
  const [days = '', clock = ''] = t.timex3.value.startsWith('P')
    ? [t.timex3.value]
    : t.timex3.value.split('T');
  const unit = /^P(\d+)([DWMY])$/.exec(days) ?? /^PT(\d+)([HMS])$/.exec(days);
  const weekday = /^XXXX(?:-(\d\d|XX))?-WXX-(\d(?:,\d)*)(?:-#(-?\d))?$/.exec(days);
  const dated = /^XXXX-(\d\d|XX)(?:-(\d\d|XX))?$/.exec(days);
  if (unit) {
    const small = days.startsWith('PT');
    const names: Readonly<Record<string, string>> = small
      ? { H: 'HOURLY', M: 'MINUTELY', S: 'SECONDLY' }
      : { D: 'DAILY', W: 'WEEKLY', M: 'MONTHLY', Y: 'YEARLY' };
    rule.set('FREQ', names[unit[2]!]!);
    if (unit[1] !== '1') rule.set('INTERVAL', unit[1]!);
  } else if (weekday) {
    const [, month, numbers, nth] = weekday;
    rule.set(
      'FREQ',
      nth === undefined ? 'WEEKLY' : month === 'XX' || month === undefined ? 'MONTHLY' : 'YEARLY',
    );
    rule.set(
      'BYDAY',
      numbers!
        .split(',')
        .map((n) => `${nth ?? ''}${DAY_CODES[Number(n) - 1]}`)
        .join(','),
    );
    if (month !== undefined && month !== 'XX') rule.set('BYMONTH', String(Number(month)));
  } else if (dated) {
    const [, month, day] = dated;
    rule.set('FREQ', month === 'XX' ? 'MONTHLY' : 'YEARLY');
    if (month !== 'XX') rule.set('BYMONTH', String(Number(month)));
    if (day !== undefined && day !== 'XX') rule.set('BYMONTHDAY', String(Number(day)));
  } else return null;
  const [hour, minute] = clock.split(':');
  if (hour && /^\d/.test(hour)) rule.set('BYHOUR', String(Number(hour)));
  if (minute && Number(minute) > 0) rule.set('BYMINUTE', String(Number(minute)));
  const { endPoint, count } = t.timex3;
  if (endPoint !== undefined) {
    const [y, m = '01', d = '01'] = endPoint.split('-');
    rule.set('UNTIL', `${y}${m}${d}T000000`);
  }
  if (count !== undefined) rule.set('COUNT', String(count));
  return rule;
}

function sameRule(expected: Expected, t: Timex): boolean {
  const ours = ruleOf(t);
  if (ours === null) return false;
  const gold = new Map((expected.value ?? '').split(';').map((part) => part.split('=') as [string, string]));
  gold.delete('INTERVAL1');
  if (gold.get('INTERVAL') === '1') gold.delete('INTERVAL');
  return gold.size === ours.size && [...gold].every(([name, value]) => ours.get(name) === value);
}

function sameSet(expected: Expected, t: Timex): boolean {
  const rule = ruleOf(t);
  if (rule === null) return false;
  const wanted = (name: string, value: number | undefined): boolean =>
    (rule.get(name) ?? null) === (value === undefined ? null : String(value));
  if (expected.weekday !== undefined && rule.get('BYDAY') !== DAY_CODES[expected.weekday - 1]) return false;
  return wanted('BYMONTH', expected.month) && wanted('BYHOUR', expected.hour);
}

const sameClock = (expected: Expected, t: Timex): boolean =>
  t.chronons[0]?.hour === expected.hour && (t.chronons[0]?.minute ?? 0) === (expected.minute ?? 0);

/** Whether what we make of the text is what the suite says. Where it names the phrase, only what lies on it counts. */
export function isRight(one: ForeignCase, timexes: readonly Timex[]): boolean {
  const { exp } = one;
  if (exp.kind === 'none') return timexes.length === 0;
  const at = one.phrase === undefined ? -1 : one.text.indexOf(one.phrase);
  const near = at < 0 ? timexes : timexes.filter((t) => t.start < at + one.phrase!.length && at < t.end);
  const ref = parseDct(one.ref.slice(0, 19))!;
  switch (exp.kind) {
    case 'found':
      return near.length > 0;
    case 'span':
      return near.some((t) => sameSpan(exp, t, ref));
    case 'duration':
      return near.some((t) => sameAmount(exp, t));
    case 'set':
      return near.some((t) => sameSet(exp, t));
    case 'rrule':
      return near.some((t) => sameRule(exp, t));
    case 'clock':
      return near.some((t) => sameClock(exp, t));
    default:
      return false;
  }
}

// --- what nobody can reach -------------------------------------------------------------------------------------------------------

const SEASON = /primavera|ver[ãa]o|outono|inverno/i;
const UNSAID =
  /manhã|tarde|noite|madrugada|meio|hora|\d\s*[h:]|\b(?:[àáa]s?|pelas?)\s|agora|instante|momento|dia$|até|antes|depois/i;

/**
 * Cases that ask for the convention of the suite that has them, by what they ask and not by which they are: another reader of Portuguese,
 * and other suites of this file, mean something else by the same words.
 */
const CONVENTIONS: readonly (readonly [string, (one: ForeignCase, ref: Chronon) => boolean])[] = [
  ['another language', ({ text }) => /(?<!\p{L})(?:chaque|every|the|el|los)(?!\p{L})/iu.test(text)],
  [
    'an hour of the dial is always that of the morning',
    ({ text, exp }, ref) =>
      exp.kind === 'span' &&
      ref.hour !== null &&
      ref.hour !== undefined &&
      ref.hour >= 12 &&
      (exp.start![3] ?? 12) < 12 &&
      dayOf(exp.start!) === dayNumber(ref.year!, ref.month!, ref.day!) + 1 &&
      (exp.start![3]! + 12) * 60 + exp.start![4]! > ref.hour * 60 + (ref.minute ?? 0) &&
      !/\d|manh[ãa]|madrugada|meia|noite/i.test(text),
  ],
  [
    'thirds of a period are counted to the hour',
    ({ text, exp }) =>
      exp.kind === 'span' &&
      exp.end !== undefined &&
      [exp.start!, exp.end].some((p) => hasTime(p) && secondsOf(p) % 86400 !== 0) &&
      /in[íi]cio|princ[íi]pio|come[çc]o|meados|metade|fi[mn]|final/i.test(text) &&
      !UNSAID.test(text.replace(/meados/i, '')),
  ],
  [
    'seasons are three whole months',
    ({ text, exp }) => exp.kind === 'span' && SEASON.test(text) && exp.start![2] === 1,
  ],
  [
    'a few are a number',
    ({ text, exp }) =>
      exp.kind === 'span' && /(?<!\p{L})(?:poucos|poucas|alguns|algumas|uns|umas) \p{L}/iu.test(text),
  ],
  [
    'a weekend begins before Saturday',
    ({ text, exp }) => {
      if (exp.kind !== 'span' || !/(?:fim|final) de semana/i.test(text)) return false;
      return (((dayOf(exp.start!) + 3) % 7) + 7) % 7 < 5;
    },
  ],
  [
    'the next and the last so many begin at the next full unit',
    ({ text, exp }, ref) =>
      exp.kind === 'span' &&
      exp.end !== undefined &&
      /(?:segundos|minutos|horas)/i.test(text) &&
      /pr[óo]xim/i.test(text) &&
      secondsOf(exp.start!) !== (ref.hour ?? 0) * 3600 + (ref.minute ?? 0) * 60 + (ref.second ?? 0),
  ],
  [
    'the next so many units begin today',
    ({ text, exp }, ref) =>
      exp.kind === 'span' &&
      exp.end !== undefined &&
      /pr[óo]xim[oa]s/i.test(text) &&
      /semanas|meses|anos/i.test(text) &&
      dayOf(exp.start!) === dayNumber(ref.year!, ref.month!, ref.day!),
  ],
  [
    'what comes again is the next time that it comes',
    ({ text, exp }) =>
      exp.kind === 'span' &&
      /(?<!\p{L})(?:tod[ao]s? |cada |aos |às (?:seg|ter|qua|qui|sex))/iu.test(text) &&
      /-?feira|s[áa]bado|domingo|fins de semana|segundas|ter[çc]as|quartas|quintas|sextas/i.test(text) &&
      !/todos os santos/i.test(text),
  ],
  [
    'midnight of a day is the moment at which it begins',
    ({ text, exp }, ref) =>
      exp.kind === 'span' &&
      /meia.?noite/i.test(text) &&
      secondsOf(exp.start!) === 0 &&
      (dayOf(exp.start!) === dayNumber(ref.year!, ref.month!, ref.day!) ||
        /feira|sexta|domingo|s[áa]bado/i.test(text)),
  ],
  [
    'the parts of a day, and of a part, have other hours',
    ({ text, exp }) =>
      exp.kind === 'span' &&
      exp.start!.length > 3 &&
      /(?:in[íi]cio|come[çc]o|meio|fim|final|[úu]ltimas horas|acabar) (?:d[aeo] )?(?:o )?(?:manhã|tarde|noite|dia)/i.test(
        text,
      ),
  ],
  [
    'what only vaguely lasts is nothing',
    ({ text, exp }) =>
      exp.kind === 'none' &&
      /(?<!\p{L})(?:um|uma|par de|depois d[aeo]|[úu]ltimos) (?:dias?|p[áa]scoa|minuto)/iu.test(text),
  ],
  [
    'the weeks of a month begin on its Mondays',
    ({ text, exp }) =>
      exp.kind === 'span' && /(?:primeira|segunda|terceira|quarta|quinta|[úu]ltima) semana de/i.test(text),
  ],
];

export interface Unreachable {
  readonly one: ForeignCase;
  readonly why: string;
}

/** Cases of which no reader can have all: of those that contradict each other all but the larger side, and those of a convention. */
export function unreachable(cases: readonly ForeignCase[]): readonly Unreachable[] {
  const out: Unreachable[] = [];
  const seen = new Set<ForeignCase>();
  const add = (one: ForeignCase, why: string): void => {
    if (seen.has(one)) return;
    seen.add(one);
    out.push({ one, why });
  };
  const groups = new Map<string, ForeignCase[]>();
  for (const one of cases) {
    const ref = parseDct(one.ref.slice(0, 19))!;
    const convention = CONVENTIONS.find(([, asks]) => asks(one, ref));
    if (convention) {
      add(one, convention[0]);
      continue;
    }
    const key = `${one.text.trim().toLowerCase()}|${one.ref}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  const said = ({ exp }: ForeignCase): string =>
    `${exp.kind} ${JSON.stringify(exp.start?.slice(0, 3) ?? exp.value ?? '')}`;
  for (const group of groups.values()) {
    const sides = new Map<string, number>();
    for (const one of group) sides.set(said(one), (sides.get(said(one)) ?? 0) + 1);
    const [kept] = [...sides].sort((a, b) => b[1] - a[1])[0]!;
    for (const one of group) if (said(one) !== kept) add(one, 'contradicts another case of the file');
  }
  return out;
}

/** What we say of the case, under the profile of this file. */
export function read(one: ForeignCase): readonly Timex[] {
  return annotateText(one.text, { dct: parseDct(one.ref.slice(0, 19)), profile: FOREIGN_PROFILE });
}
