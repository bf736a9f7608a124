import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EmbeddedCatalogue } from '../catalogue/index.ts';
import { loadGazetteer } from '../geo/index.ts';
import { AnalysisLock } from './analysis-lock.ts';
import { collectionPlace } from './collection-place.ts';
import { collectionName, OpenCollection, openCollection } from './open-collection.ts';
import { rebuildCatalogue } from './rebuild-catalogue.ts';
import { addPages, crawlFolder, NOON, newsPage, tempFolder } from './small-archive.suite.ts';

const SITE = 'jornal-exemplo.com.br';
const news = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => newsPage(SITE, from + i));

let open: OpenCollection | null = null;
afterEach(() => open?.close());

async function opened(folder: string, options = {}): Promise<OpenCollection> {
  open = await openCollection(folder, { threads: 0, now: () => NOON, ...options });
  return open;
}

describe('an open collection', () => {
  it('is up to date with its archive and is searched', async () => {
    const folder = crawlFolder(news(0, 6));
    const collection = await opened(folder, { name: 'Coleta do Jornal' });
    expect(collection.name).toBe('coleta-do-jornal');
    expect(collection.title).toBe('Coleta do Jornal');
    expect(await collection.catalogue.summary()).toMatchObject({ pages: 6, sites: 1 });
    const { hits } = await collection.catalogue.search(await collection.parseLine('mercado quando:1932'));
    expect(hits[0]!.url).toBe(`http://www.${SITE}/noticias/2.html`);
    addPages(folder, news(6, 9));
    expect(await collection.catchUp()).toMatchObject({ pages: 3 });
    expect((await collection.catalogue.summary()).pages).toBe(9);
    expect(collection.archive.lookup(`http://www.${SITE}/noticias/8.html`)).not.toBeNull();
    expect(await collection.catchUp()).toMatchObject({ pages: 0, bytes: 0 });
  });

  it('explains the blocks of a page by what its site repeats', async () => {
    const folder = crawlFolder(news(0, 8));
    rmSync(join(folder, 'content'), { recursive: true });
    const collection = await opened(folder);
    const page = (await collection.catalogue.pageAt(`http://www.${SITE}/noticias/3.html`))!;
    const blocks = (await collection.blocks(page.id))!;
    const of = (words: string) => blocks.find(({ text }) => text.includes(words));
    expect(of('a prefeitura inaugurou')).toMatchObject({ verdict: 'content', repeated: 0 });
    expect(of('Assine o boletim')).toMatchObject({
      verdict: 'boilerplate',
      reason: 'repeated-text',
      repeated: 1,
    });
    expect(of('Notícia 3')!.verdict).toBe('headline');
    const kept = blocks.filter(({ verdict }) => verdict === 'content').map(({ text }) => text);
    expect(page.text).toBe(kept.join('\n\n'));
    expect(await collection.blocks(999_999)).toBeNull();
  });

  it('has the bytes of a page whose last captures only say that it was the same', async () => {
    const pages = news(0, 8);
    const folder = crawlFolder(pages);
    for (const later of [60_000, 120_000])
      addPages(
        folder,
        pages.map((page) => ({
          ...page,
          date: page.date! + later,
          revisitOf: { url: page.url, date: page.date! },
        })),
      );
    const collection = await opened(folder);
    const { url } = pages[3]!;
    const page = (await collection.catalogue.pageAt(url))!;
    expect(page.fetchedAt).toBe(pages[3]!.date! + 120_000);
    const blocks = (await collection.blocks(page.id))!;
    expect(blocks.some(({ text }) => text.includes('a prefeitura inaugurou'))).toBe(true);
    const found = await collection.fetcher().fetch({ url });
    expect(found).toMatchObject({ kind: 'fetched', status: 200 });
    expect(Buffer.from((found as { body: Uint8Array }).body).toString()).toContain('Notícia 3');
  });

  it('gives its pages to those who ask for pages of the Web', async () => {
    const collection = await opened(crawlFolder(news(0, 2)));
    const fetcher = collection.fetcher();
    const ask = (url: string) => fetcher.fetch({ url });
    const found = await ask(`http://www.${SITE}/noticias/1.html`);
    expect(found).toMatchObject({ kind: 'fetched', status: 200 });
    expect(Buffer.from((found as { body: Uint8Array }).body).toString()).toContain('Notícia 1');
    expect(await ask('http://www.exemplo.pt/nunca')).toMatchObject({ kind: 'not-fetched' });
  });

  it('of a crawl that has only begun is empty, and fills', async () => {
    const folder = crawlFolder([]);
    rmSync(join(folder, 'archive'), { recursive: true });
    const collection = await opened(folder);
    expect((await collection.catalogue.summary()).pages).toBe(0);
    addPages(folder, news(0, 2));
    await collection.catchUp();
    expect((await collection.catalogue.summary()).pages).toBe(2);
  });

  it('is analysed by one at a time; the others wait for what that one writes', async () => {
    const folder = crawlFolder(news(0, 2));
    const lock = AnalysisLock.take(collectionPlace([folder]).catalogue);
    expect(() => AnalysisLock.take(collectionPlace([folder]).catalogue)).toThrow(/in use/);
    const collection = await opened(folder);
    expect((await collection.catalogue.summary()).pages).toBe(0);
    expect(await collection.catchUp()).toBeNull();
    lock.release();
    expect(await collection.catchUp()).toMatchObject({ pages: 2 });
    expect(readdirSync(folder).some((name) => name.includes('lock'))).toBe(false);
  });

  it('opened to be read only writes nothing, and must have been analysed', async () => {
    const folder = crawlFolder(news(0, 2));
    await expect(opened(folder, { readOnly: true })).rejects.toThrow('not analysed yet');
    expect(existsSync(join(folder, 'catalogue.db'))).toBe(false);
    await (await opened(folder)).close();
    addPages(folder, news(2, 3));
    expect((await (await opened(folder, { readOnly: true })).catalogue.summary()).pages).toBe(2);
  });

  it('has a name that can stand in an address', () => {
    expect(collectionName('Coleção 1 / São João')).toBe('colecao-1-sao-joao');
    expect(collectionName('…')).toBe('colecao');
    expect(collectionName('x'.repeat(200))).toHaveLength(64);
  });
});

