/** Entities: tables, rows, and the proposal that a person chooses columns from. */
import { Type } from 'typebox';
import { SELECTION_WAYS } from '../../entities/index.ts';
import { Count, Milliseconds, nullable, record, request, Share, slice, WebAddress } from './shapes.ts';

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
});

export const EntityRows = slice('EntityRows', StoredEntitySchema);

export const TableSummary = record('EntityTableSummary', {
  id: Type.Integer(),
  name: Type.String(),
  example: Type.String(),
  columns: Type.Array(
    record('EntityColumn', { name: Type.String(), kind: Type.String(), rules: Type.Array(Type.String()) }),
  ),
  rows: Count,
  madeAt: Milliseconds,
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

export const DiscoverRequest = request('DiscoverRequest', {
  example: WebAddress,
  sites: furtherExamples,
  select,
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
      chosen: Type.Boolean({ description: 'part of the table that would be made without being asked' }),
      score: nullable(Type.Number({ description: 'how sure the way of choosing is of it, 0 to 1' })),
    }),
  ),
  missing: Type.Array(Type.String(), { description: 'attributes asked for that no column is' }),
  rows: Type.Array(
    Type.Object({
      url: Type.String(),
      cells: Type.Array(
        Type.String({ description: 'in the order of the columns; several values with " | "' }),
      ),
    }),
  ),
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
  columns: chosenColumns,
});

export const TeachRequest = request('TeachRequest', {
  example: WebAddress,
  sites: furtherExamples,
  select,
  columns: chosenColumns,
});
