/**
 * The kept blocks of a page as a flat list of parts (headings, paragraphs, items, table rows, pictures …) with their inline runs: what
 * the three written forms are made from. No part keeps the document.
 *
 * A part inside a list item carries the `depth` of that item: it goes on with the last item of that depth.
 */
import { attributeId, type FlatDocument, TEXT, tagId } from '../html/index.ts';
import { BOUNDARY, CELL, REGION, ROLE, ROW, UNREAD } from '../html/text-roles.ts';
import { readDataTable } from './data-tables.ts';
import { AGAINST, evidenceOfElement, POPUP } from './element-evidence.ts';
import { staysHidden } from './hidden-parts.ts';
import { type Run, readRuns } from './inline-runs.ts';
import { type PageBlocks, TITLE_LINE } from './page-blocks.ts';
import { isPicture, pictureOf } from './picture-sources.ts';
import { addressBase } from './safe-address.ts';

export type { Run } from './inline-runs.ts';

interface InItem {
  /** The depth of the list item that the part belongs to; absent outside lists. */
  readonly depth?: number;
}

export type ContentPart =
  | ({ readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] } & InItem)
  | ({ readonly kind: 'paragraph' | 'term' | 'definition'; readonly runs: readonly Run[] } & InItem)
  | ({
      readonly kind: 'quote';
      readonly runs: readonly Run[];
      /** Parts of one quotation have the same number. */
      readonly quote?: number;
    } & InItem)
  | ({
      readonly kind: 'caption';
      readonly runs: readonly Run[];
      /** The figure that it stands in, as on its pictures. */
      readonly figure?: number;
      /** The table that it names, as on its rows. */
      readonly table?: number;
    } & InItem)
  | {
      readonly kind: 'item';
      readonly ordered: boolean;
      readonly depth: number;
      readonly number: number;
      readonly list: number;
      /** Empty when the item begins with something else: a heading, code, a picture. */
      readonly runs: readonly Run[];
    }
  | ({
      readonly kind: 'row';
      readonly table: number;
      readonly header: boolean;
      readonly cells: readonly (readonly Run[])[];
    } & InItem)
  | ({ readonly kind: 'code'; readonly text: string; readonly language?: string } & InItem)
  | ({
      readonly kind: 'image';
      readonly src: string;
      readonly alt: string;
      readonly figure?: number;
    } & InItem);

const [OL, LI, TABLE, QUOTE, FIGCAPTION, TABLE_CAPTION, FIGURE, DT, DD, BR, BUTTON, SELECT, H1, H6, BODY] =
  'ol li table blockquote figcaption caption figure dt dd br button select h1 h6 body'
    .split(' ')
    .map(tagId) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
const PREFORMATTED = new Set(['pre', 'xmp', 'listing', 'plaintext'].map(tagId));
const CODE = tagId('code');
/** What a page is made of: an item that holds one of these is a place, not an item of a list. */
const LANDMARK = new Uint8Array(65536);
for (const name of ['article', 'main', 'section', 'h1']) LANDMARK[tagId(name)] = 1;
const CLASS = attributeId('class');
const START = 'start';

