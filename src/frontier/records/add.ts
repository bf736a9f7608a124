/**
 * ADD: a URL is new.
 *
 *   0  kind:8 urlKind:4 redirects:4 depth:8 priority:8
 *   1  hops:8 flags:8 urlBytes:16
 *   2  queue
 *   3  parent
 *   4  prev: the entry before it in its chain, or 0
 *   5  lo, 6  hi
 *   7  queueOffset:8 queueLength:8 keyBytes:16; the first two say where in the URL the name of its queue stands
 *   8  url, and with FLAG_KEY: shared:16, rest of the key
 *
 * A key that is not the URL itself is stored as how much of the URL it starts with, and what follows.
 */
import type { Journal } from '../journal.ts';
import type { Candidate, UrlKind } from '../port.ts';
import { KIND } from './kind.ts';

const HEAD_BYTES = 32;
const SIZES = 1;
const QUEUE = 2;
const PARENT = 3;
const PREV = 4;
const LO = 5;
const HI = 6;
const NAMES = 7;

/** Longest URL, and longest comparison form, that is stored, in bytes. */
const MAX_URL_BYTES = 16_384;

/** The key is not the URL itself. */
const FLAG_KEY = 1;
/** URL or key are UTF-8, not plain ASCII. */
const FLAG_UTF8 = 2;
/** The queue's name is a part of the URL. */
const FLAG_QUEUE = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A candidate's strings, measured once and then written into the space reserved for them. */
export class AddForm {
  /** Bytes of the whole record; 0 when it is too long to be stored. */
  bytes = 0;
  #url = '';
  #key = '';
  #shared = 0;
  #flags = 0;
  #urlBytes = 0;
  #keyBytes = 0;
  #queueOffset = 0;
  #queueLength = 0;
  #encodedUrl: Uint8Array | null = null;
  #encodedKey: Uint8Array | null = null;

