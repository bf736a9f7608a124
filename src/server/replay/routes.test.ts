import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { namedUrl } from '../../collection/index.ts';
import { mementoRoutes } from '../memento/routes.ts';
import { archiveUrl } from './archive-url.ts';
import { appOf, archiveOf, collectionOf, collectionsOf } from './collection.suite.ts';
import { replayRoutes } from './routes.ts';

const PAGE = `<!DOCTYPE html><html><head><title>Olá</title><base href="/sub/">
<meta http-equiv="refresh" content="0; url=http://fora.pt/"><script src="s.js"></script></head>
<body onload="mau()"><a href="outra.html?x=1#fim">um</a><a href="javascript:mau()">dois</a><a href="http://fora.pt/">fora</a>
<img src="a.png" srcset="b.png 2x"><iframe src="/quadro"></iframe><form action="/procura"></form></body></html>`;

/** In Latin-1, and nobody says so. */
const OLD = `<html><head><title>Edição</title></head><body><p>As notícias da região não são de hoje, são de então.</p>
<a href="/notícias/ação.html">notícia</a> <a href="/busca?q=ação">busca</a></body></html>`;

let app: FastifyInstance;

async function ask(
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
) {
  return app.inject({ method, url, headers: { host: '127.0.0.1:8730', ...headers } });
}

beforeAll(async () => {
  const at = (year: number): number => Date.UTC(year, 4, 6, 12);
  const archive = await archiveOf([
    { url: 'http://exemplo.pt/', at: at(2001), body: PAGE },
    { url: 'http://exemplo.pt/', at: at(2005), body: PAGE.replace('Olá', 'Olá de 2005') },
    { url: 'http://exemplo.pt/', at: at(2009), body: PAGE.replace('Olá', 'Olá de 2009') },
    { url: 'http://exemplo.pt/velho', at: at(2005), status: 301, headers: ['Location', '/p%E1gina?x=1&y=2'] },
    { url: 'http://exemplo.pt/p%E1gina?x=1&y=2', at: at(2005), body: 'página' },
    { url: 'http://exemplo.pt/100%', at: at(2005), body: 'cem' },
    { url: 'http://exemplo.pt/estilo.css', at: at(2005), type: 'text/css', body: 'a{b:url(x.png)}' },
    { url: 'http://exemplo.pt/doc.pdf', at: at(2005), type: 'application/pdf', body: '%PDF-1.4' },
    { url: 'http://orfao.pt/', at: at(2005), revisitOf: { url: 'http://sumiu.pt/', date: at(2004) } },
    { url: 'http://www.outro.pt/a/', at: at(2005), body: 'outro' },
    { url: 'http://antigo.pt/', at: at(2005), type: 'text/html', body: Buffer.from(OLD, 'latin1') },
    { url: 'http://antigo.pt/not%C3%ADcias/a%C3%A7%C3%A3o.html', at: at(2005), body: 'notícia' },
    { url: 'http://antigo.pt/busca?q=a%E7%E3o', at: at(2005), body: 'achado' },
    { url: 'http://antigo.pt/sem-tipo', at: at(2005), type: 'application/octet-stream', body: PAGE },
    { url: 'http://antigo.pt/mentira', at: at(2005), type: 'text/html', body: '%PDF-1.4 <a href="/x">' },
    { url: 'http://antigo.pt/bytes', at: at(2005), type: 'text/html', body: Buffer.alloc(4096, 1) },
  ]);
  const other = await archiveOf([{ url: 'http://alhures.pt/', at: at(2005), body: 'x' }]);
  app = appOf(
    collectionsOf(
      collectionOf({ name: 'teste', archive }),
      collectionOf({ name: 'segunda', archive: other }),
    ),
    replayRoutes,
    mementoRoutes,
  );
});

