/**
 * RETIRE: nothing more is asked of a queue.
 *
 *   0  kind:8 …:8 reasonBytes:16
 *   1  queue
 *   2  dropped: URLs that waited in it
 *   3  0
 *   4  reason
 */
import type { Journal } from '../journal.ts';
import { KIND } from './kind.ts';
import { encodeText, readText } from './text.ts';

const HEAD_BYTES = 16;
const QUEUE = 1;
const DROPPED = 2;
const MAX_REASON_BYTES = 255;

export function write(journal: Journal, queue: number, dropped: number, reason: string): void {
  const text = encodeText(reason, MAX_REASON_BYTES);
  const at = journal.reserve(HEAD_BYTES + text.length);
  const { words } = journal;
  words[at] = KIND.retire | (text.length << 16);
  words[at + QUEUE] = queue;
  words[at + DROPPED] = dropped;
  journal.bytes.set(text, at * 4 + HEAD_BYTES);
}

export function length(words: Int32Array, at: number): number {
  return HEAD_BYTES + (words[at]! >>> 16);
}

export function queue(words: Int32Array, at: number): number {
  return words[at + QUEUE]!;
}

export function reason(words: Int32Array, bytes: Uint8Array, at: number): string {
  return readText(bytes, at * 4 + HEAD_BYTES, words[at]! >>> 16);
}
