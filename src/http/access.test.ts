import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { httpProxy, socksProxy, type TestProxy } from '../../test/loopback-proxies.ts';
import { type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { TarrafaError } from '../errors.ts';
import { accessFor } from './access.ts';
import { HttpClient } from './client.ts';
import { readCookies } from './cookies.ts';
import { readHeaders } from './own-headers.ts';
import { isPrivateName } from './proxied-names.ts';
import { readProxy } from './proxy.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from './self-signed.fixture.ts';

const HOST = 'www.guardado.exemplo.br';
const SECRET = 'ana:s3nh@ secreta';
const NOW = Date.UTC(2026, 0, 1);
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
const kept = <T extends { close(): unknown }>(one: T): T => {
  open.push(one);
  return one;
};

const through = (kind: 'http' | 'socks5', proxy: TestProxy, secret = SECRET) => {
  const [user, password] = secret.split(':').map(encodeURIComponent);
  return readProxy(`${kind}://${user}:${password}@127.0.0.1:${proxy.port}`);
};

const client = (access: Parameters<typeof accessFor>[0], more: object = {}) =>
  kept(
    new HttpClient({
      userAgent: 'Teste/1',
      access: accessFor(access, [`http://${HOST}/`], () => NOW),
      ...more,
    }),
  );

const web = async (): Promise<TinyWeb> =>
  kept(
    await tinyWeb({ [HOST]: { '/': 'olá', '/outra': 'outra' }, '[2001:4860:4860::8888]': { '/': 'seis' } }),
  );

describe('a proxy', () => {
  for (const [kind, make] of [
    ['http', httpProxy],
    ['socks5', socksProxy],
  ] as const)
    describe(kind, () => {
      it('is handed names, keeps its password to itself, and leads to pages, read strictly and leniently', async () => {
        const { port, requests } = await web();
        const proxy = kept(await make({ to: port, secret: SECRET }));
        const http = client({ proxy: through(kind, proxy) });
        for (const lenient of [false, true]) {
          const outcome = await http.fetch({ url: `http://${HOST}/outra`, lenient });
          if (outcome.kind !== 'response') throw new Error(`${lenient} ${outcome.message}`);
          expect(outcome.body.toString()).toBe('outra');
          expect(outcome.requestHead).toMatch(/^GET \/outra HTTP\/1.1\r\n/);
          expect(outcome.requestHead.toLowerCase()).not.toContain('proxy');
          // Nobody but the proxy knows it.
          expect(outcome.address).toBe('');
        }
        const asked = kind === 'http' ? `GET http://${HOST}/outra` : `CONNECT ${HOST}:80`;
        expect(proxy.asked).toEqual([asked, asked]);
        for (const { headers } of requests) expect(JSON.stringify(headers)).not.toContain('proxy-auth');
      });

      it('leads to secure servers by a tunnel, whose certificate is the server’s', async () => {
        const server = createServer({ key: SELF_SIGNED_KEY, cert: SELF_SIGNED_CERTIFICATE }, (_, answer) =>
          answer.end('seguro'),
        );
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        kept({
          close: () => {
            server.closeAllConnections();
            return new Promise((done) => server.close(done));
          },
        });
        const proxy = kept(await make({ to: (server.address() as AddressInfo).port, secret: SECRET }));
        const http = client({ proxy: through(kind, proxy) });
        for (const lenient of [false, true]) {
          const outcome = await http.fetch({ url: `https://${HOST}/`, lenient });
          if (outcome.kind !== 'response') throw new Error(`${lenient} ${outcome.message}`);
          expect(outcome.body.toString()).toBe('seguro');
          expect(outcome.certificateProblem).not.toBeNull();
        }
        expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${HOST}:443`]));
      });

      it('says when it wants another password, and when a server is out of its reach', async () => {
        const { port } = await web();
        const proxy = kept(await make({ to: port, secret: SECRET, unknown: ['fora.exemplo.br'] }));
        const wrong = client({ proxy: through(kind, proxy, 'ana:errada') });
        for (const url of [`http://${HOST}/`, `https://${HOST}/`])
          for (const lenient of [false, true]) {
            const outcome = await wrong.fetch({ url, lenient });
            expect(outcome).toMatchObject({ kind: 'failure', reason: 'proxy-refused' });
            expect(JSON.stringify(outcome)).not.toContain('errada');
          }
        const right = client({ proxy: through(kind, proxy) });
        expect(await right.fetch({ url: 'https://fora.exemplo.br/' })).toMatchObject({
          kind: 'failure',
          reason: 'connect-refused',
        });
      });

      it('is not asked for private addresses, written out or by their name', async () => {
        const { port } = await web();
        const proxy = kept(await make({ to: port, secret: SECRET }));
        const http = client({ proxy: through(kind, proxy) });
        const hosts = [
          '127.0.0.1',
          '169.254.169.254',
          '[::1]',
          'localhost',
          'intranet',
          'a.local',
          '2130706433',
        ];
        for (const host of hosts)
          for (const lenient of [false, true])
            expect(await http.fetch({ url: `http://${host}/`, lenient })).toMatchObject({
              reason: 'private-address',
            });
        expect(proxy.asked).toEqual([]);
      });

      it('keeps the limits of time and size', async () => {
        const { port } = await web();
        const proxy = kept(await make({ to: port, secret: SECRET }));
        const http = client({ proxy: through(kind, proxy) }, { maxBytes: 2 });
        expect(await http.fetch({ url: `http://${HOST}/outra` })).toMatchObject({ truncated: 'length' });
      });
    });

  it('that does not answer is told as that, and not as the server', async () => {
    const gone = await httpProxy({ to: 1 });
    await gone.close();
    for (const kind of ['http', 'socks5'])
      for (const url of [`http://${HOST}/`, `https://${HOST}/`]) {
        const http = client({ proxy: readProxy(`${kind}://127.0.0.1:${gone.port}`) });
        expect(await http.fetch({ url })).toMatchObject({ kind: 'failure', reason: 'proxy' });
      }
  });

  it('that never answers ends with the time for connecting', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    kept({ close: () => silent.close() });
    const http = client({ proxy: readProxy(`socks5://127.0.0.1:${port}`) }, { timeouts: { connect: 50 } });
    for (const lenient of [false, true])
      expect(await http.fetch({ url: `http://${HOST}/`, lenient })).toMatchObject({
        reason: 'connect-timeout',
      });
  });

  it('hands an IPv6 address over as one', async () => {
    const { port } = await web();
    const proxy = kept(await socksProxy({ to: port }));
    const http = client({ proxy: readProxy(`socks5://127.0.0.1:${proxy.port}`) });
    expect(await http.fetch({ url: 'http://[2001:4860:4860::8888]/' })).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual(['CONNECT 20014860486000000000000000008888:80']);
  });

  it('is read with its form, and shown without its password', () => {
    expect(readProxy('socks5h://ana:um%20dois@proxy.exemplo.br')).toMatchObject({
      kind: 'socks5',
      port: 1080,
      password: 'um dois',
      shown: 'socks5://proxy.exemplo.br:1080',
    });
    expect(readProxy('http://[::1]:3128')).toMatchObject({ host: '::1', shown: 'http://[::1]:3128' });
    for (const bad of [
      '',
      'proxy:3128',
      'https://a:b@p/',
      'socks4://p',
      'http://p/caminho',
      'http://u:%zz@p',
    ])
      expect(() => readProxy(bad)).toThrow(TarrafaError);
    try {
      readProxy('https://ana:segredo@p/');
    } catch (error) {
      expect(JSON.stringify([(error as TarrafaError).message, (error as TarrafaError).values])).not.toContain(
        'segredo',
      );
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(readProxy(text).port).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(TarrafaError);
        }
      }),
    );
  });

  it('is not handed names of one’s own network', () => {
    for (const name of ['x.internal', 'nas.home.arpa', 'LOCALHOST', 'a.localhost.', '::ffff:10.0.0.1'])
      expect(isPrivateName(name)).toBe(true);
    for (const name of ['www.exemplo.br', '8.8.8.8', 'local.exemplo.br', 'home.pt'])
      expect(isPrivateName(name)).toBe(false);
  });
});

