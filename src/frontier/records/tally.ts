/**
 * TALLY: counts of what has no record of its own, since the last one.
 *
 *   0  kind:8
 *   1  duplicates
 *   2  dropped for capacity
 *   3  dropped for the budget of a queue
 *   4  dropped for length
 *   5, 6, 7  0
 */
import type { Journal } from '../journal.ts';
import { KIND } from './kind.ts';

export const BYTES = 32;
const DUPLICATES = 1;
const CAPACITY = 2;
const BUDGET = 3;
const LENGTH = 4;

export function write(
  journal: Journal,
  duplicates: number,
  capacity: number,
  budget: number,
  length: number,
): void {
  const at = journal.reserve(BYTES);
  const { words } = journal;
  words[at] = KIND.tally;
  words[at + DUPLICATES] = duplicates;
  words[at + CAPACITY] = capacity;
  words[at + BUDGET] = budget;
  words[at + LENGTH] = length;
}

export function duplicates(words: Int32Array, at: number): number {
  return words[at + DUPLICATES]! >>> 0;
}

export function capacity(words: Int32Array, at: number): number {
  return words[at + CAPACITY]! >>> 0;
}

export function budget(words: Int32Array, at: number): number {
  return words[at + BUDGET]! >>> 0;
}

export function tooLong(words: Int32Array, at: number): number {
  return words[at + LENGTH]! >>> 0;
}
