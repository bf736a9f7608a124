/**
 * COMPLETE: a visit is over.
 *
 *   0  kind:8 outcome:8 status:16
 *   1  entry
 *   2  queue
 *   3  record
 *   4  newHead: the entry that is first in its chain from now on, or 0
 *   5  bucket:16 markBytes:16
 *   6  bytes received
 *   7  hasMark:8 priority:8 depth:8
 *   8  end f64
 *  10  revisitAt f64, NaN for none
 *  12  mark
 */
import type { Journal } from '../journal.ts';
import { doubleAt } from './double.ts';
import { KIND } from './kind.ts';
import type { LeaseFacts } from './lease.ts';
import { encodeText, readText } from './text.ts';

const HEAD_BYTES = 48;
const ENTRY = 1;
const QUEUE = 2;
const RECORD = 3;
const NEW_HEAD = 4;
const BUCKET = 5;
const RECEIVED = 6;
const MORE = 7;
const END = 8;
const REVISIT_AT = 10;
const MAX_MARK_BYTES = 0xffff;

/** What a completion says beside what its lease does. */
export interface CompleteFacts {
  readonly outcome: number;
  readonly status: number;
  readonly bytes: number;
}

export function write(
  journal: Journal,
  lease: LeaseFacts,
  facts: CompleteFacts,
  mark: string | null,
  newHead: number,
  end: number,
  revisitAt: number,
): void {
  const text = mark === null ? null : encodeText(mark, MAX_MARK_BYTES);
  const markBytes = text === null ? 0 : text.length;
  const at = journal.reserve(HEAD_BYTES + markBytes);
  const { words, doubles } = journal;
  words[at] = KIND.complete | (facts.outcome << 8) | ((facts.status & 0xffff) << 16);
  words[at + ENTRY] = lease.entry;
  words[at + QUEUE] = lease.queue;
  words[at + RECORD] = lease.record;
  words[at + NEW_HEAD] = newHead;
  words[at + BUCKET] = lease.bucket | (markBytes << 16);
  words[at + RECEIVED] = Math.min(0xffffffff, facts.bytes);
  words[at + MORE] = (text === null ? 0 : 1) | (lease.priority << 8) | (lease.depth << 16);
  doubles[(at + END) / 2] = end;
  doubles[(at + REVISIT_AT) / 2] = revisitAt;
  if (text !== null) journal.bytes.set(text, at * 4 + HEAD_BYTES);
}

export function length(words: Int32Array, at: number): number {
  return HEAD_BYTES + (words[at + BUCKET]! >>> 16);
}

export function outcome(words: Int32Array, at: number): number {
  return (words[at]! >>> 8) & 255;
}

export function status(words: Int32Array, at: number): number {
  return words[at]! >>> 16;
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

export function received(words: Int32Array, at: number): number {
  return words[at + RECEIVED]! >>> 0;
}

export function priority(words: Int32Array, at: number): number {
  return (words[at + MORE]! >>> 8) & 255;
}

export function depth(words: Int32Array, at: number): number {
  return (words[at + MORE]! >>> 16) & 255;
}

export function end(words: Int32Array, at: number): number {
  return doubleAt(words, at + END);
}

export function revisitAt(words: Int32Array, at: number): number {
  return doubleAt(words, at + REVISIT_AT);
}

export function hasMark(words: Int32Array, at: number): boolean {
  return (words[at + MORE]! & 1) === 1;
}

export function mark(words: Int32Array, bytes: Uint8Array, at: number): string {
  return readText(bytes, at * 4 + HEAD_BYTES, words[at + BUCKET]! >>> 16);
}
