/**
 * The text of a page cut into blocks, each with the numbers that verdicts are made of: words, words in links, punctuation, and a
 * fingerprint of its text. One walk over the flat document, columns of numbers, no string made.
 *
 * A block is a run of text rows without a block boundary between them, so the blocks partition the visible text: text beside a child
 * element is a block of its parent and nothing is lost at extraction, whatever the tags of the site are.
 */

import { FNV_SEED, fnvStep, grown } from '../bytes/index.ts';
import type { FlatDocument } from '../html/index.ts';
import { RAW, REFERENCES, TEXT, tagId, WHITE } from '../html/index.ts';
import {
  ANCHOR,
  BOUNDARY,
  BREAK,
  CELL,
  HEADING,
  INLINE,
  REGION,
  ROLE,
  ROW,
  UNREAD,
} from '../html/text-roles.ts';
import { foldedWordCode, MARK } from '../text/index.ts';
import { staysHidden } from './hidden-parts.ts';

/** What a block's own element is. */
export const PLAIN = 0;
export const PARAGRAPH = 1;
export const TITLE_LINE = 2;
export const LIST_ITEM = 3;
export const TABLE_ROW = 4;
export const PREFORMATTED = 5;
export const CAPTION = 6;
export const QUOTE = 7;
export const DEFINITION = 8;

export interface PageBlocks {
  readonly doc: FlatDocument;
  readonly count: number;
  /** Row of the element that holds the block. */
  readonly node: Int32Array;
  /** First text row, and the row after the last. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly kind: Uint8Array;
  /** Words; of scripts written without blanks, half a word a character. */
  readonly words: Float32Array;
  readonly linkWords: Float32Array;
  readonly controlWords: Float32Array;
  /** Characters that are not white space. */
  readonly chars: Int32Array;
  readonly links: Uint16Array;
  readonly commas: Uint16Array;
  /** `.` `!` `?` `…` `;` `:` and their like in other scripts, after a word. */
  readonly stops: Uint16Array;
  readonly digits: Uint16Array;
  /** 1 when the last character is the end of a sentence. */
  readonly ends: Uint8Array;
  readonly hashHi: Uint32Array;
  readonly hashLo: Uint32Array;
}

/** More blocks than any page that a person reads; what follows is left out. */
const MOST_BLOCKS = 60_000;
/** A row with more below it than this is layout, not data. */
const LARGEST_DATA_ROW = 400;
const BR_SPLIT = 2;
/** In lines up to this long all numbers count as one; a longer one is a sentence, and means its numbers. */
const LABEL_WORDS = 12;

const P = tagId('p');
const DIV = tagId('div');
const TR = tagId('tr');
const KIND = new Uint8Array(65536);
for (const [kind, names] of [
  [PARAGRAPH, 'p'],
  [TITLE_LINE, 'h1 h2 h3 h4 h5 h6'],
  [LIST_ITEM, 'li'],
  [TABLE_ROW, 'tr td th'],
  [PREFORMATTED, 'pre xmp listing plaintext'],
  [CAPTION, 'figcaption caption'],
  [QUOTE, 'blockquote'],
  [DEFINITION, 'dd dt'],
] as const)
  for (const name of names.split(' ')) KIND[tagId(name)] = kind;

const CONTROL = new Uint8Array(65536);
for (const name of ['button', 'select', 'option', 'label', 'input']) CONTROL[tagId(name)] = 1;
const OPTION = tagId('option');
const SELECT = tagId('select');

/** Classes of characters. */
const SPACE_CHARACTER = 0;
const OTHER = 1;
const WORD = 2;
const DIGIT = 3;
const COMMA = 4;
const STOP = 5;
/** Written without blanks between words. */
const IDEOGRAPH = 6;
const UNSEEN = 255;
const CLASS = new Uint8Array(0x10000).fill(UNSEEN);
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const WORD_LETTER = /[\p{L}\p{M}]/u;
for (let code = 0; code <= 32; code++) CLASS[code] = SPACE_CHARACTER;

function classify(code: number): number {
  const character = String.fromCharCode(code);
  let value = OTHER;
  if (/[\s\u200b]/.test(character)) value = SPACE_CHARACTER;
  else if (IDEOGRAPHIC.test(character)) value = IDEOGRAPH;
  else if (WORD_LETTER.test(character)) value = WORD;
  else if (/\p{N}/u.test(character)) value = DIGIT;
  else if (/[,،、，]/.test(character)) value = COMMA;
  else if (/[.!?…;:。！？；：।؟]/.test(character)) value = STOP;
  CLASS[code] = value;
  return value;
}

