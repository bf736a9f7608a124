/**
 * The date resolver: expressions to chronons, in reading order. What an expression needs (the document's date, the last date of the text)
 * is looked up here and recorded, so that another document date only means running this again over the same annotations.
 */
import {
  addMonths,
  addMonthsToDay,
  civilDay,
  type DayRange,
  dayNumber,
  daysInMonth,
  easter,
  isoWeek,
  isRealDay,
  mondayOf,
  mondayOfWeek,
  nthWeekday,
  weekday as weekdayOf,
} from './calendar.ts';
import {
  type Chronon,
  type ClockTime,
  chronon,
  chrononOfDay,
  dayOfChronon,
  formatChronon,
  parseChronon,
  rangeOfChronon,
} from './chronon.ts';
import type {
  ClockExpression,
  DateExpression,
  Expression,
  HolidayExpression,
  OffsetExpression,
  SeasonExpression,
  UnitName,
} from './expression.ts';
import { EVENTS, HOLIDAYS } from './locales/pt/holidays.ts';
import { periodCodeOf } from './locales/pt/meaning.ts';
import { MODERN, type TimeProfile } from './profile.ts';
import type { Tense } from './tense.ts';
import type { Part, Timex, Timex3, UsedAnchor } from './timex.ts';

export interface ResolveOptions {
  readonly dct?: Chronon | null;
  readonly profile?: TimeProfile;
  /** Section of each block; without it the whole text is one section. */
  readonly sectionOf?: (blockIndex: number) => number;
}

/** What an expression comes to. */
interface Value {
  readonly lo: Chronon;
  readonly hi: Chronon | null;
  readonly value: string;
  readonly rule: string;
  readonly anchor: UsedAnchor | null;
  readonly implied: readonly Part[];
  readonly mod?: string;
  readonly low?: boolean;
  readonly exact?: Chronon;
  readonly time?: boolean;
}

interface Focus {
  readonly chronon: Chronon;
  readonly timexId: number;
  readonly block: number;
  readonly section: number;
  readonly sentence: number;
}

interface Context {
  readonly dct: Chronon | null;
  readonly dctDay: number | null;
  readonly profile: TimeProfile;
  readonly focuses: readonly Focus[];
  readonly block: number;
  readonly section: number;
  readonly sentence: number;
  readonly tense: Tense | null;
  /** A later date with a year in the same sentence. */
  readonly ahead: () => { year: number; timexId: number } | null;
}

/** Focuses kept: an expression looks back to the last one, or to the last with a day. */
const MEMORY = 64;

/** Resolves annotated expressions; the input is not changed. */
export function resolve(timexes: readonly Timex[], options: ResolveOptions = {}): Timex[] {
  const profile = options.profile ?? MODERN;
  const dct = options.dct ?? null;
  const sectionOf = options.sectionOf ?? (() => 0);
  const focuses: Focus[] = [];
  const out: Timex[] = [];
  for (let i = 0; i < timexes.length; i++) {
    const t = timexes[i]!;
    if (t.expression.kind === 'event' && !profile.events) continue;
    const section = sectionOf(t.blockIndex);
    const ctx: Context = {
      dct,
      dctDay: dct ? dayOfChronon(dct) : null,
      profile,
      focuses,
      block: t.blockIndex,
      section,
      sentence: t.sentence,
      tense: profile.useTense ? t.tense : null,
      ahead: () => {
        for (let j = i + 1; j < timexes.length && j < i + 8; j++) {
          const other = timexes[j]!;
          if (other.blockIndex !== t.blockIndex || other.sentence !== t.sentence) break;
          const year = yearSaid(other.expression);
          if (year !== null) return { year, timexId: other.id };
        }
        return null;
      },
    };
    const value = t.type === 'CALENDAR_REF' ? evaluate(t.expression, ctx) : null;
    const chronons = value ? (value.hi ? [value.lo, value.hi] : [value.lo]) : [];
    // A point of which not even the year or month is known places nothing.
    const resolved = chronons.length > 0;
    out.push({
      ...t,
      chronons,
      resolved,
      timex3: timex3Of(t, value),
      anchor: value?.anchor ?? null,
      rule: value?.rule ?? (t.type === 'CALENDAR_REF' ? 'unresolved' : t.type.toLowerCase()),
      known: value ? knownParts(value) : [],
      implied: value?.implied ?? [],
      low:
        value?.low === true ||
        value?.mod === 'APPROX' ||
        (t.expression.kind === 'duration' && t.expression.approximate === true),
      ...(value?.exact ? { exact: value.exact } : {}),
    });
    const last = chronons[chronons.length - 1];
    if (last && last.year !== null) {
      focuses.push({ chronon: last, timexId: t.id, block: t.blockIndex, section, sentence: t.sentence });
      if (focuses.length > MEMORY) focuses.splice(0, MEMORY / 2);
    }
  }
  return out;
}

/** Reads a document date: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, with an hour if there is one. */
export function parseDct(text: string): Chronon | null {
  const c = parseChronon(text.trim().replace(/(?:Z|[+-]\d{2}:?\d{2})$/, ''));
  return c && c.year !== null ? c : null;
}

function yearSaid(e: Expression): number | null {
  switch (e.kind) {
    case 'date':
    case 'season':
    case 'holiday':
      return e.year;
    case 'moment':
      return yearSaid(e.day);
    case 'range':
      return yearSaid(e.to) ?? yearSaid(e.from);
    case 'open':
    case 'edge':
      return yearSaid(e.of);
    default:
      return null;
  }
}

function knownParts(v: Value): Part[] {
  const out: Part[] = [];
  for (const part of ['year', 'month', 'day', 'hour', 'minute', 'second'] as const) {
    if (v.lo[part] !== null && v.lo[part] !== undefined && !v.implied.includes(part)) out.push(part);
  }
  return out;
}

// --- anchors -----------------------------------------------------------------------------------------------------------------------

const dctAnchor = (ctx: Context): UsedAnchor => ({ kind: 'dct', at: formatChronon(ctx.dct!) });
const textAnchor = (f: Focus): UsedAnchor => ({
  kind: 'text',
  timexId: f.timexId,
  at: formatChronon(f.chronon),
});

function lastFocus(ctx: Context): Focus | null {
  return ctx.focuses[ctx.focuses.length - 1] ?? null;
}

/** The last date of the section that is at least as fine as asked; never a finer one invented from a coarse one. */
function focusWith(ctx: Context, part: 'month' | 'day'): Focus | null {
  for (let i = ctx.focuses.length - 1; i >= 0; i--) {
    const f = ctx.focuses[i]!;
    if (f.chronon[part] !== null) return i === ctx.focuses.length - 1 || f.section === ctx.section ? f : null;
    if (f.section !== ctx.section) return null;
  }
  return null;
}

// --- evaluation --------------------------------------------------------------------------------------------------------------------

