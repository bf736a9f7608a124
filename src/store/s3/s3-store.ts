/**
 * A bucket of an S3 store. A file is hashed before it is sent, so that the store refuses what was damaged on the way (the signature holds the
 * SHA-256, `Content-MD5` the rest), and looked at when it is there: its length and its ETag must be what they must be, or it is read back.
 */
import { createHash } from 'node:crypto';
import { TarrafaError } from '../../errors.ts';
import { reason, type Why } from '../../words/why.ts';
import type { ArchiveStore, PutOptions, ReadOptions, StoredObject } from '../archive-store.ts';
import { LocalFile } from '../local-file.ts';
import { isObjectName, mustBeName, mustBePrefix } from '../object-name.ts';
import { awsKeys } from './aws-keys.ts';
import { type DigestedFile, digestedFile } from './file-digests.ts';
import { uploadParts } from './parts-upload.ts';
import { type S3Address, s3Address } from './s3-address.ts';
import { readListing } from './s3-answers.ts';
import { type OpenAnswer, type S3Means, S3Requests, Setback, type WholeAnswer } from './s3-requests.ts';

export interface S3Options extends S3Means {
  /** Files up to this are sent by one request; 64 MB by default. */
  readonly singleBytes?: number;
  /** Length of a part of larger ones; 16 MB by default, more for those that would have too many. */
  readonly partBytes?: number;
}

const MEGABYTE = 1 << 20;
const SINGLE_BYTES = 64 * MEGABYTE;
const PART_BYTES = 16 * MEGABYTE;
const MOST_PARTS = 10_000;
/** What the object was when it was sent: for stores that keep it in a way that its ETag does not tell. */
const SHA256 = 'x-amz-meta-tarrafa-sha256';
/** How often a file is sent that is not there afterwards. */
const MOST_ROUNDS = 3;

interface Found {
  readonly object: StoredObject;
  readonly sha256: string | null;
  /** Its ETag is no sum of its bytes: it is encrypted with a key of its owner's. */
  readonly sealed: boolean;
}

export class S3Store implements ArchiveStore {
  readonly shown: string;
  readonly #address: S3Address;
  readonly #requests: S3Requests;
  readonly #singleBytes: number;
  readonly #partBytes: number;
  /** Whether the store knows how to put what is not there yet: what it does not know it says once. */
  #conditional = true;

  private constructor(address: S3Address, requests: S3Requests, options: S3Options) {
    this.#address = address;
    this.shown = address.shown;
    this.#requests = requests;
    this.#singleBytes = options.singleBytes ?? SINGLE_BYTES;
    this.#partBytes = options.partBytes ?? PART_BYTES;
  }

  /** Asks nobody yet. Throws TRF_STORE_INVALID, TRF_STORE_SECRET or TRF_STORE_KEYS. */
  static open(text: string, environment: NodeJS.ProcessEnv = process.env, options: S3Options = {}): S3Store {
    const address = s3Address(text, environment);
    return new S3Store(
      address,
      new S3Requests(address, () => awsKeys(address, environment), options),
      options,
    );
  }

  async probe(): Promise<void> {
    // Under the prefix: keys may allow no more than that.
    await this.#page(this.#address.prefix, null, 1);
  }

