/** Entities: what pages state, tables that people made from an example page, and how one is made. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { CatalogueEntities, EntityTableSummary } from '../../catalogue/index.ts';
import { isThing, parseCypher, pathOf, pivotOf } from '../../entities/index.ts';
import { StaleError, TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { endpoint, SENT } from '../endpoint.ts';
import { changedTable, everyRow, examplesOf, shownColumns } from '../entities/changed-table.ts';
import type { FinderRequest, FinderSelection, FoundRow, FoundTable } from '../entities/entity-finder.ts';
import { entityTableIn } from '../entities/entity-table-in.ts';
import type { Proposals } from '../entities/proposals.ts';
import { NDJSON, sliceOrLines } from '../ndjson.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import {
  ChangeTableRequest,
  DiscoverRequest,
  EntityOverview,
  EntityRows,
  EntityViewAnswer,
  LARGEST_SELECTION_FILE,
  Proposal,
  RemoveTableRequest,
  SaveTableRequest,
  TableDetails,
  TableSummary,
  TeachRequest,
} from '../schemas/entities.ts';
import { Removed } from '../schemas/kept.ts';
import { type Answer, CollectionName, Cursor, Identity, limit } from '../schemas/shapes.ts';
import { goneSignal } from '../when-sent.ts';

const ROWS_SHOWN = 20;
const PAGES_SHOWN = 200;
const SAMPLES = 5;
const LONGEST_SAMPLE = 200;
const ODD_SHOWN = 50;

/** What may go wrong while a table is found from an example page. */
const DISCOVERY_ERRORS = [
  'TRF_NOT_FOUND',
  'TRF_URL_MALFORMED',
  'TRF_INPUT_MISSING',
  'TRF_ENTITY_ALONE',
  'TRF_ENTITY_NO_TABLE',
  'TRF_WRAPPER_INVALID',
  'TRF_SELECTION_FILE',
  'TRF_SELECTION_LACKS',
  'TRF_ATTRIBUTE_UNKNOWN',
  'TRF_WANTED_MISSING',
  'TRF_SERVER_BUSY',
  'TRF_TIME_OUT',
] as const;

/** Bytes of a request with the files that columns are chosen by. */
const LARGEST_REQUEST = 2 * LARGEST_SELECTION_FILE;

function samplesOf({ rows }: FoundTable, column: number): string[] {
  const samples = new Set<string>();
  for (const { cells } of rows) {
    const value = cells[column]![0]?.value;
    if (value !== undefined) samples.add(value.slice(0, LONGEST_SAMPLE));
    if (samples.size >= SAMPLES) break;
  }
  return [...samples];
}

function proposedRow({ url, title, cells, odd }: FoundRow) {
  return {
    url,
    title,
    cells: cells.map((values) => values.map(({ value }) => value).join(' | ')),
    odd: [...odd],
  };
}

function proposalOf(table: FoundTable): Answer<typeof Proposal> {
  const { rows, columns, example } = table;
  const named = (row: FoundRow) => row.odd.some(({ column }) => columns[column]!.named);
  const odd = rows.filter((row) => row.odd.length > 0);
  const shown = rows.find(({ url }) => url === example);
  return {
    example,
    pages: rows.slice(0, PAGES_SHOWN).map(({ url, title }) => ({ url, title })),
    pageCount: rows.length,
    columns: columns.map(({ name, kind, coverage, rules, named, score }, c) => ({
      name,
      kind,
      coverage,
      samples: samplesOf(table, c),
      rules,
      label: rules[0] === undefined ? '' : readableRule(rules[0]).label,
      chosen: named,
      score,
    })),
    missing: [...table.missing],
    exampleValues: columns.map((_, c) => (shown?.cells[c] ?? []).map(({ value }) => value)),
    // The example first: its page is beside the table.
    rows: [...(shown === undefined ? [] : [shown]), ...rows.filter((row) => row !== shown)]
      .slice(0, ROWS_SHOWN)
      .map(proposedRow),
    oddRows: [...odd.filter(named), ...odd.filter((row) => !named(row))].slice(0, ODD_SHOWN).map(proposedRow),
  };
}

async function tableNumbered(catalogue: CatalogueEntities, id: number): Promise<EntityTableSummary> {
  const table = (await catalogue.entityTables()).find((made) => made.id === id);
  if (table === undefined) throw new TarrafaError('TRF_NOT_FOUND', [`entities/${id}`]);
  return table;
}

/** A rule in words: its label and its path; of one that is no rule of ours nothing is said. */
function readableRule(cypher: string): { readonly label: string; readonly path: string } {
  try {
    const rule = parseCypher(cypher);
    return { label: pivotOf(rule).slice(0, LONGEST_SAMPLE), path: pathOf(rule) };
  } catch {
    return { label: '', path: '' };
  }
}

