/**
 * The sequence that patterns are matched against: the tokens of one sentence, with numerals put together (`vinte e cinco`, `1.º`,
 * `2.000`), and later with whole expressions in the place of the tokens they were made from.
 */

import { grown } from '../bytes/index.ts';
import type { Expression } from './expression.ts';
import { CLASSES, type ClassName, type Lexicon, maskOf } from './lexicon.ts';
import type { Numerals } from './locale.ts';
import type { Sequence } from './pattern.ts';
import { romanValue } from './roman.ts';
import { ALL_CAPITALS, CAPITAL, GLUED, NUMBER, SIGN, type Tokens, WORD } from './token.ts';

/** A simple expression inside a compound one, with its own extent: `de 3 a 5 de maio` has the atoms `3` and `5 de maio`. */
export interface Atom {
  readonly start: number;
  readonly end: number;
  readonly kind: ClassName;
}

/** What a pattern made of its items. */
export interface Made {
  readonly expression: Expression;
  readonly pattern: string;
  /** Offset of the first token, and of the extent without introducing words. */
  readonly start: number;
  readonly core: number;
  readonly end: number;
  readonly atoms: readonly Atom[];
}

const bits = (...names: ClassName[]) => maskOf(names).lo;
const NUM = bits('NUM');
const DAY = bits('DAY');
const MON = bits('MON');
const YEAR = bits('YEAR');
const YY = bits('YY');
const HOUR = bits('HOUR');
const MIN = bits('MIN');
const ORD = bits('ORD');
const ROMAN = bits('ROMAN');
const DEC = bits('DEC');

/** `MDCCCLXXXVIII`; and shorter than this the letters are those of something else (`MM`, `MDL`). */
const LONGEST_ROMAN = 13;
const SHORTEST_ROMAN_YEAR = 4;
const YEAR_MIN = 1000;
const YEAR_MAX = 2100;

export class Items implements Sequence {
  count = 0;
  word = new Int32Array(256);
  lo = new Int32Array(256);
  hi = new Int32Array(256);
  gap = new Uint8Array(256);
  start = new Int32Array(256);
  end = new Int32Array(256);
  /** What the lexicon says of the word: number of the month, index of the unit … */
  value = new Int32Array(256);
  /** The number, when it is one. */
  number = new Float64Array(256);
  /** First token and the token after the last. */
  from = new Int32Array(256);
  to = new Int32Array(256);
  readonly made: (Made | null)[] = [];
  readonly #numerals: Numerals;
  readonly #and: number;
  readonly #of: number;
  readonly #dayOrdinal: number;
  readonly #otherOrdinal: number;
  readonly #thousands: number;
  readonly #decimal: number;
  #sum = 0;

  constructor(numerals: Numerals, lexicon: Lexicon) {
    this.#numerals = numerals;
    this.#and = lexicon.add({ word: numerals.and });
    this.#of = lexicon.add({ word: numerals.of });
    this.#dayOrdinal = lexicon.add({ word: numerals.dayOrdinal });
    this.#otherOrdinal = lexicon.add({ word: numerals.otherOrdinal });
    this.#thousands = numerals.thousands.charCodeAt(0);
    this.#decimal = numerals.decimal.charCodeAt(0);
  }

