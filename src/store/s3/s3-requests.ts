/**
 * Signed requests to a bucket, made again while the reason may pass: the store is busy or fails, the connection breaks, nothing comes for
 * too long, an answer ends before its end. Whoever sends one must be able to send it twice: a lost answer does not tell what was done.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { TarrafaError } from '../../errors.ts';
import { backOff, retryAfter } from '../../http/back-off.ts';
import { reason, systemFailure, type Why } from '../../words/why.ts';
import { wait } from '../wait.ts';
import type { AwsKeys } from './aws-keys.ts';
import type { S3Address } from './s3-address.ts';
import { readRefusal } from './s3-answers.ts';

export interface S3Limits {
  /** How often a request is made before it fails. */
  readonly attempts: number;
  /** A connection on which nothing comes or goes for so long is given up, ms. */
  readonly idle: number;
  readonly connect: number;
  /** Before the second attempt, ms; doubled for each that follows, and spread at random. */
  readonly pause: number;
  readonly longestPause: number;
}

const USUAL_LIMITS: S3Limits = {
  attempts: 8,
  idle: 30_000,
  connect: 10_000,
  pause: 200,
  longestPause: 20_000,
};

export interface S3Means {
  readonly limits?: Partial<S3Limits>;
  readonly clock?: () => number;
  /** Waits; resolves earlier when the signal says so. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly dispatcher?: Dispatcher;
}

export interface S3Body {
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  /** In base 64. */
  readonly md5: string;
  /** From its beginning, each time that it is sent. */
  bytes(): AsyncIterable<Uint8Array>;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** Statuses that are an answer and no failure, besides those of success. */
  readonly expects?: readonly number[];
  /** How often it is made at the most, when that is less often than usual. */
  readonly attempts?: number;
  /** How many times longer than usual nothing may come: for what takes a store its time. */
  readonly leisure?: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body is still to come. */
export interface OpenAnswer {
  readonly status: number;
  header(name: string): string | null;
  /** Throws when it ends before its end, or when nothing comes for too long. Left before its end, it closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface WholeAnswer extends Omit<OpenAnswer, 'body'> {
  readonly text: string;
  /** The code of an error; empty when there is none. */
  readonly code: string;
}

/** Lists of a thousand keys of the longest kind. */
const LONGEST_ANSWER = 8 << 20;
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Damage on the way, conflicts with another request, and a store that has too much to do. */
const PASSING = new Set([
  'RequestTimeout',
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'OperationAborted',
  'ConditionalRequestConflict',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'IncompleteBody',
]);
const OTHER_KEYS = new Set(['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired', 'InvalidAccessKeyId']);
/** What undici says of a request that is wrong in itself. */
const OUR_MISTAKE = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/** Why an attempt came to nothing, and when another may do. */
export class Setback extends Error {
  readonly why: Why;
  readonly after: number | null;

  constructor(why: Why, options: ErrorOptions & { readonly after?: number | null } = {}) {
    super('the store did not answer', options);
    this.why = why;
    this.after = options.after ?? null;
  }
}

export class S3Requests {
  readonly address: S3Address;
  readonly #limits: S3Limits;
  readonly #clock: () => number;
  readonly #wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly #agent: Dispatcher;
  readonly #readKeys: () => AwsKeys;
  #keys: AwsKeys;
  /** How far the clock of the store is ahead of ours, ms. */
  #ahead = 0;
  /** Keys of signing, one a day. */
  readonly #signing = new Map<string, ArrayBuffer>();
  /** So that machines that lost the store together do not come back as one. */
  readonly #id = randomUUID();

