/**
 * One table look-up per UTF-16 unit: what kind of character it is and its folded form (lower case, no accent). The tokenizer reads the
 * original text through these tables, so that decomposed letters, odd spaces, dashes and slashes need no copy of the text and offsets
 * stay those of the original.
 */

/** 0: anything else. */
export const LETTER = 1;
export const DIGIT = 2;
export const SPACE = 3;
export const NEWLINE = 4;
/** Combining marks, soft hyphens, zero-width characters: inside a word they change nothing. */
export const MARK = 5;

export const KIND = new Uint8Array(65536);
/** Folded form; 0 for marks. Punctuation folds to itself, or to the ASCII sign it stands for. */
export const FOLD = new Uint16Array(65536);
/** 1 where the character carries an accent that distinguishes words (é/e, está/esta); the cedilla and the tilde do not count. */
export const ACUTE = new Uint8Array(65536);

function isLetterBeyondLatin(code: number): boolean {
  return (
    (code >= 0x370 && code < 0x1e00 && code !== 0x37e && code !== 0x387) ||
    (code >= 0x1f00 && code < 0x2000) ||
    (code >= 0x3040 && code < 0xd800) ||
    (code >= 0xf900 && code < 0xfe00)
  );
}

for (let code = 0; code < 65536; code++) {
  FOLD[code] = code;
  if (isLetterBeyondLatin(code)) KIND[code] = LETTER;
}
const LATIN: readonly (readonly [number, number])[] = [
  [0x41, 0x250],
  [0x1e00, 0x1f00],
];
for (const [from, to] of LATIN) {
  for (let code = from; code < to; code++) {
    const char = String.fromCharCode(code);
    if (!/\p{L}/u.test(char) || code === 0xaa || code === 0xba) continue;
    KIND[code] = LETTER;
    const bare = char.toLowerCase().normalize('NFD');
    const base = bare.charCodeAt(0);
    FOLD[code] = KIND[base] === LETTER || base < 0x80 ? base : char.toLowerCase().charCodeAt(0);
    if (/[\u0300\u0301\u0302]/.test(bare)) ACUTE[code] = 1;
  }
}
for (let code = 0x30; code <= 0x39; code++) KIND[code] = DIGIT;
for (const code of [9, 0x20, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000]) KIND[code] = SPACE;
for (let code = 0x2000; code <= 0x200a; code++) KIND[code] = SPACE;
for (const code of [0x0a, 0x0b, 0x0c, 0x0d, 0x85, 0x2028, 0x2029]) KIND[code] = NEWLINE;
for (let code = 0x300; code < 0x370; code++) {
  KIND[code] = MARK;
  FOLD[code] = 0;
}
for (const code of [0x300, 0x301, 0x302]) ACUTE[code] = 1;
for (const code of [0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff]) {
  KIND[code] = MARK;
  FOLD[code] = 0;
}
const SLASH = 0x2f;
const HYPHEN = 0x2d;
for (const code of [0x2044, 0x2215]) FOLD[code] = SLASH;
for (let code = 0x2010; code <= 0x2015; code++) FOLD[code] = HYPHEN;
FOLD[0x2212] = HYPHEN;
FOLD[0x2019] = 0x27;
FOLD[0x2018] = 0x27;
FOLD[0xb4] = 0x27;
/** The degree sign and the ordinal indicators are all written for the ordinal of a day. */
FOLD[0xb0] = 0xba;

/** Folded form of a whole word, for building tables and for the rare slow path. */
export function foldWord(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const code = FOLD[text.charCodeAt(i)]!;
    if (code !== 0) out += String.fromCharCode(code);
  }
  return out;
}