function evaluate(e: Expression, ctx: Context): Value | null {
  switch (e.kind) {
    case 'date':
      return evaluateDate(e, ctx);
    case 'clock':
      return evaluateClock(e, ctx);
    case 'moment':
      return evaluateMoment(e, ctx);
    case 'offset':
      return evaluateOffset(e, ctx);
    case 'window':
      return evaluateWindow(e, ctx);
    case 'weekday':
      return evaluateWeekday(e, ctx);
    case 'month-day':
      return evaluateMonthDay(e, ctx);
    case 'now': {
      if (!ctx.dct) return null;
      return {
        lo: ctx.dct,
        hi: null,
        value: formatValue(ctx.dct),
        rule: 'agora',
        anchor: dctAnchor(ctx),
        implied: partsOf(ctx.dct),
      };
    }
    case 'century': {
      const n = e.century;
      const lo = n > 0 ? 100 * (n - 1) + 1 : 100 * n + 1;
      const hi = n > 0 ? 100 * n : 100 * (n + 1);
      return years(lo, hi, n > 0 ? pad(n - 1, 2) : `BC${pad(-n - 1, 2)}`, 'século');
    }
    case 'millennium': {
      const n = e.millennium;
      const lo = n > 0 ? 1000 * (n - 1) + 1 : 1000 * n + 1;
      return years(lo, lo + 999, n > 0 ? String(n - 1) : `BC${-n - 1}`, 'milénio');
    }
    case 'decade':
      return years(e.start, e.start + 9, String(Math.floor(e.start / 10)), 'década');
    case 'season':
      return evaluateSeason(e, ctx);
    case 'holiday':
      return evaluateHoliday(e, ctx);
    case 'event': {
      const event = EVENTS.find((known) => known.name === e.name);
      if (!event) return null;
      const lo = parseChronon(event.start)!;
      const hi = event.end === event.start ? null : parseChronon(event.end)!;
      return {
        lo,
        hi,
        value: hi ? `${event.start}/${event.end}` : event.start,
        rule: 'acontecimento',
        anchor: null,
        implied: partsOf(lo),
      };
    }
    case 'nth':
      return evaluateNth(e, ctx);
    case 'nth-weekday': {
      const of = evaluate(e.of, ctx);
      if (!of || of.lo.year === null || of.lo.month === null) return null;
      const day = nthWeekday(of.lo.year, of.lo.month, e.weekday, e.n);
      if (civilDay(day).month !== of.lo.month) return null;
      const lo = chrononOfDay(day);
      return { ...of, lo, hi: null, value: formatValue(lo), rule: 'enésimo dia da semana' };
    }
    case 'iso-week': {
      const of = e.of ? evaluate(e.of, ctx) : null;
      const year = of?.lo.year ?? ctx.dct?.year ?? null;
      if (year === null) return null;
      return {
        ...weekValue(mondayOfWeek(year, e.week), 1),
        rule: 'semana n',
        anchor: of?.anchor ?? null,
        implied: of?.implied ?? ['year'],
      };
    }
    case 'edge':
      return evaluateEdge(e, ctx);
    case 'range':
      return evaluateRange(e.from, e.to, ctx);
    case 'open': {
      const of = evaluate(e.of, ctx);
      if (!of) return null;
      const mod = { before: 'BEFORE', after: 'AFTER', until: 'BEFORE', since: 'AFTER', about: 'APPROX' }[
        e.side
      ];
      return { ...of, mod };
    }
    case 'shift': {
      const of = evaluate(e.of, ctx);
      return of ? shifted(of, e.unit, e.n) : null;
    }
    default:
      return null;
  }
}

function partsOf(c: Chronon): Part[] {
  return (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).filter(
    (p) => c[p] !== null && c[p] !== undefined,
  );
}

function pad(n: number, width: number): string {
  return String(n).padStart(width, '0');
}

function years(lo: number, hi: number, value: string, rule: string): Value {
  return { lo: chronon(lo), hi: chronon(hi), value, rule, anchor: null, implied: [] };
}

/** TIMEX3 value of a chronon: trailing unknown parts are left out. */
export function formatValue(c: Chronon): string {
  const year = c.year === null ? 'XXXX' : c.year <= 0 ? `BC${pad(1 - c.year, 4)}` : pad(c.year, 4);
  const clock =
    c.hour === null || c.hour === undefined
      ? ''
      : `T${pad(c.hour, 2)}${c.minute === null || c.minute === undefined ? '' : `:${pad(c.minute, 2)}`}${c.second === null || c.second === undefined ? '' : `:${pad(c.second, 2)}`}`;
  if (c.month === null) return clock === '' ? year : `${year}-XX-XX${clock}`;
  if (c.day === null)
    return clock === '' ? `${year}-${pad(c.month, 2)}` : `${year}-${pad(c.month, 2)}-XX${clock}`;
  return `${year}-${pad(c.month, 2)}-${pad(c.day, 2)}${clock}`;
}

/** Rule Y: the year of a date that has none. */
function completeYear(
  ctx: Context,
  month: number,
  day: number | null,
  side: 'past' | 'future' | 'this' | undefined,
): { year: number; anchor: UsedAnchor; rule: string } | null {
  const exists = (year: number): boolean => day === null || isRealDay(year, month, day);
  if (!side && ctx.profile.yearFromText) {
    const f = lastFocus(ctx);
    if (
      f &&
      f.chronon.year !== null &&
      (f.block === ctx.block || f.section === ctx.section) &&
      exists(f.chronon.year)
    ) {
      return { year: f.chronon.year, anchor: textAnchor(f), rule: 'Y1 ano do texto' };
    }
  }
  const dct = ctx.dct;
  if (dct && dct.year !== null) {
    const anchor = dctAnchor(ctx);
    if (side === 'this') return { year: dct.year, anchor, rule: 'ano do documento' };
    if (dct.month === null)
      return exists(dct.year) ? { year: dct.year, anchor, rule: 'Y2 ano do documento' } : null;
    const reference =
      day === null ? dct.year * 12 + dct.month : dayNumber(dct.year, dct.month, dct.day ?? 15);
    const wanted = side ?? ctx.tense ?? (ctx.profile.undated === 'future' ? 'future' : null);
    let best: number | null = null;
    let bestDistance = Number.POSITIVE_INFINITY;
    // A leap day may be four years away, eight around a secular year.
    const reach = month === 2 && day === 29 ? 8 : 1;
    for (let year = dct.year - reach; year <= dct.year + reach; year++) {
      if (!exists(year)) continue;
      const at = day === null ? year * 12 + month : dayNumber(year, month, day);
      const delta = at - reference;
      if (wanted === 'past' && delta > 0) continue;
      if (wanted === 'future' && delta < 0) continue;
      if (side && delta === 0) continue;
      // Past on ties: years are tried in ascending order.
      if (Math.abs(delta) < bestDistance) {
        bestDistance = Math.abs(delta);
        best = year;
      }
    }
    if (best !== null)
      return {
        year: best,
        anchor,
        rule: wanted ? `Y2 ${wanted === 'past' ? 'passado' : 'futuro'}` : 'Y2 mais próximo',
      };
  }
  if (!side && ctx.profile.yearFromText) {
    const ahead = ctx.ahead();
    if (ahead && exists(ahead.year))
      return {
        year: ahead.year,
        anchor: { kind: 'text', timexId: ahead.timexId, at: pad(ahead.year, 4) },
        rule: 'Y ano da frase',
      };
  }
  return null;
}

