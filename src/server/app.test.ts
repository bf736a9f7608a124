import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { type AppOptions, createApp } from './app.ts';
import { NDJSON } from './ndjson.ts';
import type { OpenApi } from './openapi.ts';
import { collectionsOf, smallCollection } from './small-collection.suite.ts';

const TOKEN = 'um-token-de-teste-comprido';
let app: FastifyInstance;

function open(options: Partial<AppOptions> = {}): FastifyInstance {
  app = createApp({ collections: collectionsOf(smallCollection()), version: '1.2.3', ...options });
  return app;
}

async function description(): Promise<OpenApi> {
  return (await app.inject('/api/v1/openapi.json')).json();
}

const ajv = new Ajv2020({ strict: false });

/** The description is the same for every application here: one look at each of its schemas is enough. */
function validator(api: OpenApi, ref: string) {
  if (ajv.getSchema('http://api/') === undefined)
    ajv.addSchema({ $id: 'http://api/', components: api.components } as object);
  return ajv.getSchema(`http://api/${ref}`)!;
}

/** Asks, and holds the answer to what the description says of its route and status. */
async function ask(options: InjectOptions, path: string) {
  const answer = await app.inject(options);
  const api = await description();
  const operation = api.paths[path]?.[(options.method ?? 'GET').toLowerCase()] as
    | { responses: Record<string, { content?: Record<string, { schema: object }> }> }
    | undefined;
  expect(operation, path).toBeDefined();
  const response = operation!.responses[answer.statusCode];
  expect(response, `${path} ${answer.statusCode}`).toBeDefined();
  const schema = response?.content?.['application/json']?.schema as { $ref?: string } | undefined;
  if (schema !== undefined && String(answer.headers['content-type']).includes('application/json')) {
    expect(schema.$ref).toBeDefined();
    const check = validator(api, schema.$ref!);
    expect(check(answer.json()), JSON.stringify(check.errors)).toBe(true);
  }
  return answer;
}

afterEach(async () => {
  await app.close();
});

