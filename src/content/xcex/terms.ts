/**
 * Words of a block, the two ways: `ascii-compat` as the libraries of the published runs effectively did it, `unicode` as it was meant.
 *
 * The source kept matches of `\b[A-Za-z]+\b`. Where that was run, `\b` knows every letter, so a word with an accent or a digit gives
 * nothing at all; JavaScript's `\b` knows only ASCII and would cut such words into pieces. Hence no regular expression here: a word
 * is a maximal run of letters, digits and underscores, and it counts when it is all ASCII letters.
 */
import type { Tokenizer } from './parameters.ts';

const UNSEEN = 0;
const OUTSIDE = 1;
const ASCII_LETTER = 2;
const OTHER_WORD = 3;
/** Filled as characters turn up. */
const KIND = new Uint8Array(0x10000);
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

function kindOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const known = KIND[code]!;
  if (known !== UNSEEN) return known;
  if (code >= 0xd800 && code < 0xdc00) {
    return WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(at)!)) ? OTHER_WORD : OUTSIDE;
  }
  const letter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  const kind = letter ? ASCII_LETTER : WORD_CHARACTER.test(String.fromCharCode(code)) ? OTHER_WORD : OUTSIDE;
  KIND[code] = kind;
  return kind;
}

/** `Não há golos` → `golos`: words with anything but ASCII letters in them are not seen. As written, in order, with repetitions. */
export function asciiTokens(text: string): string[] {
  const result: string[] = [];
  let start = -1;
  let plain = true;
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? kindOf(text, at) : OUTSIDE;
    if (kind === OUTSIDE) {
      if (start >= 0 && plain) result.push(text.slice(start, at));
      start = -1;
      plain = true;
    } else {
      if (start < 0) start = at;
      if (kind === OTHER_WORD) plain = false;
    }
    // The second half of a pair belongs to the first.
    if (text.charCodeAt(at) >= 0xd800 && text.charCodeAt(at) < 0xdc00) at++;
  }
  return result;
}

const UNICODE_WORD = /\p{L}[\p{L}\p{M}]*/gu;

/** Words of letters with their marks, in lower case. */
export function unicodeTokens(text: string): string[] {
  return text.toLowerCase().match(UNICODE_WORD) ?? [];
}

/** Distinct words in lower case, without stop words; `ascii-compat` drops words of one letter, as its vectoriser did. */
export function termsOf(text: string, tokenizer: Tokenizer, stopWords: ReadonlySet<string> | null): string[] {
  const seen = new Set<string>();
  if (tokenizer === 'unicode') {
    for (const token of unicodeTokens(text)) if (!stopWords?.has(token)) seen.add(token);
  } else {
    for (const token of asciiTokens(text)) {
      if (token.length < 2) continue;
      const word = token.toLowerCase();
      if (!stopWords?.has(word)) seen.add(word);
    }
  }
  return [...seen];
}
