/** Crawls that several workers share, over real sockets and a real database, in one process for the sake of speed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../../samples/server.ts';
import { POSTGRES_BIN, testDatabase } from '../../test/postgres-server.ts';
import { readVisits } from '../crawl/index.ts';
import { seenHistory } from './cluster/seen-history.ts';
import type { ClusterOptions } from './cluster/shared-session.ts';
import { clusterStatus, initCluster, pauseCluster, stopCluster } from './cluster.ts';
import { type CollectSettings, collect } from './collect.ts';
import { loopbackResolver } from './input/loopback-resolver.ts';
import { work } from './work.ts';

const HOSTS = [
  'www.camara-serraverde-exemplo.leg.br',
  'www.copadosvales-exemplo.com.br',
  'docs.jangada-exemplo.dev.br',
  'espelho.jangada-exemplo.net.br',
  'www.clubedeleitura-exemplo.pt',
  'www.lojadoartesao-exemplo.com.br',
];

/** Opened once, by whoever has seen what others wait for. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe.skipIf(POSTGRES_BIN === null)('a crawl that several workers share', () => {
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-work-'));
  let web: SampleWeb;
  let settings: CollectSettings;
  let alone: readonly string[];
  beforeAll(async () => {
    web = await startSampleWeb({ sites: HOSTS });
    settings = {
      seeds: web.seeds,
      delay: 0,
      addressDelay: 0,
      workers: 0,
      concurrency: 6,
      content: false,
    };
    const out = join(root, 'alone');
    await collect(out, settings, { resolver: resolver() });
    alone = await visited([out]);
  });
  afterAll(async () => {
    await web.close();
    rmSync(root, { recursive: true, force: true });
  });

  const resolver = () => loopbackResolver((hostname) => web.resolve(hostname));

  /** What was visited and how it ended, of all folders. */
  async function visited(folders: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const folder of folders)
      for await (const { url, outcome, status } of readVisits(join(folder, 'visits.jsonl')))
        found.push(`${url} ${outcome} ${status}`);
    return found.sort();
  }

  /** So many workers, the first of which begins the crawl. */
  async function together(
    name: string,
    workers: number,
    more: CollectSettings = {},
    shared: Partial<ClusterOptions> = {},
    address: string | null = null,
  ) {
    const place = { address: address ?? (await testDatabase()) };
    const folders = Array.from({ length: workers }, (_, i) => join(root, `${name}-${i}`));
    const begun = gate();
    const first = collect(
      folders[0]!,
      { ...settings, ...more },
      {
        resolver: resolver(),
        cluster: { place, timeToLive: 3_000, ...shared },
        onProgress: ({ kind }) => kind === 'joined' && begun.open(),
      },
    );
    await Promise.race([begun.opened, first]);
    const rest = folders.slice(1).map((folder) => work(folder, { resolver: resolver(), cluster: { place } }));
    return { place, folders, results: await Promise.all([first, ...rest]) };
  }

  it.each([1, 2, 4, 8])(
    '[T-PAR-2] visits the same URLs with the same outcomes, each once, by %i workers',
    async (workers) => {
      const { place, folders, results } = await together(`equal${workers}`, workers);
      expect(results.map(({ reason }) => reason)).toEqual(folders.map(() => 'frontier-empty'));
      expect(await visited(folders)).toEqual(alone);
      const { figures, workers: left, health } = await clusterStatus(place);
      expect(figures).toMatchObject({ queued: 0, completed: alone.length, known: alone.length });
      expect(left.every(({ isAlive }) => !isAlive)).toBe(true);
      expect(health.leasedSites).toBe(0);
    },
  );

  it('[T-PAR-2] divided in parts, each worker asks its own sites alone, and counts the links to others', async () => {
    const address = await testDatabase();
    await initCluster({ address });
    // Which part a site is of follows from numbers that each crawl draws: of six sites all are of one part in three draws of a hundred.
    const sql = postgres(address, { max: 1, onnotice: () => {} });
    await sql.unsafe(`create function tarrafa.drawn() returns trigger language plpgsql as
        $$ begin new.seed_a := 2; new.seed_b := 2; return new; end $$;
      create trigger drawn before insert on tarrafa.crawl for each row execute function tarrafa.drawn()`);
    const firewall = { exchange: 'firewall', workers: 2 } as const;
    const { place, folders } = await together('parts', 2, {}, firewall, address);
    const each = await Promise.all(folders.map((folder) => visited([folder])));
    const sites = each.map((lines) => new Set(lines.map((line) => new URL(line.split(' ')[0]!).host)));
    expect(sites.every(({ size }) => size > 0)).toBe(true);
    expect([...sites[0]!].filter((host) => sites[1]!.has(host))).toEqual([]);
    expect(each.flat().filter((line) => !alone.includes(line))).toEqual([]);
    const { figures } = await clusterStatus(place);
    expect(figures.dropped.elsewhere).toBeGreaterThan(0);
    const [row] =
      await sql`select count(*)::int as strange from tarrafa.visit v join tarrafa.worker w on w.id = v.worker
      where (v.site & 1048575) % 2 <> w.part`;
    await sql.end();
    expect(row!.strange).toBe(0);
  });

  it('makes exactly as many pages as were asked for, whoever makes them', async () => {
    const { place, results } = await together('budget', 3, { maxPages: 77 });
    expect(results.map(({ reason }) => reason)).toEqual(['page-budget', 'page-budget', 'page-budget']);
    expect(results.reduce((sum, { pages }) => sum + pages, 0)).toBe(77);
    expect((await clusterStatus(place)).figures).toMatchObject({ pages: 77, pagesLeft: 0 });
    // With more to make, whoever comes goes on.
    const more = await collect(
      join(root, 'budget-0'),
      { ...settings, maxPages: 90 },
      { resolver: resolver(), cluster: { place } },
    );
    expect(more).toMatchObject({ reason: 'page-budget', sessionPages: 13 });
  });

  it('goes without analysis where the database has no PostGIS, and says so; who insists on it is refused', async () => {
    const place = { address: await testDatabase() };
    const few = { ...settings, maxPages: 3 };
    const told: string[] = [];
    await collect(join(root, 'unanalysed'), few, {
      resolver: resolver(),
      cluster: { place, analyse: 'where-possible' },
      onProgress: (progress) => progress.kind === 'analysis' && told.push(progress.state),
    });
    expect(told).toEqual(['impossible']);
    await expect(
      work(join(root, 'insists'), { resolver: resolver(), cluster: { place, analyse: 'always' } }),
    ).rejects.toMatchObject({ code: 'TRF_CLUSTER_POSTGIS' });
  });

  it('is suspended, goes on, and is stopped by who runs it', async () => {
    const place = { address: await testDatabase() };
    await initCluster(place);
    let told = 0;
    const began = gate();
    const running = collect(
      join(root, 'directed'),
      { ...settings, delay: 40 },
      {
        resolver: resolver(),
        cluster: { place, timeToLive: 600 },
        onProgress: (progress) => {
          if (progress.kind === 'crawling') told++;
          if (progress.kind === 'joined') began.open();
        },
      },
    );
    await began.opened;
    await pauseCluster(place, true);
    // It has heard of it when a beat has passed and nothing is under way.
    await expect
      .poll(async () => (await clusterStatus(place)).workers[0]?.about.inFlight, { timeout: 20_000 })
      .toBe(0);
    expect((await clusterStatus(place)).state).toBe('paused');
    const seen = told;
    const { completed } = (await clusterStatus(place)).figures;
    await expect.poll(() => told, { timeout: 20_000 }).toBeGreaterThan(seen + 1);
    expect((await clusterStatus(place)).figures.completed).toBe(completed);
    await pauseCluster(place, false);
    await expect
      .poll(async () => (await clusterStatus(place)).figures.completed, { timeout: 20_000 })
      .toBeGreaterThan(completed);
    expect(await stopCluster(place)).toBe(1);
    expect((await running).reason).toBe('interrupted');
    expect((await clusterStatus(place)).state).toBe('stopped');
    // Who comes then asks nobody, and is told why.
    const another = work(join(root, 'late'), { resolver: resolver(), cluster: { place } });
    await expect(another).rejects.toMatchObject({ code: 'TRF_CLUSTER_STOPPED', exit: 130 });
  });

  it('remembers in its folder the latest history of a database that has several hosts', async () => {
    const address = await testDatabase();
    const place = { address: address.replace(/@(.*)\//, '@$1,$1/') };
    const folder = join(root, 'history');
    await collect(folder, { ...settings, maxPages: 1 }, { resolver: resolver(), cluster: { place } });
    expect(seenHistory(folder)).toBe(1);
    expect(seenHistory(join(root, 'alone'))).toBe(0);
  });

  it('refuses the folder of another crawl, and lets nobody take a worker for a crawl of its own', async () => {
    const place = { address: await testDatabase() };
    const given = { resolver: resolver(), cluster: { place } };
    await expect(work(join(root, 'nothing'), given)).rejects.toMatchObject({ code: 'TRF_CLUSTER_EMPTY' });
    await expect(collect(join(root, 'alone'), settings, given)).rejects.toMatchObject({
      code: 'TRF_FOLDER_NOT_OF_WORKER',
    });
    const folder = join(root, 'equal2-0');
    await expect(collect(folder, settings, { resolver: resolver() })).rejects.toMatchObject({
      code: 'TRF_FOLDER_OF_WORKER',
    });
    await expect(work(folder, given)).rejects.toMatchObject({ code: 'TRF_FOLDER_OF_WORKER' });
    await expect(
      collect(join(root, 'other-rules'), { ...settings, policy: 'breadth-first' }, given),
    ).rejects.toMatchObject({ code: 'TRF_SETTINGS_CHANGED' });
    await expect(collect(join(root, 'fresh'), settings, { ...given, fresh: true })).rejects.toMatchObject({
      code: 'TRF_CONFIG_INVALID',
    });
    writeFileSync(join(root, 'equal2-1', 'worker.json'), '{');
    await expect(collect(join(root, 'equal2-1'), settings, given)).rejects.toMatchObject({
      code: 'TRF_STORAGE_DAMAGED',
    });
  });
});
