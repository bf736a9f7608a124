/** Every word of a study that a person reads, in the three languages of the reports. */
import type { ReportLanguage } from '../messages.ts';

const PT_BR = {
  title: 'Estudo temporal da coleção',
  about: '{documents} documentos, cerca de {unique} diferentes, {analysed} analisados. Perfil {profile}.',
  otherLanguage: '{count} documentos em outras línguas ficaram de fora.',
  sampled: 'Ligações internas estimadas a partir de uma em cada {count}.',
  base: 'Base: {count}',
  table: 'Tabela {number}',
  nothing: 'nada a mostrar',
  'table-6.1': 'Documentos com informação temporal',
  'table-6.2': 'Data de criação',
  'table-6.3': 'Média de expressões por documento',
  'table-6.4': 'Expressões resolvidas',
  'table-6.5': 'Média de expressões resolvidas',
  'table-6.6': 'Documentos por número de expressões',
  'table-6.7': 'Posição das expressões',
  'table-6.8': 'Granularidade das datas dos segmentos',
  'table-6.9': 'Segmentos temporais',
  'table-6.10': 'Posição dos segmentos',
  'table-6.11': 'Ligações para dentro e para fora da coleção',
  'table-6.12': 'Distância entre as duas pontas de uma ligação interna, em dias',
  'table-6.13': 'Documentos por número de ligações',
  'table-6.14': 'Posição das ligações',
  'table-6.15': 'Tempo do conteúdo dos documentos',
  'table-6.16': 'Data de criação dos documentos',
  documents: 'documentos',
  expressions: 'expressões',
  segments: 'segmentos',
  dates: 'datas',
  links: 'ligações',
  share: '%',
  expressionShare: '% das expressões',
  mean: 'média',
  least: 'mínimo',
  greatest: 'máximo',
  all: 'todos',
  'with-time': 'com informação temporal',
  'with-placed-time': 'com ao menos uma data no calendário',
  'with-creation': 'com data de criação',
  'without-creation': 'sem data de criação',
  'suspicious-creation': 'com data impossível (não usada)',
  'per-document': 'por documento',
  'per-timed-document': 'por documento com informação temporal',
  resolved: 'resolvidas',
  unresolved: 'não resolvidas',
  total: 'total',
  calendar: 'referências ao calendário',
  'calendar-resolved': 'referências ao calendário resolvidas',
  'resolved-per-timed-document': 'por documento com informação temporal',
  'at-least': '{n} ou mais',
  quartile: '{n}º quartil',
  complete: 'data completa',
  year: 'ano',
  'year-month': 'ano e mês',
  month: 'mês',
  'month-day': 'mês e dia',
  day: 'dia',
  'dates-per-segment': 'datas por segmento',
  'segment-span': 'extensão do segmento, em dias',
  'segment-position': 'posição do segmento no documento',
  'one-date-share': 'parte com uma só data',
  'segments-per-document': 'segmentos por documento',
  'segments-per-timed-document': 'segmentos por documento com informação temporal',
  inside: 'para documentos da coleção',
  outside: 'para fora',
  'creation-gap': 'datas dos documentos',
  'content-gap': 'tempo do conteúdo',
  before: 'antes de {year}',
  decade: 'anos {year}',
  after: 'depois de {year}',
  'no-year': 'sem ano',
  quartiles: 'quartil do documento',
  period: 'período',
  number: 'expressões no documento',
  chartDescription: '{title}: {base} no total; maior valor {greatest} ({label}).',
} as const;

export type StudyMessageKey = keyof typeof PT_BR;
type Messages = Readonly<Record<StudyMessageKey, string>>;

const PT_PT: Messages = {
  ...PT_BR,
  otherLanguage: '{count} documentos noutras línguas ficaram de fora.',
  'with-placed-time': 'com pelo menos uma data no calendário',
};