function evaluateDate(e: DateExpression, ctx: Context): Value | null {
  if (e.year !== null || (e.month === null && !e.yearOf)) {
    if (e.year === null) return null;
    const lo = chronon(e.year, e.month, e.day);
    return { lo, hi: null, value: formatValue(lo), rule: 'data explícita', anchor: null, implied: [] };
  }
  let year: number | null = null;
  let anchor: UsedAnchor | null = null;
  let rule = 'data sem ano';
  if (e.yearOf) {
    const of = evaluate(e.yearOf, ctx);
    year = of?.lo.year ?? null;
    anchor = of?.anchor ?? null;
    rule = of ? `ano: ${of.rule}` : rule;
  } else {
    const found = completeYear(ctx, e.month!, e.day, e.side);
    if (found) {
      year = found.year;
      anchor = found.anchor;
      rule = found.rule;
    }
  }
  if (year !== null && e.day !== null && !isRealDay(year, e.month!, e.day)) year = null;
  const lo = chronon(year, e.month, e.day);
  return { lo, hi: null, value: formatValue(lo), rule, anchor, implied: year === null ? [] : ['year'] };
}

function clockTime(e: ClockExpression): ClockTime {
  return { hour: e.hour, minute: e.minute, second: e.second };
}

function withTime(day: number, e: ClockExpression): Chronon {
  // 24:00 is the first moment of the next day.
  return e.hour === 24
    ? chrononOfDay(day + 1, { hour: 0, minute: e.minute ?? 0, second: e.second })
    : chrononOfDay(day, clockTime(e));
}

/** The half of the dial that is meant on the day of writing: the next time the hand comes there. */
function onDial(e: ClockExpression, ctx: Context, day: number): ClockExpression {
  const dct = ctx.dct;
  if (!e.dial || !dct || dct.hour === undefined || dct.hour === null || ctx.dctDay !== day || e.hour >= 12)
    return e;
  const now = dct.hour * 60 + (dct.minute ?? 0);
  const then = e.hour * 60 + (e.minute ?? 0);
  return then < now ? { ...e, hour: e.hour + 12 } : e;
}

function evaluateClock(e: ClockExpression, ctx: Context): Value | null {
  for (let i = ctx.focuses.length - 1; i >= 0; i--) {
    const f = ctx.focuses[i]!;
    if (f.block !== ctx.block || f.sentence !== ctx.sentence) break;
    const day = dayOfChronon(f.chronon);
    if (day === null) continue;
    const lo = withTime(day, e);
    return {
      lo,
      hi: null,
      value: formatValue(lo),
      rule: 'hora da data da frase',
      anchor: textAnchor(f),
      implied: ['year', 'month', 'day'],
      time: true,
    };
  }
  if (ctx.profile.clockAlone === 'dct' && ctx.dctDay !== null) {
    const said = onDial(e, ctx, ctx.dctDay);
    const lo = withTime(ctx.dctDay, said);
    return {
      lo,
      hi: null,
      value: formatValue(lo),
      rule: 'hora do dia do documento',
      anchor: dctAnchor(ctx),
      implied: ['year', 'month', 'day'],
      time: true,
    };
  }
  return null;
}

const PART_CODES = { dawn: 'TDA', morning: 'TMO', afternoon: 'TAF', evening: 'TNI', noon: 'TMI' } as const;

function evaluateMoment(e: Extract<Expression, { kind: 'moment' }>, ctx: Context): Value | null {
  const day = evaluate(e.day, ctx);
  if (!day) return null;
  const at = dayOfChronon(day.lo);
  if (e.time.kind === 'part-of-day') {
    return { ...day, value: `${day.value}${PART_CODES[e.time.part]}`, time: true };
  }
  if (at === null) {
    // The day of a year that is not known still has its hour.
    const lo: Chronon = { ...day.lo, hour: e.time.hour, minute: e.time.minute, second: e.time.second };
    return { ...day, lo, value: formatValue(lo), time: true };
  }
  const lo = withTime(at, onDial(e.time, ctx, at));
  return { ...day, lo, hi: null, value: formatValue(lo), time: true };
}

function monday(day: number): number {
  return mondayOf(day);
}

function weekValue(start: number, weeks: number): Value {
  const end = start + 7 * weeks - 1;
  const { year, week } = isoWeek(start);
  return {
    lo: chrononOfDay(start),
    hi: chrononOfDay(end),
    value:
      weeks === 1
        ? `${pad(year, 4)}-W${pad(week, 2)}`
        : `${formatValue(chrononOfDay(start))}/${formatValue(chrononOfDay(end))}`,
    rule: 'semana',
    anchor: null,
    implied: ['year', 'month', 'day'],
  };
}

const MONTHS_IN: Partial<Record<UnitName, number>> = {
  month: 1,
  bimester: 2,
  quarter: 3,
  fourmonths: 4,
  semester: 6,
};
const YEARS_IN: Partial<Record<UnitName, number>> = {
  year: 1,
  biennium: 2,
  triennium: 3,
  quadrennium: 4,
  lustrum: 5,
  decade: 10,
  century: 100,
  millennium: 1000,
  fiveyears: 5,
};
const SECONDS_IN: Partial<Record<UnitName, number>> = { second: 1, minute: 60, halfhour: 1800, hour: 3600 };

/** The n-th block of `size` months counted from January of year 0, as an interval (a point when it is one month). */
function monthBlock(size: number, index: number): Value {
  const startMonth = index * size;
  const a = { year: Math.floor(startMonth / 12), month: (((startMonth % 12) + 12) % 12) + 1 };
  const lo = chronon(a.year, a.month);
  if (size === 1)
    return { lo, hi: null, value: formatValue(lo), rule: 'mês', anchor: null, implied: ['year', 'month'] };
  const b = addMonths(a.year, a.month, size - 1);
  const hi = chronon(b.year, b.month);
  const ordinal = Math.floor((a.month - 1) / size) + 1;
  const value =
    size === 3
      ? `${pad(a.year, 4)}-Q${ordinal}`
      : size === 6
        ? `${pad(a.year, 4)}-H${ordinal}`
        : `${formatValue(lo)}/${formatValue(hi)}`;
  return { lo, hi, value, rule: 'período', anchor: null, implied: ['year', 'month'] };
}

