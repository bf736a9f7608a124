import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../../../samples/server.ts';
import { childrenOf } from '../../../test/processes.ts';
import { spawnTarrafa } from '../../../test/tarrafa-process.ts';
import { serve as startServer } from '../../app/serve.ts';
import { addPages } from '../../collection/small-archive.suite.ts';
import { askOver } from '../../server/over-sockets.suite.ts';

/** The built command, as a person runs it. */
const MAIN = fileURLToPath(new URL('../../../dist/program/cli/main.js', import.meta.url));
const TOKEN = 'um-token-de-teste-comprido';

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<number | null>;
}

let folder: string;
let web: SampleWeb;
let served: Served;

async function serve(...words: string[]): Promise<Served> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--lang', 'en', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TARRAFA_TOKEN: TOKEN },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const match = /open (https?:\S+)\n/.exec(said);
      if (match !== null) resolve(match[1]!);
    });
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return { child, url, ended };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-serve-'));
  web = await startSampleWeb({ sites: 'gentle' });
  served = await serve('--port', '0', '--crawls', join(folder, 'crawls'), '--sample-web', String(web.port));
});
afterAll(async () => {
  served.child.kill('SIGKILL');
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

const address = (path: string) => new URL(path, served.url).href;

// biome-ignore lint/suspicious/noExplicitAny: answers are held to the description below
async function get(path: string): Promise<any> {
  const answer = await fetch(address(path));
  return answer.json();
}

async function post(path: string, body?: object): Promise<Response> {
  return fetch(address(path), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function until<T>(ask: () => Promise<T>, right: (value: T) => boolean, every = 100): Promise<T> {
  for (let left = 40_000; left > 0; left -= every) {
    const value = await ask();
    if (right(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  throw new Error(`never: ${JSON.stringify(await ask()).slice(0, 500)}`);
}

const crawl = () => get('/api/v1/crawls/cheias');

describe('tarrafa serve', () => {
  it('starts a crawl of the sample web, lets it pause and go on, and shows what it caught', async () => {
    expect(served.url).toContain(`?token=${TOKEN}`);
    const started = await post('/api/v1/crawls', {
      name: 'cheias',
      seeds: ['http://www.enciclopedia-exemplo.pt/', 'http://www.copadosvales-exemplo.com.br/'],
      maxPages: 90,
      delay: '60ms',
    });
    expect(started.status).toBe(201);
    await until(crawl, ({ figures }) => figures?.pages > 5);
    expect((await post('/api/v1/crawls/cheias/pause')).status).toBe(202);
    const paused = await until(crawl, ({ state }) => state === 'paused');
    expect(paused).toMatchObject({ reason: 'interrupted', mayResume: true });
    expect(paused.figures.pages).toBeLessThan(90);
    expect((await post('/api/v1/crawls/cheias/pause')).status).toBe(409);
    expect((await post('/api/v1/crawls/cheias/resume')).status).toBe(202);
    const ended = await until(crawl, ({ state }) => state === 'ended');
    expect(ended.reason).toBe('page-budget');
    expect(ended.figures.pages).toBeGreaterThanOrEqual(90);
    expect(ended.history.length).toBeGreaterThan(2);
    const shown = await until(
      () => get('/api/v1/collections'),
      ({ collections }) => collections[0]?.summary.pages > 60 && collections[0].analysing === null,
    );
    expect(shown.collections[0]).toMatchObject({ name: 'cheias', crawl: 'cheias' });
    expect((await crawl()).collection).toBe('cheias');
    const report = await fetch(address('/api/v1/crawls/cheias/report'));
    expect(report.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect(await report.text()).toContain('<svg');
  });

  it('lets a crawl pause that is still starting, and go on', async () => {
    const one = () => get('/api/v1/crawls/cedo');
    const started = post('/api/v1/crawls', {
      name: 'cedo',
      seeds: ['http://www.enciclopedia-exemplo.pt/'],
      maxPages: 5,
    });
    await until(one, ({ error }) => error === undefined, 5);
    expect((await post('/api/v1/crawls/cedo/pause')).status).toBe(202);
    expect((await started).status).toBe(201);
    expect(await until(one, ({ state }) => state === 'paused')).toMatchObject({
      mayResume: true,
      seeds: ['http://www.enciclopedia-exemplo.pt/'],
    });
    expect((await post('/api/v1/crawls/cedo/resume')).status).toBe(202);
    const ended = await until(one, ({ state }) => state === 'ended');
    expect(ended.figures.pages).toBeGreaterThanOrEqual(5);
    await until(
      () => get('/api/v1/collections'),
      ({ collections }) =>
        collections.some(
          ({ name, analysing }: { name: string; analysing: object | null }) =>
            name === 'cedo' && analysing === null,
        ),
    );
    rmSync(join(folder, 'crawls', 'cedo'), { recursive: true });
  });

  it('answers about a real catalogue what its description says', async () => {
    const api = await get('/api/v1/openapi.json');
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'http://api/', components: api.components });
    const hold = async (path: string, url: string) => {
      const answer = await get(url);
      const { $ref } = api.paths[path].get.responses[200].content['application/json'].schema;
      const check = ajv.getSchema(`http://api/${$ref}`)!;
      expect(
        check(answer),
        `${url}: ${JSON.stringify(check.errors)} ${JSON.stringify(answer).slice(0, 300)}`,
      ).toBe(true);
      return answer;
    };
    const c = '/api/v1/collections/{c}';
    const base = '/api/v1/collections/cheias';
    const { hits } = await hold(`${c}/search`, `${base}/search?q=artigo&limit=5`);
    for (const line of [
      '',
      'em 1941',
      'onde:"Porto Alegre"',
      'jogador -goleiro',
      '"Copa dos Vales"',
      'onde:Portu Alegre',
    ])
      await hold(`${c}/search`, `${base}/search?q=${encodeURIComponent(line)}`);
    await hold(`${c}/suggest`, `${base}/suggest?q=jo`);
    await hold(`${c}/timeline`, `${base}/timeline`);
    await hold(`${c}/sites`, `${base}/sites`);
    await hold(`${c}/entities`, `${base}/entities`);
    await hold(`${c}/entities/rows`, `${base}/entities/rows`);
    await hold(`${c}/geo`, `${base}/geo`);
    await hold(`${c}/producers`, `${base}/producers`);
    await hold('/api/v1/crawls', '/api/v1/crawls');
    expect(hits.length).toBeGreaterThan(0);
    for (const { id, url } of hits) {
      const page = await hold(`${c}/pages/{id}`, `${base}/pages/${id}`);
      expect(page.url).toBe(url);
      await hold(`${c}/page`, `${base}/page?url=${encodeURIComponent(url)}`);
      await hold(`${c}/pages/{id}/blocks`, `${base}/pages/${id}/blocks`);
      await hold(`${c}/pages/{id}/links`, `${base}/pages/${id}/links?direction=to`);
      expect((await fetch(address(page.replay))).status).toBe(200);
    }
    // A question of which nothing has all, and one that is misspelt.
    const less = await hold(`${c}/search`, `${base}/search?q=jogador+quando:1234`);
    expect([less.total, less.others.map(({ missing }: { missing: string }) => missing)]).toEqual([
      0,
      ['period'],
    ]);
    expect(less.others[0].hits[0].why.words[0]).toMatchObject({ word: 'jogador' });
    const mended = await hold(`${c}/search`, `${base}/search?q=jogdaor`);
    expect([mended.corrected, mended.total > 0]).toEqual([true, true]);
    const lines = await fetch(address(`${base}/search`), { headers: { accept: 'application/x-ndjson' } });
    const { total } = await get(`${base}/search?limit=1`);
    expect((await lines.text()).trim().split('\n')).toHaveLength(total);
  });

  it('makes a table from an example page of the archive, in a thread', async () => {
    const found = await until(
      () =>
        get('/api/v1/collections/cheias/search?q=site:copadosvales-exemplo.com.br&limit=100&facets=false'),
      ({ hits }) => hits.length > 0,
    );
    const example = found.hits
      .map(({ url }: { url: string }) => url)
      .find((url: string) => /jogador\d+\.htm$/.test(url));
    expect(example).toBeDefined();
    const answer = await post('/api/v1/collections/cheias/entities/discover', { example });
    const proposal = (await answer.json()) as { pageCount: number; columns: { name: string }[] };
    expect(answer.status, JSON.stringify(proposal)).toBe(200);
    expect(proposal.pageCount).toBeGreaterThanOrEqual(3);
    expect(proposal.columns.map(({ name }) => name)).toContain('Nome');
  });

  it('tells a mistake in a crawl as the command does', async () => {
    const answer = await post('/api/v1/crawls', {
      name: 'ruim',
      seeds: ['http://a.exemplo.br/'],
      when: 'nunca',
    });
    expect(answer.status).toBe(422);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe('TRF_CRAWL_REFUSED');
    expect(error.message).toContain('TRF_PERIOD_UNKNOWN');
    expect((await get('/api/v1/crawls')).crawls.map(({ name }: { name: string }) => name)).toEqual([
      'cheias',
    ]);
  });

  it('closes on Ctrl-C, and shows the same when it is started again', async () => {
    served.child.kill('SIGINT');
    expect(await served.ended).toBe(0);
    served = await serve(
      join(folder, 'crawls', 'cheias'),
      '--port',
      '0',
      '--crawls',
      join(folder, 'crawls'),
      '--no-analyse',
    );
    const { collections } = await get('/api/v1/collections');
    expect(collections.map(({ name }: { name: string }) => name)).toEqual(['cheias']);
    expect(collections[0].summary.pages).toBeGreaterThan(60);
    expect(await crawl()).toMatchObject({ state: 'ended', collection: 'cheias' });
  });
});

describe('a catalogue that is made anew while it is served', () => {
  it('is answered from without a restart, and nothing fails meanwhile', async () => {
    const place = join(folder, 'crawls', 'cheias');
    const before = (await get('/api/v1/collections')).collections[0].summary.pages;
    addPages(place, [
      {
        url: 'http://www.depois-exemplo.br/',
        date: Date.UTC(2026, 0, 31),
        html: '<html lang="pt"><title>Depois</title><p>Uma página que chegou depois, sobre a inauguração da ponte velha do rio.</p></html>',
      },
    ]);
    const asked: Promise<Response>[] = [];
    const asking = setInterval(
      () => asked.push(fetch(address('/api/v1/collections/cheias/search?q=enchente'))),
      50,
    );
    const { status, stderr } = await spawnTarrafa(['analyse', place, '--rebuild', '--json', '--lang', 'en']);
    clearInterval(asking);
    expect(status, stderr).toBe(0);
    const answers = await Promise.all(asked);
    expect(answers.length).toBeGreaterThan(0);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect((await get('/api/v1/collections')).collections[0].summary.pages).toBe(before + 1);
    const { hits } = await get('/api/v1/collections/cheias/search?q=inauguração');
    expect(hits.map(({ title }: { title: string }) => title)).toContain('Depois');
  });
});

describe('what cannot be served', () => {
  const options = { language: 'en', port: 0 } as const;

  it('is told: no collection, a port that is taken, a weak token, an address that is not ours', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    await expect(startServer([empty], options)).rejects.toMatchObject({
      code: 'TRF_INPUT_MISSING',
    });
    await expect(startServer([join(folder, 'nothing')], options)).rejects.toMatchObject({
      code: 'TRF_INPUT_MISSING',
    });
    await expect(startServer([], { ...options, token: 'short' })).rejects.toMatchObject({
      code: 'TRF_TOKEN_WEAK',
    });
    await expect(startServer([], { ...options, host: '203.0.113.7' })).rejects.toMatchObject({
      code: 'TRF_HOST_UNUSABLE',
    });
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await expect(startServer([], { ...options, port })).rejects.toMatchObject({ code: 'TRF_PORT_TAKEN' });
    other.close();
  });

  it('takes the next free port when none was asked for', async () => {
    const first = await startServer([], { language: 'en' });
    const second = await startServer([], { language: 'en' });
    expect(second.port).toBeGreaterThan(first.port);
    expect(second.token).not.toBe(first.token);
    expect((await fetch(second.url.replace(/\?.*/, 'api/v1/health'))).status).toBe(200);
    await first.close();
    await second.close();
  });
});

describe('the token', () => {
  it('is refused on the command line, with a word on how to give it', async () => {
    const { status, stderr } = await spawnTarrafa(['serve', '--lang', 'en', '--port', '0', '--token', TOKEN]);
    expect(status).toBe(2);
    expect(stderr).toContain('TARRAFA_TOKEN');
    expect(stderr).toContain('--token-file');
    expect(stderr).not.toContain(TOKEN);
  });

  it.skipIf(!existsSync('/proc/self/environ'))(
    'comes from a file, and stands on no command line of the server or its processes, nor in what these are told of the environment',
    async () => {
      const file = join(folder, 'token');
      const secret = 'um-token-que-estava-num-arquivo';
      writeFileSync(file, `${secret}\n`);
      // The other one is in the environment of the server.
      const place = join(folder, 'crawls-with-token');
      const other = await serve(
        '--port',
        '0',
        '--crawls',
        place,
        '--token-file',
        file,
        '--sample-web',
        String(web.port),
      );
      try {
        expect(other.url).toContain(`?token=${secret}`);
        const started = await fetch(new URL('/api/v1/crawls', other.url), {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            name: 'longa',
            seeds: ['http://www.enciclopedia-exemplo.pt/'],
            delay: '10s',
          }),
        });
        expect(started.status).toBe(201);
        const read = (pid: number, what: string) => readFileSync(`/proc/${pid}/${what}`, 'utf8');
        expect(read(other.child.pid!, 'cmdline')).not.toContain('um-token');
        const children = childrenOf(other.child.pid!);
        expect(children.map((pid) => read(pid, 'cmdline')).join('\n')).toContain('enciclopedia-exemplo');
        for (const pid of children) {
          expect(read(pid, 'cmdline')).not.toContain('um-token');
          const environment = read(pid, 'environ');
          // Told of something, so that there is something to be seen.
          expect(environment).toContain('PATH=');
          expect(environment).not.toContain('um-token');
          expect(environment).not.toContain('TARRAFA_TOKEN');
        }
      } finally {
        other.child.kill('SIGINT');
        await other.ended;
      }
    },
  );

  it.each([
    ['--public-url', 'acervo.exemplo.br'],
    ['--public-url', 'https://acervo.exemplo.br/tarrafa/'],
    ['--public-url', 'ftp://acervo.exemplo.br'],
    ['--allow-host', 'a b'],
  ])('and %s %s is refused', async (flag, value) => {
    const { status, stderr } = await spawnTarrafa(['serve', '--lang', 'en', '--port', '0', flag, value]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`${flag} is not valid: `)]);
  });
});

describe('a server behind another one', () => {
  it('answers to the names of --public-url and --allow-host and to no other, and its links begin with the public one', async () => {
    const port = await freePort();
    const other = await serve(
      '--port',
      String(port),
      '--public-url',
      'https://acervo.exemplo.br',
      '--allow-host',
      'interno.exemplo.br',
      '--allow-host',
      'outro.exemplo.br',
    );
    try {
      // What is opened in the browser is the public address; the server itself is on loopback.
      expect(other.url).toBe(`https://acervo.exemplo.br/?token=${TOKEN}`);
      for (const host of [
        'acervo.exemplo.br',
        'interno.exemplo.br',
        'outro.exemplo.br',
        `127.0.0.1:${port}`,
      ]) {
        const { status, body } = await askOver(port, '/ogc', { headers: { host } });
        expect([host, status]).toEqual([host, 200]);
        expect(body).toContain('"https://acervo.exemplo.br/ogc');
        expect(body).not.toMatch(/interno\.exemplo|outro\.exemplo|127\.0\.0\.1/);
      }
      for (const host of ['mau.exemplo.br', 'acervo.exemplo.br.mau.br'])
        expect([host, (await askOver(port, '/ogc', { headers: { host } })).status]).toEqual([host, 403]);
      // A page of the public address may post; one of another may not.
      const post = (origin: string) =>
        askOver(port, '/api/v1/crawls/nada/pause', {
          method: 'POST',
          headers: { host: 'interno.exemplo.br', origin, authorization: `Bearer ${TOKEN}` },
        });
      expect((await post('https://acervo.exemplo.br')).status).toBe(404);
      expect((await post('https://mau.exemplo.br')).status).toBe(403);
    } finally {
      other.child.kill('SIGINT');
      expect(await other.ended).toBe(0);
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
