import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COP_DEFAULTS } from '../time/cop/miner.ts';
import { type DatedPage, type DatePagesOptions, datePages, MINING_LIMITS, mineTime } from './index.ts';
import { expectSilence } from './silent.suite.ts';

const NOW = Date.UTC(2024, 4, 6);
const root = mkdtempSync(join(tmpdir(), 'tarrafa-app-time-'));
beforeAll(() => {
  const page = (date: string): string => `<html lang="pt"><h1>Obra</h1><p>Publicado em ${date}</p>`;
  writeFileSync(join(root, 'a.html'), page('12/03/2021'));
  writeFileSync(join(root, 'b.html'), page('13/03/2021'));
  const said = (text: string): string => `${JSON.stringify({ text })}\n`;
  writeFileSync(
    join(root, 'textos.jsonl'),
    said('No ano passado choveu muito.').repeat(4) + said('Estuda no primeiro ano.').repeat(3),
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

expectSilence();

async function dated(inputs: readonly string[], options: DatePagesOptions = {}): Promise<DatedPage[]> {
  const pages: DatedPage[] = [];
  for await (const page of datePages(inputs, { now: NOW, ...options })) pages.push(page);
  return pages;
}

describe('a program that asks when pages were published', () => {
  it('gets the dates of each with their evidence, in order', async () => {
    const pages = await dated([root]);
    expect(pages.map(({ name, dates }) => [name, dates.published?.date])).toEqual([
      [join(root, 'a.html'), '2021-03-12'],
      [join(root, 'b.html'), '2021-03-13'],
    ]);
    expect(pages[0]!.dates.published).toMatchObject({ source: 'visible', role: 'published' });
    expect(pages[0]!.dates.candidates.length).toBeGreaterThan(0);
  });

  it('says when what it has was as it is, and nothing younger is believed', async () => {
    const stdin = async () => Buffer.from('<html lang="pt"><h1>Nota</h1><p>Publicado há 5 dias</p>');
    expect((await dated(['-'], { stdin }))[0]!.dates.published).toBeNull();
    const fetched = Date.UTC(2020, 0, 10);
    expect((await dated(['-'], { stdin, fetched }))[0]!.dates.published?.date).toBe('2020-01-05');
    expect((await dated([join(root, 'a.html')], { fetched }))[0]!.dates.published).toBeNull();
    expect((await dated([join(root, 'a.html')], { now: fetched }))[0]!.dates.published).toBeNull();
    await expect(dated([root], { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

describe('a program that mines patterns of time', () => {
  it('gets them by frequency, with what reads them today, or the new ones alone', async () => {
    const texts = join(root, 'textos.jsonl');
    let read = 0;
    const mined = await mineTime([texts], {
      onProgress: (documents) => {
        read = documents;
      },
    });
    expect(read).toBe(7);
    const known = mined.patterns.map(({ text, frequency, known: by }) => [text, frequency, by]);
    expect(known).toContainEqual(['No ano passado', 4, 'unit.last']);
    expect(mined.found).toBe(mined.patterns.length);
    const fresh = await mineTime([texts], { onlyNew: true });
    expect(fresh.found).toBe(mined.found);
    expect(fresh.patterns).toEqual(mined.patterns.filter((one) => one.known === null));
    expect(fresh.patterns.length).toBeLessThan(fresh.found);
  });

  it('reads no more than it was asked to, or until it is ended', async () => {
    const texts = join(root, 'textos.jsonl');
    expect((await mineTime([texts], { limit: 2 })).sentences).toBe(2);
    expect((await mineTime([texts], { signal: AbortSignal.abort() })).sentences).toBe(1);
    await expect(mineTime([join(root, 'nada')])).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
  });

  it('knows the limits of its choices as the miner has them', () => {
    expect([MINING_LIMITS.window.usual, MINING_LIMITS.minFrequency.usual]).toEqual([
      COP_DEFAULTS.window,
      COP_DEFAULTS.minFrequency,
    ]);
  });
});
