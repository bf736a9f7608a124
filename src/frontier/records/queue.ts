/**
 * QUEUE: a politeness queue appears for the first time.
 *
 *   0  kind:8 …:8 nameBytes:16
 *   1  queue
 *   2  lo, 3  hi: fingerprint of the name
 *   4  name
 */
import type { Journal } from '../journal.ts';
import { KIND } from './kind.ts';
import { encodeText, readText } from './text.ts';

const HEAD_BYTES = 16;
const QUEUE = 1;
const LO = 2;
const HI = 3;
export const MAX_NAME_BYTES = 1024;

export function write(journal: Journal, queue: number, name: string, hi: number, lo: number): void {
  const text = encodeText(name, MAX_NAME_BYTES);
  const at = journal.reserve(HEAD_BYTES + text.length);
  const { words } = journal;
  words[at] = KIND.queue | (text.length << 16);
  words[at + QUEUE] = queue;
  words[at + LO] = lo;
  words[at + HI] = hi;
  journal.bytes.set(text, at * 4 + HEAD_BYTES);
}

export function length(words: Int32Array, at: number): number {
  return HEAD_BYTES + nameBytes(words, at);
}

export function hi(words: Int32Array, at: number): number {
  return words[at + HI]!;
}

export function lo(words: Int32Array, at: number): number {
  return words[at + LO]!;
}

export function name(words: Int32Array, bytes: Uint8Array, at: number): string {
  return readText(bytes, at * 4 + HEAD_BYTES, nameBytes(words, at));
}

function nameBytes(words: Int32Array, at: number): number {
  return words[at]! >>> 16;
}
