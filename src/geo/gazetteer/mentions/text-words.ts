/** The words of a text in flat arrays: where they stand, what they are called by, how they are written, and what is between them. One pass. */
import { fnvStep, grown } from '../../../bytes/index.ts';
import { foldedWordCode, MARK } from '../../../text/index.ts';
import { NO_WORD, wordHash } from './word-hash.ts';
import { isStateCode, ROLE, roleOf, wordEntry } from './word-roles.ts';

/** What stands between a word and the one before it, as bits. */
export const GAP = {
  space: 1,
  line: 2,
  blankLine: 4,
  comma: 8,
  stop: 16,
  slash: 32,
  hyphen: 64,
  open: 128,
  close: 256,
  quote: 512,
  colon: 1024,
  apostrophe: 2048,
  other: 4096,
} as const;

export const SHAPE = { lower: 0, title: 1, capitals: 2, initial: 3, number: 4, mixed: 5 } as const;

const GAP_OF = new Uint16Array(0x80);
for (const [characters, bit] of [
  [' \t', GAP.space],
  ['\n', GAP.line],
  [',', GAP.comma],
  ['.!?', GAP.stop],
  ['/\\', GAP.slash],
  ['-', GAP.hyphen],
  ['([{', GAP.open],
  [')]}', GAP.close],
  ['"', GAP.quote],
  [':;', GAP.colon],
  ["'`", GAP.apostrophe],
] as const)
  for (const character of characters) GAP_OF[character.charCodeAt(0)] = bit;

function wideGap(code: number): number {
  if (code === 0xa0 || code === 0x2009 || code === 0x202f) return GAP.space;
  if (code === 0x2018 || code === 0x2019) return GAP.apostrophe;
  if (code === 0x201c || code === 0x201d || code === 0xab || code === 0xbb) return GAP.quote;
  if (code >= 0x2010 && code <= 0x2015) return GAP.hyphen;
  if (code === 0x2026) return GAP.stop;
  if (code === 0x2044) return GAP.slash;
  return GAP.other;
}

/** Lines that somebody wrapped are about as long as each other; shorter and longer ones end where what they say does. */
const SHORT_LINE = 40;
const LONG_LINE = 130;

const PARA = wordHash('para');

/** Whether a code unit below 0x250 is a capital. */
const UPPER = new Uint8Array(0x250);
for (let code = 0; code < UPPER.length; code++) {
  const character = String.fromCharCode(code);
  UPPER[code] = character !== character.toLowerCase() ? 1 : 0;
}

function isUpper(code: number): boolean {
  if (code < 0x250) return UPPER[code] === 1;
  const character = String.fromCharCode(code);
  return character !== character.toLowerCase();
}

export class TextWords {
  readonly text: string;
  count = 0;
  start: Int32Array;
  end: Int32Array;
  hash: Int32Array;
  /** What stands before the word. */
  gap: Uint16Array;
  shape: Uint8Array;
  /** Entry of the word in the table of roles. */
  entry: Uint16Array;
  role: Uint8Array;

  constructor(text: string) {
    this.text = text;
    const room = (text.length >> 2) + 16;
    this.start = new Int32Array(room);
    this.end = new Int32Array(room);
    this.hash = new Int32Array(room);
    this.gap = new Uint16Array(room);
    this.shape = new Uint8Array(room);
    this.entry = new Uint16Array(room);
    this.role = new Uint8Array(room);
    this.#read();
  }

