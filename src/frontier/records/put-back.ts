/**
 * PUT_BACK: a lease ended and its URL stands where it stood.
 *
 *   0  kind:8
 *   1  entry
 *   2  queue
 *   3  record
 *   4  end f64
 *   6  notBefore f64, NaN for none
 */
import type { Journal } from '../journal.ts';
import { doubleAt } from './double.ts';
import { KIND } from './kind.ts';
import type { LeaseFacts } from './lease.ts';

export const BYTES = 32;
const ENTRY = 1;
const QUEUE = 2;
const RECORD = 3;
const END = 4;
const NOT_BEFORE = 6;

export function write(journal: Journal, lease: LeaseFacts, end: number, notBefore: number): void {
  const at = journal.reserve(BYTES);
  const { words, doubles } = journal;
  words[at] = KIND.putBack;
  words[at + ENTRY] = lease.entry;
  words[at + QUEUE] = lease.queue;
  words[at + RECORD] = lease.record;
  doubles[(at + END) / 2] = end;
  doubles[(at + NOT_BEFORE) / 2] = notBefore;
}

export function record(words: Int32Array, at: number): number {
  return words[at + RECORD]! >>> 0;
}

export function end(words: Int32Array, at: number): number {
  return doubleAt(words, at + END);
}

export function notBefore(words: Int32Array, at: number): number {
  return doubleAt(words, at + NOT_BEFORE);
}
