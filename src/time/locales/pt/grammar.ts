/** The patterns of Portuguese, level by level. */
import type { Grammar } from '../../locale.ts';
import { AMOUNTS } from './amounts.ts';
import { CLOCK } from './clock.ts';
import { COMPOUNDS } from './compounds.ts';
import { DATES } from './dates.ts';
import { HOLIDAY_PATTERNS } from './holidays.ts';
import { INTERVALS } from './intervals.ts';
import { PERIODS } from './periods.ts';
import { RELATIVE } from './relative.ts';

export const PT_GRAMMAR: Grammar = {
  atoms: [...DATES, ...CLOCK, ...RELATIVE, ...PERIODS, ...AMOUNTS, ...HOLIDAY_PATTERNS],
  compounds: COMPOUNDS,
  intervals: INTERVALS,
};
