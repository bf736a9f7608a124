import { createConnection } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTS } from './hosts.ts';
import { RequestLog } from './request-log.ts';
import { sampleAddress } from './resolver.ts';
import { type SampleWeb, startSampleWeb } from './server.ts';
import { get } from './tiny-crawler.suite.ts';

describe('the hostile sample web', () => {
  let web: SampleWeb;
  beforeAll(async () => {
    web = await startSampleWeb({ sites: 'hostile', slowMs: 5 });
  });
  afterAll(() => web.close());

  /** The bytes of an answer whatever they are, up to `limit`, or until the server closes. */
  const bytes = (host: string, path: string, limit = 1_000_000) =>
    new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const socket = createConnection(web.port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      );
      const done = () => {
        socket.destroy();
        resolve(Buffer.concat(chunks));
      };
      socket.on('data', (c: Buffer) => {
        chunks.push(c);
        length += c.length;
        if (length >= limit) done();
      });
      socket.on('close', done);
      socket.on('error', done);
    });

  it('gives every misbehaving host a home page, or a reason for having none', async () => {
    const without: string[] = [HOSTS.silent.host, HOSTS.flapping.host];
    for (const host of web.truth.misbehaving) {
      if (without.includes(host)) continue;
      expect((await get(web.port, `http://${host}/`)).status, host).toBe(200);
    }
  });

  it('links every one of its behaviours from the home page', async () => {
    for (const { host } of [HOSTS.broken, HOSTS.encodings, HOSTS.markup, HOSTS.redirects, HOSTS.failing]) {
      const home = (await get(web.port, `http://${host}/`)).body.toString();
      const paths = [...home.matchAll(/href="(\/[^"]*)"/g)].map((m) => m[1]!);
      expect(paths.length).toBeGreaterThan(10);
      for (const path of paths) {
        const answer = await bytes(host, path, 3000);
        expect(answer.subarray(0, 20).toString('latin1'), host + path).not.toMatch(/^HTTP\/1.1 404/);
      }
    }
  });

  it('redirects with every code, in chains, in loops, and to where nobody should go', async () => {
    const at = async (path: string) =>
      (await get(web.port, `http://${HOSTS.redirects.host}${path}`)).headers.location;
    for (const code of [301, 302, 303, 307, 308]) {
      const answer = await get(web.port, `http://${HOSTS.redirects.host}/r${code}`);
      expect([answer.status, answer.headers.location]).toEqual([code, `/fim/${code}`]);
    }
    expect(await at('/laco/a')).toBe('/laco/b');
    expect(await at('/laco/b')).toBe('/laco/a');
    expect(await at('/loopback')).toBe(`http://127.0.0.1:${web.port}/segredo`);
    expect(await at('/longa/11')).toBe('/longa/12');
    expect(await at('/sem-location')).toBeUndefined();
    expect(sampleAddress(HOSTS.intranet.host, web.port)?.address).toBe('10.0.0.7');
  });

  it('sends compressed bodies that are broken in the way their name says', async () => {
    const whole = await bytes(HOSTS.encodings.host, '/truncado');
    const body = whole.subarray(whole.indexOf('\r\n\r\n') + 4);
    expect(() => gunzipSync(body)).toThrow();
    const bomb = await get(web.port, `http://${HOSTS.encodings.host}/bomba`);
    expect(bomb.raw.length).toBeLessThan(50_000);
    expect(bomb.body.length).toBe(20_000_000);
    const twice = await bytes(HOSTS.encodings.host, '/duplo');
    expect(gunzipSync(gunzipSync(twice.subarray(twice.indexOf('\r\n\r\n') + 4))).toString()).toContain(
      'duplo',
    );
    expect((await get(web.port, `http://${HOSTS.encodings.host}/dois-membros`)).body.toString()).toMatch(
      /<\/html>/,
    );
  });

  it('never ends where it says so, and never starts where it says so', async () => {
    const flow = await bytes(HOSTS.endless.host, '/fluxo', 2_000_000);
    expect(flow.length).toBeGreaterThanOrEqual(2_000_000);
    const head = await bytes(HOSTS.endless.host, '/cabecalhos', 20_000);
    expect(head.includes('\r\n\r\n')).toBe(false);
    const outcome = await Promise.race([
      bytes(HOSTS.silent.host, '/').then(() => 'answered'),
      get(web.port, `http://${HOSTS.slow.host}/demora`).then(() => 'silent'),
    ]);
    expect(outcome).toBe('silent');
  });

  it('fails first and works later, and counts each address apart', async () => {
    const url = `http://${HOSTS.flapping.host}/pagina/1`;
    expect((await get(web.port, url)).status).toBe(503);
    expect((await get(web.port, url)).status).toBe(200);
    expect((await get(web.port, `http://${HOSTS.flapping.host}/pagina/3`)).status).toBe(503);
    const busy = `http://${HOSTS.busy.host}/segundos`;
    const first = await get(web.port, busy);
    expect([first.status, first.headers['retry-after']]).toEqual([429, '1']);
    await get(web.port, busy);
    expect((await get(web.port, busy)).status).toBe(200);
  });

  it('has traps without end', async () => {
    const next = async (url: string, pick: RegExp) =>
      new URL(pick.exec((await get(web.port, url)).body.toString())![1]!, url).href;
    let url = `http://${HOSTS.calendar.host}/agenda/2024/12`;
    url = await next(url, /href="([^"]+)">Próximo mês/);
    expect(url).toMatch(/2025\/01$/);
    expect(await next(url, /href="([^"]+)">Mês anterior/)).toMatch(/2024\/12$/);
    let deep = `http://${HOSTS.repeating.host}/`;
    for (let i = 0; i < 12; i++) deep = await next(deep, /href="([^"]+)">Guia/);
    expect(deep.match(/guia/g)).toHaveLength(12);
    const session = `http://${HOSTS.sessions.host}/`;
    expect(await next(session, /href="([^"]+)"/)).not.toBe(await next(session, /href="([^"]+)"/));
    const soft = await get(web.port, `http://${HOSTS.softNotFound.host}/isto-nao-existe`);
    expect(soft.status).toBe(200);
    expect(soft.body.toString()).toContain('Página não encontrada');
  });

  it('has robots files that are difficult', async () => {
    expect((await get(web.port, `http://${HOSTS.robotsError.host}/robots.txt`)).status).toBe(503);
    const large = (await get(web.port, `http://${HOSTS.robotsHuge.host}/robots.txt`)).body;
    expect(large.length).toBeGreaterThan(512_000);
    expect(large.indexOf('Disallow: /aberta/')).toBeGreaterThan(512_000);
    expect(web.truth.disallowed(HOSTS.closed.host)).toHaveLength(3);
    expect(web.truth.reachable(HOSTS.closed.host)).toEqual([]);
  });
});

