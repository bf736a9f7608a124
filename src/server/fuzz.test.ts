/** Bad input, made from the description of the API itself: whatever comes, the answer comes soon, is described, and is never our fault. */
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { CrawlDesk } from './crawls/crawl-desk.ts';
import { type Pretended, pretending, temporaryFolder } from './crawls/crawl-folder.suite.ts';
import type { OpenApi } from './openapi.ts';
import { collectionsOf, smallCollection } from './small-collection.suite.ts';

const TOKEN = 'um-token-de-teste-comprido';
let app: FastifyInstance;
let api: OpenApi;
const errors: unknown[] = [];
const runs: Pretended[] = [];
const folder = temporaryFolder();

beforeAll(async () => {
  const crawls = new CrawlDesk({
    folder,
    run: pretending(runs),
    readSeed: (text) => text,
  });
  app = createApp({
    collections: collectionsOf(smallCollection()),
    version: '1',
    access: { token: TOKEN, everything: false, hosts: [] },
    crawls,
    findEntities: async ({ examples }) => ({
      example: examples[0]!,
      columns: [{ name: 'Nome', kind: 'text', coverage: 1, rules: [], named: true, score: null }],
      rows: [],
      missing: [],
      attributes: null,
    }),
    onError: (error) => errors.push(error),
  });
  api = (await app.inject('/api/v1/openapi.json')).json();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, unknown>>;
}

const ODD = [
  '',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  '9007199254740993',
  '99999999999999999999',
  '\0',
  '\u202e',
  '\ud800',
  'é',
  '😀',
  '../../etc/passwd',
  '..%2f..%2fetc',
  '%00',
  '%',
  '%ff',
  "' OR 1=1 --",
  '"',
  '"""',
  '(((((((',
  '-'.repeat(300),
  'quando:',
  'quando:9999999999..-9999999',
  'quando:1945..1939',
  'onde:',
  'onde:1,2,3,4,5',
  'onde:"',
  'site:',
  'tipo:nada',
  'OR OR OR',
  '-',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  'a'.repeat(5_000),
  '🂡'.repeat(400),
  ' '.repeat(2_000),
  '0,0,0,0',
  '1e308,1e308,1e308,1e308',
  'https://user:pw@a.br:99999/\u0000',
  'javascript:alert(1)',
];

const odd = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer().map(String),
);

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : (api.components.schemas[schema.$ref.split('/').at(-1)!] as unknown as Schema);

/** What is there, so that handlers are reached. */
const LIKELY: Readonly<Record<string, readonly unknown[]>> = {
  c: ['amostra'],
  id: [1, 2, 3],
  name: ['cheias', 'outra'],
  url: ['https://www.exemplo.br/noticias/3?a=1&b=2'],
  cursor: ['n0', 'n10'],
  bbox: ['-60,-34,-40,-10'],
  example: ['https://www.exemplo.br/noticias/3'],
  seeds: [['https://www.exemplo.br/']],
  columns: [[{ name: 'Nome' }]],
};

/** Often what the schema wants, so that the handler is reached; often not. */
function value(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const likely = LIKELY[name];
  if (likely === undefined) return bySchema(schema);
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...likely) }, bySchema(schema));
}

function bySchema(schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: choices, properties, items } = resolved(schema);
  const anything = fc.oneof(odd, fc.anything({ maxDepth: 2, withNullPrototype: false }));
  if (choices !== undefined) return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...choices) }, anything);
  if (type === 'integer' || type === 'number')
    return fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 30 }) }, anything);
  if (type === 'boolean') return fc.oneof({ weight: 3, arbitrary: fc.boolean() }, anything);
  if (type === 'array' && items !== undefined) {
    const list = fc.array(value(items), { maxLength: 4 });
    return fc.oneof({ weight: 5, arbitrary: list }, anything);
  }
  if (type === 'object' && properties !== undefined) {
    const whole = fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, value(property, name)])),
      { requiredKeys: [] },
    );
    return fc.oneof({ weight: 5, arbitrary: whole }, anything);
  }
  const likely = fc.constantFrom(
    'amostra',
    'https://www.exemplo.br/noticias/3?a=1&b=2',
    'enchente',
    'n10',
    'cheias',
  );
  return fc.oneof({ weight: 3, arbitrary: likely }, anything);
}