  /** `readKeys` is asked again when the store says that those it has been given hold no longer. */
  constructor(address: S3Address, readKeys: () => AwsKeys, means: S3Means = {}) {
    this.address = address;
    this.#readKeys = readKeys;
    this.#keys = readKeys();
    this.#limits = { ...USUAL_LIMITS, ...means.limits };
    this.#clock = means.clock ?? Date.now;
    this.#wait = means.wait ?? wait;
    this.#agent =
      means.dispatcher ??
      new Agent({
        connections: 16,
        connect: { timeout: this.#limits.connect },
        // Watched here, by what comes and goes.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
  }

  get limits(): S3Limits {
    return this.#limits;
  }

  /** Sends a request until it is answered, and reads the answer, which must not be long. */
  async ask(request: S3Request): Promise<WholeAnswer> {
    return this.#persist(request, async () => {
      const { status, header, body } = await this.#send(request);
      const text = await readWhole(body);
      if (text === null)
        throw this.refused(reason('store-answer-long', { bytes: LONGEST_ANSWER }), request.key);
      const code = status >= 300 ? (readRefusal(text)?.code ?? '') : '';
      this.#judge(request, status, code, header);
      return { status, header, text, code };
    });
  }

  /** Sends a request until it is answered; what is the answer is for the caller to read. */
  async open(request: S3Request): Promise<OpenAnswer> {
    return this.#persist(request, async () => {
      const answer = await this.#send(request);
      if (isSuccess(answer.status)) return answer;
      const text = await readWhole(answer.body);
      this.#judge(request, answer.status, readRefusal(text ?? '')?.code ?? '', answer.header);
      return answer;
    });
  }

  /** Waits before attempt number `attempt` + 1, a little at random. */
  async pause(attempt: number, key: string, signal: AbortSignal | undefined, asked = 0): Promise<void> {
    const { pause: baseMs, longestPause: maxMs } = this.#limits;
    const ms = backOff(attempt, `${this.#id} ${key}`, { baseMs, maxMs, jitter: 1 });
    await this.#wait(Math.max(ms, Math.min(asked, maxMs)), signal);
    signal?.throwIfAborted();
  }

  refused(why: Why, key = ''): TarrafaError {
    const { shown } = this.address;
    return new TarrafaError('TRF_STORE_REFUSED', [key === '' ? shown : `${shown} (${key})`, why]);
  }

