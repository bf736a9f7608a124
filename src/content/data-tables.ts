/**
 * Tables of data, read whole from the tree: rows of kept text as cells on a grid, whatever spans, pictures and paragraphs they have.
 * Tables that only lay a page out are none of them.
 */
import { attributeId, type FlatDocument, TEXT, tagId, WHITE } from '../html/index.ts';
import { CELL, HEADING, ROLE, ROW } from '../html/text-roles.ts';
import { type Run, readRuns } from './inline-runs.ts';
import type { PageBlocks } from './page-blocks.ts';
import { isPicture } from './picture-sources.ts';

export interface DataRow {
  readonly header: boolean;
  /** One for each column, empty where a cell of the left or of above reaches. */
  readonly cells: readonly (readonly Run[])[];
}

export interface DataTable {
  /** Kept blocks of its caption, and others outside its rows. */
  readonly loose: readonly number[];
  readonly rows: readonly DataRow[];
}

const TH = tagId('th');
const THEAD = tagId('thead');
const GROUP = new Set(['thead', 'tbody', 'tfoot'].map(tagId));
const CAPTION = tagId('caption');
const H3 = tagId('h3');
const LAYOUT = new Set(['table', 'pre', 'xmp', 'listing', 'article', 'section', 'main', 'form'].map(tagId));
const ROLE_ATTRIBUTE = attributeId('role');

/** A cell with more text or more below it holds a part of the page, not a value; headings of columns make it likelier data. */
const LARGEST_CELL = 400;
const LONGEST_VALUE = 1200;
const LONGEST_TITLED_VALUE = 6000;
/** More columns than these are one: a page can say that a cell is a million wide. */
const MOST_COLUMNS = 64;
const TALLEST = 1000;
const LINES = { lines: true };

/** Whether the table holds data: several columns of short values in several rows. */
function isDataTable(doc: FlatDocument, table: number): boolean {
  const { tag, end, start, stop, flags, html } = doc;
  const role = doc.value(table, ROLE_ATTRIBUTE)?.trim().toLowerCase();
  if (role === 'presentation' || role === 'none') return false;
  let titled = false;
  let longest = 0;
  let wideRows = 0;
  let filled = 0;
  let cellEnd = 0;
  let length = 0;
  const cellDone = (): void => {
    if (length > 0) filled++;
    longest = Math.max(longest, length);
    length = 0;
  };
  const rowDone = (): void => {
    cellDone();
    if (filled > 1) wideRows++;
    filled = 0;
  };
  const last = end[table]!;
  for (let row = table + 1; row < last; row++) {
    const kind = tag[row]!;
    if (kind === TEXT) {
      if (row < cellEnd && (flags[row]! & WHITE) === 0 && !html.startsWith('&nbsp;<', start[row]!))
        length += stop[row]! - start[row]!;
      continue;
    }
    const meaning = ROLE[kind]!;
    if (meaning === CELL) {
      cellDone();
      if (kind === TH) titled = true;
      if (end[row]! - row > LARGEST_CELL) return false;
      cellEnd = end[row]!;
    } else if (meaning === ROW) rowDone();
    else if (kind === THEAD || kind === CAPTION) titled = true;
    else if (LAYOUT.has(kind) || (meaning === HEADING && kind < H3)) return false;
    else if (isPicture(doc, row) && row < cellEnd) length++;
  }
  rowDone();
  if (longest > (titled ? LONGEST_TITLED_VALUE : LONGEST_VALUE)) return false;
  return wideRows > 1 || (titled && wideRows > 0);
}

function span(doc: FlatDocument, cell: number, name: string, most: number): number {
  const written = doc.attribute(cell, name);
  if (written === null) return 1;
  const count = Number.parseInt(written, 10);
  // A rowspan of 0 reaches to the end of the table.
  if (count === 0 && name === 'rowspan') return most;
  return count > 1 ? Math.min(count, most) : 1;
}

class TableReader {
  readonly #blocks: PageBlocks;
  readonly #keep: Uint8Array;
  readonly #base: string | undefined;
  /** Rows for which each column is taken by a cell of above. */
  readonly #taken: Int32Array = new Int32Array(MOST_COLUMNS);
  /** The first block that is not before the row, and the first that is not before the cell. */
  #block: number;
  #inCell = 0;

  constructor(blocks: PageBlocks, keep: Uint8Array, base: string | undefined, first: number) {
    this.#blocks = blocks;
    this.#keep = keep;
    this.#base = base;
    this.#block = first;
  }

