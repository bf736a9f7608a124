import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { POSTGRES_BIN, PostgresServer, testDatabase } from '../../../test/postgres-server.ts';
import { catalogueSuite } from '../catalogue.suite.ts';
import { EmbeddedCatalogue } from '../embedded-catalogue.ts';
import type { Catalogue, CatalogueBatch, EntityTableIn, PageRecord } from '../ports/index.ts';
import { all } from '../ports/slice.suite.ts';
import { ask, COIMBRA, entity, geo, HOUR, layer, NOW, page, year } from '../records.suite.ts';
import { SharedCatalogues, watched } from './shared-catalogue.suite.ts';

const shared = new SharedCatalogues();
const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'tarrafa-copies-'));

/** What a catalogue says of what it holds, whoever wrote it and in whatever order. */
async function told(catalogue: Catalogue): Promise<unknown> {
  const { bytes: _bytes, schemaVersion: _version, ...summary } = await catalogue.summary();
  const answer = await catalogue.search(ask('maçã'), { limit: 100 });
  return {
    summary,
    pages: (await all((cursor) => catalogue.pages({ cursor, limit: 100 })))
      .map(({ url, text, entities }) => [url, text, entities.map((one) => one.name)])
      .sort(),
    found: answer.hits.map((hit) => [hit.url, Math.round(hit.score * 1e6)]).sort(),
    total: answer.total,
    facets: answer.facets,
    sites: await all((cursor) => catalogue.sites({ cursor })),
    entities: (await all((cursor) => catalogue.entities({}, { cursor })))
      .map(({ name, tables, values }) => [name, ...tables, values.length].join(' '))
      .sort(),
    geo: (await catalogue.geoSearch('')).items.map((hit) => hit.geo.file.url).sort(),
  };
}

/** The same pages again and again, in versions: what two writers at once are most likely to spoil. */
const RECORDS: readonly PageRecord[] = Array.from({ length: 120 }, (_, i) =>
  page(`https://s${i % 3}.br/${i % 29}`, {
    text: `texto ${i} maçã ${'palavra '.repeat(i % 17)}`,
    fetchedAt: NOW + ((i * 7919) % 120) * HOUR,
    links: [
      { url: `https://s${(i + 1) % 3}.br/${(i * 5) % 29}`, text: `âncora ${i % 29}` },
      { url: `https://s0.br/menu`, text: 'menu' },
    ],
    entities: [entity(`https://s${i % 3}.br/${i % 29}`, `Pessoa ${i}`)],
  }),
);

async function embedded(batches: readonly CatalogueBatch[]): Promise<unknown> {
  const catalogue = EmbeddedCatalogue.open(':memory:', { now: () => NOW });
  for (const batch of batches) await catalogue.write(batch);
  await catalogue.settle();
  const said = await told(catalogue);
  await catalogue.close();
  return said;
}

const batchesOf = (records: readonly PageRecord[], size: number): CatalogueBatch[] =>
  Array.from({ length: Math.ceil(records.length / size) }, (_, i) => ({
    pages: records.slice(i * size, (i + 1) * size),
    geo: [geo(`https://g.br/${i % 3}.zip`, { datasets: [layer('l', [-50, -20, -49, -19])] })],
    marks: [{ file: `f${i}`, offset: 1 }],
    // Rows of pages that this batch brings, and of those that others do.
    ...(i % 4 === 0 ? { tables: [tableOf(`t${i}`, records.slice(i, i + 50))] } : {}),
  }));

const tableOf = (name: string, records: readonly PageRecord[]): EntityTableIn => ({
  name,
  example: records[0]!.url,
  columns: [],
  rows: records.flatMap(({ url, entities }) =>
    entities.map((one) => ({ ...one, url, table: name, type: name, values: [] })),
  ),
  madeAt: NOW,
});