describe('a catalogue made anew', () => {
  it('has what the archive has, and the tables that a person made', async () => {
    const folder = crawlFolder(news(0, 4));
    const table = {
      name: 'obras',
      example: 'http://a/',
      columns: [{ name: 'ano', kind: 'number', rules: ['MATCH (n)'] }],
      rows: [0, 1].map((n) => ({
        url: `http://www.${SITE}/noticias/${n}.html`,
        site: SITE,
        type: 'obras',
        name: `Obra ${n}`,
        table: 'obras',
        values: [
          { attribute: 'ano', value: String(1930 + n), normal: String(1930 + n), provenance: 'MATCH (n)' },
        ],
      })),
      madeAt: NOON,
    };
    const first = await opened(folder);
    await first.catalogue.write({ tables: [table] });
    await first.close();
    addPages(folder, news(4, 5));
    const place = collectionPlace([folder]);
    const gazetteer = await loadGazetteer({ towns: false });
    const stop = new AbortController();
    stop.abort();
    expect(await rebuildCatalogue(place, gazetteer, { threads: 0, signal: stop.signal })).toMatchObject({
      interrupted: true,
    });
    const old = EmbeddedCatalogue.open(place.catalogue, { readOnly: true });
    expect((await old.summary()).pages).toBe(4);
    await old.close();
    expect(await rebuildCatalogue(place, gazetteer, { threads: 0 })).toMatchObject({
      pages: 5,
      interrupted: false,
    });
    const collection = await opened(folder, { catchUp: false });
    expect((await collection.catalogue.summary()).pages).toBe(5);
    expect(await collection.catalogue.entityTables()).toMatchObject([
      { name: 'obras', rows: 2, madeAt: NOON },
    ]);
    expect((await collection.catalogue.entities({ table: 'obras' })).items.map(({ name }) => name)).toEqual([
      'Obra 0',
      'Obra 1',
    ]);
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
  });
});

describe('a catalogue that was replaced while it is open', () => {
  it('answers on until it is closed, and its end takes nothing from the new one', async () => {
    const folder = crawlFolder(news(0, 3));
    const place = collectionPlace([folder]);
    const old = await openCollection(folder, { threads: 0, now: () => NOON });
    const counted = (name: string) => ({
      name,
      example: 'http://a/',
      columns: [],
      rows: [],
      madeAt: NOON,
    });
    await old.catalogue.write({ tables: [counted('antes')] });
    expect(old.replacement()).toBeNull();
    addPages(folder, news(3, 5));
    await rebuildCatalogue(place, await loadGazetteer({ towns: false }), { threads: 0 });
    expect(old.replacement()).not.toBeNull();
    expect((await old.catalogue.summary()).pages).toBe(3);

    const fresh = await opened(folder, { catchUp: false });
    expect(fresh.replacement()).toBeNull();
    expect((await fresh.catalogue.summary()).pages).toBe(5);
    await fresh.catalogue.write({ tables: [counted('depois')] });
    // Logs have the name of their database: the end of the old one must not take the log of the new one away.
    await old.close();
    expect(existsSync(`${place.catalogue}-wal`)).toBe(true);
    await fresh.catalogue.write({ tables: [counted('por fim')] });
    const third = EmbeddedCatalogue.open(place.catalogue, { readOnly: true });
    try {
      expect((await third.entityTables()).map(({ name }) => name)).toEqual(['antes', 'depois', 'por fim']);
      expect((await third.summary()).pages).toBe(5);
    } finally {
      await third.close();
    }
  });

  it('is not taken for replaced when its file is gone, nor when it was new', async () => {
    const folder = crawlFolder(news(0, 1));
    const collection = await opened(folder);
    expect(collection.replacement()).toBeNull();
    rmSync(join(folder, 'catalogue.db'));
    expect(collection.replacement()).toBeNull();
  });
});

describe('a catalogue that is damaged', () => {
  it('is made anew, whatever an earlier attempt left', async () => {
    const folder = crawlFolder(news(0, 3));
    const place = collectionPlace([folder]);
    writeFileSync(place.catalogue, 'isto não é um catálogo');
    writeFileSync(`${place.catalogue}.new`, 'nem isto'.repeat(2000));
    await expect(opened(folder)).rejects.toThrow();
    const problems: string[] = [];
    const options = { threads: 0, onProblem: ({ where }: { where: string }) => problems.push(where) };
    expect(await rebuildCatalogue(place, await loadGazetteer({ towns: false }), options)).toMatchObject({
      pages: 3,
    });
    expect(problems).toEqual([place.catalogue]);
    expect((await (await opened(folder)).catalogue.summary()).pages).toBe(3);
  });
});

describe('archives without a crawl', () => {
  it('are opened from their files, with a catalogue where one wants it', async () => {
    const folder = crawlFolder(news(0, 3));
    const path = join(
      folder,
      'archive',
      readdirSync(join(folder, 'archive')).find((n) => n.endsWith('.gz'))!,
    );
    const out = tempFolder();
    open = await OpenCollection.open([path], { threads: 0, out });
    expect((await open.catalogue.summary()).pages).toBe(3);
    expect(readdirSync(out)).toContain('catalogue.db');
    expect(existsSync(join(folder, 'archive', 'catalogue.db'))).toBe(false);
  });
});