function evaluateOffset(e: OffsetExpression, ctx: Context): Value | null {
  let base: Chronon | null = null;
  let anchor: UsedAnchor | null = null;
  let low = false;
  if (e.anchor === 'dct') {
    if (!ctx.dct) return null;
    base = ctx.dct;
    anchor = dctAnchor(ctx);
  } else {
    const needsDay =
      e.unit === 'day' ||
      e.unit === 'week' ||
      e.unit === 'weekend' ||
      e.unit === 'fortnight' ||
      SECONDS_IN[e.unit] !== undefined;
    const needsMonth = MONTHS_IN[e.unit] !== undefined;
    const f = needsDay ? focusWith(ctx, 'day') : needsMonth ? focusWith(ctx, 'month') : lastFocus(ctx);
    if (f) {
      base = f.chronon;
      anchor = textAnchor(f);
    } else if (e.loose && ctx.profile.anaphoricFallback === 'dct' && ctx.dct && ctx.focuses.length === 0) {
      base = ctx.dct;
      anchor = dctAnchor(ctx);
      low = true;
      if (e.by === 'counted')
        return evaluateWindow({ kind: 'window', unit: e.unit, n: -Math.abs(e.n), anchor: 'dct' }, ctx);
    }
  }
  if (!base || !anchor || base.year === null) return null;
  const v = e.by === 'aligned' ? aligned(base, e) : counted(base, e);
  if (!v) return null;
  const rule = `${e.anchor === 'dct' ? 'documento' : 'texto'} ${e.n >= 0 ? '+' : '−'}${Math.abs(e.n)} ${e.unit}`;
  return { ...v, anchor, rule, ...(low ? { low } : {}) };
}

function aligned(base: Chronon, e: OffsetExpression): Value | null {
  const { unit, n } = e;
  const year = base.year!;
  const yearsIn = YEARS_IN[unit];
  if (yearsIn !== undefined) {
    if (unit === 'century') {
      const century = Math.floor((year - 1) / 100) + 1 + n;
      return years(100 * (century - 1) + 1, 100 * century, pad(century - 1, 2), 'século');
    }
    if (yearsIn > 1) {
      const start = (Math.floor(year / yearsIn) + n) * yearsIn;
      return years(
        start,
        start + yearsIn - 1,
        unit === 'decade'
          ? String(Math.floor(start / 10))
          : `${pad(start, 4)}/${pad(start + yearsIn - 1, 4)}`,
        'anos',
      );
    }
    const lo = chronon(year + n);
    const value =
      e.kindOfYear === 'school'
        ? `SY${year + n}`
        : e.kindOfYear === 'fiscal'
          ? `FY${year + n}`
          : formatValue(lo);
    return { lo, hi: null, value, rule: 'ano', anchor: null, implied: ['year'] };
  }
  const monthsIn = MONTHS_IN[unit];
  if (monthsIn !== undefined) {
    if (base.month === null) return null;
    return monthBlock(monthsIn, Math.floor((year * 12 + base.month - 1) / monthsIn) + n);
  }
  const day = dayOfChronon(base);
  if (day === null) return null;
  if (unit === 'day') {
    const lo = chrononOfDay(day + n);
    return {
      lo,
      hi: null,
      value: formatValue(lo),
      rule: 'dia',
      anchor: null,
      implied: ['year', 'month', 'day'],
    };
  }
  if (unit === 'week') return weekValue(monday(day) + 7 * n, 1);
  if (unit === 'weekend') {
    const saturday = monday(day) + 5 + 7 * n;
    const { year: y, week } = isoWeek(saturday);
    return {
      lo: chrononOfDay(saturday),
      hi: chrononOfDay(saturday + 1),
      value: `${pad(y, 4)}-W${pad(week, 2)}-WE`,
      rule: 'fim de semana',
      anchor: null,
      implied: ['year', 'month', 'day'],
    };
  }
  if (unit === 'fortnight') {
    const c = civilDay(day);
    const index = (c.year * 12 + c.month - 1) * 2 + (c.day > 15 ? 1 : 0) + n;
    return fortnight(index);
  }
  if (SECONDS_IN[unit] !== undefined) return clockShift(base, unit, n);
  return null;
}

function fortnight(index: number): Value {
  const months = Math.floor(index / 2);
  const year = Math.floor(months / 12);
  const month = (((months % 12) + 12) % 12) + 1;
  const second = ((index % 2) + 2) % 2 === 1;
  const lo = chronon(year, month, second ? 16 : 1);
  const hi = chronon(year, month, second ? daysInMonth(year, month) : 15);
  return {
    lo,
    hi,
    value: `${formatValue(lo)}/${formatValue(hi)}`,
    rule: 'quinzena',
    anchor: null,
    implied: ['year', 'month', 'day'],
  };
}

/** Seconds of the day, carried over midnight. */
function clockShift(base: Chronon, unit: UnitName, n: number): Value | null {
  const day = dayOfChronon(base);
  if (day === null || base.hour === undefined || base.hour === null) return null;
  const total =
    base.hour * 3600 + (base.minute ?? 0) * 60 + (base.second ?? 0) + Math.round(n * SECONDS_IN[unit]!);
  const carry = Math.floor(total / 86400);
  const rest = total - carry * 86400;
  const exact = chrononOfDay(day + carry, {
    hour: Math.floor(rest / 3600),
    minute: Math.floor((rest % 3600) / 60),
    second: rest % 60,
  });
  const lo =
    unit === 'second' || base.second
      ? exact
      : chrononOfDay(day + carry, { hour: exact.hour!, minute: exact.minute! });
  return {
    lo,
    hi: null,
    value: formatValue(lo),
    rule: 'hora',
    anchor: null,
    implied: partsOf(lo),
    time: true,
  };
}