const LONGEST_PARENTS = 64;
const DEEPEST_LIST = 8;
const MOST_IMAGES = 200;
/** Pictures looked at. */
const MOST_CANDIDATES = 2000;
/** Blocks between a picture and the kept text that it belongs to: byline, date, buttons. */
const NEAR = 4;
/** The words of a dropped credit beside its picture. */
const CREDIT_WORDS = 25;
const CAPTION_WORDS = 60;
/** A list item with as many blocks and most of the kept words is where the article stands. */
const LAYOUT_BLOCKS = 3;
/** A list item with as many blocks, several of them headings, is a section. */
const SECTION_BLOCKS = 12;
const LARGEST_NUMBER = 999_999_999;

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|sourceCode)[-_]([a-z0-9+#.-]{1,20})(?=\s|$)/i;
const CAPTION_NAME = /(?:^|[\s_-])(?:caption|legenda)/i;
const PICTURE_NAME =
  /(?:^|[\s_-])(?:image[mn]?|img|photo|foto|picture|figure|figura|caption|legenda|media|midia|hero|lead|featured|destaque|thumb(?:nail)?)/i;

/** An element above a block, 0 where there is none. */
interface Place {
  heading: number;
  item: number;
  table: number;
  row: number;
  pre: number;
  quote: number;
  caption: number;
  figure: number;
  term: boolean;
  definition: boolean;
}

interface OpenList {
  readonly list: number;
  /** The item that was written last. */
  item: number;
}

class PartsWalk {
  readonly #blocks: PageBlocks;
  readonly #keep: Uint8Array;
  readonly #doc: FlatDocument;
  readonly #base: string | undefined;
  readonly #parts: ContentPart[] = [];
  /** Lists around the last part, innermost last. */
  readonly #lists: OpenList[] = [];
  /** How far the items of each list have been counted. */
  readonly #counted = new Map<number, { item: number; number: number; step: number }>();
  /** Whether an item is a place of the page's layout; whether a table is read whole. */
  readonly #layout = new Map<number, boolean>();
  readonly #noData = new Set<number>();
  /** Words of the blocks before each block: all, and kept. */
  readonly #words: Float64Array;
  readonly #keptWords: Float64Array;
  readonly #keptCount: Int32Array;
  #landmarks: number[] | null = null;
  readonly #written = new Set<string>();
  #candidates = 0;
  #images = 0;

  constructor(blocks: PageBlocks, keep: Uint8Array, url: string | undefined) {
    this.#blocks = blocks;
    this.#keep = keep;
    this.#doc = blocks.doc;
    this.#base = addressBase(blocks.doc, url);
    const n = blocks.count;
    this.#words = new Float64Array(n + 1);
    this.#keptWords = new Float64Array(n + 1);
    this.#keptCount = new Int32Array(n + 1);
    for (let i = 0; i < n; i++) {
      const kept = keep[i] === 1;
      this.#words[i + 1] = this.#words[i]! + blocks.words[i]!;
      this.#keptWords[i + 1] = this.#keptWords[i]! + (kept ? blocks.words[i]! : 0);
      this.#keptCount[i + 1] = this.#keptCount[i]! + (kept ? 1 : 0);
    }
  }

  read(): ContentPart[] {
    const { from, count } = this.#blocks;
    let done = 0;
    let lastKept = -1;
    for (let i = 0; i < count; i++) {
      if (this.#keep[i] !== 1) continue;
      if (from[i]! >= done) {
        this.#pictures(done, from[i]!, lastKept, i);
        done = this.#block(i);
      }
      lastKept = i;
    }
    if (lastKept >= 0) this.#pictures(done, this.#doc.count, lastKept, -1);
    return this.#parts;
  }

  /** The index of the first block that begins at or after a row. */
  #blockAt(row: number): number {
    const { from, count } = this.#blocks;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (from[middle]! < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #place(node: number): Place {
    const { tag, parent } = this.#doc;
    const place: Place = {
      heading: 0,
      item: 0,
      table: 0,
      row: 0,
      pre: 0,
      quote: 0,
      caption: 0,
      figure: 0,
      term: false,
      definition: false,
    };
    for (let at = node, i = 0; at > 0 && i < LONGEST_PARENTS; at = parent[at]!, i++) {
      const kind = tag[at]!;
      if (ROLE[kind] === 0) continue;
      if (PREFORMATTED.has(kind)) place.pre = at;
      else if (kind === TABLE) {
        if (place.table === 0) place.table = at;
      } else if (place.item !== 0) continue;
      else if (kind >= H1 && kind <= H6) {
        if (place.heading === 0) place.heading = kind - H1 + 1;
      } else if (kind === LI) {
        if (!this.#isLayout(at)) place.item = at;
      } else if (ROLE[kind] === ROW) {
        if (place.row === 0) place.row = at;
      } else if (kind === QUOTE) place.quote = at;
      else if (kind === FIGCAPTION || kind === TABLE_CAPTION) place.caption = at;
      else if (kind === FIGURE) {
        if (place.figure === 0) place.figure = at;
      } else if (kind === DT) place.term = true;
      else if (kind === DD) place.definition = true;
    }
    return place;
  }

  #isLayout(item: number): boolean {
    let layout = this.#layout.get(item);
    if (layout === undefined) {
      layout = this.#holdsLandmark(item) || this.#holdsSection(item) || this.#holdsMost(item);
      this.#layout.set(item, layout);
    }
    return layout;
  }

  #holdsLandmark(node: number): boolean {
    this.#landmarks ??= landmarks(this.#doc);
    const rows = this.#landmarks;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle]! < node) low = middle + 1;
      else high = middle;
    }
    return low < rows.length && rows[low]! < this.#doc.end[node]!;
  }

  /** Whether a section with its headings stands in this item: a list of them is a page in pieces. */
  #holdsSection(item: number): boolean {
    const { kind } = this.#blocks;
    const first = this.#blockAt(item);
    const past = this.#blockAt(this.#doc.end[item]!);
    if (this.#keptCount[past]! - this.#keptCount[first]! < SECTION_BLOCKS) return false;
    let headings = 0;
    for (let i = first; i < past && i < first + 2 * SECTION_BLOCKS; i++)
      if (this.#keep[i] === 1 && kind[i] === TITLE_LINE && ++headings > 1) return true;
    return false;
  }

  /** Whether the article stands in this item: several blocks, most of the kept words, and next to none in the list's other items. */
  #holdsMost(item: number): boolean {
    const { end, parent } = this.#doc;
    const first = this.#blockAt(item);
    const past = this.#blockAt(end[item]!);
    if (this.#keptCount[past]! - this.#keptCount[first]! < LAYOUT_BLOCKS) return false;
    const words = this.#keptWords[past]! - this.#keptWords[first]!;
    if (words * 2 <= this.#keptWords[this.#blocks.count]!) return false;
    const list = parent[item]!;
    const inList = this.#keptWords[this.#blockAt(end[list]!)]! - this.#keptWords[this.#blockAt(list)]!;
    return (inList - words) * 10 < words;
  }

  /** Opens the list of an item and closes those that ended; whether the item is new. */
  #enter(item: number, at: number): boolean {
    const { end, parent } = this.#doc;
    const lists = this.#lists;
    while (lists.length > 0 && end[lists[lists.length - 1]!.list]! <= at) lists.pop();
    if (item === 0) return false;
    const list = parent[item]!;
    let index = lists.length - 1;
    while (index >= 0 && lists[index]!.list !== list) index--;
    if (index < 0) {
      const outer = lists[lists.length - 1];
      if (outer !== undefined && end[outer.item]! <= at) this.#beginHolder(outer, list);
      lists.push({ list, item });
      return true;
    }
    lists.length = index + 1;
    const open = lists[index]!;
    if (open.item === item) return false;
    open.item = item;
    return true;
  }

  /** Begins the item of an outer list that holds an inner list and nothing before it. */
  #beginHolder(outer: OpenList, list: number): void {
    const { parent } = this.#doc;
    let at = list;
    for (let i = 0; i < LONGEST_PARENTS && at > 0 && parent[at] !== outer.list; i++) at = parent[at]!;
    if (at <= 0 || this.#doc.tag[at] !== LI || this.#isLayout(at)) return;
    outer.item = at;
    this.#item(at, []);
  }

  #item(item: number, runs: readonly Run[]): void {
    const list = this.#doc.parent[item]!;
    this.#parts.push({
      kind: 'item',
      ordered: this.#doc.tag[list] === OL,
      depth: Math.min(DEEPEST_LIST, this.#lists.length),
      number: this.#number(list, item),
      list,
      runs,
    });
  }

  /** The number of an item in its list, dropped ones counted. */
  #number(list: number, item: number): number {
    const { tag, end } = this.#doc;
    let counted = this.#counted.get(list);
    if (counted === undefined) {
      const start =
        tag[list] === OL ? Number.parseInt(this.#doc.attribute(list, START) ?? '', 10) : Number.NaN;
      const reversed = tag[list] === OL && this.#doc.attribute(list, 'reversed') !== null;
      let first = start >= 0 ? Math.min(start, LARGEST_NUMBER) : 1;
      if (reversed && !(start >= 0)) {
        first = 0;
        for (let at = list + 1; at < end[list]!; at = end[at]!) if (tag[at] === LI) first++;
      }
      const step = reversed ? -1 : 1;
      counted = { item: list, number: first - step, step };
      this.#counted.set(list, counted);
    }
    let at = counted.item === list ? list + 1 : end[counted.item]!;
    for (; at <= item; at = end[at]!) {
      if (tag[at] !== LI) continue;
      const value = Number.parseInt(this.#doc.attribute(at, 'value') ?? '', 10);
      counted.number = value >= 0 ? value : counted.number + counted.step;
      counted.item = at;
    }
    return Math.max(0, Math.min(LARGEST_NUMBER, counted.number));
  }

  /** What a part of an item carries; begins the item where it was not begun. */
  #within(item: number, at: number): InItem {
    const fresh = this.#enter(item, at);
    if (item === 0) return {};
    if (fresh) this.#item(item, []);
    return { depth: Math.min(DEEPEST_LIST, this.#lists.length) };
  }

  /** Writes a kept block, or the whole table or code that it begins; the row after what was read. */
  #block(i: number): number {
    const { from, to, node } = this.#blocks;
    const doc = this.#doc;
    const place = this.#place(node[i]!);
    if (place.pre !== 0) return this.#code(place, i);
    if (place.table !== 0 && !this.#noData.has(place.table)) {
      const past = this.#table(place, i);
      if (past > 0) return past;
      this.#noData.add(place.table);
    }
    if (place.row !== 0 && place.row === node[i]) {
      // A row of a table that lays the page out: a paragraph a cell.
      for (let cell = place.row + 1; cell < doc.end[place.row]!; cell = doc.end[cell]!)
        this.#text(place, i, Math.max(from[i]!, cell), Math.min(to[i]!, doc.end[cell]!));
    } else this.#text(place, i, from[i]!, to[i]!);
    return to[i]!;
  }

  #text(place: Place, i: number, from: number, to: number): void {
    if (from >= to) return;
    const runs = readRuns(this.#doc, from, to, this.#base);
    if (runs.length === 0) return;
    const { item } = place;
    if (place.heading !== 0) {
      const inItem = this.#within(item, from);
      this.#parts.push({ kind: 'heading', level: place.heading, runs: withoutBold(runs), ...inItem });
    } else if (place.caption !== 0 || this.#namesPicture(i)) {
      const inItem = this.#within(item, from);
      const figure = place.figure === 0 ? {} : { figure: place.figure };
      this.#parts.push({ kind: 'caption', runs, ...figure, ...inItem });
    } else if (place.quote !== 0) {
      const inItem = this.#within(item, from);
      this.#parts.push({ kind: 'quote', runs, quote: place.quote, ...inItem });
    } else if (place.term || place.definition) {
      const inItem = this.#within(item, from);
      this.#parts.push({ kind: place.term ? 'term' : 'definition', runs, ...inItem });
    } else if (item !== 0 && this.#enter(item, from)) this.#item(item, runs);
    else this.#parts.push({ kind: 'paragraph', runs, ...this.#within(item, from) });
  }

  /** A line right after a picture whose class says that it is its caption. */
  #namesPicture(i: number): boolean {
    if (this.#parts[this.#parts.length - 1]?.kind !== 'image') return false;
    if (this.#blocks.words[i]! > CAPTION_WORDS) return false;
    const name = this.#doc.value(this.#blocks.node[i]!, CLASS);
    return name !== null && CAPTION_NAME.test(name.slice(0, 200));
  }

  #table(place: Place, i: number): number {
    const { from } = this.#blocks;
    let first = i;
    while (first > 0 && from[first - 1]! > place.table) first--;
    const read = readDataTable(this.#blocks, this.#keep, this.#base, place.table, first);
    if (read === null) return 0;
    const inItem = this.#within(this.#place(place.table).item, from[i]!);
    const { table } = place;
    for (const block of read.loose) {
      const runs = readRuns(this.#doc, from[block]!, this.#blocks.to[block]!, this.#base);
      if (runs.length > 0) this.#parts.push({ kind: 'caption', runs, table, ...inItem });
    }
    for (const { header, cells } of read.rows)
      this.#parts.push({ kind: 'row', table, header, cells, ...inItem });
    return this.#doc.end[table]!;
  }

  /** The kept text of a `pre`, line ends of its elements included. */
  #code(place: Place, first: number): number {
    const doc = this.#doc;
    const { tag, end } = doc;
    const { from, to, count } = this.#blocks;
    const { pre } = place;
    const last = end[pre]!;
    const pieces: string[] = [];
    /** The last character; the text itself is put together once. */
    let ending = '';
    const add = (piece: string): void => {
      if (piece === '') return;
      pieces.push(piece);
      ending = piece[piece.length - 1]!;
    };
    const lines: number[] = [];
    let block = this.#blockAt(pre);
    const endLine = (): void => {
      if (ending !== '' && ending !== '\n') add('\n');
    };
    for (let row = pre + 1; row < last; ) {
      while (lines.length > 0 && row >= lines[lines.length - 1]!) {
        lines.pop();
        endLine();
      }
      const kind = tag[row]!;
      if (kind === TEXT) {
        while (block < count && to[block]! <= row) block++;
        if (block >= count || from[block]! > row || this.#keep[block] === 1) add(doc.text(row));
        row++;
        continue;
      }
      const role = ROLE[kind]!;
      if (role === UNREAD || kind === BUTTON || kind === SELECT || staysHidden(doc, row)) {
        row = end[row]!;
        continue;
      }
      if (kind === BR) add('\n');
      else if (role === CELL) {
        if (ending !== '' && !/\s/.test(ending)) add(' ');
      } else if (role >= BOUNDARY && role <= ROW) {
        endLine();
        if (end[row]! > row + 1) lines.push(end[row]!);
      }
      row++;
    }
    const written = withoutOuterLines(pieces.join('').replaceAll('\u00a0', ' ').replace(/\r\n?/g, '\n'));
    if (written !== '') {
      const language = this.#language(pre);
      const inItem = this.#within(this.#place(pre).item, from[first]!);
      this.#parts.push({ kind: 'code', text: written, ...(language === '' ? {} : { language }), ...inItem });
    }
    return last;
  }

  #language(pre: number): string {
    const { tag, parent, end } = this.#doc;
    const holders = [pre, parent[pre]!, parent[parent[pre]!] ?? 0];
    for (let row = pre + 1; row < end[pre]! && row < pre + 6; row++)
      if (tag[row] === CODE) {
        holders.unshift(row);
        break;
      }
    for (const row of holders) {
      if (row <= 0) continue;
      const found = LANGUAGE.exec((this.#doc.value(row, CLASS) ?? '').slice(0, 200));
      if (found !== null) return found[1]!.toLowerCase();
    }
    return '';
  }

  /** The pictures between two kept blocks that belong to them, -1 for none. */
  #pictures(first: number, past: number, previous: number, next: number): void {
    const doc = this.#doc;
    for (let row = first; row < past; row++) {
      if (!isPicture(doc, row)) continue;
      if (this.#images >= MOST_IMAGES || ++this.#candidates > MOST_CANDIDATES) return;
      const block = this.#blockAt(row);
      const after = next < 0 ? Number.POSITIVE_INFINITY : next - block;
      const before = previous < 0 ? Number.POSITIVE_INFINITY : block - 1 - previous;
      if (Math.min(after, before) > NEAR) continue;
      if (!this.#belongs(row, block, after === 0 && before === 0)) continue;
      const picture = pictureOf(doc, row, this.#base);
      if (picture === null || this.#written.has(picture.src)) continue;
      this.#written.add(picture.src);
      this.#images++;
      const place = this.#place(row);
      const item = place.item !== 0 && this.#holdsKept(doc.parent[place.item]!) ? place.item : 0;
      const inItem = this.#within(item, row);
      const figure = place.figure === 0 ? {} : { figure: place.figure };
      this.#parts.push({ kind: 'image', ...picture, ...figure, ...inItem });
    }
  }

  #holdsKept(node: number): boolean {
    return this.#keptCount[this.#blockAt(this.#doc.end[node]!)]! > this.#keptCount[this.#blockAt(node)]!;
  }

  /** Whether the smallest element that has both the picture and text is content, and nothing between says otherwise. */
  #belongs(row: number, next: number, between: boolean): boolean {
    const doc = this.#doc;
    const { tag, parent, end } = doc;
    let against = false;
    for (let at = parent[row]!, i = 0; at > 0 && i < LONGEST_PARENTS; at = parent[at]!, i++) {
      if (ROLE[tag[at]!] === UNREAD || staysHidden(doc, at)) return false;
      const first = this.#blockAt(at);
      const past = this.#blockAt(end[at]!);
      if (first === past) {
        // What opens a picture in a window of its own is called a popup.
        against ||= (evidenceOfElement(doc, at) & AGAINST & ~POPUP) !== 0;
        continue;
      }
      if (tag[at] === FIGURE) against = false;
      if (against) return false;
      if (this.#keptCount[past]! > this.#keptCount[first]!) {
        // Above the headline of a page without parts stands its logo.
        if (tag[at] === BODY && !between && this.#isBeforeHeadline(next)) return false;
        if (between) return true;
        const words = this.#words[past]! - this.#words[first]!;
        return (this.#keptWords[past]! - this.#keptWords[first]!) * 2 >= words;
      }
      // A credit that was dropped does not take the picture with it; a teaser does.
      if (tag[at] === FIGURE) continue;
      if (this.#words[past]! - this.#words[first]! > CREDIT_WORDS || !this.#isPictureBox(at, first, past))
        return false;
    }
    return false;
  }

  #isPictureBox(node: number, first: number, past: number): boolean {
    if (ROLE[this.#doc.tag[node]!] === REGION) return false;
    for (let i = first; i < past; i++) if (this.#blocks.links[i]! > 0) return false;
    const name = this.#doc.value(node, CLASS);
    return (
      name !== null &&
      PICTURE_NAME.test(name.slice(0, 200)) &&
      (evidenceOfElement(this.#doc, node) & AGAINST) === 0
    );
  }

  #isBeforeHeadline(next: number): boolean {
    const { node, count } = this.#blocks;
    for (let i = next; i < count && this.#keep[i] !== 1; i++) if (this.#doc.tag[node[i]!] === H1) return true;
    return false;
  }
}

/** The rows of what a page is made of, in order. */
function landmarks({ tag, count }: FlatDocument): number[] {
  const rows: number[] = [];
  for (let row = 1; row < count; row++) if (LANDMARK[tag[row]!] === 1) rows.push(row);
  return rows;
}

/** A heading is bold by itself. */
function withoutBold(runs: readonly Run[]): readonly Run[] {
  if (!runs.every((run) => run.strong === true || run.text.trim() === '')) return runs;
  return runs.map(({ strong: _, ...run }) => run);
}

function withoutOuterLines(text: string): string {
  let from = 0;
  while (text.charCodeAt(from) === 10) from++;
  return text.slice(from).trimEnd();
}

/** The parts of the blocks for which `keep` is 1, with the pictures among them; `url` is the page's own address, if known. */
export function contentParts(blocks: PageBlocks, keep: Uint8Array, url: string | undefined): ContentPart[] {
  return new PartsWalk(blocks, keep, url).read();
}
