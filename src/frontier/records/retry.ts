/**
 * RETRY: a lease ended, and its URL is to be tried again at a later time.
 *
 *   0  kind:8 attempt:8 depth:8 priority:8; the attempt is the next one
 *   1  entry
 *   2  queue
 *   3  record
 *   4  newHead: the entry that is first in its chain from now on, or 0
 *   5  bucket
 *   6  lo, 7  hi
 *   8  end f64
 *  10  notBefore f64
 */
import type { Journal } from '../journal.ts';
import { doubleAt } from './double.ts';
import { KIND } from './kind.ts';
import type { LeaseFacts } from './lease.ts';

export const BYTES = 48;
const ENTRY = 1;
const QUEUE = 2;
const RECORD = 3;
const NEW_HEAD = 4;
const BUCKET = 5;
const LO = 6;
const HI = 7;
const END = 8;
const NOT_BEFORE = 10;

export function write(
  journal: Journal,
  lease: LeaseFacts,
  newHead: number,
  end: number,
  notBefore: number,
): void {
  const at = journal.reserve(BYTES);
  const { words, doubles } = journal;
  const attempt = Math.min(255, lease.attempt + 1);
  words[at] = KIND.retry | (attempt << 8) | (lease.depth << 16) | (lease.priority << 24);
  words[at + ENTRY] = lease.entry;
  words[at + QUEUE] = lease.queue;
  words[at + RECORD] = lease.record;
  words[at + NEW_HEAD] = newHead;
  words[at + BUCKET] = lease.bucket;
  words[at + LO] = lease.lo;
  words[at + HI] = lease.hi;
  doubles[(at + END) / 2] = end;
  doubles[(at + NOT_BEFORE) / 2] = notBefore;
}

export function attempt(words: Int32Array, at: number): number {
  return (words[at]! >>> 8) & 255;
}

export function depth(words: Int32Array, at: number): number {
  return (words[at]! >>> 16) & 255;
}

export function priority(words: Int32Array, at: number): number {
  return words[at]! >>> 24;
}

export function queue(words: Int32Array, at: number): number {
  return words[at + QUEUE]!;
}

export function record(words: Int32Array, at: number): number {
  return words[at + RECORD]! >>> 0;
}

export function newHead(words: Int32Array, at: number): number {
  return words[at + NEW_HEAD]! >>> 0;
}

export function hi(words: Int32Array, at: number): number {
  return words[at + HI]!;
}

export function lo(words: Int32Array, at: number): number {
  return words[at + LO]!;
}

export function end(words: Int32Array, at: number): number {
  return doubleAt(words, at + END);
}

export function notBefore(words: Int32Array, at: number): number {
  return doubleAt(words, at + NOT_BEFORE);
}
