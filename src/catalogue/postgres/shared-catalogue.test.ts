import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { POSTGRES_BIN, testDatabase } from '../../../test/postgres-server.ts';
import { clusterAddress, Database } from '../../postgres/index.ts';
import { catalogueSuite } from '../catalogue.suite.ts';
import type { Catalogue } from '../ports/index.ts';
import { NOW } from '../records.suite.ts';
import { SharedCatalogue } from './shared-catalogue.ts';

const copies = mkdtempSync(join(tmpdir(), 'tarrafa-copies-'));
const address = POSTGRES_BIN === null ? '' : await testDatabase(['postgis']);
const opened: Database[] = [];
let schemas = 0;

/** Each catalogue in a schema of its own: to make a database, and PostGIS in it, takes seconds. */
async function make(): Promise<Catalogue> {
  const database = await Database.open(clusterAddress(`${address}?schema=c${schemas++}`), {
    application: 'test',
  });
  opened.push(database);
  return SharedCatalogue.open(database, { copies, now: () => NOW });
}

afterAll(async () => {
  for (const database of opened) await database.close();
});

describe.skipIf(POSTGRES_BIN === null)('shared', () => {
  catalogueSuite('in PostgreSQL', make);
});
