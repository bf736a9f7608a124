/** Words in their context: lines, years and collocations, from where the index says that words stand and from the texts of pages. */
export { collocations } from './collocations.ts';
export { concordanceLines } from './concordance-lines.ts';
export type { ConcordancePage, ConcordanceSource } from './source.ts';
export { COLLOCATE_COLUMNS, cellsOf, LINE_COLUMNS, YEAR_COLUMNS, yearRows } from './tables.ts';
export { wordYears } from './word-years.ts';
