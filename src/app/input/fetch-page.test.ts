import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchPage } from '../index.ts';

let server: Server;
let origin: string;
const asked: { readonly path: string; readonly agent: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, agent: request.headers['user-agent'] ?? '' });
    if (path === '/robots.txt') response.end('User-agent: *\nDisallow: /fechado');
    else if (path === '/antigo') response.writeHead(301, { location: '/novo' }).end();
    else if (path === '/volta') response.writeHead(302, { location: '/volta' }).end();
    else if (path === '/novo')
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'last-modified': 'Tue, 05 May 2020 10:00:00 GMT',
        })
        .end('<p>olá</p>');
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('one page of the Web', () => {
  it('is brought from where its address leads, by somebody who says who asks', async () => {
    asked.length = 0;
    const page = await fetchPage(`${origin}/antigo`, { allowPrivate: true, contact: 'eu@example.org' });
    expect(Buffer.from(page.bytes).toString()).toBe('<p>olá</p>');
    expect(page).toMatchObject({
      url: `${origin}/novo`,
      contentType: 'text/html; charset=utf-8',
      lastModified: 'Tue, 05 May 2020 10:00:00 GMT',
    });
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt', '/antigo', '/robots.txt', '/novo']);
    for (const { agent } of asked) expect(agent).toContain('eu@example.org');
  });

  it('is refused with the reason: forbidden, absent, going round, private, no address, ended', async () => {
    const why = (path: string, options = {}) =>
      fetchPage(`${origin}${path}`, { allowPrivate: true, ...options }).then(
        () => null,
        (error: { code: string; values: readonly unknown[] }) => [error.code, error.values[1]],
      );
    asked.length = 0;
    expect(await why('/fechado')).toMatchObject(['TRF_INPUT_MISSING', { reason: 'robots-forbid' }]);
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt']);
    expect(await why('/nada')).toMatchObject([
      'TRF_INPUT_MISSING',
      { reason: 'http-status', values: { status: 404 } },
    ]);
    expect(await why('/volta')).toMatchObject(['TRF_INPUT_MISSING', { reason: 'too-many-redirects' }]);
    expect(await why('/novo', { allowPrivate: false })).toMatchObject([
      'TRF_INPUT_MISSING',
      { code: 'private-address' },
    ]);
    expect(await why('/novo', { signal: AbortSignal.abort() })).toMatchObject([
      'TRF_INPUT_MISSING',
      { code: 'aborted' },
    ]);
    await expect(fetchPage('javascript:alert(1)')).rejects.toMatchObject({ code: 'TRF_URL_MALFORMED' });
  });
});
