/** What a crawl read of a page, whoever reads its archive must be able to read too. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody } from '../coding/index.ts';
import { parseHttpMessage } from '../warc/index.ts';

const LIMIT = 10_000_000;
const page = Buffer.from(
  Array.from({ length: 4_000 }, (_, i) => `<p>página ${(i * 7919) % 1009}</p>`).join(''),
);

function agree(body: Buffer, coding: string): Buffer {
  const crawled = decodeBody(body, coding, LIMIT);
  const head = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\n\r\n`);
  const archived = parseHttpMessage(Buffer.concat([head, body]))!.decoded(LIMIT);
  expect(archived.bytes.equals(crawled.bytes), coding).toBe(true);
  expect(archived.problem, coding).toBe(crawled.problem);
  return archived.bytes;
}

describe('a page in the archive', () => {
  it('with a wrong checksum, rubbish behind it, or no coding at all, is the page that was crawled', () => {
    const full = gzipSync(page);
    const wrong = Buffer.from(full);
    wrong[wrong.length - 6]! ^= 255;
    expect(agree(wrong, 'gzip').equals(page)).toBe(true);
    expect(agree(Buffer.concat([full, Buffer.from('<!-- cache -->')]), 'x-gzip').equals(page)).toBe(true);
    for (const coding of ['gzip', 'br', 'none', 'deflate'])
      expect(agree(page, coding).equals(page)).toBe(true);
    expect(agree(deflateSync(page), 'x-deflate').equals(page)).toBe(true);
    const middle = Buffer.from(full);
    middle[middle.length >> 1]! ^= 255;
    expect(agree(middle, 'gzip').length).toBeGreaterThan(1_000);
  });

  it('is, whatever is damaged, what the crawl made of it', () => {
    const bodies = [
      ['gzip', gzipSync(page)],
      ['gzip', Buffer.concat([gzipSync('um'), gzipSync(page)])],
      ['deflate', deflateSync(page)],
      ['deflate', deflateRawSync(page)],
      ['br', brotliCompressSync(page)],
    ] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...bodies),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: 1, max: 255 }),
        ([coding, whole], where, bits) => {
          const body = Buffer.from(whole);
          body[Math.floor(where * body.length)]! ^= bits;
          agree(body, coding);
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  });

  it('has all the codings that its header tells in several lines', () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Encoding: gzip\r\n\r\n';
    const message = parseHttpMessage(Buffer.concat([Buffer.from(head), gzipSync(deflateSync(page))]));
    expect(message!.decoded(LIMIT).bytes.equals(page)).toBe(true);
  });
});
