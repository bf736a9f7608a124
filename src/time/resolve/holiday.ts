/** Feasts fixed and movable. */
import { civilDay, dayNumber, easter, nthWeekday } from '../calendar.ts';
import { chronon, chrononOfDay } from '../chronon.ts';
import type { HolidayExpression } from '../expression.ts';
import { HOLIDAYS } from '../locales/pt/holidays.ts';
import type { TimeProfile } from '../profile.ts';
import type { Context, Value } from './context.ts';
import { valueAt } from './timex3-value.ts';
import { completeYear } from './year-completion.ts';

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

export function evaluateHoliday(e: HolidayExpression, ctx: Context): Value | null {
  const { locale } = ctx.profile;
  const shift = e.days ?? 0;
  const rule = `dicionário: ${e.name}`;
  const at = (year: number): Value =>
    valueAt(chrononOfDay(holidayDay(e.name, year, locale)! + shift), rule, null, ['month', 'day']);
  if (holidayDay(e.name, 2000, locale) === null) return null;
  if (e.year !== null) return at(e.year);
  if (e.yearOf) {
    const of = ctx.evaluate(e.yearOf, ctx);
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
      rule: `${rule}; ${found.rule}`,
      implied: ['year', 'month', 'day'],
    };
  // A fixed feast keeps its day and month without a year; a movable one keeps nothing.
  const holiday = HOLIDAYS.find((h) => h.name === e.name)!;
  if (!/^\d/.test(holiday.rule)) return null;
  const c = civilDay(holidayDay(e.name, 2000, locale)! + shift);
  return valueAt(chronon(null, c.month, c.day), rule, null, ['month', 'day']);
}