async function detailsOf(
  catalogue: CatalogueEntities,
  table: EntityTableSummary,
): Promise<Answer<typeof TableDetails>> {
  const brought = new Map<string, { values: number; samples: Set<string> }>();
  for (const { values } of await everyRow(catalogue, table.name))
    for (const { attribute, value, provenance } of values) {
      const key = `${attribute}\n${provenance}`;
      let known = brought.get(key);
      if (known === undefined) {
        known = { values: 0, samples: new Set() };
        brought.set(key, known);
      }
      known.values++;
      if (known.samples.size < SAMPLES) known.samples.add(value.slice(0, LONGEST_SAMPLE));
    }
  return {
    table,
    columns: table.columns.map(({ name, rules, off = [] }) => ({
      name,
      rules: rules.map((rule) => {
        const { values = 0, samples = [] } = brought.get(`${name}\n${rule}`) ?? {};
        return { rule, ...readableRule(rule), values, samples: [...samples], off: off.includes(rule) };
      }),
    })),
  };
}

/** Throws TRF_SELECTION_LACKS where a way needs files and none came. */
function selectionOf(select: Static<typeof DiscoverRequest>['select']): Pick<FinderRequest, 'select'> {
  if (select === undefined) return {};
  const { way, files = [], least } = select;
  if (way !== 'redundancy' && files.length === 0)
    throw new TarrafaError('TRF_SELECTION_LACKS', [way, reason('needs-files')]);
  return { select: { way: way as FinderSelection['way'], files, ...(least === undefined ? {} : { least }) } };
}

export interface EntityRouteOptions {
  readonly proposals: Proposals | null;
  /** Does something alone with a catalogue: never while it is being analysed. */
  readonly alone: <T>(collection: string, work: () => Promise<T>) => Promise<T>;
}