describe('headers of a person’s own', () => {
  const headers = readHeaders(['X-Acesso: chave', 'x-acesso:outra', 'Accept-Language: gl']);

  it('go to the hosts that were named, with and without www, and to no others', () => {
    const { headersFor } = accessFor({ headers }, ['https://www.exemplo.br/a', 'http://em.exemplo.pt:8080/']);
    const sent = { 'X-Acesso': 'chave, outra', 'Accept-Language': 'gl' };
    for (const url of ['https://www.exemplo.br/', 'https://exemplo.br/b', 'http://em.exemplo.pt:8080/c'])
      expect(headersFor!(new URL(url))).toEqual(sent);
    for (const url of [
      'http://www.exemplo.br/',
      'https://m.exemplo.br/',
      'http://em.exemplo.pt/',
      'https://x.pt/',
    ])
      expect(headersFor!(new URL(url))).toEqual({});
  });

  it('are sent, and written down only when that was asked for', async () => {
    const { port, requests } = await web();
    const proxy = kept(await httpProxy({ to: port }));
    for (const archived of [false, true]) {
      const http = client({ proxy: readProxy(`http://127.0.0.1:${proxy.port}`), headers, archived });
      for (const lenient of [false, true]) {
        const outcome = await http.fetch({ url: `http://${HOST}/`, lenient });
        if (outcome.kind !== 'response') throw new Error(`${lenient} ${outcome.message}`);
        expect(outcome.requestHead.includes('chave')).toBe(archived);
        // In the place of ours.
        expect(requests.at(-1)!.headers).toMatchObject({
          'x-acesso': 'chave, outra',
          'accept-language': 'gl',
        });
      }
    }
  });

  it('that are none, or the crawl’s own, are refused without a word of their value', () => {
    for (const bad of ['X-A', ': segredo', 'X A: segredo', 'X-A: segredo\r\nB: c', 'X-A: segredo\u0100'])
      expect(() => readHeaders([bad])).toThrow(TarrafaError);
    for (const name of ['Host', 'user-agent', 'Range', 'If-None-Match', 'Proxy-Authorization', 'Cookie'])
      try {
        readHeaders([`${name}: segredo`]);
        expect.unreachable();
      } catch (error) {
        expect((error as TarrafaError).explain('en').message).not.toContain('segredo');
      }
  });
});

