/** Portuguese of Brazil: the seasons of the south, and feasts on days of their own. */
import type { Locale } from '../../locale.ts';
import { PT_CALENDAR } from './holidays.ts';
import { PORTUGUESE } from './portuguese.ts';

export const PT_BR: Locale = {
  ...PORTUGUESE,
  name: 'pt-BR',
  calendar: {
    ...PT_CALENDAR,
    southern: true,
    feasts: new Map([
      ...PT_CALENDAR.feasts,
      ['mãe', 'w:5:7:2'],
      ['pai', 'w:8:7:2'],
      ['namorados', '06-12'],
      ['criança', '10-12'],
    ]),
  },
};
