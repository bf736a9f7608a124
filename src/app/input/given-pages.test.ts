import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawlFolder, newsPage } from '../../collection/small-archive.suite.ts';
import { type GivenPage, type GivenPagesOptions, givenPages } from './given-pages.ts';

const NOW = Date.UTC(2024, 4, 6);
const root = mkdtempSync(join(tmpdir(), 'tarrafa-given-'));
let crawl: string;
beforeAll(() => {
  crawl = crawlFolder(Array.from({ length: 2 }, (_, n) => newsPage('jornal-exemplo.com.br', n)));
  mkdirSync(join(root, 'dentro'));
  writeFileSync(join(root, 'b.html'), '<p>b</p>');
  writeFileSync(join(root, 'a.css'), 'p{}');
  writeFileSync(join(root, 'dentro', 'a.htm'), '<p>a</p>');
});
afterAll(() => {
  for (const made of [root, crawl]) rmSync(made, { recursive: true, force: true });
});

async function read(inputs: readonly string[], options: GivenPagesOptions = {}): Promise<GivenPage[]> {
  const pages: GivenPage[] = [];
  for await (const page of givenPages(inputs, { now: NOW, ...options })) pages.push(page);
  return pages;
}

describe('given pages', () => {
  it('come in order from a folder, an archive, an address and standard input, each with what is known of it', async () => {
    const pages = await read([root, crawl, 'https://exemplo.pt/', '-'], {
      url: 'https://dada.exemplo.pt/',
      stdin: async () => Buffer.from('<p>s</p>'),
      fetchPage: async () => ({
        url: 'https://exemplo.pt/fim',
        bytes: Buffer.from('<p>f</p>'),
        contentType: 'text/html',
        lastModified: null,
        fetchedAt: 7,
      }),
    });
    expect(pages).toHaveLength(6);
    expect(pages.slice(0, 2)).toMatchObject([
      { name: join(root, 'b.html'), url: 'https://dada.exemplo.pt/', fetchedAt: NOW, folder: root },
      { name: join(root, 'dentro', 'a.htm'), folder: join(root, 'dentro') },
    ]);
    for (const page of pages.slice(2, 4)) {
      expect(page).toMatchObject({ dated: true, folder: '' });
      expect(page.url).toMatch(/^http:\/\/www\.jornal-exemplo\.com\.br\//);
      expect(page.name).toBe(page.url);
    }
    expect(pages[4]).toMatchObject({ url: 'https://exemplo.pt/fim', dated: true, fetchedAt: 7 });
    expect(pages[4]).not.toHaveProperty('lastModified');
    expect(pages[5]).toMatchObject({ name: '-', url: 'https://dada.exemplo.pt/' });
    expect(pages[5]!.dated).toBeUndefined();
  });

  it('that lie among others are found, and the others told', async () => {
    const passed: string[] = [];
    await read([root], { onPassedOver: (path) => passed.push(path) });
    expect(passed).toEqual([join(root, 'a.css')]);
  });

  it('are not asked of anybody unless somebody is named who asks', async () => {
    for (const input of ['-', 'https://exemplo.pt/', join(root, 'nada.html')])
      await expect(read([input])).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
  });

  it('end where they are asked to end', async () => {
    const ending = new AbortController();
    let seen = 0;
    const reading = (async () => {
      for await (const _ of givenPages([root], { signal: ending.signal })) {
        seen++;
        ending.abort();
      }
    })();
    await expect(reading).rejects.toThrow();
    expect(seen).toBe(1);
  });
});