export function entityRoutes(app: FastifyInstance, context: RouteContext, options: EntityRouteOptions): void {
  const params = { c: CollectionName };
  const find = async (
    c: string,
    body: Static<typeof DiscoverRequest>,
    reply: FastifyReply,
    teach?: Static<typeof TeachRequest>['columns'],
  ): Promise<FoundTable> => {
    const { folder, catalogue } = collectionNamed(context, c);
    if (options.proposals === null) throw new TarrafaError('TRF_NOT_FOUND', ['entities/discover']);
    const examples = [body.example, ...(body.sites ?? [])];
    return options.proposals.find(
      {
        folder,
        examples,
        ...(teach === undefined ? {} : { teach }),
        ...(body.want === undefined ? {} : { want: body.want }),
        ...selectionOf(body.select),
      },
      (await catalogue.summary()).versions,
      goneSignal(reply),
    );
  };

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/entities',
    id: 'entityTables',
    summary: 'Tables of entities, and the types that pages state',
    tag: 'entities',
    params,
    answer: EntityOverview,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params: { c } }) => {
      const { catalogue } = collectionNamed(context, c);
      const types = await catalogue.entityTypes();
      // Catalogues of before have some that are no things.
      return { tables: await catalogue.entityTables(), types: types.filter(({ type }) => isThing(type)) };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/entities/rows',
    id: 'entityRows',
    summary: 'Entities of a table, of a type, or all',
    tag: 'entities',
    params,
    query: {
      table: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      type: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      cursor: Type.Optional(Cursor),
      limit: limit(1_000, 20),
    },
    answer: EntityRows,
    media: { [NDJSON]: 'a StoredEntity a line, at most 10,000' },
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID', 'TRF_SERVER_BUSY'],
    handle: (asked) => {
      const { params, query } = asked;
      const { catalogue } = collectionNamed(context, params.c);
      const of = {
        ...(query.table === undefined ? {} : { table: query.table }),
        ...(query.type === undefined ? {} : { type: query.type }),
      };
      return sliceOrLines(asked, context, (slice) => catalogue.entities(of, slice));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/entities/discover',
    id: 'discoverEntities',
    summary: 'From an example page of the archive: the pages like it, and the columns of a table of them',
    tag: 'entities',
    params,
    body: DiscoverRequest,
    bodyLimit: LARGEST_REQUEST,
    answer: Proposal,
    errors: [...DISCOVERY_ERRORS, 'TRF_ORIGIN_REFUSED'],
    handle: async ({ params: { c }, body, reply }) => proposalOf(await find(c, body, reply)),
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/entities/attributes',
    id: 'learnEntityAttributes',
    summary: 'What chosen columns of a discovered table are like, to find the same attributes on other sites',
    tag: 'entities',
    params,
    body: TeachRequest,
    bodyLimit: LARGEST_REQUEST,
    media: { 'application/json': 'as `tarrafa entities learn-attributes` writes it' },
    errors: [...DISCOVERY_ERRORS, 'TRF_ORIGIN_REFUSED'],
    handle: async ({ params: { c }, body: { columns, ...asked }, reply }) => {
      const table = await find(c, asked, reply, columns);
      // Every column must be there before anything is taught.
      entityTableIn('', table, 0, columns);
      void reply.header('content-type', 'application/json; charset=utf-8').send(table.attributes ?? '');
      return SENT;
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/entities',
    id: 'saveEntityTable',
    summary: 'Keeps chosen columns of a discovered table under a name; one of the same name is replaced',
    tag: 'entities',
    params,
    body: SaveTableRequest,
    bodyLimit: LARGEST_REQUEST,
    answer: TableSummary,
    status: 201,
    token: true,
    errors: DISCOVERY_ERRORS,
    handle: async ({ params: { c }, body, reply }) => {
      const table = await find(c, body, reply);
      const made = entityTableIn(body.name.trim(), table, context.now(), body.columns);
      return options.alone(c, async () => {
        const { catalogue } = collectionNamed(context, c);
        await catalogue.write({ tables: [made] });
        return (await catalogue.entityTables()).find(({ name }) => name === made.name)!;
      });
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/entities/view',
    id: 'viewEntities',
    summary:
      'Entities of a table or of a type as somebody looks at them: by words, in the order of a column, with what is odd',
    tag: 'entities',
    params,
    query: {
      table: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      type: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      words: Type.Optional(
        Type.String({ maxLength: 200, description: 'every one of them somewhere in the row' }),
      ),
      sort: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'the column whose values are the order; empty: the name',
        }),
      ),
      descending: Type.Optional(Type.Boolean()),
      odd: Type.Optional(
        Type.Boolean({ description: 'only rows with a value unlike the others of its column' }),
      ),
      cursor: Type.Optional(Cursor),
      limit: limit(1_000, 50),
    },
    answer: EntityViewAnswer,
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID', 'TRF_SERVER_BUSY', 'TRF_TIME_OUT'],
    handle: ({ params: { c }, query }) => {
      const { table, type, words, sort, descending = false, odd, cursor, limit } = query;
      const order = sort === undefined ? undefined : { attribute: sort, descending };
      return collectionNamed(context, c).catalogue.entityView(
        { table, type, words, order, odd },
        { cursor, limit },
      );
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/entities/:id',
    id: 'entityTable',
    summary: 'A table of entities: its columns, and what each of their rules brought',
    tag: 'entities',
    params: { ...params, id: Identity },
    answer: TableDetails,
    errors: ['TRF_NOT_FOUND', 'TRF_SERVER_BUSY'],
    handle: async ({ params: { c, id } }) => {
      const { catalogue } = collectionNamed(context, c);
      const table = await tableNumbered(catalogue, id);
      return context.streams.run(() => detailsOf(catalogue, table));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/entities/:id',
    id: 'changeEntityTable',
    summary:
      'Changes a table: its name, its columns (another name, another place, out, a new one by a value of the example page), the rules that count',
    tag: 'entities',
    params: { ...params, id: Identity },
    body: ChangeTableRequest,
    bodyLimit: LARGEST_REQUEST,
    answer: TableSummary,
    token: true,
    errors: [...DISCOVERY_ERRORS, 'TRF_KEPT_STALE'],
    handle: async ({ params: { c, id }, body: { version, ...change }, reply }) => {
      const seen = await tableNumbered(collectionNamed(context, c).catalogue, id);
      if (seen.version !== version) throw new StaleError(seen.name, version, seen);
      const want = shownColumns(change);
      let found: FoundTable | null = null;
      if (want.length > 0) {
        const { catalogue } = collectionNamed(context, c);
        const [example = seen.example, ...sites] = examplesOf(seen, await everyRow(catalogue, seen.name));
        found = await find(c, { example, sites, want }, reply);
      }
      return options.alone(c, async () => {
        const { catalogue } = collectionNamed(context, c);
        const made = changedTable(seen, await everyRow(catalogue, seen.name), change, found);
        const outcome = await catalogue.changeTable(id, version, made);
        if (!outcome.done) throw new StaleError(seen.name, version, outcome.present);
        return outcome.table;
      });
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/entities/:id/remove',
    id: 'removeEntityTable',
    summary: 'Takes a table out; the pages that it was made of stay',
    tag: 'entities',
    params: { ...params, id: Identity },
    body: RemoveTableRequest,
    answer: Removed,
    token: true,
    errors: ['TRF_NOT_FOUND', 'TRF_KEPT_STALE'],
    handle: ({ params: { c, id }, body: { version } }) =>
      options.alone(c, async () => {
        const { catalogue } = collectionNamed(context, c);
        const { name } = await tableNumbered(catalogue, id);
        const present = await catalogue.removeTable(id, version);
        if (present !== true) throw new StaleError(name, version, present);
        return { removed: true };
      }),
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/entities/:id/export',
    id: 'exportEntityTable',
    summary: 'The way to a table of entities as a file: to `download`, which has them all',
    tag: 'entities',
    params: { ...params, id: Identity },
    query: { format: Type.Enum(['csv', 'jsonl', 'parquet'], { default: 'csv' }) },
    status: 308,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params: { c, id }, query, reply }) => {
      const { name: table } = await tableNumbered(collectionNamed(context, c).catalogue, id);
      const asked = new URLSearchParams({ table, as: query.format });
      // From `…/entities/<id>/export`, wherever the server stands.
      void reply.redirect(`../../download?${asked}`, 308);
      return SENT;
    },
  });
}