describe('the API', () => {
  it('says that it is there', async () => {
    open();
    expect((await ask({ url: '/api/v1/health' }, '/api/v1/health')).json()).toEqual({
      status: 'ok',
      version: '1.2.3',
    });
  });

  const c = '/api/v1/collections/{c}';
  const base = '/api/v1/collections/amostra';
  it.each([
    ['/api/v1/collections', '/api/v1/collections'],
    [`${base}/search?q=enchente`, `${c}/search`],
    [`${base}/search`, `${c}/search`],
    [`${base}/suggest?q=en&limit=2`, `${c}/suggest`],
    [`${base}/timeline?q=x`, `${c}/timeline`],
    [`${base}/concordance?words=enchente&sort=right,key&context=5w&sample=3`, `${c}/concordance`],
    [`${base}/concordance/years?words=enchente`, `${c}/concordance/years`],
    [`${base}/concordance/collocations?words=enchente&stopWords=true`, `${c}/concordance/collocations`],
    [`${base}/pages/1`, `${c}/pages/{id}`],
    [
      `${base}/page?url=${encodeURIComponent('https://www.exemplo.br/noticias/3?a=1&b=2')}&at=2020-01-01`,
      `${c}/page`,
    ],
    [`${base}/pages/1/blocks`, `${c}/pages/{id}/blocks`],
    [`${base}/pages/1/links?direction=to`, `${c}/pages/{id}/links`],
    [`${base}/sites?limit=2`, `${c}/sites`],
    [`${base}/entities`, `${c}/entities`],
    [`${base}/entities/rows?type=Person`, `${c}/entities/rows`],
    [`${base}/geo?q=solo&bbox=-60,-34,-40,-10&relation=within&format=shp,gpkg`, `${c}/geo`],
    [`${base}/geo/1`, `${c}/geo/{id}`],
    [`${base}/producers`, `${c}/producers`],
    ['/api/v1/crawls', '/api/v1/crawls'],
  ])('%s answers what its description says', async (url, path) => {
    open();
    expect((await ask({ url }, path)).statusCode).toBe(200);
  });

  it.each([
    [`${base}/search?limit=0`, `${c}/search`, 400, 'TRF_REQUEST_INVALID'],
    [`${base}/search?limit=a`, `${c}/search`, 400, 'TRF_REQUEST_INVALID'],
    [`${base}/search?q=a&q=b`, `${c}/search`, 400, 'TRF_REQUEST_INVALID'],
    [`${base}/search?q=${'x'.repeat(1001)}`, `${c}/search`, 400, 'TRF_REQUEST_INVALID'],
    [`${base}/search?cursor=zz`, `${c}/search`, 400, 'TRF_CURSOR_INVALID'],
    ['/api/v1/collections/outra/search', `${c}/search`, 404, 'TRF_NOT_FOUND'],
    [`${base}/pages/999`, `${c}/pages/{id}`, 404, 'TRF_NOT_FOUND'],
    [`${base}/pages/2/blocks`, `${c}/pages/{id}/blocks`, 404, 'TRF_NOT_FOUND'],
    [`${base}/page?url=https://nada.br/`, `${c}/page`, 404, 'TRF_NOT_FOUND'],
    [`${base}/page?url=https://nada.br/&at=ontem`, `${c}/page`, 400, 'TRF_REQUEST_INVALID'],
    [`${base}/concordance`, `${c}/concordance`, 400, 'TRF_REQUEST_INVALID'],
    [`${base}/concordance?words=x&sort=up`, `${c}/concordance`, 400, 'TRF_REQUEST_INVALID'],
    [`${base}/geo?bbox=1,2,3`, `${c}/geo`, 400, 'TRF_REQUEST_INVALID'],
    [`${base}/geo/2`, `${c}/geo/{id}`, 404, 'TRF_NOT_FOUND'],
    ['/api/v1/crawls/nenhuma', '/api/v1/crawls/{name}', 404, 'TRF_NOT_FOUND'],
  ])('%s fails in the described form', async (url, path, status, code) => {
    open();
    const answer = await ask({ url }, path);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error).toMatchObject({ code, status });
  });

  it('tells errors in the language that is asked for', async () => {
    open();
    const told = async (language?: string) =>
      (
        await app.inject({
          url: '/api/v1/collections/outra/sites',
          headers: language === undefined ? {} : { 'accept-language': language },
        })
      ).json().error.message;
    expect(await told('en-GB, pt;q=0.5')).toBe('there is nothing like this here: collections/outra');
    expect(await told('fr, pt-PT;q=0.8, en;q=0.3')).toBe('não há nada assim aqui: collections/outra');
    expect(await told()).toBe('não há nada assim aqui: collections/outra');
  });

  it('reads a list to its end by its cursor, every hit once', async () => {
    open();
    const seen: number[] = [];
    let cursor = '';
    for (let round = 0; round < 10; round++) {
      const answer = (await app.inject(`${base}/search?limit=7&facets=false${cursor}`)).json();
      expect(answer.facets).toBeNull();
      seen.push(...answer.hits.map(({ id }: { id: number }) => id));
      if (answer.next === null) break;
      cursor = `&cursor=${answer.next}`;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  });

  it('streams all hits as lines of JSON', async () => {
    open();
    const answer = await app.inject({
      url: `${base}/search?q=x`,
      headers: { accept: 'application/x-ndjson' },
    });
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = answer.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    const wrong = await app.inject({
      url: `${base}/search?cursor=zz`,
      headers: { accept: 'application/x-ndjson' },
    });
    expect(wrong.statusCode).toBe(400);
  });

  it('does not send again what has not changed', async () => {
    open();
    const first = await app.inject(`${base}/pages/1`);
    const again = await app.inject({
      url: `${base}/pages/1`,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('gives pictures, previews and the way to the source', async () => {
    open();
    const picture = await app.inject(`${base}/geo/1/thumbnail`);
    expect(picture.headers['content-type']).toBe('image/png');
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect((await app.inject(`${base}/geo/1/preview`)).json()).toMatchObject({ type: 'FeatureCollection' });
    const download = await ask({ url: `${base}/geo/1/download` }, `${c}/geo/{id}/download`);
    expect(download.statusCode).toBe(302);
    expect(download.headers.location).toBe('https://geo.exemplo.br/solo.zip');
  });

  it('counts what it answered, by route', async () => {
    open();
    await app.inject(`${base}/search?q=x`);
    await app.inject(`${base}/pages/999`);
    const text = (await app.inject('/metrics')).body;
    expect(text).toContain(
      'tarrafa_http_requests_total{method="GET",route="/api/v1/collections/:c/search",status="200"} 1',
    );
    expect(text).toContain(
      'tarrafa_http_requests_total{method="GET",route="/api/v1/collections/:c/pages/:id",status="404"} 1',
    );
    expect(text).toContain('tarrafa_catalogue_pages{collection="amostra"} 25');
    expect(text).toContain('tarrafa_search_duration_seconds_count{collection="amostra"} 1');
    expect(text).toContain('tarrafa_crawls_running 0');
  });
});

describe('collections that are held', () => {
  it('from when a request comes until it is answered, refused requests and followers of crawls aside', async () => {
    let [entered, left] = [0, 0];
    let during = 0;
    const small = collectionsOf(smallCollection());
    open({
      access: { token: TOKEN, everything: true, hosts: [] },
      collections: {
        ...small,
        get: (name) => {
          during = entered - left;
          return small.get(name);
        },
        enter: async () => {
          entered++;
          return () => void left++;
        },
      },
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    const at = (path: string, token = TOKEN) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: `Bearer ${token}`, accept: NDJSON },
      });
    expect((await at('/api/v1/health', 'outro')).status).toBe(401);
    expect((await at('/api/v1/crawls')).status).toBe(200);
    expect(entered).toBe(0);
    const lines = (await (await at('/api/v1/collections/amostra/search')).text()).trim().split('\n');
    expect(lines).toHaveLength(25);
    expect(during).toBe(1);
    expect((await at('/api/v1/collections/nenhuma/search')).status).toBe(404);
    await app.close();
    expect([entered, left]).toEqual([2, 2]);
  });
});

describe('who may ask', () => {
  const url = '/api/v1/health';
  const elsewhere = { token: TOKEN, everything: true, hosts: ['tarrafa.lan'] };

  it.each(['localhost:8730', '127.0.0.1:8730', '[::1]:8730', '127.0.0.1'])('answers to %s', async (host) => {
    open();
    expect((await app.inject({ url, headers: { host } })).statusCode).toBe(200);
  });

  it.each(['evil.example', '127.0.0.1.evil.example:8730', 'localhost.evil.example', '10.0.0.1', 'a b'])(
    'refuses the name "%s" on loopback',
    async (host) => {
      open();
      const answer = await app.inject({ url, headers: { host } });
      expect(answer.statusCode).toBe(403);
      expect(answer.json().error.code).toBe('TRF_HOST_REFUSED');
    },
  );

  it('needs the token for everything when it listens elsewhere', async () => {
    open({ access: elsewhere });
    const get = (headers: Record<string, string>, path = url) =>
      app.inject({ url: path, headers: { host: '10.0.0.1:8730', ...headers } });
    expect((await get({})).statusCode).toBe(401);
    expect((await get({}, '/metrics')).statusCode).toBe(401);
    expect((await get({}, '/nada')).statusCode).toBe(401);
    expect((await get({ authorization: `Bearer ${TOKEN}x` })).statusCode).toBe(401);
    expect((await get({ authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200);
    expect((await get({ authorization: `Bearer ${TOKEN}`, host: 'tarrafa.lan' })).statusCode).toBe(200);
    expect((await get({ authorization: `Bearer ${TOKEN}`, host: 'outro.lan' })).statusCode).toBe(403);
  });

  it('says it in words to somebody with a browser, and as data to everybody else', async () => {
    open({ access: elsewhere });
    const get = (path: string, headers: Record<string, string>) =>
      app.inject({
        url: path,
        headers: { host: '10.0.0.1:8730', accept: 'text/html,*/*;q=0.8', ...headers },
      });
    const page = await get('/busca?q=x', { 'accept-language': 'pt-PT' });
    expect(page.statusCode).toBe(401);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).toContain('<html lang="pt-PT">');
    expect(page.body).toContain('guarda-o até ser fechado');
    const named = await get('/', { host: 'outro.lan', 'accept-language': 'en' });
    expect(named.statusCode).toBe(403);
    expect(named.body).toContain('does not answer to the name outro.lan');
    const hostile = await get('/', { host: '<b>x</b>' });
    expect(hostile.body).not.toContain('<b>');
    expect((await get(url, {})).json().error.code).toBe('TRF_TOKEN_MISSING');
    expect((await get('/', { accept: '*/*' })).json().error.code).toBe('TRF_TOKEN_MISSING');
  });

  it('remembers a right token in a cookie that is good for reading and for nothing else', async () => {
    open({ access: elsewhere });
    const host = '10.0.0.1:8730';
    const first = await app.inject({ url: `${url}?token=${TOKEN}`, headers: { host } });
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    const kept = cookie.split(';')[0]!;
    expect((await app.inject({ url, headers: { host, cookie: kept } })).statusCode).toBe(200);
    const post = {
      method: 'POST' as const,
      url: `${base}/entities/discover`,
      payload: { example: 'https://a.br/' },
    };
    expect((await app.inject({ ...post, headers: { host, cookie: kept } })).statusCode).toBe(401);
  });

  const start = {
    method: 'POST' as const,
    url: '/api/v1/crawls',
    payload: { name: 'x', seeds: ['https://a.br/'] },
  };
  const base = '/api/v1/collections/amostra';

  it('needs the token to write or start something on loopback too', async () => {
    open({ access: { token: TOKEN, everything: false, hosts: [] } });
    const answer = await ask(start, '/api/v1/crawls');
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('Bearer');
    const save = { method: 'POST' as const, url: `${base}/entities`, payload: {} };
    expect((await app.inject(save)).statusCode).toBe(401);
    for (const act of ['pause', 'resume', 'stop'])
      expect((await app.inject({ method: 'POST', url: `/api/v1/crawls/x/${act}` })).statusCode).toBe(401);
    const right = { ...start, headers: { authorization: `Bearer ${TOKEN}` } };
    expect((await app.inject(right)).json().error.code).toBe('TRF_CRAWL_REFUSED');
  });

  it('lets nothing through where there is no token at all', async () => {
    open();
    expect((await app.inject({ ...start, headers: { authorization: 'Bearer null' } })).statusCode).toBe(401);
  });

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:9999' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'http://localhost:8730', 'sec-fetch-site': 'same-origin' }, 404],
    [{}, 404],
  ])('looks at where a post comes from: %o → %i', async (headers, status) => {
    open();
    const answer = await app.inject({
      method: 'POST',
      url: `${base}/entities/discover`,
      payload: { example: 'https://a.br/' },
      headers: { host: 'localhost:8730', ...headers },
    });
    expect(answer.statusCode).toBe(status);
  });

  it('allows no other origin to read, and sends its policy with everything', async () => {
    open();
    for (const path of [url, '/nada', '/api/v1/collections/outra/sites', '/metrics']) {
      const { headers } = await app.inject({ url: path, headers: { origin: 'https://evil.example' } });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).toContain("object-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
    expect((await app.inject({ method: 'OPTIONS', url })).statusCode).toBe(404);
  });

  it('takes JSON only, and not too much of it', async () => {
    open({ access: { token: TOKEN, everything: false, hosts: [] } });
    const post = { method: 'POST' as const, url: `${base}/entities/discover` };
    const form = {
      ...post,
      headers: { 'content-type': 'text/plain' },
      payload: '{"example":"https://a.br/"}',
    };
    expect((await app.inject(form)).statusCode).toBe(415);
    const json = { 'content-type': 'application/json' };
    expect((await app.inject({ ...post, headers: json, payload: '{"example":' })).statusCode).toBe(400);
    const long = JSON.stringify({ example: `https://a.br/${'x'.repeat(70_000)}` });
    expect((await app.inject({ ...post, headers: json, payload: long })).statusCode).toBe(400);
    // A table that columns are chosen by may come along; no more than a few megabytes of it.
    const large = JSON.stringify({ example: `https://a.br/${'x'.repeat(9 << 20)}` });
    expect((await app.inject({ ...post, headers: json, payload: large })).statusCode).toBe(413);
    const crawls = {
      method: 'POST' as const,
      url: '/api/v1/crawls',
      headers: { ...json, authorization: `Bearer ${TOKEN}` },
    };
    expect((await app.inject({ ...crawls, payload: long })).statusCode).toBe(413);
    expect((await app.inject({ ...post, payload: { example: 'https://a.br/', more: 1 } })).statusCode).toBe(
      400,
    );
    expect((await app.inject({ ...post, payload: { example: 5 } })).statusCode).toBe(400);
  });
});

describe('the description', () => {
  it('has every route of the API, and no other', async () => {
    open();
    await app.ready();
    const api = await description();
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // The router prints its routes as a tree, four characters a level.
    const above: string[] = [];
    const routed: string[] = [];
    for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
      const [, indent, own, methods] = /^([│├└─ ]*)(\S+) \(([A-Z, ]+)\)$/u.exec(line) ?? [];
      if (indent === undefined) continue;
      const depth = indent.length / 4 - 1;
      above.length = depth;
      above.push(own!);
      const path = above
        .join('')
        .replace(/:(\w+)/g, '{$1}')
        .replace(/\*$/, '{rest}');
      for (const method of methods!.split(', ')) if (method !== 'HEAD') routed.push(`${method} ${path}`);
    }
    const ofApi = (route: string) => / \/(?:api\/|metrics$)/.test(route);
    expect(routed.filter(ofApi).length).toBeGreaterThan(30);
    expect(described.filter(ofApi).sort()).toEqual(routed.filter(ofApi).sort());
    for (const route of described) expect(routed).toContain(route);
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    open();
    const api = await description();
    expect(api.openapi).toBe('3.1.0');
    const schemas = Object.entries(api.components.schemas);
    expect(schemas.length).toBeGreaterThan(30);
    for (const [name, schema] of schemas)
      expect(ajv.validateSchema(schema as object), `${name}: ${ajv.errorsText()}`).toBe(true);
    const ids = new Set<string>();
    for (const [path, operations] of Object.entries(api.paths)) {
      expect(path).toMatch(/^\/(?:[^{}]|\{\w+\})*$/);
      for (const operation of Object.values(operations) as Record<string, unknown>[]) {
        expect(ids.has(operation.operationId as string)).toBe(false);
        ids.add(operation.operationId as string);
        expect(Object.keys(operation.responses as object).length).toBeGreaterThan(0);
        const parameters = (operation.parameters ?? []) as {
          name: string;
          in: string;
          required: boolean;
          schema: object;
        }[];
        const inPath = parameters
          .filter((parameter) => parameter.in === 'path')
          .map(({ name }) => `{${name}}`);
        expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
        for (const { schema } of parameters) expect(ajv.validateSchema(schema)).toBe(true);
      }
    }
    // Every reference leads somewhere.
    const text = JSON.stringify(api);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(api.components.schemas[name!], name).toBeDefined();
  });

  it('names the errors of a route, and what needs the token', async () => {
    open();
    const api = await description();
    const start = api.paths['/api/v1/crawls']!.post as Record<string, object>;
    expect(start.security).toEqual([{ token: [] }]);
    expect(Object.keys(start.responses!)).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '409', '413', '422', '429', '500', '507']),
    );
    const limit = (
      api.paths['/api/v1/collections/{c}/search']!.get as { parameters: { name: string }[] }
    ).parameters.find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    });
  });
});
