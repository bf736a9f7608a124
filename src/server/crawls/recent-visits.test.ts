import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from './crawl-folder.suite.ts';
import { latestVisits, type VisitsWanted } from './recent-visits.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'visits.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ALL: VisitsWanted = { before: null, most: 50, outcomes: null, host: null };
const line = (n: number, more: Record<string, unknown> = {}) =>
  `${JSON.stringify({ n, url: `https://h${n % 7}.br/${n}`, at: n, outcome: n % 5 === 0 ? 'failed' : 'analysed', status: 200, bytes: 10, ms: 3, queue: `h${n % 7}.br`, ...more })}\n`;

/** Every page of an answer, one after the other. */
function everything(wanted: Partial<VisitsWanted>): number[] {
  const found: number[] = [];
  let before: number | null = null;
  for (let page = 0; page < 10_000; page++) {
    const { visits, next } = latestVisits(path, { ...ALL, ...wanted, before }, 'en');
    found.push(...visits.map(({ n }) => n));
    if (next === null) return found;
    expect(before === null || next < before).toBe(true);
    before = next;
  }
  throw new Error('without end');
}

describe('the latest visits', () => {
  it('come from the end of the log, with their reasons in words', () => {
    writeFileSync(path, line(1) + line(2, { outcome: 'blocked', reason: 'robots', status: 0 }) + line(3));
    const { visits, looked, next } = latestVisits(path, ALL, 'en');
    expect(visits.map(({ n }) => n)).toEqual([3, 2, 1]);
    expect(visits[1]).toMatchObject({
      outcome: 'blocked',
      why: 'the robots file of the server does not allow it',
      status: 0,
      queue: 'h2.br',
    });
    expect([looked, next]).toEqual([3, null]);
  });

  it('leave out torn lines, damage and what was taken out, and are none of what is no file', () => {
    writeFileSync(path, `{"half\n${line(1)}null\n{"n":2,"forgotten":true}\n${line(3)}{"n":4,"url":"http`);
    expect(everything({})).toEqual([3, 1]);
    writeFileSync(path, `${'x'.repeat(700_000)}\n${line(9)}`);
    expect(everything({})).toEqual([9]);
    writeFileSync(path, '');
    expect(latestVisits(path, ALL, 'en')).toEqual({ visits: [], looked: 0, next: null });
    mkdirSync(join(folder, 'd'));
    for (const none of [join(folder, 'nothing'), join(folder, 'd')])
      expect(latestVisits(none, ALL, 'en').visits).toEqual([]);
    writeFileSync(path, line(1));
    expect(latestVisits(path, { ...ALL, before: 1e12 }, 'en').visits).toHaveLength(1);
    // A place in the middle of a line, which nobody is given.
    expect(latestVisits(path, { ...ALL, before: 5 }, 'en').visits).toEqual([]);
  });

  it('of a host that is seldom are found over several looks, each of which reads little', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => line(i + 1));
    lines[17] = line(18, { url: 'https://raro.example.br/', queue: 'raro.example.br' });
    writeFileSync(path, lines.join(''));
    const first = latestVisits(path, { ...ALL, host: 'example.br' }, 'en');
    expect(first.visits).toEqual([]);
    expect(first.looked).toBeLessThan(6_000);
    expect(first.next).not.toBeNull();
    expect(everything({ host: 'example.br' })).toEqual([18]);
    expect(everything({ outcomes: ['failed'], host: 'h0.br' })).toHaveLength(Math.floor(20_000 / 35));
  });

  it('are every visit once, whatever the lengths of lines and of pages', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        (lengths, most) => {
          writeFileSync(
            path,
            lengths.map((length, i) => line(i + 1, { title: 'á'.repeat(length / 2) })).join(''),
          );
          expect(everything({ most })).toEqual(lengths.map((_, i) => i + 1).reverse());
        },
      ),
      { seed: 4, numRuns: 40 },
    );
  });
});
