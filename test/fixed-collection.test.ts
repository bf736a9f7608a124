/** `crawl --collection-size`: a collection of fixed size, kept important and up to date, as a person has it: by the command, over sockets. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type CrawledWeb, crawledWeb } from './acceptance/crawled-web.ts';
import { AS_TABLE, MAIN, spawnTarrafa } from './tarrafa-process.ts';
import { type Answer, page, tinyWeb } from './tiny-web.ts';

const HOST = 'www.feira.exemplo.br';
const DAY = 86_400_000;
const at = (path: string): string => `http://${HOST}${path}`;
const shifted = (days: number) => ({ TARRAFA_SHIFTED_CLOCK: String(days * DAY) });

interface Note {
  readonly held: boolean;
  readonly size: number;
  readonly changed?: boolean;
  readonly discarded?: string;
}

const pathOf = (url: string): string => new URL(url).pathname;
const noteOf = (visit: { readonly [more: string]: unknown }): Note | undefined =>
  visit.policy as Note | undefined;

let crawled: CrawledWeb | null = null;
const folders: string[] = [];
afterAll(async () => {
  await crawled?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('a collection of fixed size', () => {
  it('[T-INC-1] [T-INC-2] [T-INC-3] discards the least important for a better one, brings the rest up to date, and says how fresh it is', async () => {
    /** Counted by the test: the pages change by it. */
    let day = 0;
    const changing =
      (links: () => readonly string[], text: () => string): Answer =>
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page(links(), text()));
      };
    const said = (what: string) => `Notícia sobre ${what}, com palavras bastantes para ser lida por alguém.`;
    const site: Record<string, Answer> = {
      '/': changing(
        () => ['/a', '/b'],
        () => said(`jabuticaba do dia ${day}`),
      ),
      '/a': page(['/', '/c'], said('acerola')),
      '/b': page(['/', '/c'], said('beterraba')),
      '/c': (_, response) => {
        if (day < 3) response.writeHead(200, { 'Content-Type': 'text/html' }).end(page([], said('caju')));
        else response.writeHead(404).end();
      },
    };
    const flags = [
      '--collection-size',
      '3',
      '--concurrency',
      '1',
      '--workers',
      '0',
      '--revisit',
      'fixed-interval',
    ];
    crawled = await crawledWeb({ [HOST]: site }, [at('/')], [...flags, '--max-pages', '4']);
    expect(crawled.ended).toMatchObject({ status: 0 });

    // Three pages fill it. /c, which two of them link to, then takes the place of one of those that one page links to: the later found.
    const first = crawled.visits();
    expect(first.map(({ url }) => pathOf(url))).toEqual(['/', '/a', '/b', '/c']);
    expect(first.map((visit) => noteOf(visit))).toEqual([
      { held: true, size: 1 },
      { held: true, size: 2 },
      { held: true, size: 3 },
      { held: true, size: 3, discarded: at('/b') },
    ]);

    // Found and shown are the pages held; the archive keeps what it got.
    const analysed = await crawled.run(['analyse']);
    expect(analysed).toMatchObject({ status: 0 });
    const found = async (...query: string[]): Promise<string[]> => {
      const out = join(crawled!.folder, 'pages.jsonl');
      expect(await crawled!.run(['export', '--out', out, ...query])).toMatchObject({ status: 0 });
      const lines = readFileSync(out, 'utf8').trim().split('\n');
      return lines.map((line) => (JSON.parse(line) as { url: string }).url).sort();
    };
    expect(await found('--query', 'notícia')).toEqual([at('/'), at('/a'), at('/c')]);

    // A day and a half later: the three held are asked for again, the one that was discarded is not; one has changed.
    day = 1;
    const before = crawled.asked.length;
    expect(await crawled.again(['--max-pages', '7'], shifted(1.5))).toMatchObject({ status: 0 });
    expect(crawled.asked.slice(before).sort()).toEqual([`${HOST}/`, `${HOST}/a`, `${HOST}/c`]);
    const second = crawled.visits().slice(first.length).filter(noteOf);
    expect(second.every((visit) => noteOf(visit)!.size === 3 && noteOf(visit)!.discarded === undefined)).toBe(
      true,
    );
    expect(Object.fromEntries(second.map((visit) => [pathOf(visit.url), noteOf(visit)!.changed]))).toEqual({
      '/': true,
      '/a': false,
      '/c': false,
    });

    const status = JSON.parse((await crawled.run(['status', '--json'], shifted(1.5))).stdout);
    expect(status.collection).toMatchObject({
      size: 3,
      capacity: 3,
      saved: 4,
      updated: 3,
      changed: 1,
      discarded: 1,
    });
    const { freshness, age } = status.collection;
    expect(freshness > 0.99 && freshness <= 1 && age >= 0 && age < 0.01, `${freshness} ${age}`).toBe(true);

    // On the fourth day one is gone: there is room, and the page discarded comes back when its turn comes.
    day = 4;
    expect(await crawled.again(['--max-pages', '10'], shifted(4))).toMatchObject({ status: 0 });
    const third = crawled
      .visits()
      .slice(first.length + second.length)
      .filter(noteOf);
    const gone = third.find((visit) => pathOf(visit.url) === '/c')!;
    expect([gone.outcome, noteOf(gone)]).toMatchObject(['gone', { held: false, discarded: at('/c') }]);
    expect(third.find((visit) => pathOf(visit.url) === '/b')).toMatchObject({
      policy: { held: true, size: 3 },
    });

    // The report: numbers, and a curve that falls between sessions and rises with each.
    const text = (await crawled.run(['report'], { ...shifted(4), ...AS_TABLE })).stdout;
    expect(text).toMatch(/Pages in the collection +3 \/ 3/);
    const { collection } = JSON.parse(readFileSync(join(crawled.folder, 'report', 'report.json'), 'utf8'));
    expect(collection).toMatchObject({
      size: 3,
      capacity: 3,
      importance: 'page-rank',
      discarded: 1,
      gone: 1,
    });
    const { days, freshness: curve } = collection.curve;
    const lastOfDay = (n: number): number => days.findLastIndex((value: number) => Math.floor(value) === n);
    const firstOfDay = (n: number): number => days.findIndex((value: number) => Math.floor(value) === n);
    expect(curve[firstOfDay(1)]).toBeLessThan(curve[lastOfDay(0)]);
    expect(curve[lastOfDay(1)]).toBeGreaterThan(curve[firstOfDay(1)]);
    expect(curve[firstOfDay(4)]).toBeLessThan(curve[lastOfDay(1)]);
    expect(collection.pace.freshness).toBeLessThan(1);
    expect(collection.pace.age).toBeGreaterThan(0);
    const html = readFileSync(join(crawled.folder, 'report', 'report.html'), 'utf8');
    expect(html).toContain('Pages up to date over time');
    expect(existsSync(join(crawled.folder, 'report', 'freshness.svg'))).toBe(true);

    // And what is found follows: /c is out, /b is in again.
    expect(await crawled.run(['analyse'])).toMatchObject({ status: 0 });
    expect(await found('--query', 'notícia')).toEqual([at('/'), at('/a'), at('/b')]);
  });

  it('killed again and again, it ends with the visits and the pages of one that never was', async () => {
    const SIZE = 10;
    const PAGES = 60;
    /** A page links to its neighbours, and all to a few: who those are is known late. */
    const links = (n: number): string[] =>
      [1, 2, 7].map((step) => `/p${(n * 2 + step) % PAGES}`).concat(`/p${n % 3}`);
    const pages = Object.fromEntries(
      Array.from({ length: PAGES }, (_, n) => [`/p${n}`, page(links(n), `Texto da página ${n}. `.repeat(9))]),
    );
    let seen = 0;
    let killAt = Number.POSITIVE_INFINITY;
    let child: ReturnType<typeof spawn> | null = null;
    const site = Object.fromEntries(
      Object.entries(pages).map(([path, body]): [string, Answer] => [
        path,
        (_, response) => {
          if (++seen === killAt) child?.kill('SIGKILL');
          response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
        },
      ]),
    );
    const web = await tinyWeb({ [HOST]: site });
    const root = mkdtempSync(join(tmpdir(), 'tarrafa-fixed-'));
    folders.push(root);
    const run = (folder: string): Promise<number | null> =>
      new Promise((resolve) => {
        child = spawn(
          process.execPath,
          [
            ...[MAIN, 'crawl', at('/p5'), '--out', join(root, folder), '--quiet'],
            ...[
              '--connect-to',
              `::127.0.0.1:${web.port}`,
              '--allow-private',
              '--delay',
              '0',
              '--address-delay',
              '0',
            ],
            ...['--collection-size', String(SIZE), '--max-pages', '17'],
            ...['--concurrency', '1', '--workers', '0', '--revisit', 'fixed-interval'],
          ],
          { stdio: 'ignore' },
        );
        child.on('close', (code) => resolve(code));
      });
    const visitsOf = (folder: string) =>
      readFileSync(join(root, folder, 'visits.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map(({ url, outcome, policy }) => ({ path: pathOf(url), outcome, policy }));
    try {
      expect(await run('whole')).toBe(0);
      for (const kill of [5, 7, 2]) {
        seen = 0;
        killAt = kill;
        expect(await run('killed')).toBeNull();
      }
      killAt = Number.POSITIVE_INFINITY;
      expect(await run('killed')).toBe(0);
    } finally {
      await web.close();
    }
    const whole = visitsOf('whole');
    expect(visitsOf('killed')).toEqual(whole);
    expect(whole.some(({ policy }) => policy?.discarded !== undefined)).toBe(true);
    expect(Math.max(...whole.map(({ policy }) => policy?.size ?? 0))).toBe(SIZE);
    const figures = (folder: string) =>
      JSON.parse(readFileSync(join(root, folder, 'crawl.json'), 'utf8')).linkPolicy;
    const { freshness: _, age: __, ...numbers } = figures('whole').figures;
    expect(figures('killed').figures).toMatchObject(numbers);
  });

  it('what does not go together is refused before anything is made', async () => {
    const root = mkdtempSync(join(tmpdir(), 'tarrafa-fixed-'));
    folders.push(root);
    const folder = join(root, 'nada');
    const refused = async (...flags: string[]): Promise<string> => {
      const { status, stderr } = await spawnTarrafa(
        ['crawl', at('/'), '--out', folder, '--lang', 'en', '--contact', 'https://eu.exemplo.br/', ...flags],
        {},
      );
      expect(status).toBe(2);
      return stderr;
    };
    expect(await refused('--collection-size', '0')).toContain('--collection-size');
    expect(await refused('--collection-by', 'back-links')).toContain(
      'no collection of fixed size is asked for',
    );
    expect(await refused('--collection-size', '5', '--when', '1999')).toContain(
      'does not go with when or geo',
    );
    expect(await refused('--collection-size', '5', '--revisit', 'none')).toContain(
      'have to be visited again',
    );
    expect(existsSync(folder)).toBe(false);
  });
});
