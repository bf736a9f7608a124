/**
 * An S3 store on loopback, for tests: it judges signatures, checks sums, speaks ranges, lists with pages and uploads in parts, and fails as
 * stores do, by a seed. It holds everything in memory. What it answers follows Amazon's; where stores differ it takes the harder way (an
 * upload that was completed is not known a second time).
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { child, children, escapeXml, parseXml } from '../src/formats/index.ts';
import { type KnownKey, signatureFault } from './s3-signature.ts';
import { seededRandom } from './seeded-random.ts';

export type S3Fault =
  /** 500 and 503, and nothing is done. */
  | 'error'
  | 'slow-down'
  /** No answer at all, until the client goes. */
  | 'hang'
  /** The connection is reset: at once, or when a part of the request has been read. */
  | 'reset'
  | 'cut-request'
  /** It is done, and the answer is lost: wholly, or from its middle on. */
  | 'lost'
  | 'torn'
  /** Half of the answer comes, and then nothing, until the client goes. */
  | 'stall'
  /** Success in the head and an error in the body, as the putting together of parts may answer. */
  | 'late-error';

export const S3_FAULTS: readonly S3Fault[] = [
  'error',
  'slow-down',
  'hang',
  'reset',
  'cut-request',
  'lost',
  'torn',
  'stall',
  'late-error',
];

/** A store that says nothing is waited for as long as stores may take, half a minute: that is for the tests of the client. */
export const QUICK_S3_FAULTS: readonly S3Fault[] = S3_FAULTS.filter(
  (kind) => kind !== 'hang' && kind !== 'stall',
);

export interface S3DoubleOptions {
  readonly keys?: Readonly<Record<string, KnownKey>>;
  readonly region?: string;
  readonly buckets?: readonly string[];
  readonly clock?: () => number;
  /** Keys on a page of a list; 1000 by default. */
  readonly pageSize?: number;
  /** The shortest part but the last; 5 MB by default. */
  readonly leastPart?: number;
  /** What `If-None-Match` is to it: kept, unknown and passed over, or refused. */
  readonly conditions?: 'kept' | 'ignored' | 'refused';
  /** ETags are no sums of the bytes: because these are encrypted with a key of their owner's, or for no reason that it tells. */
  readonly sealed?: 'encrypted' | 'untold';
  /** Uploads that were begun may be looked at; true by default. */
  readonly showsUploads?: boolean;
}

export interface StoredBytes {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly parts: Map<number, StoredBytes>;
}

