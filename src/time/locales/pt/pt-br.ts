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
    // Of the whole country by law; Carnival and Corpus Christi are days off by custom and by decree of the states.
    daysOff: [
      'ano-novo', 'carnaval', 'segunda-de-carnaval', 'sexta-santa', 'tiradentes', 'trabalhador', 'corpo-de-deus', 'independência', 'aparecida',
      'finados', 'proclamação', 'consciência', 'natal',
    ], // biome-ignore format: one list
    feasts: new Map([
      ...PT_CALENDAR.feasts,
      ['mãe', 'w:5:7:2'],
      ['pai', 'w:8:7:2'],
      ['namorados', '06-12'],
      ['criança', '10-12'],
      ['estudante-pt', '08-11'],
    ]),
  },
};
