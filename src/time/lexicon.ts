/**
 * The words a locale knows, as a hash table from folded form to a small integer, with the classes of each word as bits. The tokenizer
 * computes the hash while it walks over a word, so an unknown word (nearly all of them) costs one probe and no allocation.
 */
import { FOLD, foldWord, KIND, MARK } from './characters.ts';

/** Classes of tokens and of what is made from tokens; a pattern names them in capitals. */
export const CLASSES = [
  // numbers
  'NUM', 'DAY', 'MON', 'YEAR', 'YY', 'HOUR', 'MIN', 'ORD', 'ROMAN', 'DEC',
  // words
  'MONTH', 'MABBR', 'WEEKDAY', 'WDABBR', 'WDS', 'UNIT', 'UNITS', 'SEASON', 'PART', 'NEXT', 'LAST', 'THIS', 'THAT', 'AFTER', 'BEFORE',
  'VAGUEQ', 'EDGE', 'ADV', 'PERIODIC', 'HALF', 'EMONTH', 'EDAY',
  // made by the first levels
  'DATE', 'DM', 'MONTHLY', 'YEARLY', 'CLOCK', 'SPAN', 'NOW', 'REL', 'WD', 'DUR', 'SET', 'HOL', 'DP', 'MDAY', 'DT', 'RANGE', 'VAGUE', 'EVENT', 'PT',
] as const; // biome-ignore format: one line per group
export type ClassName = (typeof CLASSES)[number];

export interface ClassMask {
  readonly lo: number;
  readonly hi: number;
}

export function maskOf(names: readonly ClassName[]): ClassMask {
  let lo = 0;
  let hi = 0;
  for (const name of names) {
    const bit = CLASSES.indexOf(name);
    if (bit < 31) lo |= 1 << bit;
    else hi |= 1 << (bit - 31);
  }
  return { lo, hi };
}

export interface LexiconEntry {
  readonly word: string;
  readonly classes?: readonly ClassName[];
  readonly value?: number;
  /** Value as a numeral, kept apart: `segunda` is Monday and is also second. */
  readonly number?: number;
  readonly flags?: number;
}

/** Its presence makes a sentence worth looking at. */
export const MARKER = 1;
/** Not this word when it is written with an acute, grave or circumflex accent: `está` is not `esta`, `é` is not `e`. */
export const PLAIN = 2;
/** A full stop after it does not end the sentence. */
export const ABBREVIATION = 4;
/** A negative word: what follows is the name of a place or of an institution (`rua`, `avenida`). */
export const NAMING = 8;
/** What follows is a number of a law, a page, a case, a telephone (`lei`, `n.º`, `fls.`). */
export const NUMBERING = 16;
/** A grammatical word: it cannot be a counted noun. */
export const GRAMMAR = 32;
/** A measure or a multiple: the number before it is a quantity (`km`, `milhões`). */
export const MEASURE = 64;
/** A currency: the number beside it is a price. */
export const CURRENCY = 128;
export const PAST_VERB = 256;
export const FUTURE_VERB = 512;
export const PRESENT_VERB = 1024;

export class Lexicon {
  readonly words: string[] = [''];
  readonly lo: number[] = [0];
  readonly hi: number[] = [0];
  readonly values: number[] = [0];
  readonly numbers: number[] = [-1];
  readonly flags: number[] = [0];
  readonly #ids = new Map<string, number>();
  #slots = new Int32Array(64);
  #hashes: number[] = [0];

  add(entry: LexiconEntry): number {
    const word = foldWord(entry.word);
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.words.length;
      this.#ids.set(word, id);
      this.words.push(word);
      this.lo.push(0);
      this.hi.push(0);
      this.values.push(0);
      this.numbers.push(-1);
      this.flags.push(0);
      this.#hashes.push(hashWord(word));
      if (this.words.length * 3 > this.#slots.length) this.#grow();
      else this.#place(id);
    }
    const mask = maskOf(entry.classes ?? []);
    this.lo[id]! |= mask.lo;
    this.hi[id]! |= mask.hi;
    if (entry.value !== undefined) this.values[id] = entry.value;
    if (entry.number !== undefined) this.numbers[id] = entry.number;
    this.flags[id]! |= entry.flags ?? 0;
    return id;
  }

  /** Id of a word, 0 when unknown. */
  id(word: string): number {
    return this.#ids.get(foldWord(word)) ?? 0;
  }

  /** Id of the word that stands in the text at `start`…`end`, given its hash. */
  find(hash: number, text: string, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const id = slots[at]!;
      if (id === 0) return 0;
      if (this.#hashes[id] === hash && this.#same(id, text, start, end)) return id;
    }
  }

  #same(id: number, text: string, start: number, end: number): boolean {
    const word = this.words[id]!;
    let k = 0;
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i);
      if (KIND[code] === MARK) continue;
      if (word.charCodeAt(k++) !== FOLD[code]) return false;
    }
    return k === word.length;
  }

  #place(id: number): void {
    const mask = this.#slots.length - 1;
    let at = this.#hashes[id]! & mask;
    while (this.#slots[at] !== 0) at = (at + 1) & mask;
    this.#slots[at] = id;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 4);
    for (let id = 1; id < this.words.length; id++) this.#place(id);
  }
}

/** The hash the tokenizer computes as it goes: over folded units, marks left out. */
function hashWord(folded: string): number {
  let hash = 7;
  for (let i = 0; i < folded.length; i++) hash = (Math.imul(hash, 31) + folded.charCodeAt(i)) | 0;
  return hash;
}