  #grow(): void {
    const size = this.word.length * 2;
    this.word = grown(this.word, size);
    this.lo = grown(this.lo, size);
    this.hi = grown(this.hi, size);
    this.gap = grown(this.gap, size);
    this.start = grown(this.start, size);
    this.end = grown(this.end, size);
    this.value = grown(this.value, size);
    this.number = grown(this.number, size);
    this.from = grown(this.from, size);
    this.to = grown(this.to, size);
  }

  clear(): void {
    this.count = 0;
    this.made.length = 0;
  }

  #push(
    tokens: Tokens,
    from: number,
    to: number,
    word: number,
    lo: number,
    hi: number,
    value: number,
    number: number,
    made: Made | null,
  ): void {
    const n = this.count;
    if (n === this.word.length) this.#grow();
    this.word[n] = word;
    this.lo[n] = lo;
    this.hi[n] = hi;
    this.gap[n] = tokens.gap[from]!;
    this.start[n] = tokens.start[from]!;
    this.end[n] = tokens.end[to - 1]!;
    this.value[n] = value;
    this.number[n] = number;
    this.from[n] = from;
    this.to[n] = to;
    this.made.push(made);
    this.count = n + 1;
  }

  /** Copies an item of another sequence. */
  copy(other: Items, i: number, tokens: Tokens): void {
    this.#push(
      tokens,
      other.from[i]!,
      other.to[i]!,
      other.word[i]!,
      other.lo[i]!,
      other.hi[i]!,
      other.value[i]!,
      other.number[i]!,
      other.made[i]!,
    );
  }

  /** Puts what was made from the tokens `from`…`to`. */
  put(tokens: Tokens, from: number, to: number, as: ClassName, made: Made): void {
    const mask = MASKS[CLASSES.indexOf(as)]!;
    this.#push(tokens, from, to, 0, mask.lo, mask.hi, 0, -1, made);
  }

  /** Loads the tokens `a`…`b`, numerals put together. */
  load(tokens: Tokens, a: number, b: number, text: string, lexicon: Lexicon, signs: Int32Array): void {
    this.clear();
    const { kind, id, start, end, flags } = tokens;
    for (let i = a; i < b; ) {
      if (kind[i] === SIGN) {
        const code = id[i]!;
        this.#push(tokens, i, i + 1, code < signs.length ? signs[code]! : 0, 0, 0, 0, -1, null);
        i++;
        continue;
      }
      if (kind[i] === NUMBER) {
        if (this.#gluedYear(tokens, i, b)) {
          i++;
          continue;
        }
        i = this.#number(tokens, i, b);
        i = this.#multiplied(tokens, i, b, lexicon);
        i = this.#spelt(tokens, i, b, lexicon);
        continue;
      }
      const word = id[i]!;
      const n = word === 0 ? -1 : lexicon.numbers[word]!;
      if (n >= 0 && kind[i] === WORD) {
        const lo = lexicon.lo[word]!;
        if ((lo & NUM) !== 0) {
          const j = this.#cardinal(tokens, i, b, lexicon);
          const sum = this.#sum;
          if (j > i + 1) {
            this.#push(tokens, i, j, 0, cardinalBits(sum), 0, 0, sum, null);
            i = j;
            continue;
          }
        } else if ((lo & ORD) !== 0) {
          // Ordinals of two words: décimo segundo, trigésima primeira.
          const next =
            i + 1 < b && kind[i + 1] === WORD && id[i + 1] !== 0 ? lexicon.numbers[id[i + 1]!]! : -1;
          if (n >= 10 && next > 0 && next < 10 && (lexicon.lo[id[i + 1]!]! & ORD) !== 0) {
            this.#push(tokens, i, i + 2, 0, ORD, 0, 0, n + next, null);
            i += 2;
            continue;
          }
        }
      }
      let lo = lexicon.lo[word]!;
      let number = n;
      const length = end[i]! - start[i]!;
      if (
        length <= LONGEST_ROMAN &&
        ((flags[i]! & ALL_CAPITALS) !== 0 || (length === 1 && (flags[i]! & CAPITAL) !== 0))
      ) {
        const roman = romanValue(text.slice(start[i]!, end[i]!));
        if (roman > 0) {
          lo |=
            roman >= YEAR_MIN && roman <= YEAR_MAX && length >= SHORTEST_ROMAN_YEAR ? ROMAN | YEAR : ROMAN;
          number = roman;
        }
      }
      this.#push(tokens, i, i + 1, word, lo, lexicon.hi[word]!, lexicon.values[word]!, number, null);
      i++;
    }
  }

  /** Cardinals in words: mil novecentos e noventa e nove. Returns the token after them; their sum is in `#sum`. */
  #cardinal(tokens: Tokens, i: number, b: number, lexicon: Lexicon): number {
    const { kind, id, gap } = tokens;
    const n = lexicon.numbers[id[i]!]!;
    let total = n === 1000 ? 0 : n;
    let thousands = n === 1000 ? 1000 : 0;
    let last = n;
    let j = i + 1;
    while (j < b) {
      let k = j;
      if (id[k] === this.#and && kind[k] === WORD && k + 1 < b) k++;
      if (kind[k] !== WORD || id[k] === 0 || gap[k]! > 2) break;
      const next = lexicon.numbers[id[k]!]!;
      if (next < 0 || (lexicon.lo[id[k]!]! & NUM) === 0) break;
      if (!this.#numerals.continues(thousands + total, last, next, k > j)) break;
      if (next === 1000) {
        thousands = total * 1000;
        total = 0;
      } else total += next;
      last = next;
      j = k + 1;
    }
    this.#sum = thousands + total;
    return j;
  }

  /** `16 de fevereiro de 201422 de julho de 2017`: the year of one date and the day of the next, between which a page lost its space. */
  #gluedYear(tokens: Tokens, i: number, b: number): boolean {
    const { kind, id, value, start, end } = tokens;
    const digits = end[i]! - start[i]!;
    if (digits < 5 || digits > 6 || this.count === 0 || i + 1 >= b) return false;
    if (id[i + 1] !== this.#of || kind[i + 1] !== WORD || this.word[this.count - 1] !== this.#of)
      return false;
    const scale = digits === 5 ? 10 : 100;
    const year = Math.floor(value[i]! / scale);
    const day = value[i]! % scale;
    if (year < 1900 || year > YEAR_MAX || day < 1 || day > 31) return false;
    this.#push(tokens, i, i + 1, 0, NUM | YEAR, 0, 0, year, null);
    this.end[this.count - 1] = start[i]! + 4;
    this.#push(tokens, i, i + 1, 0, NUM | DAY, 0, 0, day, null);
    this.start[this.count - 1] = start[i]! + 4;
    return true;
  }

  /** `60 mil anos`: a figure and the word for a thousand are one number. */
  #multiplied(tokens: Tokens, i: number, b: number, lexicon: Lexicon): number {
    const { kind, id, gap } = tokens;
    const item = this.count - 1;
    const n = this.number[item]!;
    if (i >= b || kind[i] !== WORD || gap[i] !== 1 || n < 1 || n >= 1000) return i;
    if (lexicon.numbers[id[i]!] !== 1000 || (this.lo[item]! & (NUM | DEC)) === 0) return i;
    this.lo[item] = NUM;
    this.number[item] = n * 1000;
    this.to[item] = i + 1;
    this.end[item] = tokens.end[i]!;
    return i + 1;
  }

  /** `12 (doze)`, `1º (primeiro)`: the same number again in words, as deeds and sentences of courts have it, is no other number. */
  #spelt(tokens: Tokens, i: number, b: number, lexicon: Lexicon): number {
    const { kind, id, gap } = tokens;
    const word = i + 1;
    if (i + 2 >= b || kind[i] !== SIGN || id[i] !== 0x28 || gap[i]! > 1) return i;
    if (kind[word] !== WORD || id[word] === 0 || (lexicon.lo[id[word]!]! & (NUM | ORD)) === 0) return i;
    const close = this.#cardinal(tokens, word, b, lexicon);
    if (close >= b || kind[close] !== SIGN || id[close] !== 0x29) return i;
    const item = this.count - 1;
    if (this.#sum !== this.number[item]) return i;
    // `em 66 (sessenta e seis)`: nobody spells out the two figures of a year.
    this.lo[item]! &= ~YY;
    this.to[item] = close + 1;
    this.end[item] = tokens.end[close]!;
    return close + 1;
  }

  /** A number in digits, with its ordinal sign or its groups of thousands; returns the token after it. */
  #number(tokens: Tokens, i: number, b: number): number {
    const { kind, id, value, gap, start, end } = tokens;
    const digits = end[i]! - start[i]!;
    const n = value[i]!;
    if (digits <= 3 && n >= 0) {
      // 1º, 1.º, 1°, 1o, 2ª, 2a
      let k = i + 1;
      if (
        isGlued(gap, k, b) &&
        kind[k] === SIGN &&
        id[k] === 0x2e &&
        isGlued(gap, k + 1, b) &&
        kind[k + 1] === SIGN &&
        isIndicator(id[k + 1]!)
      )
        k++;
      if (isGlued(gap, k, b) && kind[k] === SIGN && isIndicator(id[k]!)) {
        this.#push(tokens, i, k + 1, 0, ORD | (n >= 1 && n <= 31 && id[k] === 0xba ? DAY : 0), 0, 0, n, null);
        return k + 1;
      }
      k = i + 1;
      if (
        isGlued(gap, k, b) &&
        kind[k] === WORD &&
        end[k]! - start[k]! === 1 &&
        !(isGlued(gap, k + 1, b) && kind[k + 1] !== SIGN) &&
        (id[k] === this.#dayOrdinal || id[k] === this.#otherOrdinal)
      ) {
        const ofDay = id[k] === this.#dayOrdinal;
        // `1o. de maio`
        if (
          isGlued(gap, k + 1, b) &&
          kind[k + 1] === SIGN &&
          id[k + 1] === 0x2e &&
          k + 2 < b &&
          kind[k + 2] === WORD &&
          id[k + 2] === this.#of
        )
          k++;
        this.#push(tokens, i, k + 1, 0, ORD | (ofDay && n >= 1 && n <= 31 ? DAY : 0), 0, 0, n, null);
        return k + 1;
      }
      // 2.000, 1.500.000
      let total = n;
      k = i + 1;
      while (
        isGlued(gap, k, b) &&
        kind[k] === SIGN &&
        id[k] === this.#thousands &&
        isGlued(gap, k + 1, b) &&
        kind[k + 1] === NUMBER &&
        end[k + 1]! - start[k + 1]! === 3 &&
        n > 0 &&
        total < 1e9
      ) {
        total = total * 1000 + value[k + 1]!;
        k += 2;
      }
      const chained =
        isGlued(gap, k, b) &&
        kind[k] === SIGN &&
        (id[k] === 0x2e || id[k] === 0x2f || id[k] === 0x2d) &&
        isGlued(gap, k + 1, b) &&
        kind[k + 1] === NUMBER;
      if (k > i + 1 && !chained) {
        this.#push(tokens, i, k, 0, NUM, 0, 0, total, null);
        return k;
      }
      // 1,5
      if (
        isGlued(gap, i + 1, b) &&
        kind[i + 1] === SIGN &&
        id[i + 1] === this.#decimal &&
        isGlued(gap, i + 2, b) &&
        kind[i + 2] === NUMBER &&
        end[i + 2]! - start[i + 2]! <= 2
      ) {
        const after =
          isGlued(gap, i + 3, b) && kind[i + 3] === SIGN && isGlued(gap, i + 4, b) && kind[i + 4] === NUMBER;
        if (!after) {
          const tail = end[i + 2]! - start[i + 2]!;
          this.#push(tokens, i, i + 3, 0, DEC, 0, 0, n + value[i + 2]! / 10 ** tail, null);
          return i + 3;
        }
      }
    }
    this.#push(tokens, i, i + 1, 0, digitBits(n, digits), 0, 0, n, null);
    return i + 1;
  }
}

const MASKS = CLASSES.map((name) => maskOf([name]));

function isGlued(gap: Uint8Array, k: number, b: number): boolean {
  return k < b && gap[k] === GLUED;
}

function isIndicator(code: number): boolean {
  return code === 0xba || code === 0xaa;
}

function digitBits(n: number, digits: number): number {
  if (n < 0) return 0;
  let lo = NUM;
  if (digits <= 2) {
    if (n >= 1 && n <= 31) lo |= DAY;
    if (n >= 1 && n <= 12) lo |= MON;
    if (n <= 24) lo |= HOUR;
    if (digits === 2) {
      lo |= YY;
      if (n <= 59) lo |= MIN;
    }
  } else if (digits === 4 && n >= YEAR_MIN && n <= YEAR_MAX) lo |= YEAR;
  return lo;
}

function cardinalBits(n: number): number {
  let lo = NUM;
  if (n >= 1 && n <= 31) lo |= DAY;
  if (n <= 24) lo |= HOUR;
  if (n >= 1 && n <= 59) lo |= MIN;
  if (n > YEAR_MIN && n <= YEAR_MAX) lo |= YEAR;
  return lo;
}
