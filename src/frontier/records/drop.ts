/**
 * DROP: the frontier is full, and a waiting URL was given up for a better one.
 *
 *   0  kind:8
 *   1  queue
 *   2  entry
 *   3  newTail: the entry that is last in its chain from now on, or 0
 *   4  lo, 5  hi
 *   6  bucket
 *   7  record
 */
import type { Journal } from '../journal.ts';
import { KIND } from './kind.ts';

export const BYTES = 32;
const QUEUE = 1;
const ENTRY = 2;
const NEW_TAIL = 3;
const LO = 4;
const HI = 5;
const BUCKET = 6;
const RECORD = 7;

export interface DropFacts {
  readonly queue: number;
  readonly entry: number;
  readonly newTail: number;
  readonly bucket: number;
  readonly record: number;
  readonly hi: number;
  readonly lo: number;
}

export function write(journal: Journal, drop: DropFacts): void {
  const at = journal.reserve(BYTES);
  const { words } = journal;
  words[at] = KIND.drop;
  words[at + QUEUE] = drop.queue;
  words[at + ENTRY] = drop.entry;
  words[at + NEW_TAIL] = drop.newTail;
  words[at + LO] = drop.lo;
  words[at + HI] = drop.hi;
  words[at + BUCKET] = drop.bucket;
  words[at + RECORD] = drop.record;
}

export function queue(words: Int32Array, at: number): number {
  return words[at + QUEUE]!;
}

export function entry(words: Int32Array, at: number): number {
  return words[at + ENTRY]! >>> 0;
}

export function newTail(words: Int32Array, at: number): number {
  return words[at + NEW_TAIL]! >>> 0;
}

export function hi(words: Int32Array, at: number): number {
  return words[at + HI]!;
}

export function lo(words: Int32Array, at: number): number {
  return words[at + LO]!;
}

export function bucket(words: Int32Array, at: number): number {
  return words[at + BUCKET]!;
}

export function record(words: Int32Array, at: number): number {
  return words[at + RECORD]! >>> 0;
}
