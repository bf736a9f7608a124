/** Portuguese of Portugal. */
import type { Locale } from '../../locale.ts';
import { PT_CALENDAR } from './holidays.ts';
import { PORTUGUESE } from './portuguese.ts';

export const PT_PT: Locale = { ...PORTUGUESE, name: 'pt-PT', calendar: PT_CALENDAR };
