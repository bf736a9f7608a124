/**
 * The archive of a crawl by several workers, kept in a bucket one request of twenty of which fails, the way a person runs it: the built command,
 * real sockets, a real database. One worker is killed and started again in its folder; of another the machine is lost, folder and all.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../samples/server.ts';
import { type ClusterStatus, clusterStatus } from '../src/app/cluster.ts';
import { collect } from '../src/app/collect.ts';
import { loopbackResolver } from '../src/app/input/loopback-resolver.ts';
import { readVisits } from '../src/crawl/index.ts';
import { POSTGRES_BIN, testDatabase } from './postgres-server.ts';
import { QUICK_S3_FAULTS, S3Double } from './s3-double.ts';
import { type StoredVisits, storedVisits } from './stored-visits.ts';
import { AS_TABLE, MAIN } from './tarrafa-process.ts';

const HOSTS = [
  'www.camara-serraverde-exemplo.leg.br',
  'www.copadosvales-exemplo.com.br',
  'docs.jangada-exemplo.dev.br',
  'espelho.jangada-exemplo.net.br',
  'www.clubedeleitura-exemplo.pt',
  'www.lojadoartesao-exemplo.com.br',
];
const PATIENCE = 60_000;
const CONCURRENCY = 4;

interface Event {
  readonly event: string;
  readonly [name: string]: unknown;
}

/** A command that runs. */
class Running {
  readonly child: ChildProcess;
  readonly events: Event[] = [];
  readonly ended: Promise<number | null>;
  stdout = '';
  stderr = '';

