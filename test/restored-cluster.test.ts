/**
 * The drill of docs/scale.md: the database is lost, and what is restored is older than the archive. A crawl by the shared frontier, its
 * archive in a folder; a base backup, the log archived since; a moment is named; visits go on; the server is lost; it is restored to that
 * moment; workers go on.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enterSharedCrawl, initCluster } from '../src/cluster/shared-crawl.ts';
import type { SharedFrontier } from '../src/cluster/shared-frontier.ts';
import { beginSharedCrawl } from '../src/cluster/shared-plan.ts';
import {
  type Candidate,
  type FrontierOptions,
  type Lease,
  OUTCOME,
  URL_KIND,
} from '../src/frontier/index.ts';
import { clusterAddress, Database } from '../src/postgres/index.ts';
import { readRecordAt, scanFolder, WarcWriter } from '../src/warc/index.ts';
import { giveAway, POSTGRES_BIN, PostgresServer } from './postgres-server.ts';

const SITES = 5;
const PAGES = 14;
const OPTIONS: FrontierOptions = {
  policy: 'breadth-first',
  delay: 0,
  addressDelay: 0,
  capacity: Number.POSITIVE_INFINITY,
  queueBudget: Number.POSITIVE_INFINITY,
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

function candidate(site: number, page: number): Candidate {
  const queue = `sitio-${site}.test`;
  const url = `http://${queue}/${page}`;
  return {
    url,
    key: url,
    queue,
    priority: 50,
    depth: 1,
    hops: 0,
    redirects: 0,
    kind: URL_KIND.page,
    parent: 0,
  };
}

/** A page leads to two of its site, and to the next site's first: every page is found, from any of them. */
function linksOf({ url }: Lease): Candidate[] {
  const [, site, page] = /sitio-(\d+)\.test\/(\d+)/.exec(url)!.map(Number);
  const inside = [2 * page! + 1, 2 * page! + 2].filter((next) => next < PAGES);
  return [...inside.map((next) => candidate(site!, next)), candidate((site! + 1) % SITES, 0)];
}

const everyUrl = Array.from(
  { length: SITES * PAGES },
  (_, i) => candidate(i % SITES, Math.floor(i / SITES)).url,
).sort();

// Two servers are made in each, and a log is replayed: minutes on a machine that others use too.
const PATIENCE = 180_000;

