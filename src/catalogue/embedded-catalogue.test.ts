import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogueSuite } from './catalogue.suite.ts';
import { EmbeddedCatalogue } from './embedded-catalogue.ts';
import { ask, entity, HOUR, NOW, page } from './records.suite.ts';

const now = (): number => NOW;
catalogueSuite('in a file', () =>
  EmbeddedCatalogue.open(join(mkdtempSync(join(tmpdir(), 'tarrafa-catalogue-')), 'catalogue.db'), { now }),
);
catalogueSuite('in memory', () => EmbeddedCatalogue.open(':memory:', { now }));

it('shows the pages that a collection holds, as often as they come and go', async () => {
  const catalogue = EmbeddedCatalogue.open(':memory:', { now });
  const url = 'https://a.br/p';
  const first = page(url, { text: 'pitanga', entities: [entity(url, 'Velha')] });
  const newer = page(url, { text: 'pitanga madura', fetchedAt: NOW + HOUR });
  const other = page('https://a.br/q', { text: 'acerola' });
  const { key } = first;
  await catalogue.write({ pages: [first, newer, other] });
  const shown = async () => [
    (await catalogue.search(ask('pitanga'))).total,
    (await catalogue.summary()).pages,
    (await catalogue.pages({ limit: 9 })).items.length,
    (await catalogue.sites()).items[0]?.pages,
  ];
  const before = await shown();
  expect(before).toEqual([1, 2, 2, 2]);
  await catalogue.hold({ held: [other.key], left: [key, 'http://a.br/never'] });
  expect(await shown()).toEqual([0, 1, 1, 1]);
  // What was captured is still known.
  expect(await catalogue.versions(url)).toHaveLength(2);
  // Read again while it is not held, it is the version that it was.
  await catalogue.write({ pages: [newer] });
  expect(await catalogue.versions(url)).toHaveLength(2);
  await catalogue.hold({ held: [], left: [key] });
  expect(await shown()).toEqual([0, 1, 1, 1]);
  await catalogue.hold({ held: [key], left: [] });
  expect(await shown()).toEqual(before);
  expect(await catalogue.pageAt(url)).toMatchObject({ text: 'pitanga madura', current: true });
  await catalogue.close();
});

it('takes out a page with what it states and with the rows that tables have of it', async () => {
  const catalogue = EmbeddedCatalogue.open(':memory:', { now });
  const urls = ['https://a.br/p', 'https://a.br/q'];
  const rows = urls.map((url) => entity(url, 'Vinho', { type: 'vinhos', table: 'vinhos' }));
  const made = { example: urls[0]!, columns: [], rows, madeAt: NOW };
  await catalogue.write({
    pages: urls.map((url) => page(url, { entities: [entity(url, 'Vinho')] })),
    tables: ['vinhos', 'outros vinhos'].map((name) => ({ ...made, name })),
  });
  const left = async () => [
    (await catalogue.search(ask('tipo:entidade vinho'))).hits.map(({ url, tables }) => [url, tables.length]),
    (await catalogue.summary()).entities,
    (await catalogue.entityTables()).map((table) => table.rows),
  ];
  expect(await left()).toEqual([urls.map((url) => [url, 2]), 2, [2, 2]]);
  await catalogue.takeOut((url) => url === urls[0]);
  expect(await left()).toEqual([[[urls[1], 2]], 1, [1, 1]]);
  await catalogue.close();
});
