/** CSV by RFC 4180 that no spreadsheet takes for a program, and the form that spreadsheets of Brazil and Portugal open by a double click. */

/** `plain`: commas, points, for programs. `excel`: semicolons, decimal commas, a mark that says UTF-8: the rule of Portuguese spreadsheets. */
export type CsvForm = 'plain' | 'excel';

/** What a file begins with: a spreadsheet takes UTF-8 without the mark for the old code page. */
export const CSV_BEGIN: Readonly<Record<CsvForm, string>> = { plain: '', excel: '\ufeff' };
const BETWEEN: Readonly<Record<CsvForm, string>> = { plain: ',', excel: ';' };

/** Texts that a spreadsheet would run as a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/;
/**
 * What begins with a sign and is an amount (`-5 °C`, `+12,5 %`) or a telephone number (`+55 (11) 3333-2020`): digits and what stands
 * between them, a unit after them. Anything more after the sign (`-2+3`, `+1|cmd`) is a formula to a spreadsheet.
 */
const SIGNED = /^[+-][\s(]{0,2}\d[\d\s().,:-]*(?:[\p{L}%°ºª²³/]{1,8}\.?)?$/u;

/** All that a spreadsheet reckons with and gives back as it was: it would make `-1-2` of a code to -3, and 351 of `+351`. */
const NEGATIVE = /^-\d+(?:,\d+)?$/;
/** Characters that a cell of a spreadsheet holds: the rest of a longer one is strewn over the cells and lines behind it. */
const LONGEST_CELL = 32_767;

/** One cell: numbers and truth as they are, what is missing empty, texts quoted where they must be. */
export function csvCell(value: string | number | boolean | null, form: CsvForm = 'plain'): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '';
  if (typeof value === 'number' && form === 'excel') return String(value).replace('.', ',');
  if (typeof value !== 'string') return String(value);
  // A zero byte ends the cell, or the file, for many readers.
  let text = value.replaceAll('\0', '\ufffd');
  // A cell that a spreadsheet would run is text: it gets the apostrophe that says so.
  if (FORMULA.test(text) && !(form === 'excel' ? NEGATIVE : SIGNED).test(text)) text = `'${text}`;
  if (form === 'excel' && text.length > LONGEST_CELL)
    text = `${text.slice(0, LONGEST_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  return quotedCell(text);
}

/** A text as it is, for programs that read it back: quoted where it must be, and never marked. */
export function quotedCell(text: string): string {
  // Semicolons and tabs too: spreadsheets of many countries part cells at them.
  return /[",;\n\r\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole line. */
export function csvLine(
  cells: readonly (string | number | boolean | null)[],
  form: CsvForm = 'plain',
): string {
  return `${cells.map((cell) => csvCell(cell, form)).join(BETWEEN[form])}\r\n`;
}
