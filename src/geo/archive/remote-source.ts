/**
 * A resource of the Web as a source of bytes: asked for by ranges where the server grants them, else brought once, up to a cap. What was
 * brought is kept, so nothing is asked for twice.
 */
import type { ByteRange, Fetched, Fetcher, NotFetched } from '../../fetcher.ts';
import { type Failure, reason } from '../../words/why.ts';
import { type ByteSource, MemorySource, NO_BYTES, streamByReading } from '../readers/byte-source.ts';
import { GeoProblem } from '../readers/problem.ts';

export interface RemoteLimits {
  /** For a server without ranges: more than this is not downloaded. */
  readonly maxDownload: number;
  /** In ranges, all together. */
  readonly maxRangeBytes: number;
  readonly maxRequests: number;
}

export const REMOTE_LIMITS: RemoteLimits = {
  maxDownload: 64 << 20,
  maxRangeBytes: 64 << 20,
  maxRequests: 2000,
};

/** The last bytes are asked for first: an archive has its directory there, and the answer tells the size. */
const TAIL = 4096;
const SMALLEST_PIECE = 512;
const LARGEST_PIECE = 32 << 10;

export interface RemoteFile {
  readonly source: ByteSource;
  readonly url: string;
  readonly how: 'ranges' | 'download';
  readonly contentType: string | null;
  readonly contentDisposition: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Bytes that came over the wire so far. */
  bytesFetched(): number;
}

/** `bytes 0-99/1234` → 0, 1234. */
function contentRange(answer: Fetched): { readonly from: number; readonly size: number } | null {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.header('content-range')?.trim() ?? '');
  return match === null ? null : { from: Number(match[1]), size: Number(match[3]) };
}

class RangeSource implements ByteSource {
  readonly size: number;
  readonly #url: string;
  readonly #fetcher: Fetcher;
  readonly #limits: RemoteLimits;
  /** Stretches already here, in order of position, apart from each other. */
  #held: { readonly from: number; readonly bytes: Uint8Array }[] = [];
  fetched = 0;
  #requests = 1;

  constructor(url: string, size: number, fetcher: Fetcher, limits: RemoteLimits) {
    this.#url = url;
    this.size = size;
    this.#fetcher = fetcher;
    this.#limits = limits;
  }

  keep(from: number, bytes: Uint8Array): void {
    this.fetched += bytes.length;
    this.#hold(from, bytes);
  }

  async read(from: number, length: number): Promise<Uint8Array> {
    const end = Math.min(this.size, from + length);
    if (end <= from) return NO_BYTES;
    for (let at = this.#reach(from); at < end; at = this.#reach(from)) {
      // Small requests are rounded up: the next read is usually nearby, and a request costs more than some bytes.
      const piece = Math.max(SMALLEST_PIECE, Math.min(LARGEST_PIECE, Math.floor(this.size / 64)));
      const next = this.#held.find((stretch) => stretch.from > at)?.from ?? this.size;
      const to = Math.min(next, this.size, Math.max(end, at + piece));
      const bytes = await this.#ask({ from: at, to: to - 1 });
      this.fetched += bytes.length;
      this.#hold(at, bytes);
    }
    const stretch = this.#held.find((s) => s.from <= from && s.from + s.bytes.length >= end)!;
    return stretch.bytes.subarray(from - stretch.from, end - stretch.from);
  }

  stream(from = 0): AsyncIterable<Uint8Array> {
    return streamByReading(this, from);
  }

  close(): void {
    this.#held = [];
  }

  /** Up to where the bytes from `from` on are here without a gap. */
  #reach(from: number): number {
    const stretch = this.#held.find((s) => s.from <= from && s.from + s.bytes.length > from);
    return stretch === undefined ? from : stretch.from + stretch.bytes.length;
  }

  #hold(from: number, bytes: Uint8Array): void {
    const before = this.#held.find((s) => s.from + s.bytes.length === from);
    const joined = before === undefined ? bytes : join(before.bytes, bytes);
    const start = before === undefined ? from : before.from;
    const after = this.#held.find((s) => s.from === from + bytes.length);
    const rest = this.#held.filter((s) => s !== before && s !== after);
    rest.push({ from: start, bytes: after === undefined ? joined : join(joined, after.bytes) });
    this.#held = rest.sort((a, b) => a.from - b.from);
  }

  async #ask(range: { from: number; to: number }): Promise<Uint8Array> {
    if (++this.#requests > this.#limits.maxRequests)
      throw new GeoProblem('too-large', reason('too-many-requests', { requests: this.#limits.maxRequests }));
    const length = range.to - range.from + 1;
    if (this.fetched + length > this.#limits.maxRangeBytes)
      throw new GeoProblem(
        'too-large',
        reason('too-many-range-bytes', { bytes: this.#limits.maxRangeBytes }),
      );
    const answer = await this.#fetcher.fetch({ url: this.#url, range, maxBytes: length });
    if (answer.kind === 'not-fetched') throw new GeoProblem('unreachable', notFetched(answer));
    const given = contentRange(answer);
    if (answer.status !== 206 || given === null || given.from !== range.from)
      throw new GeoProblem('unreachable', reason('ranges-ended', { status: answer.status }));
    // The file was replaced while it was read: parts of two files make none.
    if (given.size !== this.size)
      throw new GeoProblem('corrupt', reason('file-changed', { before: this.size, after: given.size }));
    if (answer.body.length < length)
      throw new GeoProblem('truncated', reason('bytes-came', { bytes: answer.body.length, wanted: length }));
    return answer.body.subarray(0, length);
  }
}

function notFetched({ reason, message }: NotFetched): Failure {
  return { failed: 'fetch', code: reason, message };
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

/** Opens a resource. Throws `GeoProblem` when it cannot be had. */
export async function openRemote(
  url: string,
  fetcher: Fetcher,
  limits: Partial<RemoteLimits> = {},
): Promise<RemoteFile> {
  const within = { ...REMOTE_LIMITS, ...limits };
  const ask = async (range?: ByteRange): Promise<Fetched> => {
    const answer = await fetcher.fetch({
      url,
      maxBytes: within.maxDownload,
      ...(range === undefined ? {} : { range }),
    });
    if (answer.kind === 'not-fetched') throw new GeoProblem('unreachable', notFetched(answer));
    return answer;
  };
  let answer = await ask({ last: TAIL });
  // A server may refuse a tail longer than the file, or any range at all.
  if (answer.status === 416 || answer.status === 501 || answer.status === 400) answer = await ask();
  if (answer.status !== 200 && answer.status !== 206)
    throw new GeoProblem('unreachable', reason('server-answered', { status: answer.status }));
  const facts = {
    url: answer.url,
    contentType: answer.header('content-type'),
    contentDisposition: answer.header('content-disposition'),
    etag: answer.header('etag'),
    lastModified: answer.header('last-modified'),
  };
  const range = answer.status === 206 ? contentRange(answer) : null;
  if (range !== null && Number.isSafeInteger(range.size) && range.from + answer.body.length === range.size) {
    const source = new RangeSource(answer.url, range.size, fetcher, within);
    source.keep(range.from, answer.body);
    return { ...facts, source, how: 'ranges', bytesFetched: () => source.fetched };
  }
  if (answer.status === 206) answer = await ask();
  if (answer.status !== 200)
    throw new GeoProblem('unreachable', reason('server-answered', { status: answer.status }));
  const { body } = answer;
  if (!answer.complete) throw new GeoProblem('too-large', reason('no-ranges', { bytes: within.maxDownload }));
  return { ...facts, source: new MemorySource(body), how: 'download', bytesFetched: () => body.length };
}
