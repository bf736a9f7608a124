/**
 * Reads the tables of an SQLite file by its pages. A hostile database handed to an SQL engine can run (views that never end, expressions of
 * generated columns) and must lie in a file; here nothing runs, every page is looked at once, and the bytes may lie anywhere, a server
 * included.
 */

import { reason } from '../../words/why.ts';
import type { Budget } from './budget.ts';
import { type ByteSource, viewOf } from './byte-source.ts';
import { beginsWith } from './format-reader.ts';
import { GeoProblem } from './problem.ts';

export type SqliteValue = null | number | string | Uint8Array;

export interface SqliteTable {
  readonly name: string;
  readonly root: number;
  readonly columns: readonly string[];
  /** Declared types, upper case, in the order of the columns. */
  readonly types: readonly string[];
  /** The column that stands for the row's number, or -1. */
  readonly rowidColumn: number;
}

export interface SqliteRow {
  readonly rowid: number;
  readonly values: readonly SqliteValue[];
}

const LARGEST_VALUE = 64 << 20;
const MOST_TABLES = 5000;

export class SqliteFile {
  readonly tables = new Map<string, SqliteTable>();
  readonly applicationId: number;
  readonly #source: ByteSource;
  readonly #budget: Budget;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #pages: number;
  readonly #decode: (bytes: Uint8Array) => string;

