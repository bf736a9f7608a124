/**
 * REST: a queue is not asked before a time.
 *
 *   0  kind:8
 *   1  queue
 *   2  until f64
 */
import type { Journal } from '../journal.ts';
import { doubleAt } from './double.ts';
import { KIND } from './kind.ts';

export const BYTES = 16;
const QUEUE = 1;
const UNTIL = 2;

export function write(journal: Journal, queue: number, until: number): void {
  const at = journal.reserve(BYTES);
  journal.words[at] = KIND.rest;
  journal.words[at + QUEUE] = queue;
  journal.doubles[(at + UNTIL) / 2] = until;
}

export function queue(words: Int32Array, at: number): number {
  return words[at + QUEUE]!;
}

export function until(words: Int32Array, at: number): number {
  return doubleAt(words, at + UNTIL);
}
