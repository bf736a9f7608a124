/**
 * A crawl along a period by several workers: what is visited, and how many pages refer to each URL, as one process has it and as the truth of the web
 * says. The two processes of which one is killed are the built command; the other crawls are many, and in one process for the sake of speed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sampleAddress } from '../samples/resolver.ts';
import { exportCrawl } from '../src/app/cluster/export-crawl.ts';
import { importCrawl } from '../src/app/cluster/import-crawl.ts';
import { type CollectSettings, collect } from '../src/app/collect.ts';
import { loopbackResolver } from '../src/app/input/loopback-resolver.ts';
import { work } from '../src/app/work.ts';
import { Names } from '../src/cluster/names.ts';
import { crawlPaths, queueOf, readPolicyEntries, readVisits } from '../src/crawl/index.ts';
import { RemoteReferences } from '../src/time/crawl/index.ts';
import { normaliseUrl } from '../src/url/index.ts';
import { DATED_PERIOD, type DatedWeb, datedWeb, keyOf } from './dated-web.ts';
import { POSTGRES_BIN, testDatabase } from './postgres-server.ts';
import { AS_TABLE, MAIN, spawnTarrafa } from './tarrafa-process.ts';

const PATIENCE = 60_000;

describe.skipIf(POSTGRES_BIN === null)('a crawl along a period', { timeout: 3 * PATIENCE }, () => {
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-references-'));
  const at = (name: string): string => join(root, name);
  const running = new Set<ChildProcess>();
  let web: DatedWeb;
  let settings: CollectSettings;
  /** What one process visits by itself, and how that ends. */
  let alone: readonly string[];
  let truth: readonly (readonly [string, number])[];

  beforeAll(async () => {
    web = await datedWeb(10, 8, 7, 2);
    truth = [...web.truth.visited].sort().map((key) => [key, web.truth.references.get(key) ?? 0] as const);
    settings = {
      seeds: web.seeds,
      when: DATED_PERIOD,
      whenProfile: 'thesis',
      delay: 0,
      addressDelay: 0,
      workers: 0,
      concurrency: 2,
      content: false,
    };
    await collect(at('alone'), settings, { resolver: resolver() });
    alone = await visited(['alone']);
    expect([...new Set(alone.map((line) => keyOf(line.split(' ')[0]!)))].sort()).toEqual(
      truth.map(([key]) => key),
    );
  });
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  afterAll(async () => {
    await web.close();
    rmSync(root, { recursive: true, force: true });
  });

  const resolver = () => loopbackResolver((hostname) => sampleAddress(hostname, web.doors[0]!));

  async function visited(folders: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const folder of folders)
      for await (const { url, outcome, status } of readVisits(crawlPaths(at(folder)).visits))
        found.push(`${url} ${outcome} ${status}`);
    return found.sort();
  }

  /** As the folder of one process has it. */
  function countedIn(folder: string): (readonly [string, number])[] {
    const counts = RemoteReferences.of(readPolicyEntries(crawlPaths(at(folder)).policyLog));
    return truth.map(([key]) => [key, counts.count(key)] as const);
  }

  /** As the database has it, which counts nothing else. */
  async function counted(address: string): Promise<(readonly [string, number])[]> {
    const sql = postgres(address, { max: 1, onnotice: () => {} });
    const [crawl] = await sql<{ seed_a: number; seed_b: number }[]>`select seed_a, seed_b from tarrafa.crawl`;
    const rows = await sql<{ fp: string; n: number }[]>`
      select fp::text, n from tarrafa.reference_count where n > 0`;
    await sql.end();
    const names = new Names(crawl!.seed_a, crawl!.seed_b);
    const counts = new Map(rows.map(({ fp, n }) => [fp, n]));
    expect(counts.size).toBe(web.truth.references.size);
    return truth.map(([key]) => {
      const url = normaliseUrl(key);
      if (url.kind !== 'url') throw new RangeError(key);
      const site = names.site(queueOf(url, 'host'));
      return [key, counts.get(names.url(site, url.key)) ?? 0] as const;
    });
  }

  /** So many workers, the first of which begins the crawl; none gets an answer before all are there. */
  async function together(name: string, workers: number, more: CollectSettings = {}) {
    const place = { address: await testDatabase() };
    const folders = Array.from({ length: workers }, (_, i) => `${name}-${i}`);
    const hold = web.hold();
    let joined = 0;
    const isJoined = ({ kind }: { readonly kind: string }): void => {
      if (kind === 'joined' && ++joined === workers) hold.open();
    };
    const begun = await new Promise<{ readonly ended: Promise<unknown> }>((resolve) => {
      const ended = collect(
        at(folders[0]!),
        { ...settings, ...more },
        {
          resolver: resolver(),
          cluster: { place, timeToLive: 3_000 },
          onProgress: (progress) => {
            isJoined(progress);
            if (progress.kind === 'joined') resolve({ ended });
          },
        },
      );
    });
    const rest = folders
      .slice(1)
      .map((folder) => work(at(folder), { resolver: resolver(), cluster: { place }, onProgress: isJoined }));
    await Promise.all([begun.ended, ...rest]);
    return { place, folders };
  }

  it('by one process refers as often as the truth says', () => {
    expect(countedIn('alone')).toEqual(truth);
    expect(Math.max(...truth.map(([, count]) => count))).toBeGreaterThan(20);
  });

  it.each([1, 2, 4, 8])(
    '[T-PAR-3] by %i workers comes to the same URLs and the same counts of references as by one process',
    async (workers) => {
      const { place, folders } = await together(`by${workers}`, workers);
      expect(await visited(folders)).toEqual(alone);
      expect(await counted(place.address)).toEqual(countedIn('alone'));
    },
  );

  it('by two workers that learn on the way, each from its own pages, comes to the same URLs and counts too', async () => {
    const { place, folders } = await together('modern', 2, { whenProfile: 'modern' });
    expect(await visited(folders)).toEqual(alone);
    expect(await counted(place.address)).toEqual(truth);
  });

  /** The built command, by a door of its own. */
  function tarrafa(door: number, ...words: readonly string[]) {
    const own = ['--sample-web', String(web.doors[door]), '--concurrency', '2', '--workers', '0', '--json'];
    const child = spawn(process.execPath, [MAIN, ...words, ...own], { stdio: ['ignore', 'pipe', 'inherit'] });
    running.add(child);
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const ended = new Promise<number | null>((resolve) =>
      child.once('close', (code) => {
        running.delete(child);
        resolve(code);
      }),
    );
    return { child, ended, hasJoined: () => out.includes('"joined"') };
  }

  it('[T-PAR-3] by two processes, one of which is killed in the middle and comes again, has the same counts, and tells them', async () => {
    const cluster = await testDatabase();
    const hold = web.hold();
    const along = ['--when', DATED_PERIOD, '--when-profile', 'thesis', '--no-content'];
    const pace = ['--delay', '0', '--address-delay', '0', '--time-to-live', '3s'];
    const where = (folder: string) => ['--cluster', cluster, '--out', at(folder)];
    const first = tarrafa(0, 'crawl', ...web.seeds, ...where('first'), ...along, ...pace);
    await expect.poll(first.hasJoined, { timeout: PATIENCE }).toBe(true);
    const asked = web.asked(1);
    const second = tarrafa(1, 'worker', ...where('second'));
    // Ten sites, of which the first takes eight.
    await expect.poll(() => web.asked(1), { timeout: PATIENCE }).toBeGreaterThan(asked);
    hold.open();
    await expect.poll(() => web.asked(1), { timeout: PATIENCE, interval: 2 }).toBeGreaterThan(asked + 3);
    second.child.kill('SIGKILL');
    await second.ended;
    const again = tarrafa(1, 'worker', ...where('second'));
    expect([await first.ended, await again.ended]).toEqual([0, 0]);
    expect(await visited(['first', 'second'])).toEqual(alone);
    expect(await counted(cluster)).toEqual(countedIn('alone'));

    const [most, count] = truth.reduce((best, each) => (each[1] > best[1] ? each : best));
    const told = async (...of: readonly string[]): Promise<string> => {
      const child = spawn(process.execPath, [MAIN, 'explain', ...of, '--lang', 'en'], {
        env: { ...process.env, ...AS_TABLE },
      });
      running.add(child);
      let out = '';
      for await (const chunk of child.stdout) out += chunk;
      return out;
    };
    const said = `Pages that refer to it from inside the period: ${count}`;
    expect(await told(most, '--cluster', cluster)).toContain(said);
    expect(await told(at('alone'), most)).toContain(said);
  });

  /** By its definition: of the N URLs that most pages refer to, those among the N pages downloaded. */
  async function qualityOf(address: string): Promise<number> {
    const sql = postgres(address, { max: 1, onnotice: () => {} });
    const counts = await sql<{ fp: string; n: number }[]>`
      select fp::text, n from tarrafa.reference_count where n > 0`;
    const rows = await sql<
      { fp: string }[]
    >`select distinct fp::text from tarrafa.visit where outcome in (1, 2)`;
    await sql.end();
    const pages = new Set(rows.map(({ fp }) => fp));
    const order = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : 1);
    const most = [...counts].sort((a, b) => b.n - a.n || order(a.fp, b.fp)).slice(0, pages.size);
    return most.filter(({ fp }) => pages.has(fp)).length / most.length;
  }

  it('that was begun by several goes on in one process, and the other way round, with what was counted', async () => {
    const { place, folders } = await together('begun', 2, { maxPages: 25 });
    // How good the pages are that they chose, as the report tells a person.
    const words = ['report', '--cluster', place.address, '--json', '--lang', 'en', '--out', at('report')];
    const { shared } = JSON.parse((await spawnTarrafa(words)).stdout);
    expect(shared).toMatchObject({ workers: 2, downloaded: 25, distinct: 25, overlap: 0 });
    expect(shared.quality).toBeCloseTo(await qualityOf(place.address), 12);
    expect(shared.quality > 0.3 && shared.quality <= 1, String(shared.quality)).toBe(true);
    await exportCrawl(place, at('exported'), { folders: folders.map(at) });
    await collect(
      at('exported'),
      { ...settings, maxPages: Number.POSITIVE_INFINITY },
      { resolver: resolver() },
    );
    expect([await visited(['exported']), countedIn('exported')]).toEqual([alone, truth]);

    await collect(at('imported'), { ...settings, maxPages: 25 }, { resolver: resolver() });
    const into = { address: await testDatabase() };
    await importCrawl(at('imported'), into);
    await collect(
      at('imported'),
      { ...settings, maxPages: Number.POSITIVE_INFINITY },
      { resolver: resolver(), cluster: { place: into } },
    );
    expect([await visited(['imported']), await counted(into.address)]).toEqual([alone, truth]);
  });
});
