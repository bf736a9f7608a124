/**
 * A text as the miner reads it: sentences of tokens, in which dates, clock times, numbers, months and the like are one token each with
 * their tag. A token that is no marker parts the runs of markers in which candidates are looked for.
 */
import { KIND, MARK } from '../characters.ts';
import { Items } from '../items.ts';
import { Lexicon, maskOf } from '../lexicon.ts';
import type { Locale } from '../locale.ts';
import { CAPITAL, GLUED, NUMBER, SIGN, Tokens, WORD } from '../token.ts';
import type { Markers } from './markers.ts';
import type { MinedWords } from './mining.ts';

/** Neither marker nor negative word: a run ends here. */
const OTHER = 0;
/** A lexical marker, or a tag that speaks of time by itself. */
export const KEY = 1;
/** A grammatical marker or a number. */
export const BESIDE = 2;
export const NEGATIVE = 3;
/** A full stop, as after `av.`: looked through when a negative word is looked for. */
export const STOP = 4;

const bit = (name: Parameters<typeof maskOf>[0][number]): number => maskOf([name]).lo;
const DAY = bit('DAY');
const MON = bit('MON');
const YEAR = bit('YEAR');
const YY = bit('YY');
const HOUR = bit('HOUR');
const MIN = bit('MIN');
const NUM = bit('NUM');
const ORD = bit('ORD');
const ROMAN = bit('ROMAN');
const MONTH = bit('MONTH');
const MABBR = bit('MABBR');
const WEEKDAY = bit('WEEKDAY');
const WDS = bit('WDS');

/** Not a sign that any pattern knows. */
const SIGNS = new Int32Array(256);

/** Tokens of one sentence; reused from sentence to sentence. */
export class MarkedTokens {
  count = 0;
  readonly key: string[] = [];
  readonly kind: number[] = [];
  readonly start: number[] = [];
  readonly end: number[] = [];
  readonly #markers: Markers;
  readonly #lexicon = new Lexicon();
  readonly #tokens = new Tokens();
  readonly #words: MinedWords;
  readonly #items: Items;
  #text = '';

  constructor(locale: Locale, markers: Markers, words: MinedWords) {
    this.#markers = markers;
    this.#words = words;
    for (const entry of locale.lexicon) this.#lexicon.add(entry);
    for (const word of [...markers.lexical.keys(), ...markers.grammatical.keys(), ...markers.negative])
      this.#lexicon.add({ word });
    this.#items = new Items(locale.numerals, this.#lexicon);
  }

  /** Calls back for each sentence of the text; the tokens are this object's until the next call. */
  eachSentence(text: string, take: (tokens: this) => void): void {
    const tokens = this.#tokens;
    this.#text = text;
    tokens.read(text, this.#lexicon);
    for (let s = 0; s + 1 < tokens.sentences.length; s++) {
      this.#load(tokens.sentences[s]!, tokens.sentences[s + 1]!);
      if (this.count > 0) take(this);
    }
  }

  /** The text between two offsets as it is shown: white space as one blank, invisible characters gone. */
  surface(from: number, to: number): string {
    let out = '';
    const text = this.#text;
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      if (KIND[code] === MARK && (code < 0x300 || code > 0x36f)) continue;
      out += text[i];
    }
    return out.normalize('NFC').replace(/\s+/g, ' ').trim();
  }

  #load(first: number, last: number): void {
    const items = this.#items;
    items.load(this.#tokens, first, last, this.#text, this.#lexicon, SIGNS);
    this.count = 0;
    for (let i = 0; i < items.count; ) i = this.#take(i);
  }

