import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { keptPath } from '../catalogue/index.ts';
import { loadGazetteer } from '../geo/gazetteer/index.ts';
import { collectionPlace } from './collection-place.ts';
import { correctPage, uncorrectPage } from './correct-page.ts';
import { correctionsOf, rewriteChanged, seenOf } from './corrections.ts';
import { type OpenCollection, openCollection } from './open-collection.ts';
import { rebuildCatalogue } from './rebuild-catalogue.ts';
import { rereadingOf } from './reread-page.ts';
import { addPages, crawlFolder, NOON, newsPage } from './small-archive.suite.ts';

const SITE = 'jornal-exemplo.com.br';
const URL_OF = (n: number): string => `http://www.${SITE}/noticias/${n}.html`;
const news = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => newsPage(SITE, from + i));

let open: OpenCollection | null = null;
afterEach(() => open?.close());

async function opened(folder: string): Promise<OpenCollection> {
  await open?.close();
  open = await openCollection(folder, { threads: 0, now: () => NOON });
  return open;
}

const pageOf = async (collection: OpenCollection, n: number) =>
  (await collection.catalogue.pageAt(URL_OF(n)))!;
const found = async (collection: OpenCollection, line: string): Promise<string[]> =>
  (await collection.catalogue.search(await collection.parseLine(line))).hits.map(({ url }) => url);
const by = { by: 'Ana', at: NOON };