export interface LoggedS3Request {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What it did instead of what it was asked for, or besides. */
  readonly fault: S3Fault | null;
  /** 0 when nothing was answered. */
  status: number;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** The keys of Amazon's own examples. */
export const EXAMPLE_KEY = 'AKIAIOSFODNN7EXAMPLE';
export const EXAMPLE_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

const md5 = (bytes: Uint8Array): Buffer => createHash('md5').update(bytes).digest();
const HANG_AT_MOST = 20_000;
const STATUS_OF: Readonly<Record<string, number>> = {
  AuthorizationHeaderMalformed: 400,
  InvalidToken: 400,
  InvalidRequest: 400,
};

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export class S3Double {
  readonly log: LoggedS3Request[] = [];
  readonly buckets = new Map<string, Map<string, StoredBytes>>();
  readonly uploads = new Map<string, Upload>();
  /** Called with each request before anything is done. */
  onRequest: ((request: LoggedS3Request) => void | Promise<void>) | null = null;
  readonly #options: S3DoubleOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #draw: (fits: (kind: S3Fault) => boolean) => S3Fault | null = () => null;

  private constructor(options: S3DoubleOptions) {
    this.#options = options;
    for (const bucket of options.buckets ?? ['balde']) this.buckets.set(bucket, new Map());
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(options: S3DoubleOptions = {}): Promise<S3Double> {
    const double = new S3Double(options);
    await new Promise<void>((resolve, reject) => {
      double.#server.once('error', reject);
      double.#server.listen(0, '127.0.0.1', resolve);
    });
    return double;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get region(): string {
    return this.#options.region ?? 'us-east-1';
  }

  address(prefix = ''): string {
    const [bucket] = this.buckets.keys();
    const path = prefix === '' ? '' : `/${prefix}`;
    return `s3://${bucket}${path}?endpoint=http://127.0.0.1:${this.port}&region=${this.region}`;
  }

  /** What enters here, as the environment gives it. */
  get environment(): Readonly<Record<string, string>> {
    const [[id, { secret, token }] = [EXAMPLE_KEY, { secret: EXAMPLE_SECRET, token: undefined }]] =
      Object.entries(this.#keys);
    return {
      AWS_ACCESS_KEY_ID: id,
      AWS_SECRET_ACCESS_KEY: secret,
      ...(token === undefined ? {} : { AWS_SESSION_TOKEN: token }),
    };
  }

  get #keys(): Readonly<Record<string, KnownKey>> {
    return this.#options.keys ?? { [EXAMPLE_KEY]: { secret: EXAMPLE_SECRET } };
  }

  /**
   * From now on this share of the requests fails, in each of these ways as often as in the others. A way that does not fit the request waits
   * for one that it fits.
   */
  failing(rate: number, seed: number, kinds: readonly S3Fault[] = S3_FAULTS): void {
    const random = seededRandom(seed);
    const deck: S3Fault[] = [];
    const waiting: S3Fault[] = [];
    this.#draw = (fits) => {
      if (random() < rate) {
        if (deck.length === 0) deck.push(...kinds);
        waiting.push(...deck.splice(Math.floor(random() * deck.length), 1));
      }
      const at = waiting.findIndex(fits);
      return at < 0 ? null : waiting.splice(at, 1)[0]!;
    };
  }

  /** The next requests fail in these ways, one after another; null is one that does not. */
  failNext(...kinds: readonly (S3Fault | null)[]): void {
    const [left, before] = [[...kinds], this.#draw];
    this.#draw = (fits) => {
      if (left.length === 0) return before(fits);
      const kind = left.shift()!;
      return kind === null || fits(kind) ? kind : 'reset';
    };
  }

  objects(bucket = [...this.buckets.keys()][0]!): Map<string, StoredBytes> {
    return this.buckets.get(bucket)!;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s, 2);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers))
      headers[name] = Array.isArray(value) ? value.join(',') : (value ?? '');
    const method = request.method ?? 'GET';
    const fault = this.#draw((kind) => {
      if (kind === 'cut-request') return method === 'PUT' || method === 'POST';
      return kind !== 'late-error' || (method === 'POST' && query.includes('uploadId='));
    });
    const logged: LoggedS3Request = { method, path, query, headers, fault, status: 0 };
    this.log.push(logged);
    await this.onRequest?.(logged);

    if (fault === 'reset') return void request.socket.resetAndDestroy();
    if (fault === 'hang') return this.#hang(request);
    let body: Buffer;
    try {
      body = await bodyOf(request, fault === 'cut-request');
    } catch {
      // The client went away.
      return;
    }
    if (fault === 'cut-request') return void request.socket.resetAndDestroy();

    let answer: Answer;
    if (fault === 'error') answer = refusal(500, 'InternalError');
    else if (fault === 'slow-down') answer = refusal(503, 'SlowDown');
    else if (fault === 'late-error') answer = { ...refusal(500, 'InternalError'), status: 200 };
    else {
      try {
        answer = this.#answer(method, path, query, headers, body);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        answer = refusal(error.status, error.code, this.region);
      }
    }
    if (fault === 'lost') return void request.socket.resetAndDestroy();
    const bytes = Buffer.from((answer.body ?? '') as string);
    logged.status = answer.status;
    response.statusCode = answer.status;
    response.setHeader('date', new Date(this.#now()).toUTCString());
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    if (!('content-length' in (answer.headers ?? {}))) response.setHeader('content-length', bytes.length);
    const half = bytes.subarray(0, method === 'HEAD' ? 0 : bytes.length >> 1);
    if (fault === 'stall') {
      if (half.length > 0) response.write(half);
      return this.#hang(request);
    }
    if (fault === 'torn') {
      if (half.length > 0) response.write(half, () => request.socket.destroy());
      else request.socket.destroy();
      return;
    }
    response.end(method === 'HEAD' ? undefined : bytes);
  }

  #hang(request: IncomingMessage): Promise<void> {
    request.resume();
    return new Promise((resolve) => {
      const timer = setTimeout(() => request.socket.destroy(), HANG_AT_MOST);
      timer.unref();
      request.socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #now(): number {
    return (this.#options.clock ?? Date.now)();
  }

  #answer(
    method: string,
    path: string,
    query: string,
    headers: Readonly<Record<string, string>>,
    sent: Buffer,
  ): Answer {
    const fault = signatureFault(
      { method, path, query, headers },
      { keys: this.#keys, region: this.region, now: this.#now() },
    );
    if (fault !== null) throw new Refusal(STATUS_OF[fault] ?? 403, fault);
    const body = payloadOf(sent, headers);
    const { bucket, key } = placeOf(path, headers.host ?? '');
    const objects = this.buckets.get(bucket);
    if (objects === undefined) throw new Refusal(404, 'NoSuchBucket');
    const asked = new URLSearchParams(query.replaceAll('+', '%2B'));
    const uploadId = asked.get('uploadId');

    if (key === '') {
      if (method !== 'GET') throw new Refusal(405, 'MethodNotAllowed');
      return asked.has('uploads') ? this.#listUploads(bucket, asked) : this.#list(objects, bucket, asked);
    }
    if (uploadId !== null) return this.#inParts(method, bucket, key, uploadId, asked, headers, body);
    if (method === 'POST' && asked.has('uploads')) {
      const id = randomBytes(8).toString('base64');
      this.uploads.set(id, { bucket, key, metadata: metadataOf(headers), parts: new Map() });
      return xml(
        'InitiateMultipartUploadResult',
        `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${escapeXml(id)}</UploadId>`,
      );
    }
    if (method === 'PUT') {
      this.#mustBeFree(objects, key, headers);
      const stored = this.#stored(body, md5(body).toString('hex'), metadataOf(headers));
      objects.set(key, stored);
      return { status: 200, headers: { etag: stored.etag } };
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    if (method !== 'GET' && method !== 'HEAD') throw new Refusal(405, 'MethodNotAllowed');
    return this.#get(method, objects.get(key), headers);
  }

  #stored(bytes: Buffer, sum: string, metadata: Readonly<Record<string, string>>): StoredBytes {
    const etag = this.#options.sealed !== undefined ? randomBytes(16).toString('hex') : sum;
    return { bytes, etag: `"${etag}"`, metadata };
  }

  #mustBeFree(
    objects: ReadonlyMap<string, StoredBytes>,
    key: string,
    headers: Readonly<Record<string, string>>,
  ): void {
    const { conditions = 'kept' } = this.#options;
    if (headers['if-none-match'] === undefined || conditions === 'ignored') return;
    if (conditions === 'refused') throw new Refusal(501, 'NotImplemented');
    if (objects.has(key)) throw new Refusal(412, 'PreconditionFailed');
  }

  #get(method: string, object: StoredBytes | undefined, headers: Readonly<Record<string, string>>): Answer {
    if (object === undefined) throw new Refusal(404, 'NoSuchKey');
    const { bytes, etag, metadata } = object;
    const wanted = headers['if-match'];
    if (wanted !== undefined && wanted !== etag) throw new Refusal(412, 'PreconditionFailed');
    const head = {
      etag,
      'accept-ranges': 'bytes',
      'last-modified': new Date(0).toUTCString(),
      'content-type': 'application/octet-stream',
      ...metadata,
      ...(this.#options.sealed === 'encrypted' ? { 'x-amz-server-side-encryption': 'aws:kms' } : {}),
    };
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined)
      return { status: 200, headers: { ...head, 'content-length': String(bytes.length) }, body: bytes };
    const start = Number(from);
    if (start >= bytes.length) throw new Refusal(416, 'InvalidRange');
    const end = to === '' ? bytes.length : Math.min(bytes.length, Number(to) + 1);
    return {
      status: 206,
      headers: {
        ...head,
        'content-range': `bytes ${start}-${end - 1}/${bytes.length}`,
        'content-length': String(end - start),
      },
      body: method === 'HEAD' ? '' : bytes.subarray(start, end),
    };
  }

  #list(objects: ReadonlyMap<string, StoredBytes>, bucket: string, asked: URLSearchParams): Answer {
    const prefix = asked.get('prefix') ?? '';
    const token = asked.get('continuation-token');
    const after = token === null ? (asked.get('start-after') ?? '') : Buffer.from(token, 'base64').toString();
    const most = Math.min(Number(asked.get('max-keys') ?? 1000), this.#options.pageSize ?? 1000);
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = found.slice(0, most);
    const more = found.length > page.length;
    const contents = page.map((key) => {
      const { bytes, etag } = objects.get(key)!;
      return `<Contents><Key>${escapeXml(key)}</Key><LastModified>1970-01-01T00:00:00.000Z</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const next = more ? Buffer.from(page.at(-1) ?? '').toString('base64') : '';
    return xml(
      'ListBucketResult',
      `<Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${more}</IsTruncated>${contents.join('')}${more ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}`,
    );
  }

  #listUploads(bucket: string, asked: URLSearchParams): Answer {
    if (this.#options.showsUploads === false) throw new Refusal(403, 'AccessDenied');
    const prefix = asked.get('prefix') ?? '';
    const found = [...this.uploads].filter(
      ([, upload]) => upload.bucket === bucket && upload.key.startsWith(prefix),
    );
    const uploads = found.map(
      ([id, { key }]) =>
        `<Upload><Key>${escapeXml(key)}</Key><UploadId>${escapeXml(id)}</UploadId><Initiated>1970-01-01T00:00:00.000Z</Initiated></Upload>`,
    );
    return xml(
      'ListMultipartUploadsResult',
      `<Bucket>${bucket}</Bucket><IsTruncated>false</IsTruncated>${uploads.join('')}`,
    );
  }

  #inParts(
    method: string,
    bucket: string,
    key: string,
    id: string,
    asked: URLSearchParams,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
  ): Answer {
    const upload = this.uploads.get(id);
    if (upload === undefined || upload.bucket !== bucket || upload.key !== key)
      throw new Refusal(404, 'NoSuchUpload');
    if (method === 'PUT') {
      const number = Number(asked.get('partNumber'));
      if (!(number >= 1 && number <= 10_000)) throw new Refusal(400, 'InvalidArgument');
      const part = this.#stored(body, md5(body).toString('hex'), {});
      upload.parts.set(number, part);
      return { status: 200, headers: { etag: part.etag } };
    }
    if (method === 'DELETE') {
      this.uploads.delete(id);
      return { status: 204 };
    }
    if (method === 'GET') {
      const parts = [...upload.parts]
        .sort(([a], [b]) => a - b)
        .map(
          ([n, { etag, bytes }]) =>
            `<Part><PartNumber>${n}</PartNumber><ETag>${escapeXml(etag)}</ETag><Size>${bytes.length}</Size></Part>`,
        );
      return xml('ListPartsResult', `<IsTruncated>false</IsTruncated>${parts.join('')}`);
    }
    if (method !== 'POST') throw new Refusal(405, 'MethodNotAllowed');
    return this.#complete(upload, id, headers, body);
  }

  #complete(upload: Upload, id: string, headers: Readonly<Record<string, string>>, body: Buffer): Answer {
    const { bucket, key, metadata } = upload;
    const objects = this.buckets.get(bucket)!;
    const named = children(parseXml(body.toString('utf8')).root, 'Part').map((part) => ({
      number: Number(child(part, 'PartNumber')?.text),
      etag: (child(part, 'ETag')?.text ?? '').trim().replaceAll('"', ''),
    }));
    if (named.length === 0) throw new Refusal(400, 'MalformedXML');
    const parts: StoredBytes[] = [];
    for (const [i, { number, etag }] of named.entries()) {
      if (i > 0 && number <= named[i - 1]!.number) throw new Refusal(400, 'InvalidPartOrder');
      const part = upload.parts.get(number);
      if (part === undefined || part.etag.replaceAll('"', '') !== etag) throw new Refusal(400, 'InvalidPart');
      if (i < named.length - 1 && part.bytes.length < (this.#options.leastPart ?? 5 << 20))
        throw new Refusal(400, 'EntityTooSmall');
      parts.push(part);
    }
    this.#mustBeFree(objects, key, headers);
    const sum = md5(Buffer.concat(parts.map((part) => md5(part.bytes)))).toString('hex');
    const whole = Buffer.concat(parts.map((part) => part.bytes));
    const stored = this.#stored(whole, `${sum}-${parts.length}`, metadata);
    objects.set(key, stored);
    this.uploads.delete(id);
    return xml(
      'CompleteMultipartUploadResult',
      `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><ETag>${escapeXml(stored.etag)}</ETag>`,
    );
  }
}

/** The body of a request; of one that is cut, a part of it. */
async function bodyOf(request: IncomingMessage, cut: boolean): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) {
    pieces.push(piece as Buffer);
    if (cut) break;
  }
  return Buffer.concat(pieces);
}

/** Throws when the bytes are not those that were signed, or not those of their sums. */
function payloadOf(sent: Buffer, headers: Readonly<Record<string, string>>): Buffer {
  const signed = headers['x-amz-content-sha256'] ?? '';
  const body = signed.startsWith('STREAMING-') ? dechunked(sent) : sent;
  const declared = Number(
    headers['x-amz-decoded-content-length'] ?? headers['content-length'] ?? body.length,
  );
  if (declared !== body.length) throw new Refusal(400, 'IncompleteBody');
  if (/^[0-9a-f]{64}$/.test(signed)) {
    if (createHash('sha256').update(body).digest('hex') !== signed)
      throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  } else if (signed !== 'UNSIGNED-PAYLOAD' && signed !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER')
    throw new Refusal(400, 'InvalidArgument');
  const sum = headers['content-md5'];
  if (sum !== undefined) {
    if (Buffer.from(sum, 'base64').length !== 16) throw new Refusal(400, 'InvalidDigest');
    if (md5(body).toString('base64') !== sum) throw new Refusal(400, 'BadDigest');
  }
  return body;
}

/** The bytes inside of Amazon's own chunks, which the official client sends streams in. */
function dechunked(sent: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < sent.length; ) {
    const line = sent.indexOf('\r\n', at);
    const size = Number.parseInt(sent.toString('latin1', at, line), 16);
    if (line < 0 || Number.isNaN(size)) throw new Refusal(400, 'IncompleteBody');
    if (size === 0) break;
    pieces.push(sent.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(pieces);
}

/** By the name of the server, `bucket.s3.test`, or by the path. */
function placeOf(path: string, host: string): { readonly bucket: string; readonly key: string } {
  const plain = decodeURIComponent(path).slice(1);
  const [, inHost] = /^(.+)\.s3\.test(?::\d+)?$/.exec(host) ?? [];
  if (inHost !== undefined) return { bucket: inHost, key: plain };
  const slash = plain.indexOf('/');
  return slash < 0
    ? { bucket: plain, key: '' }
    : { bucket: plain.slice(0, slash), key: plain.slice(slash + 1) };
}

function metadataOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-')));
}

function xml(name: string, content: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`,
  };
}

function refusal(status: number, code: string, region?: string): Answer {
  return {
    status,
    headers: {
      'content-type': 'application/xml',
      ...(region === undefined ? {} : { 'x-amz-bucket-region': region }),
    },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message><RequestId>1</RequestId></Error>`,
  };
}
