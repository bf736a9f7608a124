/**
 * Words as they stand in texts, with a number each: a hash table over code units that is asked with a place in a text, so that a word that
 * was met before costs no string. Texts are given as code units, since a string put together from pieces is slow to read. What a word
 * stands for (its term, its written form) is worked out when it is first met.
 */

import { grown, mix32 } from '../../../bytes/index.ts';
import { fold, isWordCode, isWordPair } from '../../../text/index.ts';
import { wordCells } from '../postings/neighbours.ts';
import { analyseWord, LONGEST_TERM } from './terms.ts';

/** Words that are remembered; then all are forgotten and learned anew. */
const MOST_WORDS = 262_144;
/** Code units of a text that are read. */
export const LONGEST_TEXT = 16_000_000;
const SLOTS = MOST_WORDS * 2;
/** What a slot holds: the number of its word plus one (0: free), the hash, where its letters begin, how many there are. */
const SLOT = 4;
const LAST = SLOTS * SLOT - 1;
/** Words that are found in one go. */
const FOUND = 4096;
/** Below 0x250, whether a code unit belongs to a word. */
const NEAR = Uint8Array.from({ length: 0x250 }, (_, code) => (isWordCode(code) ? 1 : 0));

export class WordTable {
  /** All that tells a word stands side by side: a look into memory that is not at hand costs more than the comparison. */
  readonly #slots = new Int32Array(SLOTS * SLOT);
  #letters = new Uint16Array(MOST_WORDS * 4);
  #used = 0;
  #size = 0;
  #text = new Uint16Array(1 << 14);
  #textBytes = Buffer.from(this.#text.buffer);
  #length = 0;
  #at = 0;
  /** What `next` found. */
  readonly found = new Int32Array(FOUND);
  /** Empty for stop words. */
  terms: string[] = [];
  written: string[] = [];
  /** The number of the written form: words that differ in case share it. */
  readonly forms = new Int32Array(MOST_WORDS + 1);
  /** The number of the term, of its own count. */
  readonly termNumbers = new Int32Array(MOST_WORDS + 1);
  /** What the word says where it is a neighbour (`wordCells`). */
  readonly cells = new Uint16Array(MOST_WORDS + 1);
  #numbers = new Map<string, number>();

  get size(): number {
    return this.#size;
  }
  /** The next words may not find room: time to `clear`. */
  get full(): boolean {
    return this.#size + 2 > MOST_WORDS;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#used = 0;
    this.#size = 0;
    this.terms = [];
    this.written = [];
    this.#numbers = new Map();
  }

  /** Begins a text: `next` then gives its words. */
  read(text: string): void {
    const length = Math.min(text.length, LONGEST_TEXT);
    if (this.#text.length < length) {
      this.#text = new Uint16Array(Math.ceil(length * 1.5));
      this.#textBytes = Buffer.from(this.#text.buffer);
    }
    this.#textBytes.write(text.length > length ? text.slice(0, length) : text, 'utf16le');
    this.#length = length;
    this.#at = 0;
  }

  /**
   * Puts the numbers of the next words of the text into `found`, in order, and answers how many; 0 at the end. The words are those of
   * `forEachToken`, found and hashed in one pass. It stops early when the table is full, which must be cleared then.
   */
  next(): number {
    const { found } = this;
    const codes = this.#text;
    const length = this.#length;
    let count = 0;
    let from = -1;
    let hash = 0;
    for (let i = this.#at; i < length; i++) {
      const c = codes[i]!;
      let inside: boolean;
      if (c < 0x250) inside = NEAR[c] === 1;
      else if (c >= 0xd800 && c < 0xdc00) {
        const low = i + 1 < length ? codes[i + 1]! : Number.NaN;
        inside = isWordPair(c, low);
        if (inside) {
          if (from === -1) {
            from = i;
            hash = 0;
          }
          hash = (Math.imul((Math.imul(hash, 31) + c) | 0, 31) + low) | 0;
          i++;
          continue;
        }
      } else inside = isWordCode(c);
      if (inside) {
        if (from === -1) {
          from = i;
          hash = c;
        } else hash = (Math.imul(hash, 31) + c) | 0;
      } else if (from !== -1) {
        found[count++] = this.#find(codes, from, i, hash);
        from = -1;
        if (count === FOUND || this.full) {
          this.#at = i;
          return count;
        }
      }
    }
    this.#at = length;
    if (from !== -1) found[count++] = this.#find(codes, from, length, hash);
    return count;
  }

  /** The number of the word at `codes[from … to)`. */
  #find(codes: Uint16Array, from: number, to: number, wholeHash: number): number {
    let end = to;
    let hash = wholeHash;
    if (end - from > LONGEST_TERM) {
      end = from + LONGEST_TERM + 1;
      hash = hashOf(codes, from, end);
    }
    // The low bits of such a sum are poor.
    let slot = (mix32(hash) & (SLOTS - 1)) * SLOT;
    const length = end - from;
    const slots = this.#slots;
    const letters = this.#letters;
    for (;;) {
      const word = slots[slot]! - 1;
      if (word < 0) break;
      if (slots[slot + 1] === hash && slots[slot + 3] === length) {
        const start = slots[slot + 2]!;
        let i = 0;
        while (i < length && letters[start + i] === codes[from + i]) i++;
        if (i === length) return word;
      }
      slot = (slot + SLOT) & LAST;
    }
    return this.#learn(codes, from, end, hash, slot);
  }

  #learn(codes: Uint16Array, from: number, to: number, hash: number, slot: number): number {
    const length = to - from;
    if (this.#used + length > this.#letters.length) this.#letters = grown(this.#letters);
    const word = this.#size++;
    this.#slots[slot] = word + 1;
    this.#slots[slot + 1] = hash;
    this.#slots[slot + 2] = this.#used;
    this.#slots[slot + 3] = length;
    for (let i = 0; i < length; i++) this.#letters[this.#used + i] = codes[from + i]!;
    this.#used += length;
    const spelt = Buffer.from(codes.buffer, codes.byteOffset + from * 2, length * 2).toString('utf16le');
    const { term, written, folded } = analyseWord(spelt);
    // A blob is cut as one that lines are sorted by: at its end, whatever stands there.
    this.cells[word] = wordCells(length > LONGEST_TERM ? fold(spelt.slice(0, LONGEST_TERM)) : folded);
    this.terms.push(term);
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(term, number);
    }
    this.termNumbers[word] = number;
    this.written.push(written);
    this.forms[word] = word;
    // A blob that is cut is its own form: it would not find itself again by what is left of it.
    if (term !== '' && written !== spelt && length <= LONGEST_TERM && written.length <= LONGEST_TERM) {
      const own = unitsOf(written);
      this.forms[word] = this.#find(own, 0, own.length, hashOf(own, 0, own.length));
    }
    return word;
  }
}

function unitsOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let i = 0; i < codes.length; i++) codes[i] = text.charCodeAt(i);
  return codes;
}

function hashOf(codes: Uint16Array, from: number, to: number): number {
  let hash = 0;
  for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + codes[i]!) | 0;
  return hash;
}