  unreachable(why: Why, cause?: unknown): TarrafaError {
    return new TarrafaError('TRF_STORE_UNREACHABLE', [this.address.shown, why], { cause });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #persist<T>(request: S3Request, attempt: () => Promise<T>): Promise<T> {
    for (let n = 1; ; n++) {
      request.signal?.throwIfAborted();
      try {
        return await attempt();
      } catch (error) {
        request.signal?.throwIfAborted();
        if (!(error instanceof Setback)) throw error;
        if (n >= (request.attempts ?? this.#limits.attempts)) throw this.unreachable(error.why, error.cause);
        await this.pause(n, request.key, request.signal, error.after ?? 0);
      }
    }
  }

  /** Throws what an answer means that is not the one that was hoped for. */
  #judge(request: S3Request, status: number, code: string, header: OpenAnswer['header']): void {
    if (isSuccess(status) || request.expects?.includes(status)) {
      if (!PASSING.has(code)) return;
    }
    const why = reason('store-answered', { answer: code === '' ? String(status) : `${status} ${code}` });
    // The answer to HEAD has no body and so no code: either may be meant.
    const untold = code === '' && (status === 403 || status === 400);
    if ((untold || code === 'RequestTimeTooSkewed') && this.#learnTime(header('date')))
      throw new Setback(why);
    if ((untold || OTHER_KEYS.has(code)) && this.#learnKeys()) throw new Setback(why);
    const passes = (status >= 500 && status !== 501) || status === 429 || status === 408;
    if (passes || PASSING.has(code)) {
      throw new Setback(why, { after: retryAfter(header('retry-after'), this.#clock()) });
    }
    const region = header('x-amz-bucket-region') ?? '';
    if (/^[a-z0-9-]{1,64}$/.test(region) && region !== this.address.region)
      throw this.refused(reason('store-other-region', { region }), request.key);
    throw this.refused(why, request.key);
  }

  /** Whether the store has told a time that is another than ours: from now on requests are dated by it. */
  #learnTime(date: string | null): boolean {
    const theirs = Date.parse(date ?? '');
    if (Number.isNaN(theirs)) return false;
    const before = this.#ahead;
    this.#ahead = theirs - this.#clock();
    return Math.abs(this.#ahead - before) > 60_000;
  }

  /** Whether others have come since: keys of a session are replaced from time to time. */
  #learnKeys(): boolean {
    const before = this.#keys;
    try {
      this.#keys = this.#readKeys();
    } catch {
      // Whoever replaces them may be in the middle of it.
      return false;
    }
    return (
      this.#keys.accessKeyId !== before.accessKeyId ||
      this.#keys.secretAccessKey !== before.secretAccessKey ||
      this.#keys.sessionToken !== before.sessionToken
    );
  }

  async #send(request: S3Request): Promise<OpenAnswer> {
    const { method, key, query = {}, headers = {}, body, leisure = 1, signal } = request;
    const url = `${this.address.origin}${this.address.path}${escaped(key)}${queryOf(query)}`;
    const { accessKeyId, secretAccessKey, sessionToken } = this.#keys;
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: {
        ...headers,
        'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256,
        ...(body ? { 'content-md5': body.md5 } : {}),
      },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
      service: 's3',
      region: this.address.region,
      cache: this.#signing,
      datetime: new Date(this.#clock() + this.#ahead).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign();

    const idle = this.#limits.idle * leisure;
    const watch = new IdleWatch(idle, signal);
    // What goes wrong with the file is not the store's, and not to be tried again.
    let ours: { readonly error: unknown } | null = null;
    async function* sending(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      try {
        for await (const piece of bytes) {
          watch.moves();
          yield piece;
        }
      } catch (error) {
        ours = { error };
        throw error;
      }
    }
    const failed = (error: unknown): unknown => {
      if (ours !== null) return (ours as { readonly error: unknown }).error;
      if (OUR_MISTAKE.has(String((error as { readonly code?: unknown } | null)?.code))) return error;
      const silent = watch.silent ? reason('store-silent', { seconds: idle / 1000 }) : null;
      return new Setback(silent ?? systemFailure(error), { cause: error });
    };
    let answer: Dispatcher.ResponseData;
    try {
      watch.begin();
      answer = await this.#agent.request({
        origin: this.address.origin,
        path: signed.url.pathname + signed.url.search,
        method,
        headers: {
          ...Object.fromEntries(signed.headers),
          ...(body ? { 'content-length': String(body.size) } : {}),
        },
        body:
          body === undefined || body.size === 0
            ? null
            : Readable.from(sending(body.bytes()), { objectMode: false }),
        signal: watch.signal,
      });
    } catch (error) {
      watch.end();
      throw failed(error);
    }
    watch.rests();
    const header = (name: string): string | null => {
      const value = answer.headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    };
    const expected = method === 'HEAD' ? 0 : Number(header('content-length') ?? Number.NaN);
    return { status: answer.statusCode, header, body: watched(answer.body, watch, expected, failed) };
  }
}

/** The bytes of an answer; only while more are waited for it counts how long nothing comes. */
async function* watched(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown; on(event: 'error', listener: () => void): unknown },
  watch: IdleWatch,
  expected: number,
  failed: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array, void, undefined> {
  let got = 0;
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      watch.begin();
      let next: IteratorResult<Uint8Array>;
      try {
        next = await pieces.next();
      } catch (error) {
        throw failed(error);
      }
      watch.rests();
      if (next.done === true) break;
      got += next.value.length;
      yield next.value;
    }
    if (!Number.isNaN(expected) && got < expected) throw new Setback(reason('store-torn'));
  } finally {
    watch.end();
    // What it says on its way out changes nothing.
    body.on('error', () => {});
    body.destroy();
  }
}

/** Ends a request on which nothing moves, or that nobody wants any more. */
class IdleWatch {
  silent = false;
  readonly #controller = new AbortController();
  readonly #after: number;
  readonly #outer: AbortSignal | undefined;
  readonly #onOuter = (): void => this.#controller.abort(this.#outer?.reason);
  #timer: NodeJS.Timeout | null = null;

  constructor(after: number, outer: AbortSignal | undefined) {
    this.#after = after;
    this.#outer = outer;
    outer?.addEventListener('abort', this.#onOuter, { once: true });
    if (outer?.aborted) this.#onOuter();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(): void {
    this.rests();
    this.#timer = setTimeout(() => {
      this.silent = true;
      this.#controller.abort(new Error('nothing came for too long'));
    }, this.#after);
  }

  moves(): void {
    this.#timer?.refresh();
  }

  rests(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  end(): void {
    this.rests();
    this.#outer?.removeEventListener('abort', this.#onOuter);
  }
}

/** The text of an answer; null when it is too long. */
async function readWhole(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > LONGEST_ANSWER) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** As signatures want it: everything but letters, digits and `-._~` is escaped. */
const escapedPart = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const escaped = (key: string): string => key.split('/').map(escapedPart).join('/');

function queryOf(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${escapedPart(name)}=${escapedPart(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
