import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { GrowingSeries } from './growing-series.ts';
import { eachJsonLine, lastJsonLine } from './lines.ts';
import { Magnitudes } from './magnitudes.ts';
import { emptyFolder } from './sample-crawl.suite.ts';
import { OTHERS, Tally } from './tally.ts';

const folder = emptyFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const path = join(folder, 'lines.jsonl');

async function read(content: string | Buffer): Promise<{ values: unknown[]; skipped: number }> {
  writeFileSync(path, content);
  const values: unknown[] = [];
  const { skipped } = await eachJsonLine(path, (value) => values.push(value));
  return { values, skipped };
}

describe('lines of a growing file', () => {
  it('across chunks of any size, with letters of several bytes', async () => {
    const values = Array.from({ length: 3000 }, (_, i) => ({ i, text: 'ação '.repeat(i % 300) }));
    const { values: out, skipped } = await read(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    expect(out).toEqual(values);
    expect(skipped).toBe(0);
  });

  it('a whole last line without its line feed counts, a torn one does not', async () => {
    expect(await read('{"a":1}\n{"a":2}')).toEqual({ values: [{ a: 1 }, { a: 2 }], skipped: 0 });
    expect(await read('{"a":1}\n{"a":')).toEqual({ values: [{ a: 1 }], skipped: 1 });
  });

  it('a line of absurd length is skipped without being kept', async () => {
    const { values, skipped } = await read(
      Buffer.concat([Buffer.alloc(3 << 20, 'x'), Buffer.from('\n{"a":1}\n'), Buffer.alloc(2 << 20, 'y')]),
    );
    expect(values).toEqual([{ a: 1 }]);
    expect(skipped).toBe(2);
  });

  it('no file: no lines; a folder in its place: a clear error', async () => {
    expect(await eachJsonLine(join(folder, 'none'), () => undefined)).toEqual({ lines: 0, skipped: 0 });
    expect(await lastJsonLine(join(folder, 'none'))).toBeNull();
    mkdirSync(join(folder, 'dir'));
    await expect(eachJsonLine(join(folder, 'dir'), () => undefined)).rejects.toMatchObject({
      code: 'TRF_STORAGE_UNREADABLE',
    });
  });
});

describe('bounded memory', () => {
  it('a series keeps its sums as its bins widen, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5000), fc.nat(9)), { maxLength: 100 }), (events) => {
        const series = new GrowingSeries(64);
        for (const [seconds, value] of events) series.add(seconds, value);
        expect(Math.log2(series.width) % 1).toBe(0);
        for (let bin = 0; bin < 64; bin++) {
          const own = events.filter(([seconds]) => Math.floor(seconds / series.width) === bin);
          expect(series.at(bin)).toBe(own.reduce((sum, [, value]) => sum + value, 0));
        }
      }),
    );
  });

  it('a tally counts names beyond its limit together', () => {
    const tally = new Tally(3);
    for (let i = 0; i < 10; i++) tally.add(`n${i}`, i + 1);
    expect(tally.ordered()).toEqual([
      { name: OTHERS, count: 49 },
      { name: 'n2', count: 3 },
      { name: 'n1', count: 2 },
      { name: 'n0', count: 1 },
    ]);
    expect(tally.total).toBe(55);
    tally.add('x'.repeat(5000));
    expect(Math.max(...tally.ordered().map(({ name }) => name.length))).toBeLessThanOrEqual(121);
  });

  it('quantiles of magnitudes are within a few per cent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 200 }), (values) => {
        const magnitudes = new Magnitudes();
        for (const value of values) magnitudes.add(value);
        const sorted = [...values].sort((a, b) => a - b);
        for (const share of [0, 0.5, 0.9, 1]) {
          const below = sorted[Math.floor(share * (sorted.length - 1))]!;
          const above = sorted[Math.ceil(share * (sorted.length - 1))]!;
          expect(magnitudes.quantile(share)).toBeGreaterThanOrEqual(below * 0.955 - 1);
          expect(magnitudes.quantile(share)).toBeLessThanOrEqual(above * 1.045 + 1);
        }
      }),
    );
  });
});
