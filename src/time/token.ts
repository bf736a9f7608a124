/**
 * Text to tokens in one pass: words, numbers, single signs; each with its offsets in the original, the white space before it and what
 * the lexicon knows of it. Everything lies in typed arrays that are reused from text to text.
 */

import { grown } from '../bytes/index.ts';
import { ACUTE, DIGIT, FOLD, KIND, LETTER, MARK, NEWLINE, SPACE } from './characters.ts';
import { ABBREVIATION, type Lexicon, MARKER, PLAIN } from './lexicon.ts';

export const WORD = 1;
export const NUMBER = 2;
export const SIGN = 3;

/** White space before a token: none, blanks, one line end, an empty line. */
export const GLUED = 0;
const BLANK = 1;
const LINE = 2;
const BREAK = 3;

export const CAPITAL = 1;
export const ALL_CAPITALS = 2;
export const ACCENTED = 4;

/** M, with which a year in Roman numerals begins. */
export const ROMAN_THOUSAND = 0x4d;
const DOT = 0x2e;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const ELLIPSIS = 0x2026;

export class Tokens {
  count = 0;
  start = new Int32Array(1024);
  end = new Int32Array(1024);
  kind = new Uint8Array(1024);
  /** Word id of the lexicon, or the folded code of a sign. */
  id = new Int32Array(1024);
  /** Value of a number of at most nine digits, else −1. */
  value = new Int32Array(1024);
  gap = new Uint8Array(1024);
  flags = new Uint8Array(1024);
  /** Index of the first token of each sentence; one more entry closes the last. */
  readonly sentences: number[] = [];
  /** Whether the sentence has a word or number that may begin a time expression. */
  readonly marked: boolean[] = [];

  #grow(): void {
    const size = this.start.length * 2;
    this.start = grown(this.start, size);
    this.end = grown(this.end, size);
    this.kind = grown(this.kind, size);
    this.id = grown(this.id, size);
    this.value = grown(this.value, size);
    this.gap = grown(this.gap, size);
    this.flags = grown(this.flags, size);
  }

  /** Reads the text anew; the former content is gone. */
  read(text: string, lexicon: Lexicon): void {
    const { sentences, marked } = this;
    sentences.length = 0;
    marked.length = 0;
    const length = text.length;
    let { start: starts, end: ends, kind: kinds, id: ids, value: values, gap: gaps, flags: allFlags } = this;
    const wordFlags = lexicon.flags;
    let n = 0;
    let at = 0;
    let gap = BREAK;
    let mark = false;
    let closes = false;
    while (at < length) {
      let code = text.charCodeAt(at);
      let kind = KIND[code]!;
      if (kind === SPACE) {
        at++;
        if (gap === GLUED) gap = BLANK;
        continue;
      }
      if (kind === NEWLINE) {
        // \r\n is one line end.
        if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) at++;
        at++;
        gap = gap >= LINE ? BREAK : LINE;
        continue;
      }
      if (n === starts.length) {
        this.#grow();
        ({
          start: starts,
          end: ends,
          kind: kinds,
          id: ids,
          value: values,
          gap: gaps,
          flags: allFlags,
        } = this);
      }
      const start = at;
      let flags = 0;
      let marks = false;
      let id = 0;
      let value = -1;
      let tokenKind = SIGN;
      if (kind === LETTER) {
        tokenKind = WORD;
        let hash = 7;
        let capitals = 0;
        let letters = 0;
        let accented = false;
        do {
          if (kind === LETTER) {
            const folded = FOLD[code]!;
            hash = (Math.imul(hash, 31) + folded) | 0;
            letters++;
            if (folded !== code) {
              if (ACUTE[code] === 1) accented = true;
              if (code < 0x61 || (code >= 0xc0 && code < 0xdf)) capitals++;
            }
          } else if (ACUTE[code] === 1) accented = true;
          at++;
          if (at >= length) break;
          code = text.charCodeAt(at);
          kind = KIND[code]!;
        } while (kind === LETTER || kind === MARK);
        const first = text.charCodeAt(start);
        if (FOLD[first] !== first && (first < 0x61 || (first >= 0xc0 && first < 0xdf))) flags |= CAPITAL;
        if (capitals === letters && letters > 1) {
          flags |= ALL_CAPITALS;
          if (letters > 3 && first === ROMAN_THOUSAND) marks = true;
        }
        if (accented) flags |= ACCENTED;
        id = lexicon.find(hash, text, start, at);
        if (id !== 0) {
          const known = wordFlags[id]!;
          if (accented && (known & PLAIN) !== 0) id = 0;
          else if ((known & MARKER) !== 0) marks = true;
        }
      } else if (kind === DIGIT) {
        tokenKind = NUMBER;
        value = 0;
        do {
          value = at - start < 9 ? value * 10 + (code - 0x30) : -1;
          at++;
          if (at >= length) break;
          code = text.charCodeAt(at);
        } while (KIND[code] === DIGIT);
        if (at - start > 9) value = -1;
        marks = true;
      } else {
        id = FOLD[code]!;
        at++;
      }
      // A sentence ends at an empty line, or at its full stop when what follows can begin another one.
      if (
        gap === BREAK ||
        (closes &&
          gap !== GLUED &&
          (tokenKind === WORD
            ? (flags & CAPITAL) !== 0
            : tokenKind === SIGN || gap >= LINE || kinds[n - 2] !== NUMBER))
      ) {
        if (n > 0) marked.push(mark);
        sentences.push(n);
        mark = false;
      }
      if (marks) mark = true;
      starts[n] = start;
      ends[n] = at;
      kinds[n] = tokenKind;
      ids[n] = id;
      values[n] = value;
      gaps[n] = gap;
      allFlags[n] = flags;
      closes =
        tokenKind === SIGN &&
        (id === EXCLAMATION ||
          id === QUESTION ||
          id === ELLIPSIS ||
          (id === DOT && this.#stopCloses(n, lexicon, text)));
      n++;
      gap = GLUED;
    }
    if (n > 0) marked.push(mark);
    this.count = n;
    sentences.push(n);
  }

  /** `44 a. C.`, `século V d. C.`: one small letter after a number, a full stop, and one capital with its own. */
  #abbreviatedEra(letter: number, text: string): boolean {
    if (letter === 0 || this.end[letter]! - this.start[letter]! !== 1) return false;
    if (this.kind[letter - 1] !== NUMBER && (this.flags[letter - 1]! & (ALL_CAPITALS | CAPITAL)) === 0)
      return false;
    const after = this.end[letter]! + 1;
    return (
      KIND[text.charCodeAt(after)] === SPACE &&
      text.charCodeAt(after + 2) === DOT &&
      KIND[text.charCodeAt(after + 1)] === LETTER
    );
  }

  /** Whether the full stop at token `n` may end a sentence: not after an abbreviation or an initial. */
  #stopCloses(n: number, lexicon: Lexicon, text: string): boolean {
    if (n === 0 || this.gap[n] !== GLUED) return true;
    const before = n - 1;
    if (this.kind[before] !== WORD) return true;
    if (this.#abbreviatedEra(before, text)) return false;
    if ((lexicon.flags[this.id[before]!]! & ABBREVIATION) !== 0) return false;
    return !(this.end[before]! - this.start[before]! === 1 && (this.flags[before]! & CAPITAL) !== 0);
  }
}