  read(table: number): DataTable {
    const { doc, from, count } = this.#blocks;
    const { tag, end } = doc;
    const loose: number[] = [];
    const rows: DataRow[] = [];
    const last = end[table]!;
    let headEnd = 0;
    for (let row = table + 1; row < last; ) {
      if (tag[row] === THEAD) headEnd = end[row]!;
      if (GROUP.has(tag[row]!)) this.#taken.fill(0);
      if (ROLE[tag[row]!] !== ROW) {
        row++;
        continue;
      }
      this.#skipTo(row, loose);
      const first = this.#block;
      while (this.#block < count && from[this.#block]! < end[row]!) this.#block++;
      const read = this.#row(row, first, this.#block, row < headEnd);
      if (read !== null) rows.push(rows.length === 0 ? withBoldHeader(read) : read);
      row = end[row]!;
    }
    this.#skipTo(last, loose);
    return { loose, rows };
  }

  #skipTo(row: number, loose: number[]): void {
    const { from, count } = this.#blocks;
    for (; this.#block < count && from[this.#block]! < row; this.#block++)
      if (this.#keep[this.#block] === 1) loose.push(this.#block);
  }

  /** One row, or null when nothing of it is kept. */
  #row(row: number, first: number, past: number, inHead: boolean): DataRow | null {
    const { doc } = this.#blocks;
    const { tag, end } = doc;
    const taken = this.#taken;
    const cells: Run[][] = [];
    let titles = 0;
    let values = 0;
    let filled = false;
    let kept = false;
    for (let i = first; i < past && !kept; i++) kept = this.#keep[i] === 1;
    this.#inCell = first;
    const skipTaken = (): void => {
      while (cells.length < MOST_COLUMNS && taken[cells.length]! > 0) {
        taken[cells.length]!--;
        cells.push([]);
      }
    };
    for (let cell = row + 1; cell < end[row]!; cell = end[cell]!) {
      if (ROLE[tag[cell]!] !== CELL) continue;
      skipTaken();
      const runs = kept ? this.#cell(cell, past) : [];
      if (runs.length > 0) filled = true;
      if (tag[cell] === TH) titles++;
      else values++;
      if (cells.length >= MOST_COLUMNS) {
        // No word is lost; the columns are.
        if (runs.length > 0) cells[MOST_COLUMNS - 1]!.push({ text: ' ', break: true }, ...runs);
        continue;
      }
      const wide = span(doc, cell, 'colspan', MOST_COLUMNS - cells.length);
      const tall = span(doc, cell, 'rowspan', TALLEST);
      for (let i = 0; i < wide; i++) {
        taken[cells.length] = tall - 1;
        cells.push(i === 0 ? runs : []);
      }
    }
    for (let column = MOST_COLUMNS - 1; column >= cells.length; column--)
      if (taken[column]! > 0) {
        while (cells.length <= column) {
          if (taken[cells.length]! > 0) taken[cells.length]!--;
          cells.push([]);
        }
        break;
      }
    return filled ? { header: titles > 0 && (inHead || values === 0), cells } : null;
  }

  /** The kept text of a cell, in a row that is kept; a cell of which something was dropped is read block by block. */
  #cell(cell: number, past: number): Run[] {
    const { doc, from, to } = this.#blocks;
    const last = doc.end[cell]!;
    const kept: number[] = [];
    let dropped = false;
    // A block may be a whole row.
    while (this.#inCell < past && to[this.#inCell]! <= cell) this.#inCell++;
    for (let i = this.#inCell; i < past && from[i]! < last; i++)
      if (this.#keep[i] === 1) kept.push(i);
      else dropped = true;
    if (!dropped) return cell + 1 < last ? readRuns(doc, cell + 1, last, this.#base, LINES) : [];
    const runs: Run[] = [];
    for (const i of kept) {
      if (runs.length > 0) runs.push({ text: ' ', break: true });
      runs.push(...readRuns(doc, Math.max(from[i]!, cell + 1), Math.min(to[i]!, last), this.#base, LINES));
    }
    return runs;
  }
}

/** A first row all in bold is the header that its author had no element for. */
function withBoldHeader(row: DataRow): DataRow {
  if (row.header) return row;
  let bold = 0;
  for (const cell of row.cells)
    for (const run of cell) {
      if (run.strong !== true && run.text.trim() !== '') return row;
      bold++;
    }
  return bold > 0 ? { ...row, header: true } : row;
}

/** The kept rows of a data table, `first` being its first block; null when they make no table. */
export function readDataTable(
  blocks: PageBlocks,
  keep: Uint8Array,
  base: string | undefined,
  table: number,
  first: number,
): DataTable | null {
  if (!isDataTable(blocks.doc, table)) return null;
  const read = new TableReader(blocks, keep, base, first).read(table);
  for (const { cells } of read.rows) if (cells.length > 1) return read;
  return null;
}