const SEED_HI = 0x9dc5811c | 0;

export function readPageBlocks(doc: FlatDocument): PageBlocks {
  return new BlockWalk(doc).blocks();
}

class BlockWalk {
  readonly #doc: FlatDocument;
  #size: number;
  #count = 0;
  #node: Int32Array;
  #from: Int32Array;
  #to: Int32Array;
  #kind: Uint8Array;
  #words: Float32Array;
  #linkWords: Float32Array;
  #controlWords: Float32Array;
  #chars: Int32Array;
  #links: Uint16Array;
  #commas: Uint16Array;
  #stops: Uint16Array;
  #digits: Uint16Array;
  #ends: Uint8Array;
  #hashHi: Uint32Array;
  #hashLo: Uint32Array;

  // The block that is being read.
  #open = false;
  #first = 0;
  #last = 0;
  #holder = 0;
  #wordCount = 0;
  #linkCount = 0;
  #controlCount = 0;
  #charCount = 0;
  #linksHere = 0;
  #commaCount = 0;
  #stopCount = 0;
  #digitCount = 0;
  #endsSentence = 0;
  #hi = SEED_HI;
  #lo = FNV_SEED;
  /** Hash of the numbers themselves. */
  #numbers = FNV_SEED;
  /** Whether the last character belonged to a word (1), a number (2) or neither (0): `ca<b>sa</b>` is one word. */
  #inside = 0;

  constructor(doc: FlatDocument) {
    this.#doc = doc;
    const size = 512;
    this.#size = size;
    this.#node = new Int32Array(size);
    this.#from = new Int32Array(size);
    this.#to = new Int32Array(size);
    this.#kind = new Uint8Array(size);
    this.#words = new Float32Array(size);
    this.#linkWords = new Float32Array(size);
    this.#controlWords = new Float32Array(size);
    this.#chars = new Int32Array(size);
    this.#links = new Uint16Array(size);
    this.#commas = new Uint16Array(size);
    this.#stops = new Uint16Array(size);
    this.#digits = new Uint16Array(size);
    this.#ends = new Uint8Array(size);
    this.#hashHi = new Uint32Array(size);
    this.#hashLo = new Uint32Array(size);
  }

  blocks(): PageBlocks {
    this.#walk();
    const n = this.#count;
    return {
      doc: this.#doc,
      count: n,
      node: this.#node.subarray(0, n),
      from: this.#from.subarray(0, n),
      to: this.#to.subarray(0, n),
      kind: this.#kind.subarray(0, n),
      words: this.#words.subarray(0, n),
      linkWords: this.#linkWords.subarray(0, n),
      controlWords: this.#controlWords.subarray(0, n),
      chars: this.#chars.subarray(0, n),
      links: this.#links.subarray(0, n),
      commas: this.#commas.subarray(0, n),
      stops: this.#stops.subarray(0, n),
      digits: this.#digits.subarray(0, n),
      ends: this.#ends.subarray(0, n),
      hashHi: this.#hashHi.subarray(0, n),
      hashLo: this.#hashLo.subarray(0, n),
    };
  }

