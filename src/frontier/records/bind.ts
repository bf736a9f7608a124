/**
 * BIND: a queue turns out to be served from a network address.
 *
 *   0  kind:8
 *   1  queue
 *   2  lo, 3  hi: fingerprint of the address
 */
import type { Journal } from '../journal.ts';
import { KIND } from './kind.ts';

export const BYTES = 16;
const QUEUE = 1;
const LO = 2;
const HI = 3;

export function write(journal: Journal, queue: number, hi: number, lo: number): void {
  const at = journal.reserve(BYTES);
  const { words } = journal;
  words[at] = KIND.bind;
  words[at + QUEUE] = queue;
  words[at + LO] = lo;
  words[at + HI] = hi;
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
