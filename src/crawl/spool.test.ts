import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Lease } from '../frontier/index.ts';
import { type FetchResponse, ReceivedResponse } from '../http/index.ts';
import { payloadDigest } from '../warc/index.ts';
import type { CrawlState } from './crawl-state.ts';
import { readMark } from './ledger.ts';
import { recoverable } from './resume.ts';
import { Spool } from './spool.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-spool-'));

function answer(text: string | Buffer, path = '/'): FetchResponse {
  return new ReceivedResponse({
    url: `http://a.br${path}`,
    status: 200,
    statusText: 'Está bem',
    httpVersion: '1.1',
    rawHeaders: ['Content-Type', 'text/html; charset=iso-8859-1', 'X-Nome', 'a\u00e7\u00e3o'],
    body: Buffer.from(text),
    truncated: 'length',
    requestHead: 'GET / HTTP/1.1\r\n\r\n',
    address: '198.18.1.1',
    certificateProblem: 'expired',
    startedAt: 1_000,
    firstByteAt: 1_000,
    endedAt: 2_000,
  });
}

const keep = (spool: Spool, record: number, response: FetchResponse, visits = 0) =>
  spool.keep(record, response, payloadDigest(response.body), visits);
const left = (path: string) => [...Spool.open(path).leftover()];
const sizes = (path: string) => readdirSync(path).map((name) => statSync(join(path, name)).size);

describe('answers on their way into the archive', () => {
  it('are there for the next process, byte by byte', () => {
    const path = folder();
    const spool = Spool.open(path);
    const first = answer(Buffer.from([0, 255, 10, 13]));
    keep(spool, 7, first, 120);
    keep(spool, 8, answer(''), 130);
    expect(left(path).map(({ record, visits }) => [record, visits])).toEqual([
      [7, 120],
      [8, 130],
    ]);
    expect(left(path)[0]!.response).toEqual(first);
  });

  it('are gone when their process ended well, or the next has made use of them', () => {
    const path = folder();
    const spool = Spool.open(path);
    keep(spool, 7, answer('a'));
    spool.close();
    expect(readdirSync(path)).toEqual([]);
    keep(Spool.open(path), 8, answer('b'));
    const next = Spool.open(path);
    expect([...next.leftover()].map(({ record }) => record)).toEqual([8]);
    next.forgetLeftover();
    next.close();
    expect(readdirSync(path)).toEqual([]);
  });

  it('are as many as are whole: torn, damaged and foreign bytes are no answers', () => {
    const path = folder();
    const spool = Spool.open(path);
    for (const record of [1, 2, 3]) keep(spool, record, answer(`texto ${record}`));
    const [file] = readdirSync(path).map((name) => join(path, name)) as [string];
    const whole = readFileSync(file);
    const records = () => left(path).map(({ record }) => record);
    expect(records()).toEqual([1, 2, 3]);
    truncateSync(file, whole.length - 1);
    expect(records()).toEqual([1, 2]);
    const damaged = Buffer.from(whole);
    damaged[damaged.indexOf('texto 2')]! ^= 1;
    writeFileSync(file, damaged);
    expect(records()).toEqual([1, 3]);
    // What a power failure leaves of a file whose length was brought to the disk and its bytes were not.
    writeFileSync(file, Buffer.alloc(whole.length));
    expect(records()).toEqual([]);
    writeFileSync(file, whole);
    appendFileSync(file, 'TRSP no entry');
    expect(records()).toEqual([1, 2, 3]);
  });

  it('take no more room than what waits needs', () => {
    const path = folder();
    const spool = Spool.open(path);
    const page = answer(Buffer.alloc(1 << 20, 'x'));
    for (let record = 1; record <= 200; record++) {
      keep(spool, record, page);
      if (record > 3) spool.release(record - 3);
    }
    expect(sizes(path).reduce((sum, size) => sum + size, 0)).toBeLessThan(100 << 20);
    expect(left(path).map(({ record }) => record)).toEqual(expect.arrayContaining([198, 199, 200]));
  });

  it('are not those of an earlier visit of the same URL', async () => {
    const path = folder();
    const visits = join(path, 'visits.jsonl');
    const earlier = `${JSON.stringify({ record: 5 })}\n`;
    writeFileSync(visits, earlier);
    const spool = Spool.open(join(path, 'spool'));
    const lease = { record: 5, url: 'http://a.br/' } as Lease;
    keep(spool, 5, answer('a'), earlier.length);
    const mark = readMark(null);
    const archive = { folder: path, files: [], state: {} as CrawlState };
    const brought = () =>
      recoverable([lease], mark, { archive, spool: Spool.open(join(path, 'spool')), visits });
    expect((await brought()).get(5)?.response.body.toString()).toBe('a');
    appendFileSync(visits, `${JSON.stringify({ record: 6 })}\n${JSON.stringify({ record: 5 })}\n`);
    expect((await brought()).size).toBe(0);
  });
});