describe('the log of requests', () => {
  it('notes hosts, paths, times and how many were under way', () => {
    let now = 0;
    const log = new RequestLog({ capacity: 3, clock: () => now });
    const endA = log.begin('a', '/1', 'GET', 'x');
    now = 5;
    const endB = log.begin('a', '/2', 'GET', 'x');
    const endC = log.begin('b', '/', 'GET', 'x');
    now = 9;
    endA(200);
    endA(500);
    endB(404);
    endC(null);
    const [first, second, third] = log.entries();
    expect(first).toMatchObject({ startedAt: 0, endedAt: 9, status: 200, concurrent: 1 });
    expect(second).toMatchObject({ startedAt: 5, concurrent: 2, status: 404 });
    expect(third).toMatchObject({ host: 'b', concurrent: 1, status: null });
    log.begin('a', '/3', 'GET', 'x');
    expect(log.entries().map((e) => e.path)).toEqual(['/2', '/', '/3']);
    expect(log.entries('a').map((e) => e.concurrent)).toEqual([2, 1]);
    expect([log.total, log.count('a')]).toEqual([4, 3]);
  });

  it('is kept by the server', async () => {
    const web = await startSampleWeb({ sites: [HOSTS.docs.host] });
    try {
      await get(web.port, `http://${HOSTS.docs.host}/manual/consultas.html`, { 'user-agent': 'ensaio' });
      await get(web.port, 'http://127.0.0.1/segredo');
      const [one, two] = web.requests.entries();
      expect(one).toMatchObject({
        host: HOSTS.docs.host,
        path: '/manual/consultas.html',
        userAgent: 'ensaio',
        concurrent: 1,
      });
      expect(one!.startedAt).toBeLessThanOrEqual(two!.startedAt);
      expect(two).toMatchObject({ host: '127.0.0.1', path: '/segredo' });
    } finally {
      await web.close();
    }
  });
});
