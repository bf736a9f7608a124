/** What others tell is believed when it is whole, of this version and within its bounds; anything else is as if they had said nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../bytes/crc32.ts';
import { firstVisit, observe } from '../frontier/index.ts';
import { payloadDigest } from '../warc/index.ts';
import type { StoredPage } from './crawl-state.ts';
import { readTold, readToldPacked, writeTold, writeToldJson, writeToldPacked } from './told-bytes.ts';
import { readToldPage, writeToldPage } from './told-page.ts';
import { readToldQueue, type ToldQueue, writeToldQueue } from './told-queue.ts';

const AT = 1_700_000_000_000;
const PAGE: StoredPage = {
  etag: 'W/"ção"',
  lastModified: 'Sat, 06 May 2017 03:20:51 GMT',
  digest: payloadDigest(Buffer.from('a página')),
  capturedAt: AT,
  seen: observe(observe(firstVisit(AT), AT + 9e7, 'unchanged'), AT + 3e8, 'changed'),
};
const QUEUE: ToldQueue = {
  hosts: [
    { host: 'www.a.br', failures: 4, slowness: null, careless: false },
    { host: 'a.br:8080', failures: 0, slowness: 7_000, careless: true },
  ],
  raised: 4_000,
  patterns: [{ pattern: 2 ** 32 - 1, seen: 9, compared: 8, repeats: 7, recent: [1, 2, 3, 4, 5, 6, 7, 8] }],
};
const READERS = { page: readToldPage, queue: readToldQueue } as const;

describe('what is told', () => {
  it('comes as it was', () => {
    expect(readToldPage(writeToldPage(PAGE))).toEqual({ ...PAGE, elsewhere: true });
    expect(readToldQueue(writeToldQueue(QUEUE))).toEqual(QUEUE);
    const long = Buffer.alloc(50_000, 'memória ');
    expect(readToldPacked(writeToldPacked(long), long.length)).toEqual(long);
    expect(readToldPacked(writeToldPacked(long), long.length - 1)).toBeNull();
  });

  it('is the same for the same queue, whatever the order in which it was learned', () => {
    const turned = { ...QUEUE, hosts: [...QUEUE.hosts].reverse() };
    expect(writeToldQueue(turned)).toEqual(writeToldQueue(QUEUE));
    // A little slower is no news.
    const slower = QUEUE.hosts.map((host) => ({ ...host, slowness: host.slowness && host.slowness - 400 }));
    expect(writeToldQueue({ ...QUEUE, hosts: slower })).toEqual(writeToldQueue(QUEUE));
  });

  it('names the hosts that fail most, and no more than a row may hold', () => {
    const hosts = Array.from({ length: 100 }, (_, i) => ({
      host: `${'x'.repeat(200)}${i}.br`,
      failures: i % 7,
      slowness: null,
      careless: false,
    }));
    const read = readToldQueue(writeToldQueue({ ...QUEUE, hosts }));
    expect(read!.hosts).toHaveLength(16);
    expect(Math.min(...read!.hosts.map(({ failures }) => failures))).toBeGreaterThanOrEqual(5);
    expect(writeToldQueue({ ...QUEUE, hosts }).length).toBeLessThan(8_192);
  });

  it('is not believed when a byte of it is another, or missing', () => {
    for (const told of [writeToldPage(PAGE), writeToldQueue(QUEUE)])
      for (let at = 0; at < told.length; at++) {
        const flipped = Uint8Array.from(told);
        flipped[at]! ^= 1 << (at % 8);
        expect(readTold(flipped)).toBeNull();
        expect(readTold(told.subarray(0, at))).toBeNull();
      }
  });

  it('is not believed when another version wrote it', () => {
    const told = Buffer.from(writeToldPage(PAGE));
    told[4] = 2;
    told.writeUInt32LE(crc32(told.subarray(4)), 0);
    expect(readToldPage(told)).toBeNull();
  });

  it('is within its bounds, or nothing, whatever somebody wrote', () => {
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => writeTold(bytes)),
      fc.json().map((json) => writeTold(Buffer.from(json))),
      fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 13 }).map(writeToldJson),
      fc.uint8Array({ maxLength: 300 }),
    );
    fc.assert(
      fc.property(anything, (told) => {
        for (const read of Object.values(READERS)) expect(() => read(told)).not.toThrow();
        readToldPacked(told, 1_000);
      }),
      { numRuns: 300, seed: 16 },
    );
    const fields = JSON.parse(Buffer.from(readTold(writeToldPage(PAGE))!).toString()) as unknown[];
    for (const wrong of [{}, [], 'x'.repeat(300), -2, true])
      for (let at = 0; at < fields.length; at++) {
        const told = writeToldJson(fields.map((field, i) => (i === at ? wrong : field)));
        const page = readToldPage(told);
        // Negative where it means that nothing is known.
        if (page !== null) expect([at, wrong]).toEqual([9, -2]);
      }
    for (const wrong of [
      [[], 0],
      [[['a.br', -1, 0, 0]], 0, []],
      [[['a.br', 1, 0, 2]], 0, []],
      [[[7, 1, 0, 0]], 0, []],
      [[], 1e12, []],
      [[], 0, [[1, 2, 3]]],
      [[], 0, [[2 ** 32, 2, 3, 4]]],
      [[], 0, [[1, 2, 3, 4, ...Array(9).fill(1)]]],
      [Array(17).fill(['a.br', 1, 0, 0]), 0, []],
    ])
      expect(readToldQueue(writeToldJson(wrong))).toBeNull();
  });
});
