/**
 * dBASE tables: the attributes of a shapefile. Written here because the libraries of the field read them whole, know no DOS code page and
 * believe the header; tables of the wild are cut, padded and mislabelled.
 */

import { reason } from '../../words/why.ts';
import type { Budget } from './budget.ts';
import { type ByteSource, NO_BYTES, viewOf } from './byte-source.ts';
import {
  charsetByName,
  charsetOfLanguageDriver,
  type TextReader,
  textReader,
  utf8Verdict,
} from './code-pages.ts';
import type { AttributeRow, FieldInfo, FieldType } from './dataset.ts';
import { GeoProblem } from './problem.ts';

export interface DbfField {
  readonly name: string;
  /** The letter of the header: C, N, F, L, D… */
  readonly letter: string;
  readonly offset: number;
  readonly length: number;
  readonly decimals: number;
}

export interface DbfTable {
  readonly fields: readonly DbfField[];
  /** As the header counts them. */
  readonly count: number;
  /** How many fit into the bytes that there are. */
  readonly present: number;
  readonly headerLength: number;
  readonly recordLength: number;
  readonly text: TextReader;
  /** What the charset was known from. */
  readonly charsetFrom: 'cpg' | 'language-driver' | 'values';
  /** ISO date of the last change, when the header has one that exists. */
  readonly updated: string | null;
  readonly source: ByteSource;
}

export type DbfValue = string | number | boolean | null;

const MOST_FIELDS = 2048;
const CHARSET_SAMPLE = 64 << 10;

export async function readDbf(source: ByteSource, cpg: string | null): Promise<DbfTable> {
  const fixed = await source.read(0, 32);
  if (fixed.length < 32) throw new GeoProblem('truncated', reason('dbf-short', { bytes: source.size }));
  const view = viewOf(fixed);
  const version = fixed[0]! & 0x07;
  if (version === 0 || version > 5)
    throw new GeoProblem('corrupt', reason('not-dbase', { version: String(fixed[0]) }));
  const count = view.getUint32(4, true);
  const headerLength = view.getUint16(8, true);
  const recordLength = view.getUint16(10, true);
  if (headerLength < 33 || recordLength < 1)
    throw new GeoProblem('corrupt', reason('header-and-rows', { header: headerLength, row: recordLength }));
  const header = await source.read(0, headerLength);
  if (header.length < headerLength)
    throw new GeoProblem(
      'truncated',
      reason('header-present', { header: headerLength, present: header.length }),
    );
  const rawFields: { name: Uint8Array; letter: string; offset: number; length: number; decimals: number }[] =
    [];
  let offset = 1;
  for (let at = 32; at + 32 <= headerLength && header[at] !== 0x0d; at += 32) {
    if (rawFields.length === MOST_FIELDS)
      throw new GeoProblem('corrupt', reason('too-many-columns', { columns: MOST_FIELDS }));
    let end = at;
    while (end < at + 11 && header[end] !== 0) end++;
    const letter = String.fromCharCode(header[at + 11]!);
    // Text columns longer than 255 bytes keep the high byte of their length where numbers have their decimals.
    const length = letter === 'C' ? header[at + 16]! | (header[at + 17]! << 8) : header[at + 16]!;
    const wide = letter === 'C' && offset + length > recordLength ? header[at + 16]! : length;
    if (offset + wide > recordLength)
      throw new GeoProblem(
        'corrupt',
        reason('column-past-row', { column: rawFields.length + 1, bytes: recordLength }),
      );
    rawFields.push({
      name: header.subarray(at, end),
      letter,
      offset,
      length: wide,
      decimals: letter === 'C' ? 0 : header[at + 17]!,
    });
    offset += wide;
  }
  if (rawFields.length === 0 && count > 0) throw new GeoProblem('corrupt', reason('table-without-columns'));
  const present = Math.max(0, Math.floor((source.size - headerLength) / recordLength));
  const sample = await source.read(
    headerLength,
    Math.min(CHARSET_SAMPLE, Math.min(count, present) * recordLength),
  );
  const [charset, charsetFrom] = chooseCharset(cpg, header[29]!, sample, rawFields, recordLength);
  const text = textReader(charset);
  const names = new Set<string>();
  const fields = rawFields.map((raw, i): DbfField => {
    let name = text.decode(raw.name).trim() || `COL${i + 1}`;
    for (let n = 2; names.has(name); n++) name = `${name.replace(/_\d+$/, '')}_${n}`;
    names.add(name);
    return { ...raw, name };
  });
  return {
    fields,
    count,
    present,
    headerLength,
    recordLength,
    text,
    charsetFrom,
    updated: headerDate(header[1]!, header[2]!, header[3]!),
    source,
  };
}

function headerDate(yy: number, mm: number, dd: number): string | null {
  if (mm < 1 || mm > 12 || dd < 1 || dd > 31) return null;
  return `${1900 + yy}-${String(mm).padStart(2, '0')}-${String(dd).padStart(2, '0')}`;
}

/**
 * `.cpg`, then the language driver, then the values. The first two are overruled only where the bytes prove them wrong: what says UTF-8 and
 * is none was Windows; what says Windows and is flawless UTF-8 with accents is UTF-8, because nobody means `SÃ£o`.
 */