function text(part: unknown): string {
  try {
    return typeof part === 'string' ? part : (JSON.stringify(part) ?? String(part));
  } catch {
    return 'x';
  }
}

/** Percent-encoded, but for what cannot be; or as it is. */
function escaped(part: string): string {
  try {
    return encodeURIComponent(part);
  } catch {
    return '%ED%A0%80';
  }
}

function request(path: string, method: string, operation: Operation): fc.Arbitrary<InjectOptions> {
  const { parameters = [], requestBody } = operation;
  const values = fc.record(
    Object.fromEntries(
      parameters.map(({ name, in: place, schema }) => [`${place} ${name}`, value(schema, name)]),
    ),
    { requiredKeys: parameters.filter((one) => one.in === 'path').map(({ name }) => `path ${name}`) },
  );
  const body =
    requestBody === undefined
      ? fc.constant(undefined)
      : value(requestBody.content['application/json'].schema);
  const headers = fc.record(
    {
      accept: fc.constantFrom('*/*', 'application/x-ndjson', 'text/html', '\u00e9'),
      'accept-language': fc.constantFrom('pt', 'en;q=x', ',,,;;;q=', 'xx'.repeat(300)),
      'if-none-match': fc.constantFrom('*', '"x"', ''),
      cookie: fc.constantFrom('tarrafa_token=%', '=;=;;', 'a=b'),
    },
    { requiredKeys: [] },
  );
  return fc.tuple(values, body, headers).map(([given, payload, more]) => {
    let url = path;
    const query: string[] = [];
    for (const [key, part] of Object.entries(given)) {
      const [place, name] = key.split(' ') as [string, string];
      if (place === 'path') url = url.replace(`{${name}}`, () => escaped(text(part)));
      else query.push(`${name}=${escaped(text(part))}`);
    }
    return {
      method: method.toUpperCase() as 'GET',
      url: query.length === 0 ? url : `${url}?${query.join('&')}`,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...more,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload: text(payload) }),
    };
  });
}

describe('bad input', () => {
  it('never gives an answer of ours that failed, on any route of the description', async () => {
    const answered = new Set<string>();
    for (const [path, operations] of Object.entries(api.paths)) {
      if (!path.startsWith('/api/')) continue;
      for (const [method, operation] of Object.entries(operations)) {
        // Its own tests follow a stream to its end.
        if (path.endsWith('/events')) continue;
        const { responses } = operation as unknown as Operation;
        await fc.assert(
          fc.asyncProperty(request(path, method, operation as unknown as Operation), async (options) => {
            const answer = await app.inject(options);
            const told = `${method} ${options.url} → ${answer.statusCode} ${answer.body.slice(0, 300)}`;
            expect(answer.statusCode, told).toBeLessThan(500);
            if (answer.statusCode < 400) answered.add(`${method} ${path}`);
            expect(answer.headers['x-content-type-options'], told).toBe('nosniff');
            // 404 also for an address that is no route any more, 414 for one that is too long.
            if (![304, 404, 414].includes(answer.statusCode))
              expect(Object.keys(responses), told).toContain(String(answer.statusCode));
            if (answer.statusCode >= 400) expect(answer.json().error.code, told).toMatch(/^TRF_/);
          }),
          { numRuns: 60, seed: 20_260_131 },
        );
      }
    }
    expect(errors).toEqual([]);
    // The input is bad, but not so bad that no handler ever sees it.
    expect(answered.size).toBeGreaterThan(20);
  });

  it('never gives one on addresses that are no routes either', async () => {
    const segment = fc.oneof(
      odd.map(escaped),
      fc.constantFrom('..', '.', '%2e%2e', '%', '%zz', '//', '*', 'api', 'v1'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 5 }),
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
        fc.constantFrom(
          '',
          '/api/v1',
          '/replay/amostra',
          '/simples',
          '/memento/amostra',
          '/assets',
          '/pagina',
        ),
        async (segments, method, prefix) => {
          const answer = await app.inject({ method, url: `${prefix}/${segments.join('/')}` });
          expect(answer.statusCode, `${method} ${prefix}/${segments.join('/')} ${answer.body}`).toBeLessThan(
            500,
          );
        },
      ),
      { numRuns: 300, seed: 20_260_131 },
    );
    expect(errors).toEqual([]);
  });
});
