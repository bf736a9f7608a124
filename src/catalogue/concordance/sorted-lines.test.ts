import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Random } from '../../../samples/language/random.ts';
import { EmbeddedCatalogue } from '../embedded-catalogue.ts';
import type { ConcordanceLine, LineOrder, LinesAsked, PageRecord } from '../ports/index.ts';
import { ask, NOW, page } from '../records.suite.ts';
import { openDatabase } from '../sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-sorted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORDS =
  'rio enchente enchentes Cidade cidades a à ao as o de do em no que 1 10 000 1941 2020 belo zebra água agua mar';
const ORDERS: readonly (readonly LineOrder[])[] = [
  ['right'],
  ['left'],
  ['l1', 'r1'],
  ['l2'],
  ['r2', 'l3'],
  ['r3'],
  ['left', 'right', 'key'],
  ['year', 'right'],
  ['site', 'left', 'year'],
  ['r1', 'key'],
];
const PATTERNS = ['enchente', 'rio * enchente', 'cidade'];

/** Pages in several batches, some replaced, some linked to, some gone: as collections come about. */
async function filled(path: string, seed: number): Promise<void> {
  const random = new Random(seed, 'sorted lines');
  const words = WORDS.split(' ');
  const text = (): string => Array.from({ length: random.int(0, 60) }, () => random.pick(words)).join(' ');
  const catalogue = EmbeddedCatalogue.open(path);
  const urlOf = (n: number): string => `https://s${n % 4}.br/${n}`;
  const made = (n: number, version: number): PageRecord =>
    page(urlOf(n), {
      text: text(),
      title: text().slice(0, 50),
      fetchedAt: NOW + version * 1000,
      published:
        n % 5 === 0
          ? null
          : { date: `${2000 + (n % 3)}-05-03`, confidence: 1, source: 'meta', where: '', text: '' },
      links: n % 3 === 0 ? [{ url: urlOf(random.int(0, 89)), text: 'enchente rio cidade' }] : [],
      archive: { file: n % 9 === 4 ? 'B.warc.gz' : 'A.warc.gz', offset: n * 100 + version, length: 100 },
    });
  for (let from = 0; from < 90; from += 10)
    await catalogue.write({ pages: Array.from({ length: 10 }, (_, i) => made(from + i, 0)) });
  await catalogue.settle();
  await catalogue.write({ pages: Array.from({ length: 25 }, () => made(random.int(0, 89), 1)) });
  await catalogue.write({ forget: ['B.warc.gz'] });
  await catalogue.settle();
  await catalogue.close();
}

/** Where all lines stand, in their order, asked for part by part. */
async function lines(catalogue: EmbeddedCatalogue, asked: LinesAsked): Promise<string[]> {
  const all: ConcordanceLine[] = [];
  for (let cursor: string | undefined; ; ) {
    const part = await catalogue.concordance(ask(''), { ...asked, limit: 40, cursor });
    all.push(...part.lines);
    expect(part.hits).toBeGreaterThanOrEqual(all.length);
    if (part.next !== null) {
      cursor = part.next;
      continue;
    }
    expect([part.hits, part.pages]).toEqual([all.length, new Set(all.map((line) => line.page)).size]);
    return all.map(({ url, start, end }) => `${url} ${start} ${end}`);
  }
}

async function answersOf(path: string, questions: readonly LinesAsked[]): Promise<string[][]> {
  const catalogue = EmbeddedCatalogue.open(path, { readOnly: true });
  const answers: string[][] = [];
  for (const asked of questions) answers.push(await lines(catalogue, asked));
  await catalogue.close();
  return answers;
}

/** An index of before neighbours were kept, in some of its segments or in all. */
function age(path: string, all: boolean): void {
  const db = openDatabase(path);
  db.exec(
    `DELETE FROM index_columns WHERE name = 'neighbours' ${all ? '' : 'AND segment IN (SELECT max(segment) FROM index_columns)'}`,
  );
  db.close();
}

describe('sorted lines', () => {
  it('are the same from an index that knows neighbours, knows some, and knows none', async () => {
    const path = join(folder, 'grown.db');
    await filled(path, 1);
    const questions = PATTERNS.flatMap((words) => ORDERS.map((sort) => ({ words, sort })));
    const answers = await answersOf(path, questions);
    expect(answers.flat().length).toBeGreaterThan(1_000);
    for (const all of [false, true]) {
      age(path, all);
      expect(await answersOf(path, questions)).toEqual(answers);
    }
  });

  it('read few pages of many for the lines that are shown, and all of a catalogue of before', async () => {
    const path = join(folder, 'many.db');
    const catalogue = EmbeddedCatalogue.open(path);
    const pages = Array.from({ length: 1_500 }, (_, n) =>
      page(`https://a.br/${n}`, {
        text: `belo rio ${n % 50 === 7 ? 'a cidade' : `mar ${(n * 7_919) % 1_500}`} alto`,
      }),
    );
    await catalogue.write({ pages });
    const asked: LinesAsked = { words: 'rio', sort: ['right'], limit: 20 };
    // The thirty lines that go on with "a cidade" are told by what stands beside them; all others would have to be read.
    const { lines: first, hits, next } = await catalogue.concordance(ask(''), asked, { mostRead: 40 });
    expect(hits).toBe(1_500);
    expect(first.map(({ right }) => right)).toEqual(Array.from({ length: 20 }, () => ' a cidade alto'));
    const second = { ...asked, cursor: next! };
    await expect(catalogue.concordance(ask(''), second, { mostRead: 40 })).rejects.toMatchObject({
      code: 'TRF_CONCORDANCE_LARGE',
    });
    const { lines: more } = await catalogue.concordance(ask(''), second);
    expect(more.filter(({ right }) => right === ' a cidade alto')).toHaveLength(10);
    const numbers = more.slice(10).map(({ right }) => right);
    expect(numbers).toEqual([...numbers].sort());
    await catalogue.close();
    const known = await answersOf(path, [asked]);
    age(path, true);
    expect(await answersOf(path, [asked])).toEqual(known);
    const old = EmbeddedCatalogue.open(path, { readOnly: true });
    await expect(old.concordance(ask(''), asked, { mostRead: 1_499 })).rejects.toMatchObject({
      code: 'TRF_CONCORDANCE_LARGE',
    });
    await old.close();
  });
});
