/**
 * The line that a person typed, cut into words, phrases, prefixes with their values, and signs. Every line is a line: what makes no sense
 * is taken for words.
 */
import { fold } from '../../text/index.ts';

export type PrefixName =
  | 'when'
  | 'published'
  | 'where'
  | 'site'
  | 'kind'
  | 'language'
  | 'dates'
  | 'title'
  | 'author';

export type LineToken =
  | { readonly type: 'word'; readonly start: number; readonly end: number; readonly text: string }
  | { readonly type: 'phrase'; readonly start: number; readonly end: number; readonly text: string }
  | {
      readonly type: 'prefix';
      readonly start: number;
      readonly end: number;
      readonly name: PrefixName;
      readonly value: string;
      readonly valueStart: number;
      readonly valueEnd: number;
      readonly quoted: boolean;
    }
  | {
      readonly type: 'open' | 'close' | 'or' | 'and' | 'not';
      readonly start: number;
      readonly end: number;
    };

/** A line is a line, not a document; the rest of a longer one is not looked at. */
export const LONGEST_LINE = 2000;
const MOST_TOKENS = 200;

const PREFIXES: ReadonlyMap<string, PrefixName> = new Map([
  ['quando', 'when'],
  ['when', 'when'],
  ['periodo', 'when'],
  ['period', 'when'],
  ['publicado', 'published'],
  ['publicada', 'published'],
  ['published', 'published'],
  ['onde', 'where'],
  ['where', 'where'],
  ['lugar', 'where'],
  ['place', 'where'],
  ['site', 'site'],
  ['sitio', 'site'],
  ['tipo', 'kind'],
  ['kind', 'kind'],
  ['type', 'kind'],
  ['idioma', 'language'],
  ['lingua', 'language'],
  ['lang', 'language'],
  ['language', 'language'],
  ['datas', 'dates'],
  ['dates', 'dates'],
  ['titulo', 'title'],
  ['intitle', 'title'],
  ['title', 'title'],
  ['autor', 'author'],
  ['autora', 'author'],
  ['author', 'author'],
]);
const NEGATIONS = new Set(['nao', 'not']);

/** What opens a phrase, and what closes it. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”"“',
  '”': '”"',
  '„': '”“"',
  '«': '»',
  '»': '«',
};
const BLANK = /\s/u;

function isBlank(char: string): boolean {
  return char === ' ' || BLANK.test(char);
}

/** A state in brackets behind a name, `Santa Cruz (RN)`, is a word and not a group. */
const STATE_IN_BRACKETS = /^\([A-Z]{2}\)(?=[\s,;.]|$)/;

export function lineTokens(line: string): LineToken[] {
  const text = line.length > LONGEST_LINE ? wholeCharacters(line.slice(0, LONGEST_LINE)) : line;
  const tokens: LineToken[] = [];
  // In a line of capitals only, NÃO and OU are how its words are written.
  const shouted = text === text.toUpperCase();
  let i = 0;
  while (i < text.length && tokens.length < MOST_TOKENS) {
    const char = text[i]!;
    if (isBlank(char)) {
      i++;
      continue;
    }
    if (char === '(' && !STATE_IN_BRACKETS.test(text.slice(i, i + 5))) {
      tokens.push({ type: 'open', start: i, end: ++i });
      continue;
    }
    if (char === ')') {
      tokens.push({ type: 'close', start: i, end: ++i });
      continue;
    }
    if (char === '|') {
      const end = text[i + 1] === '|' ? i + 2 : i + 1;
      tokens.push({ type: 'or', start: i, end });
      i = end;
      continue;
    }
    if (
      (char === '-' || char === '−') &&
      i + 1 < text.length &&
      !isBlank(text[i + 1]!) &&
      text[i + 1] !== '-'
    ) {
      tokens.push({ type: 'not', start: i, end: ++i });
      continue;
    }
    if (QUOTES[char] !== undefined) {
      const phrase = quotedAt(text, i);
      tokens.push({ type: 'phrase', start: i, end: phrase.end, text: phrase.text });
      i = phrase.end;
      continue;
    }
    const end = wordEnd(text, i);
    const word = text.slice(i, end);
    const colon = word.indexOf(':');
    if (colon > 0 && colon <= 12) {
      const name = fold(word.slice(0, colon));
      if (NEGATIONS.has(name)) {
        tokens.push({ type: 'not', start: i, end: i + colon + 1 });
        i += colon + 1;
        continue;
      }
      const prefix = PREFIXES.get(name);
      if (prefix !== undefined) {
        const token = prefixAt(text, i, i + colon + 1, prefix);
        if (token !== null) {
          tokens.push(token);
          i = token.end;
          continue;
        }
      }
    }
    const sign = shouted ? null : operatorOf(word);
    tokens.push(sign === null ? { type: 'word', start: i, end, text: word } : { type: sign, start: i, end });
    i = end;
  }
  return tokens;
}

function operatorOf(word: string): 'or' | 'and' | 'not' | null {
  if (word === 'OU' || word === 'OR') return 'or';
  if (word === 'E' || word === 'AND') return 'and';
  if (word === 'NÃO' || word === 'NAO' || word === 'NOT') return 'not';
  return null;
}

/** To the next blank, quote, bracket or bar. */
function wordEnd(text: string, from: number): number {
  if (text[from] === '(') return from + 4;
  let end = from;
  while (end < text.length) {
    const char = text[end]!;
    if (isBlank(char) || char === '(' || char === ')' || char === '|') break;
    // A quote inside a word (`d"água`) closes nothing; behind a colon it opens a value.
    if (end > from && QUOTES[char] !== undefined && text[end - 1] === ':') break;
    if (end > from && (char === '"' || char === '“' || char === '”' || char === '«' || char === '»')) break;
    end++;
  }
  return Math.max(end, from + 1);
}

/** The phrase that opens at `at`; without its closing quote it goes to the end of the line. */
function quotedAt(text: string, at: number): { readonly text: string; readonly end: number } {
  const closing = QUOTES[text[at]!]!;
  for (let i = at + 1; i < text.length; i++)
    if (closing.includes(text[i]!)) return { text: text.slice(at + 1, i), end: i + 1 };
  return { text: text.slice(at + 1), end: text.length };
}

/** The value of a prefix: what is in quotes, or runs to the next blank; a blank behind the colon is forgiven. */
function prefixAt(
  text: string,
  start: number,
  afterColon: number,
  name: PrefixName,
): (LineToken & { readonly type: 'prefix' }) | null {
  let at = afterColon;
  while (at < text.length && isBlank(text[at]!)) at++;
  if (at >= text.length) return null;
  if (QUOTES[text[at]!] !== undefined) {
    const { text: value, end } = quotedAt(text, at);
    return {
      type: 'prefix',
      start,
      end,
      name,
      value,
      valueStart: at + 1,
      valueEnd: at + 1 + value.length,
      quoted: true,
    };
  }
  const end = wordEnd(text, at);
  const value = text.slice(at, end);
  // `quando: site:x`: the value was forgotten.
  if (at > afterColon && /^-|:/.test(value)) return null;
  if (value === ')' || value === '|' || value === '(') return null;
  return { type: 'prefix', start, end, name, value, valueStart: at, valueEnd: end, quoted: false };
}

/** Without half a character at its end. */
function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}
