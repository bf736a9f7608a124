/**
 * HTTP messages inside records: written so that no hostile status text or header can end a line early, read so that what old and
 * careless archives hold (bare line feeds, folded lines, missing heads, chunking left in or already gone) still comes out.
 */
import { type DecodedBody, decodeBody, LONGEST_PAGE } from '../coding/index.ts';

const HEAD_MAX = 1 << 20;

/** Bytes of a record that hold a page as long as anybody reads one, and its head: `ReadOptions.maxBlockBytes` of who reads pages. */
export const LONGEST_CAPTURE = LONGEST_PAGE + HEAD_MAX;

/** Anything that must not stand in a header value: controls (tab excepted) and what does not fit a byte. */
const UNSAFE_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const UNSAFE_NAME = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/;

/** A header value that stays on its line: controls become spaces, characters beyond Latin-1 become their UTF-8 bytes. */
export function headerValue(value: string): string {
  if (!UNSAFE_VALUE.test(value)) return value;
  let bytes = value;
  if (/[^\x00-\xff]/.test(value)) bytes = Buffer.from(value, 'utf8').toString('latin1');
  return bytes.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ' ');
}

export function headerName(name: string): string {
  if (name.length > 0 && !UNSAFE_NAME.test(name)) return name;
  return name.replace(/[^!#$%&'*+\-.^_`|~0-9A-Za-z]/g, '_') || '_';
}

/**
 * The head of a response as archived, in Latin-1. The body is stored without chunking, so a `Transfer-Encoding` that spoke of it
 * would make a reader look for chunks that are not there: it keeps its value under the name `X-Crawler-Transfer-Encoding`, as the
 * Common Crawl writes it. Everything else, `Content-Encoding` and `Content-Length` included, is as received.
 */
export function responseHead(
  httpVersion: string,
  status: number,
  statusText: string,
  rawHeaders: readonly string[],
): string {
  let head = `HTTP/${/^\d(\.\d)?$/.test(httpVersion) ? httpVersion : '1.1'} ${Math.trunc(status) || 0} ${headerValue(statusText)}\r\n`;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    const kept =
      name.length === 17 && name.toLowerCase() === 'transfer-encoding'
        ? `X-Crawler-${name}`
        : headerName(name);
    head += `${kept}: ${headerValue(rawHeaders[i + 1]!)}\r\n`;
  }
  return `${head}\r\n`;
}

/** A request head as sent, made to end in exactly one empty line. */
export function requestHead(head: string): string {
  const lines = head.split(/\r\n|\n|\r/);
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop();
  let text = '';
  for (const line of lines) if (line !== '') text += `${headerValue(line)}\r\n`;
  return `${text}\r\n`;
}

export class HttpMessage {
  readonly startLine: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Everything after the head, as stored. */
  readonly body: Buffer;
  #payload: Buffer | null = null;

  constructor(startLine: string, headers: readonly (readonly [string, string])[], body: Buffer) {
    this.startLine = startLine;
    this.headers = headers;
    this.body = body;
  }

  /** The status of a response; null for a request or an unreadable line. */
  get status(): number | null {
    const m = /^HTTP\/\S+\s+(\d{3})(?:\s|$)/i.exec(this.startLine);
    return m === null ? null : Number(m[1]);
  }

  get statusText(): string {
    return /^HTTP\/\S+\s+\d{3}\s*([\s\S]*)$/i.exec(this.startLine)?.[1] ?? '';
  }

  /** The first value of a header; null when absent. */
  header(name: string): string | null {
    const wanted = name.toLowerCase();
    for (const [key, value] of this.headers) if (key.toLowerCase() === wanted) return value;
    return null;
  }

  /** The body with chunking removed, when the head says it is there and it is. */
  get payload(): Buffer {
    if (this.#payload === null) {
      const te = this.header('transfer-encoding');
      this.#payload = te !== null && /\bchunked\b/i.test(te) ? dechunk(this.body) : this.body;
    }
    return this.#payload;
  }

  /** All content codings, the last applied last, in however many lines they are told; null when there is none. */
  get contentEncoding(): string | null {
    const codings = this.headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
    return codings.length === 0 ? null : codings.map(([, value]) => value).join(', ');
  }

  /** The payload with content encodings undone. */
  decoded(limit?: number): DecodedBody {
    return decodeBody(this.payload, this.contentEncoding, limit);
  }
}

/** Reads an HTTP message; null when the bytes begin with neither a status line nor a request line. Never throws. */
export function parseHttpMessage(block: Buffer): HttpMessage | null {
  let p = 0;
  while (p < block.length && (block[p] === 13 || block[p] === 10)) p++;
  const bound = Math.min(block.length, p + HEAD_MAX);
  const lines: string[] = [];
  let bodyAt = bound;
  let q = p;
  while (q < bound) {
    let eol = block.indexOf(10, q);
    if (eol < 0 || eol >= bound) eol = bound;
    const stop = eol > q && block[eol - 1] === 13 ? eol - 1 : eol;
    if (stop === q) {
      bodyAt = Math.min(eol + 1, block.length);
      break;
    }
    lines.push(block.toString('latin1', q, stop));
    q = eol + 1;
    // Only a first line that begins a message makes the rest a head.
    if (lines.length === 1 && !/^(HTTP\/\d|[A-Z][A-Z-]{1,19} \S)/i.test(lines[0]!)) return null;
  }
  if (lines.length === 0) return null;
  const headers: [string, string][] = [];
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!;
    const last = headers[headers.length - 1];
    if ((line[0] === ' ' || line[0] === '\t') && last !== undefined) {
      last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return new HttpMessage(lines[0]!, headers, block.subarray(bodyAt));
}

/** Removes chunked transfer coding; what is not chunked after all is given back as it is, what ends early as far as it goes. */
export function dechunk(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  let p = 0;
  while (p < body.length) {
    const eol = body.indexOf(10, p);
    if (eol < 0 || eol - p > 1024) break;
    const m = /^\s*([0-9a-f]{1,8})\s*(?:;.*)?\r?$/i.exec(body.toString('latin1', p, eol));
    if (m === null) break;
    const size = Number.parseInt(m[1]!, 16);
    if (size === 0) return Buffer.concat(parts);
    const from = eol + 1;
    const to = from + size;
    if (to > body.length) {
      parts.push(body.subarray(from));
      return Buffer.concat(parts);
    }
    parts.push(body.subarray(from, to));
    p = to;
    if (body[p] === 13) p++;
    if (body[p] === 10) p++;
  }
  if (parts.length === 0) return body;
  return p < body.length ? body : Buffer.concat(parts);
}