describe('addresses inside addresses', () => {
  it('reach the route as they were written', () => {
    expect(archiveUrl('/api/v1/x?url=http://a/')).toBe('/api/v1/x?url=http://a/');
    for (const raw of ['http://a.pt/?b=1&c=%E1#d', 'http://a.pt//x/%', 'a.pt/x?y', 'http://a.pt/%2e%2e/'])
      expect(decodeURIComponent(archiveUrl(`/replay/c/2001/${raw}`).slice('/replay/c/2001/'.length))).toBe(
        raw,
      );
  });

  it('are mended where browsers and people broke them', () => {
    expect(namedUrl('http:/a.pt/b')).toBe('http://a.pt/b');
    expect(namedUrl('a.pt/b')).toBe('http://a.pt/b');
    expect(namedUrl('a.pt:8080/b')).toBe('http://a.pt:8080/b');
    expect(namedUrl('https://a.pt//b')).toBe('https://a.pt//b');
  });
});

describe('the replay', () => {
  it('shows a page with everything in it leading to other captures', async () => {
    const answer = await ask('/replay/teste/20050506120000/http://exemplo.pt/');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['memento-datetime']).toBe('Fri, 06 May 2005 12:00:00 GMT');
    expect(answer.body).toContain('Olá de 2005');
    const to = (url: string): string => `/replay/teste/20050506120000/${url}`;
    expect(answer.body).toContain(`href="${to('http://exemplo.pt/sub/outra.html?x=1')}#fim"`);
    expect(answer.body).toContain(`src="${to('http://exemplo.pt/sub/a.png')}"`);
    expect(answer.body).toContain(`src="${to('http://exemplo.pt/quadro')}"`);
    expect(answer.body).toContain(`action="${to('http://exemplo.pt/procura')}"`);
    expect(answer.body).toContain(`href="${to('http://fora.pt/')}"`);
    expect(answer.body).not.toContain('javascript:');
    expect(answer.body).not.toContain('onload');
  });

  it('runs no script and reaches nothing outside the replay of its collection', async () => {
    const { headers } = await ask('/replay/teste/20050506120000/http://exemplo.pt/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-same-origin allow-forms allow-popups;/);
    expect(policy).not.toMatch(/allow-scripts|allow-top-navigation|allow-modals|allow-downloads|\*/);
    expect(policy).toContain("script-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    const sources = [...policy.matchAll(/https?:[^ ;]+/g)].map((m) => m[0]);
    expect(new Set(sources)).toEqual(new Set(['http://127.0.0.1:8730/replay/teste/']));
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const pdf = await ask('/replay/teste/20050506120000/http://exemplo.pt/doc.pdf');
    expect(pdf.headers['content-security-policy']).not.toContain('sandbox');
    expect(pdf.headers['content-security-policy']).toContain("script-src 'none'");
  });

  it('links a page to its original, its TimeGate, its TimeMap and its neighbours', async () => {
    const { headers } = await ask('/replay/teste/20050506120000/http://exemplo.pt/');
    const link = String(headers.link);
    expect(link).toContain('<http://exemplo.pt/>; rel="original"');
    expect(link).toContain(
      '<http://127.0.0.1:8730/memento/teste/timegate/http://exemplo.pt/>; rel="timegate"',
    );
    expect(link).toContain('rel="first prev memento"; datetime="Sun, 06 May 2001 12:00:00 GMT"');
    expect(link).toContain('rel="last next memento"; datetime="Wed, 06 May 2009 12:00:00 GMT"');
  });

  it('sends the reader to the exact moment of the nearest capture', async () => {
    const answer = await ask('/replay/teste/2006/http://exemplo.pt/');
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(
      'http://127.0.0.1:8730/replay/teste/20050506120000/http://exemplo.pt/',
    );
    expect(answer.headers['memento-datetime']).toBeUndefined();
    expect(String(answer.headers.link)).toContain('rel="original"');
  });

  it('keeps redirects of the archive inside the archive, escapes of other charsets and all', async () => {
    const answer = await ask('/replay/teste/20050506120000/http://exemplo.pt/velho');
    expect(answer.statusCode).toBe(301);
    expect(answer.headers['memento-datetime']).toBeDefined();
    expect(answer.headers.location).toBe('/replay/teste/20050506120000/http://exemplo.pt/p%E1gina?x=1&y=2');
    const next = await ask(String(answer.headers.location));
    expect(next.statusCode).toBe(200);
    expect(next.body).toContain('página');
    expect((await ask('/replay/teste/20050506120000/http://exemplo.pt/100%')).statusCode).toBe(200);
  });

  it('reads a page as the collector did: links of an old page without a charset lead to what was collected', async () => {
    const answer = await ask('/replay/teste/20050506120000/http://antigo.pt/');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('As notícias da região não são de hoje');
    const links = [...answer.body.matchAll(/<a href="([^"]*)">(?:notícia|busca)</g)].map(
      (found) => found[1]!,
    );
    expect(links).toEqual([
      '/replay/teste/20050506120000/http://antigo.pt/not%C3%ADcias/a%C3%A7%C3%A3o.html',
      '/replay/teste/20050506120000/http://antigo.pt/busca?q=a%E7%E3o',
    ]);
    for (const link of links) expect((await ask(link)).statusCode).toBe(200);
  });

  it('shows as a page what was read as one, whatever its server called it', async () => {
    const at = '/replay/teste/20050506120000/http://antigo.pt';
    const unnamed = await ask(`${at}/sem-tipo`);
    expect(unnamed.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(unnamed.headers['content-security-policy']).toContain('sandbox');
    expect(unnamed.body).toContain(
      'href="/replay/teste/20050506120000/http://antigo.pt/sub/outra.html?x=1#fim"',
    );
    const pdf = await ask(`${at}/mentira`);
    expect([pdf.headers['content-type'], pdf.body]).toEqual(['application/pdf', '%PDF-1.4 <a href="/x">']);
    expect((await ask(`${at}/bytes`)).headers['content-type']).toBe('application/octet-stream');
  });

  it('says what it is at the foot of the page, unless it stands in a frame or is told not to', async () => {
    const path = '/replay/teste/20050506120000/http://exemplo.pt/';
    expect((await ask(path, { 'accept-language': 'en' })).body).toContain(
      'Capture of 2005-05-06 12:00:00 UTC',
    );
    expect((await ask(path)).body).toContain('C&#243;pia de 2005-05-06 12:00:00 UTC');
    expect((await ask(path, { 'sec-fetch-dest': 'iframe' })).body).not.toContain('2005-05-06 12:00:00');
    expect((await ask(`${path}?banner=0`)).body).not.toContain('2005-05-06 12:00:00');
    const query = '/replay/teste/20050506120000/http://exemplo.pt/p%E1gina?x=1&y=2&banner=0';
    expect((await ask(query)).statusCode).toBe(200);
    expect((await ask('/replay/teste/2006/http://exemplo.pt/?banner=0')).headers.location).toBe(
      'http://127.0.0.1:8730/replay/teste/20050506120000/http://exemplo.pt/?banner=0',
    );
  });

  it('answers HEAD as GET, without the page', async () => {
    const answer = await ask('/replay/teste/20050506120000/http://exemplo.pt/', {}, 'HEAD');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['memento-datetime']).toBeDefined();
    expect(answer.body).toBe('');
  });

  it('helps when an address is not there', async () => {
    const absent = await ask('/replay/teste/20050506120000/https://outro.pt/b');
    expect(absent.statusCode).toBe(404);
    expect(absent.headers['content-type']).toContain('text/html');
    expect(absent.body).toContain('Este endereço não está no arquivo');
    // Scheme, www and the last slash are one address to an archive.
    expect((await ask('/replay/teste/20050506120000/https://outro.pt/a')).statusCode).toBe(200);
    const elsewhere = await ask('/replay/teste/20050506120000/http://alhures.pt/');
    expect(elsewhere.statusCode).toBe(404);
    expect(elsewhere.body).toContain('/replay/segunda/20050506120000/http://alhures.pt/');
    expect((await ask('/replay/nenhuma/2005/http://exemplo.pt/')).statusCode).toBe(404);
    expect((await ask('/replay/teste/ontem/http://exemplo.pt/')).statusCode).toBe(400);
    expect((await ask('/replay/teste/20050506120000/http://orfao.pt/')).statusCode).toBe(404);
  });

  it('offers other forms of an address that are archived', async () => {
    const answer = await ask('/replay/teste/20050506120000/http://exemplo.pt/estilo.css?v=2');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('/replay/teste/20050506120000/http://exemplo.pt/estilo.css');
  });

  it('shows a hostile address as text', async () => {
    const answer = await ask('/replay/teste/2005/http://exemplo.pt/"><script>alert(1)</script>');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('<script');
  });
});

