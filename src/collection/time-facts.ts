/** What a text speaks of in time: its expressions, placed on the calendar, and the segments into which they part it. */
import type { Period, TimeMark, TimeSegment } from '../catalogue/index.ts';
import {
  annotateDocument,
  type Chronon,
  civilDay,
  rangeOf,
  segment,
  TIME_MODERN,
  type TimeProfile,
  type Timex,
} from '../time/index.ts';
import type { TimeBlocks } from './time-blocks.ts';

export interface TimeFacts {
  readonly marks: readonly TimeMark[];
  readonly segments: readonly TimeSegment[];
}

export interface TimeContext {
  /** The day from which "ontem" is counted; null where nobody knows it. */
  readonly dct: Chronon | null;
  /** The day on which the text was there to be read: what it may speak of is bounded by it where its own day is not known. */
  readonly readOn?: Chronon;
  readonly locale: TimeProfile['locale'];
}

const MOST_MARKS = 20_000;
const MOST_PERIODS = 256;
/** Days far outside of what anybody writes about are a misreading; the index counts days in 32 bits. */
const FARTHEST_DAY = 4_000_000;

const PROFILES: Readonly<Record<TimeProfile['locale'], TimeProfile>> = {
  'pt-PT': TIME_MODERN,
  'pt-BR': { ...TIME_MODERN, name: 'modern pt-BR', locale: 'pt-BR' },
};

/** Years ahead of a page that a number alone may name, and that anything may: nobody plans for later, a price or a model is read as a year. */
const BARE_AHEAD = 30;
const ANY_AHEAD = 150;

/** Whether a year that is still to come is one that the page may speak of: `2060` alone is seldom a year, `até 2060` is. */
function isPlausible(timex: Timex, start: number, day: Chronon | null): boolean {
  if (day === null || day.year === null) return true;
  const ahead = civilDay(start).year - day.year;
  if (ahead > ANY_AHEAD) return false;
  return !(ahead > BARE_AHEAD && timex.patternId === 'year' && timex.start === timex.coreStart);
}

function periodOf(timex: Timex, day: Chronon | null): Period | null {
  if (!timex.resolved || timex.type !== 'CALENDAR_REF') return null;
  const range = rangeOf(timex);
  if (range === null || Math.abs(range.start) > FARTHEST_DAY || Math.abs(range.end) > FARTHEST_DAY)
    return null;
  if (!isPlausible(timex, range.end, day)) return null;
  return { from: range.start, to: range.end };
}

/** Sorted, and without what lies inside or beside another. */
function mergePeriods(periods: readonly Period[]): Period[] {
  const sorted = [...periods].sort((a, b) => a.from - b.from || a.to - b.to);
  const merged: Period[] = [];
  for (const period of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && period.from <= last.to + 1) {
      if (period.to > last.to) merged[merged.length - 1] = { from: last.from, to: period.to };
    } else merged.push(period);
  }
  return merged.slice(0, MOST_PERIODS);
}

/** Offsets are in the text of the blocks, whose length is `length`; segments partition it. */
export function timeFacts({ blocks }: TimeBlocks, length: number, context: TimeContext): TimeFacts {
  const profile = PROFILES[context.locale];
  const timexes = annotateDocument(blocks, { dct: context.dct, profile });
  const periods = new Map<number, Period>();
  const offsets = new Map(blocks.map((block) => [block.index, block.docOffset]));
  const marks: TimeMark[] = [];
  for (const timex of timexes) {
    const period = periodOf(timex, context.dct ?? context.readOn ?? null);
    if (period !== null) periods.set(timex.id, period);
    const at = offsets.get(timex.blockIndex)!;
    if (at < 0 || marks.length >= MOST_MARKS) continue;
    marks.push({
      start: at + timex.coreStart,
      end: at + timex.end,
      type: timex.timex3.type,
      value: timex.timex3.value,
      period,
    });
  }
  if (length === 0) return { marks, segments: [] };
  const segments: TimeSegment[] = [];
  for (const { end, timexIds } of segment(blocks, timexes, profile)) {
    // That of the title alone.
    if (end <= 0) continue;
    const days = timexIds.flatMap((id) => periods.get(id) ?? []);
    const start = segments.at(-1)?.end ?? 0;
    // The line breaks between two blocks go with the first.
    segments.push({ start, end: Math.max(start, end), periods: mergePeriods(days) });
  }
  return { marks, segments: closed(segments, length) };
}

/** No gaps: each segment ends where the next begins, and neighbours that speak of the same days are one. */
function closed(segments: readonly TimeSegment[], length: number): TimeSegment[] {
  const out: TimeSegment[] = [];
  for (const one of segments) {
    const last = out.at(-1);
    if (last !== undefined && samePeriods(last.periods, one.periods))
      out[out.length - 1] = { ...last, end: one.end };
    else out.push(one);
  }
  const last = out.at(-1);
  if (last === undefined) return [{ start: 0, end: length, periods: [] }];
  if (last.end !== length) out[out.length - 1] = { ...last, end: length };
  return out;
}

function samePeriods(a: readonly Period[], b: readonly Period[]): boolean {
  return (
    a.length === b.length && a.every((period, i) => period.from === b[i]!.from && period.to === b[i]!.to)
  );
}
