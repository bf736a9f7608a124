/**
 * What each character is to a reader of words, as tables: the fast ways of folding, tokenising and fingerprinting all look here
 * instead of asking a regular expression.
 */

/** The definition that everything faster is measured against: lower case, canonical decomposition, marks off, composed again. */
export function foldBySteps(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** In a fold table: the character needs its neighbours to be folded, or folds into several. */
export const FOLD_BY_STEPS = 0xffff;
/** In a fold table: the character disappears. */
export const FOLD_AWAY = 0xfffe;

const FOLD_LIMIT = 0x2800;
/** Ranges whose characters fold one by one, whatever stands beside them: Latin, marks, punctuation, signs and symbols. */
const FOLD_RANGES: readonly (readonly [number, number])[] = [
  [0x0000, 0x0250],
  [0x0300, 0x0370],
  [0x1e00, 0x1f00],
  [0x2000, 0x2800],
];

/** Folded character by UTF-16 code unit below 0x2800, or one of the two signs above. */
export const FOLD = new Uint16Array(FOLD_LIMIT).fill(FOLD_BY_STEPS);
for (const [from, to] of FOLD_RANGES) {
  for (let code = from; code < to; code++) {
    const folded =
      code < 0x80 ? String.fromCharCode(code).toLowerCase() : foldBySteps(String.fromCharCode(code));
    if (folded.length === 0) FOLD[code] = FOLD_AWAY;
    else if (folded.length === 1) FOLD[code] = folded.charCodeAt(0);
  }
}

const UNKNOWN = 0;
const OUTSIDE = 1;
const INSIDE = 2;
/** Filled as characters turn up: 64 K tests at start would cost more than most programs ever need. */
const WORD = new Uint8Array(0x10000);
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

function classify(code: number): boolean {
  const inside = WORD_CHARACTER.test(String.fromCharCode(code));
  WORD[code] = inside ? INSIDE : OUTSIDE;
  return inside;
}

/** Whether a UTF-16 code unit belongs to a word: letters, digits, and the marks upon them. Halves of surrogate pairs do not. */
export function isWordCode(code: number): boolean {
  const known = WORD[code]!;
  return known === UNKNOWN ? classify(code) : known === INSIDE;
}

/** Whether two code units are one code point beyond the first 64 K, and it belongs to a word. */
export function isWordPair(high: number, low: number): boolean {
  return low >= 0xdc00 && low <= 0xdfff && WORD_CHARACTER.test(String.fromCharCode(high, low));
}

/** In a word table: no part of a word. */
const SEPARATOR = 0;
/** In a word table: a mark, without weight of its own. */
export const MARK = 1;

const UNSEEN = 0xffff;
const FOLDED_WORD = new Uint16Array(0x10000).fill(UNSEEN);

function classifyFolded(code: number): number {
  let value = SEPARATOR;
  if (isWordCode(code)) {
    const folded = foldBySteps(String.fromCharCode(code));
    value = folded === '' ? MARK : folded.charCodeAt(0);
  } else if (code >= 0xd800 && code < 0xe000) value = code;
  FOLDED_WORD[code] = value;
  return value;
}

/**
 * For fingerprints: the folded character of a code unit inside a word, SEPARATOR, or MARK. Halves of surrogate pairs count as they
 * are, which is one rule and needs no look ahead.
 */
export function foldedWordCode(code: number): number {
  const known = FOLDED_WORD[code]!;
  return known === UNSEEN ? classifyFolded(code) : known;
}
