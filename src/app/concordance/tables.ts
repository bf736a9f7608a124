/** The columns under which lines, years and collocates are written. Apart from the use-case, whose room is loaded when it is called. */
export { COLLOCATE_COLUMNS, cellsOf, LINE_COLUMNS, YEAR_COLUMNS, yearRows } from '../../catalogue/index.ts';
