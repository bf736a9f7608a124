/**
 * Which language a text is written in, out of sixty.
 *
 * The method and the data are `eld`'s (see ngram-model.ts); what is added is where to look. The head of a page is its menu, so a long text
 * is sampled in windows spread over its length, and a call costs the same for a page of any size.
 */

import { FNV_SEED, fnvStep } from '../bytes/index.ts';
import { BASE_SCORE, hashEnd, type NgramModel } from './ngram-model.ts';

export interface LanguageGuess {
  /** ISO 639-1, or `und` when the text says nothing. */
  readonly language: string;
  /** 0 … 1: how far the language is ahead of the next, and how much text there was to tell by. */
  readonly confidence: number;
  /** Whether to act on it. */
  readonly reliable: boolean;
}

export const UNDETERMINED: LanguageGuess = { language: 'und', confidence: 0, reliable: false };

/** Characters read in all. */
const SAMPLE = 1200;
const WINDOWS = 4;
/** Distinct n-grams below which nothing is sure, and from which size no longer matters. */
const FEW_NGRAMS = 8;
const ENOUGH_NGRAMS = 20;
/** Mean score of an n-gram below which the text is in none of the languages. The data's own averages lie between 80 and 180. */
const LOW_SCORE = 30;
const SURE_AHEAD = 0.12;
const LONGEST_WORD = 70;

const UNSEEN = 0;
const NO_LETTER = 1;
/** Lower-case code of a letter, NO_LETTER, or UNSEEN; filled as characters turn up. */
const LETTERS = new Uint16Array(0x10000);
const IS_LETTER = /\p{L}/u;

function classify(code: number): number {
  const character = String.fromCharCode(code);
  const value = IS_LETTER.test(character) ? character.toLowerCase().charCodeAt(0) : NO_LETTER;
  LETTERS[code] = value;
  return value;
}

/** Reads texts against one model. Holds scratch memory, so one for each model and thread. */
export class LanguageDetector {
  readonly #model: NgramModel;
  readonly #mask: number;
  readonly #totals: Float64Array;
  readonly #word = new Uint16Array(LONGEST_WORD + 4);
  /** Hashes seen in this call, by open addressing; a place counts only when its stamp is this call's. */
  readonly #seen = new Uint32Array(4096);
  readonly #stamps = new Uint32Array(4096);
  #stamp = 0;
  #distinct = 0;

  constructor(model: NgramModel) {
    this.#model = model;
    this.#mask = model.keys.length - 1;
    this.#totals = new Float64Array(model.languages.length);
  }

  detect(text: string): LanguageGuess {
    this.#begin();
    const { length } = text;
    if (length <= SAMPLE) this.#read(text, 0, length);
    else {
      const window = SAMPLE / WINDOWS;
      const step = length / WINDOWS;
      // In the middle of each quarter: off the menu at the head and the small print at the foot.
      for (let k = 0; k < WINDOWS; k++) {
        const from = Math.floor(k * step + (step - window) / 2);
        this.#read(text, from, from + window);
      }
    }
    return this.#guess();
  }

  /** Mean score of each language's n-grams over a text read whole; what `detect` decides by. For tests and `--explain`. */
  scores(text: string): Map<string, number> {
    this.#begin();
    this.#read(text, 0, text.length);
    const scores = new Map<string, number>();
    for (let k = 0; k < this.#totals.length; k++) {
      if (this.#totals[k]! > 0) scores.set(this.#model.languages[k]!, this.#totals[k]! / this.#distinct);
    }
    return scores;
  }

  #begin(): void {
    this.#totals.fill(0);
    this.#stamp = (this.#stamp + 1) >>> 0;
    this.#distinct = 0;
  }

