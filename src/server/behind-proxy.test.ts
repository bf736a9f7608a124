/** A server behind another one, which calls it by its public name or by one of its own. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedCatalogue } from '../catalogue/index.ts';
import { geo, layer } from '../catalogue/records.suite.ts';
import { createApp } from './app.ts';
import { askOver, opened } from './over-sockets.suite.ts';
import { archiveOf, collectionOf, collectionsOf } from './replay/collection.suite.ts';

const PUBLIC = 'https://acervo.exemplo.br';
const TOKEN = 'um-token-de-teste-comprido';

const proxies: Server[] = [];
const ports = new Map<string, number>();

/** A proxy that hands requests on under a name. */
async function proxyAs(name: string, to: number): Promise<void> {
  const proxy = createServer((asked, answer) => {
    const on = request(
      {
        host: '127.0.0.1',
        port: to,
        path: asked.url,
        method: asked.method,
        headers: { ...asked.headers, host: name },
      },
      (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers);
        got.pipe(answer);
      },
    );
    asked.pipe(on);
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  ports.set(name, (proxy.address() as AddressInfo).port);
}

let close: () => Promise<void>;
beforeAll(async () => {
  const catalogue = EmbeddedCatalogue.open(':memory:');
  await catalogue.write({
    geo: [geo('https://ibge.gov.br/m.shp', { datasets: [layer('m', [-74, -34, -34, 6])] })],
  });
  const archive = await archiveOf([{ url: 'http://a.br/', at: Date.UTC(2020, 0, 1), body: '<p>a</p>' }]);
  const app = createApp({
    collections: collectionsOf(collectionOf({ name: 'acervo', catalogue, archive })),
    version: '1',
    access: { token: TOKEN, everything: false, hosts: ['interno.exemplo.br'], publicOrigin: PUBLIC },
  });
  const port = await opened(app);
  for (const name of ['acervo.exemplo.br', 'interno.exemplo.br', '127.0.0.1:8730', 'mau.exemplo.br'])
    await proxyAs(name, port);
  close = () => app.close();
});
afterAll(async () => {
  for (const proxy of proxies) proxy.close();
  await close();
});

const through = (name: string, path: string, options: Parameters<typeof askOver>[2] = {}) =>
  askOver(ports.get(name)!, path, options);

describe.each(['acervo.exemplo.br', 'interno.exemplo.br', '127.0.0.1:8730'])(
  'called %s by its proxy',
  (name) => {
    it.each([
      '/ogc',
      '/ogc/collections/acervo/items',
      '/stac',
      '/stac/collections/acervo/items',
      '/opensearch.xml',
    ])('its links in %s are those of its public address', async (path) => {
      const { status, body } = await through(name, path);
      expect(status).toBe(200);
      expect(body).toContain(PUBLIC);
      expect(body).not.toMatch(/127\.0\.0\.1|interno\.exemplo/);
    });

    it('so are those of the archive', async () => {
      const map = await through(name, '/memento/acervo/timemap/link/http://a.br/');
      expect(map.body).toContain(`<${PUBLIC}/replay/acervo/20200101000000/http://a.br/>`);
      const { headers } = await through(name, '/replay/acervo/20200101000000/http://a.br/');
      expect(headers.link).toContain(`${PUBLIC}/memento/acervo/timegate/`);
      expect(headers['content-security-policy']).toContain(`${PUBLIC}/replay/acervo/`);
      const { headers: nearest } = await through(name, '/replay/acervo/2019/http://a.br/');
      expect(nearest.location).toBe(`${PUBLIC}/replay/acervo/20200101000000/http://a.br/`);
    });

    it('its own page may post, and others may not', async () => {
      const post = async (origin: string) =>
        (await through(name, '/api/v1/crawls', { method: 'POST', headers: { origin } })).status;
      // The token is all that is missing.
      expect(await post(PUBLIC)).toBe(401);
      expect(await post('https://mau.exemplo.br')).toBe(403);
      expect(await post('http://acervo.exemplo.br.mau.br')).toBe(403);
    });
  },
);

it('a name that nobody allowed is refused behind a proxy too', async () => {
  expect((await through('mau.exemplo.br', '/ogc')).status).toBe(403);
});
