import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ask, Fetcher } from '../../fetcher.ts';
import {
  GEO_FILES,
  keptName,
  keptPayloads,
  readKeptGeo,
  removeKeptGeo,
  writeKeptGeo,
  writeKeptPayload,
} from './kept-files.ts';
import { LookMemory } from './look-memory.ts';

const BYTES = Uint8Array.from({ length: 10_000 }, (_, i) => i * 7);

/** A server of one file; tells which of its bytes were sent how often. */
function server(ranges: boolean): { fetcher: Fetcher; sent: Uint8Array; asks: Ask[] } {
  const sent = new Uint8Array(BYTES.length);
  const asks: Ask[] = [];
  const fetcher: Fetcher = {
    fetch: async (ask) => {
      asks.push(ask);
      const { range } = ask;
      let [from, to] = [0, BYTES.length];
      if (ranges && range !== undefined)
        [from, to] =
          'last' in range
            ? [Math.max(0, BYTES.length - range.last), BYTES.length]
            : [range.from, Math.min(BYTES.length, range.to + 1)];
      for (let i = from; i < to; i++) sent[i]!++;
      const partial = ranges && range !== undefined;
      return {
        kind: 'fetched',
        url: ask.url,
        status: partial ? 206 : 200,
        header: (name) =>
          name === 'content-range' && partial
            ? `bytes ${from}-${to - 1}/${BYTES.length}`
            : name === 'etag'
              ? '"a"'
              : null,
        body: BYTES.subarray(from, to),
        complete: true,
        at: 5,
      };
    },
  };
  return { fetcher, sent, asks };
}

describe('the memory of a look', () => {
  it('gives the bytes that were asked for, and brings none of them twice', async () => {
    const range = fc.oneof(
      fc.record({ last: fc.integer({ min: 1, max: 12_000 }) }),
      fc
        .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 3000 }))
        .map(([from, length]) => ({ from, to: from + length - 1 })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 12 }), async (ranges) => {
        const { fetcher, sent } = server(true);
        const memory = new LookMemory(fetcher);
        for (const one of ranges) {
          const answer = await memory.fetch({ url: 'http://a.example/f', range: one });
          const [from, to] =
            'last' in one
              ? [Math.max(0, 10_000 - one.last), 10_000]
              : [one.from, Math.min(10_000, one.to + 1)];
          if (answer.kind !== 'fetched') throw new Error(answer.message);
          expect(Buffer.compare(answer.body, BYTES.subarray(from, to))).toBe(0);
          expect(answer.header('content-range')).toBe(`bytes ${from}-${to - 1}/10000`);
          expect(answer.header('etag')).toBe('"a"');
        }
        // Only a gap between two known parts may be bridged by what lies between: never the same byte for the same ask.
        const before = sent.reduce((sum, n) => sum + n, 0);
        for (const one of ranges) await memory.fetch({ url: 'http://a.example/f', range: one });
        expect(sent.reduce((sum, n) => sum + n, 0)).toBe(before);
      }),
      { numRuns: 100, seed: 3 },
    );
  });

  it('of a server without ranges brings the file once', async () => {
    const { fetcher, asks } = server(false);
    const memory = new LookMemory(fetcher);
    await memory.fetch({ url: 'http://a.example/f', range: { last: 100 } });
    const part = await memory.fetch({ url: 'http://a.example/f', range: { from: 5, to: 9 } });
    expect(part).toMatchObject({ status: 206, body: BYTES.subarray(5, 10) });
    expect(await memory.whole('http://a.example/f')).toEqual(BYTES);
    expect(asks).toHaveLength(1);
  });

  it('stops at its allowance, and gives what is known all the same', async () => {
    const { fetcher } = server(true);
    const memory = new LookMemory(fetcher);
    await memory.fetch({ url: 'http://a.example/f', range: { last: 100 } });
    memory.allow(1000);
    expect(memory.fetched).toBe(100);
    expect(await memory.fetch({ url: 'http://a.example/f', range: { from: 0, to: 999 } })).toMatchObject({
      status: 206,
    });
    expect(await memory.fetch({ url: 'http://a.example/f', range: { from: 1000, to: 1000 } })).toMatchObject({
      kind: 'not-fetched',
      reason: 'budget',
    });
    expect(await memory.fetch({ url: 'http://a.example/f', range: { from: 9990, to: 9999 } })).toMatchObject({
      status: 206,
    });
    expect(await memory.whole('http://a.example/f')).toBeNull();
  });
});

describe('what is kept of files', () => {
  it('stands under the digest of the address, whole, and goes when it is no longer so', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-kept-'));
    try {
      const url = 'http://a.example/ção.zip?x=../../etc';
      expect(readKeptGeo(folder, url)).toEqual({ thumbnail: null, preview: null });
      writeKeptGeo(folder, url, { thumbnail: Uint8Array.of(1, 2), preview: '{}' });
      expect(readKeptGeo(folder, url)).toEqual({ thumbnail: Buffer.from([1, 2]), preview: '{}' });
      writeKeptGeo(folder, url, { thumbnail: Uint8Array.of(3), preview: null });
      expect(readdirSync(join(folder, 'geo-files'))).toEqual([`${keptName(url)}.png`]);
      const path = writeKeptPayload(folder, url, '../../../etc/passwd', Uint8Array.of(9));
      expect(path).toBe(join(folder, 'geo-files', `${keptName(url)}-__.._.._etc_passwd`));
      expect(readFileSync(path)).toEqual(Buffer.from([9]));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is found again by the address, with what lies beside a shapefile', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-kept-'));
    try {
      const keep = (url: string, name: string, size: number) =>
        writeKeptPayload(folder, url, name, new Uint8Array(size));
      expect(keptPayloads(folder, 'http://a.example/rios.shp')).toEqual([]);
      keep('http://a.example/rios.shp', 'rios.shp', 3);
      keep('http://a.example/rios.dbf', 'rios.dbf', 2);
      keep('http://a.example/RIOS.SHP', 'RIOS.SHP', 1);
      keep('http://a.example/RIOS.SHX', 'RIOS.SHX', 4);
      keep('http://a.example/%C3%A1gua.zip', 'água.zip', 5);
      const found = (url: string) => keptPayloads(folder, url).map(({ name, size }) => [name, size]);
      expect(found('http://a.example/rios.shp')).toEqual([
        ['rios.shp', 3],
        ['rios.dbf', 2],
      ]);
      expect(found('http://a.example/RIOS.SHP')).toEqual([
        ['RIOS.SHP', 1],
        ['RIOS.SHX', 4],
      ]);
      expect(found('http://a.example/%C3%A1gua.zip')).toEqual([['água.zip', 5]]);
      // Nobody is handed another file of the machine under the name of one that was kept.
      const linked = keep('http://a.example/segredo.csv', 'segredo.csv', 1);
      rmSync(linked);
      symlinkSync('/etc/hostname', linked);
      expect(found('http://a.example/segredo.csv')).toEqual([]);
      rmSync(linked);
      writeKeptGeo(folder, 'http://a.example/rios.shp', { thumbnail: Buffer.from('x'), preview: null });
      removeKeptGeo(folder, 'http://a.example/rios.shp');
      const left = readdirSync(join(folder, GEO_FILES)).map((name) => name.slice(name.indexOf('-') + 1));
      expect(left.sort()).toEqual(['RIOS.SHP', 'RIOS.SHX', 'água.zip']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
