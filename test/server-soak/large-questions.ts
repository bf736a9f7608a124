/**
 * Every route of the server asked with large inputs: what its description says that it takes, as much of it as it takes, and more. Routes that
 * are in no description are asked by what stands here, and one that nobody thought of by its address and a line.
 */
import { KEPT_FILE, LARGE_PAGE, type MadeCollection, PLAYER } from '../served-collection.ts';
import type { Route } from './every-route.ts';

export interface Question {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly accept?: string;
  /** JSON. */
  readonly body?: string;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What is there to be asked for. */
export interface Ground extends MadeCollection {
  /** Of the collection, and of its crawl. */
  readonly name: string;
  /** Of the large page. */
  readonly page: number;
  /** Of the geographic file that says most. */
  readonly geo: number;
  /** With which the large page is opened with its scripts. */
  readonly key: string;
  /** What somebody added: a dossier, and a saved search. */
  readonly dossier: string;
  readonly saved: string;
  /** A table that was kept, and which version of it. */
  readonly table: { readonly id: number; readonly version: number };
  /** Columns that a table of the pages of players has. */
  readonly columns: readonly string[];
}

/** Under which a crawl is started. */
const STARTED = 'grande';

const LINES = [
  `${'(a OU '.repeat(150)}b${')'.repeat(150)}`.slice(0, 990),
  Array.from({ length: 120 }, (_, i) => `p${i % 10}*`).join(' '),
  Array.from({ length: 90 }, (_, i) => `"a${i} de"`).join(' '),
  'enchente '.repeat(110),
  `quando:1..9999 ${'a '.repeat(400)}`,
];

const numbers = Array.from({ length: 1_000 }, (_, i) => i + 1).join(',');

/** Of parameters that want more than words. */
const VALUES: Readonly<Record<string, string>> = {
  at: '2024-05-06',
  bbox: '-180,-90,180,90',
  datetime: '1900-01-01T00:00:00Z/..',
  externalIds: Array.from({ length: 200 }, (_, i) => `http://geo.exemplo.br/solos-${i}.geojson`).join(','),
  f: 'json',
  format: 'geojson,shapefile,kml',
  from: '1900-01-01',
  ids: numbers,
  limit: '1000',
  to: '2100-01-01',
  producer: 'geo.exemplo.br',
  type: 'dataset,service',
  url: LARGE_PAGE,
  words: 'jogador',
};

/** Bodies of routes that look at more of them than their form. */
const BODIES: Readonly<Record<string, (ground: Ground) => unknown>> = {
  '/api/v1/crawls/:name/edit': () => ({
    maxPages: 1_000_000_000,
    addSeeds: Array.from({ length: 200 }, (_, i) => `http://127.0.0.1:9/${i}/${'s'.repeat(250)}`),
  }),
  '/api/v1/crawls/:name/schedule': () => ({
    at: '2100-01-31T03:00',
    zone: 'America/Sao_Paulo',
    repeat: 'month',
    days: [1, 2, 3, 4, 5, 6, 7],
  }),
  '/api/v1/collections/:c/entities/:id': ({ table, columns }) => ({
    version: table.version,
    name: 'x'.repeat(80),
    columns: columns.map((column) => ({ from: column, name: `${column} ${'x'.repeat(150)}` })),
  }),
  '/api/v1/collections/:c/pages/:id/correction': () => ({ version: 0, title: 'x'.repeat(500) }),
  '/api/v1/collections/:c/dossiers/:id/items': ({ page }) => ({
    items: Array.from({ length: 200 }, (_, i) => ({ page, note: `${i} ${'x'.repeat(250)}` })),
  }),
  '/api/v1/collections/:c/dossiers/:id': () => ({
    version: 1_000_000,
    name: 'x'.repeat(200),
    note: 'x'.repeat(10_000),
    items: Array.from({ length: 1_000 }, (_, at) => ({ at, note: 'x'.repeat(30) })),
  }),
};

/** What the geographic interfaces take beside `f`; they refuse what they do not know. */
const STANDARDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '/ogc/collections/:c/items': [
    ['bbox', 'datetime', 'limit', 'q'],
    ['type', 'limit', 'q'],
    ['externalIds', 'limit'],
    ['ids', 'limit'],
  ],
  '/stac/collections/:c/items': [['bbox', 'datetime', 'limit']],
  '/stac/search': [['bbox', 'datetime', 'limit'], ['ids']],
};

