/** The sixteen tables as numbers, with names that every language words for itself. */
import type { LinkDifferences, LinkFindings } from './link-sketch.ts';
import type { StudyCounts } from './time-study.ts';
import { UNRESOLVED } from './unresolved-kind.ts';
import type { YearCounts } from './year-counts.ts';

export type ColumnName =
  | 'documents'
  | 'expressions'
  | 'segments'
  | 'dates'
  | 'links'
  | 'share'
  | 'expressionShare'
  | 'mean'
  | 'least'
  | 'greatest';

export interface StudyTable {
  /** As published (docs/methods.md, "Temporal crawl"). */
  readonly number: string;
  readonly columns: readonly ColumnName[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** What the shares are of; null in tables of means. */
  readonly base: number | null;
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const QUARTILES = ['quartile-1', 'quartile-2', 'quartile-3', 'quartile-4'];

function counted(
  number: string,
  column: ColumnName,
  base: number,
  rows: readonly (readonly [string, number])[],
): StudyTable {
  return {
    number,
    columns: [column, 'share'],
    base,
    rows: rows.map(([name, count]) => ({ name, values: [count, share(count, base)] })),
  };
}

function means(number: string, rows: readonly (readonly [string, number])[]): StudyTable {
  return {
    number,
    columns: ['mean'],
    base: null,
    rows: rows.map(([name, mean]) => ({ name, values: [mean] })),
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);

export function studyTables(
  c: StudyCounts,
  links: LinkFindings,
  content: YearCounts,
  creation: YearCounts,
  harvest: number | null,
): StudyTable[] {
  const gaps = ({ links: n, mean, least, greatest }: LinkDifferences): (number | null)[] =>
    n === 0 ? [0, null, null, null] : [n, mean, least, greatest];
  const periods = (years: YearCounts, first: number): [string, number][] =>
    harvest === null ? [] : years.periods(harvest, first).map(({ name, count }) => [name, count]);
  return [
    counted('6.1', 'documents', c.analysed, [
      ['all', c.analysed],
      ['with-time', c.timed],
      ['with-placed-time', c.placed],
    ]),
    counted('6.2', 'documents', c.analysed, [
      ['with-creation', c.withCreation],
      ['without-creation', c.analysed - c.withCreation],
      ['suspicious-creation', c.suspicious],
    ]),
    means('6.3', [
      ['per-document', share(c.expressions, c.analysed)],
      ['per-timed-document', share(c.expressions, c.timed)],
    ]),
    counted('6.4', 'expressions', c.expressions, [
      ['resolved', c.resolved],
      ['unresolved', c.expressions - c.resolved],
      ['total', c.expressions],
      ['calendar', c.calendar],
      ['calendar-resolved', c.calendarResolved],
    ]),
    counted(
      '6.4a',
      'expressions',
      c.expressions,
      UNRESOLVED.map((name, i) => [name, c.unresolved[i]!]),
    ),
    means('6.5', [['resolved-per-timed-document', share(c.resolved, c.timed)]]),
    counted(
      '6.6',
      'documents',
      c.analysed,
      c.documentsByExpressions.map((n, i) => [
        i === c.documentsByExpressions.length - 1 ? `at-least-${i}` : `${i}`,
        n,
      ]),
    ),
    {
      number: '6.7',
      columns: ['documents', 'share', 'expressions', 'expressionShare'],
      base: c.timed,
      rows: QUARTILES.map((name, i) => ({
        name,
        values: [
          c.documentsByQuartile[i]!,
          share(c.documentsByQuartile[i]!, c.timed),
          c.expressionsByQuartile[i]!,
          share(c.expressionsByQuartile[i]!, c.expressions),
        ],
      })),
    },
    counted('6.8', 'dates', c.dates, [
      ['complete', c.completeDates],
      ['year', c.yearDates],
      ['year-month', c.yearMonthDates],
      ['month', c.monthDates],
      ['month-day', c.monthDayDates],
      ['day', c.dayDates],
    ]),
    means('6.9', [
      ['dates-per-segment', share(c.dates, c.segments)],
      ['segment-span', share(c.segmentSpanSum, c.segments)],
      ['segment-position', share(c.segmentPositionSum, c.segments)],
      ['one-date-share', share(c.oneDateSegments, c.segments)],
      ['segments-per-document', share(c.segments, c.analysed)],
      ['segments-per-timed-document', share(c.segments, c.timed)],
    ]),
    counted(
      '6.10',
      'segments',
      c.segments,
      QUARTILES.map((name, i) => [name, c.segmentsByQuartile[i]!]),
    ),
    counted('6.11', 'links', links.total, [
      ['inside', links.inside],
      ['outside', links.outside],
      ['total', links.total],
    ]),
    {
      number: '6.12',
      columns: ['links', 'mean', 'least', 'greatest'],
      base: null,
      rows: [
        { name: 'creation-gap', values: gaps(links.created) },
        { name: 'content-gap', values: gaps(links.content) },
      ],
    },
    counted(
      '6.13',
      'documents',
      c.analysed,
      c.documentsByLinks.map((n, i) => [i === c.documentsByLinks.length - 1 ? `at-least-${i}` : `${i}`, n]),
    ),
    counted(
      '6.14',
      'links',
      sum(c.linksByQuartile),
      QUARTILES.map((name, i) => [name, c.linksByQuartile[i]!]),
    ),
    counted('6.15', 'documents', c.timed, [...periods(content, 1900), ['no-year', c.timed - c.placed]]),
    counted('6.16', 'documents', c.withCreation, periods(creation, 1970)),
  ];
}