describe.skipIf(POSTGRES_BIN === null)(
  'a database that is restored, older than the archive',
  { timeout: PATIENCE },
  () => {
    let folder: string;
    let archive: string;
    let primary: PostgresServer;
    let log: string;
    const servers: PostgresServer[] = [];
    const open: Database[] = [];

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tarrafa-drill-'));
      archive = join(folder, 'archive');
      // What the server itself writes.
      log = join(folder, 'log');
      mkdirSync(log);
      giveAway(folder);
      giveAway(log);
      primary = await PostgresServer.start({
        settings: [
          'wal_level=replica',
          'archive_mode=on',
          `archive_command=test ! -f ${log}/%f && cp %p ${log}/%f`,
        ],
      });
      servers.push(primary);
    }, PATIENCE);
    afterEach(async () => {
      for (const database of open.splice(0)) await database.close();
      for (const server of servers.splice(0)) await server.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    async function connect(address: string): Promise<Database> {
      const database = await Database.open(clusterAddress(address, {}), { application: 'drill' });
      open.push(database);
      return database;
    }

    async function begin(address: string): Promise<Database> {
      const database = await connect(address);
      await initCluster(database);
      await beginSharedCrawl(database, {
        ...OPTIONS,
        maxPages: Number.POSITIVE_INFINITY,
        ttl: 60_000,
        partitions: 0,
        store: null,
        settings: {},
      });
      return database;
    }

    const enter = (database: Database): Promise<SharedFrontier> =>
      enterSharedCrawl(database, OPTIONS, { name: 'one' });

    /** Visits so many pages, or all: each is archived, then ended with the place of its record. */
    async function visit(frontier: SharedFrontier, most = Number.POSITIVE_INFINITY): Promise<string[]> {
      const writer = WarcWriter.open(archive, { software: 'drill' });
      const visited: string[] = [];
      for (let waits = 0; visited.length < most && waits < 100; ) {
        const answer = await frontier.lease(1);
        if (answer.kind === 'empty' || answer.kind === 'spent') break;
        if (answer.kind !== 'leases') {
          waits++;
          await new Promise((resolve) => setTimeout(resolve, Math.min(300, answer.until - Date.now())));
          continue;
        }
        const [lease] = answer.leases;
        const { file, offset } = writer.writeExchange({
          url: lease!.url,
          date: Date.now(),
          status: 200,
          statusText: 'OK',
          httpVersion: '1.1',
          rawHeaders: ['Content-Type', 'text/html'],
          body: Buffer.from(`<title>${lease!.url}</title>`),
        });
        await frontier.end([
          {
            kind: 'complete',
            lease: lease!,
            outcome: OUTCOME.analysed,
            status: 200,
            accessedAt: Date.now(),
            bytes: 30,
            revisitAt: null,
            archived: { file, offset },
            links: linksOf(lease!),
            seal: () => null,
          },
        ]);
        visited.push(lease!.url);
      }
      writer.close();
      return visited;
    }

    interface Told {
      readonly url: string;
      readonly file: string;
      readonly pos: number;
    }

    /** Visits that the database knows, with the places of their answers. */
    async function visits(database: Database): Promise<Told[]> {
      const { schema } = database;
      const rows = await database.query<{ site: string; url: string; file: string; pos: number }>(
        `select s.name site, v.url, f.name file, v.pos from ${schema}.visit v join ${schema}.site s on s.id = v.site left join ${schema}.file f on f.id = v.file`,
      );
      return rows.map(({ site, url, file, pos }) => ({ url: `http://${site}${url}`, file, pos }));
    }

    async function queued(database: Database): Promise<string[]> {
      const { schema } = database;
      const rows = await database.query<{ site: string; url: string }>(
        `select s.name site, q.url from ${schema}.queue q join ${schema}.site s on s.id = q.site`,
      );
      return rows.map(({ site, url }) => `http://${site}${url}`).sort();
    }

    /** Answers in the archive that no visit names. */
    async function orphans(database: Database): Promise<string[]> {
      const named = new Set((await visits(database)).map(({ file, pos }) => `${file} ${pos}`));
      const found: string[] = [];
      for (const { file, record } of scanFolder(archive, null))
        if (record.type === 'response' && !named.has(`${file} ${record.offset}`)) found.push(record.url!);
      return found.sort();
    }

    it('goes on: later visits are queued again, nothing is lost, and the archive’s orphans are known', async () => {
      const address = await primary.database();
      const database = await begin(address);
      const frontier = await enter(database);
      await frontier.schedule([candidate(0, 0)]);
      const first = await visit(frontier, 12);
      const backup = primary.backUp();
      const second = await visit(frontier, 15);
      const waiting = await queued(database);
      await primary.nameMoment('ontem');
      const third = await visit(frontier, 18);
      expect([first.length, second.length, third.length]).toEqual([12, 15, 18]);
      expect(await orphans(database)).toEqual([]);
      await primary.stop('immediate');

      const restored = await PostgresServer.restore(backup, log, 'ontem');
      servers.push(restored);
      const again = await connect(address.replace(`:${primary.port}/`, `:${restored.port}/`));
      // As it was at that moment: what the log brought after the backup is there, what came later is not.
      expect((await visits(again)).map(({ url }) => url).sort()).toEqual([...first, ...second].sort());
      expect(await queued(again)).toEqual(waiting);
      expect(await orphans(again)).toEqual([...third].sort());
      // A visit that is known has its answer, for the archive is the newer of the two.
      for (const { url, file, pos } of await visits(again))
        expect((await readRecordAt(join(archive, file), pos)).url).toBe(url);

      // A worker of the same folder comes back, and goes on to the end.
      const worker = await enter(again);
      const fourth = await visit(worker);
      expect(new Set(fourth)).toEqual(
        new Set(everyUrl.filter((url) => ![...first, ...second].includes(url))),
      );
      expect((await visits(again)).map(({ url }) => url).sort()).toEqual(everyUrl);
      expect(await queued(again)).toEqual([]);
      // What was fetched twice is there twice; one of the two is the answer, and it is the one that is named.
      expect(await orphans(again)).toEqual([...third].sort());
      await worker.close();
      frontier.abandon();
    });

    it('fences a worker that has seen more than it has, and ends nothing of it', async () => {
      const database = await begin(await primary.database());
      const frontier = await enter(database);
      await frontier.schedule([candidate(0, 0)]);
      const first = await visit(frontier, 5);
      const backup = primary.backUp();
      await primary.nameMoment('ontem');
      await visit(frontier, 5);
      await primary.stop('immediate');
      // In its place: the worker finds it as it finds any server that was away.
      servers.push(await PostgresServer.restore(backup, log, 'ontem', primary.port));
      await expect(visit(frontier)).rejects.toMatchObject({ code: 'TRF_CLUSTER_FENCED' });
      expect((await visits(database)).map(({ url }) => url).sort()).toEqual([...first].sort());
      frontier.abandon();
      const worker = await enter(database);
      await visit(worker);
      expect((await visits(database)).map(({ url }) => url).sort()).toEqual(everyUrl);
      await worker.close();
    });
  },
);
