/** The place of a match: what its slots hold and what stands around it. Constructors of meaning read it; it is reused from match to match. */
import { FOLD } from './characters.ts';
import type { Items, Made } from './items.ts';
import { GRAMMAR, type Lexicon, NAMING } from './lexicon.ts';
import type { Locale } from './locale.ts';
import type { Terminal } from './pattern.ts';
import { isVerb, nearestTense, type Tense } from './tense.ts';
import { ACCENTED, CAPITAL, GLUED, NUMBER, SIGN, type Tokens, WORD } from './token.ts';

export class Site {
  text = '';
  readonly tokens: Tokens;
  items!: Items;
  readonly lexicon: Lexicon;
  readonly #locale: Locale;
  /** Tokens of the sentence. */
  first = 0;
  last = 0;
  /** First item of the match, its context included. */
  at = 0;
  terminal!: Terminal;
  length = 0;

  constructor(tokens: Tokens, lexicon: Lexicon, locale: Locale) {
    this.tokens = tokens;
    this.lexicon = lexicon;
    this.#locale = locale;
  }

  /** Item that fills a slot, −1 when the form does not have it. */
  item(slot: string): number {
    const k = this.terminal.slots.indexOf(slot);
    return k < 0 ? -1 : this.at + k;
  }
  has(slot: string): boolean {
    return this.terminal.slots.includes(slot);
  }
  number(slot: string): number {
    const i = this.item(slot);
    return i < 0 ? -1 : this.items.number[i]!;
  }
  value(slot: string): number {
    const i = this.item(slot);
    return i < 0 ? -1 : this.items.value[i]!;
  }
  made(slot: string): Made | null {
    const i = this.item(slot);
    return i < 0 ? null : this.items.made[i]!;
  }
  raw(slot: string): string {
    const i = this.item(slot);
    return i < 0 ? '' : this.text.slice(this.items.start[i]!, this.items.end[i]!);
  }
  /** Number of digits of a slot, 0 when it is written in words. */
  digits(slot: string): number {
    const i = this.item(slot);
    if (i < 0) return 0;
    const token = this.items.from[i]!;
    return this.tokens.kind[token] === NUMBER ? this.tokens.end[token]! - this.tokens.start[token]! : 0;
  }
  /** First token of the match without its context, and the token after its last. */
  get from(): number {
    return this.items.from[this.at + this.terminal.behind]!;
  }
  get to(): number {
    return this.items.to[this.at + this.length - 1]!;
  }
  param(name: string): string | number | undefined {
    return this.terminal.pattern.with?.[name];
  }

  /** Word at a token, folded, '' for anything else or beyond the sentence. */
  word(token: number): string {
    if (token < this.first || token >= this.last || this.tokens.kind[token] !== WORD) return '';
    const id = this.tokens.id[token]!;
    if (id !== 0) return this.lexicon.words[id]!;
    let out = '';
    for (let i = this.tokens.start[token]!; i < this.tokens.end[token]!; i++) {
      const code = FOLD[this.text.charCodeAt(i)]!;
      if (code !== 0) out += String.fromCharCode(code);
    }
    return out;
  }
  sign(token: number): number {
    if (token < this.first || token >= this.last || this.tokens.kind[token] !== SIGN) return 0;
    return this.tokens.id[token]!;
  }
  isWord(token: number): boolean {
    return token >= this.first && token < this.last && this.tokens.kind[token] === WORD;
  }
  isNumber(token: number): boolean {
    return token >= this.first && token < this.last && this.tokens.kind[token] === NUMBER;
  }
  flag(token: number, flag: number): boolean {
    return this.isWord(token) && (this.lexicon.flags[this.tokens.id[token]!]! & flag) !== 0;
  }
  capital(token: number): boolean {
    return this.isWord(token) && (this.tokens.flags[token]! & CAPITAL) !== 0;
  }
  accented(token: number): boolean {
    return this.isWord(token) && (this.tokens.flags[token]! & ACCENTED) !== 0;
  }
  /** A Roman numeral in capitals. */
  roman(token: number): boolean {
    return (
      this.isWord(token) &&
      /^[IVXL]{1,7}$/.test(this.text.slice(this.tokens.start[token]!, this.tokens.end[token]!))
    );
  }
  glued(token: number): boolean {
    return token < this.last && this.tokens.gap[token] === GLUED;
  }
  /** Whether the token opens its sentence or stands first on its line. */
  opens(token: number): boolean {
    return token <= this.first || this.tokens.gap[token]! >= 2;
  }

  /** A word that only a counted noun can be: small letters, not grammar, and of its form (`1939 soldados`). */
  counted(token: number): boolean {
    if (!this.isWord(token) || this.capital(token) || this.tokens.gap[token]! > 1) return false;
    if (this.flag(token, GRAMMAR)) return false;
    return this.#locale.isCounted(this.word(token));
  }

  /** A negative word just before, as in `rua 1º de Maio`, `Av. 25 de Abril`, `largo do 5 de Outubro`. */
  named(token: number): boolean {
    let k = token - 1;
    if (this.sign(k) === 0x2e && this.glued(k)) k--;
    if (this.flag(k, NAMING)) return true;
    return (
      this.flag(k - 1, NAMING) && this.capital(token) && this.#locale.introducers.ofNames.has(this.word(k))
    );
  }

  /** Tense of the verb nearest to the tokens `from`…`to` of the sentence; `tense`: to the match. */
  tenseAround(from: number, to: number): Tense | null {
    const { tokens, text, lexicon, first, last } = this;
    return nearestTense(tokens, text, lexicon, this.#locale.tense, first, last, from, to);
  }
  tense(): Tense | null {
    return this.tenseAround(this.from, this.to);
  }
  isVerb(token: number): boolean {
    return isVerb(this.tokens, this.text, this.lexicon, this.#locale.tense, token);
  }
}
