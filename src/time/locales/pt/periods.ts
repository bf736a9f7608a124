/** Periods with a name: centuries, decades, seasons, quarters and semesters, school and fiscal years. */
import type { Pattern } from '../../pattern.ts';

const BC = ['', ' a +. c +.?', ' (ac|aec)', ' antes de cristo', ' antes da (nossa)? era (comum|crista)?'];

export const PERIODS: readonly Pattern[] = [
  {
    id: 'century',
    make: 'century',
    as: 'SPAN',
    forms: [
      '(seculo|sec) .? N:(ROMAN|NUM|ORD)',
      '(seculo|sec) .? N:(ROMAN|NUM|ORD) d +. c +.?',
      'N:ORD seculo',
      '(seculo|sec) .? N:(ROMAN|NUM|ORD) depois de cristo',
    ],
    with: { sign: 1 },
  },
  {
    id: 'century.bc',
    make: 'century',
    as: 'SPAN',
    forms: [...BC.slice(1).map((bc) => `(seculo|sec) .? N:(ROMAN|NUM|ORD)${bc}`), 'N:ROMAN a +. c +.?'],
    with: { sign: -1 },
  },
  {
    // `séculos V e IV a.C.`: counted down.
    id: 'century.bc-range',
    make: 'century-range',
    as: 'RANGE',
    forms: BC.slice(1).flatMap((bc) => [
      `(seculos|secs|seculo|sec) .? N:(ROMAN|NUM) (a|ao|e|-|/|ate) o? M:(ROMAN|NUM)${bc}`,
      `(seculo|sec) .? N:ROMAN (a|ao|-|/|ate) o? (seculo|sec) .? M:ROMAN${bc}`,
    ]),
    with: { sign: -1 },
  },
  {
    id: 'century.range',
    make: 'century-range',
    as: 'RANGE',
    forms: [
      '(seculos|secs) .? N:(ROMAN|NUM) (a|ao|e|-|/|ate) M:(ROMAN|NUM)',
      '(seculo|sec) .? N:ROMAN (a|ao|-|/|ate) o? (seculo|sec)? .? M:ROMAN',
    ],
  },
  { id: 'millennium', make: 'millennium', as: 'SPAN', forms: ['N:(ROMAN|ORD) milenio'], with: { sign: 1 } },
  {
    id: 'millennium.bc',
    make: 'millennium',
    as: 'SPAN',
    forms: ['N:(ROMAN|ORD) milenio a +. c +.?', 'N:(ROMAN|ORD) milenio (ac|aec)'],
    with: { sign: -1 },
  },
  {
    id: 'decade',
    make: 'decade',
    as: 'SPAN',
    forms: [
      'decada (de|dos)? N:NUM',
      'decada (de|dos) anos N:NUM',
      'anos N:NUM',
      'anos de N:NUM',
      "anos ' +N:NUM",
      'decadas (de|dos)? N:NUM',
      'decada de N:NUM do (seculo|sec) .? C:ROMAN',
      'anos N:NUM do (seculo|sec) .? C:ROMAN',
    ],
  },
  {
    id: 'decade.bc',
    make: 'decade-bc',
    as: 'SPAN',
    forms: BC.slice(1).flatMap((bc) => [`decada de N:NUM${bc}`, `anos (de)? N:NUM${bc}`]),
  },
  {
    id: 'decade.ordinal',
    make: 'nth-decade',
    as: 'SPAN',
    forms: [
      'N:ORD decada do (seculo|sec) .? C:(ROMAN|NUM)',
      'L:(ultima|derradeira) decada do (seculo|sec) .? C:(ROMAN|NUM)',
    ],
  },
  {
    id: 'season',
    make: 'season',
    as: 'SPAN',
    forms: [
      'S:SEASON',
      'S:SEASON (de|do)? Y:YEAR',
      'S:SEASON de Y:YY',
      'T:THIS S:SEASON',
      'T:THAT S:SEASON',
      'S:SEASON L:LAST',
      'L:LAST S:SEASON',
      'N:NEXT S:SEASON',
      'S:SEASON N:NEXT',
      'S:SEASON que N:vem',
      'S:SEASON +/ +Z:SEASON Y:YEAR',
      'S:SEASON +- +Z:SEASON Y:YEAR',
    ],
  },
  {
    id: 'season.southern',
    make: 'season-range',
    as: 'SPAN',
    forms: ['S:SEASON (de|do)? Y:YEAR +/ +Z:(YEAR|YY)', 'S:SEASON (de|do)? Y:YEAR +- +Z:(YEAR|YY)'],
  },
  {
    id: 'quarter.code',
    make: 'period-code',
    as: 'SPAN',
    forms: ['N:NUM +t +Y:(YY|YEAR)', 'N:NUM +t de? Y:YEAR'],
    with: { unit: 'quarter' },
  },
  {
    // `1º tri de 2024`, `2º sem/2023`
    id: 'period.abbreviated',
    make: 'period-code',
    as: 'SPAN',
    forms: ['N:ORD V:(tri|trim|sem|semest|bim|quadri) .? (de|/|do|-)? Y:(YEAR|YY)'],
  },
  {
    id: 'quarter.q',
    make: 'period-code',
    as: 'SPAN',
    forms: ['q +N:NUM de? Y:YEAR'],
    with: { unit: 'quarter' },
  },
  {
    id: 'semester.code',
    make: 'period-code',
    as: 'SPAN',
    forms: ['N:NUM +s +Y:(YY|YEAR)', 'Y:YEAR +. +N:NUM'],
    with: { unit: 'semester' },
  },
  {
    id: 'year.fiscal',
    make: 'special-year',
    as: 'SPAN',
    forms: ['ano (fiscal|economico|orcamentario) (de|do)? Y:YEAR', 'exercicio de Y:YEAR'],
    with: { kind: 'fiscal' },
  },
  {
    id: 'year.school',
    make: 'special-year',
    as: 'SPAN',
    forms: [
      'ano (letivo|lectivo|escolar|academico) (de|do)? Y:YEAR',
      'ano (letivo|lectivo|escolar|academico) (de|do)? Y:YEAR (/|-) Z:(YEAR|YY)',
    ],
    with: { kind: 'school' },
  },
];