const EN: Messages = {
  title: 'Temporal study of the collection',
  about: '{documents} documents, about {unique} different, {analysed} analysed. Profile {profile}.',
  otherLanguage: '{count} documents in other languages were left out.',
  sampled: 'Links inside are estimated from one in {count}.',
  base: 'Base: {count}',
  table: 'Table {number}',
  nothing: 'nothing to show',
  'table-6.1': 'Documents with temporal information',
  'table-6.2': 'Creation date',
  'table-6.3': 'Mean expressions per document',
  'table-6.4': 'Resolved expressions',
  'table-6.5': 'Mean resolved expressions',
  'table-6.6': 'Documents by number of expressions',
  'table-6.7': 'Position of expressions',
  'table-6.8': 'Granularity of the dates of segments',
  'table-6.9': 'Temporal segments',
  'table-6.10': 'Position of segments',
  'table-6.11': 'Links inside and outside the collection',
  'table-6.12': 'Distance between the two ends of a link inside, in days',
  'table-6.13': 'Documents by number of links',
  'table-6.14': 'Position of links',
  'table-6.15': 'Content time of documents',
  'table-6.16': 'Creation date of documents',
  documents: 'documents',
  expressions: 'expressions',
  segments: 'segments',
  dates: 'dates',
  links: 'links',
  share: '%',
  expressionShare: '% of expressions',
  mean: 'mean',
  least: 'least',
  greatest: 'greatest',
  all: 'all',
  'with-time': 'with temporal information',
  'with-placed-time': 'with at least one date on the calendar',
  'with-creation': 'with creation date',
  'without-creation': 'without creation date',
  'suspicious-creation': 'with an impossible date (not used)',
  'per-document': 'per document',
  'per-timed-document': 'per document with temporal information',
  resolved: 'resolved',
  unresolved: 'unresolved',
  total: 'total',
  calendar: 'calendar references',
  'calendar-resolved': 'calendar references resolved',
  'resolved-per-timed-document': 'per document with temporal information',
  'at-least': '{n} or more',
  quartile: 'quartile {n}',
  complete: 'complete date',
  year: 'year',
  'year-month': 'year and month',
  month: 'month',
  'month-day': 'month and day',
  day: 'day',
  'dates-per-segment': 'dates per segment',
  'segment-span': 'span of a segment, days',
  'segment-position': 'position of a segment in the document',
  'one-date-share': 'share with exactly one date',
  'segments-per-document': 'segments per document',
  'segments-per-timed-document': 'segments per document with temporal information',
  inside: 'to documents of the collection',
  outside: 'to outside',
  'creation-gap': 'document dates',
  'content-gap': 'content time',
  before: 'before {year}',
  decade: '{year}s',
  after: 'after {year}',
  'no-year': 'no year',
  quartiles: 'quartile of the document',
  period: 'period',
  number: 'expressions in the document',
  chartDescription: '{title}: {base} in all; greatest {greatest} ({label}).',
};

const ALL: Readonly<Record<ReportLanguage, Messages>> = { 'pt-BR': PT_BR, 'pt-PT': PT_PT, en: EN };

export type SayStudy = (key: StudyMessageKey, values?: Readonly<Record<string, string | number>>) => string;

export function sayStudyIn(language: ReportLanguage): SayStudy {
  const messages = ALL[language];
  return (key, values = {}) =>
    messages[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    );
}

/** The name of a row in words. */
export function rowLabel(say: SayStudy, name: string): string {
  if (Object.hasOwn(PT_BR, name)) return say(name as StudyMessageKey);
  const m = /^(before|decade|year|after|at-least|quartile)-(-?\d+)$/.exec(name);
  if (!m) return name;
  const n = m[2]!;
  switch (m[1]) {
    case 'year':
      return n;
    case 'at-least':
    case 'quartile':
      return say(m[1], { n });
    default:
      return say(m[1] as 'before' | 'decade' | 'after', { year: n });
  }
}
