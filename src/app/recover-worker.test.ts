/** What is lost with a machine is collected again, and counted once. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN, testDatabase } from '../../test/postgres-server.ts';
import { page, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { readVisits } from '../crawl/index.ts';
import { clusterStatus } from './cluster.ts';
import { type CollectProgress, type CollectSettings, collect } from './collect.ts';
import { recoverWorker } from './recover-worker.ts';
import { work } from './work.ts';

const PAGES = 30;
const paths = Array.from({ length: PAGES }, (_, n) => `/n${n}`);

describe.skipIf(POSTGRES_BIN === null)('a machine that is gone', () => {
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-recover-'));
  let web: TinyWeb;
  beforeAll(async () => {
    web = await tinyWeb({
      'um.br': { '/': page(paths), ...Object.fromEntries(paths.map((path) => [path, page([], path)])) },
      'dois.br': {
        '/': page(['/pasta']),
        '/pasta': { status: 301, headers: { location: '/pasta/' } },
        '/pasta/': page([], 'pasta'),
      },
    });
  });
  afterAll(async () => {
    await web.close();
    rmSync(root, { recursive: true, force: true });
  });

  const settings = (more: CollectSettings = {}): CollectSettings => ({
    seeds: ['http://um.br/'],
    delay: 0,
    addressDelay: 0,
    workers: 0,
    concurrency: 2,
    content: false,
    sitemaps: false,
    ...more,
  });

  /** Ends a crawl that would wait for the time of the next visits. */
  function untilAll() {
    const stop = new AbortController();
    return {
      signal: stop.signal,
      onProgress: (progress: CollectProgress) => {
        if (progress.kind === 'crawling' && progress.status.pages > PAGES) stop.abort();
      },
    };
  }

  /** A worker of whose archive nothing reached a store, and whose folder is gone. */
  async function lose(name: string, more: CollectSettings) {
    const place = { address: await testDatabase() };
    const folder = join(root, name);
    const options = { resolver: web.resolver, cluster: { place, timeToLive: 1_000 } };
    await collect(folder, settings(more), { ...options, ...untilAll() });
    const visits = [];
    for await (const visit of readVisits(join(folder, 'visits.jsonl'))) visits.push(visit);
    rmSync(folder, { recursive: true });
    const worker = (await clusterStatus(place)).workers[0]!.name;
    return { place, worker, visits };
  }

  async function rows(address: string) {
    const sql = postgres(address, { max: 1, onnotice: () => {} });
    const found = await sql<{ fp: string; url: string; file: number | null }[]>`
      select fp::text, url, file from tarrafa.visit`;
    const waiting = await sql<{ key: string | null; url: string; again: boolean }[]>`
      select key, url, again from tarrafa.later`;
    await sql.end();
    return { visits: found, waiting };
  }

  it.each(['horizontal', 'breadth-first', 'priority'] as const)(
    'is made up for with exactly the pages that were asked for, by the policy %s',
    async (policy) => {
      const { place, worker, visits } = await lose(`budget-${policy}`, { policy, maxPages: 12 });
      expect((await clusterStatus(place)).figures).toMatchObject({ pages: 12, pagesLeft: 0 });
      await expect(recoverWorker(place, 'nobody')).rejects.toMatchObject({ code: 'TRF_WORKER_UNKNOWN' });
      const told: number[] = [];
      const lost = await recoverWorker(place, worker, { onProgress: ({ visits: n }) => told.push(n) });
      expect(lost).toEqual({ worker, visits: visits.length, queued: visits.length, bare: 0 });
      expect(told).toEqual([visits.length]);
      expect((await clusterStatus(place)).figures).toMatchObject({ pages: 0, completed: 0, pagesLeft: 12 });
      const again = await work(join(root, `again-${policy}`), { resolver: web.resolver, cluster: { place } });
      expect(again).toMatchObject({ reason: 'page-budget', pages: 12 });
      const { figures, archive } = await clusterStatus(place);
      expect(figures).toMatchObject({ pages: 12, pagesLeft: 0, completed: visits.length });
      expect(archive.lost).toBe(visits.length);
      const after = await rows(place.address);
      expect(new Set(after.visits.map(({ fp }) => fp)).size).toBe(after.visits.length);
    },
  );

  it('leaves URLs known under the form that they were known by', async () => {
    const { place, worker } = await lose('forms', { seeds: ['http://dois.br/'] });
    await recoverWorker(place, worker);
    const { waiting } = await rows(place.address);
    expect(Object.fromEntries(waiting.map(({ url, key }) => [url, key]))).toEqual({
      '/': 'http://dois.br',
      '/pasta': null,
      '/pasta/': 'http://dois.br/pasta 1',
    });
    await work(join(root, 'forms-again'), { resolver: web.resolver, cluster: { place } });
    expect((await clusterStatus(place)).figures).toMatchObject({ completed: 3, known: 3, queued: 0 });
  });

  it('of a crawl that visits again, each URL waits once', async () => {
    const { place, worker, visits } = await lose('revisits', {
      revisit: 'uniform',
      revisitInterval: 3_600_000,
    });
    expect(visits).toHaveLength(PAGES + 1);
    expect((await rows(place.address)).waiting).toHaveLength(PAGES + 1);
    const { queued } = await recoverWorker(place, worker);
    expect(queued).toBe(PAGES + 1);
    const { waiting } = await rows(place.address);
    expect(waiting.map(({ again }) => again)).toEqual(waiting.map(() => false));
    expect(waiting).toHaveLength(PAGES + 1);
    expect((await clusterStatus(place)).figures).toMatchObject({ scheduled: 0, queued: PAGES + 1 });
    await work(join(root, 'revisits-again'), {
      resolver: web.resolver,
      cluster: { place },
      ...untilAll(),
    });
    expect((await clusterStatus(place)).figures).toMatchObject({ queued: 0, scheduled: PAGES + 1 });
    expect((await rows(place.address)).visits).toHaveLength(PAGES + 1);
  });

  it('that comes back after all does no harm', async () => {
    const place = { address: await testDatabase() };
    const store = join(root, 'arquivo');
    mkdirSync(store);
    const folder = join(root, 'back');
    const options = { resolver: web.resolver, cluster: { place, timeToLive: 1_000 } };
    const { pages } = await collect(folder, settings(), options);
    const { name } = (await clusterStatus(place)).workers[0]!;
    expect((await recoverWorker(place, name)).queued).toBe(pages);
    // It now has a store, and sends what it has; nobody speaks of that any more, and all is fetched again.
    const again = await collect(folder, settings(), { ...options, cluster: { ...options.cluster, store } });
    expect(again.sessionPages).toBe(pages);
    const { figures, archive } = await clusterStatus(place);
    expect(figures).toMatchObject({ completed: pages, queued: 0 });
    expect(archive).toMatchObject({ waiting: [], store });
    expect(archive.files).toBeGreaterThan(1);
  });
});