  measure(candidate: Candidate): void {
    const { url, key, queue } = candidate;
    this.#url = url;
    this.#key = key;
    this.#flags = 0;
    this.#shared = 0;
    this.#encodedUrl = null;
    this.#encodedKey = null;
    this.#urlBytes = url.length;
    this.#keyBytes = 0;
    this.bytes = 0;
    if (url.length > MAX_URL_BYTES || key.length > MAX_URL_BYTES) return;
    if (!isAscii(url) || !isAscii(key)) {
      this.#flags |= FLAG_UTF8;
      this.#encodedUrl = encoder.encode(url);
      this.#urlBytes = this.#encodedUrl.length;
    }
    if (key !== url) {
      this.#flags |= FLAG_KEY;
      const most = Math.min(key.length, url.length);
      let shared = 0;
      while (shared < most && key.charCodeAt(shared) === url.charCodeAt(shared)) shared++;
      // Half of a surrogate pair must not be parted from the other.
      if (this.#encodedUrl !== null) shared = 0;
      this.#shared = shared;
      this.#keyBytes = key.length - shared;
      if (this.#encodedUrl !== null) {
        this.#encodedKey = encoder.encode(key);
        this.#keyBytes = this.#encodedKey.length;
      }
    }
    if (this.#urlBytes > MAX_URL_BYTES || this.#keyBytes > MAX_URL_BYTES) return;
    const offset = queue.length < 256 ? url.indexOf(queue) : -1;
    if (offset >= 0 && offset < 256) {
      this.#flags |= FLAG_QUEUE;
      this.#queueOffset = offset;
      this.#queueLength = queue.length;
    }
    this.bytes = HEAD_BYTES + this.#urlBytes + (this.#flags & FLAG_KEY ? 2 + this.#keyBytes : 0);
  }

  /** Writes the candidate measured last. */
  write(
    journal: Journal,
    candidate: Candidate,
    depth: number,
    priority: number,
    queue: number,
    prev: number,
    hi: number,
    lo: number,
  ): void {
    const at = journal.reserve(this.bytes);
    const { words, bytes } = journal;
    words[at] =
      KIND.add |
      (((candidate.kind & 15) | (Math.min(15, candidate.redirects) << 4)) << 8) |
      (depth << 16) |
      (priority << 24);
    words[at + SIZES] = Math.min(255, candidate.hops) | (this.#flags << 8) | (this.#urlBytes << 16);
    words[at + QUEUE] = queue;
    words[at + PARENT] = candidate.parent;
    words[at + PREV] = prev;
    words[at + LO] = lo;
    words[at + HI] = hi;
    words[at + NAMES] = this.#queueOffset | (this.#queueLength << 8) | (this.#keyBytes << 16);
    let to = at * 4 + HEAD_BYTES;
    if (this.#encodedUrl !== null) bytes.set(this.#encodedUrl, to);
    else for (let i = 0; i < this.#urlBytes; i++) bytes[to + i] = this.#url.charCodeAt(i);
    if ((this.#flags & FLAG_KEY) === 0) return;
    to += this.#urlBytes;
    bytes[to] = this.#shared;
    bytes[to + 1] = this.#shared >>> 8;
    to += 2;
    if (this.#encodedKey !== null) bytes.set(this.#encodedKey, to);
    else
      for (let i = this.#shared; i < this.#key.length; i++)
        bytes[to + i - this.#shared] = this.#key.charCodeAt(i);
  }
}

export function length(words: Int32Array, at: number): number {
  const sizes = words[at + SIZES]!;
  // Asked of every record when a journal is opened: one look at the sizes must do.
  const key = (sizes >>> 8) & FLAG_KEY ? 2 + (words[at + NAMES]! >>> 16) : 0;
  return HEAD_BYTES + (sizes >>> 16) + key;
}

export function kind(words: Int32Array, at: number): UrlKind {
  return ((words[at]! >>> 8) & 15) as UrlKind;
}

export function redirects(words: Int32Array, at: number): number {
  return (words[at]! >>> 12) & 15;
}

export function depth(words: Int32Array, at: number): number {
  return (words[at]! >>> 16) & 255;
}

export function priority(words: Int32Array, at: number): number {
  return words[at]! >>> 24;
}

export function hops(words: Int32Array, at: number): number {
  return words[at + SIZES]! & 255;
}

export function queue(words: Int32Array, at: number): number {
  return words[at + QUEUE]!;
}

export function parent(words: Int32Array, at: number): number {
  return words[at + PARENT]! >>> 0;
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

export function url(words: Int32Array, bytes: Uint8Array, at: number): string {
  const from = at * 4 + HEAD_BYTES;
  return text(bytes, from, from + urlBytes(words, at), flags(words, at));
}

/** `url` is that of the record. */
export function key(words: Int32Array, bytes: Uint8Array, at: number, url: string): string {
  const bits = flags(words, at);
  if ((bits & FLAG_KEY) === 0) return url;
  const from = at * 4 + HEAD_BYTES + urlBytes(words, at);
  const shared = bytes[from]! | (bytes[from + 1]! << 8);
  return url.slice(0, shared) + text(bytes, from + 2, from + 2 + keyBytes(words, at), bits);
}

/** Null when the name is only in the queue's own record. `url` is that of the record. */
export function queueName(words: Int32Array, at: number, url: string): string | null {
  if ((flags(words, at) & FLAG_QUEUE) === 0) return null;
  const names = words[at + NAMES]!;
  const offset = names & 255;
  return url.slice(offset, offset + ((names >>> 8) & 255));
}

/** Puts another text of the same length in the place of the URL, and nothing in the place of what its key adds to it. */
export function blank(
  words: Int32Array,
  bytes: Uint8Array,
  at: number,
  text: (url: string, bytes: number) => string,
): void {
  const from = at * 4 + HEAD_BYTES;
  const size = urlBytes(words, at);
  const stands = encoder.encode(text(url(words, bytes, at), size));
  if (stands.length !== size) throw new RangeError('a record keeps its length');
  bytes.set(stands, from);
  if ((flags(words, at) & FLAG_KEY) === 0) return;
  const rest = from + size + 2;
  bytes.fill(0x3c, rest, rest + keyBytes(words, at));
}

function flags(words: Int32Array, at: number): number {
  return (words[at + SIZES]! >>> 8) & 255;
}

function urlBytes(words: Int32Array, at: number): number {
  return words[at + SIZES]! >>> 16;
}

function keyBytes(words: Int32Array, at: number): number {
  return words[at + NAMES]! >>> 16;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

function text(bytes: Uint8Array, from: number, to: number, bits: number): string {
  if (bits & FLAG_UTF8) return decoder.decode(bytes.subarray(from, to));
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}