function counted(base: Chronon, e: OffsetExpression): Value | null {
  const year = base.year!;
  const day = dayOfChronon(base);
  const yearsIn = YEARS_IN[e.unit];
  const monthsIn = MONTHS_IN[e.unit];
  const extra = e.finer ? (MONTHS_IN[e.finer.unit] ?? 0) * e.finer.n : 0;
  const n = e.n;
  if (yearsIn !== undefined) {
    const months = Math.round(n * yearsIn * 12) + extra;
    const exact = day === null ? undefined : chrononOfDay(addMonthsToDay(day, months));
    if (months % 12 !== 0) {
      if (base.month === null) return null;
      const to = addMonths(year, base.month, months);
      const lo = chronon(to.year, to.month);
      return {
        lo,
        hi: null,
        value: formatValue(lo),
        rule: '',
        anchor: null,
        implied: ['year', 'month'],
        ...(exact ? { exact } : {}),
      };
    }
    const lo = chronon(year + months / 12);
    return {
      lo,
      hi: null,
      value: formatValue(lo),
      rule: '',
      anchor: null,
      implied: ['year'],
      ...(exact ? { exact } : {}),
    };
  }
  if (monthsIn !== undefined) {
    if (base.month === null) return null;
    const months = Math.round(n * monthsIn);
    const to = addMonths(year, base.month, months);
    const lo = chronon(to.year, to.month);
    let at = day === null ? null : addMonthsToDay(day, months);
    if (at !== null && e.finer?.unit === 'day') at += e.finer.n;
    return {
      lo,
      hi: null,
      value: formatValue(lo),
      rule: '',
      anchor: null,
      implied: ['year', 'month'],
      ...(at === null ? {} : { exact: chrononOfDay(at) }),
    };
  }
  if (SECONDS_IN[e.unit] !== undefined)
    return clockShift(
      base,
      e.unit,
      n + (e.finer ? ((SECONDS_IN[e.finer.unit] ?? 0) * e.finer.n) / SECONDS_IN[e.unit]! : 0),
    );
  if (day === null) return null;
  const size = e.unit === 'week' || e.unit === 'weekend' ? 7 : e.unit === 'fortnight' ? 15 : 1;
  const lo = chrononOfDay(day + Math.round(n * size) + (e.finer?.unit === 'day' ? e.finer.n : 0));
  return { lo, hi: null, value: formatValue(lo), rule: '', anchor: null, implied: ['year', 'month', 'day'] };
}

function shifted(of: Value, unit: UnitName, n: number): Value | null {
  const base = n > 0 ? (of.hi ?? of.lo) : of.lo;
  if (base.year === null) return null;
  const v = counted(base, { kind: 'offset', unit, n, anchor: 'focus', by: 'counted' });
  if (!v) return null;
  // From a day, months and years are counted to the day.
  const lo = v.exact && dayOfChronon(base) !== null ? v.exact : v.lo;
  return {
    ...v,
    lo,
    value: formatValue(lo),
    anchor: of.anchor,
    rule: `${of.rule} ${n >= 0 ? '+' : '−'}${Math.abs(n)} ${unit}`,
  };
}

function evaluateWindow(e: Extract<Expression, { kind: 'window' }>, ctx: Context): Value | null {
  let base: Chronon | null = ctx.dct;
  let anchor: UsedAnchor | null = base ? dctAnchor(ctx) : null;
  if (e.anchor === 'focus') {
    const f = lastFocus(ctx);
    if (f) {
      base = f.chronon;
      anchor = textAnchor(f);
    } else if (ctx.profile.anaphoricFallback === 'none') return null;
  }
  if (!base || base.year === null) return null;
  const n = Math.abs(e.n);
  const past = e.n < 0;
  const pair = (first: Value | null, last: Value | null): Value | null => {
    if (!first || !last) return null;
    const hi = last.hi ?? last.lo;
    return {
      lo: first.lo,
      hi,
      value: `${formatValue(first.lo)}/${formatValue(hi)}`,
      rule: `${past ? 'últimos' : 'próximos'} ${n} ${e.unit}`,
      anchor,
      implied: first.implied,
    };
  };
  const step = (k: number): OffsetExpression => ({
    kind: 'offset',
    unit: e.unit,
    n: k,
    anchor: 'dct',
    by: 'aligned',
  });
  if (SECONDS_IN[e.unit] !== undefined) {
    const v = clockShift(base, e.unit, e.n);
    const now = {
      ...chrononOfDay(dayOfChronon(base) ?? 0, { hour: base.hour ?? 0, minute: base.minute ?? 0 }),
    };
    if (!v) return null;
    return past
      ? { ...v, hi: now, anchor, value: `${v.value}/${formatValue(now)}` }
      : { ...v, lo: now, hi: v.lo, anchor, value: `${formatValue(now)}/${v.value}` };
  }
  return past
    ? pair(aligned(base, step(-n)), aligned(base, step(-1)))
    : pair(aligned(base, step(1)), aligned(base, step(n)));
}

function evaluateWeekday(e: Extract<Expression, { kind: 'weekday' }>, ctx: Context): Value | null {
  let day = ctx.dctDay;
  let anchor: UsedAnchor | null = day === null ? null : dctAnchor(ctx);
  let which: string = e.which;
  if (which === 'after' || which === 'before') {
    const f = focusWith(ctx, 'day');
    if (f) {
      day = dayOfChronon(f.chronon);
      anchor = textAnchor(f);
    }
    which = which === 'after' ? 'next' : 'last';
  }
  if (day === null) return null;
  const today = weekdayOf(day);
  const ahead = (e.weekday - today + 7) % 7;
  let at: number;
  let rule = `dia da semana: ${e.which}`;
  if (e.week !== undefined) at = mondayOf(day) + 7 * e.week + e.weekday - 1;
  else if (which === 'this') at = mondayOf(day) + e.weekday - 1;
  else if (which === 'last') at = day - ((today - e.weekday + 7) % 7 || 7);
  else if (which === 'next') at = day + (ahead || 7);
  else if (which === 'coming')
    at = day + (ahead <= 1 ? ahead + 7 : ahead); // tomorrow is called tomorrow
  else if (ctx.tense === 'past') {
    at = day - ((today - e.weekday + 7) % 7);
    rule = 'dia da semana: verbo no passado';
  } else if (ctx.tense === 'future') {
    at = day + ahead;
    rule = 'dia da semana: verbo no futuro';
  } else at = day + (ahead || 7);
  const lo = chrononOfDay(at);
  return { lo, hi: null, value: formatValue(lo), rule, anchor, implied: ['year', 'month', 'day'] };
}

function evaluateMonthDay(e: Extract<Expression, { kind: 'month-day' }>, ctx: Context): Value | null {
  const parts: Part[] = ['year', 'month'];
  const result = (year: number, month: number, anchor: UsedAnchor, rule: string): Value | null => {
    if (!isRealDay(year, month, e.day)) return null;
    const lo = chronon(year, month, e.day);
    return { lo, hi: null, value: formatValue(lo), rule, anchor, implied: parts };
  };
  if (e.months === undefined && e.which === 'bare' && ctx.profile.yearFromText && e.weekday === undefined) {
    const f = focusWith(ctx, 'month');
    if (f && f.chronon.year !== null && f.section === ctx.section)
      return result(f.chronon.year, f.chronon.month!, textAnchor(f), 'dia do mês do texto');
  }
  const dct = ctx.dct;
  if (!dct || dct.year === null || dct.month === null) return null;
  const anchor = dctAnchor(ctx);
  if (e.months !== undefined) {
    const to = addMonths(dct.year, dct.month, e.months);
    return result(to.year, to.month, anchor, 'dia do mês relativo');
  }
  const reference = dayNumber(dct.year, dct.month, dct.day ?? 15);
  const wanted = e.which === 'next' ? 'future' : e.which === 'last' ? 'past' : ctx.tense;
  let best: { year: number; month: number; distance: number } | null = null;
  // A weekday with its number comes back within a few months; without one the neighbouring months are enough.
  const reach = e.weekday === undefined ? 2 : 14;
  for (let k = -reach; k <= reach; k++) {
    const to = addMonths(dct.year, dct.month, k);
    if (!isRealDay(to.year, to.month, e.day)) continue;
    const at = dayNumber(to.year, to.month, e.day);
    if (e.weekday !== undefined && weekdayOf(at) !== e.weekday) continue;
    if (wanted === 'past' && at > reference) continue;
    if (wanted === 'future' && at < reference) continue;
    const distance =
      Math.abs(at - reference) + (wanted === null && e.weekday === undefined && at < reference ? 1000 : 0);
    if (!best || distance < best.distance) best = { ...to, distance };
  }
  return best ? result(best.year, best.month, anchor, 'dia do mês') : null;
}

