/**
 * AGAIN: a URL stands in its queue once more.
 *
 *   0  kind:8 attempt:8 depth:8 priority:8
 *   1  queue
 *   2  record
 *   3  prev: the entry before it in its chain, or 0
 *   4  lo, 5  hi
 *   6  reason
 *   7  source: position of the record that asked for it, or 0
 */
import type { Journal } from '../journal.ts';
import { KIND } from './kind.ts';

export const BYTES = 32;
const QUEUE = 1;
const RECORD = 2;
const PREV = 3;
const LO = 4;
const HI = 5;
const REASON = 6;
const SOURCE = 7;

/** Why a URL stands in its queue once more; or, when its queue was retired before the time of its visit, that it does not. */
export const REASONS = { retry: 1, revisit: 2, improved: 3, forgotten: 4 } as const;

export interface AgainFacts {
  readonly reason: number;
  readonly queue: number;
  readonly record: number;
  readonly attempt: number;
  readonly depth: number;
  readonly priority: number;
  readonly hi: number;
  readonly lo: number;
  readonly source: number;
}

export function write(journal: Journal, again: AgainFacts, prev: number): void {
  const at = journal.reserve(BYTES);
  const { words } = journal;
  words[at] = KIND.again | (again.attempt << 8) | (again.depth << 16) | (again.priority << 24);
  words[at + QUEUE] = again.queue;
  words[at + RECORD] = again.record;
  words[at + PREV] = prev;
  words[at + LO] = again.lo;
  words[at + HI] = again.hi;
  words[at + REASON] = again.reason;
  words[at + SOURCE] = again.source;
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

export function prev(words: Int32Array, at: number): number {
  return words[at + PREV]! >>> 0;
}

export function hi(words: Int32Array, at: number): number {
  return words[at + HI]!;
}

export function lo(words: Int32Array, at: number): number {
  return words[at + LO]!;
}

export function reason(words: Int32Array, at: number): number {
  return words[at + REASON]!;
}

export function source(words: Int32Array, at: number): number {
  return words[at + SOURCE]! >>> 0;
}