  constructor(args: readonly string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [MAIN, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: tmpdir(), LANG: 'en', ...AS_TABLE, ...env },
    });
    let line = '';
    this.child.stdout!.on('data', (chunk: Buffer) => {
      this.stdout += chunk;
      const lines = (line + chunk).split('\n');
      line = lines.pop()!;
      for (const each of lines) if (each.startsWith('{')) this.events.push(JSON.parse(each));
    });
    this.child.stderr!.on('data', (chunk: Buffer) => {
      this.stderr += chunk;
    });
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  count(name: string): number {
    return this.events.filter(({ event }) => event === name).length;
  }

  has(name: string): boolean {
    return this.count(name) > 0;
  }

  get name(): string {
    return String(this.events.find(({ event }) => event === 'joined')?.name);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

describe.skipIf(POSTGRES_BIN === null)(
  'the archive of a crawl by several workers',
  { timeout: 3 * PATIENCE },
  () => {
    const root = mkdtempSync(join(tmpdir(), 'tarrafa-cluster-store-'));
    const running: Running[] = [];
    let web: SampleWeb;
    let double: S3Double;
    /** What one process visits. */
    let alone: readonly string[];
    let askedAlone: number;

    beforeAll(async () => {
      web = await startSampleWeb({ sites: HOSTS });
      double = await S3Double.start();
      const out = join(root, 'alone');
      const resolver = loopbackResolver((hostname) => web.resolve(hostname));
      await collect(
        out,
        { seeds: web.seeds, delay: 0, addressDelay: 0, workers: 0, concurrency: 6, content: false },
        { resolver },
      );
      const found: string[] = [];
      for await (const { url, status } of readVisits(join(out, 'visits.jsonl')))
        found.push(`${url} ${status}`);
      alone = found.sort();
      askedAlone = pagesAsked();
    });
    afterEach(async () => {
      for (const one of running.splice(0)) if (one.child.exitCode === null) await one.kill();
      double.failing(0, 1);
    });
    afterAll(async () => {
      await web.close();
      await double.stop();
      rmSync(root, { recursive: true, force: true });
    });

    const pagesAsked = (): number =>
      web.requests.entries().filter(({ path }) => path !== '/robots.txt').length;

    const tarrafa = (args: readonly string[], env: NodeJS.ProcessEnv = double.environment): Running => {
      const one = new Running(args, env);
      running.push(one);
      return one;
    };

    const own = ['--sample-web', '', '--json', '--concurrency', String(CONCURRENCY), '--workers', '0'];
    const flags = () => own.map((word) => (word === '' ? String(web.port) : word));

    /** The first worker: it begins the crawl. */
    function begin(place: string, out: string, store: string, { delay = '30ms', every = '300ms' } = {}) {
      const pace = ['--delay', delay, '--address-delay', '0', '--no-content', '--time-to-live', '5s'];
      const where = ['--cluster', place, '--store', store, '--out', out];
      return tarrafa(['crawl', ...web.seeds, ...where, ...flags(), ...pace, '--store-every', every]);
    }

    const another = (place: string, out: string, every: string) =>
      tarrafa(['worker', '--cluster', place, '--out', out, '--store-every', every, ...flags()]);

    const status = (place: string): Promise<ClusterStatus> => clusterStatus({ address: place });

    async function readBack(place: string, store: string): Promise<StoredVisits> {
      const read = await storedVisits(place, store, double.environment);
      expect(read).toMatchObject({ problems: [], untold: [] });
      return read;
    }

    it('is whole in the store, though a worker was killed and a machine lost', async () => {
      const place = await testDatabase();
      const store = double.address('brasil');
      double.failing(0.05, 7, QUICK_S3_FAULTS);
      const asked = pagesAsked();
      const w1 = join(root, 'w1');
      const w3 = join(root, 'w3');
      const made = async (worker: Running): Promise<number> =>
        (await status(place)).workers.find(({ name }) => name === worker.name)?.completed ?? 0;
      // Nothing of this one is ever sent.
      const lost = begin(place, w3, store, { delay: '60ms', every: '1h' });
      await expect.poll(() => lost.has('joined'), { timeout: PATIENCE }).toBe(true);
      await expect.poll(() => made(lost), { timeout: PATIENCE }).toBeGreaterThan(12);
      await lost.kill();
      rmSync(w3, { recursive: true });
      const first = another(place, w1, '300ms');
      await expect.poll(() => first.has('joined'), { timeout: PATIENCE }).toBe(true);
      // Before another comes, which could take all there is.
      await expect.poll(() => made(first), { timeout: PATIENCE }).toBeGreaterThan(3);
      const second = another(place, join(root, 'w2'), '300ms');
      await first.kill();
      const again = another(place, w1, '300ms');
      await expect.poll(() => again.has('joined'), { timeout: PATIENCE }).toBe(true);
      expect(again.name).toBe(first.name);

      // One that lives is not given up.
      const alive = tarrafa(['cluster', 'recover', again.name, '--cluster', place]);
      expect(await alive.ended).toBe(2);
      expect(alive.stderr).toContain('TRF_WORKER_ALIVE');
      const lives = async () =>
        (await status(place)).workers.some(({ name, isAlive }) => name === lost.name && isAlive);
      await expect.poll(lives, { timeout: PATIENCE }).toBe(false);
      const recover = tarrafa(['cluster', 'recover', lost.name, '--cluster', place, '--json']);
      expect(await recover.ended).toBe(0);
      const recovered = Number(JSON.parse(recover.stdout).queued);
      expect(recovered).toBeGreaterThan(0);
      // A second time there is nothing to be done.
      const twice = tarrafa(['cluster', 'recover', lost.name, '--cluster', place]);
      expect(await twice.ended).toBe(0);
      expect(twice.stdout).toContain('Nothing was lost');

      expect([await again.ended, await second.ended]).toEqual([0, 0]);
      // Whoever comes finds nothing, or what was queued again when the others had gone.
      const last = another(place, join(root, 'w4'), '300ms');
      expect(await last.ended).toBe(0);
      for (const one of [again, second, last])
        expect(one.events.find(({ event }) => event === 'stored')).toMatchObject({
          left: { files: 0, bytes: 0 },
        });

      // Nobody is asked twice but for what was lost, and for what the two that were killed had under way.
      expect(pagesAsked() - asked).toBeLessThanOrEqual(askedAlone + recovered + 2 * CONCURRENCY);
      const { visits, records } = await readBack(place, store);
      expect(visits).toEqual(alone);
      expect(records).toBeGreaterThan(100);
      const { figures, archive, workers } = await status(place);
      expect(figures).toMatchObject({ queued: 0, completed: alone.length, known: alone.length });
      expect(archive).toMatchObject({ store, lost: recovered, waiting: [] });
      expect(workers.every(({ isAlive }) => !isAlive)).toBe(true);
      expect(double.log.some(({ fault }) => fault !== null)).toBe(true);
      // The keys are nowhere but in the environment.
      const secret = double.environment.AWS_SECRET_ACCESS_KEY!;
      const told = running.map(({ stdout, stderr }) => stdout + stderr).join('');
      expect(told).not.toContain(secret);
      expect(
        readFileSync(join(w1, 'crawl.json'), 'utf8') + readFileSync(join(w1, 'worker.json'), 'utf8'),
      ).not.toContain(secret);
    });

    it('waits on its worker while the store is away; what is left when that is made to leave, its next start sends', async () => {
      const place = await testDatabase();
      const store = double.address('longe');
      const folder = join(root, 'away');
      // Slow enough to be at work still when the store has come back.
      const worker = begin(place, folder, store, { delay: '150ms' });
      await expect.poll(() => worker.has('joined'), { timeout: PATIENCE }).toBe(true);
      double.failing(1, 3, ['error']);
      const waiting = async () =>
        ((await status(place)).workers[0]!.about.archive as { files: number } | undefined)?.files ?? 0;
      await expect.poll(waiting, { timeout: PATIENCE }).toBeGreaterThan(1);
      // It comes back, and goes again.
      double.failing(0, 1);
      await expect
        .poll(async () => (await status(place)).archive.files, { timeout: PATIENCE })
        .toBeGreaterThan(1);
      double.failing(1, 3, ['error']);
      await expect.poll(() => worker.has('storing'), { timeout: PATIENCE }).toBe(true);
      // The worker is there until all is sent, but has no sites.
      const { workers, health } = await status(place);
      expect(workers[0]).toMatchObject({ isAlive: true, sites: 0 });
      expect(health.leasedSites).toBe(0);
      worker.child.kill('SIGINT');
      const told = worker.count('storing');
      await expect.poll(() => worker.count('storing'), { timeout: PATIENCE }).toBeGreaterThan(told);
      worker.child.kill('SIGINT');
      expect(await worker.ended).toBe(130);
      const { left } = worker.events.find(({ event }) => event === 'stored') as unknown as {
        left: { files: number };
      };
      expect(left.files).toBeGreaterThan(0);
      const text = tarrafa(['cluster', 'status', '--cluster', place]);
      expect(await text.ended).toBe(0);
      expect(text.stdout).toContain(store);
      expect(text.stdout).toContain(`cluster recover ${worker.name}`);
      double.failing(0, 1);
      const asked = web.requests.total;
      const next = another(place, folder, '300ms');
      expect(await next.ended).toBe(0);
      // Nobody is asked for what is there.
      expect(web.requests.total).toBe(asked);
      expect((await readBack(place, store)).visits).toEqual(alone);
    });

    it('says what is wrong with an address before anything is begun with it', async () => {
      const place = await testDatabase();
      const out = join(root, 'wrong');
      const crawl = ['crawl', ...web.seeds, '--out', out, '--max-pages', '5', '--delay', '0', ...flags()];
      const single = tarrafa([...crawl, '--store', join(root, 'arquivo')]);
      const keyless = tarrafa([...crawl, '--cluster', place, '--store', double.address('x')], {});
      const wrong = async (store: string) => {
        const resolver = loopbackResolver((hostname) => web.resolve(hostname));
        const cluster = { place: { address: place }, store };
        return collect(out, { seeds: web.seeds }, { resolver, cluster }).catch(({ code }) => code);
      };
      expect(await wrong(join(root, 'not-mounted'))).toBe('TRF_STORE_UNREACHABLE');
      expect(await wrong('s3://AKIA:x@balde')).toBe('TRF_STORE_SECRET');
      expect([await single.ended, await keyless.ended]).toEqual([2, 2]);
      expect(single.stderr).toContain('--cluster');
      expect(keyless.stderr).toContain('TRF_STORE_KEYS');
      await expect(status(place)).rejects.toMatchObject({ code: 'TRF_CLUSTER_EMPTY' });

      mkdirSync(join(root, 'arquivo'));
      mkdirSync(join(root, 'outro'));
      const begun = tarrafa([...crawl, '--cluster', place, '--store', join(root, 'arquivo')]);
      expect(await begun.ended).toBe(0);
      expect(await wrong(join(root, 'outro'))).toBe('TRF_STORE_OTHER');
      const stored = readdirSync(join(root, 'arquivo', begun.name));
      expect(stored.some((name) => name.endsWith('.warc.gz'))).toBe(true);
    });
  },
);