function parameterOf(
  name: string,
  { enum: choices, type, maximum, maxLength }: Schema,
  line: string,
): string {
  if (choices !== undefined) return choices.at(-1)!;
  if (type === 'integer' || type === 'number') return String(maximum ?? 1_000);
  if (type === 'boolean') return 'true';
  return VALUES[name] ?? line.slice(0, maxLength);
}

/** A body with as much in it as its schema takes. */
function largeBody(schema: Schema, ground: Ground, { components }: Description, name = ''): unknown {
  if (schema.$ref !== undefined)
    return largeBody(components.schemas[schema.$ref.split('/').at(-1)!]!, ground, { paths: {}, components });
  switch (name) {
    case 'name':
      return STARTED;
    case 'example':
      return PLAYER;
    case 'sites':
      return [];
    case 'schedule':
      // It begins at once.
      return undefined;
    case 'select':
      // As the pages name them: files of any other way are among the wrong bodies.
      return undefined;
    case 'columns':
      return ground.columns.map((column) => ({ name: column, rename: `${column} ${'x'.repeat(150)}` }));
    case 'seeds':
      // A machine of one's own is never asked: the crawl ends by itself.
      return Array.from({ length: 200 }, (_, i) => `http://127.0.0.1:9/${i}/${'s'.repeat(250)}`);
    case 'scope':
      return 'seeds';
    case 'when':
      return '1939..1945';
    case 'contact':
      return 'https://exemplo.br/';
    case 'delay':
    case 'maxTime':
      return '999999999ms';
  }
  const { type, enum: choices, properties = {}, items, maximum, maxItems = 100, maxLength = 200 } = schema;
  if (choices !== undefined) return choices.at(-1);
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return maximum ?? 1_000;
  if (type === 'array')
    return Array.from({ length: maxItems }, () => largeBody(items ?? {}, ground, { paths: {}, components }));
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([key, property]) => [
        key,
        largeBody(property, ground, { paths: {}, components }, key),
      ]),
    );
  return 'x'.repeat(maxLength);
}

/** Bodies that no route takes. */
const WRONG_BODIES = [
  '['.repeat(60_000),
  `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i]))),
  JSON.stringify({ name: 'x'.repeat(60_000), example: 'x'.repeat(2_000), seeds: ['x'] }),
  JSON.stringify('x'.repeat(200_000)),
  // As many and as long files as fit into the longest request.
  JSON.stringify({
    example: PLAYER,
    select: {
      way: 'knowledge',
      files: Array.from({ length: 50 }, (_, i) => ({
        name: `${i}.csv`,
        text: 'nome,clube\n'.repeat(13_000),
      })),
    },
  }),
];

/** Addresses of a route without what is asked in the query. */
function pathsOf({ path }: Route, ground: Ground): string[] {
  const archived = path.startsWith('/replay/') || path.startsWith('/memento/');
  const moments = path.includes(':ts') ? [ground.largeMoment, '20240506', '2024', '*'] : [''];
  const rests = !path.includes('*')
    ? ['']
    : archived
      ? [LARGE_PAGE, `http://${'a'.repeat(7_000)}.br/`]
      : ['index.html', 'a/'.repeat(3_000)];
  const names = path.includes('/copy/')
    ? [KEPT_FILE]
    : path.includes(':name')
      ? [ground.name, STARTED]
      : [''];
  const id = /\/pages?\/|\/pagina\//.test(path)
    ? ground.page
    : /\/(?:geo|items)\//.test(path)
      ? ground.geo
      : /\/dossiers\//.test(path)
        ? ground.dossier
        : /\/saved\//.test(path)
          ? ground.saved
          : /\/entities\//.test(path)
            ? ground.table.id
            : 1;
  return moments.flatMap((moment) =>
    rests.flatMap((rest) =>
      names.map((name) =>
        path
          .replace('*', () => rest)
          .replace(':ts', moment)
          .replace(':key', ground.key)
          .replace(':name', name)
          .replace(':c', ground.name)
          .replace(':id', String(id)),
      ),
    ),
  );
}