describe('a corrected page', () => {
  it('is what the person says, wherever it is read and searched, and again what it was when that is taken back', async () => {
    const collection = await opened(crawlFolder(news(0, 4)));
    const page = await pageOf(collection, 2);
    const wish = {
      title: ' Feira do  pescado ',
      published: '1933-02-01',
      type: 'listing',
      places: [{ mention: 'região', place: 'Santa Cruz, RN' }],
    };
    const kept = await correctPage(collection, page, wish, { expected: 0, ...by });
    expect(kept.value.computed).toEqual({ title: page.title, published: null, type: page.type });
    const corrected = await pageOf(collection, 2);
    expect(corrected).toMatchObject({
      id: page.id,
      title: 'Feira do pescado',
      type: 'listing',
      published: { date: '1933-02-01', confidence: 1, source: 'correction', text: '' },
    });
    expect(corrected.placeNames.map(({ name, state }) => `${name} ${state}`)).toEqual(['Santa Cruz RN']);
    expect(await found(collection, 'pescado')).toEqual([URL_OF(2)]);
    expect(await found(collection, 'publicado:1933')).toEqual([URL_OF(2)]);
    expect(await found(collection, 'onde:"Santa Cruz, RN"')).toEqual([URL_OF(2)]);
    const { facets } = await collection.catalogue.search(await collection.parseLine(''));
    expect(facets!.publishedYears).toEqual([{ value: 1933, count: 1 }]);
    await uncorrectPage(collection, corrected, kept.version);
    expect(await pageOf(collection, 2)).toEqual(page);
    expect(await found(collection, 'pescado')).toEqual([]);
  });

  it('has the blocks that the person says', async () => {
    const collection = await opened(crawlFolder(news(0, 4)));
    const page = await pageOf(collection, 1);
    const blocks = (await collection.blocks(page.id))!;
    const told = blocks.find(({ text }) => text.startsWith('Os moradores'))!;
    const menu = blocks.find(({ text }) => text.includes('Assine o boletim'))!;
    expect(page.text).toContain(told.text);
    const wish = {
      blocks: [
        { text: told.text, content: false },
        { text: menu.text, content: menu.verdict !== 'content' },
      ],
    };
    await correctPage(collection, page, wish, { expected: 0, ...by });
    const { text, html } = await pageOf(collection, 1);
    expect(text).not.toContain(told.text);
    expect(html).not.toContain(told.text);
    expect(text.includes(menu.text)).toBe(menu.verdict !== 'content');
    const after = (await collection.blocks(page.id))!.find((block) => block.text === told.text);
    expect(after).toMatchObject({ verdict: 'boilerplate', reason: 'corrected', score: 0 });
  });

  it('stays so when it is fetched again, analysed again, and when the catalogue is made anew, also after damage', async () => {
    const folder = crawlFolder(news(0, 3));
    const collection = await opened(folder);
    await correctPage(collection, await pageOf(collection, 1), { title: 'Certo' }, { expected: 0, ...by });
    const again = newsPage(SITE, 1);
    addPages(folder, [{ ...again, date: NOON + 86_400_000, html: again.html!.replace('longas', 'muitas') }]);
    await collection.catchUp();
    expect(await pageOf(collection, 1)).toMatchObject({ title: 'Certo', fetchedAt: NOON + 86_400_000 });
    expect(await collection.catalogue.versions(URL_OF(1))).toHaveLength(2);
    const place = collectionPlace([folder]);
    const gazetteer = await loadGazetteer({ towns: false });
    await collection.close();
    await rebuildCatalogue(place, gazetteer, { threads: 0 });
    expect(await pageOf(await opened(folder), 1)).toMatchObject({ title: 'Certo' });
    await open!.close();
    writeFileSync(place.catalogue, 'this is no catalogue any more');
    for (const ending of ['-wal', '-shm']) rmSync(`${place.catalogue}${ending}`, { force: true });
    await rebuildCatalogue(place, gazetteer, { threads: 0 });
    expect(await pageOf(await opened(folder), 1)).toMatchObject({ title: 'Certo' });
    expect(await found(open!, 'Certo')).toEqual([URL_OF(1)]);
  });

  it('is in a catalogue whose making was stopped and went on another day, also when it was taken back meanwhile', async () => {
    const folder = crawlFolder(news(0, 4));
    const collection = await opened(folder);
    const first = await correctPage(
      collection,
      await pageOf(collection, 0),
      { title: 'De antes' },
      { expected: 0, ...by },
    );
    const place = collectionPlace([folder]);
    const gazetteer = await loadGazetteer({ towns: false });
    const stop = new AbortController();
    const stopped = await rebuildCatalogue(place, gazetteer, {
      threads: 0,
      signal: stop.signal,
      onProgress: ({ pages }) => {
        if (pages > 0) stop.abort();
      },
    });
    expect(stopped.interrupted).toBe(true);
    await uncorrectPage(collection, await pageOf(collection, 0), first.version);
    await correctPage(
      collection,
      await pageOf(collection, 1),
      { title: 'Meanwhile' },
      { expected: 0, ...by },
    );
    await collection.close();
    expect(await rebuildCatalogue(place, gazetteer, { threads: 0 })).toMatchObject({ interrupted: false });
    const anew = await opened(folder);
    expect((await pageOf(anew, 0)).title).not.toBe('De antes');
    expect(await pageOf(anew, 1)).toMatchObject({ title: 'Meanwhile' });
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it('is refused from a version that is not the last, and for what no page has', async () => {
    const collection = await opened(crawlFolder(news(0, 2)));
    const page = await pageOf(collection, 0);
    const first = await correctPage(collection, page, { title: 'Um' }, { expected: 0, ...by });
    await expect(
      correctPage(collection, page, { title: 'Dois' }, { expected: 0, ...by }),
    ).rejects.toMatchObject({ code: 'TRF_KEPT_STALE', present: first });
    for (const wish of [
      {},
      { title: ' ' },
      { published: '2023-02-30' },
      { type: 'poema' },
      { places: [{ mention: 'não está no texto', place: null }] },
      { places: [{ mention: 'bairro', place: 'Nenhures do Além' }] },
    ])
      await expect(
        correctPage(collection, page, wish, { expected: first.version, ...by }),
        JSON.stringify(wish),
      ).rejects.toMatchObject({ code: 'TRF_CORRECTION_INVALID' });
    expect((await pageOf(collection, 0)).title).toBe('Um');
  });

  it('is written anew when it was corrected while it was read', async () => {
    const folder = crawlFolder(news(0, 2));
    const collection = await opened(folder);
    const seen = async () => seenOf(await correctionsOf(collection.catalogue));
    const before = await seen();
    const page = await pageOf(collection, 0);
    // Kept by somebody whose page was then written without it.
    const value = { url: page.url, title: 'Tarde', computed: null };
    await collection.catalogue.keep({ kind: 'correction', id: page.key, expected: 0, ...by, value });
    const gazetteer = await loadGazetteer({ towns: false });
    const reading = () => rereadingOf(collectionPlace([folder]), gazetteer);
    expect(await rewriteChanged(collection.catalogue, before, reading)).toBe(1);
    expect((await pageOf(collection, 0)).title).toBe('Tarde');
    expect(await rewriteChanged(collection.catalogue, await seen(), reading)).toBe(0);
  });
});

describe('the file of what people added', () => {
  it('stands beside the catalogue, is read by lines, and keeps a line that it does not understand', async () => {
    const folder = crawlFolder(news(0, 2));
    const collection = await opened(folder);
    const path = keptPath(join(folder, 'catalogue.db'));
    expect(existsSync(path)).toBe(false);
    const page = await pageOf(collection, 0);
    const { version } = await correctPage(collection, page, { title: 'Um' }, { expected: 0, ...by });
    const [head, line] = readFileSync(path, 'utf8').split('\n');
    expect(JSON.parse(head!)).toEqual({ tarrafa: 'kept', format: 1, last: 1 });
    expect(JSON.parse(line!)).toMatchObject({ kind: 'correction', id: page.key, by: 'Ana' });
    writeFileSync(path, `${head}\n${line}\n{"kind":"correction","id":torn\n`);
    await correctPage(collection, page, { title: 'Dois' }, { expected: version, ...by });
    expect(readFileSync(path, 'utf8')).toContain('\n{"kind":"correction","id":torn\n');
    writeFileSync(path, '{"tarrafa":"kept","format":2,"last":9}\n');
    await expect(collection.catalogue.kept('correction', page.key)).rejects.toMatchObject({
      code: 'TRF_FORMAT_NEWER',
    });
  });
});