describe.skipIf(POSTGRES_BIN === null)('a shared catalogue', () => {
  afterAll(() => shared.close());

  catalogueSuite('in PostgreSQL', async () => shared.open(await shared.fresh()));

  describe('with several at once', () => {
    afterEach(() => shared.close());

    it('holds the same when two writers share the work', async () => {
      const address = await shared.fresh();
      const writers = [await shared.open(address), await shared.open(address)];
      const batches = batchesOf(RECORDS, 8);
      await Promise.all(
        writers.map(async (writer, i) => {
          for (const batch of batches.filter((_, n) => n % 2 === i)) await writer.write(batch);
        }),
      );
      await Promise.all(writers.map((writer) => writer.settle()));
      const once = await embedded(batches);
      for (const writer of writers) expect(await told(writer)).toEqual(once);
    });

    it('shows to who only reads what another has written, by its own copy', async () => {
      const address = await shared.fresh();
      const writer = await shared.open(address);
      await writer.write({ pages: [page('https://a.br/1', { text: 'abacaxi' })] });
      const copies = emptyFolder();
      const reader = await shared.open(address, { readOnly: true, copies });
      const beside = await shared.open(address, { readOnly: true, copies });
      expect((await reader.search(ask('abacaxi'))).total).toBe(1);
      for (let i = 2; i < 15; i++) {
        await writer.write({
          pages: [page(`https://a.br/${i}`, { text: `abacaxi ${i}` })],
          places: [{ ...COIMBRA, key: `p${i}` }],
          geo: [geo(`https://g.br/${i}.zip`)],
        });
        expect((await reader.search(ask('abacaxi'))).total).toBe(i);
        expect((await reader.places()).has(`p${i}`)).toBe(true);
        expect((await reader.geoSearch('')).total).toBe(i - 1);
      }
      expect((await beside.search(ask('abacaxi'), { limit: 100 })).hits).toHaveLength(14);
      // One folder for both: they share a file.
      expect(
        readdirSync(join(copies, readdirSync(copies)[0]!)).filter((name) => name.endsWith('.db')),
      ).toEqual(['index.db']);
      await expect(reader.write({ pages: [page('https://a.br/x')] })).rejects.toMatchObject({
        code: 'TRF_STORAGE_DENIED',
      });
    });

    it('lets a reader answer from what it had, where it may lag, and brings what is new meanwhile', async () => {
      const address = await shared.fresh();
      const writer = await shared.open(address);
      await writer.write({ pages: [page('https://a.br/1', { text: 'abacaxi' })] });
      const reader = await shared.open(address, { readOnly: true, lag: 3_600_000, copies: emptyFolder() });
      expect((await reader.search(ask('abacaxi'))).total).toBe(1);
      await writer.write({ pages: [page('https://a.br/2', { text: 'abacaxi dois' })] });
      let total = 0;
      for (let asked = 0; total < 2 && asked < 500; asked++)
        total = (await reader.search(ask('abacaxi'))).total;
      expect(total).toBe(2);
    });

    it('is brought anew where the copy is of another past, of another crawl, or damaged', async () => {
      const address = await shared.fresh();
      const writer = await shared.open(address);
      await writer.write({ pages: [page('https://a.br/1', { text: 'abacaxi' })] });
      const copies = emptyFolder();
      const first = await shared.open(address, { readOnly: true, copies });
      expect((await first.search(ask('abacaxi'))).total).toBe(1);
      const database = await shared.database(address);
      const { schema } = database;
      // As after a backup was restored: the stamp that the copy has never was.
      await database.query(`delete from ${schema}.catalogue_index_history`);
      await writer.write({ pages: [page('https://a.br/2', { text: 'abacaxi dois' })] });
      expect((await first.search(ask('abacaxi'))).total).toBe(2);
      await first.close();
      const [origin] = readdirSync(copies);
      for (const name of ['index.db', 'index.db-wal', 'index.db-shm'])
        writeFileSync(join(copies, origin!, name), 'not a database, '.repeat(1000));
      const second = await shared.open(address, { readOnly: true, copies });
      expect((await second.search(ask('abacaxi'))).total).toBe(2);
    });
  });

  describe('when something is cut', () => {
    afterEach(() => shared.close());

    it('indexes what a writer left that died between rows and segment', async () => {
      const address = await shared.fresh();
      const dying = await shared.open(address, {}, (database) =>
        watched(database, (text) => {
          if (text.includes('delete from') && text.includes('catalogue_unindexed')) throw new Error('killed');
        }),
      );
      const [first, second, ...rest] = batchesOf(RECORDS, 40);
      await expect(dying.write(first!)).rejects.toThrow('killed');
      const reader = await shared.open(address, { readOnly: true });
      expect(await reader.pageAt(RECORDS[0]!.url)).not.toBeNull();
      expect((await reader.search(ask('maçã'))).total).toBe(0);
      // The next one changes some of it again, before anybody indexed it.
      const next = await shared.open(address);
      expect((await reader.search(ask('maçã'))).total).toBeGreaterThan(0);
      await expect(dying.write(second!)).rejects.toThrow('killed');
      for (const batch of rest) await next.write(batch);
      await next.settle();
      expect(await told(reader)).toEqual(await embedded([first!, second!, ...rest]));
    });

    it('writes a batch once, wherever in it the connection is cut', async () => {
      const batches = batchesOf(RECORDS, 60);
      const once = await embedded(batches);
      for (let at = 0; at < 36; at += 5) {
        const address = await shared.fresh();
        let statements = 0;
        const writer = await shared.open(address, {}, (database) =>
          watched(database, () => {
            if (statements++ === at + 8) database.cut();
          }),
        );
        for (const batch of batches) await writer.write(batch);
        await writer.settle();
        expect(await told(writer)).toEqual(once);
        await shared.close();
      }
    });

    it('goes on when the server died in the middle of a batch and came back', async () => {
      const server = await PostgresServer.start();
      try {
        const writer = await shared.open(await server.database(['postgis']));
        const batches = batchesOf(RECORDS, 40);
        await writer.write(batches[0]!);
        const written = writer.write(batches[1]!);
        await server.stop('immediate');
        await server.run();
        await written;
        await writer.write(batches[2]!);
        await writer.settle();
        expect(await told(writer)).toEqual(await embedded(batches));
        await shared.close();
      } finally {
        await server.remove();
      }
    });
  });

  describe('opened', () => {
    afterEach(() => shared.close());

    it('can be asked with SQL, as docs/shared-catalogue.md does', async () => {
      const address = await shared.fresh();
      const writer = await shared.open(address);
      const [mentioned, other] = [year(1941), year(1950)].map((period, i) =>
        page(`https://a.br/${i}`, { segments: [{ start: 0, end: 5, periods: [period] }] }),
      );
      await writer.write({
        pages: [mentioned!, other!],
        geo: [
          geo('https://g.br/dentro.zip', { datasets: [layer('l', [-51.2, -30.1, -51.1, -30])] }),
          geo('https://g.br/fora.zip', { datasets: [layer('l', [-41, -20, -40, -19])] }),
        ],
      });
      const text = readFileSync(new URL('../../../docs/shared-catalogue.md', import.meta.url), 'utf8');
      const statements = /```sql\n([^`]+)```/.exec(text)![1]!.replaceAll(/--.*/g, '').split(';').slice(0, -1);
      const database = await shared.database(address);
      const found = await database.transaction(async (query) => {
        await query(`set local search_path = ${database.schema}, public`);
        const answers: unknown[] = [];
        for (const statement of statements) answers.push((await query(statement)).map(({ url }) => url));
        return answers;
      });
      expect(found).toEqual([['https://a.br/0'], ['https://g.br/dentro.zip']]);
    });

    it('says what is missing: PostGIS, tables', async () => {
      await expect(shared.open(await testDatabase())).rejects.toMatchObject({ code: 'TRF_CLUSTER_POSTGIS' });
      await expect(shared.open(await shared.fresh(), { readOnly: true })).rejects.toMatchObject({
        code: 'TRF_CLUSTER_EMPTY',
      });
    });

    it('brings together what a catalogue of before counted once a table', async () => {
      const address = await shared.fresh();
      const first = await shared.open(address);
      const batches = batchesOf(RECORDS, 24);
      for (const batch of batches) await first.write(batch);
      await first.settle();
      const wanted = await told(first);
      await first.close();
      const database = await shared.database(address);
      const query = (text: string) => database.query(text.replaceAll('@', `${database.schema}.catalogue_`));
      // As version 5 had it: every row counts, is searched, and belongs to nothing.
      await query('update @entity set live = true, thing = null where entity_table is not null');
      await query('insert into @unindexed (document, version) select id, 0 from @entity where live');
      const held = '(select count(*) from @entity entity where live)';
      await query(`update @counts set entities = ${held}`);
      await query(
        `update @site site set entities = (select count(*) from @entity entity where live and substring(url from '//([^/]+)/') = site.name)`,
      );
      const before = await shared.open(address);
      expect((await before.search(ask('tipo:entidade pessoa'))).total).toBe(
        (await before.summary()).entities,
      );
      expect((await before.summary()).entities).toBeGreaterThan(100);
      await before.close();
      for (const column of ['about', 'thing', 'named'])
        await query(`alter table @entity drop column ${column}`);
      await query('alter table @index_state drop column gathered');
      await database.query(`update ${database.schema}.version set version = 5 where room = 'catalogue'`);

      expect(await told(await shared.open(address))).toEqual(wanted);
      expect(await told(await shared.open(address, { readOnly: true }))).toEqual(wanted);
    });

    it('makes an index of another form again, and refuses to search in one', async () => {
      const address = await shared.fresh();
      const writer = await shared.open(address);
      const batches = batchesOf(RECORDS, 60);
      for (const batch of batches) await writer.write(batch);
      await writer.settle();
      const reader = await shared.open(address, { readOnly: true });
      const before = await told(reader);
      const database = await shared.database(address);
      await database.query(`update ${database.schema}.catalogue_index_state set form = 0`);
      await expect(reader.search(ask('maçã'))).rejects.toMatchObject({ code: 'TRF_CLUSTER_VERSION' });
      await expect(shared.open(address, { readOnly: true })).rejects.toMatchObject({
        code: 'TRF_CLUSTER_VERSION',
      });
      const again = await shared.open(address);
      expect(await told(again)).toEqual(before);
      expect(await told(reader)).toEqual(before);
    });
  });
});