  #push(key: string, kind: number, i: number, j: number): number {
    const n = this.count++;
    this.key[n] = key;
    this.kind[n] = kind;
    this.start[n] = this.#items.start[i]!;
    this.end[n] = this.#items.end[j - 1]!;
    return j;
  }

  #has(i: number, mask: number): boolean {
    return i < this.#items.count && (this.#items.lo[i]! & mask) !== 0;
  }

  /** Whether item `i` is the sign, with no white space before it. */
  #sign(i: number, code: number): boolean {
    const items = this.#items;
    const tokens = this.#tokens;
    if (i >= items.count || items.gap[i] !== GLUED) return false;
    const token = items.from[i]!;
    return tokens.kind[token] === SIGN && tokens.id[token] === code;
  }

  #glued(i: number, mask: number): boolean {
    return this.#has(i, mask) && this.#items.gap[i] === GLUED;
  }

  #word(i: number): string {
    const items = this.#items;
    if (i >= items.count || this.#tokens.kind[items.from[i]!] !== WORD || items.to[i]! - items.from[i]! !== 1)
      return '';
    const id = items.word[i]!;
    return id === 0 ? '' : this.#lexicon.words[id]!;
  }

  #figures(i: number): boolean {
    return i < this.#items.count && this.#tokens.kind[this.#items.from[i]!] === NUMBER;
  }

  /** Takes the item `i`, with what belongs to it; returns the item after. */
  #take(i: number): number {
    const items = this.#items;
    const date = this.#date(i);
    if (date > i) return this.#push('tag_DATE', KEY, i, date);
    const clock = this.#clock(i);
    if (clock > i) return this.#push('tag_HOUR', KEY, i, clock);
    const token = items.from[i]!;
    const tokens = this.#tokens;
    if (tokens.kind[token] === SIGN) {
      return this.#push('', tokens.id[token] === 0x2e ? STOP : OTHER, i, i + 1);
    }
    const markers = this.#markers;
    const words = this.#words;
    const word = this.#word(i);
    if (this.#has(i, WEEKDAY | WDS)) {
      let j = i + 1;
      if (this.#sign(j, 0x2d)) j++;
      if (words.weekdayTails.has(this.#word(j)) && markers.lexical.has(words.weekdayMarker))
        return this.#push('tag_DAY', KEY, i, j + 1);
    }
    if (words.centuries.has(word) && markers.lexical.has(words.centuryMarker)) {
      let j = i + 1;
      if (this.#sign(j, 0x2e)) j++;
      if (this.#has(j, ROMAN)) return this.#push('tag_CENTURY', KEY, i, j + 1);
    }
    const short = word === words.shortDecade;
    if ((short || words.decades.has(word)) && markers.lexical.has(words.decadeMarker)) {
      let j = i + 1;
      if (!short && words.decadeLinks.has(this.#word(j))) j++;
      if (this.#has(j, NUM) && this.#decade(items.number[j]!, short))
        return this.#push('tag_DECADE', KEY, i, j + 1);
    }
    if (this.#figures(i) || (items.number[i]! >= 0 && word === '')) return this.#number(i);
    if (word === '') return this.#push('', OTHER, i, i + 1);
    if (markers.negative.has(word)) return this.#push(word, NEGATIVE, i, i + 1);
    if (markers.lexical.has(word) && this.#isTime(word, i))
      return this.#push(markers.keyOf(word), KEY, i, i + 1);
    // `um ano`, `uma semana`: the number, not the article.
    if (words.ones.has(word) && this.#countsUnit(i + 1)) return this.#push('tag_NUM', BESIDE, i, i + 1);
    if (markers.grammatical.has(word)) return this.#push(word, BESIDE, i, i + 1);
    if (items.number[i]! >= 0) return this.#number(i);
    return this.#push(word, OTHER, i, i + 1);
  }

  #decade(n: number, short: boolean): boolean {
    if (n % 10 !== 0) return false;
    return (n >= 10 && n < 100) || (!short && n >= 1000 && n <= 2100);
  }

  #countsUnit(i: number): boolean {
    const kind = this.#markers.lexical.get(this.#word(i));
    return kind === 'unit' || kind === 'week' || this.#words.occasions.has(this.#word(i));
  }

  #number(i: number): number {
    const items = this.#items;
    const n = items.number[i]!;
    // `12%`, `3,5`, `2003/04`, `A4`, a telephone: figures bound to something are no date.
    const figures = this.#figures(i);
    const next = i + 1;
    const bound =
      figures &&
      ((items.gap[i] === GLUED && i > 0 && !this.#opens(i - 1)) ||
        (next < items.count && items.gap[next] === GLUED && !this.#closes(next)));
    if (bound || n < 0) return this.#push('', OTHER, i, next);
    if (this.#has(i, YEAR)) return this.#push('tag_YEAR', KEY, i, next);
    if (this.#has(i, DAY) && this.#month(next) > next) return this.#push('tag_NUM', BESIDE, i, next);
    if (this.#has(i, ORD)) return this.#push('tag_ORD', BESIDE, i, next);
    if (this.#has(i, NUM) && n < 1000) return this.#push('tag_NUM', BESIDE, i, next);
    return this.#push('', OTHER, i, next);
  }

  /** A bracket or a quotation mark before a number leaves it a number. */
  #opens(i: number): boolean {
    const token = this.#items.from[i]!;
    return (
      this.#tokens.kind[token] === SIGN &&
      /[([{"'«“‘,;:–—]/.test(String.fromCharCode(this.#tokens.id[token]!))
    );
  }

  #closes(i: number): boolean {
    const token = this.#items.from[i]!;
    if (this.#tokens.kind[token] !== SIGN) return false;
    const code = this.#tokens.id[token]!;
    if (/[)\]}"'»”’;:!?…]/.test(String.fromCharCode(code))) return true;
    // A full stop or a comma ends a number only when no figure is bound to it.
    return (code === 0x2e || code === 0x2c) && !this.#glued(i + 1, NUM | DAY | YEAR | YY);
  }

  /** Words that fold to a marker but are another word. */
  #isTime(word: string, i: number): boolean {
    const items = this.#items;
    const raw = this.#text.slice(items.start[i]!, items.end[i]!);
    const { writtenWith, alsoNames, of } = this.#words;
    const letter = writtenWith[word];
    if (letter !== undefined)
      return (
        raw.normalize('NFC').toLowerCase().includes(letter) ||
        (i > 1 && this.#word(i - 1) === of && this.#has(i - 2, DAY))
      );
    // After a name in capitals, what is also the name of a person is not counted.
    if (alsoNames.has(word) && i > 0) {
      const token = items.from[i]!;
      const before = items.from[i - 1]!;
      const capital = (this.#tokens.flags[token]! & CAPITAL) !== 0;
      return !(
        capital &&
        this.#tokens.kind[before] === WORD &&
        (this.#tokens.flags[before]! & CAPITAL) !== 0 &&
        this.#word(i - 1) === ''
      );
    }
    return true;
  }

  /** The item after a month at `i`, with its link before it; `i` when there is none. */
  #month(i: number): number {
    let j = i;
    const { dateLinks, writtenWith } = this.#words;
    if (dateLinks.has(this.#word(j))) j++;
    if (!this.#has(j, MONTH | MABBR)) return i;
    const word = this.#word(j);
    if (writtenWith[word] !== undefined && !this.#isTime(word, j)) return i;
    return j + 1;
  }

  /** The item after a full date that begins at `i`; `i` when none does. */
  #date(i: number): number {
    if (this.#has(i, DAY)) {
      let j = this.#month(i + 1);
      if (j > i + 1 && this.#has(j - 1, MONTH)) {
        if (this.#words.dateLinks.has(this.#word(j)) || this.#sign(j, 0x2c)) j++;
        if (this.#has(j, YEAR) && this.#figures(j)) return j + 1;
      }
      if (this.#figures(i) && !(i > 0 && this.#items.gap[i] === GLUED && !this.#opens(i - 1))) {
        for (const sign of [0x2f, 0x2d, 0x2e]) {
          if (
            this.#sign(i + 1, sign) &&
            this.#glued(i + 2, MON) &&
            this.#sign(i + 3, sign) &&
            (this.#glued(i + 4, YEAR) || (sign === 0x2f && this.#glued(i + 4, YY))) &&
            this.#free(i + 5)
          )
            return i + 5;
        }
      }
    }
    if (
      this.#has(i, YEAR) &&
      this.#figures(i) &&
      this.#sign(i + 1, 0x2d) &&
      this.#glued(i + 2, MON) &&
      this.#sign(i + 3, 0x2d) &&
      this.#glued(i + 4, DAY) &&
      this.#free(i + 5)
    )
      return i + 5;
    return i;
  }

  #clock(i: number): number {
    if (!this.#has(i, HOUR) || !this.#figures(i)) return i;
    if (i > 0 && this.#items.gap[i] === GLUED && !this.#opens(i - 1)) return i;
    if (this.#sign(i + 1, 0x3a) && this.#glued(i + 2, MIN) && this.#free(i + 3)) return i + 3;
    if (this.#word(i + 1) === this.#words.hourSign && this.#items.gap[i + 1] === GLUED) {
      if (this.#glued(i + 2, MIN)) return this.#free(i + 3) ? i + 3 : i;
      if (this.#free(i + 2)) return i + 2;
    }
    return i;
  }

  /** Nothing is bound to what ended before `i`. */
  #free(i: number): boolean {
    return i >= this.#items.count || this.#items.gap[i] !== GLUED || this.#closes(i) || this.#sign(i, 0x2d);
  }
}