  private constructor(source: ByteSource, budget: Budget, header: Uint8Array) {
    const view = viewOf(header);
    const size = view.getUint16(16);
    this.#pageSize = size === 1 ? 65_536 : size;
    if (this.#pageSize < 512 || (this.#pageSize & (this.#pageSize - 1)) !== 0)
      throw new GeoProblem('corrupt', reason('sqlite-page-size', { size }));
    this.#usable = this.#pageSize - header[20]!;
    if (this.#usable < 480)
      throw new GeoProblem('corrupt', reason('reserved-bytes', { bytes: String(header[20]) }));
    this.#pages = Math.floor(source.size / this.#pageSize);
    this.applicationId = view.getUint32(68);
    const encoding = view.getUint32(56);
    const decoder = new TextDecoder(encoding === 2 ? 'utf-16le' : encoding === 3 ? 'utf-16be' : 'utf-8');
    this.#decode = (bytes) => decoder.decode(bytes);
    this.#source = source;
    this.#budget = budget;
  }

  static async open(source: ByteSource, budget: Budget): Promise<SqliteFile> {
    const header = await source.read(0, 100);
    if (header.length < 100 || !beginsWith(header, 'SQLite format 3\0'))
      throw new GeoProblem(header.length < 100 ? 'truncated' : 'corrupt', reason('not-sqlite'));
    const file = new SqliteFile(source, budget, header);
    for await (const { values } of file.#scan(1)) {
      const [type, name, , root, sql] = values;
      if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number' || typeof sql !== 'string')
        continue;
      // Virtual tables have no pages of their own; tables without row numbers are kept in another kind of tree.
      if (root < 1 || /^\s*CREATE\s+VIRTUAL/i.test(sql) || /\bWITHOUT\s+ROWID\s*$/i.test(sql.trimEnd()))
        continue;
      if (file.tables.size >= MOST_TABLES) break;
      file.tables.set(name.toLowerCase(), { name, root, ...columnsOf(sql) });
    }
    return file;
  }

  table(name: string): SqliteTable | null {
    return this.tables.get(name.toLowerCase()) ?? null;
  }

  /** The rows of a table as objects; for the small tables that describe the others. */
  async all(name: string, limit = 10_000): Promise<Record<string, SqliteValue>[]> {
    const table = this.table(name);
    if (table === null) return [];
    const rows: Record<string, SqliteValue>[] = [];
    for await (const { values } of this.rows(table)) {
      if (rows.length >= limit) break;
      const row: Record<string, SqliteValue> = Object.create(null);
      table.columns.forEach((column, i) => {
        row[column.toLowerCase()] = values[i] ?? null;
      });
      rows.push(row);
    }
    return rows;
  }

  async *rows(table: SqliteTable): AsyncGenerator<SqliteRow> {
    for await (const row of this.#scan(table.root)) {
      if (table.rowidColumn !== -1 && row.values[table.rowidColumn] === null) {
        const values = [...row.values];
        values[table.rowidColumn] = row.rowid;
        yield { rowid: row.rowid, values };
      } else yield row;
    }
  }

  /** The number of rows, or null when counting would need more than `maxPages` pages. */
  async count(table: SqliteTable, maxPages: number): Promise<number | null> {
    let count = 0;
    let pages = 0;
    for await (const { page, at } of this.#leaves(table.root)) {
      if (++pages > maxPages) return null;
      count += viewOf(page).getUint16(at + 3);
    }
    return count;
  }

  async #page(number: number): Promise<Uint8Array> {
    if (number < 1 || number > this.#pages)
      throw new GeoProblem('truncated', reason('page-beyond', { page: number, pages: this.#pages }));
    const page = await this.#source.read((number - 1) * this.#pageSize, this.#pageSize);
    if (page.length < this.#pageSize) throw new GeoProblem('truncated', reason('page-cut', { page: number }));
    return page;
  }

  /** The leaf pages of a table, in order. */
  async *#leaves(root: number): AsyncGenerator<{ readonly page: Uint8Array; readonly at: number }> {
    const open = [root];
    const seen = new Set<number>();
    while (open.length > 0) {
      const number = open.pop()!;
      // A tree whose branches meet would be walked for ever, or as often as its author likes.
      if (seen.has(number)) throw new GeoProblem('corrupt', reason('page-twice', { page: number }));
      seen.add(number);
      this.#budget.tick();
      const page = await this.#page(number);
      const at = number === 1 ? 100 : 0;
      const view = viewOf(page);
      const cells = view.getUint16(at + 3);
      if (page[at] === 13) {
        if (at + 8 + cells * 2 > this.#usable)
          throw new GeoProblem('corrupt', reason('cells-in-page', { cells, page: number }));
        yield { page, at };
      } else if (page[at] === 5) {
        if (at + 12 + cells * 2 > this.#usable)
          throw new GeoProblem('corrupt', reason('cells-in-page', { cells, page: number }));
        open.push(view.getUint32(at + 8));
        for (let i = cells - 1; i >= 0; i--) {
          const cell = view.getUint16(at + 12 + i * 2);
          if (cell + 4 > page.length)
            throw new GeoProblem('corrupt', reason('cell-outside-page', { page: number }));
          open.push(view.getUint32(cell));
        }
      } else
        throw new GeoProblem('corrupt', reason('page-of-no-table', { page: number, type: String(page[at]) }));
    }
  }

  async *#scan(root: number): AsyncGenerator<SqliteRow> {
    for await (const { page, at } of this.#leaves(root)) {
      const view = viewOf(page);
      const cells = view.getUint16(at + 3);
      for (let i = 0; i < cells; i++) {
        this.#budget.tick();
        const cell = view.getUint16(at + 8 + i * 2);
        const [size, afterSize] = varint(page, cell);
        const [rowid, from] = varint(page, afterSize);
        yield { rowid, values: this.#record(await this.#payload(page, from, size)) };
      }
    }
  }

  async #payload(page: Uint8Array, from: number, size: number): Promise<Uint8Array> {
    if (size > LARGEST_VALUE || size < 0)
      throw new GeoProblem('too-large', reason('row-bytes', { bytes: size }));
    const usable = this.#usable;
    if (size <= usable - 35) {
      if (from + size > page.length) throw new GeoProblem('corrupt', reason('row-leaves-page'));
      return page.subarray(from, from + size);
    }
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const rest = least + ((size - least) % (usable - 4));
    const local = rest <= usable - 35 ? rest : least;
    if (from + local + 4 > page.length) throw new GeoProblem('corrupt', reason('row-leaves-page'));
    const payload = new Uint8Array(size);
    payload.set(page.subarray(from, from + local));
    let have = local;
    let next = viewOf(page).getUint32(from + local);
    while (have < size) {
      this.#budget.tick();
      const overflow = await this.#page(next);
      const part = overflow.subarray(4, 4 + Math.min(usable - 4, size - have));
      payload.set(part, have);
      have += part.length;
      next = viewOf(overflow).getUint32(0);
    }
    return payload;
  }

  #record(payload: Uint8Array): SqliteValue[] {
    const [headerSize, first] = varint(payload, 0);
    if (headerSize > payload.length) throw new GeoProblem('corrupt', reason('row-header-long'));
    const view = viewOf(payload);
    const values: SqliteValue[] = [];
    let at = headerSize;
    for (let h = first; h < headerSize; ) {
      const [type, next] = varint(payload, h);
      h = next;
      const length = type >= 12 ? (type - 12) >> 1 : (FIXED_LENGTHS[type] ?? 0);
      if (at + length > payload.length) throw new GeoProblem('corrupt', reason('value-longer-than-row'));
      if (type >= 12) {
        const bytes = payload.subarray(at, at + length);
        values.push(type % 2 === 0 ? bytes : this.#decode(bytes));
      } else values.push(numberAt(view, at, type));
      at += length;
    }
    return values;
  }
}

const FIXED_LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

function numberAt(view: DataView, at: number, type: number): number | null {
  switch (type) {
    case 1:
      return view.getInt8(at);
    case 2:
      return view.getInt16(at);
    case 3:
      return view.getInt8(at) * 65_536 + view.getUint16(at + 1);
    case 4:
      return view.getInt32(at);
    case 5:
      return view.getInt16(at) * 4_294_967_296 + view.getUint32(at + 2);
    case 6:
      return Number(view.getBigInt64(at));
    case 7:
      return view.getFloat64(at);
    case 8:
      return 0;
    case 9:
      return 1;
    default:
      return null;
  }
}

/** A number of up to nine bytes, and where it ends. */
function varint(bytes: Uint8Array, at: number): [value: number, next: number] {
  let value = 0;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) throw new GeoProblem('corrupt', reason('number-leaves-page'));
    if (i === 8) return [value * 256 + byte, at + 9];
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + i + 1];
  }
  return [value, at + 9];
}

/** Names and types of the columns in a CREATE TABLE statement. */
function columnsOf(sql: string): Pick<SqliteTable, 'columns' | 'types' | 'rowidColumn'> {
  const columns: string[] = [];
  const types: string[] = [];
  let rowidColumn = -1;
  const start = sql.indexOf('(');
  const definitions: string[] = [];
  let depth = 0;
  let quote = '';
  let from = start + 1;
  for (let i = start; i !== -1 && i < sql.length; i++) {
    const c = sql[i]!;
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'" || c === '`') quote = c;
    else if (c === '[') quote = ']';
    else if (c === '-' && sql[i + 1] === '-') {
      const end = sql.indexOf('\n', i);
      i = end === -1 ? sql.length : end;
    } else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) {
      definitions.push(sql.slice(from, i));
      break;
    } else if (c === ',' && depth === 1) {
      definitions.push(sql.slice(from, i));
      from = i + 1;
    }
  }
  for (const definition of definitions) {
    const text = definition.trim().replace(/^(?:--[^\n]*\n\s*)+/, '');
    const match = /^"((?:[^"]|"")*)"|^`([^`]*)`|^\[([^\]]*)\]|^'([^']*)'|^([^\s(,]+)/.exec(text);
    if (match === null) continue;
    const name = match[1]?.replace(/""/g, '"') ?? match[2] ?? match[3] ?? match[4] ?? match[5]!;
    if (match[5] !== undefined && /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)$/i.test(name)) continue;
    const rest = text.slice(match[0].length).trim();
    if (/^INTEGER\b[^,]{0,60}?\bPRIMARY\s+KEY/i.test(rest)) rowidColumn = columns.length;
    columns.push(name);
    types.push(
      (/^["'`[]?([A-Za-z_][\w ]*?(?:\(\s*[\d\s,]+\))?)(?=["'`\]\s]|$)/.exec(rest)?.[1] ?? '').toUpperCase(),
    );
  }
  return { columns, types, rowidColumn };
}