  #read(): void {
    const { text } = this;
    const { length } = text;
    let from = -1;
    let hash = NO_WORD;
    let uppers = 0;
    let letters = 0;
    /** Where capitals begin behind small letters, and the code of what is before. */
    let camel = -1;
    let camelHash = 0;
    let gap = 0;
    let line = 0;
    let firstUpper = false;
    for (let i = 0; i <= length; i++) {
      const c = i === length ? 0x20 : text.charCodeAt(i);
      const folded = c >= 0xd800 && c < 0xe000 ? 0 : foldedWordCode(c);
      if (folded !== 0) {
        if (folded === MARK) continue;
        const upper = c < 0x250 ? UPPER[c] === 1 : isUpper(c);
        if (from === -1) {
          from = i;
          hash = NO_WORD;
          uppers = 0;
          letters = 0;
          camel = -1;
          firstUpper = upper;
        }
        if (upper) {
          if (uppers < letters && camel === -1) {
            camel = i;
            camelHash = hash;
          }
          uppers++;
        }
        letters++;
        hash = fnvStep(hash, folded);
        continue;
      }
      if (from !== -1) {
        if (camel !== -1 && i - camel === 2 && camel - from > 2 && uppers === (firstUpper ? 3 : 2)) {
          // `CuritibaPR`: the code of a state glued to a name.
          let code = NO_WORD;
          for (let k = camel; k < i; k++) code = fnvStep(code, foldedWordCode(text.charCodeAt(k)));
          if (isStateCode(wordEntry(code))) {
            this.#put(from, camel, camelHash, gap, firstUpper ? SHAPE.title : SHAPE.lower);
            this.#put(camel, i, code, 0, SHAPE.capitals);
            from = -1;
          }
        }
        if (from !== -1) {
          const first = text.charCodeAt(from);
          const shape =
            first >= 0x30 && first <= 0x39
              ? SHAPE.number
              : uppers === 0
                ? SHAPE.lower
                : letters === 1
                  ? SHAPE.initial
                  : uppers === letters
                    ? SHAPE.capitals
                    : firstUpper && uppers === 1
                      ? SHAPE.title
                      : SHAPE.mixed;
          this.#put(from, i, hash, gap, shape);
        }
        from = -1;
        gap = 0;
      }
      const bit = c < 0x80 ? (GAP_OF[c] ?? 0) : wideGap(c);
      if (bit === GAP.line) {
        const length = i - line;
        if ((gap & GAP.line) !== 0 || length < SHORT_LINE || length > LONG_LINE) gap |= GAP.blankLine;
        line = i + 1;
      }
      gap |= c < 0x80 && bit === 0 && c !== 13 ? GAP.other : bit;
    }
  }

  #put(start: number, end: number, hash: number, gap: number, shape: number): void {
    const at = this.count++;
    if (at === this.start.length) {
      this.start = grown(this.start);
      this.end = grown(this.end);
      this.hash = grown(this.hash);
      this.gap = grown(this.gap);
      this.shape = grown(this.shape);
      this.entry = grown(this.entry);
      this.role = grown(this.role);
    }
    const entry = wordEntry(hash);
    this.start[at] = start;
    this.end[at] = end;
    this.hash[at] = hash;
    this.gap[at] = gap;
    this.shape[at] = shape;
    this.entry[at] = entry;
    this.role[at] = this.#role(start, end, hash, entry, shape);
  }

  #role(start: number, end: number, hash: number, entry: number, shape: number): number {
    if (shape === SHAPE.number) return ROLE.number;
    const role = roleOf(entry);
    if (shape === SHAPE.lower) return role;
    if (shape === SHAPE.capitals && end - start === 2 && isStateCode(entry)) return ROLE.stateCode;
    // `Pará` is no `para`.
    if (role !== ROLE.other && !(role === ROLE.toward && hash === PARA && this.#isAccented(start, end)))
      return role;
    if (shape === SHAPE.initial) return ROLE.initial;
    if ((entry & 32) !== 0) return ROLE.given;
    if ((entry & 64) !== 0) return ROLE.surname;
    return shape === SHAPE.capitals ? ROLE.capitals : ROLE.capital;
  }

  #isAccented(start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (this.text.charCodeAt(i) > 0x7f) return true;
    return false;
  }

  isCapital(i: number): boolean {
    const shape = this.shape[i]!;
    return shape !== SHAPE.lower && shape !== SHAPE.number;
  }

  /** A word of grammar, whatever its first letter. */
  isSmall(i: number): boolean {
    const role = this.role[i]!;
    return (role >= ROLE.em && role <= ROLE.grammar) || role === ROLE.foreign;
  }
}