  #walk(): void {
    const doc = this.#doc;
    const { tag, end, count, flags, html, start, stop } = doc;
    /** Ends and rows of the open block-level elements. */
    const ends: number[] = [];
    const rows: number[] = [];
    let nextEnd = count;
    let linkEnd = 0;
    let controlEnd = 0;
    let rowEnd = 0;
    let breaks = 0;
    for (let node = 1; node < count; ) {
      while (node >= nextEnd) {
        this.#flush();
        ends.pop();
        rows.pop();
        if (ends.length === 0) {
          nextEnd = count;
          this.#holder = 0;
          break;
        }
        nextEnd = ends[ends.length - 1]!;
        this.#holder = rows[rows.length - 1]!;
      }
      const kind = tag[node]!;
      if (kind === TEXT) {
        const state = flags[node]!;
        if ((state & WHITE) !== 0) {
          this.#inside = 0;
        } else {
          if (!this.#open) {
            this.#open = true;
            this.#first = node;
          }
          this.#last = node;
          breaks = 0;
          const mode = node < linkEnd ? 1 : node < controlEnd ? 2 : 0;
          if ((state & (REFERENCES | RAW)) === REFERENCES) {
            const text = doc.text(node);
            this.#read(text, 0, text.length, mode);
          } else this.#read(html, start[node]!, stop[node]!, mode);
        }
        node++;
        continue;
      }
      const role = ROLE[kind]!;
      if (kind === OPTION || kind === SELECT) {
        // The values of a field are not read.
        this.#inside = 0;
        node = end[node]!;
        continue;
      }
      if (role === INLINE) {
        if (CONTROL[kind] === 1) {
          if (staysHidden(doc, node)) {
            node = end[node]!;
            continue;
          }
          controlEnd = Math.max(controlEnd, end[node]!);
        } else if (staysHidden(doc, node)) {
          node = end[node]!;
          continue;
        }
        node++;
        continue;
      }
      if (role === UNREAD || staysHidden(doc, node)) {
        node = end[node]!;
        continue;
      }
      if (role === ANCHOR) {
        if (node >= linkEnd) {
          linkEnd = end[node]!;
          this.#linksHere++;
        }
        node++;
        continue;
      }
      if (role === BREAK) {
        this.#inside = 0;
        if (++breaks >= BR_SPLIT) this.#flush();
        node++;
        continue;
      }
      if (role >= BOUNDARY && role <= CELL) {
        if (node < rowEnd && role !== ROW) {
          // Inside a row of data, a cell or a paragraph is a part of the row.
          this.#inside = 0;
          node++;
          continue;
        }
        if (role === ROW && this.#isDataRow(node)) rowEnd = end[node]!;
        this.#flush();
        if (end[node]! > node + 1) {
          ends.push(end[node]!);
          rows.push(node);
          nextEnd = end[node]!;
          this.#holder = node;
        }
        breaks = 0;
      } else this.#inside = 0;
      node++;
      if (this.#count >= MOST_BLOCKS) break;
    }
    this.#flush();
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

  #read(source: string, from: number, to: number, mode: number): void {
    let inside = this.#inside;
    let hi = this.#hi;
    let lo = this.#lo;
    let numbers = this.#numbers;
    let words = 0;
    let chars = 0;
    for (let i = from; i < to; i++) {
      const code = source.charCodeAt(i);
      let c = CLASS[code]!;
      if (c === UNSEEN) c = classify(code);
      if (c === SPACE_CHARACTER) {
        inside = 0;
        continue;
      }
      chars++;
      if (c === WORD) {
        if (inside === 0) {
          words++;
          lo = fnvStep(lo, 32);
          hi = Math.imul(hi ^ 32, 0x85ebca6b);
        }
        inside = 1;
        const folded = foldedWordCode(code);
        if (folded > MARK) {
          lo = fnvStep(lo, folded);
          hi = Math.imul(hi ^ folded, 0x85ebca6b) + (lo >>> 15);
        }
        this.#endsSentence = 0;
      } else if (c === DIGIT) {
        this.#digitCount++;
        if (inside === 0) words++;
        // All numbers count as one: "12 comentários" and "3 comentários" are the same line of the template.
        if (inside !== 2) {
          lo = fnvStep(lo, 48);
          hi = Math.imul(hi ^ 48, 0x85ebca6b) + (lo >>> 15);
          numbers = fnvStep(numbers, 32);
        }
        numbers = fnvStep(numbers, code);
        inside = 2;
        this.#endsSentence = 0;
      } else if (c === IDEOGRAPH) {
        words += 0.5;
        lo = fnvStep(lo, code);
        hi = Math.imul(hi ^ code, 0x85ebca6b) + (lo >>> 15);
        inside = 0;
        this.#endsSentence = 0;
      } else if (c === COMMA) {
        this.#commaCount++;
        inside = inside === 2 ? 2 : 0;
        this.#endsSentence = 0;
      } else if (c === STOP) {
        this.#stopCount++;
        // Not a colon or semicolon: those introduce.
        this.#endsSentence = code === 58 || code === 59 || code === 0xff1a || code === 0xff1b ? 0 : 1;
        inside = inside === 2 ? 2 : 0;
      } else if (code === 45 || code === 39 || code === 0x2019) {
        // A hyphen or an apostrophe inside a word leaves it one word.
      } else {
        inside = 0;
      }
    }
    this.#inside = inside;
    this.#hi = hi;
    this.#lo = lo;
    this.#numbers = numbers;
    this.#wordCount += words;
    this.#charCount += chars;
    if (mode === 1) this.#linkCount += words;
    else if (mode === 2) this.#controlCount += words;
  }

  #flush(): void {
    this.#inside = 0;
    if (!this.#open) return;
    this.#open = false;
    if (this.#charCount > 0) this.#add();
    this.#wordCount = 0;
    this.#linkCount = 0;
    this.#controlCount = 0;
    this.#charCount = 0;
    this.#linksHere = 0;
    this.#commaCount = 0;
    this.#stopCount = 0;
    this.#digitCount = 0;
    this.#endsSentence = 0;
    this.#hi = SEED_HI;
    this.#lo = FNV_SEED;
    this.#numbers = FNV_SEED;
  }

  #add(): void {
    if (this.#count >= MOST_BLOCKS) return;
    if (this.#count === this.#size) this.#grow();
    const i = this.#count++;
    const { tag, parent } = this.#doc;
    this.#node[i] = this.#holder;
    this.#from[i] = this.#first;
    this.#to[i] = this.#last + 1;
    let kind = 0;
    for (let at = this.#holder, steps = 0; at > 0 && steps < 3 && kind === 0; at = parent[at]!, steps++)
      kind = KIND[tag[at]!]!;
    this.#kind[i] = kind;
    this.#words[i] = this.#wordCount;
    this.#linkWords[i] = this.#linkCount;
    this.#controlWords[i] = this.#controlCount;
    this.#chars[i] = this.#charCount;
    this.#links[i] = this.#linksHere;
    this.#commas[i] = this.#commaCount;
    this.#stops[i] = this.#stopCount;
    this.#digits[i] = this.#digitCount;
    this.#ends[i] = this.#endsSentence;
    let { hi, lo } = { hi: this.#hi, lo: this.#lo };
    // A row of data or a line of numbers is what its numbers are: rows of a table must not all look the same.
    if (
      tag[this.#holder] === TR ||
      this.#wordCount > LABEL_WORDS ||
      this.#digitCount * 2 >= this.#charCount
    ) {
      hi ^= this.#numbers;
      lo = fnvStep(lo, this.#numbers);
    }
    hi ^= hi >>> 16;
    lo ^= lo >>> 13;
    this.#hashHi[i] = Math.imul(hi, 0xc2b2ae35) >>> 0;
    this.#hashLo[i] = Math.imul(lo, 0x9e3779b1) >>> 0;
  }

  #grow(): void {
    this.#size *= 2;
    const size = this.#size;
    this.#node = grown(this.#node, size);
    this.#from = grown(this.#from, size);
    this.#to = grown(this.#to, size);
    this.#kind = grown(this.#kind, size);
    this.#words = grown(this.#words, size);
    this.#linkWords = grown(this.#linkWords, size);
    this.#controlWords = grown(this.#controlWords, size);
    this.#chars = grown(this.#chars, size);
    this.#links = grown(this.#links, size);
    this.#commas = grown(this.#commas, size);
    this.#stops = grown(this.#stops, size);
    this.#digits = grown(this.#digits, size);
    this.#ends = grown(this.#ends, size);
    this.#hashHi = grown(this.#hashHi, size);
    this.#hashLo = grown(this.#hashLo, size);
  }
}

/** The text of one block: white space collapsed, words of neighbouring cells and lines apart. */
export function blockText(blocks: PageBlocks, block: number, limit = Number.POSITIVE_INFINITY): string {
  return rowsText(blocks.doc, blocks.from[block]!, blocks.to[block]!, limit);
}

/** The visible text of a run of rows. */
export function rowsText(doc: FlatDocument, from: number, to: number, limit: number): string {
  const { tag, end } = doc;
  let text = '';
  let space = false;
  for (let row = from; row < to && text.length < limit; ) {
    const kind = tag[row]!;
    if (kind === TEXT) {
      const piece = doc.text(row);
      if (/^[\s\u00a0]/.test(piece)) space = true;
      const words = piece.replace(/[\s\u00a0\u200b]+/g, ' ').trim();
      if (words !== '') {
        text += space && text !== '' ? ` ${words}` : words;
        space = /[\s\u00a0]$/.test(piece);
      } else if (piece !== '') space = true;
      row++;
      continue;
    }
    const role = ROLE[kind]!;
    if (role === UNREAD || kind === OPTION || kind === SELECT || staysHidden(doc, row)) {
      row = end[row]!;
      continue;
    }
    if (role !== INLINE && role !== ANCHOR) space = true;
    row++;
  }
  return text;
}
