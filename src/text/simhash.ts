/**
 * A fingerprint of 64 bits of which pages that are nearly the same differ in few (Charikar 2002; Manku, Jain, Das Sarma 2007): a majority
 * vote, bit by bit, of the hashes of all runs of three words. Case, accents, punctuation and white space do not count.
 *
 * One pass over the characters: words are hashed as they are read, runs from the hashes of their words, and the votes are counted in
 * bit planes (64 counters added to at once, as a carry-save adder does) instead of one by one.
 */

import { bitCount, FNV_SEED, fnvStep, mix32 } from '../bytes/index.ts';
import { foldedWordCode, MARK } from './characters.ts';
import { forEachStretch } from './code-units.ts';

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

/** Plane k holds bit k of the 32 counters of one half. */
const lowPlanes = new Int32Array(PLANES);
const highPlanes = new Int32Array(PLANES);
/** Votes waiting to be counted eight at a time. */
const EIGHT = 8;
const lowVotes = new Int32Array(EIGHT);
const highVotes = new Int32Array(EIGHT);

/** Adds `vote` × 2^from to the counters. */
function addVote(planes: Int32Array, vote: number, from: number): void {
  let carry = vote;
  for (let k = from; carry !== 0 && k < PLANES; k++) {
    const plane = planes[k]!;
    planes[k] = plane ^ carry;
    carry &= plane;
  }
}

/**
 * Adds eight votes: full adders bring three words of equal weight down to a sum and a carry (Harley and Seal), so that only one vote in
 * eight ripples through the upper planes.
 */
function addEight(planes: Int32Array, v: Int32Array): void {
  let ones = planes[0]!;
  let twos = planes[1]!;
  let fours = planes[2]!;
  let u = ones ^ v[0]!;
  const twoA = (ones & v[0]!) | (u & v[1]!);
  ones = u ^ v[1]!;
  u = ones ^ v[2]!;
  const twoB = (ones & v[2]!) | (u & v[3]!);
  ones = u ^ v[3]!;
  u = twos ^ twoA;
  const fourA = (twos & twoA) | (u & twoB);
  twos = u ^ twoB;
  u = ones ^ v[4]!;
  const twoC = (ones & v[4]!) | (u & v[5]!);
  ones = u ^ v[5]!;
  u = ones ^ v[6]!;
  const twoD = (ones & v[6]!) | (u & v[7]!);
  ones = u ^ v[7]!;
  u = twos ^ twoC;
  const fourB = (twos & twoC) | (u & twoD);
  twos = u ^ twoD;
  u = fours ^ fourA;
  const eight = (fours & fourA) | (u & fourB);
  fours = u ^ fourB;
  planes[0] = ones;
  planes[1] = twos;
  planes[2] = fours;
  addVote(planes, eight, 3);
}

/** The bits that more than half of the votes have. */
function majority(planes: Int32Array, votes: number): number {
  let result = 0;
  for (let bit = 0; bit < 32; bit++) {
    let count = 0;
    for (let k = 0; k < PLANES; k++) count |= ((planes[k]! >>> bit) & 1) << k;
    if (count * 2 > votes) result |= 1 << bit;
  }
  return result >>> 0;
}

/** The two halves of the hash of a run, from the hashes of its words. Exported for the reference of the tests. */
export function shingleHash(a: number, b: number, c: number): SimHash {
  const run = (Math.imul(a, 0x9e3779b1) + Math.imul(b, 0x85ebca77) + Math.imul(c, 0xc2b2ae3d)) | 0;
  return {
    lo: mix32(run) >>> 0,
    hi: mix32(Math.imul(run, 0x27d4eb2f) ^ (b + Math.imul(c, 0x165667b1))) >>> 0,
  };
}

/** What is carried from one stretch of a text to the next. */
interface Reading {
  a: number;
  b: number;
  c: number;
  hash: number;
  inWord: boolean;
  words: number;
}

function endWord(r: Reading): void {
  r.inWord = false;
  r.a = r.b;
  r.b = r.c;
  r.c = mix32(r.hash);
  r.hash = FNV_SEED;
  r.words++;
  const votes = r.words - SHINGLE + 1;
  if (votes < 1) return;
  const run = (Math.imul(r.a, 0x9e3779b1) + Math.imul(r.b, 0x85ebca77) + Math.imul(r.c, 0xc2b2ae3d)) | 0;
  const place = (votes - 1) & (EIGHT - 1);
  lowVotes[place] = mix32(run);
  highVotes[place] = mix32(Math.imul(run, 0x27d4eb2f) ^ (r.b + Math.imul(r.c, 0x165667b1)));
  if (place === EIGHT - 1) {
    addEight(lowPlanes, lowVotes);
    addEight(highPlanes, highVotes);
  }
}

function readStretch(r: Reading, units: Uint16Array, count: number): void {
  let { hash, inWord } = r;
  for (let i = 0; i < count; i++) {
    const unit = units[i]!;
    const code = unit < 0x250 ? NEAR_TABLE[unit]! : foldedWordCode(unit);
    if (code > MARK) {
      inWord = true;
      hash = fnvStep(hash, code);
    } else if (inWord && code !== MARK) {
      r.hash = hash;
      endWord(r);
      hash = FNV_SEED;
      inWord = false;
    }
  }
  r.hash = hash;
  r.inWord = inWord;
}

/** The fingerprint of a text. A text without words has 0; one of one or two words is one run. */
export function simhash64(text: string): SimHash {
  lowPlanes.fill(0);
  highPlanes.fill(0);
  const r: Reading = { a: 0, b: 0, c: 0, hash: FNV_SEED, inWord: false, words: 0 };
  forEachStretch(text, Math.min(text.length, TEXT_LIMIT), (units, count) => readStretch(r, units, count));
  if (r.inWord) endWord(r);
  if (r.words === 0) return { hi: 0, lo: 0 };
  const votes = r.words - SHINGLE + 1;
  if (votes < 1) return shingleHash(r.a, r.b, r.c);
  for (let i = 0; i < (votes & (EIGHT - 1)); i++) {
    addVote(lowPlanes, lowVotes[i]!, 0);
    addVote(highPlanes, highVotes[i]!, 0);
  }
  return { hi: majority(highPlanes, votes), lo: majority(lowPlanes, votes) };
}

/** In how many of the 64 bits two fingerprints differ. */
export function hammingDistance(a: SimHash, b: SimHash): number {
  return bitCount(a.hi ^ b.hi) + bitCount(a.lo ^ b.lo);
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