describe('the TimeGate', () => {
  const gate = '/memento/teste/timegate/http://exemplo.pt/';

  it('leads to the capture nearest to Accept-Datetime', async () => {
    const answer = await ask(gate, { 'accept-datetime': 'Thu, 01 Jan 2004 00:00:00 GMT' });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(
      'http://127.0.0.1:8730/replay/teste/20050506120000/http://exemplo.pt/',
    );
    expect(answer.headers.vary).toBe('accept-datetime');
    expect(answer.headers['memento-datetime']).toBeUndefined();
    expect(String(answer.headers.link)).toContain('<http://exemplo.pt/>; rel="original"');
    expect(String(answer.headers.link)).toContain('rel="timemap"; type="application/link-format"');
  });

  it('leads to the newest without one, and to the ends of the archive beyond them', async () => {
    const to = async (date?: string) =>
      (await ask(gate, date === undefined ? {} : { 'accept-datetime': date })).headers.location;
    expect(await to()).toContain('/20090506120000/');
    expect(await to('Mon, 01 Jan 1990 00:00:00 GMT')).toContain('/20010506120000/');
    expect(await to('Tue, 01 Jan 2030 00:00:00 GMT')).toContain('/20090506120000/');
  });

  it('refuses a date that is none with 400, an address that is not archived with 404, still varying', async () => {
    const bad = await ask(gate, { 'accept-datetime': 'ontem' });
    expect(bad.statusCode).toBe(400);
    expect(bad.headers.vary).toBe('accept-datetime');
    expect(bad.json().error.code).toBe('TRF_REQUEST_INVALID');
    const absent = await ask('/memento/teste/timegate/http://nada.pt/');
    expect(absent.statusCode).toBe(404);
    expect(absent.headers.vary).toBe('accept-datetime');
    expect((await ask('/memento/nenhuma/timegate/http://exemplo.pt/')).statusCode).toBe(404);
  });

  it('is asked with GET and HEAD only', async () => {
    const answer = await ask(gate, {}, 'POST');
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
    expect((await ask(gate, {}, 'HEAD')).statusCode).toBe(302);
  });

  it('leads where the memento says that it is of that moment', async () => {
    const first = await ask(gate, { 'accept-datetime': 'Thu, 01 Jan 2004 00:00:00 GMT' });
    const memento = await ask(String(first.headers.location).replace('http://127.0.0.1:8730', ''));
    expect(memento.headers['memento-datetime']).toBe('Fri, 06 May 2005 12:00:00 GMT');
    expect(memento.headers.vary ?? '').not.toContain('accept-datetime');
  });
});

describe('TimeMaps over HTTP', () => {
  it('have the media types of their forms', async () => {
    const link = await ask('/memento/teste/timemap/link/http://exemplo.pt/');
    expect(link.statusCode).toBe(200);
    expect(link.headers['content-type']).toBe('application/link-format; charset=utf-8');
    expect(link.body.match(/memento"; datetime=/g)).toHaveLength(3);
    const json = await ask('/memento/teste/timemap/json/http://exemplo.pt/');
    expect(json.headers['content-type']).toContain('application/json');
    expect(json.json().mementos.list).toHaveLength(3);
  });

  it('are found for addresses with queries, and absent for what is not archived', async () => {
    const answer = await ask('/memento/teste/timemap/link/http://exemplo.pt/p%E1gina?x=1&y=2');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('/replay/teste/20050506120000/http://exemplo.pt/p%E1gina?x=1&y=2>');
    expect((await ask('/memento/teste/timemap/link/http://nada.pt/')).statusCode).toBe(404);
    expect((await ask('/memento/teste/timemap/link/2/http://exemplo.pt/')).statusCode).toBe(404);
    expect((await ask('/memento/teste/timemap/link/1/http://exemplo.pt/')).statusCode).toBe(200);
  });
});
