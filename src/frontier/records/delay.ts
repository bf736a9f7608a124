/**
 * DELAY: the delay of a queue is another from now on.
 *
 *   0  kind:8
 *   1  queue
 *   2  delay f64
 */
import type { Journal } from '../journal.ts';
import { doubleAt } from './double.ts';
import { KIND } from './kind.ts';

export const BYTES = 16;
const QUEUE = 1;
const DELAY = 2;

export function write(journal: Journal, queue: number, delay: number): void {
  const at = journal.reserve(BYTES);
  journal.words[at] = KIND.delay;
  journal.words[at + QUEUE] = queue;
  journal.doubles[(at + DELAY) / 2] = delay;
}

export function queue(words: Int32Array, at: number): number {
  return words[at + QUEUE]!;
}

export function delay(words: Int32Array, at: number): number {
  return doubleAt(words, at + DELAY);
}
