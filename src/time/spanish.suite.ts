/** A little Spanish: as much of a second language as shows that the core needs nothing of the first. */
import { PART_NAMES, UNIT_NAMES, type UnitName } from './expression.ts';
import { GRAMMAR, type LexiconEntry, MARKER, PAST_VERB } from './lexicon.ts';
import type { Locale } from './locale.ts';
import { unitOf, yearIn } from './slots.ts';

const words = (list: string): string[] => list.split(' ');

const NUMBERS: Readonly<Record<string, number>> = {
  uno: 1, un: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, nueve: 9, doce: 12, veinte: 20, treinta: 30, noventa: 90, novecientos: 900, mil: 1000,
}; // biome-ignore format: a table
const UNITS: readonly (readonly [UnitName, string])[] = [
  ['day', 'dia dias'],
  ['week', 'semana semanas'],
  ['month', 'mes meses'],
  ['year', 'año años'],
];

const LEXICON: readonly LexiconEntry[] = [
  ...words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre').map(
    (word, i): LexiconEntry => ({ word, classes: ['MONTH'], value: i + 1, flags: MARKER }),
  ),
  ...words('lunes martes miércoles jueves viernes sábado domingo').map(
    (word, i): LexiconEntry => ({ word, classes: ['WEEKDAY'], value: i + 1, flags: MARKER }),
  ),
  ...UNITS.flatMap(([unit, list]) =>
    words(list).map(
      (word): LexiconEntry => ({
        word,
        classes: ['UNITS'],
        value: UNIT_NAMES.indexOf(unit),
        flags: MARKER,
      }),
    ),
  ),
  ...Object.entries(NUMBERS).map(
    ([word, number]): LexiconEntry => ({ word, classes: ['NUM'], number, flags: MARKER }),
  ),
  ...words('hoy ayer hace siglo navidad verano').map((word): LexiconEntry => ({ word, flags: MARKER })),
  { word: 'tarde', classes: ['PART'], value: PART_NAMES.indexOf('afternoon'), flags: MARKER },
  { word: 'verano', classes: ['SEASON'], value: 1 },
  { word: 'fue', flags: PAST_VERB },
  ...words('el la los las de del en y o pero').map((word): LexiconEntry => ({ word, flags: GRAMMAR })),
];

export const ES_ES: Locale = {
  name: 'es-ES',
  lexicon: LEXICON,
  grammar: {
    atoms: [
      { id: 'date', make: 'date', as: 'DATE', forms: ['D:DAY de M:MONTH (de|del) Y:YEAR'] },
      { id: 'day-month', make: 'date', as: 'DM', forms: ['D:DAY de M:MONTH'] },
      { id: 'month', make: 'date', as: 'MONTHLY', forms: ['M:MONTH (de|del) Y:YEAR'] },
      { id: 'year', make: 'year', as: 'YEARLY', forms: ['Y:YEAR'] },
      { id: 'days', make: 'days', as: 'NOW', forms: ['ayer'], with: { n: -1 } },
      { id: 'today', make: 'days', as: 'NOW', forms: ['hoy'], with: { n: 0 } },
      { id: 'ago', make: 'ago', as: 'REL', forms: ['hace N:NUM U:UNITS'] },
      { id: 'century', make: 'century', as: 'SPAN', forms: ['siglo N:ROMAN'] },
      { id: 'weekday', make: 'weekday', as: 'WD', forms: ['W:WEEKDAY'] },
      { id: 'season', make: 'season', as: 'SPAN', forms: ['S:SEASON (de|del) Y:YEAR'] },
      { id: 'navidad', make: 'feast', as: 'HOL', forms: ['navidad de Y:YEAR'], with: { name: 'navidad' } },
    ],
    compounds: [
      {
        id: 'moment',
        make: 'moment',
        as: 'DT',
        forms: ['X:(NOW|DATE) por la P:PART', 'X:(NOW|DATE) a la P:PART'],
      },
    ],
    intervals: [
      { id: 'between', make: 'range', as: 'RANGE', forms: ['entre X:(YEARLY|DATE) y Y:(YEARLY|DATE)'] },
    ],
  },
  meanings: {
    date: (site) => ({
      kind: 'date',
      year: yearIn(site, 'Y'),
      month: site.value('M'),
      day: site.has('D') ? site.number('D') : null,
    }),
    year: (site) =>
      site.counted(site.to) ? null : { kind: 'date', year: site.number('Y'), month: null, day: null },
    days: (site) => ({
      kind: 'offset',
      unit: 'day',
      n: Number(site.param('n')),
      anchor: 'dct',
      by: 'aligned',
    }),
    ago: (site) => ({
      kind: 'offset',
      unit: unitOf(site, 'U'),
      n: -site.number('N'),
      anchor: 'dct',
      by: 'counted',
    }),
    century: (site) => ({ kind: 'century', century: site.number('N') }),
    weekday: (site) => ({ kind: 'weekday', weekday: site.value('W'), which: 'bare' }),
    season: (site) => ({ kind: 'season', season: site.value('S'), year: site.number('Y') }),
    feast: (site) => ({ kind: 'holiday', name: String(site.param('name')), year: site.number('Y') }),
    moment: (site) => ({
      kind: 'moment',
      day: site.made('X')!.expression,
      time: { kind: 'part-of-day', part: PART_NAMES[site.value('P')]! },
    }),
    range: (site) => ({ kind: 'range', from: site.made('X')!.expression, to: site.made('Y')!.expression }),
  },
  tense: { past: /(?:ó|aron|ieron)$/, future: /(?:rá|rán)$/, notPast: new Set(), shortest: 4 },
  numerals: {
    and: 'y',
    of: 'de',
    dayOrdinal: 'o',
    otherOrdinal: 'a',
    thousands: '.',
    decimal: ',',
    // Only tens and units are joined: `mil novecientos noventa y nueve`.
    continues: (sofar, last, next, joined) =>
      joined
        ? last >= 20 && last < 100 && next < 10
        : next === 1000
          ? sofar < 1000
          : last >= 100 && next < last,
  },
  introducers: {
    leads: new Set(words('en el la los las desde hasta durante')),
    articles: new Set(words('el la los las')),
    heads: new Set(words('dia ano')),
    ofIntervals: new Set(words('de del desde entre')),
    plainIntervals: new Set(),
    ofNames: new Set(words('de del')),
    hyphenated: new Set(),
  },
  lists: { and: 'y', or: 'o', shortYear: '', figures: '', decades: /^décadas/i },
  isCounted: (word) => word.length > 3 && word.endsWith('s'),
  calendar: {
    southern: false,
    feasts: new Map([['navidad', '12-25']]),
    daysOff: ['navidad'],
    events: new Map(),
  },
  rules: { 'explicit date': 'fecha explícita' },
  names: { head: /^década de /, tail: / de la tarde$/, joined: /^(.+?) y (.+)$/, span: /siglo/ },
  clause: /;|(?<!\p{L})(?:y|pero)(?!\p{L})/giu,
  citing: /^referencias$/i,
  fillers: new Set(words('los las del')),
};

/** The same language in the south. */
export const ES_AR: Locale = { ...ES_ES, name: 'es-AR', calendar: { ...ES_ES.calendar, southern: true } };
