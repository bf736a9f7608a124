/** Crawls that several machines share: how they stand, and who works on them. */
import { Type } from 'typebox';
import { Count, nullable, record, request } from './shapes.ts';

const Rate = Type.Number({ minimum: 0 });

export const ClusterWorker = record('ClusterWorker', {
  id: Count,
  name: Type.String(),
  host: nullable(Type.String({ description: 'the machine, as the worker calls it' })),
  isAlive: Type.Boolean(),
  isStopping: Type.Boolean(),
  entered: Type.String({ description: 'ISO 8601' }),
  silence: Type.Number({ description: 'since it was last heard, ms' }),
  sites: Type.Integer({ minimum: 0, description: 'sites that it holds' }),
  pages: Count,
  bytes: Count,
  inFlight: nullable(Rate),
  concurrency: nullable(Rate),
  pagesPerSecond: nullable(Rate),
  bytesPerSecond: nullable(Rate),
  memory: nullable(Type.Number({ description: 'bytes' })),
  waiting: nullable(
    Type.Object(
      { files: Count, bytes: Count },
      { description: 'of its archive, what is not in the store yet' },
    ),
  ),
});

export const ClusterInfo = record('ClusterInfo', {
  name: Type.String({ description: 'that of the database' }),
  address: Type.String({ description: 'of the database, without a password' }),
  state: Type.Enum(['running', 'paused', 'stopped']),
  begun: Type.String({ description: 'ISO 8601' }),
  collection: nullable(Type.String({ description: 'the collection that it fills, as this server calls it' })),
  store: nullable(Type.String({ description: 'where its archive is kept; null: with each worker' })),
  figures: Type.Object({
    pages: Count,
    visits: Count,
    known: Count,
    queued: Count,
    bytes: Count,
    pagesLeft: nullable(Type.Number()),
  }),
  sites: Type.Object({ ready: Count, resting: Count, held: Count, parked: Count }),
  health: Type.Object({ longTransactions: Count, lacksStandby: Type.Boolean() }),
  workers: Type.Array(ClusterWorker, { maxItems: 100 }),
});

export const ClusterAnswer = record('ClusterAnswer', {
  cluster: nullable(ClusterInfo),
});

export const StopWorkers = request('StopWorkers', {
  worker: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'name or number; without it all stop' }),
  ),
});
