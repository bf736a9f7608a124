/**
 * LEASE: a URL is handed out.
 *
 *   0  kind:8 attempt:8 priority:8 depth:8
 *   1  entry
 *   2  queue
 *   3  record
 *   4  lo, 5  hi
 *   6  bucket
 *   7  0
 */
import type { Journal } from '../journal.ts';
import { KIND } from './kind.ts';

export const BYTES = 32;
const ENTRY = 1;
const QUEUE = 2;
const RECORD = 3;
const LO = 4;
const HI = 5;
const BUCKET = 6;

/** What the records of a lease repeat of it. */
export interface LeaseFacts {
  readonly record: number;
  readonly entry: number;
  readonly queue: number;
  readonly bucket: number;
  readonly priority: number;
  readonly depth: number;
  readonly attempt: number;
  readonly hi: number;
  readonly lo: number;
}

export function write(journal: Journal, lease: LeaseFacts): void {
  const at = journal.reserve(BYTES);
  const { words } = journal;
  words[at] = KIND.lease | (lease.attempt << 8) | (lease.priority << 16) | (lease.depth << 24);
  words[at + ENTRY] = lease.entry;
  words[at + QUEUE] = lease.queue;
  words[at + RECORD] = lease.record;
  words[at + LO] = lease.lo;
  words[at + HI] = lease.hi;
  words[at + BUCKET] = lease.bucket;
}

export function attempt(words: Int32Array, at: number): number {
  return (words[at]! >>> 8) & 255;
}

export function priority(words: Int32Array, at: number): number {
  return (words[at]! >>> 16) & 255;
}

export function depth(words: Int32Array, at: number): number {
  return words[at]! >>> 24;
}

export function entry(words: Int32Array, at: number): number {
  return words[at + ENTRY]! >>> 0;
}

export function queue(words: Int32Array, at: number): number {
  return words[at + QUEUE]!;
}

export function record(words: Int32Array, at: number): number {
  return words[at + RECORD]! >>> 0;
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