  #key(name: string): string {
    mustBeName(name);
    return this.#address.prefix + name;
  }

  async put(name: string, path: string, options: PutOptions = {}): Promise<StoredObject> {
    const key = this.#key(name);
    const { signal } = options;
    const local = await LocalFile.open(path);
    try {
      const file = await digestedFile(local, this.#partLength(local.size), signal);
      for (let round = 1; ; round++) {
        const there = await this.#find(name, signal);
        if (there !== null) {
          await this.#mustBeSame(there, file, signal);
          return there.object;
        }
        if (round > MOST_ROUNDS) throw this.#requests.unreachable(reason('store-has-it-not'));
        if (round > 1) await this.#requests.pause(round, key, signal);
        try {
          await this.#send(key, file, signal);
        } finally {
          // What is not what it was when it was hashed is refused by the store, for a reason that is not the store's.
          await local.mustBeUnchanged();
        }
      }
    } finally {
      await local.close();
    }
  }

  #partLength(size: number): number {
    if (size <= this.#singleBytes) return Math.max(size, 1);
    const least = size / MOST_PARTS;
    return least <= this.#partBytes ? this.#partBytes : Math.ceil(least / MEGABYTE) * MEGABYTE;
  }

  /** Sends a file; whether it is there now is to be looked at. */
  async #send(key: string, file: DigestedFile, signal: AbortSignal | undefined): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream', [SHA256]: file.sha256 };
    const conditions = () => (this.#conditional ? { 'if-none-match': '*' } : {});
    const send = async (): Promise<number> => {
      if (file.parts.length > 1) return uploadParts(this.#requests, key, file, headers, conditions, signal);
      const body = file.parts[0]!;
      const request = { method: 'PUT', key, body, expects: [412, 501], signal } as const;
      return (await this.#requests.ask({ ...request, headers: { ...headers, ...conditions() } })).status;
    };
    if ((await send()) !== 501) return;
    if (!this.#conditional) throw this.#requests.refused(answered(501), key);
    this.#conditional = false;
    if ((await send()) === 501) throw this.#requests.refused(answered(501), key);
  }

  /** Throws TRF_STORE_TAKEN unless the object has the bytes of the file. What does not tell by itself is read. */
  async #mustBeSame(found: Found, file: DigestedFile, signal: AbortSignal | undefined): Promise<void> {
    const { object, sha256, sealed } = found;
    const taken = () => new TarrafaError('TRF_STORE_TAKEN', [object.name, this.shown]);
    if (object.size !== file.size) throw taken();
    if (object.version === file.etag) return;
    if (sealed && sha256 === file.sha256) return;
    const hash = createHash('sha256');
    for await (const piece of this.#read(object.name, { version: object.version }, signal))
      hash.update(piece);
    if (hash.digest('hex') !== file.sha256) throw taken();
  }

  async stat(name: string): Promise<StoredObject | null> {
    return (await this.#find(name, undefined))?.object ?? null;
  }

  async #find(name: string, signal: AbortSignal | undefined): Promise<Found | null> {
    const key = this.#key(name);
    const answer = await this.#requests.ask({ method: 'HEAD', key, expects: [404], signal });
    if (answer.status === 404) return null;
    const length = answer.header('content-length') ?? '';
    if (!/^\d{1,15}$/.test(length)) throw this.#requests.refused(reason('store-other-bytes'), key);
    const encryption = answer.header('x-amz-server-side-encryption') ?? '';
    return {
      object: { name, size: Number(length), version: versionOf(answer) },
      sha256: answer.header(SHA256),
      sealed:
        encryption.startsWith('aws:kms') ||
        answer.header('x-amz-server-side-encryption-customer-algorithm') !== null,
    };
  }

  read(name: string, options: ReadOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
    return this.#read(name, options, undefined);
  }

  /** Goes on behind the last byte when a connection breaks, as long as the object is the same. */
  async *#read(
    name: string,
    options: ReadOptions,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const key = this.#key(name);
    const end = options.end ?? Number.POSITIVE_INFINITY;
    const isOpen = end === Number.POSITIVE_INFINITY;
    let at = options.start ?? 0;
    let version = options.version ?? null;
    let told = false;
    let fruitless = 0;
    while (at < end) {
      const answer = await this.#requests.open({
        method: 'GET',
        key,
        headers: {
          ...(at === 0 && isOpen ? {} : { range: `bytes=${at}-${isOpen ? '' : end - 1}` }),
          ...(version ? { 'if-match': version } : {}),
        },
        expects: [404, 412, 416],
        signal,
      });
      if (answer.status === 404) throw new TarrafaError('TRF_STORE_MISSING', [name, this.shown]);
      if (answer.status === 412) throw this.#changed(name);
      if (answer.status === 416) {
        // Nothing stands there; of an object that was longer a moment ago that is another thing.
        if (told) throw this.#changed(name);
        return;
      }
      const before = at;
      let range: GivenRange | null = null;
      try {
        range = givenRange(answer, at, end);
        const seen = versionOf(answer);
        version ??= seen;
        if (range !== null && range.end > at && seen === version && !told) {
          told = true;
          options.onFound?.({ name, size: range.total, version });
        }
        for await (const piece of answer.body) {
          if (range === null) throw this.#requests.refused(reason('store-other-bytes'), key);
          if (seen !== version) throw this.#changed(name);
          const wanted = piece.length > range.end - at ? piece.subarray(0, range.end - at) : piece;
          at += wanted.length;
          if (wanted.length > 0) yield wanted;
          // A store that ignores the range sends more than was asked for. One that does not is heard to the end: its connection can be used again.
          if (wanted !== piece || (at >= range.end && answer.status === 200 && range.end < range.total))
            break;
        }
        if (range === null) throw this.#requests.refused(reason('store-other-bytes'), key);
        if (at < range.end) throw new Setback(reason('store-torn'));
        if (at >= range.total) return;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Setback)) throw error;
        fruitless = at > before ? 1 : fruitless + 1;
        if (fruitless >= this.#requests.limits.attempts)
          throw this.#requests.unreachable(error.why, error.cause);
        await this.#requests.pause(fruitless, key, signal);
      }
    }
  }

  async *list(prefix = ''): AsyncGenerator<StoredObject, void, undefined> {
    mustBePrefix(prefix);
    const above = this.#address.prefix;
    for (let token: string | null = null; ; ) {
      const { keys, next } = await this.#page(above + prefix, token);
      for (const { key, size, etag } of keys) {
        const name = key.startsWith(above) ? key.slice(above.length) : '';
        if (isObjectName(name)) yield { name, size, version: etag };
      }
      if (next === null) return;
      if (next === token) throw this.#requests.refused(reason('store-list-turns'));
      token = next;
    }
  }

  async #page(prefix: string, token: string | null, most?: number) {
    const query = {
      'list-type': '2',
      ...(prefix === '' ? {} : { prefix }),
      ...(token === null ? {} : { 'continuation-token': token }),
      ...(most === undefined ? {} : { 'max-keys': String(most) }),
    };
    const answer = await this.#requests.ask({ method: 'GET', key: '', query });
    const page = readListing(answer.text);
    if (page === null) throw this.#requests.refused(reason('store-torn'));
    return page;
  }

  #changed(name: string): TarrafaError {
    return new TarrafaError('TRF_STORE_CHANGED', [name, this.shown]);
  }

  close(): Promise<void> {
    return this.#requests.close();
  }
}

interface GivenRange {
  readonly end: number;
  readonly total: number;
}

/** Which bytes an answer brings; null when they are not those that were asked for. */
function givenRange(answer: OpenAnswer, start: number, end: number): GivenRange | null {
  if (answer.status === 200) {
    const length = answer.header('content-length') ?? '';
    if (start !== 0 || !/^\d{1,15}$/.test(length)) return null;
    return { end: Math.min(end, Number(length)), total: Number(length) };
  }
  const [, from, to, total] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(answer.header('content-range') ?? '') ?? [];
  if (Number(from) !== start || Number(to) < start || Number(to) >= Number(total)) return null;
  return { end: Math.min(end, Number(to) + 1), total: Number(total) };
}

const versionOf = (answer: Pick<WholeAnswer, 'header'>): string => answer.header('etag') ?? '';
const answered = (status: number): Why => reason('store-answered', { answer: String(status) });
