/** Entities: what pages state, tables that people made from an example page, and how one is made. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { CatalogueEntities, StoredEntity } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { attachment } from '../attachment.ts';
import { endpoint, SENT } from '../endpoint.ts';
import type { FinderRequest, FinderSelection, FoundTable } from '../entities/entity-finder.ts';
import { entityTableIn } from '../entities/entity-table-in.ts';
import { EXPORT_TYPES, type ExportForm, printEntities } from '../entities/print-entities.ts';
import type { Proposals } from '../entities/proposals.ts';
import { NDJSON, sliceOrLines } from '../ndjson.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import {
  DiscoverRequest,
  EntityOverview,
  EntityRows,
  LARGEST_SELECTION_FILE,
  Proposal,
  SaveTableRequest,
  TableSummary,
  TeachRequest,
} from '../schemas/entities.ts';
import { type Answer, CollectionName, Cursor, Identity, limit } from '../schemas/shapes.ts';
import { goneSignal } from '../when-sent.ts';

const ROWS_SHOWN = 20;
const PAGES_SHOWN = 200;
const SAMPLES = 5;
const LONGEST_SAMPLE = 200;
const MOST_EXPORTED = 100_000;

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

function proposalOf(table: FoundTable): Answer<typeof Proposal> {
  return {
    example: table.example,
    pages: table.rows.slice(0, PAGES_SHOWN).map(({ url, title }) => ({ url, title })),
    pageCount: table.rows.length,
    columns: table.columns.map(({ name, kind, coverage, rules, named, score }, c) => ({
      name,
      kind,
      coverage,
      samples: samplesOf(table, c),
      rules,
      chosen: named,
      score,
    })),
    missing: [...table.missing],
    rows: table.rows.slice(0, ROWS_SHOWN).map(({ url, cells }) => ({
      url,
      cells: cells.map((values) => values.map(({ value }) => value).join(' | ')),
    })),
  };
}

async function everyRow(catalogue: CatalogueEntities, of: { table: string }): Promise<StoredEntity[]> {
  const rows: StoredEntity[] = [];
  let cursor: string | undefined;
  do {
    const part = await catalogue.entities(of, { cursor, limit: 1_000 });
    for (const row of part.items) rows.push(row);
    cursor = part.next ?? undefined;
  } while (cursor !== undefined && rows.length < MOST_EXPORTED);
  return rows;
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
      { folder, examples, ...(teach === undefined ? {} : { teach }), ...selectionOf(body.select) },
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
      return { tables: await catalogue.entityTables(), types: await catalogue.entityTypes() };
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
    path: '/api/v1/collections/:c/entities/:id/export',
    id: 'exportEntityTable',
    summary: 'A table of entities as a file',
    tag: 'entities',
    params: { ...params, id: Identity },
    query: { format: Type.Enum(['csv', 'jsonl', 'parquet'], { default: 'csv' }) },
    media: {
      'text/csv': 'the table; cells that a spreadsheet would run as a formula are text',
      'application/x-ndjson': 'a row a line, with the provenance of each value',
      'application/vnd.apache.parquet': 'the table, with typed columns',
    },
    errors: ['TRF_NOT_FOUND', 'TRF_SERVER_BUSY'],
    handle: async ({ params: { c, id }, query, reply }) => {
      const { catalogue } = collectionNamed(context, c);
      const table = (await catalogue.entityTables()).find((made) => made.id === id);
      if (table === undefined) throw new TarrafaError('TRF_NOT_FOUND', [`entities/${id}`]);
      const form = query.format as ExportForm;
      const leave = context.streams.enter();
      try {
        void reply
          .header('content-type', EXPORT_TYPES[form])
          .header('content-disposition', attachment(`${table.name}.${form}`))
          .send(printEntities(form, table, await everyRow(catalogue, { table: table.name })));
      } finally {
        leave();
      }
      return SENT;
    },
  });
}
