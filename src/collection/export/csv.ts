/** CSV by RFC 4180, in UTF-8, that no spreadsheet takes for a program. */
import { type Cell, type Column, type ColumnType, dayText, timeText } from './columns.ts';

/** Texts that a spreadsheet would run as a formula; a number with its sign is none. */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const SIGNED_NUMBER = /^[+-]\d+(?:[.,]\d+)*(?:\s?%)?$/;

function written(value: Cell, type: ColumnType): string {
  if (value === null) return '';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return '';
    return type === 'day' ? dayText(value) : type === 'time' ? timeText(value) : String(value);
  }
  return typeof value === 'boolean' ? String(value) : value;
}

export function csvCell(value: Cell, type: ColumnType = 'text'): string {
  // A zero byte ends the cell, or the file, for many readers.
  let text = written(value, type).replaceAll('\0', '\ufffd');
  if (typeof value === 'string' && FORMULA.test(text) && !SIGNED_NUMBER.test(text)) text = `'${text}`;
  return /[",;\n\r\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvHead<Row>(columns: readonly Column<Row>[]): string {
  return `${columns.map(({ name }) => csvCell(name)).join(',')}\r\n`;
}

export function csvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `${columns.map(({ type, cell }) => csvCell(cell(row), type)).join(',')}\r\n`;
}
