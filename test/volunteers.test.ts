/** Volunteers of a shared crawl: the built commands, real sockets, a real database, and a web that keeps a log. */
// biome-ignore-all lint/suspicious/noExplicitAny: answers of other processes
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nationalHost } from '../samples/national-hosts.ts';
import { buildWeb } from '../scripts/build-web.mjs';
import { type CollectSettings, collect } from '../src/app/collect.ts';
import { deskVolunteers, inviteVolunteer } from '../src/app/desk.ts';
import { readVisits } from '../src/crawl/index.ts';
import { packedResponse } from '../src/warc/index.ts';
import { BROWSER, launchBrowser } from './browser.ts';
import { POSTGRES_BIN, testDatabase } from './postgres-server.ts';
import { type Answer, type TinyWeb, tinyWeb } from './tiny-web.ts';

const MAIN = join(import.meta.dirname, '../dist/program/cli/main.js');
const HOSTS = [
  'www.camara-serraverde-exemplo.leg.br',
  'www.copadosvales-exemplo.com.br',
  'docs.jangada-exemplo.dev.br',
] as const;
const TOKEN = 'um-token-de-teste-comprido';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PLAIN =
  'Uma crônica sobre o café da manhã, o bonde e a chuva que não vinha, contada por quem esperava.';
const GEO_PAGE = `<html><head><title>DPI - Divisão de Processamento de Imagens</title>
<meta name="description" content="A Divisão de Processamento de Imagens faz parte do instituto.">
<meta name="keywords" content="Geoprocessamento, GIS, Bancos de Dados Geográficos">
<meta name="robots" content="index, follow"></head><body><p>Divisão de Processamento de Imagens: geoprocessamento e mapas.</p>
<a href="dados/municipios_shp.zip">Country shape files, World, also includes some rivers</a>
<img src="/logo.png"><a href="/cronica.html">crônica</a></body></html>`;

const children: ChildProcess[] = [];
const servers: Server[] = [];

/** The built command, with the events that it prints. */
function tarrafa(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { ...process.env, ...options.env },
  });
  children.push(child);
  const events: Record<string, unknown>[] = [];
  let rest = '';
  let errors = '';
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line.startsWith('{')) events.push(JSON.parse(line));
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      if (code !== null && code !== 0 && code !== 130) console.error(errors);
      resolve(code);
    }),
  );
  return {
    child,
    ended,
    /** What it says to a person, when that has come. */
    said: (words: RegExp) => until(() => words.exec(said + errors)),
    event: (name: string) =>
      until(() => {
        if (child.exitCode !== null && child.exitCode !== 0) throw new Error(errors);
        return events.find(({ event }) => event === name);
      }),
  };
}

