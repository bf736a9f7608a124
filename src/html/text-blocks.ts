/**
 * The text of a page as an ordered list of blocks (paragraphs, items, table rows, headings …) that remember their links:
 * the view that the temporal segmenter reads (docs/methods.md, "Temporal crawl").
 *
 * Decisions where the method leaves room: text directly inside any other block-level element (a table cell of a
 * layout, `body`, a form) is a block too; the cells of a row are joined by " · " when none holds more than one paragraph,
 * otherwise each paragraph is a block; values of form fields, SVG and fallback content of media are not read; a link around
 * several blocks belongs to the first in which it has text; a link in a hidden element belongs, without text, to the
 * block at its place.
 */

import { grown } from '../bytes/index.ts';
import { ASCII } from './ascii.ts';
import { HREF } from './attribute-names.ts';
import type { FlatDocument } from './flat-document.ts';
import { RAW, REFERENCES, WHITE } from './node-store.ts';
import { A, DIV, P, TEXT, TITLE } from './tags.ts';
import {
  ANCHOR,
  BOUNDARY,
  BREAK,
  CELL,
  HEADING,
  INLINE,
  isHidden,
  REGION,
  ROLE,
  ROW,
  SPACE,
  UNREAD,
} from './text-roles.ts';
import { isSpace } from './white-space.ts';

const { SPACE: BLANK } = ASCII;

/** Blocks and their links in columns; index `i` of a column is block (link) `i`. */
export interface TextBlocks {
  readonly count: number;
  /** Collapsed white space, NFC. */
  readonly text: readonly string[];
  /** Row of the element that holds the block; `doc.path(node[i])` is its tag path. */
  readonly node: Int32Array;
  /** Offset of the block in the text of the page, in which blocks are joined by a line break. */
  readonly offset: Int32Array;
  readonly section: Int32Array;
  /** 1 inside `nav`, `header`, `footer`, `aside`. */
  readonly boilerplate: Uint8Array;
  /** Whether block 0 is the page's title. */
  readonly hasTitle: boolean;
  readonly linkCount: number;
  /** Row of the `a` element. */
  readonly linkNode: Int32Array;
  readonly linkBlock: Int32Array;
  /** Where the anchor text starts and ends in the block's text. */
  readonly linkStart: Int32Array;
  readonly linkEnd: Int32Array;
  readonly linkBoilerplate: Uint8Array;
}

const CELL_JOINT = ' · ';
/** A row with more below it than this is layout, not data. */
const LARGEST_DATA_ROW = 400;
/** Below this, every code point is its own NFC. */
const FIRST_COMBINING = 0x300;

export function textBlocks(doc: FlatDocument): TextBlocks {
  return new BlockReader(doc).read();
}

/** A growing column of numbers. */
class Column {
  #values = new Int32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      this.#values = grown(this.#values);
    }
    this.#values[this.length++] = value;
  }

  get(index: number): number {
    return this.#values[index]!;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  ints(): Int32Array {
    return this.#values.slice(0, this.length);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#values.subarray(0, this.length));
  }
}

class BlockReader {
  readonly #doc: FlatDocument;
  readonly #texts: string[] = [];
  readonly #nodes = new Column();
  readonly #offsets = new Column();
  readonly #sections = new Column();
  readonly #boilerplates = new Column();
  readonly #linkNodes = new Column();
  readonly #linkBlocks = new Column();
  readonly #linkStarts = new Column();
  readonly #linkEnds = new Column();
  readonly #linkBoilerplates = new Column();
  /** Open elements that matter: row and role. */
  readonly #open: number[] = [];
  readonly #openRoles: number[] = [];
  /** Links whose element is open; the first `#settled` of them have their block. */
  readonly #openLinks: number[] = [];
  #settled = 0;
  /** Links whose element is closed and that wait for a block. */
  #waiting: number[] = [];
  #text = '';
  /** White space was read since the last word. */
  #space = false;
  /** A new cell was entered since the last word. */
  #joint = false;
  #breaks = 0;
  #block = 0;
  #offset = 0;
  #section = 0;
  #regions = 0;
  /** End of the row whose cells are being joined, or 0. */
  #rowEnd = 0;

  constructor(doc: FlatDocument) {
    this.#doc = doc;
  }