const SEASON_CODES = ['SP', 'SU', 'FA', 'WI'] as const;

/** Days of a season that begins in a year. In the south the four ranges carry the name of the opposite season. */
function seasonRange(season: number, year: number, southern: boolean): DayRange {
  const s = southern ? (season + 2) % 4 : season;
  switch (s) {
    case 0:
      return { start: dayNumber(year, 3, 20), end: dayNumber(year, 6, 20) };
    case 1:
      return { start: dayNumber(year, 6, 21), end: dayNumber(year, 9, 22) };
    case 2:
      return { start: dayNumber(year, 9, 23), end: dayNumber(year, 12, 20) };
    default:
      return { start: dayNumber(year, 12, 21), end: dayNumber(year + 1, 3, 19) };
  }
}

function evaluateSeason(e: SeasonExpression, ctx: Context): Value | null {
  const southern = ctx.profile.locale === 'pt-BR';
  let year = e.year;
  let anchor: UsedAnchor | null = null;
  const implied: Part[] = ['month', 'day'];
  if (year === null) {
    implied.unshift('year');
    if (e.yearOf) {
      const of = evaluate(e.yearOf, ctx);
      year = of?.lo.year ?? null;
      anchor = of?.anchor ?? null;
    } else {
      const f = lastFocus(ctx);
      if (
        (e.side === 'focus' || (e.side === undefined && ctx.profile.yearFromText)) &&
        f &&
        f.section === ctx.section
      ) {
        year = f.chronon.year;
        anchor = textAnchor(f);
      } else if (ctx.dctDay !== null) {
        anchor = dctAnchor(ctx);
        const day = ctx.dctDay;
        const wanted =
          e.side === 'past' ? 'past' : e.side === 'future' ? 'future' : e.side === 'this' ? null : ctx.tense;
        let best = Number.POSITIVE_INFINITY;
        for (let y = ctx.dct!.year! - 2; y <= ctx.dct!.year! + 2; y++) {
          const r = seasonRange(e.season, y, southern);
          if (wanted === 'past' && (e.side ? r.end >= day : r.start > day)) continue;
          if (wanted === 'future' && (e.side ? r.start <= day : r.end < day)) continue;
          const distance = day < r.start ? r.start - day : day > r.end ? day - r.end : 0;
          if (distance < best) {
            best = distance;
            year = y;
          }
        }
      }
    }
  }
  if (year === null) return null;
  const r = seasonRange(e.season, year, southern);
  return {
    lo: chrononOfDay(r.start),
    hi: chrononOfDay(r.end),
    value: `${pad(year, 4)}-${SEASON_CODES[e.season]}`,
    rule: 'estação',
    anchor,
    implied,
  };
}

/** Day of a feast in a year. */
export function holidayDay(name: string, year: number, locale: TimeProfile['locale']): number | null {
  const holiday = HOLIDAYS.find((h) => h.name === name);
  if (!holiday) return null;
  const rule = locale === 'pt-BR' && holiday.brazil ? holiday.brazil : holiday.rule;
  if (rule.startsWith('e')) return easter(year) + Number(rule.slice(1));
  if (rule.startsWith('w')) {
    const [, month, day, n] = rule.split(':').map(Number);
    return nthWeekday(year, month!, day!, n!);
  }
  const [month, day] = rule.split('-').map(Number);
  return dayNumber(year, month!, day!);
}

function evaluateHoliday(e: HolidayExpression, ctx: Context): Value | null {
  const { locale } = ctx.profile;
  const shift = e.days ?? 0;
  const at = (year: number): Value => {
    const lo = chrononOfDay(holidayDay(e.name, year, locale)! + shift);
    return {
      lo,
      hi: null,
      value: formatValue(lo),
      rule: `dicionário: ${e.name}`,
      anchor: null,
      implied: ['month', 'day'],
    };
  };
  if (holidayDay(e.name, 2000, locale) === null) return null;
  if (e.year !== null) return at(e.year);
  if (e.yearOf) {
    const of = evaluate(e.yearOf, ctx);
    return of && of.lo.year !== null
      ? { ...at(of.lo.year), anchor: of.anchor, implied: ['year', 'month', 'day'] }
      : null;
  }
  const sample = civilDay(holidayDay(e.name, ctx.dct?.year ?? 2000, locale)!);
  const found = completeYear(ctx, sample.month, sample.day, e.side);
  if (found)
    return {
      ...at(found.year),
      anchor: found.anchor,
      rule: `dicionário: ${e.name}; ${found.rule}`,
      implied: ['year', 'month', 'day'],
    };
  // A fixed feast keeps its day and month without a year; a movable one keeps nothing.
  const holiday = HOLIDAYS.find((h) => h.name === e.name)!;
  if (!/^\d/.test(holiday.rule)) return null;
  const c = civilDay(holidayDay(e.name, 2000, locale)! + shift);
  const lo = chronon(null, c.month, c.day);
  return {
    lo,
    hi: null,
    value: formatValue(lo),
    rule: `dicionário: ${e.name}`,
    anchor: null,
    implied: ['month', 'day'],
  };
}

