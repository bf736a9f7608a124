/** When a crawl is to begin, as a person asks for it, made into what the server is sent. */
import type { CrawlSchedule, CrawlScheduleOrder } from '../api/shapes.ts';
import { type Missing, problems } from './crawl-order.ts';

export interface ScheduleForm {
  /** As a field of the browser has it: `2026-11-20T03:00`. */
  readonly at: string;
  readonly zone: string;
  readonly repeat: NonNullable<CrawlScheduleOrder['repeat']>;
  /** 1 is Monday. */
  readonly days: readonly number[];
  readonly as: NonNullable<CrawlScheduleOrder['as']>;
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** What a clock of the zone shows: `2026-11-20T03:00`. */
export function clockIn(zone: string, moment: number): string {
  // Swedish dates are those of ISO 8601.
  return new Date(moment).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16).replace(' ', 'T');
}

export function scheduleOrder(
  { at, zone, repeat, days, as }: ScheduleForm,
  now: number,
): { readonly order: CrawlScheduleOrder | null; readonly missing: Missing } {
  const wall = at.slice(0, 16);
  const missing = problems({
    at: !LOCAL.test(wall) ? 'wrongAt' : repeat === 'once' && wall < clockIn(zone, now) ? 'pastAt' : null,
  });
  if (missing.at !== undefined) return { order: null, missing };
  const weekly = repeat === 'week' && days.length > 0;
  return {
    missing,
    order: { at: wall, zone, repeat, as, ...(weekly ? { days: [...days].sort((a, b) => a - b) } : {}) },
  };
}

/** The form of a schedule that there is; of none, tomorrow at three, when sites have few visitors. */
export function scheduleForm(schedule: CrawlSchedule | null, zone: string, now: number): ScheduleForm {
  if (schedule !== null) {
    const { at, repeat, days, as } = schedule;
    return { at, zone: schedule.zone, repeat, days, as };
  }
  const tomorrow = clockIn(zone, now + 86_400_000).slice(0, 10);
  return { at: `${tomorrow}T03:00`, zone, repeat: 'once', days: [], as: 'round' };
}

/** Zones that are offered first: where Portuguese is spoken. */
const LUSOPHONE = [
  'America/Sao_Paulo',
  'America/Manaus',
  'America/Fortaleza',
  'America/Rio_Branco',
  'America/Noronha',
  'Europe/Lisbon',
  'Atlantic/Azores',
  'Atlantic/Madeira',
  'Africa/Luanda',
  'Africa/Maputo',
  'Atlantic/Cape_Verde',
  'Africa/Bissau',
  'Africa/Sao_Tome',
  'Asia/Dili',
  'UTC',
];

/** `first` is that of the server; what is chosen already is among them. */
export function zonesFrom(first: string, chosen: string): string[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([first, chosen, here, ...LUSOPHONE])].filter(Boolean);
}
