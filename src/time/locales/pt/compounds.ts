/** Second level: simple expressions put together (`segunda, 18 de fevereiro`, `amanhã às oito`, `fim da noite de ontem`, `10 de maio do ano passado`). */
import type { Pattern } from '../../pattern.ts';

const DAYISH = '(DATE|DM|WD|NOW|MDAY|HOL|REL)';
const PERIOD = '(DATE|DM|MONTHLY|YEARLY|SPAN|NOW|REL|WD|HOL|MDAY|DT|DP|EVENT|RANGE)';
const OF = '(de|do|da|dos|das|deste|desta|,)';

export const COMPOUNDS: readonly Pattern[] = [
  {
    id: 'date.weekday',
    make: 'weekday-date',
    as: 'DATE',
    forms: ['W:WD ,? X:(DATE|DM)', 'W:WD , dia X:(DATE|DM)', 'W:WD dia > X:(DATE|DM)', 'X:(DATE|DM) ,? W:WD', 'X:(DATE|DM) ( W:WD )', 'W:WD ( X:(DATE|DM) )'],
  },
  { id: 'date.weekday-day', make: 'weekday-day', as: 'MDAY', forms: ['W:WD ,? D:DAY', 'W:WD ,? dia D:DAY', 'W:WD ( D:DAY )'] },
  {
    id: 'date.day-of-month',
    make: 'month-day',
    as: 'MDAY',
    forms: ['dia D:DAY', 'dia D:DAY do corrente', 'dia D:DAY do mes corrente', 'dia D:DAY deste mes', 'dia D:DAY do L:(mes) passado', '(proximo|passado) < dia D:DAY', 'o? N:NEXT dia D:DAY', 'o? L:LAST dia D:DAY', 'dia D:DAY ultimo', 'dia D:DAY proximo'],
  },
  { id: 'date.day-of-relative-month', make: 'day-of-month', as: 'MDAY', forms: [`dia? D:DAY ${OF}? R:REL`] },
  { id: 'date.dia', make: 'same', forms: ['(dia|dias) (de|do|,)? > X:(DATE|DM)', 'LAST dia de? > X:(DATE|DM)', 'NEXT dia de? > X:(DATE|DM)', 'data de > X:(DATE|DM)'] },
  { id: 'month.mes', make: 'same', forms: ['(mes|meses) (de|do)? > X:(MONTHLY|RANGE)', '(LAST|NEXT|THIS|THAT) mes de > X:MONTHLY', 'mes de > X:MONTHLY'] },
  {
    id: 'year.ano',
    make: 'same',
    forms: ['(ano|anos|exercicio|periodo|trienio|bienio|quadrienio|quinquenio|temporada|epoca|safra) (de|do|entre)? > X:(YEARLY|RANGE)', '(LAST|NEXT|THIS|THAT) ano de > X:YEARLY', 'R:REL de > X:YEARLY', 'ano da graca de > X:YEARLY', 'mes de > X:YEARLY'],
  },
  { id: 'date.of-relative-year', make: 'year-of', forms: [`X:(DM|MONTHLY|HOL|SPAN) ${OF}? Y:REL`] },
  { id: 'date.last', make: 'year-shift', forms: ['X:(DM|MONTHLY) LAST', 'LAST X:(MONTHLY)', 'X:HOL LAST', 'LAST X:HOL'], with: { n: -1 } },
  { id: 'date.next', make: 'year-shift', forms: ['X:(DM|MONTHLY) NEXT', 'NEXT X:(MONTHLY)', 'NEXT X:HOL', 'X:(DM|MONTHLY|HOL) que vem'], with: { n: 1 } },
  { id: 'date.this', make: 'year-shift', forms: ['THIS X:(MONTHLY|HOL)'], with: { n: 0 } },
  { id: 'holiday.year', make: 'holiday-year', as: 'HOL', forms: ['X:HOL (de|do|em)? Y:YEARLY', 'X:HOL do ano de Y:YEARLY'] },
  { id: 'holiday.eve', make: 'eve', as: 'HOL', forms: ['(vespera|vesperas) (de|do|da) X:(HOL|DM|DATE)', 'noite de X:HOL'], with: { n: -1 } },
  {
    id: 'moment',
    make: 'moment',
    as: 'DT',
    forms: [
      `X:${DAYISH} ,? T:(CLOCK|DP)`,
      `X:${DAYISH} ,? (as|a|pelas|ao|de|da|na|pela|-|por|das|em) T:(CLOCK|DP)`,
      `X:${DAYISH} , por volta das T:CLOCK`,
      `X:${DAYISH} ,? (cerca) das T:CLOCK`,
      `X:${DAYISH} por volta das T:CLOCK`,
      `X:${DAYISH} a partir das T:CLOCK`,
      `X:${DAYISH} ,? (depois|antes|apos) (das|do|as|da|a) T:CLOCK`,
      `X:${DAYISH} apos T:CLOCK`,
      `X:${DAYISH} ( T:CLOCK )`,
      `T:(CLOCK|DP) (de|do|da|desta|deste|dessa|,)? dia? X:${DAYISH}`,
      `T:CLOCK horas? (de|do|da) dia? X:${DAYISH}`,
      `X:${DAYISH} (as|a) H:HOUR`,
      'Q:DUR X:(DATE|DM)',
      'H:HOUR (do|no) X:MDAY',
      'H:HOUR do dia D:DAY',
    ],
  },
  {
    id: 'moment.range',
    make: 'moment-range',
    as: 'RANGE',
    forms: [`X:${DAYISH} ,? (das|de|entre|as|da|do|a|-) (as|o|a)? T:CLOCK (as|a|e|-|ate|ao) (as|a|o)? V:CLOCK`, `X:${DAYISH} ,? T:CLOCK (as|a|-|ate) (as|a)? V:CLOCK`],
  },
  { id: 'moment.dawn', make: 'moment', as: 'DT', forms: [`T:DP (de|do|da) P2:(MONTHLY)`] },
  { id: 'shift', make: 'shift', forms: [`R:REL (de|do|da|a|ao|o)? X:(DATE|DM|NOW|HOL|WD|MDAY|MONTHLY|YEARLY|EVENT)`] },
  {
    id: 'edge',
    make: 'edge',
    as: 'SPAN',
    forms: [`E:EDGE (de|do|da|dos|das|deste|desta)? X:${PERIOD}`, `E:EDGE do (mes|ano) de X:${PERIOD}`, `E:EDGE (da|de|do) T:DP (de|da|do) X:${DAYISH}`, `E:EDGE (de|do|da|deste|desta) U:UNIT`],
  },
  { id: 'edge.half', make: 'half', as: 'SPAN', forms: [`N:ORD metade (de|do|da|dos|das) X:${PERIOD}`, `metade (de|do|da|dos) X:(SPAN|YEARLY)`, `N:ORD metade (de|do|da) U:UNIT`] },
  {
    id: 'nth',
    make: 'nth',
    as: 'SPAN',
    forms: [
      `N:ORD U:UNIT (de|do|da|deste|desta)? X:(YEARLY|MONTHLY|REL|SPAN)`,
      `N:ORD U:UNIT do ano de X:YEARLY`,
      `L:(ultimo|ultima) U:UNIT (de|do|da|deste|desta)? X:(YEARLY|MONTHLY|SPAN)`,
      `N:(ORD|NUM) U:UNIT de X:(YEARLY|MONTHLY)`,
      `L:(ultimo|ultima) U:UNIT (de|do|da) X:REL`,
      `(as|os)? N:ORD C:NUM U:UNITS (de|do|da|deste|desta) X:(YEARLY|MONTHLY|REL|SPAN)`,
      `(as|os)? L:(ultimos|ultimas) C:NUM U:UNITS (de|do|da|deste|desta) X:(YEARLY|MONTHLY|REL|SPAN)`,
      `R:REL (de|do|da|deste|desta)? X:(YEARLY|MONTHLY|REL)`,
      `(as|os)? N:ORD Q:DUR (de|do|da|deste|desta)? X:(YEARLY|MONTHLY|REL|SPAN)`,
      'N:ORD U:UNIT',
    ],
  },
  { id: 'nth.range', make: 'nth-range', as: 'RANGE', forms: ['N:ORD (e|a|ao) (o|a)? M:ORD U:(UNITS|UNIT) (de|do|da) X:(YEARLY|REL)'] },
  { id: 'nth.weekday', make: 'nth-weekday', as: 'DATE', forms: ['N:ORD W:WD (de|do)? X:MONTHLY', 'L:(ultimo|ultima) W:WD (de|do)? X:MONTHLY', 'W:WD (de|do) X:MONTHLY'] },
  { id: 'week.number', make: 'iso-week', as: 'SPAN', forms: ['semana N:NUM (de|do|da) X:(YEARLY|REL)', 'semana N:NUM'] },
];
