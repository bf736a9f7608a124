/**
 * When a crawl is due that was asked for at a time, once or again and again: in the local time of a zone, so that three in the morning stays
 * three in the morning when the clocks change. A time that a change leaves out is made up for at the same distance behind it (02:30 becomes 03:30);
 * one that comes twice counts the first time. A month without the day takes its last.
 */

export const REPETITIONS = ['once', 'day', 'week', 'month'] as const;

export interface Timetable {
  /** The first time, as a clock on the wall shows it: `2026-11-20T03:00`. */
  readonly at: string;
  /** Name of a time zone: `America/Sao_Paulo`. */
  readonly zone: string;
  readonly repeat: (typeof REPETITIONS)[number];
  /** Of a week, 1 (Monday) to 7; empty: the day of `at`. */
  readonly days: readonly number[];
}

interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const DAY = 86_400_000;
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;
/** More days than lie between two times of any timetable, of a month above all. */
const FARTHEST = 62;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Throws a RangeError when there is no such zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    // Names of zones come from requests: as many are kept as there are.
    if (clocks.size < 600) clocks.set(zone, clock);
  }
  return clock;
}

export function isZone(zone: string): boolean {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The zone of this machine. */
export function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function wallIn(clock: Intl.DateTimeFormat, time: number): Wall {
  const parts: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

const asUtc = ({ year, month, day, hour, minute }: Wall): number =>
  Date.UTC(year, month - 1, day, hour, minute);

/** The moment at which a clock of the zone shows that. */
function momentOf(clock: Intl.DateTimeFormat, wall: Wall): number {
  const shown = asUtc(wall);
  const offsetAt = (time: number): number => asUtc(wallIn(clock, time)) - Math.floor(time / 60_000) * 60_000;
  const before = shown - offsetAt(shown - DAY);
  const after = shown - offsetAt(shown + DAY);
  const first = Math.min(before, after);
  for (const moment of [first, Math.max(before, after)])
    if (asUtc(wallIn(clock, moment)) === shown) return moment;
  return before;
}

/** What a wall clock shows, read; null for what none ever does. */
function readWall(text: string): Wall | null {
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0] = (LOCAL.exec(text) ?? []).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return year >= 1970 && isDay && hour < 24 && minute < 60 ? { year, month, day, hour, minute } : null;
}

/** Whether there are times that it could name. */
export function isTimetable({ at, zone, repeat, days }: Timetable): boolean {
  return (
    readWall(at) !== null &&
    isZone(zone) &&
    REPETITIONS.includes(repeat) &&
    days.length <= 7 &&
    days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)
  );
}

const weekday = (date: Date): number => date.getUTCDay() || 7;

function isDay(timetable: Timetable, first: Wall, date: Date): boolean {
  switch (timetable.repeat) {
    case 'day':
      return true;
    case 'week': {
      const { days } = timetable;
      return days.length > 0
        ? days.includes(weekday(date))
        : weekday(date) === weekday(new Date(Date.UTC(first.year, first.month - 1, first.day)));
    }
    case 'month': {
      const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      return date.getUTCDate() === Math.min(first.day, last);
    }
    case 'once':
      return false;
  }
}

/** The first time it is due behind a moment, ms; null when there is none any more. */
export function dueAfter(timetable: Timetable, moment: number): number | null {
  const first = readWall(timetable.at);
  if (first === null || !isZone(timetable.zone)) return null;
  const clock = clockOf(timetable.zone);
  const begin = momentOf(clock, first);
  if (timetable.repeat === 'once') return begin > moment ? begin : null;
  const from = wallIn(clock, Math.max(moment, begin));
  const start = Date.UTC(from.year, from.month - 1, from.day) - DAY;
  for (let n = 0; n <= FARTHEST; n++) {
    const date = new Date(start + n * DAY);
    if (!isDay(timetable, first, date)) continue;
    const due = momentOf(clock, {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: first.hour,
      minute: first.minute,
    });
    // The day of the first time itself may be none of those that are asked for.
    if (due > moment && due >= begin) return due;
  }
  return null;
}

/** The last time it was due behind one moment and up to another; null when it was not. What was due before that is made up for by it. */
export function lastDue(timetable: Timetable, after: number, until: number): number | null {
  let last: number | null = null;
  for (let from = Math.max(after, until - FARTHEST * DAY); ; ) {
    const due = dueAfter(timetable, from);
    if (due === null || due > until) break;
    last = due;
    from = due;
  }
  // A time of once may lie farther back than any that repeats.
  return last ?? (timetable.repeat === 'once' ? within(dueAfter(timetable, after), until) : null);
}

const within = (due: number | null, until: number): number | null =>
  due !== null && due <= until ? due : null;

/** The day on which it is due, in its zone: `2026-11-20`. */
export function dayIn(zone: string, moment: number): string {
  const { year, month, day } = wallIn(clockOf(zone), moment);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
