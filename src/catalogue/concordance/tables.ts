/** Lines, years and collocates as rows of a table, for spreadsheets and other programs. */
import type { Collocate, ConcordanceLine, WordYears } from '../ports/index.ts';

export const LINE_COLUMNS = [
  'left',
  'key',
  'right',
  'year',
  'site',
  'title',
  'url',
  'page',
  'start',
  'end',
] as const satisfies readonly (keyof ConcordanceLine)[];

export const YEAR_COLUMNS = ['by', 'year', 'hits', 'pages', 'words', 'perMillion'] as const;

export const COLLOCATE_COLUMNS = [
  'word',
  'together',
  'left',
  'right',
  'frequency',
  'estimated',
  'logLikelihood',
  'logDice',
  'mutualInformation',
] as const satisfies readonly (keyof Collocate)[];

type Cell = string | number | boolean | null;

/** The values of a row under these columns. */
export function cellsOf<Column extends string>(
  columns: readonly Column[],
  row: Readonly<Record<Column, Cell>>,
): Cell[] {
  return columns.map((column) => row[column]);
}

/** Both counts of years, one behind the other. */
export function yearRows({
  published,
  spoken,
}: Pick<WordYears, 'published' | 'spoken'>): Readonly<Record<(typeof YEAR_COLUMNS)[number], Cell>>[] {
  return [
    ...published.map((year) => ({ by: 'published', ...year })),
    ...spoken.map((year) => ({ by: 'spoken', ...year })),
  ];
}