function chooseCharset(
  cpg: string | null,
  driver: number,
  sample: Uint8Array,
  fields: readonly { letter: string; offset: number; length: number }[],
  recordLength: number,
): [string, DbfTable['charsetFrom']] {
  const verdict = verdictOfText(sample, fields, recordLength);
  const byFile = cpg === null ? null : charsetByName(cpg);
  if (byFile !== null) {
    if (byFile === 'utf-8' && verdict === 'other') return ['windows-1252', 'values'];
    return [byFile, 'cpg'];
  }
  const byDriver = charsetOfLanguageDriver(driver);
  if (byDriver !== null) {
    if (byDriver === 'windows-1252' && verdict === 'utf-8') return ['utf-8', 'values'];
    return [byDriver, 'language-driver'];
  }
  return [verdict === 'utf-8' ? 'utf-8' : 'windows-1252', 'values'];
}

/** Judges value by value: a value cut in the middle of a character (by the width of the column) must not condemn the table. */
function verdictOfText(
  sample: Uint8Array,
  fields: readonly { letter: string; offset: number; length: number }[],
  recordLength: number,
): 'ascii' | 'utf-8' | 'other' {
  const texts = fields.filter((field) => field.letter === 'C');
  let utf8 = false;
  for (let row = 0; row + recordLength <= sample.length; row += recordLength) {
    for (const field of texts) {
      const verdict = utf8Verdict(sample.subarray(row + field.offset, row + field.offset + field.length));
      if (verdict === 'other') return 'other';
      if (verdict === 'utf-8') utf8 = true;
    }
  }
  return utf8 ? 'utf-8' : 'ascii';
}

const TYPES: Readonly<Record<string, FieldType>> = {
  C: 'text',
  M: 'text',
  V: 'text',
  L: 'boolean',
  D: 'date',
  T: 'date',
  '@': 'date',
  I: 'integer',
  '+': 'integer',
  F: 'real',
  B: 'real',
  O: 'real',
  Y: 'real',
};

export function fieldInfo(field: DbfField): FieldInfo {
  const type =
    field.letter === 'N' ? (field.decimals > 0 ? 'real' : 'integer') : (TYPES[field.letter] ?? 'other');
  return { name: field.name, type };
}

function textOf(table: DbfTable, record: Uint8Array, field: DbfField): string {
  let from = field.offset;
  let to = field.offset + field.length;
  while (to > from && (record[to - 1] === 0x20 || record[to - 1] === 0)) to--;
  for (let i = from; i < to; i++) {
    if (record[i] === 0) {
      to = i;
      break;
    }
  }
  while (from < to && record[from] === 0x20) from++;
  while (to > from && record[to - 1] === 0x20) to--;
  return from === to ? '' : table.text.decode(record.subarray(from, to));
}

function fieldValue(table: DbfTable, record: Uint8Array, field: DbfField): DbfValue {
  const view = viewOf(record);
  switch (field.letter) {
    case 'I':
    case '+':
      return field.length === 4
        ? view.getInt32(field.offset, true)
        : field.length === 2
          ? view.getInt16(field.offset, true)
          : null;
    case 'O':
    case 'B':
      return field.length === 8 ? view.getFloat64(field.offset, true) : null;
    case 'Y':
      return field.length === 8 ? Number(view.getBigInt64(field.offset, true)) / 10_000 : null;
    case 'M':
      return null;
    default: {
      const text = textOf(table, record, field);
      if (field.letter === 'N' || field.letter === 'F') {
        if (text === '' || text.startsWith('*')) return null;
        const value = Number(text.replace(',', '.'));
        return Number.isNaN(value) ? null : value;
      }
      if (field.letter === 'L') return /^[YyTtSs1]/.test(text) ? true : /^[NnFf0]/.test(text) ? false : null;
      if (field.letter === 'D')
        return /^\d{8}$/.test(text) && text !== '00000000'
          ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
          : null;
      return text === '' ? null : text;
    }
  }
}

/** Rows as they lie, the deleted ones as null. */
async function* records(table: DbfTable, budget: Budget): AsyncGenerator<Uint8Array | null> {
  const { recordLength } = table;
  let rest: Uint8Array = NO_BYTES;
  let left = Math.min(table.count, table.present);
  if (left === 0) return;
  for await (const piece of table.source.stream(table.headerLength)) {
    let bytes = piece;
    if (rest.length > 0) {
      bytes = new Uint8Array(rest.length + piece.length);
      bytes.set(rest);
      bytes.set(piece, rest.length);
    }
    let at = 0;
    for (; at + recordLength <= bytes.length; at += recordLength) {
      budget.tick();
      yield bytes[at] === 0x2a ? null : bytes.subarray(at, at + recordLength);
      if (--left === 0) return;
    }
    rest = bytes.slice(at);
  }
}

/** The values of each row by column name, null for a deleted row. */
export async function* dbfRecords(
  table: DbfTable,
  budget: Budget,
): AsyncGenerator<Record<string, DbfValue> | null> {
  for await (const record of records(table, budget)) {
    if (record === null) {
      yield null;
      continue;
    }
    const properties: Record<string, DbfValue> = Object.create(null);
    for (const field of table.fields) properties[field.name] = fieldValue(table, record, field);
    yield properties;
  }
}

export async function* dbfRows(table: DbfTable, budget: Budget, limit: number): AsyncGenerator<AttributeRow> {
  let given = 0;
  for await (const record of records(table, budget)) {
    if (record === null) continue;
    if (given++ >= limit) return;
    yield table.fields.map((field) => {
      const value =
        field.letter === 'C' ? textOf(table, record, field) || null : fieldValue(table, record, field);
      return value === null ? null : String(value);
    });
  }
}