async function until<T>(
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() - begun > 20_000) throw new Error(`waited in vain for ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

interface Passed {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
  /** Of TLS; null without it. */
  readonly protocol: string | null;
  /** Of the desk's answer. */
  status: number | null;
}

/** What stands between volunteers and the desk, and sees what they say; `hold` lets a request wait. */
async function between(
  desk: number,
  {
    tls,
    hold,
    name,
  }: {
    tls?: { key: Buffer; cert: Buffer };
    hold?: (passed: Passed) => Promise<void> | undefined;
    /** By which it calls the desk, as a reverse proxy does that says for whom it asks. */
    name?: string;
  } = {},
) {
  const passed: Passed[] = [];
  const handle = (asked: IncomingMessage, answer: import('node:http').ServerResponse): void => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk) => chunks.push(chunk));
    asked.on('end', async () => {
      const one: Passed = {
        method: asked.method!,
        path: asked.url!,
        body: Buffer.concat(chunks),
        protocol: 'getProtocol' in asked.socket ? String((asked.socket as TLSSocket).getProtocol()) : null,
        status: null,
      };
      passed.push(one);
      await hold?.(one);
      const { connection, 'transfer-encoding': _, ...headers } = asked.headers;
      const forwarded = name && {
        host: name,
        'x-forwarded-for': asked.socket.remoteAddress,
        'x-forwarded-host': asked.headers.host,
        'x-forwarded-proto': 'encrypted' in asked.socket ? 'https' : 'http',
      };
      const on = request(
        {
          host: '127.0.0.1',
          port: desk,
          path: one.path,
          method: one.method,
          headers: { ...headers, ...forwarded, 'content-length': one.body.length },
        },
        (got) => {
          one.status = got.statusCode ?? 500;
          answer.writeHead(one.status, got.headers);
          got.pipe(answer);
        },
      );
      on.on('error', () => answer.destroy());
      on.end(one.body);
    });
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  servers.push(server as Server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    passed,
    port,
    sentPages: () =>
      passed
        .filter(({ path }) => path.endsWith('/pages'))
        .map(({ body }) => /WARC-Target-URI: (\S+)/.exec(gunzipSync(body).toString('latin1'))![1]!),
  };
}

describe.skipIf(POSTGRES_BIN === null)('volunteers of a shared crawl', () => {
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-volunteers-'));
  let number = 0;
  const webs: TinyWeb[] = [];
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    for (const web of webs) await web.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** A crawl that is begun, with its desk and a volunteer's token in a file. */
  async function crawlWith(
    pages: Readonly<Record<string, Readonly<Record<string, Answer>>>>,
    settings: CollectSettings = {},
    deskFlags: readonly string[] = [],
  ) {
    const folder = mkdtempSync(join(root, `${number++}-`));
    const web = await tinyWeb(pages);
    webs.push(web);
    const place = { address: await testDatabase() };
    await collect(
      join(folder, 'begun'),
      {
        seeds: Object.keys(pages).map((host) => `http://${host}/`),
        delay: 5,
        addressDelay: 0,
        content: false,
        workers: 0,
        sitemaps: false,
        ...settings,
      },
      { resolver: web.resolver, cluster: { place, timeToLive: 10_000 }, signal: AbortSignal.abort() },
    );
    const token = join(folder, 'token');
    const out = join(folder, 'desk');
    const desk = tarrafa([
      'desk',
      '--cluster',
      place.address,
      '--out',
      out,
      '--port',
      '0',
      '--json',
      '--sample-web',
      String(web.port),
      ...deskFlags,
    ]);
    const { port } = (await desk.event('listening')) as { port: number } & Record<string, unknown>;
    const invited = tarrafa(['desk', 'invite', 'ana', '--cluster', place.address, '--save', token]);
    expect(await invited.ended).toBe(0);
    const volunteer = (address: string, flags: readonly string[] = [], options = {}) =>
      tarrafa(
        [
          'volunteer',
          address,
          '--token-file',
          token,
          '--json',
          '--max-load',
          '1000',
          '--sample-web',
          String(web.port),
          ...flags,
        ],
        options,
      );
    return { folder, web, place, out, desk, port, token, volunteer };
  }

  const statusOf = async (address: string) =>
    (await (await fetch(`${address}status.json`)).json()) as Record<string, never> & {
      mode: string;
      pages: number;
      html: string | null;
    };

  const geoWeb = (): Record<string, Record<string, Answer>> => ({
    [HOSTS[0]]: {
      '/': `<title>Início</title><p>${PLAIN}</p><a href="/mapas.html">seguir</a> <a href="/falta.html">falta</a>`,
      '/mapas.html': GEO_PAGE,
      '/cronica.html': `<title>Crônica</title><p>${PLAIN} ${PLAIN}</p>`,
    },
  });

  it('[G-AC-024] only geo-interesting pages send their content; of others only URLs are sent', async () => {
    const { port, volunteer, out } = await crawlWith(geoWeb(), { geo: true });
    const line = await between(port);
    const { ended } = volunteer(`http://127.0.0.1:${line.port}`);
    expect(await ended).toBe(0);
    const home = `http://${HOSTS[0]}/`;
    expect(new Set(line.sentPages())).toEqual(new Set([`${home}mapas.html`]));
    const told = line.passed
      .filter(({ path }) => path.endsWith('/visits'))
      .flatMap(
        ({ body }) =>
          JSON.parse(body.toString()).results as { kind: string; url: string; links?: string[] }[],
      );
    expect(told.find(({ url }) => url === home)).toMatchObject({
      kind: 'told',
      links: [`${home}mapas.html`, `${home}falta.html`],
    });
    expect(line.passed.some(({ path, body }) => path.endsWith('/visits') && body.includes('bonde'))).toBe(
      false,
    );
    const visits: string[] = [];
    for await (const { url, outcome } of readVisits(join(out, 'visits.jsonl')))
      visits.push(`${url} ${outcome}`);
    expect(visits).toContain(`${home}mapas.html analysed`);
  });

  it('[G-AC-025] HTML is not retained on the worker after reporting', async () => {
    const { folder, port, volunteer, desk } = await crawlWith(geoWeb());
    const cwd = mkdtempSync(join(folder, 'lent-'));
    const { event, child, ended } = volunteer(`http://127.0.0.1:${port}`, [], {
      cwd,
      env: { TMPDIR: cwd, HOME: cwd },
    });
    const { address } = (await event('status-page')) as { address: string } & Record<string, unknown>;
    const status = await until(async () => {
      const now = await statusOf(address).catch(() => null);
      return now && now.pages >= 2 && now.html === null ? now : null;
    }).catch(() => null);
    await desk.ended;
    expect(status?.html ?? null).toBeNull();
    if (child.exitCode === null) child.kill('SIGINT');
    await ended;
    // Nothing at all was written.
    expect(readdirSync(cwd, { recursive: true })).toEqual([]);
  });

  it('[G-AC-028] an expired lease returns its URLs; a duplicate submission changes nothing', async () => {
    const { port, place } = await crawlWith(geoWeb(), { geo: true }, ['--item-time', '400ms']);
    const ask = async (token: string, path: string, body: unknown) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as any };
    };
    expect((await ask('x'.repeat(32), 'leases', { sites: 1 })).status).toBe(401);
    const [ana, bia] = [await inviteVolunteer(place, 'a'), await inviteVolunteer(place, 'b')];
    const first = await ask(ana, 'leases', { sites: 1 });
    const [{ url }] = first.body.items;
    const told = {
      kind: 'told',
      url,
      status: 200,
      headers: {},
      bytes: 1,
      digest: 'sha1:X',
      simhash: null,
      links: [],
    };
    // Held by nobody else: another volunteer cannot speak for it.
    expect((await ask(bia, `leases/${first.body.id}/visits`, { results: [told], more: 0 })).status).toBe(410);
    const late = await until(async () => {
      const again = await ask(bia, 'leases', { sites: 1 });
      return again.body.items[0]?.url === url ? again.body : null;
    });
    const refused = await ask(ana, `leases/${first.body.id}/visits`, { results: [told], more: 0 });
    expect(refused.body.taken[url]).toBe('refused');
    const failure = { kind: 'failed', url, reason: 'reset' };
    const taken = await ask(bia, `leases/${late.id}/visits`, { results: [failure], more: 0 });
    expect(taken.body.taken[url]).toBe('taken');
    const again = await ask(bia, `leases/${late.id}/visits`, { results: [failure], more: 0 });
    expect(again.body.taken[url]).toBe('known');
    const { volunteers } = await deskVolunteers(place);
    expect(volunteers.find(({ name }) => name === 'b')).toMatchObject({ failures: 1, pages: 0 });
    expect(volunteers.find(({ name }) => name === 'a')).toMatchObject({ failures: 0, pages: 0 });
  });

  it('[G-AC-170] eleven views are populated for one page; start and stop work; nothing runs on a busy machine', async () => {
    const { web, port, volunteer } = await crawlWith(geoWeb(), { geo: true });
    let open = (): void => {};
    const held = new Promise<void>((resolve) => {
      open = resolve;
    });
    const line = await between(port, { hold: ({ path }) => (path.endsWith('/pages') ? held : undefined) });
    const at = `http://127.0.0.1:${line.port}`;
    const busy = volunteer(at, ['--max-load', '0']);
    const busyPage = ((await busy.event('status-page')) as any).address as string;
    await until(async () => (await statusOf(busyPage)).mode === 'busy');
    expect(line.passed).toEqual([]);
    busy.child.kill('SIGINT');
    expect(await busy.ended).toBe(130);

    const working = volunteer(at, ['--paused', '--lang', 'pt-BR']);
    const { address } = (await working.event('status-page')) as any;
    await until(async () => (await statusOf(address)).mode === 'paused');
    expect(line.passed).toEqual([]);
    // Not by a page of somebody else.
    const foreign = await fetch(`${address}resume`, {
      method: 'POST',
      headers: { origin: 'https://mau.exemplo.br' },
    });
    expect(foreign.status).toBe(403);
    await fetch(`${address}resume`, { method: 'POST', redirect: 'manual' });
    const views = await until(async () => {
      const now = (await statusOf(address)) as any;
      return now.html?.includes('DPI') ? now : null;
    });
    const home = `http://${HOSTS[0]}/`;
    expect(views.page).toMatchObject({
      url: `${home}mapas.html`,
      title: 'DPI - Divisão de Processamento de Imagens',
      description: 'A Divisão de Processamento de Imagens faz parte do instituto.',
      keywords: ['Geoprocessamento', 'GIS', 'Bancos de Dados Geográficos'],
      files: [`${home}dados/municipios_shp.zip`],
      robots: 'index, follow',
      isInteresting: true,
    });
    expect(views.page.urls).toContainEqual({
      written: '/logo.png',
      url: `${home}logo.png`,
      attribute: 'src',
    });
    expect(views.page.anchors[0].anchor).toBe('Country shape files, World, also includes some rivers');
    expect(views.page.words).toEqual(
      expect.arrayContaining(['Divisão', 'Processamento', 'Imagens', 'mapas']),
    );
    expect(views.page.words).not.toContain('de');
    expect(views.html).toBe(GEO_PAGE);
    expect(views.geoPages).toEqual([`${home}mapas.html`]);
    expect(views.received).toEqual(expect.arrayContaining([home, `${home}mapas.html`]));
    expect(views.actions.map(({ what }: { what: string }) => what)).toContain('GET');
    const shown = await (await fetch(address)).text();
    for (const title of [
      'Etiquetas extraídas',
      'URLs encontradas',
      'Âncoras e texto em volta',
      'Arquivos geográficos',
      'HTML inteiro',
      'Páginas geográficas',
      'URLs recebidas do balcão',
      'Palavras',
      'Estado do serviço',
      'Erros',
      'Robots',
    ])
      expect(shown).toContain(`<summary>${title}</summary>`);
    expect(shown).toContain('&lt;title&gt;DPI');
    open();
    // A page that is not there is in the log of errors.
    await until(async () => {
      const now = (await statusOf(address).catch(() => null)) as any;
      return now === null || now.errors.some(({ what }: { what: string }) => what === 'HTTP 404');
    });
    if (working.child.exitCode === null) working.child.kill('SIGINT');
    await working.ended;
    expect(web.paths(HOSTS[0]).length).toBeGreaterThan(2);
  });

  it('works through a reverse proxy that speaks TLS and has its own name for the desk, and gives its lease back at once on Ctrl-C', async () => {
    let asked = false;
    const { folder, web, port, volunteer } = await crawlWith(
      {
        [HOSTS[0]]: { '/': `<title>Início</title><p>${PLAIN}</p>` },
        [HOSTS[1]]: {
          '/': (_, response) => {
            asked = true;
            response.writeHead(200, { 'content-type': 'text/html' }).write('<p>demora');
          },
        },
      },
      {},
      ['--public-url', 'https://balcao.exemplo.org'],
    );
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        'key.pem',
        '-out',
        'cert.pem',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost,IP:127.0.0.1',
      ],
      { cwd: folder, stdio: 'ignore' },
    );
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)));
    const tls = { key: key!, cert: cert! };
    const trust = { env: { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') } };
    // What says for whom it asks opens nothing: the desk knows by which name it is called.
    const stranger = await between(port, { tls, name: 'mau.exemplo.org' });
    const refused = volunteer(`https://localhost:${stranger.port}`, [], trust);
    expect(await refused.ended).not.toBe(0);
    expect(stranger.passed.map(({ status }) => status)).toEqual([403]);

    const line = await between(port, { tls, name: 'balcao.exemplo.org' });
    const { child, ended } = volunteer(`https://localhost:${line.port}`, [], trust);
    await until(() => asked && line.sentPages().includes(`http://${HOSTS[0]}/`));
    const token = readFileSync(join(folder, 'token'), 'utf8').trim();
    expect(line.passed.some(({ path }) => path.includes(token))).toBe(false);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(line.passed.at(-1)).toMatchObject({ method: 'DELETE' });
    // What it waited for when it was ended has no answer.
    const answers = line.passed.filter(({ status }) => status !== null);
    expect(new Set(answers.map(({ protocol }) => protocol))).toEqual(new Set(['TLSv1.3']));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(web.paths(HOSTS[1])).toEqual(['/']);
  });

  describe('at a server that searches too', () => {
    const SITES = Array.from({ length: 48 }, (_, n) => n)
      .filter((n) => n % 10 !== 1)
      .map(nationalHost);
    const PATHS = ['/', '/a', '/b', '/c'] as const;
    const truth = (host: string, path: string): string =>
      `<title>${host}${path}</title><p>${PLAIN} A verdade sobre ${host.split('.').join(' ')} está em ${path}.</p>${
        path === '/' ? PATHS.slice(1).map((to) => `<a href="${to}">seguir</a> `) : ''
      }`;
    const LIE = 'mentira';
    const SOLD = `Compre já, sem juros e com frete grátis: relógios, perfumes, óculos e outra ${LIE} qualquer da nossa loja.`;
    /** Pages that the liar brings as they are; later ones are not. */
    const HONEST = 60;
    let server: ReturnType<typeof tarrafa>;
    let origin: string;
    let place: { address: string };
    let folder: string;
    let out: string;
    let web: TinyWeb;

    const ask = async (path: string, body?: unknown, token = TOKEN) => {
      const answer = await fetch(new URL(`/api/v1/${path}`, origin), {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      return { status: answer.status, body: (await answer.json()) as any };
    };
    const collection = async () => (await ask('collections')).body.collections[0] as any;
    const total = async (query: string): Promise<number> =>
      (await ask(`collections/${(await collection()).name}/search?q=${encodeURIComponent(query)}`)).body
        .total;

    beforeAll(async () => {
      folder = mkdtempSync(join(root, 'served-'));
      out = join(folder, 'desk');
      web = await tinyWeb(
        Object.fromEntries(
          SITES.map((host) => [host, Object.fromEntries(PATHS.map((path) => [path, truth(host, path)]))]),
        ),
      );
      webs.push(web);
      place = { address: await testDatabase(['postgis']) };
      await collect(
        join(folder, 'begun'),
        {
          seeds: SITES.map((host) => `http://${host}/`),
          delay: 5,
          addressDelay: 0,
          content: false,
          workers: 0,
          sitemaps: false,
        },
        { resolver: web.resolver, cluster: { place, timeToLive: 10_000 }, signal: AbortSignal.abort() },
      );
      server = tarrafa(
        ['serve', '--cluster', place.address, '--desk', '--out', out, '--port', '0', '--lang', 'en'].concat([
          '--sample-web',
          String(web.port),
          '--crawls',
          join(folder, 'crawls'),
        ]),
        { cwd: folder, env: { TARRAFA_TOKEN: TOKEN, XDG_CACHE_HOME: join(folder, 'cache') } },
      );
      origin = (await server.said(/open (http:\S+)\//))[1]!;
    });

    it('a liar is found, and nothing of what it said is searched or shown, also when all is read again', async () => {
      const { token } = (await ask('volunteers', { name: 'caio' })).body;
      const lied = new Set<string>();
      let brought = 0;
      for (let stop = null; stop === null; ) {
        const { body: lease } = await ask('leases', { sites: 50 }, token);
        stop = lease.stop;
        await Promise.all(
          lease.items.map(async ({ url }: { url: string }) => {
            const { hostname, pathname } = new URL(url);
            const lies = brought++ >= HONEST;
            if (lies) lied.add(url);
            const page = lies ? `<title>${LIE}</title><p>${SOLD}</p>` : truth(hostname, pathname);
            const sent = await fetch(new URL(`/api/v1/leases/${lease.id}/pages`, origin), {
              method: 'POST',
              headers: { authorization: `Bearer ${token}`, 'content-type': 'application/warc' },
              body: new Uint8Array(
                packedResponse({
                  url,
                  date: Date.now(),
                  status: 200,
                  statusText: 'OK',
                  httpVersion: '1.1',
                  rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
                  body: Buffer.from(page),
                }),
              ),
            });
            expect(sent.status).toBe(200);
          }),
        );
      }
      const found = async () => (await ask('volunteers')).body.volunteers[0];
      expect(await found()).toMatchObject({ name: 'caio', standing: 'barred' });

      // Whoever comes next fetches what was taken back.
      const saved = join(folder, 'token');
      writeFileSync(saved, (await ask('volunteers', { name: 'bia' })).body.token);
      const honest = tarrafa(
        ['volunteer', origin, '--token-file', saved, '--max-load', '1000', '--concurrency', '50'].concat([
          '--sample-web',
          String(web.port),
        ]),
      );
      expect(await honest.ended).toBe(0);
      await server.said(/The crawl is over/);
      const pages = SITES.length * PATHS.length;
      for (const rebuilt of [false, true]) {
        if (rebuilt) {
          const again = tarrafa(['analyse', out, '--cluster', place.address, '--rebuild'], {
            env: { XDG_CACHE_HOME: join(folder, 'cache') },
          });
          expect(await again.ended).toBe(0);
        }
        await until(async () => (await collection()).summary.pages === pages);
        expect([await total(LIE), await total('verdade')]).toEqual([0, pages]);
      }
      const { name } = await collection();
      for (const url of [...lied].slice(0, 3)) {
        const { list } = (
          (await (await fetch(new URL(`/memento/${name}/timemap/json/${url}`, origin))).json()) as any
        ).mementos;
        for (const { uri } of list as { uri: string }[]) {
          const shown = await (await fetch(uri)).text();
          expect(shown).toContain('verdade');
          expect(shown).not.toContain(LIE);
        }
      }
      // It stands in the archive of the desk, and that is no damage.
      const check = tarrafa(['warc', 'check', out, '--cluster', place.address, '--json']);
      expect(await check.ended).toBe(0);
      const [, orphans] = await check.said(/"kind":"summary".*"orphans":(\d+)/);
      expect(Number(orphans)).toBeGreaterThan(0);
      expect(Number(orphans)).toBe((await found()).quarantined);
      // Nor does anybody take the folder for a collection.
      const alone = tarrafa(['analyse', out, '--lang', 'en']);
      await alone.said(/TRF_FOLDER_OF_DESK/);
    });

    it.skipIf(BROWSER === null)(
      'they are seen, invited, stopped one by one and all at once in the browser',
      async () => {
        await buildWeb();
        const browser = await launchBrowser();
        try {
          for (const [width, colorScheme] of [
            [1440, 'light'],
            [390, 'dark'],
          ] as const) {
            const page = await (
              await browser.newContext({
                viewport: { width, height: 900 },
                colorScheme,
                reducedMotion: 'reduce',
                locale: 'pt-BR',
              })
            ).newPage();
            await page.goto(new URL(`/coletas?token=${TOKEN}`, origin).href);
            const card = page.getByRole('article', { name: 'Voluntários' });
            await card.getByRole('table').waitFor();
            await card.getByLabel('Nome de quem empresta uma máquina').fill(`dora ${width}`);
            await card.getByRole('button', { name: 'Convidar' }).click();
            await card.getByText(/trv_/).waitFor();
            expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
            await page.evaluate(AXE);
            const { violations } = (await page.evaluate(
              `axe.run(document, { resultTypes: ['violations'] })`,
            )) as { violations: { id: string; nodes: { html: string }[] }[] };
            expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`)).toEqual([]);
            await card.getByRole('button', { name: `Parar dora ${width}` }).click();
            await card
              .getByRole('row', { name: `dora ${width}` })
              .getByText('sem token')
              .waitFor();
            await card.getByRole('button', { name: 'Parar todos os voluntários' }).click();
            await card.getByText('todos parados').waitFor();
            expect((await ask('volunteers')).body.stopped).toBe(true);
            await card.getByRole('button', { name: 'Deixar os voluntários trabalhar' }).click();
            await card.getByText('podem trabalhar').waitFor();
          }
        } finally {
          await browser.close();
        }
      },
    );
  });
});
