import { afterAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN } from '../../../test/postgres-server.ts';
import { migrate } from '../../postgres/index.ts';
import { ArchiveReadings } from './archive-readings.ts';
import { type ArchivedCapture, ArchivedCaptures } from './archived-captures.ts';
import { prepareSharedCatalogue } from './open-shared-catalogue.ts';
import { postgisSchema } from './postgis.ts';
import { catalogueMigrations } from './schema.ts';
import { SharedCatalogues } from './shared-catalogue.suite.ts';

const shared = new SharedCatalogues();

/** A schema with the tables of a catalogue. */
async function prepared(): Promise<string> {
  const address = await shared.fresh();
  await prepareSharedCatalogue(await shared.database(address));
  return address;
}

const capture = (key: string, timestamp: string, given: Partial<ArchivedCapture> = {}): ArchivedCapture => ({
  key,
  timestamp,
  url: `http://${key}`,
  mime: 'text/html',
  status: 200,
  digest: 'sha1:A',
  filename: 'w1/a.warc.gz',
  offset: Number(timestamp.slice(-4)),
  length: 10,
  ...given,
});

describe.skipIf(POSTGRES_BIN === null)('files of an archive that several read', () => {
  afterAll(() => shared.close());

  it('are each taken by one, and by another when they are given back', async () => {
    const address = await prepared();
    const one = new ArchiveReadings(await shared.database(address));
    const other = new ArchiveReadings(await shared.database(address));
    expect([...(await one.take(['w1/a', 'w1/b']))].sort()).toEqual(['w1/a', 'w1/b']);
    expect([...(await other.take(['w1/b', 'w2/c']))]).toEqual(['w2/c']);
    expect([one.has('w1/b'), other.has('w1/b')]).toEqual([true, false]);
    await one.release(['w1/b']);
    expect([...(await other.take(['w1/b']))]).toEqual(['w1/b']);
    await one.close();
    await other.close();
  });

  it('stay with a process that lives however long it reads, and go to others when it is dead', async () => {
    const address = await prepared();
    const living = new ArchiveReadings(await shared.database(address), { time: 600 });
    const dead = await shared.database(address);
    await new ArchiveReadings(dead, { time: 600 }).take(['w1/dead']);
    await living.take(['w1/living']);
    // It is heard no more.
    await dead.close();
    const next = new ArchiveReadings(await shared.database(address));
    const taken = new Set<string>();
    await expect
      .poll(
        async () => {
          for (const file of await next.take(['w1/living', 'w1/dead'])) taken.add(file);
          return taken.has('w1/dead');
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    expect(taken).toEqual(new Set(['w1/dead']));
    expect(living.has('w1/living')).toBe(true);
    await living.close();
    await next.close();
  });
});

describe.skipIf(POSTGRES_BIN === null)('tables of a catalogue that an earlier version made', () => {
  afterAll(() => shared.close());

  it('are brought forward by who writes or serves, and refused by who only reads until then', async () => {
    const address = await shared.fresh();
    const database = await shared.database(address);
    const { room, steps } = catalogueMigrations(await postgisSchema(database));
    await migrate(database, { room, steps: steps.slice(0, 1) });
    await database.query(
      `insert into ${database.schema}.catalogue_archive_file (name, analysed) values ('w1/a.warc.gz', 77)`,
    );
    await expect(shared.open(address, { readOnly: true })).rejects.toMatchObject({
      code: 'TRF_CLUSTER_VERSION',
    });
    await prepareSharedCatalogue(database);
    const reader = await shared.open(address, { readOnly: true });
    expect(await reader.marks()).toEqual([{ file: 'w1/a.warc.gz', offset: 77 }]);
    const captures = new ArchivedCaptures(database);
    await captures.write([capture('br,exemplo)/', '20240101000001')]);
    expect(await captures.of('br,exemplo)/')).toHaveLength(1);
    // A file that was replaced is forgotten, and where its captures stood.
    const writer = await shared.open(address);
    await writer.write({ forget: ['w1/a.warc.gz'] });
    expect(await captures.of('br,exemplo)/')).toEqual([]);
  });

  it('count their sites anew, by host', async () => {
    const address = await shared.fresh();
    const database = await shared.database(address);
    const { room, steps } = catalogueMigrations(await postgisSchema(database));
    await migrate(database, { room, steps: steps.slice(0, 4) });
    const s = database.schema;
    await database.query(
      `insert into ${s}.catalogue_site (name, pages, first_fetched) values ('a.br', 3, 1)`,
    );
    for (const [id, url] of [
      [1, 'https://WWW.a.br/1'],
      [2, 'http://b.a.br:8080/1'],
      [3, 'ftp:nada'],
    ] as const) {
      await database.query(
        `insert into ${s}.catalogue_address (id, hash, url, page) values ($1, gen_random_uuid(), $2, $1)`,
        [id, url],
      );
      await database.query(
        `insert into ${s}.catalogue_page (id, address, site, fetched_at, digest, status, type, title, text_bytes, spoken, content)
          values ($1, $1, 1, 7, '', 200, 'article', '', 0, '{}', '')`,
        [id],
      );
      await database.query(
        `insert into ${s}.catalogue_capture (address, fetched_at, page) values ($1, $2::bigint, $1)`,
        [id, 4 + id],
      );
    }
    await database.query(
      `insert into ${s}.catalogue_entity (id, live, site, url, type, name, content) values (4, true, 1, 'https://b.a.br/e', 'T', 'E', '')`,
    );
    await prepareSharedCatalogue(database);
    const reader = await shared.open(address, { readOnly: true });
    expect((await reader.sites()).items).toEqual([
      { site: 'a.br', pages: 2, entities: 0, geoFiles: 0, firstFetched: 5, lastFetched: 7 },
      { site: 'b.a.br', pages: 1, entities: 1, geoFiles: 0, firstFetched: 6, lastFetched: 6 },
    ]);
  });
});

describe.skipIf(POSTGRES_BIN === null)('captures of an archive that several make', () => {
  afterAll(() => shared.close());

  it('are found by address, oldest first, by site and by page, each once however often they are written', async () => {
    const captures = new ArchivedCaptures(await shared.database(await prepared()));
    const long = `br,exemplo)/${'a'.repeat(5_000)}`;
    const written = [
      capture('br,exemplo)/', '20240101000002', { filename: 'w2/b.warc.gz' }),
      capture('br,exemplo)/', '20240101000001'),
      capture('br,exemplo)/', '20240101000003', { mime: 'warc/revisit', status: null, digest: null }),
      capture(long, '20240101000004'),
      capture(`${long}b`, '20240101000005'),
      capture('br,exemplo,www)/', '20240101000006'),
      capture('pt,exemplo:8080)/x', '20240101000007'),
    ];
    await captures.write(written);
    await captures.write(written);
    expect(
      (await captures.of('br,exemplo)/')).map(({ timestamp, filename }) => [timestamp.slice(-1), filename]),
    ).toEqual([
      ['1', 'w1/a.warc.gz'],
      ['2', 'w2/b.warc.gz'],
      ['3', 'w1/a.warc.gz'],
    ]);
    expect(await captures.of(long)).toEqual([written[3]]);
    expect(await captures.of('br,exemplo)/nada')).toEqual([]);
    expect(await captures.sites('', 10)).toEqual(['br,exemplo', 'br,exemplo,www', 'pt,exemplo:8080']);
    expect(await captures.sites('br,exemplo', 1)).toEqual(['br,exemplo,www']);
    const pages = await captures.pages('br,exemplo', '', 10);
    expect(pages.map(({ key, timestamp }) => [key.length, timestamp.slice(-1)])).toEqual([
      [12, '2'],
      [5_012, '4'],
      [5_013, '5'],
    ]);
    expect((await captures.pages('br,exemplo', long, 10)).map(({ key }) => key.length)).toEqual([5_013]);
  });
});