  read(): TextBlocks {
    const hasTitle = this.#readTitle();
    // The title is a section of its own, 0: no link of the body is put to it.
    this.#section = 1;
    this.#block = 0;
    this.#walk();
    while (this.#open.length > 0) this.#leave();
    this.#flush();
    if (this.#waiting.length > 0) {
      // Links and not one word: they still belong to a block.
      if (this.#texts.length === 0) this.#addBlock('', 0);
      this.#settle(this.#texts.length - 1);
    }
    return {
      count: this.#texts.length,
      text: this.#texts,
      node: this.#nodes.ints(),
      offset: this.#offsets.ints(),
      section: this.#sections.ints(),
      boilerplate: this.#boilerplates.bytes(),
      hasTitle,
      linkCount: this.#linkNodes.length,
      linkNode: this.#linkNodes.ints(),
      linkBlock: this.#linkBlocks.ints(),
      linkStart: this.#linkStarts.ints(),
      linkEnd: this.#linkEnds.ints(),
      linkBoilerplate: this.#linkBoilerplates.bytes(),
    };
  }

  #readTitle(): boolean {
    const title = titleRow(this.#doc);
    if (title < 0) return false;
    this.#block = title;
    for (let row = title + 1; row < this.#doc.end[title]!; row++) this.#read(row);
    this.#flush();
    return this.#texts.length > 0;
  }

  #walk(): void {
    const doc = this.#doc;
    const { tag, end, count, flags } = doc;
    const open = this.#open;
    let nextEnd = count;
    for (let node = 1; node < count; ) {
      while (node >= nextEnd && open.length > 0) {
        this.#leave();
        nextEnd = open.length > 0 ? end[open[open.length - 1]!]! : count;
      }
      const kind = tag[node]!;
      if (kind === TEXT) {
        if ((flags[node]! & WHITE) !== 0) this.#space = true;
        else this.#read(node);
        node++;
        continue;
      }
      const role = ROLE[kind]!;
      if (role === UNREAD || isHidden(doc, node)) {
        if (end[node]! > node + 1) this.#passBy(node);
        else if (kind === A) this.#hiddenLink(node);
        node = end[node]!;
        continue;
      }
      if (role !== INLINE && this.#enter(node, role)) {
        open.push(node);
        this.#openRoles.push(role);
        nextEnd = end[node]!;
      }
      node++;
    }
  }

  /** Returns whether the element's end matters. */
  #enter(node: number, role: number): boolean {
    switch (role) {
      case ANCHOR: {
        if (this.#doc.attributeAt(node, HREF) < 0) return false;
        this.#openLinks.push(this.#addLink(node, -1));
        return true;
      }
      case BREAK:
        this.#space = true;
        this.#breaks++;
        if (this.#breaks >= 2 && this.#rowEnd === 0) this.#flush();
        return false;
      case CELL:
        if (this.#text !== '' && this.#rowEnd > node) this.#joint = true;
        else if (this.#rowEnd <= node) {
          this.#flush();
          this.#block = node;
          return true;
        }
        return false;
      case SPACE:
        this.#space = true;
        return true;
      default:
    }
    if (this.#rowEnd > node) {
      // Inside a row of data, a paragraph is a part of its cell.
      this.#space = true;
      return true;
    }
    this.#flush();
    this.#block = node;
    if (role === HEADING) this.#section++;
    else if (role === REGION) {
      this.#section++;
      this.#regions++;
    } else if (role === ROW && this.#isDataRow(node)) this.#rowEnd = this.#doc.end[node]!;
    return true;
  }

  #leave(): void {
    const node = this.#open.pop()!;
    const role = this.#openRoles.pop()!;
    if (role === ANCHOR) {
      const link = this.#openLinks.pop()!;
      this.#settled = Math.min(this.#settled, this.#openLinks.length);
      if (this.#linkBlocks.get(link) < 0) {
        if (this.#linkStarts.get(link) < 0) this.#linkStarts.set(link, this.#text.length);
        this.#linkEnds.set(link, this.#text.length);
        this.#waiting.push(link);
      }
      return;
    }
    if (role === SPACE || (this.#rowEnd > node && role !== ROW)) {
      this.#space = true;
      return;
    }
    this.#flush();
    if (role === ROW) this.#rowEnd = 0;
    else if (role === REGION) {
      this.#section++;
      this.#regions--;
    }
    this.#block = this.#enclosingBlock();
  }

  #enclosingBlock(): number {
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const role = this.#openRoles[i];
      if (role !== ANCHOR && role !== SPACE) return this.#open[i]!;
    }
    return 0;
  }

  /** A row is data when no cell holds more than one paragraph, and none a list, a heading or another table. */
  #isDataRow(row: number): boolean {
    const { tag, end } = this.#doc;
    if (end[row]! - row > LARGEST_DATA_ROW) return false;
    let paragraphs = 0;
    for (let node = row + 1; node < end[row]!; node++) {
      const kind = tag[node]!;
      const role = ROLE[kind]!;
      if (role === CELL) paragraphs = 0;
      else if (kind === P || kind === DIV) {
        if (++paragraphs > 1) return false;
      } else if (role === BOUNDARY || role === HEADING || role === REGION || role === ROW) return false;
    }
    return true;
  }

  #passBy(node: number): void {
    const { tag, end } = this.#doc;
    for (let row = node; row < end[node]!; row++) if (tag[row] === A) this.#hiddenLink(row);
  }

  #hiddenLink(node: number): void {
    if (this.#doc.attributeAt(node, HREF) < 0) return;
    const link = this.#addLink(node, this.#text.length);
    this.#linkEnds.set(link, this.#text.length);
    this.#waiting.push(link);
  }

  #addLink(node: number, start: number): number {
    const link = this.#linkNodes.length;
    this.#linkNodes.push(node);
    this.#linkBlocks.push(-1);
    this.#linkStarts.push(start);
    this.#linkEnds.push(-1);
    this.#linkBoilerplates.push(this.#regions > 0 ? 1 : 0);
    return link;
  }

  #read(node: number): void {
    const doc = this.#doc;
    if ((doc.flags[node]! & (REFERENCES | RAW)) === REFERENCES) {
      const text = doc.text(node);
      this.#append(text, 0, text.length);
    } else this.#append(doc.html, doc.start[node]!, doc.stop[node]!);
  }