function evaluateNth(e: Extract<Expression, { kind: 'nth' }>, ctx: Context): Value | null {
  let of: Value | null;
  if (e.of) of = evaluate(e.of, ctx);
  else {
    const f = ctx.profile.yearFromText ? lastFocus(ctx) : null;
    if (f && f.section === ctx.section)
      of = {
        lo: chronon(f.chronon.year),
        hi: null,
        value: '',
        rule: 'ano do texto',
        anchor: textAnchor(f),
        implied: ['year'],
      };
    else if (ctx.dct)
      of = {
        lo: chronon(ctx.dct.year),
        hi: null,
        value: '',
        rule: 'ano do documento',
        anchor: dctAnchor(ctx),
        implied: ['year'],
      };
    else of = null;
  }
  if (!of || of.lo.year === null) return null;
  const { year, month } = of.lo;
  const rule = `${e.n < 0 ? 'último' : `${e.n}.º`} ${e.unit}`;
  const finish = (v: Value | null): Value | null =>
    v ? { ...v, rule, anchor: of!.anchor, implied: of!.implied } : null;
  const span = (a: Value, b: Value): Value => {
    const hi = b.hi ?? b.lo;
    return {
      lo: a.lo,
      hi,
      value: `${formatValue(a.lo)}/${formatValue(hi)}`,
      rule,
      anchor: null,
      implied: [],
    };
  };
  const size = MONTHS_IN[e.unit];
  if (size !== undefined) {
    if (of.hi !== null && of.lo.month === null) return null;
    const perYear = 12 / size;
    if (month !== null && !of.hi) return null;
    const base = year * perYear;
    if (e.n > perYear) return null;
    const first = e.n < 0 ? base + perYear - e.count : base + e.n - 1;
    if (e.count === 1) return finish(monthBlock(size, first));
    return finish(span(monthBlock(size, first), monthBlock(size, first + e.count - 1)));
  }
  if (e.unit === 'week') {
    if (month === null) {
      const last = isoWeek(dayNumber(year, 12, 28)).week;
      const first = e.n < 0 ? last - e.count + 1 : e.n;
      if (first > last) return null;
      return finish(weekValue(mondayOfWeek(year, first), e.count));
    }
    const length = daysInMonth(year, month);
    const from = e.n < 0 ? length - 7 * e.count + 1 : 7 * (e.n - 1) + 1;
    if (from > length || from < 1) return null;
    const lo = chronon(year, month, from);
    const hi = chronon(year, month, Math.min(length, from + 7 * e.count - 1));
    return finish({
      lo,
      hi,
      value: `${formatValue(lo)}/${formatValue(hi)}`,
      rule,
      anchor: null,
      implied: [],
    });
  }
  if (e.unit === 'fortnight' && month !== null)
    return finish(fortnight((year * 12 + month - 1) * 2 + (e.n === 1 ? 0 : 1)));
  if (e.unit === 'day') {
    const r = rangeOfChronon(of.lo)!;
    const end = of.hi ? rangeOfChronon(of.hi)!.end : r.end;
    const first = e.n < 0 ? end - e.count + 1 : r.start + e.n - 1;
    const last = first + e.count - 1;
    if (last > end || first < r.start) return null;
    const lo = chrononOfDay(first);
    return finish({
      lo,
      hi: e.count > 1 ? chrononOfDay(last) : null,
      value: e.count > 1 ? `${formatValue(lo)}/${formatValue(chrononOfDay(last))}` : formatValue(lo),
      rule,
      anchor: null,
      implied: [],
    });
  }
  const yearsIn = YEARS_IN[e.unit];
  if (yearsIn !== undefined && of.hi?.year != null) {
    const total = of.hi.year - year + 1;
    const first = e.n < 0 ? of.hi.year - yearsIn * e.count + 1 : year + (e.n - 1) * yearsIn;
    const last = first + yearsIn * e.count - 1;
    if (yearsIn * e.count > total) return null;
    return finish(
      first === last
        ? { ...years(first, last, pad(first, 4), rule), hi: null }
        : years(first, last, `${pad(first, 4)}/${pad(last, 4)}`, rule),
    );
  }
  return null;
}

const EDGE_MODS = {
  start: 'START',
  middle: 'MID',
  end: 'END',
  'first-half': 'START',
  'second-half': 'END',
} as const;

function evaluateEdge(e: Extract<Expression, { kind: 'edge' }>, ctx: Context): Value | null {
  const of = evaluate(e.of, ctx);
  if (!of) return null;
  const mod = EDGE_MODS[e.part];
  const base: Value = { ...of, mod, low: true };
  if (of.time || of.lo.year === null) return base;
  const cut = (length: number): readonly [number, number] => {
    switch (e.part) {
      case 'start':
        return [0, Math.floor(length / 3) - 1];
      case 'middle':
        return [Math.floor(length / 3), Math.ceil((2 * length) / 3) - 1];
      case 'end':
        return [Math.ceil((2 * length) / 3), length - 1];
      case 'first-half':
        return [0, Math.floor(length / 2) - 1];
      default:
        return [Math.floor(length / 2), length - 1];
    }
  };
  if (of.hi && of.lo.month === null && of.hi.month === null && of.hi.year !== null) {
    const [a, b] = cut(of.hi.year - of.lo.year + 1);
    return { ...base, lo: chronon(of.lo.year + a), hi: chronon(of.lo.year + b) };
  }
  if (!of.hi && of.lo.month === null) {
    const [a, b] = cut(12);
    return { ...base, lo: chronon(of.lo.year, a + 1), hi: chronon(of.lo.year, b + 1) };
  }
  const start = rangeOfChronon(of.lo)!.start;
  const end = rangeOfChronon(of.hi ?? of.lo)?.end;
  if (end === undefined || end - start < 2) return base;
  // Thirds of a month are its tens.
  const [a, b] =
    !of.hi && of.lo.day === null && e.part !== 'first-half' && e.part !== 'second-half'
      ? ({ start: [0, 9], middle: [10, 19], end: [20, end - start] } as const)[e.part]
      : cut(end - start + 1);
  return { ...base, lo: chrononOfDay(start + a), hi: chrononOfDay(start + b) };
}