  #guess(): LanguageGuess {
    let best = -1;
    let first = 0;
    let second = 0;
    for (let k = 0; k < this.#totals.length; k++) {
      const total = this.#totals[k]!;
      if (total > first) {
        second = first;
        first = total;
        best = k;
      } else if (total > second) second = total;
    }
    if (best === -1) return UNDETERMINED;
    const ahead = 1 - second / first;
    const confidence = Math.min(1, 2 * ahead) * Math.min(1, this.#distinct / ENOUGH_NGRAMS);
    const reliable =
      this.#distinct >= FEW_NGRAMS && ahead >= SURE_AHEAD && first / this.#distinct >= LOW_SCORE;
    return { language: this.#model.languages[best]!, confidence, reliable };
  }

  #read(text: string, from: number, to: number): void {
    const word = this.#word;
    const { byteCodes } = this.#model;
    let size = 0;
    for (let i = from; i < to; i++) {
      let code = text.charCodeAt(i);
      let letter = LETTERS[code]!;
      if (letter === UNSEEN) letter = classify(code);
      if (letter === NO_LETTER) {
        // The apostrophe before a letter belongs to the word: d'água, don't.
        const apostrophe = code === 0x27 || code === 0x60 || code === 0x2019;
        const next = apostrophe && i + 1 < to ? text.charCodeAt(i + 1) : 0x20;
        if (!apostrophe || (LETTERS[next] === UNSEEN ? classify(next) : LETTERS[next]!) === NO_LETTER) {
          if (size > 0) this.#addWord(size);
          size = 0;
          continue;
        }
        letter = code;
      }
      code = letter;
      // A word longer than the limit is cut by bytes, as the method does.
      if (size > LONGEST_WORD) continue;
      if (code < 0x80) word[size++] = code;
      else if (code < 0x800) {
        word[size++] = byteCodes[0xc0 | (code >> 6)]!;
        word[size++] = byteCodes[0x80 | (code & 0x3f)]!;
      } else {
        word[size++] = byteCodes[0xe0 | (code >> 12)]!;
        word[size++] = byteCodes[0x80 | ((code >> 6) & 0x3f)]!;
        word[size++] = byteCodes[0x80 | (code & 0x3f)]!;
      }
    }
    if (size > 0) this.#addWord(size);
  }

  /** N-grams of four bytes, every three bytes, with a space where the word begins and ends. */
  #addWord(size: number): void {
    const word = this.#word;
    const length = Math.min(size, LONGEST_WORD);
    let j = 0;
    for (; j + 4 < length; j += 3) {
      let hash = j === 0 ? fnvStep(FNV_SEED, 0x20) : FNV_SEED;
      hash = fnvStep(fnvStep(hash, word[j]!), word[j + 1]!);
      hash = fnvStep(fnvStep(hash, word[j + 2]!), word[j + 3]!);
      this.#count(hashEnd(hash));
    }
    let hash = j === 0 ? fnvStep(FNV_SEED, 0x20) : FNV_SEED;
    for (let k = Math.max(0, length - 4); k < size; k++) hash = fnvStep(hash, word[k]!);
    this.#count(hashEnd(fnvStep(hash, 0x20)));
  }

  #count(hash: number): void {
    const seen = this.#seen;
    const stamps = this.#stamps;
    let place = hash & 4095;
    // A text is sampled, so the scratch never fills; `scores` of a long text stops learning there.
    while (stamps[place] === this.#stamp) {
      if (seen[place] === hash) return;
      place = (place + 1) & 4095;
    }
    if (this.#distinct > 3500) return;
    seen[place] = hash;
    stamps[place] = this.#stamp;
    this.#distinct++;
    const { keys, lists, scores } = this.#model;
    let at = hash & this.#mask;
    for (let key = keys[at]!; key !== hash; key = keys[at]!) {
      if (key === 0) return;
      at = (at + 1) & this.#mask;
    }
    const list = lists[at]!;
    const end = list + 1 + 2 * scores[list]!;
    for (let k = list + 1; k < end; k += 2) this.#totals[scores[k]!]! += scores[k + 1]! + BASE_SCORE;
  }
}
