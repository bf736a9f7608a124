/** A crawl by two workers that is analysed as it goes, searched and shown by two servers: the built commands, a real PostgreSQL with PostGIS. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../../../samples/server.ts';
import { buildWeb } from '../../../scripts/build-web.mjs';
import { BROWSER, launchBrowser } from '../../../test/browser.ts';
import { POSTGRES_BIN, testDatabase } from '../../../test/postgres-server.ts';
import { spawnTarrafa } from '../../../test/tarrafa-process.ts';

const MAIN = fileURLToPath(new URL('../../../dist/program/cli/main.js', import.meta.url));
const TOKEN = 'um-token-de-teste-comprido';
const HOSTS = ['www.copadosvales-exemplo.com.br', 'www.clubedeleitura-exemplo.pt'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const QUERIES = ['jogador', 'livro leitura', 'copa site:copadosvales-exemplo.com.br', 'em 2015'];

/** Of a search, as many as are compared. */
const MOST = 50;

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

interface Hit {
  readonly url: string;
  readonly score: number;
}

describe.skipIf(POSTGRES_BIN === null)('a crawl by several machines', () => {
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-serve-cluster-'));
  const [w1, w2, store] = [join(root, 'w1'), join(root, 'w2'), join(root, 'store')];
  const cacheBefore = process.env.XDG_CACHE_HOME;
  const servers: Server[] = [];
  let web: SampleWeb;
  let cluster: string;
  /** One that has the folders of the workers, and one that has nothing but the store. */
  let beside: Server;
  let apart: Server;
  let name: string;

  async function run(...words: string[]): Promise<string> {
    const { status, stdout, stderr } = await spawnTarrafa([...words, '--lang', 'en']);
    expect(status, stderr).toBe(0);
    return stdout;
  }

  async function serve(...words: string[]): Promise<Server> {
    const child = spawn(process.execPath, [MAIN, 'serve', '--lang', 'en', '--port', '0', ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: root,
      env: { ...process.env, TARRAFA_TOKEN: TOKEN },
    });
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        said += chunk;
        const match = /open (https?:\S+)\n/.exec(said);
        if (match !== null) resolve(match[1]!);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(said)));
    });
    const server = { child, url };
    servers.push(server);
    return server;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are held to the description elsewhere
  async function get(server: Server, path: string): Promise<any> {
    return (await fetch(new URL(path, server.url))).json();
  }

  const hits = async (server: Server, collection: string, query: string): Promise<readonly Hit[]> =>
    (
      await get(
        server,
        `/api/v1/collections/${collection}/search?limit=${MOST}&q=${encodeURIComponent(query)}`,
      )
    ).hits;

  const summary = async (server: Server, collection: string) => {
    const { collections } = await get(server, '/api/v1/collections');
    const { pages, versions, sites, links } = collections.find(
      (one: { name: string }) => one.name === collection,
    ).summary;
    return { pages, versions, sites, links };
  };

  const crawl = (out: string, ...words: string[]) => [
    'crawl',
    ...web.seeds,
    '--contact',
    'https://exemplo.br/',
    '--cluster',
    cluster,
    '--out',
    out,
    '--sample-web',
    String(web.port),
    '--delay',
    '0',
    '--address-delay',
    '0',
    '--workers',
    '1',
    '--quiet',
    ...words,
  ];

  beforeAll(async () => {
    process.env.XDG_CACHE_HOME = join(root, 'cache');
    web = await startSampleWeb({ sites: HOSTS });
    cluster = await testDatabase(['postgis']);
    mkdirSync(store);
    await run(...crawl(w1, '--max-pages', '20'));
    // Where its archive is kept: nothing has been sent there yet.
    const sql = postgres(cluster, { max: 1 });
    await sql`update tarrafa.crawl set store = ${store}`;
    await sql.end();
    [beside, apart] = await Promise.all([
      serve('--cluster', cluster, '--archives', w1),
      serve('--cluster', cluster),
    ]);
    name = (await get(beside, '/api/v1/collections')).collections[0].name;
  }, 240_000);
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await web.close();
    if (cacheBefore === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = cacheBefore;
    rmSync(root, { recursive: true, force: true });
  });

  it('is searched when its worker ends, for it was analysed as it went', async () => {
    const { pages } = await summary(apart, name);
    expect(pages).toBeGreaterThan(0);
    expect(await summary(beside, name)).toEqual(await summary(apart, name));
  });

  it('has its pages shown as they were, from the folder of a worker or from the store, and says where they are when they are in neither', async () => {
    const [{ url }] = (await hits(beside, name, 'copa')) as [Hit];
    const timeMap = await get(apart, `/memento/${name}/timemap/json/${url}`);
    const [memento] = timeMap.mementos.list as [{ uri: string }];
    const path = new URL(memento.uri).pathname;
    const shown = await fetch(new URL(path, beside.url));
    expect(shown.status).toBe(200);
    const text = await shown.text();
    const { name: worker } = JSON.parse(readFileSync(join(w1, 'worker.json'), 'utf8'));
    const away = await fetch(new URL(path, apart.url), { headers: { 'accept-language': 'en' } });
    expect([away.status, await away.text()]).toEqual([
      503,
      expect.stringContaining(`machine of worker ${worker}`),
    ]);
    for (const file of readdirSync(join(w1, 'archive')).filter((one) => one.endsWith('.warc.gz')))
      cpSync(join(w1, 'archive', file), join(store, worker, file));
    const brought = await fetch(new URL(path, apart.url));
    expect(brought.status).toBe(200);
    expect(await brought.text()).toBe(text);
  });

  it('goes on by two workers, and what they fetch is found without restarting a server', async () => {
    const before = await summary(apart, name);
    // Pages of the same sites come through both.
    await run(...crawl(w2, '--max-pages', '50'));
    await Promise.all([
      run(...crawl(w1, '--max-pages', '120')),
      run(
        'worker',
        '--cluster',
        cluster,
        '--out',
        w2,
        '--sample-web',
        String(web.port),
        '--workers',
        '1',
        '--quiet',
      ),
    ]);
    await expect
      .poll(async () => (await summary(apart, name)).pages, { timeout: 20_000 })
      .toBeGreaterThan(before.pages);
    const found = (await Promise.all(QUERIES.map((query) => hits(apart, name, query)))).flat();
    expect(found.length).toBeGreaterThan(20);
  });

  it('gives the answers that one machine would give over the same pages, in two processes', async () => {
    const one = join(root, 'one');
    mkdirSync(one);
    for (const [i, folder] of [w1, w2].entries())
      for (const file of readdirSync(join(folder, 'archive')).filter((each) => each.endsWith('.warc.gz')))
        cpSync(join(folder, 'archive', file), join(one, `${i}-${file}`));
    const alone = await serve(one, '--crawls', join(root, 'crawls'));
    const { rebuilt } = {
      rebuilt: await run('analyse', w1, w2, '--cluster', cluster, '--rebuild', '--json'),
    };
    expect(rebuilt).toContain('"event":"summary"');
    const [collection] = (await get(alone, '/api/v1/collections')).collections as [{ name: string }];
    // Copies of the index may be two seconds old.
    const expected = await summary(alone, collection.name);
    await expect.poll(() => summary(apart, name), { timeout: 20_000 }).toEqual(expected);
    // Pages of one score stand in the order in which they came: of the last, those beyond the limit may be others.
    const ranked = (found: readonly Hit[]) =>
      found
        .filter(({ score }) => found.length < MOST || score > found.at(-1)!.score)
        .map(({ url, score }) => [score.toFixed(8), url] as const)
        .sort(([a, x], [b, y]) => Number(b) - Number(a) || (x < y ? -1 : 1));
    for (const query of QUERIES) {
      const wanted = ranked(await hits(alone, collection.name, query));
      expect(wanted.length, query).toBeGreaterThan(0);
      await expect
        .poll(async () => ranked(await hits(apart, name, query)), { timeout: 20_000 })
        .toEqual(wanted);
      await expect
        .poll(async () => hits(beside, name, query), { timeout: 20_000 })
        .toEqual(await hits(apart, name, query));
    }
  });

  it('is analysed to its end by the next when an analyser is killed in the middle', async () => {
    const before = await summary(beside, name);
    const child = spawn(
      process.execPath,
      [
        MAIN,
        'analyse',
        w1,
        w2,
        '--cluster',
        cluster,
        '--rebuild',
        '--json',
        '--time-to-live',
        '2s',
        '--threads',
        '1',
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        // It holds the files, and has begun to read them.
        if (`${chunk}`.includes('"phase":"reading"')) child.kill('SIGKILL');
      });
      child.once('exit', () => resolve());
    });
    const sql = postgres(cluster, { max: 1 });
    const unread = async () =>
      (await sql`select count(*)::int as n from tarrafa.catalogue_archive_file where analysed = 0`)[0]!
        .n as number;
    expect(await unread()).toBeGreaterThan(0);
    await expect
      .poll(
        async () => {
          await run('analyse', w1, w2, '--cluster', cluster, '--json');
          return unread();
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(0);
    await sql.end();
    await expect.poll(() => summary(beside, name), { timeout: 20_000 }).toEqual(before);
  });

  it('gives the table of all pages like an example, wherever they are kept, and keeps it', async () => {
    const { name: worker } = JSON.parse(readFileSync(join(w2, 'worker.json'), 'utf8'));
    for (const file of readdirSync(join(w2, 'archive')).filter((one) => one.endsWith('.warc.gz')))
      cpSync(join(w2, 'archive', file), join(store, worker, file));
    const [example] = (await hits(apart, name, 'copa site:copadosvales-exemplo.com.br')).filter(({ url }) =>
      /jogadores\/\d{4}\/jogador/.test(url),
    );
    const post = async (path: string, body: object) => {
      const answer = await fetch(new URL(`/api/v1/collections/${name}/${path}`, apart.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      // biome-ignore lint/suspicious/noExplicitAny: answers are held to the description elsewhere
      return { status: answer.status, body: (await answer.json()) as any };
    };
    const proposed = await post('entities/discover', { example: example!.url });
    expect(proposed.status, JSON.stringify(proposed.body)).toBe(200);
    expect(proposed.body.rows.length).toBeGreaterThan(1);
    const [column] = proposed.body.columns as [{ name: string }];
    const kept = await post('entities', {
      name: 'jogadores',
      example: example!.url,
      columns: [{ name: column.name }],
    });
    expect(kept.status, JSON.stringify(kept.body)).toBe(201);
    const { tables } = await get(beside, `/api/v1/collections/${name}/entities`);
    expect(tables.map((table: { name: string }) => table.name)).toEqual(['jogadores']);
  });

  it.skipIf(BROWSER === null)('is seen and directed in the browser, on a desk and on a phone', async () => {
    await buildWeb();
    const browser = await launchBrowser();
    try {
      for (const [width, colorScheme] of [
        [1440, 'light'],
        [390, 'dark'],
      ] as const) {
        const view = {
          viewport: { width, height: 900 },
          colorScheme,
          reducedMotion: 'reduce',
          locale: 'pt-BR',
        } as const;
        const page = await (await browser.newContext(view)).newPage();
        await page.goto(new URL(`/coletas?token=${TOKEN}`, beside.url).href);
        const card = page.getByRole('article', { name });
        await card.getByRole('table').waitFor();
        expect(await card.getByRole('row').count()).toBe(5);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await page.evaluate(AXE);
        const { violations } = (await page.evaluate(
          `axe.run(document, { resultTypes: ['violations'] })`,
        )) as {
          violations: { id: string; nodes: { html: string }[] }[];
        };
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`)).toEqual([]);
        await card.getByRole('button', { name: 'Pausar' }).click();
        await card.getByText('em pausa').waitFor();
        await card.getByRole('button', { name: 'Continuar' }).click();
        await card.getByText('em andamento').waitFor();
      }
    } finally {
      await browser.close();
    }
  });

  it('is shown with its workers, and suspended, resumed and stopped by who has the token', async () => {
    const act = (path: string, body: object | null, token = TOKEN) =>
      fetch(new URL(`/api/v1/cluster/${path}`, beside.url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
    const { cluster: shown } = await get(apart, '/api/v1/cluster');
    expect(shown).toMatchObject({ state: 'running', collection: name, store });
    expect(shown.workers).toHaveLength(4);
    expect(shown.address).not.toContain('password');
    expect((await act('pause', null, 'outro-token-comprido-demais')).status).toBe(401);
    expect((await act('pause', null)).status).toBe(202);
    expect((await get(apart, '/api/v1/cluster')).cluster.state).toBe('paused');
    expect((await act('resume', null)).status).toBe(202);
    expect((await act('stop', { worker: 'ninguem' })).status).toBe(404);
    expect((await act('stop', {})).status).toBe(202);
    expect((await get(apart, '/api/v1/cluster')).cluster.state).toBe('stopped');
  });
});