/** What is asked for in the query, one after another. */
function queriesOf(
  route: Route,
  operation: Operation | undefined,
  ground: Ground,
  lines: readonly string[],
): Record<string, string>[] {
  const standard = STANDARDS[route.path];
  const asked = (operation?.parameters ?? []).filter((one) => one.in === 'query' && one.name !== 'cursor');
  if (standard !== undefined)
    return standard.flatMap((names) =>
      lines
        .slice(0, names.includes('q') ? lines.length : 1)
        .map((line) => Object.fromEntries(names.map((name) => [name, VALUES[name] ?? line]))),
    );
  // Orders, samples and spans of a concordance do not all go together.
  if (/\/concordance(?:\.csv)?$/.test(route.path))
    return [{ words: 'jogador' }, ...lines.map((line) => ({ words: 'jogador', q: line }))];
  if (asked.length > 0) {
    const several = asked.some(({ name }) => name === 'c') ? { c: ground.name } : {};
    const worded = asked.some(({ name, schema }) => schema.type === 'string' && !(name in VALUES));
    return lines
      .slice(0, worded ? lines.length : 1)
      .flatMap((line) => [
        Object.fromEntries(
          asked.map(({ name, schema }) => [
            name,
            name === 'c' ? ground.name : parameterOf(name, schema, line),
          ]),
        ),
        ...(asked.some(({ name }) => name === 'q') ? [{ ...several, q: line }] : []),
      ]);
  }
  const rooted = /^\/(?:simples|opensearch)/.test(route.path);
  if (!rooted) return [];
  return lines
    .map((line) => ({ q: line, c: ground.name, url: LARGE_PAGE, lang: 'en' }))
    .flatMap((all) => [all, { q: all.q, c: all.c }]);
}

/** `lines`: how many of the long lines are asked of every route that takes one. */
export function largeQuestions(
  routes: readonly Route[],
  description: Description,
  ground: Ground,
  lines = LINES.length,
): Question[] {
  const worded = LINES.slice(0, lines);
  return routes.flatMap((route) => {
    const { method, path } = route;
    const described = description.paths[path.replace(/:(\w+)/g, '{$1}')];
    const operation = described?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
    const bare = pathsOf(route, ground).map((address) => ({ method, address }));
    if (method === 'GET' || method === 'HEAD') {
      const lined = operation?.responses['200']?.content?.['application/x-ndjson'] !== undefined;
      const asked = queriesOf(route, operation, ground, worded).flatMap((query) =>
        bare.map(({ address }) => ({ method, address: `${address}?${new URLSearchParams(query)}` })),
      );
      // What is worked out for a head is what is worked out for the whole.
      if (method === 'HEAD') return [...bare.slice(0, 1), ...asked.slice(0, 1)];
      return [...bare, ...(lined ? [{ ...bare[0]!, accept: 'application/x-ndjson' }] : []), ...asked];
    }
    if (method !== 'POST') return bare.slice(0, 1);
    const schema = operation?.requestBody?.content['application/json'].schema;
    const own = BODIES[path]?.(ground);
    const right = schema === undefined ? [] : [JSON.stringify(own ?? largeBody(schema, ground, description))];
    const [first, ...others] = bare.map((one) => ({
      ...one,
      ...(right[0] === undefined ? {} : { body: right[0] }),
    }));
    return [first!, ...others, ...WRONG_BODIES.map((body) => ({ ...first!, body }))];
  });
}
