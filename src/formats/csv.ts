/** CSV by RFC 4180 that no spreadsheet takes for a program. */

/** Texts that a spreadsheet would run as a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/;
/**
 * What begins with a sign and is an amount (`-5 °C`, `+12,5 %`) or a telephone number (`+55 (11) 3333-2020`): digits and what stands
 * between them, a unit after them. Anything more after the sign (`-2+3`, `+1|cmd`) is a formula to a spreadsheet.
 */
const SIGNED = /^[+-][\s(]{0,2}\d[\d\s().,:-]*(?:[\p{L}%°ºª²³/]{1,8}\.?)?$/u;

/** One cell: numbers and truth as they are, what is missing empty, texts quoted where they must be. */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '';
  if (typeof value !== 'string') return String(value);
  // A zero byte ends the cell, or the file, for many readers.
  let text = value.replaceAll('\0', '\ufffd');
  // A cell that a spreadsheet would run is text: it gets the apostrophe that says so.
  if (FORMULA.test(text) && !SIGNED.test(text)) text = `'${text}`;
  return quotedCell(text);
}

/** A text as it is, for programs that read it back: quoted where it must be, and never marked. */
export function quotedCell(text: string): string {
  // Semicolons and tabs too: spreadsheets of many countries part cells at them.
  return /[",;\n\r\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole line. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
