/**
 * PASS: a lease makes an access to another queue, or at another address, than its own. Both are in use until it ends.
 *
 *   0  kind:8
 *   1  record
 *   2  queue
 *   3  lo, 4  hi: fingerprint of the address
 */
import type { Journal } from '../journal.ts';
import { KIND } from './kind.ts';

export const BYTES = 32;
const RECORD = 1;
const QUEUE = 2;
const LO = 3;
const HI = 4;

export function write(journal: Journal, record: number, queue: number, hi: number, lo: number): void {
  const at = journal.reserve(BYTES);
  const { words } = journal;
  words[at] = KIND.pass;
  words[at + RECORD] = record;
  words[at + QUEUE] = queue;
  words[at + LO] = lo;
  words[at + HI] = hi;
}

export function record(words: Int32Array, at: number): number {
  return words[at + RECORD]! >>> 0;
}

export function queue(words: Int32Array, at: number): number {
  return words[at + QUEUE]!;
}

export function hi(words: Int32Array, at: number): number {
  return words[at + HI]!;
}

export function lo(words: Int32Array, at: number): number {
  return words[at + LO]!;
}
