/** A schedule in a line, for a person. */
import type { CrawlSchedule } from '../api/shapes.ts';
import { ct, weekdayName } from './crawl-words.svelte.ts';

/** `toda segunda-feira …`: how often; a schedule of once says so. */
export function repetition({ at, repeat, days }: CrawlSchedule): string {
  const [day = '', time = ''] = at.split('T');
  switch (repeat) {
    case 'once':
      return ct('scheduleOnce');
    case 'day':
      return ct('scheduleDaily', { time });
    case 'month':
      return ct('scheduleMonthly', { day: Number(day.slice(8)), time });
    case 'week': {
      const on = days.length > 0 ? days.map((one) => weekdayName(one, 'short')).join(', ') : ct('weekday');
      return ct('scheduleOnDays', { time, days: on });
    }
  }
}
