/** What people add, over sockets, on a collection on disk: with the token, from the version that was seen, and for all who read. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenCollection, openCollection } from '../collection/index.ts';
import { crawlFolder, NOON, newsPage } from '../collection/small-archive.suite.ts';
import { children, parseXml } from '../formats/index.ts';
import { createApp } from './app.ts';
import { builtDownloads } from './downloads/built-downloads.suite.ts';
import { opened } from './over-sockets.suite.ts';
import { collectionsOf } from './small-collection.suite.ts';

const SITE = 'jornal-exemplo.com.br';
const TOKEN = 'token-of-the-tests-of-what-is-kept';
const HOSTILE = '<script>alert("1")</script> & \u0007';

let app: FastifyInstance;
let collection: OpenCollection;
let root: string;

beforeAll(async () => {
  const folder = crawlFolder([0, 1, 2, 3].map((n) => newsPage(SITE, n)));
  collection = await openCollection(folder, { name: 'jornal', threads: 0, now: () => NOON });
  app = createApp({
    collections: collectionsOf(collection),
    downloads: builtDownloads(folder),
    version: '0',
    access: { token: TOKEN, everything: false, hosts: [] },
    now: () => NOON,
  });
  root = `http://127.0.0.1:${await opened(app)}/api/v1/collections/jornal`;
});
afterAll(async () => {
  await app.close();
  await collection.close();
});

const get = (path: string): Promise<Response> => fetch(`${root}${path}`);
const read = async (path: string) => (await (await get(path)).json()) as never;

async function post(path: string, body: object, token: string | null = TOKEN) {
  const answer = await fetch(`${root}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const idOf = async (n: number): Promise<number> =>
  (await collection.catalogue.pageAt(`http://www.${SITE}/noticias/${n}.html`))!.id;

describe('a correction over HTTP', () => {
  it('needs the token, wins at once, is shown with what was computed, and is taken back', async () => {
    const at = `/pages/${await idOf(1)}/correction`;
    const wish = { version: 0, by: 'Ana', title: 'A escola da vila', published: '1931-05-02' };
    expect(await post(at, wish, null)).toMatchObject({
      status: 401,
      body: { error: { code: 'TRF_TOKEN_MISSING' } },
    });
    expect(await read(at)).toEqual({ correction: null });
    const made = await post(at, wish);
    expect(made).toMatchObject({
      status: 200,
      body: { by: 'Ana', at: NOON, value: { computed: { title: 'Notícia 1: a escola' } } },
    });
    expect(await read(`/pages/${await idOf(1)}`)).toMatchObject({
      title: 'A escola da vila',
      published: { date: '1931-05-02', source: 'correction' },
    });
    expect(await read('/search?q=vila')).toMatchObject({ total: 1, hits: [{ title: 'A escola da vila' }] });
    expect(await read('/corrections')).toMatchObject({ items: [made.body], next: null });
    const stale = await post(at, { ...wish, title: 'Outra' });
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'TRF_KEPT_STALE' } } });
    expect(stale.body.present).toEqual(made.body);
    expect(await post(at, { version: made.body.version, published: '1931-02-30' })).toMatchObject({
      status: 422,
      body: { error: { code: 'TRF_CORRECTION_INVALID' } },
    });
    expect(await post(`${at}/undo`, { version: made.body.version })).toMatchObject({ status: 200 });
    expect(await read(`/pages/${await idOf(1)}`)).toMatchObject({ title: 'Notícia 1: a escola' });
  });
});

describe('a dossier over HTTP', () => {
  it('is made, filled, put in order and taken away, its words being words wherever they stand', async () => {
    const page = (await collection.catalogue.page(await idOf(2)))!;
    const passage = page.text.split('\n')[0]!;
    expect((await post('/dossiers', { name: HOSTILE }, null)).status).toBe(401);
    const made = await post('/dossiers', { name: HOSTILE, by: 'Rui' });
    expect(made).toMatchObject({ status: 201, body: { id: 'script-alert-1-script', by: 'Rui' } });
    const at = '/dossiers/script-alert-1-script';
    const items = [{ page: page.id, passage, note: HOSTILE }, { page: await idOf(3) }];
    expect((await post(`${at}/items`, { items: [{ page: page.id, passage: 'não está lá' }] })).status).toBe(
      422,
    );
    const filled = await post(`${at}/items`, { items });
    // What is there already is not put there twice.
    const again = await post(`${at}/items`, { items: items.slice(0, 1) });
    expect((again.body.value as { items: object[] }).items).toHaveLength(2);
    const change = {
      name: 'Mercado',
      note: '',
      items: [
        { at: 1, note: 'primeiro' },
        { at: 0, note: HOSTILE },
      ],
    };
    expect(await post(at, { ...change, version: filled.body.version })).toMatchObject({ status: 409 });
    expect(await post(at, { ...change, version: again.body.version })).toMatchObject({
      status: 200,
      body: { value: { name: 'Mercado' }, pages: [{ title: 'Notícia 3: a estação' }, { id: page.id }] },
    });
    const html = await (await get(`${at}/export?format=html`)).text();
    expect(html).not.toMatch(/<script|onerror|javascript:/i);
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain(`<mark>${passage}</mark>`);
    expect(html).toContain('Acesso em: 6 maio 2024.');
    expect(html).toContain(page.digest);
    const csv = await (await get(`${at}/export?format=csv`)).text();
    expect(csv.split('\r\n')[0]).toMatch(/^n,passage,note,title/);
    expect(await (await get(`${at}/export?format=bib`)).text()).toContain('@online{');
    expect(JSON.parse(await (await get(`${at}/export?format=json`)).text())).toHaveLength(2);
    const wacz = await get(`${at}/export?format=wacz`);
    expect(wacz.headers.get('content-disposition')).toContain('script-alert-1-script.wacz');
    const bytes = Buffer.from(await wacz.arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('pages/pages.jsonl')).toBe(true);
    const { version } = (await read(at)) as { version: number };
    expect((await post(`${at}/remove`, { version })).status).toBe(200);
    expect((await get(at)).status).toBe(404);
  });
});

describe('a saved search over HTTP', () => {
  it('has a feed that is XML whatever the pages say, with identities that stay', async () => {
    const made = await post('/saved', { name: HOSTILE, line: 'prefeitura', by: '' });
    expect(made.status).toBe(201);
    const at = `/saved/${made.body.id as string}`;
    const answer = await get(`${at}/feed`);
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const text = await answer.text();
    const { root: feed, problems } = parseXml(text);
    expect([feed?.name, problems]).toEqual(['feed', []]);
    expect(children(feed, 'entry')).toHaveLength(4);
    const entries = [...text.matchAll(/<entry>\s*<id>(urn:uuid:[0-9a-f-]{36})<\/id>/g)].map(([, id]) => id);
    expect(entries).toHaveLength(4);
    expect(new Set(entries).size).toBe(4);
    expect(await (await get(`${at}/feed`)).text()).toBe(text);
    const misspelt = await post('/saved', { name: 'x', line: 'prefeiturra', by: '' });
    const other = await (await get(`/saved/${misspelt.body.id as string}/feed`)).text();
    expect([parseXml(other).root?.name, other.includes('<entry>')]).toEqual(['feed', false]);
    await post(`/saved/${misspelt.body.id as string}/remove`, { version: misspelt.body.version });
    expect(text).not.toContain('<script');
    expect(text).not.toContain('\u0007');
    expect(text).toContain(`/pagina/jornal/${await idOf(1)}"`);
    expect((await read('/saved')) as { items: object[] }).toMatchObject({
      items: [{ value: { line: 'prefeitura' } }],
    });
    expect((await post(`${at}/remove`, { version: made.body.version })).status).toBe(200);
    expect((await get(`${at}/feed`)).status).toBe(404);
  });
});
