/** One PostgreSQL that several machines share: where it is, who may enter, statements that outlive a fail-over, tables with a version. */
export { numberArray, textArray } from './array-literal.ts';
export { clusterAddress, readClusterFile } from './cluster-address.ts';
export type { Parameter, Query } from './connections.ts';
export { Database, type DatabaseOptions, isFenced } from './database.ts';
export { type Migrations, migrate, requireVersion } from './migrations.ts';
