/**
 * A catalogue file made ready: a new one gets its tables, an older one is upgraded step by step in one transaction, a newer one or
 * a file that is something else is refused before anything is written to it.
 */
import { TarrafaError } from '../errors.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { SEARCH_INDEX_SCHEMA } from './search-index/index.ts';
import type { Database } from './sqlite.ts';
import { Compression } from './store/compression.ts';

/** The step at place `n - 1` makes version `n + 1` of version `n`. Steps never change once they have been released. */
export const MIGRATIONS: readonly ((db: Database) => void)[] = [
  // 2: what links say of a page is kept, and computed anew by `settle` only where something changed.
  (db) => {
    db.exec(`
      CREATE TABLE evidence (page INTEGER PRIMARY KEY, anchors TEXT NOT NULL, authority REAL NOT NULL);
      CREATE TABLE unsettled (page INTEGER PRIMARY KEY);
      DELETE FROM meta WHERE key = 'settled';
    `);
  },
];

const value = (db: Database, pragma: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get<Record<string, number>>() ?? {})[0] ?? 0);

/** Makes the tables, or brings them to this version. Answers which version the file had; 0 for a new one. */
export function prepareSchema(db: Database, path: string): number {
  const found = versionOf(db, path);
  if (found === SCHEMA_VERSION) return found;
  db.transaction(() => {
    // Another process may have been faster.
    const now = versionOf(db, path);
    if (now === 0) {
      db.exec(SCHEMA);
      db.exec(SEARCH_INDEX_SCHEMA);
      Compression.prepare(db);
    } else for (const step of MIGRATIONS.slice(now - 1)) step(db);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
  return found;
}

function versionOf(db: Database, path: string): number {
  const version = value(db, 'user_version');
  const ours = value(db, 'application_id') === APPLICATION_ID;
  const tables = db
    .prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'")
    .get<{ n: number }>()!.n;
  if (!ours && (tables > 0 || version !== 0)) throw new TarrafaError('TRF_CATALOGUE_OTHER', [path]);
  if (version > SCHEMA_VERSION)
    throw new TarrafaError('TRF_CATALOGUE_NEWER', [path, version, SCHEMA_VERSION]);
  return version;
}
