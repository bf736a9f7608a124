/**
 * A fingerprint of 64 bits of which pages that are nearly the same differ in few (Charikar 2002; Manku, Jain, Das Sarma 2007): a majority
 * vote, bit by bit, of the hashes of all runs of three words. Case, accents, punctuation and white space do not count.
 *
 * One pass over the characters: words are hashed as they are read, runs from the hashes of their words, and the votes are counted in
 * bit planes (64 counters added to at once, as a carry-save adder does) instead of one by one.
 */
import { foldedWordCode, MARK, SEPARATOR } from './characters.ts';

/** 64 bits as two unsigned halves: no BigInt in the hot loop, none in the journal. */
export interface SimHash {
  readonly hi: number;
  readonly lo: number;
}

/** Words to a run. */
export const SHINGLE = 3;
/** Counters of 24 bits: more runs than any text that is read has. */
const PLANES = 24;
/** Characters looked at; the byte cap of a page is far below. */
const TEXT_LIMIT = 1 << 24;

/** Folded word code for Latin, kept near: nine characters in ten never leave this table. */
const NEAR_TABLE = new Uint16Array(0x250);
for (let code = 0; code < NEAR_TABLE.length; code++) NEAR_TABLE[code] = foldedWordCode(code);

function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const lowPlanes = new Int32Array(PLANES);
const highPlanes = new Int32Array(PLANES);

function addVote(planes: Int32Array, vote: number): void {
  let carry = vote;
  for (let k = 0; carry !== 0 && k < PLANES; k++) {
    const plane = planes[k]!;
    planes[k] = plane ^ carry;
    carry &= plane;
  }
}

/** The bits that more than half of the votes have. */
function majority(planes: Int32Array, votes: number): number {
  let result = 0;
  for (let bit = 0; bit < 32; bit++) {
    let count = 0;
    for (let k = 0; k < PLANES; k++) count += ((planes[k]! >>> bit) & 1) * 2 ** k;
    if (count * 2 > votes) result |= 1 << bit;
  }
  return result >>> 0;
}

/** The two halves of the hash of a run, from the hashes of its words. Exported for the reference of the tests. */
export function shingleHash(a: number, b: number, c: number): SimHash {
  const run = (Math.imul(a, 0x9e3779b1) + Math.imul(b, 0x85ebca77) + Math.imul(c, 0xc2b2ae3d)) | 0;
  return { lo: mix(run) >>> 0, hi: mix(Math.imul(run, 0x27d4eb2f) ^ (b + Math.imul(c, 0x165667b1))) >>> 0 };
}

/** The hash of one folded word. Exported for the reference of the tests. */
export function wordHash(folded: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < folded.length; i++) hash = Math.imul(hash ^ folded.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** The fingerprint of a text. A text without words has 0; one of one or two words is one run. */
export function simhash64(text: string): SimHash {
  const length = Math.min(text.length, TEXT_LIMIT);
  lowPlanes.fill(0);
  highPlanes.fill(0);
  let a = 0;
  let b = 0;
  let c = 0;
  let count = 0;
  let votes = 0;
  let inWord = false;
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i <= length; i++) {
    let code = SEPARATOR;
    if (i < length) {
      code = text.charCodeAt(i);
      code = code < 0x250 ? NEAR_TABLE[code]! : foldedWordCode(code);
    }
    if (code > MARK) {
      inWord = true;
      hash = Math.imul(hash ^ code, 0x01000193);
      continue;
    }
    if (code === MARK || !inWord) continue;
    inWord = false;
    a = b;
    b = c;
    c = mix(hash);
    hash = 0x811c9dc5 | 0;
    count++;
    if (count >= SHINGLE) {
      const run = (Math.imul(a, 0x9e3779b1) + Math.imul(b, 0x85ebca77) + Math.imul(c, 0xc2b2ae3d)) | 0;
      addVote(lowPlanes, mix(run));
      addVote(highPlanes, mix(Math.imul(run, 0x27d4eb2f) ^ (b + Math.imul(c, 0x165667b1))));
      votes++;
    }
  }
  if (count > 0 && votes === 0) return shingleHash(a, b, c);
  return { hi: majority(highPlanes, votes), lo: majority(lowPlanes, votes) };
}

function bitsOf(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** In how many of the 64 bits two fingerprints differ. */
export function hammingDistance(a: SimHash, b: SimHash): number {
  return bitsOf(a.hi ^ b.hi) + bitsOf(a.lo ^ b.lo);
}

/** Sixteen hexadecimal digits. */
export function printSimhash(hash: SimHash): string {
  return (hash.hi >>> 0).toString(16).padStart(8, '0') + (hash.lo >>> 0).toString(16).padStart(8, '0');
}

/** Reads what `printSimhash` writes; null for anything else. */
export function parseSimhash(text: string): SimHash | null {
  if (!/^[0-9a-f]{16}$/i.test(text)) return null;
  return { hi: Number.parseInt(text.slice(0, 8), 16), lo: Number.parseInt(text.slice(8), 16) };
}