describe('cookies of a file', () => {
  const line = (...fields: string[]) => fields.join('\t');
  const later = `${NOW / 1000 + 60}`;
  const file = [
    '# Netscape HTTP Cookie File',
    '',
    line('.exemplo.br', 'TRUE', '/', 'FALSE', '0', 'todos', '1'),
    line('#HttpOnly_www.exemplo.br', 'FALSE', '/area', 'TRUE', later, 'seguro', 'a=b'),
    line('www.exemplo.br', 'FALSE', '/', 'FALSE', `${NOW / 1000 - 1}`, 'velho', '1'),
    line('.com.br', 'TRUE', '/', 'FALSE', '0', 'demais', '1'),
    line('.github.io', 'TRUE', '/', 'FALSE', '0', 'vizinho', '1'),
  ].join('\r\n');
  const cookies = readCookies(file, 'cookies.txt', NOW);
  const at = (url: string, now = NOW) => cookies.headerFor(new URL(url), now);

  it('are sent where domain, path, security and expiry allow it', () => {
    expect(at('http://exemplo.br/')).toBe('todos=1');
    expect(at('http://a.b.exemplo.br/')).toBe('todos=1');
    expect(at('http://outroexemplo.br/')).toBeNull();
    expect(at('https://www.exemplo.br/area/x')).toBe('seguro=a=b; todos=1');
    expect(at('https://www.exemplo.br/areal')).toBe('todos=1');
    expect(at('http://www.exemplo.br/area')).toBe('todos=1');
    expect(at('https://m.www.exemplo.br/area')).toBe('todos=1');
    expect(at('https://www.exemplo.br/area', NOW + 61_000)).toBe('todos=1');
    expect(at('http://loja.com.br/')).toBeNull();
    expect(at('http://alguem.github.io/')).toBeNull();
  });

  it('of another form are refused by their line, without what it says', () => {
    for (const bad of [
      'www.exemplo.br FALSE / FALSE 0 a b',
      line('www.exemplo.br', 'FALSE', '/', 'FALSE', '0', 'a', 'segredo\u0001'),
      line('www.exemplo.br', 'sim', '/', 'FALSE', '0', 'a', 'segredo'),
      '[{"domain":"x","value":"segredo"}]',
    ])
      try {
        readCookies(`# a\n${bad}`, 'c.txt', NOW);
        expect.unreachable();
      } catch (error) {
        const { message } = (error as TarrafaError).explain('en');
        expect(message).toContain('line 2');
        expect(message).not.toContain('segredo');
      }
    expect(() => readCookies('', 'c.txt', NOW)).toThrow(TarrafaError);
    expect(() => readCookies(line('a.br', 'TRUE', '/', 'TRUE', '1', 'a', 'b'), 'c.txt', NOW)).toThrow(
      TarrafaError,
    );
  });

  it('of any text are a file or a mistake, and what is sent is one line', () => {
    const field = fc.oneof(fc.constantFrom('a.br', '.a.br', 'TRUE', 'FALSE', '/', '0', 'n'), fc.string());
    const text = fc
      .array(fc.array(field, { maxLength: 8 }).map((fields) => fields.join('\t')))
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(text, (file) => {
        try {
          const sent = readCookies(file, 'c', NOW).headerFor(new URL('https://x.a.br/'), NOW);
          expect(sent ?? '').not.toMatch(/[\r\n\0]/);
        } catch (error) {
          expect(error).toBeInstanceOf(TarrafaError);
        }
      }),
    );
  });
});
