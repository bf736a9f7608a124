/** How the addresses of a geographic collection stand, and a check of them that runs. */
import { Type } from 'typebox';
import { Count, nullable, record } from './shapes.ts';

/** What the last check left in the folder of a collection. */
export const GeoCheckSummary = record('GeoCheckSummary', {
  at: Type.String({ maxLength: 40, description: 'when it ended, ISO 8601' }),
  interrupted: Type.Boolean(),
  counts: Type.Object({
    pages: Count,
    links: Count,
    deferred: Count,
    unchanged: Count,
    changed: Count,
    rejected: Count,
    struck: Count,
    left: Count,
    back: Count,
    found: Count,
    errors: Count,
  }),
  states: Type.Array(
    Type.Object({
      of: Type.Enum(['page', 'file']),
      indicator: Type.Enum([0, 1]),
      count: Type.Tuple([Count, Count, Count], {
        description: 'by status: 0 never indexed, 1 indexed, 2 failed',
      }),
    }),
    { maxItems: 8 },
  ),
  urls: Type.Array(
    Type.Object({
      url: Type.String(),
      of: Type.Enum(['page', 'file']),
      indexedAt: nullable(Type.String()),
      status: Type.Enum([0, 1, 2]),
      indicator: Type.Enum([0, 1]),
      state: nullable(Type.Enum(['indexed', 'rejected', 'broken'])),
      askedAt: nullable(Type.String()),
      failures: Count,
      error: nullable(Type.String()),
      strikes: Count,
    }),
    { maxItems: 500, description: 'those in trouble first' },
  ),
  more: Type.Integer({ minimum: 0, description: 'addresses that are not listed' }),
});

export const GeoCheckInfo = record('GeoCheckInfo', {
  running: Type.Boolean(),
  done: Count,
  total: Count,
  problem: nullable(Type.String({ description: 'what a check that failed said' })),
  last: nullable(GeoCheckSummary),
});
