/**
 * Words with their places in the text: runs of letters and digits, with the marks upon them. Hyphens and apostrophes separate
 * (`guarda-chuva` is two words), as the specs count.
 */

import { grown } from '../bytes/index.ts';
import { isWordCode, isWordPair } from './characters.ts';

export interface Token {
  /** As it stands in the text. */
  readonly text: string;
  readonly start: number;
  /** The offset behind its last character. */
  readonly end: number;
}

/** Below 0x250, whether a code unit belongs to a word. */
const NEAR = new Uint8Array(0x250);
for (let code = 0; code < NEAR.length; code++) NEAR[code] = isWordCode(code) ? 1 : 0;

/** Calls back with the offsets of every word, in order. The fastest way: no object, no substring. */
export function forEachToken(text: string, found: (start: number, end: number) => void): void {
  const { length } = text;
  let from = -1;
  for (let i = 0; i < length; i++) {
    const c = text.charCodeAt(i);
    let inside: boolean;
    if (c < 0x250) inside = NEAR[c] === 1;
    else if (c >= 0xd800 && c < 0xdc00) {
      inside = isWordPair(c, text.charCodeAt(i + 1));
      if (inside) {
        if (from === -1) from = i;
        i++;
        continue;
      }
    } else inside = isWordCode(c);
    if (inside) {
      if (from === -1) from = i;
    } else if (from !== -1) {
      found(from, i);
      from = -1;
    }
  }
  if (from !== -1) found(from, length);
}

/** Offsets of all words as pairs [start, end, start, end …]. */
export function tokenOffsets(text: string): Uint32Array {
  // Even, so that the pairs fill it exactly.
  let offsets = new Uint32Array(Math.max(16, (text.length >> 3) << 1));
  let size = 0;
  forEachToken(text, (start, end) => {
    if (size === offsets.length) offsets = grown(offsets);
    offsets[size++] = start;
    offsets[size++] = end;
  });
  return offsets.subarray(0, size);
}

/** The words of a text, one after the other. */
export function* tokens(text: string): Generator<Token, void, undefined> {
  const offsets = tokenOffsets(text);
  for (let i = 0; i < offsets.length; i += 2) {
    const start = offsets[i]!;
    const end = offsets[i + 1]!;
    yield { text: text.slice(start, end), start, end };
  }
}

/** The words alone. */
export function words(text: string): string[] {
  const out: string[] = [];
  forEachToken(text, (start, end) => {
    out.push(text.slice(start, end));
  });
  return out;
}
