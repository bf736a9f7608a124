/**
 * What a person does with a crawl that several machines share, by the built command on the sample web: asks how it stands and why, writes it into a folder
 * and goes on with that alone, takes a folder into a database. Judged by the visits, and by the log of the web's own server.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../samples/server.ts';
import { readVisits } from '../src/crawl/index.ts';
import { POSTGRES_BIN, testDatabase } from './postgres-server.ts';
import { AS_TABLE, MAIN } from './tarrafa-process.ts';

const HOSTS = [
  'www.camara-serraverde-exemplo.leg.br',
  'docs.jangada-exemplo.dev.br',
  'www.clubedeleitura-exemplo.pt',
];

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe.skipIf(POSTGRES_BIN === null)(
  'the commands of a crawl that several share',
  { timeout: 240_000 },
  () => {
    const root = mkdtempSync(join(tmpdir(), 'tarrafa-commands-'));
    const at = (name: string) => join(root, name);
    let web: SampleWeb;
    /** What one process visits by itself, and what it asked for. */
    let alone: readonly string[];
    let askedAlone: ReadonlyMap<string, number>;
    beforeAll(async () => {
      web = await startSampleWeb({ sites: HOSTS });
      await crawl('alone');
      alone = await visited([at('alone')]);
      askedAlone = askedFor();
      web.requests.clear();
    }, 120_000);
    afterAll(async () => {
      await web.close();
      rmSync(root, { recursive: true, force: true });
    });

    function tarrafa(...words: readonly string[]): Promise<Ran> {
      return new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [MAIN, ...words, '--lang', 'en'], {
          cwd: root,
          env: { ...process.env, ...AS_TABLE },
        });
        let [out, err] = ['', ''];
        child.stdout.on('data', (text) => {
          out += text;
        });
        child.stderr.on('data', (text) => {
          err += text;
        });
        child.on('error', reject);
        child.on('close', (code) => resolve({ code: code ?? -1, out, err }));
      });
    }

    async function crawl(folder: string, ...more: readonly string[]): Promise<void> {
      const ran = await tarrafa(
        ...[
          'crawl',
          ...web.seeds,
          '--out',
          at(folder),
          '--delay',
          '0',
          '--address-delay',
          '0',
          '--no-content',
        ],
        ...['--quiet', '--sample-web', String(web.port), ...more],
      );
      expect(ran, ran.err).toMatchObject({ code: 0 });
    }

    async function asked(...words: readonly string[]): Promise<string> {
      const ran = await tarrafa(...words);
      expect(ran, ran.err).toMatchObject({ code: 0 });
      return ran.out;
    }

    /** How often what was asked for, robots files apart. */
    function askedFor(): Map<string, number> {
      const times = new Map<string, number>();
      for (const { host, path } of web.requests.entries())
        if (path !== '/robots.txt') times.set(host + path, (times.get(host + path) ?? 0) + 1);
      return times;
    }

    async function visited(folders: readonly string[]): Promise<string[]> {
      const found: string[] = [];
      for (const folder of folders)
        for await (const { url, outcome, status } of readVisits(join(folder, 'visits.jsonl')))
          found.push(`${url} ${outcome} ${status}`);
      return found.sort();
    }

    it('tell how it stands, what happened and why; write it into a folder; and one process goes on with that, asking nobody twice', async () => {
      const cluster = await testDatabase();
      await crawl('w1', '--max-pages', '15', '--cluster', cluster);
      await crawl('w2', '--max-pages', '40', '--cluster', cluster);
      const robots = web.requests.entries().filter(({ path }) => path === '/robots.txt');
      expect(robots.map(({ host }) => host).sort()).toEqual(
        [...new Set(robots.map(({ host }) => host))].sort(),
      );
      expect(robots.length).toBeGreaterThan(1);

      const status = JSON.parse(await asked('status', '--cluster', cluster, '--json'));
      expect(status).toMatchObject({ kind: 'cluster', figures: { pages: 40 } });
      const report = JSON.parse(await asked('report', '--cluster', cluster, '--json', '--out', at('told')));
      const both = await visited([at('w1'), at('w2')]);
      expect(report).toMatchObject({
        totals: {
          visits: both.length,
          pages: 40,
          queued: status.figures.queued,
          linksAdded: status.figures.known,
        },
        shared: { workers: 2, overlap: 0 },
        languages: [],
      });
      expect(report.shared.coverage).toBeCloseTo(both.length / status.figures.known, 9);
      expect(await asked('report', '--cluster', cluster, '--out', at('told'))).toContain(
        'Known addresses visited',
      );

      const [first] = both;
      const seen = JSON.parse(await asked('explain', first!.split(' ')[0]!, '--cluster', cluster, '--json'));
      expect(seen).toMatchObject({
        known: true,
        waits: [],
        site: { state: expect.stringMatching(/idle|ready|resting/) },
      });
      expect(seen.visits).toMatchObject([
        { outcome: first!.split(' ')[1], archived: { file: expect.stringMatching(/warc/) } },
      ]);
      const unseen = alone
        .map((line) => line.split(' ')[0]!)
        .find((url) => !both.some((line) => line.startsWith(`${url} `)))!;
      const waits = JSON.parse(await asked('explain', unseen, '--cluster', cluster, '--json'));
      if (waits.known)
        expect(waits).toMatchObject({ visits: [], waits: [{ place: expect.any(Number), attempt: 1 }] });
      const said = await asked('explain', 'https://www.example.org/x', '--cluster', cluster);
      expect(said).toContain('never came up');
      expect(await tarrafa('explain', at('w1'), unseen, '--cluster', cluster)).toMatchObject({ code: 2 });

      const exported = JSON.parse(
        await asked(
          'cluster',
          'export',
          at('w1'),
          at('w2'),
          '--cluster',
          cluster,
          '--out',
          at('folder'),
          '--json',
        ),
      );
      expect(exported).toMatchObject({
        visits: both.length,
        withoutArchive: 0,
        queued: status.figures.queued,
      });
      expect(await visited([at('folder')])).toEqual(both);
      const pages = await asked('analyse', at('folder'));
      expect(pages).toMatch(/40/);
      await crawl('folder', '--max-pages', '100000');
      expect(await visited([at('folder')])).toEqual(alone);
      expect(askedFor()).toEqual(askedAlone);
      expect(JSON.parse(await asked('status', at('folder'), '--json'))).toMatchObject({
        figures: { queued: 0, pages: expect.any(Number) },
      });
    });

    it('take a folder into a database, where others go on with it, asking nobody twice', async () => {
      const cluster = await testDatabase();
      web.requests.clear();
      await crawl('solo', '--max-pages', '20');
      const before = await visited([at('solo')]);
      const taken = JSON.parse(await asked('cluster', 'import', at('solo'), '--cluster', cluster, '--json'));
      expect(taken).toMatchObject({ visits: before.length, pages: 20, unread: 0 });
      expect((await tarrafa('cluster', 'import', at('alone'), '--cluster', cluster)).err).toContain(
        'TRF_CLUSTER_TAKEN',
      );
      expect(
        (await tarrafa('crawl', ...web.seeds, '--out', at('solo'), '--sample-web', String(web.port))).err,
      ).toContain('TRF_FOLDER_OF_WORKER');
      // The folder goes on as that of a worker, and another comes.
      await Promise.all([
        crawl('solo', '--max-pages', '100000', '--cluster', cluster),
        crawl('other', '--max-pages', '100000', '--cluster', cluster),
      ]);
      expect(await visited([at('solo'), at('other')])).toEqual(alone);
      expect(askedFor()).toEqual(askedAlone);
    });

    it('[T-PAR-1] [T-PAR-2] exchange links and come to what one process does, or keep to their parts; and the report says what that cost and what it missed', async () => {
      const isPage = (line: string): boolean => / (?:analysed|unchanged) /.test(line);
      /** Two processes from the beginning to the end, and what the report says of them. */
      const together = async (name: string, ...how: readonly string[]) => {
        const cluster = await testDatabase();
        const folders = [`${name}-1`, `${name}-2`];
        await Promise.all(folders.map((folder) => crawl(folder, '--cluster', cluster, ...how)));
        const each = await Promise.all(folders.map((folder) => visited([at(folder)])));
        const told = await asked('report', '--cluster', cluster, '--json', '--out', at(`${name}-report`));
        const { shared } = JSON.parse(told);
        const { figures } = JSON.parse(await asked('status', '--cluster', cluster, '--json'));
        const lines = each.flat();
        const pages = lines.filter(isPage);
        // N, I and U by the folders of the workers and by the tables; the report has no other.
        expect(shared).toMatchObject({
          workers: 2,
          downloaded: pages.length,
          distinct: new Set(pages).size,
          visited: new Set(lines).size,
          known: figures.known,
          // Nobody counts references where no period is followed.
          quality: null,
        });
        expect(shared.overlap).toBeCloseTo((shared.downloaded - shared.distinct) / shared.distinct, 12);
        expect(shared.coverage).toBeCloseTo(shared.visited / shared.known, 12);
        expect(shared.exchanged).toBeCloseTo(shared.sent / shared.downloaded, 12);
        return { each, lines: lines.sort(), shared, figures };
      };

      const full = await together('full', '--exchange', 'full');
      expect(full.lines).toEqual(alone);
      expect(full.shared).toMatchObject({ overlap: 0, coverage: 1 });
      expect(full.shared.sent).toBeGreaterThanOrEqual(full.figures.known);

      const parts = await together('parts', '--exchange', 'firewall', '--partitions', '2');
      const hosts = parts.each.map(
        (lines) => new Set(lines.map((line) => new URL(line.split(' ')[0]!).host)),
      );
      expect([...hosts[0]!].filter((host) => hosts[1]!.has(host))).toEqual([]);
      expect(parts.lines.filter((line) => !alone.includes(line))).toEqual([]);
      expect(parts.shared).toMatchObject({ overlap: 0, sent: 0, exchanged: 0 });
    });
  },
);
