/** Entities: tables, rows, and the proposal that a person chooses columns from. */
import { Type } from 'typebox';
import { SELECTION_WAYS } from '../../entities/index.ts';
import { Count, Milliseconds, nullable, record, request, Share, slice, WebAddress } from './shapes.ts';

const Version = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'of the table as it was seen; another one there now is TRF_KEPT_STALE',
});

export const StoredEntitySchema = record('StoredEntity', {
  id: Type.Integer(),
  url: Type.String(),
  site: Type.String(),
  type: Type.String(),
  name: Type.String(),
  values: Type.Array(
    record('EntityValue', {
      attribute: Type.String(),
      value: Type.String(),
      normal: nullable(Type.String()),
      provenance: Type.String(),
    }),
  ),
  table: nullable(Type.String()),
  tables: Type.Array(Type.String(), {
    description:
      'of a thing, the tables that have a row of it, whose values are among its own; of the row of a table, that table',
  }),
});

export const EntityRows = slice('EntityRows', StoredEntitySchema);

export const TableSummary = record('EntityTableSummary', {
  id: Type.Integer(),
  name: Type.String(),
  example: Type.String(),
  columns: Type.Array(
    record('EntityColumn', {
      name: Type.String(),
      kind: Type.String(),
      rules: Type.Array(Type.String()),
      off: Type.Optional(
        Type.Array(Type.String(), { description: 'rules that are switched off: their values are not shown' }),
      ),
    }),
  ),
  rows: Count,
  madeAt: Milliseconds,
  version: Version,
});

const OddWhy = Type.Enum(['missing', 'type', 'form', 'length'], {
  description: 'why a value is unlike the others of its column',
});

export const EntityViewAnswer = record('EntityView', {
  items: Type.Array(
    record('ViewedEntity', {
      ...StoredEntitySchema.properties,
      odd: Type.Array(record('OddValue', { attribute: Type.String(), why: OddWhy })),
    }),
  ),
  next: nullable(Type.String()),
  total: Type.Integer({ minimum: 0, description: 'how many there are of what was asked for' }),
  odd: Type.Integer({ minimum: 0, description: 'rows with something odd, whatever was asked for' }),
  bounded: Type.Boolean({ description: 'there are more than the 20,000 that are looked at' }),
});

/** A table with what each of its rules brought. */
export const TableDetails = record('EntityTableDetails', {
  table: TableSummary,
  columns: Type.Array(
    record('EntityColumnRules', {
      name: Type.String(),
      rules: Type.Array(
        record('EntityRule', {
          rule: Type.String({ description: 'as Cypher' }),
          label: Type.String({ description: 'the text that it starts from; empty: a path from the root' }),
          path: Type.String(),
          values: Count,
          samples: Type.Array(Type.String()),
          off: Type.Boolean(),
        }),
      ),
    }),
  ),
});

export const EntityOverview = record('EntityOverview', {
  tables: Type.Array(TableSummary),
  types: Type.Array(Type.Object({ type: Type.String(), count: Count })),
});

const furtherExamples = Type.Optional(
  Type.Array(WebAddress, {
    maxItems: 5,
    description: 'further example pages, one for each other site of the table',
  }),
);

/** Characters of one file that columns are chosen by. */
export const LARGEST_SELECTION_FILE = 4 << 20;

const select = Type.Optional(
  Type.Object(
    {
      way: Type.Enum([...SELECTION_WAYS], {
        description:
          'expert, votes: files of choices; learned: files of learned attributes; knowledge: tables of known values (CSV, JSON Lines); redundancy: what the sites say alike',
      }),
      files: Type.Optional(
        Type.Array(
          Type.Object(
            {
              name: Type.String({ minLength: 1, maxLength: 200 }),
              text: Type.String({ maxLength: LARGEST_SELECTION_FILE }),
            },
            { additionalProperties: false },
          ),
          { maxItems: 50 },
        ),
      ),
      least: Type.Optional(Share),
    },
    { additionalProperties: false, description: 'how columns are chosen; without it as the pages name them' },
  ),
);

const want = Type.Optional(
  Type.Array(
    Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
        value: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }),
      },
      { additionalProperties: false },
    ),
    {
      maxItems: 50,
      description:
        'values of the example page that were shown: each is a column of that name, beside the others or in the place of the one of its name',
    },
  ),
);

export const DiscoverRequest = request('DiscoverRequest', {
  example: WebAddress,
  sites: furtherExamples,
  select,
  want,
});

const ProposedRow = Type.Object({
  url: Type.String(),
  title: Type.String(),
  cells: Type.Array(Type.String({ description: 'in the order of the columns; several values with " | "' })),
  odd: Type.Array(Type.Object({ column: Count, why: OddWhy })),
});

export const Proposal = record('EntityProposal', {
  example: Type.String(),
  pages: Type.Array(Type.Object({ url: Type.String(), title: Type.String() })),
  pageCount: Count,
  columns: Type.Array(
    record('ProposedColumn', {
      name: Type.String(),
      kind: Type.String(),
      coverage: Share,
      samples: Type.Array(Type.String()),
      rules: Type.Array(Type.String()),
      label: Type.String({ description: 'the text that its first rule starts from; empty: none' }),
      chosen: Type.Boolean({ description: 'part of the table that would be made without being asked' }),
      score: nullable(Type.Number({ description: 'how sure the way of choosing is of it, 0 to 1' })),
    }),
  ),
  missing: Type.Array(Type.String(), { description: 'attributes asked for that no column is' }),
  exampleValues: Type.Array(Type.Array(Type.String()), {
    description: 'what the columns have of the example page, one list a column',
  }),
  rows: Type.Array(ProposedRow),
  oddRows: Type.Array(ProposedRow, {
    description: 'rows with a value unlike the others of its column, first those of the columns chosen',
  }),
});

const TableName = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });

const chosenColumns = Type.Array(
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200, description: 'as the proposal names it' }),
      rename: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: 100 },
);

export const SaveTableRequest = request('SaveTableRequest', {
  name: TableName,
  example: WebAddress,
  sites: furtherExamples,
  select,
  want,
  columns: chosenColumns,
});

export const TeachRequest = request('TeachRequest', {
  example: WebAddress,
  sites: furtherExamples,
  select,
  want,
  columns: chosenColumns,
});

const columnName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

export const ChangeTableRequest = request('ChangeTableRequest', {
  version: Version,
  name: Type.Optional(TableName),
  columns: Type.Array(
    Type.Object(
      {
        from: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'the column of the table that it is' }),
        ),
        shown: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 2_000,
            description: 'a value of the example page: it is a new column',
          }),
        ),
        name: columnName,
        off: Type.Optional(
          Type.Array(Type.String({ maxLength: 100_000 }), {
            maxItems: 500,
            description: 'of its rules those that are switched off, all of them',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 100, description: 'in their order; what is not here is taken out' },
  ),
});

export const RemoveTableRequest = request('RemoveTableRequest', { version: Version });
