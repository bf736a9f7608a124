/** Exchanges, clocks and ids for the tests of this room: the same on every run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { WARCParser, type WARCRecord } from 'warcio';
import type { Exchange } from './writer.ts';

export const NOON = Date.UTC(2024, 4, 6, 12, 0, 0, 250);

/** A folder of its own that is gone after the file's tests. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-warc-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Ids `…0001`, `…0002`, … */
export function countedIds(): () => string {
  let n = 0;
  return () => `<urn:uuid:00000000-0000-4000-8000-${String(++n).padStart(12, '0')}>`;
}

export function exchange(overrides: Partial<Exchange> = {}): Exchange {
  return {
    url: 'https://www.exemplo.pt/notícia?b=2&a=1',
    date: NOON,
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    rawHeaders: ['Content-Type', 'text/html; charset=utf-8', 'Server', 'provisório'],
    body: Buffer.from('<title>Olá</title><p>Uma página em português.</p>'),
    requestHead: 'GET /not%C3%ADcia?b=2&a=1 HTTP/1.1\r\nHost: www.exemplo.pt\r\nUser-Agent: teste\r\n\r\n',
    address: '192.0.2.7',
    ...overrides,
  };
}

export interface PeerRecord {
  readonly type: string;
  readonly url: string | null;
  readonly header: (name: string) => string | null;
  readonly statusLine: string | null;
  readonly httpHeaders: [string, string][];
  /** Payload as stored. */
  readonly payload: Buffer;
  readonly offset: number;
  readonly length: number;
}

/** What the `warcio` package reads in a file; anything it complains of is an error. */
export async function readWithWarcio(bytes: Uint8Array): Promise<PeerRecord[]> {
  const complaints: string[] = [];
  const warn = console.warn;
  console.warn = (...parts: unknown[]) => complaints.push(parts.join(' '));
  const records: PeerRecord[] = [];
  try {
    const parser = new WARCParser([bytes], { keepHeadersCase: true });
    for await (const record of parser) {
      const peer: WARCRecord = record;
      const payload = Buffer.from(await peer.readFully(false));
      records.push({
        type: peer.warcType,
        url: peer.warcTargetURI ?? null,
        header: (name) => peer.warcHeader(name) ?? null,
        statusLine: peer.httpHeaders?.statusline ?? null,
        httpHeaders: peer.httpHeaders === null ? [] : [...peer.httpHeaders.headers],
        payload,
        offset: parser.offset,
        length: parser.recordLength,
      });
    }
  } finally {
    console.warn = warn;
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return records;
}

const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/);
const latin1 = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((c) => String.fromCharCode(c)),
  maxLength: 40,
});

/** Any exchange a server could make us archive, hostile ones among them. */
export const anyExchange: fc.Arbitrary<Exchange> = fc.record({
  url: fc.webUrl({ withQueryParameters: true }),
  date: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  status: fc.integer({ min: 100, max: 599 }),
  statusText: fc.oneof(latin1, fc.constant('OK\r\nX-Injected: 1\r\n\r\n<script>')),
  httpVersion: fc.constantFrom('1.0', '1.1', '2'),
  rawHeaders: fc
    .array(fc.tuple(token, fc.oneof(latin1, fc.string({ maxLength: 20 }))), { maxLength: 8 })
    .map((pairs) => pairs.flat().concat('Content-Type', 'text/html')),
  body: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.integer({ min: 0, max: 140_000 }).map((n) => Buffer.alloc(n, 'abc<p>')),
    fc.constant(Buffer.from('WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n\r\n\r\n')),
  ),
  requestHead: fc.constant('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  address: fc.ipV4(),
});