  #append(source: string, start: number, stop: number): void {
    let at = start;
    let space = this.#space;
    while (at < stop) {
      let unit = source.charCodeAt(at);
      if (isSpace(unit)) {
        space = true;
        at++;
        continue;
      }
      // Words with one blank between them are taken together.
      const first = at;
      let highest = 0;
      for (;;) {
        if (unit > highest) highest = unit;
        at++;
        if (at >= stop) break;
        unit = source.charCodeAt(at);
        if (!isSpace(unit)) continue;
        if (unit !== BLANK || at + 1 >= stop) break;
        if (isSpace(source.charCodeAt(at + 1))) break;
      }
      let words = source.slice(first, at);
      if (highest >= FIRST_COMBINING) words = words.normalize('NFC');
      if (this.#text !== '') {
        if (this.#joint) this.#text += CELL_JOINT;
        else if (space) this.#text += ' ';
      }
      this.#joint = false;
      space = false;
      this.#breaks = 0;
      if (this.#openLinks.length > 0) this.#startLinks();
      this.#text += words;
    }
    this.#space = space;
  }

  #startLinks(): void {
    for (let i = this.#openLinks.length - 1; i >= 0; i--) {
      const link = this.#openLinks[i]!;
      if (this.#linkStarts.get(link) >= 0) return;
      this.#linkStarts.set(link, this.#text.length);
    }
  }

  /** Ends the block that is being read. */
  #flush(): void {
    this.#space = false;
    this.#joint = false;
    this.#breaks = 0;
    if (this.#text !== '') {
      const text = this.#text;
      this.#text = '';
      this.#addBlock(text, this.#block);
      const block = this.#texts.length - 1;
      // A word starts every open link; one without a start was opened after the last word, and waits for more.
      for (; this.#settled < this.#openLinks.length; this.#settled++) {
        const link = this.#openLinks[this.#settled]!;
        if (this.#linkStarts.get(link) < 0) break;
        this.#linkEnds.set(link, text.length);
        this.#linkBlocks.set(link, block);
      }
      if (this.#waiting.length > 0) this.#settle(block);
    } else if (this.#waiting.length > 0) {
      // No text: the links go to the previous block of the section, if there is one.
      const last = this.#texts.length - 1;
      if (last >= 0 && this.#sections.get(last) === this.#section) {
        const after = this.#texts[last]!.length;
        for (const link of this.#waiting) this.#placeAt(link, after);
        this.#settle(last);
      }
    }
  }

  #placeAt(link: number, place: number): void {
    this.#linkStarts.set(link, place);
    this.#linkEnds.set(link, place);
  }

  #addBlock(text: string, node: number): void {
    this.#texts.push(text);
    this.#nodes.push(node);
    this.#offsets.push(this.#offset);
    this.#offset += text.length + 1;
    this.#sections.push(this.#section);
    this.#boilerplates.push(this.#regions > 0 ? 1 : 0);
  }

  /** Gives the waiting links to `block`. */
  #settle(block: number): void {
    for (const link of this.#waiting) this.#linkBlocks.set(link, block);
    this.#waiting = [];
  }
}

/** The row of the page's title (the first `title` that is not inside a drawing), or -1. */
export function titleRow(doc: FlatDocument): number {
  for (let node = 1; node < doc.count; node++) {
    if (doc.tag[node] === TITLE && doc.flags[node] === 0) return node;
  }
  return -1;
}
