/** A response as it came in. */
import type { FetchResponse, Truncation } from './request-and-outcome.ts';

/** First value of a header; `wanted` in lower case. */
export function firstOf(raw: readonly string[], wanted: string): string | null {
  for (let i = 0; i < raw.length; i += 2) {
    const given = raw[i]!;
    if (given.length === wanted.length && given.toLowerCase() === wanted) return raw[i + 1]!;
  }
  return null;
}

export class ReceivedResponse implements FetchResponse {
  readonly kind = 'response';
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: '1.0' | '1.1';
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly truncated: null | Truncation;
  readonly requestHead: string;
  readonly address: string;
  readonly certificateProblem: string | null;
  declare readonly hearsay?: 'told' | 'brought';
  readonly startedAt: number;
  readonly firstByteAt: number;
  readonly endedAt: number;

  constructor(from: Omit<FetchResponse, 'kind' | 'header' | 'headers' | 'contentEncoding'>) {
    this.url = from.url;
    this.status = from.status;
    this.statusText = from.statusText;
    this.httpVersion = from.httpVersion;
    this.rawHeaders = from.rawHeaders;
    this.body = from.body;
    this.truncated = from.truncated;
    this.requestHead = from.requestHead;
    this.address = from.address;
    this.certificateProblem = from.certificateProblem;
    if (from.hearsay) this.hearsay = from.hearsay;
    this.startedAt = from.startedAt;
    this.firstByteAt = from.firstByteAt;
    this.endedAt = from.endedAt;
  }

  header(name: string): string | null {
    return firstOf(this.rawHeaders, name.toLowerCase());
  }

  headers(name: string): string[] {
    const wanted = name.toLowerCase();
    const values: string[] = [];
    for (let i = 0; i < this.rawHeaders.length; i += 2)
      if (this.rawHeaders[i]!.toLowerCase() === wanted) values.push(this.rawHeaders[i + 1]!);
    return values;
  }

  get contentEncoding(): string | null {
    return this.headers('content-encoding').join(', ') || null;
  }
}
