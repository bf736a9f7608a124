/**
 * The records of the journal, format 1. All start with a word whose low byte is the kind; numbers are 32-bit words unless said
 * otherwise, f64 a Float64 in two words. `entry` is the position of the ADD or AGAIN record that stands in a chain, `record` that
 * of the URL's ADD record, `end` the steady time at which an access ended (NaN when nothing was sent).
 *
 *   ADD       kind | urlKind:4 redirects:4 | depth:8 | priority:8, hops:8 flags:8 urlBytes:16, queue, parent, prev, lo, hi,
 *             queueOffset:8 queueLength:8 keyBytes:16, url, [shared:16, rest of the key]
 *   QUEUE     kind | … | nameBytes:16, queue, lo, hi, name
 *   LEASE     kind | attempt:8 | priority:8 | depth:8, entry, queue, record, lo, hi, bucket, 0
 *   COMPLETE  kind | outcome:8 | status:16, entry, queue, record, newHead, bucket:16 markBytes:16, bytes,
 *             hasMark:8 priority:8 depth:8, end f64, revisitAt f64, mark
 *   PUT_BACK  kind, entry, queue, record, end f64, notBefore f64
 *   RETRY     kind | attempt:8 | depth:8 | priority:8, entry, queue, record, newHead, bucket, lo, hi, end f64, notBefore f64
 *   AGAIN     kind | attempt:8 | depth:8 | priority:8, queue, record, prev, lo, hi, reason, source
 *   DELAY     kind, queue, delay f64
 *   REST      kind, queue, until f64
 *   RETIRE    kind | … | reasonBytes:16, queue, dropped, 0, reason
 *   BIND      kind, queue, address lo, address hi
 *   DROP      kind, queue, entry, newTail, lo, hi, bucket, 0
 *   TALLY     kind, duplicates, dropped for capacity, for budget, for length, 0, 0, 0
 *   POLICY    kind, policy, 0, 0; buckets and heads of the records that follow are that policy's
 */
import type { Candidate, UrlKind } from './port.ts';

export const RECORD = {
  add: 1,
  queue: 2,
  lease: 3,
  complete: 4,
  putBack: 5,
  retry: 6,
  again: 7,
  delay: 8,
  rest: 9,
  retire: 10,
  bind: 11,
  drop: 12,
  tally: 13,
  policy: 14,
} as const;

/** Why a URL stands in its queue once more; or, when its queue was retired before the time of its visit, that it does not. */
export const AGAIN = { retry: 1, revisit: 2, improved: 3, forgotten: 4 } as const;

export const ADD_BYTES = 32;
export const QUEUE_BYTES = 16;
export const COMPLETE_BYTES = 48;
export const RETIRE_BYTES = 16;

/** Longest URL, and longest comparison form, that is stored, in bytes. */
export const MAX_URL_BYTES = 16_384;
export const MAX_NAME_BYTES = 1024;

/** The key is not the URL itself. */
const FLAG_KEY = 1;
/** URL or key are UTF-8, not plain ASCII. */
const FLAG_UTF8 = 2;
/** The queue's name is a part of the URL. */
const FLAG_QUEUE = 4;

/** Length of the record that starts here, in bytes; 0 when no record starts like this. */
export function recordLength(words: Int32Array, at: number): number {
  const first = words[at]!;
  switch (first & 255) {
    case RECORD.add: {
      const second = words[at + 1]!;
      const key = (second >>> 8) & FLAG_KEY ? 2 + (words[at + 7]! >>> 16) : 0;
      return ADD_BYTES + (second >>> 16) + key;
    }
    case RECORD.queue:
      return QUEUE_BYTES + (first >>> 16);
    case RECORD.complete:
      return COMPLETE_BYTES + (words[at + 5]! >>> 16);
    case RECORD.retire:
      return RETIRE_BYTES + (first >>> 16);
    case RECORD.retry:
      return 48;
    case RECORD.lease:
    case RECORD.putBack:
    case RECORD.again:
    case RECORD.drop:
    case RECORD.tally:
      return 32;
    case RECORD.delay:
    case RECORD.rest:
    case RECORD.bind:
    case RECORD.policy:
      return 16;
    default:
      return 0;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

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
    this.bytes = ADD_BYTES + this.#urlBytes + (this.#flags & FLAG_KEY ? 2 + this.#keyBytes : 0);
  }

  write(
    words: Int32Array,
    bytes: Uint8Array,
    at: number,
    candidate: Candidate,
    depth: number,
    priority: number,
    queue: number,
    prev: number,
    hi: number,
    lo: number,
  ): void {
    words[at] =
      RECORD.add |
      (((candidate.kind & 15) | (Math.min(15, candidate.redirects) << 4)) << 8) |
      (depth << 16) |
      (priority << 24);
    words[at + 1] = Math.min(255, candidate.hops) | (this.#flags << 8) | (this.#urlBytes << 16);
    words[at + 2] = queue;
    words[at + 3] = candidate.parent;
    words[at + 4] = prev;
    words[at + 5] = lo;
    words[at + 6] = hi;
    words[at + 7] = this.#queueOffset | (this.#queueLength << 8) | (this.#keyBytes << 16);
    let to = at * 4 + ADD_BYTES;
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

export interface AddRecord extends Omit<Candidate, 'queue'> {
  readonly queueNumber: number;
  /** Null when the name is only in the queue's own record. */
  readonly queueName: string | null;
  readonly hi: number;
  readonly lo: number;
}

export function readAdd(words: Int32Array, bytes: Uint8Array, at: number): AddRecord {
  const first = words[at]!;
  const second = words[at + 1]!;
  const flags = (second >>> 8) & 255;
  const from = at * 4 + ADD_BYTES;
  const urlBytes = second >>> 16;
  const url = text(bytes, from, from + urlBytes, flags);
  const last = words[at + 7]!;
  let key = url;
  if (flags & FLAG_KEY) {
    const at2 = from + urlBytes;
    const shared = bytes[at2]! | (bytes[at2 + 1]! << 8);
    key = url.slice(0, shared) + text(bytes, at2 + 2, at2 + 2 + (last >>> 16), flags);
  }
  const offset = last & 255;
  return {
    url,
    key,
    queueNumber: words[at + 2]! >>> 0,
    queueName: flags & FLAG_QUEUE ? url.slice(offset, offset + ((last >>> 8) & 255)) : null,
    priority: first >>> 24,
    depth: (first >>> 16) & 255,
    hops: second & 255,
    redirects: (first >>> 12) & 15,
    kind: ((first >>> 8) & 15) as UrlKind,
    parent: words[at + 3]! >>> 0,
    hi: words[at + 6]!,
    lo: words[at + 5]!,
  };
}

function text(bytes: Uint8Array, from: number, to: number, flags: number): string {
  if (flags & FLAG_UTF8) return decoder.decode(bytes.subarray(from, to));
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}

/** Text of a record that is not a URL: queue names, reasons, archive marks. */
export function encodeText(value: string, most: number): Uint8Array {
  const bytes = encoder.encode(value);
  return bytes.length <= most ? bytes : bytes.subarray(0, most);
}

export function readText(bytes: Uint8Array, from: number, length: number): string {
  return decoder.decode(bytes.subarray(from, from + length));
}

const pair = new Float64Array(1);
const pairWords = new Int32Array(pair.buffer);

/** The Float64 that starts at a word. */
export function doubleAt(words: Int32Array, at: number): number {
  pairWords[0] = words[at]!;
  pairWords[1] = words[at + 1]!;
  return pair[0]!;
}
