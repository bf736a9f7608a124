/** Records of a shared archive that do not count: what they say is found nowhere, and nobody takes them for damage. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN, testDatabase } from '../../../test/postgres-server.ts';
import { type TinyWeb, tinyWeb } from '../../../test/tiny-web.ts';
import { ArchivedCaptures, SharedCatalogue } from '../../catalogue/postgres/index.ts';
import { parseLine } from '../../catalogue/query/index.ts';
import { readVisits, type Visit } from '../../crawl/index.ts';
import { PostgresDeskStore } from '../../desk/index.ts';
import type { Database } from '../../postgres/index.ts';
import { type CheckFinding, surt } from '../../warc/index.ts';
import { archivedRecord, checkArchive, listArchive } from '../archives.ts';
import { collect } from '../collect.ts';
import { analyseCluster } from './analyse-cluster.ts';
import { checkCluster } from './check-cluster.ts';
import { openCluster } from './cluster-place.ts';
import { exportCrawl } from './export-crawl.ts';

const [ONE, OTHER] = ['www.camara-serraverde-exemplo.leg.br', 'www.copadosvales-exemplo.com.br'];
const LIE = `<title>Mentira</title><p>Uma crônica sobre a jabuticaba que não havia, contada por quem não esteve na serra.</p>
  <a href="/boa">carambola</a>`;
const PAGES = {
  [ONE]: {
    '/': '<title>Início</title><p>Uma página com palavras bastantes.</p><a href="/mentira">um</a> <a href="/orfa">dois</a> <a href="/boa">três</a>',
    '/mentira': LIE,
    '/orfa':
      '<title>Órfã</title><p>Uma crônica sobre a pitanga do quintal, contada por quem esperava a chuva.</p>',
    '/boa':
      '<title>Boa</title><p>Uma crônica sobre o cajueiro da praia, contada por quem voltava do mar.</p>',
  },
  [OTHER]: { '/': LIE },
};

describe.skipIf(POSTGRES_BIN === null)('records of a shared archive that do not count', () => {
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-counted-'));
  const [w1, w2, cache] = [join(root, 'w1'), join(root, 'w2'), join(root, 'cache')];
  let web: TinyWeb;
  let place: { address: string };
  let database: Database;
  let visits: readonly Visit[];
  let name: string;

  const visitOf = (path: string): Visit & { warc: { file: string; offset: number } } =>
    visits.find(({ url }) => url === `http://${ONE}${path}`) as never;
  const analyse = async (rebuild = false) =>
    analyseCluster(place, { archives: [w1, w2], cache, rebuild, threads: 0 });
  const found = async (word: string): Promise<string[]> => {
    const catalogue = await SharedCatalogue.open(database, { copies: cache, readOnly: true });
    try {
      const { hits } = await catalogue.search(parseLine(word, { gazetteer: null, today: 20_000 }));
      return hits.map(({ url }) => url ?? '');
    } finally {
      await catalogue.close();
    }
  };
  const captures = async (path: string) =>
    (await new ArchivedCaptures(database).of(surt(`http://${ONE}${path}`))).length;
  const orphans = async (): Promise<string[]> => {
    const told: CheckFinding[] = [];
    const result = await checkCluster(place, { folders: [w1, w2], onFinding: (one) => told.push(one) });
    expect(result).toMatchObject({ errors: 0, warnings: 0, orphans: told.length });
    return told.map(({ file, offset, severity, message }) => {
      expect([file, severity]).toEqual([`${name}/${visitOf('/orfa').warc.file}`, 'orphan']);
      const visit = visits.find(({ warc }) => warc?.offset === offset)!;
      return `${new URL(visit.url).pathname} ${message}`;
    });
  };
  /** Of a visit, what says so in the database. */
  const unname = async (offset: number) =>
    database.query<{ row: string }>(
      `with gone as (delete from ${database.schema}.visit v using ${database.schema}.file f, ${database.schema}.worker w
         where v.file = f.id and w.id = f.worker and w.name = $1 and v.pos = $2 returning v.*) select gone::text as row from gone`,
      [name, offset],
    );

  beforeAll(async () => {
    web = await tinyWeb(PAGES);
    place = { address: await testDatabase(['postgis']) };
    const settings = { delay: 1, addressDelay: 0, content: false, workers: 0, sitemaps: false } as const;
    for (const [folder, host] of [
      [w1, ONE],
      [w2, OTHER],
    ] as const)
      await collect(
        folder,
        { ...settings, seeds: [`http://${host}/`] },
        { resolver: web.resolver, cluster: { place, timeToLive: 10_000 } },
      );
    database = await openCluster(place, 'test');
    name = JSON.parse(readFileSync(join(w1, 'worker.json'), 'utf8')).name;
    visits = await all(readVisits(join(w1, 'visits.jsonl')));
  });
  afterAll(async () => {
    await database?.close();
    await web?.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('are not read when no visit names them, and are when one comes to', async () => {
    const { offset } = visitOf('/orfa').warc;
    const [gone] = await unname(offset);
    await analyse();
    expect(await found('cajueiro')).toEqual([`http://${ONE}/boa`]);
    expect(await found('pitanga')).toEqual([]);
    expect(await captures('/orfa')).toBe(0);
    expect(await orphans()).toEqual([
      '/orfa no visit of the crawl names it: it does not count, and is not shown',
    ]);
    await database.query(
      `insert into ${database.schema}.visit select ($1::text::${database.schema}.visit).*`,
      [gone!.row],
    );
    await analyse();
    expect(await found('pitanga')).toEqual([`http://${ONE}/orfa`]);
    expect(await captures('/orfa')).toBe(1);
    expect(await orphans()).toEqual([]);
  });

  it('are taken out with all that only they said when the desk takes them back, and stay out when everything is read again', async () => {
    expect(await found('jabuticaba')).toEqual([`http://${ONE}/mentira`]);
    expect(await found('carambola')).toEqual([`http://${ONE}/boa`]);
    const store = await PostgresDeskStore.open(database);
    const { id: volunteer } = await store.invite('ana');
    const { url, warc } = visitOf('/mentira');
    const marks = { status: 200, location: null, digest: '', simhash: null, links: [], told: false };
    const candidate = { url, key: url, queue: ONE, priority: 50, depth: 1, hops: 1, redirects: 0, parent: 0 };
    const page = await store.take({ volunteer, candidate: { ...candidate, kind: 0 }, marks }, Date.now());
    await store.placed(page, { worker: name, ...warc });
    await store.quarantine(volunteer);
    for (const rebuild of [false, true]) {
      await analyse(rebuild);
      // Who has the same words by his own account is shown by them, and by his address.
      expect(await found('jabuticaba')).toEqual([`http://${OTHER}/`]);
      expect(await found('carambola')).toEqual([]);
      expect(await found('pitanga')).toEqual([`http://${ONE}/orfa`]);
      expect([await captures('/mentira'), await captures('/boa')]).toEqual([0, 1]);
    }
    expect(await orphans()).toEqual([
      '/mentira brought by a volunteer who is believed no more: it does not count, and is not shown',
    ]);
  });

  it('do not leave with the crawl, and what does is found where it is said to be', async () => {
    const out = join(root, 'out');
    const { withoutArchive } = await exportCrawl(place, out, { folders: [w1, w2] });
    expect(withoutArchive).toBe(0);
    expect(await checkArchive([out])).toMatchObject({ errors: 0, warnings: 0 });
    const urls = (await all(listArchive([out]))).map((record) => record.url);
    expect(urls).toContain(`http://${ONE}/boa`);
    expect(urls).not.toContain(`http://${ONE}/mentira`);
    for await (const { url, warc, title } of readVisits(join(out, 'visits.jsonl'))) {
      if (url.endsWith('/mentira')) expect([warc, title]).toEqual([undefined, undefined]);
      else {
        const { fields } = await archivedRecord(join(out, 'archive', warc!.file), { offset: warc!.offset });
        expect(fields).toContainEqual(['WARC-Target-URI', url]);
      }
    }
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
