/**
 * One archived record, as a reader gives it: its named fields, its block in memory, and where it stands in its file.
 */
import { type HttpMessage, parseHttpMessage } from './http-message.ts';
import { parseWarcDate } from './timestamp.ts';

/** Where a record stands: the name of its file, the offset of its first byte, its length in the file. */
export interface RecordPosition {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** The named fields of a record, in the order of the file; names compare without case. */
export class WarcFields implements Iterable<readonly [string, string]> {
  readonly #pairs: readonly (readonly [string, string])[];

  constructor(pairs: readonly (readonly [string, string])[]) {
    this.#pairs = pairs;
  }

  /** The first value of a field; null when it is absent. */
  get(name: string): string | null {
    const wanted = name.toLowerCase();
    for (const pair of this.#pairs) {
      if (pair[0].length === wanted.length && pair[0].toLowerCase() === wanted) return pair[1];
    }
    return null;
  }

  all(name: string): string[] {
    const wanted = name.toLowerCase();
    return this.#pairs.filter((pair) => pair[0].toLowerCase() === wanted).map((pair) => pair[1]);
  }

  [Symbol.iterator](): Iterator<readonly [string, string]> {
    return this.#pairs[Symbol.iterator]();
  }
}

/** What a digest field turned out to be when its bytes were hashed. */
export type DigestVerdict = 'match' | 'mismatch' | 'absent' | 'unverifiable';

export interface WarcRecordParts {
  readonly version: string;
  readonly fields: WarcFields;
  readonly block: Buffer;
  readonly blockLength: number;
  readonly offset: number;
  readonly length: number;
  readonly alone: boolean;
  readonly verdicts?: { readonly block: DigestVerdict; readonly payload: DigestVerdict };
}

export class WarcRecord {
  /** `WARC/1.1`, `WARC/1.0`, `WARC/0.18`, … or `ARC/1`, `ARC/2`. */
  readonly version: string;
  readonly fields: WarcFields;
  /** The record's block; shorter than `blockLength` when the reader's cap cut it. */
  readonly block: Buffer;
  /** Length of the block as the record declares it. */
  readonly blockLength: number;
  /** First byte of the record in its file (of its gzip member, when compressed). */
  readonly offset: number;
  /** Bytes the record takes in its file; 0 when it shares a gzip member with others and cannot be reached on its own. */
  readonly length: number;
  /** False when several records share one gzip member (whole-file gzip): such a record has no address of its own. */
  readonly alone: boolean;
  /** Present when the reader was asked to verify. */
  readonly verdicts: { readonly block: DigestVerdict; readonly payload: DigestVerdict } | null;
  #http: HttpMessage | null | undefined;

  constructor(parts: WarcRecordParts) {
    this.version = parts.version;
    this.fields = parts.fields;
    this.block = parts.block;
    this.blockLength = parts.blockLength;
    this.offset = parts.offset;
    this.length = parts.length;
    this.alone = parts.alone;
    this.verdicts = parts.verdicts ?? null;
  }

  field(name: string): string | null {
    return this.fields.get(name);
  }

  /** `response`, `request`, `revisit`, `metadata`, `resource`, `warcinfo`, `conversion`, … in lower case. */
  get type(): string {
    return (this.fields.get('WARC-Type') ?? '').toLowerCase();
  }

  /** The target's address, without the angle brackets that some tools put around it. */
  get url(): string | null {
    const uri = this.fields.get('WARC-Target-URI');
    if (uri === null) return null;
    return uri.startsWith('<') && uri.endsWith('>') ? uri.slice(1, -1) : uri;
  }

  get id(): string | null {
    return this.fields.get('WARC-Record-ID');
  }

  /** The moment of the capture in ms; null when the date cannot be read. */
  get date(): number | null {
    return parseWarcDate(this.fields.get('WARC-Date'));
  }

  get contentType(): string | null {
    return this.fields.get('Content-Type');
  }

  /** True when the block in memory is the whole block. */
  get whole(): boolean {
    return this.block.length === this.blockLength;
  }

  /** The HTTP message in the block of a request, response or revisit; null when there is none. */
  get http(): HttpMessage | null {
    if (this.#http === undefined) {
      const type = this.type;
      const holds =
        type === 'response' ||
        type === 'request' ||
        type === 'revisit' ||
        /^application\/http\b/i.test(this.contentType ?? '');
      this.#http = holds ? parseHttpMessage(this.block) : null;
    }
    return this.#http;
  }

  /** The payload: the HTTP body with chunking removed, or the block itself when it is no HTTP message. */
  get payload(): Buffer {
    const http = this.http;
    return http === null ? this.block : http.payload;
  }
}