function evaluateRange(from: Expression, to: Expression, ctx: Context): Value | null {
  let a = from;
  let b = to;
  // The earlier end takes what it lacks from the later one.
  if (a.kind === 'date' && b.kind === 'date') {
    let year = b.year;
    const implied: Part[] = [];
    let anchor: UsedAnchor | null = null;
    let rule = 'intervalo';
    if (a.month === null && a.day !== null) a = { ...a, month: b.month };
    if (b.yearOf && year === null) {
      const of = evaluate(b, ctx);
      year = of?.lo.year ?? null;
      anchor = of?.anchor ?? null;
    } else if (year === null && a.year !== null && b.month !== null) {
      year = a.year + (a.month !== null && before(b, a) ? 1 : 0);
    } else if (year === null && b.month !== null) {
      const found = completeYear(ctx, b.month, b.day, b.side);
      if (found) {
        year = found.year;
        anchor = found.anchor;
        rule = `intervalo; ${found.rule}`;
        implied.push('year');
        // What begins in December and ends in January ends after now when it is still to come.
        if (
          a.year === null &&
          a.month !== null &&
          before(b, a) &&
          ctx.profile.undated === 'future' &&
          ctx.dct?.year === year &&
          ctx.dct.month !== null &&
          ctx.dct.month <= b.month
        )
          year += 1;
      }
    }
    b = { ...b, year };
    if (a.year === null && year !== null) {
      a = { ...a, year: a.month !== null && before(b, a) ? year - 1 : year };
      if (!implied.includes('year')) implied.push('year');
    }
    if (a.day !== null && a.month !== null && !isRealDay(a.year, a.month, a.day)) return null;
    if (b.day !== null && b.month !== null && !isRealDay(b.year, b.month, b.day)) return null;
    const lo = chronon(a.year, a.month, a.day);
    const hi = chronon(b.year, b.month, b.day);
    return { lo, hi, value: `${formatValue(lo)}/${formatValue(hi)}`, rule, anchor, implied };
  }
  if (a.kind === 'month-day' && b.kind === 'month-day') {
    const end = evaluate(b, ctx);
    if (!end || end.lo.year === null || end.lo.month === null) return null;
    const month =
      a.day > b.day ? addMonths(end.lo.year, end.lo.month, -1) : { year: end.lo.year, month: end.lo.month };
    if (!isRealDay(month.year, month.month, a.day)) return null;
    const lo = chronon(month.year, month.month, a.day);
    return { ...end, lo, hi: end.lo, value: `${formatValue(lo)}/${formatValue(end.lo)}`, rule: 'intervalo' };
  }
  if (a.kind === 'clock' || b.kind === 'clock') {
    if (a.kind === 'clock' && b.kind === 'clock') {
      // `entre as 5 e as 7 da tarde`: the first hour is on the same half of the dial.
      if (a.dial && !b.dial && b.hour > 12 && a.hour < 12 && a.hour + 12 <= b.hour)
        a = { ...a, hour: a.hour + 12, dial: false };
      const lo = evaluateClock(a, ctx);
      const hi = evaluateClock(b, ctx);
      if (!lo || !hi) return null;
      return { ...lo, hi: hi.lo, value: `${lo.value}/${hi.value}`, rule: 'intervalo' };
    }
    if (a.kind === 'moment' && b.kind === 'clock') b = { kind: 'moment', day: a.day, time: b };
    else if (b.kind === 'moment' && a.kind === 'clock') a = { kind: 'moment', day: b.day, time: a };
  }
  if (a.kind === 'clock' && b.kind === 'moment' && b.time.kind === 'clock')
    a = { kind: 'moment', day: b.day, time: a };
  if (
    a.kind === 'moment' &&
    b.kind === 'moment' &&
    a.time.kind === 'clock' &&
    b.time.kind === 'clock' &&
    a.time.dial &&
    !b.time.dial &&
    b.time.hour > 12 &&
    a.time.hour + 12 <= b.time.hour
  ) {
    a = { ...a, time: { ...a.time, hour: a.time.hour + 12 } };
  }
  const start = evaluate(a, ctx);
  let end = evaluate(b, ctx);
  if (!start || !end) return null;
  const startDay = rangeOfChronon(start.lo)?.start;
  const endDay = rangeOfChronon(end.hi ?? end.lo)?.end;
  if (
    startDay !== undefined &&
    endDay !== undefined &&
    endDay < startDay &&
    a.kind === 'weekday' &&
    b.kind === 'weekday'
  ) {
    const hi = chrononOfDay(dayOfChronon(end.lo)! + 7);
    end = { ...end, lo: hi, value: formatValue(hi) };
  }
  return {
    ...start,
    hi: end.hi ?? end.lo,
    value: `${start.value}/${end.value}`,
    rule: 'intervalo',
    anchor: start.anchor ?? end.anchor,
  };
}

/** Whether month and day of `x` come before those of `y` in the year. */
function before(x: DateExpression, y: DateExpression): boolean {
  const mx = x.month ?? 0;
  const my = y.month ?? 0;
  return mx !== my ? mx < my : (x.day ?? 1) < (y.day ?? 1);
}

// --- TIMEX3 ------------------------------------------------------------------------------------------------------------------------

const UNKNOWN_DAY = 'XXXX-XX-XX';

function timex3Of(t: Timex, v: Value | null): Timex3 {
  const e = t.expression;
  if (e.kind === 'duration')
    return { type: 'DURATION', value: durationValue(e.amounts), ...(e.approximate ? { mod: 'APPROX' } : {}) };
  if (e.kind === 'set')
    return {
      type: 'SET',
      value: e.value,
      ...(e.quantity ? { quant: e.quantity } : {}),
      ...(e.frequency ? { freq: e.frequency } : {}),
    };
  const inner = e.kind === 'open' || e.kind === 'edge' ? e.of : e;
  const type = t.subtype === 'HOUR' ? 'TIME' : 'DATE';
  if (v) return { type: v.time ? 'TIME' : type, value: v.value, ...(v.mod ? { mod: v.mod } : {}) };
  return { type, value: placeholder(inner) };
}

/** What can be said of the value without an anchor. */
function placeholder(e: Expression): string {
  switch (e.kind) {
    case 'clock':
      return `${UNKNOWN_DAY}${formatValue({ ...chronon(null), hour: e.hour % 24, minute: e.minute, second: e.second }).slice(10)}`;
    case 'part-of-day':
      return `${UNKNOWN_DAY}${PART_CODES[e.part]}`;
    case 'weekday':
      return `XXXX-WXX-${e.weekday}`;
    case 'month-day':
      return `XXXX-XX-${pad(e.day, 2)}`;
    case 'season':
      return `XXXX-${SEASON_CODES[e.season]}`;
    case 'vague':
      return e.reference;
    case 'now':
      return 'PRESENT_REF';
    case 'offset':
      return e.n === 0 ? 'PRESENT_REF' : e.n < 0 ? 'PAST_REF' : 'FUTURE_REF';
    case 'window':
      return e.n < 0 ? 'PAST_REF' : 'FUTURE_REF';
    case 'moment': {
      const day = placeholder(e.day);
      return e.time.kind === 'clock'
        ? `${day === 'PRESENT_REF' || day.endsWith('_REF') ? UNKNOWN_DAY : day}${placeholder(e.time).slice(10)}`
        : `${day.endsWith('_REF') ? UNKNOWN_DAY : day}${PART_CODES[e.time.part]}`;
    }
    case 'range':
      return `${placeholder(e.from)}/${placeholder(e.to)}`;
    case 'open':
    case 'edge':
      return placeholder(e.of);
    default:
      return 'XXXX';
  }
}

function durationValue(amounts: readonly { readonly unit: UnitName; readonly n: number | null }[]): string {
  let date = '';
  let time = '';
  for (const { unit, n } of amounts) {
    if (n === null) {
      const code = periodCodeOf(unit, 1).replace(/\d+/, 'X');
      return code;
    }
    const code = periodCodeOf(unit, n);
    if (code.startsWith('PT')) time += code.slice(2);
    else date += code.slice(1);
  }
  return `P${date}${time === '' ? '' : `T${time}`}`;
}
