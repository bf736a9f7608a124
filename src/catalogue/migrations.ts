/**
 * A catalogue file made ready: a new one gets its tables, an older one is upgraded step by step in one transaction, a newer one or
 * a file that is something else is refused before anything is written to it.
 */
import { TarrafaError } from '../errors.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { SEARCH_INDEX_SCHEMA } from './search-index/index.ts';
import type { Database } from './sqlite.ts';
import { prepareDictionaries } from './store/dictionaries.ts';
import { searchedSite } from './store/searched-site.ts';
import { Sites } from './store/sites.ts';

/** In `meta` while a catalogue of before still counts a thing once for each of its rows. */
export const UNGATHERED = 'ungathered';

/** The step at place `n - 1` makes version `n + 1` of version `n`. Steps never change once they have been released. */
const MIGRATIONS: readonly ((db: Database) => void)[] = [
  // 2: what links say of a page is kept, and computed anew by `settle` only where something changed; the view of documents.
  (db) => {
    db.exec(`
      CREATE TABLE evidence (page INTEGER PRIMARY KEY, anchors TEXT NOT NULL, authority REAL NOT NULL);
      CREATE TABLE unsettled (page INTEGER PRIMARY KEY);
      DELETE FROM meta WHERE key = 'settled';
      CREATE VIEW document AS
        SELECT page.id AS id, 'page' AS kind, page.title AS title, coalesce(page.url, address.url) AS url
          FROM page JOIN address ON address.id = page.address AND address.page = page.id
        UNION ALL SELECT id, 'entity', name, url FROM entity WHERE live = 1
        UNION ALL SELECT id, kind, name, url FROM geo;
    `);
  },
  // 3: contents of pages may stand in packs that several share; those of before stay where they are.
  (db) =>
    db.exec(
      'CREATE TABLE content_block (id INTEGER PRIMARY KEY, pages INTEGER NOT NULL, bytes BLOB NOT NULL)',
    ),
  // 4: what there is of each site is counted by what `site:` asks for, no longer by registrable domain for pages and by host for files.
  countSitesAnew,
  // 5: rows of tables that tell of one thing are one. Which they are is found with the rest of the catalogue at hand (`gatherThings`).
  (db) =>
    db.exec(`
      ALTER TABLE entity ADD COLUMN about INTEGER;
      ALTER TABLE entity ADD COLUMN thing INTEGER;
      ALTER TABLE entity ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX entity_about ON entity (about) WHERE about IS NOT NULL;
      CREATE INDEX entity_thing ON entity (thing) WHERE thing IS NOT NULL;
      INSERT OR REPLACE INTO meta (key, value) VALUES ('${UNGATHERED}', '');
    `),
];

function countSitesAnew(db: Database): void {
  const sites = new Sites(db);
  db.exec(
    'UPDATE site SET pages = 0, entities = 0, geo_files = 0, first_fetched = NULL, last_fetched = NULL',
  );
  const fetched = new Map<number, { readonly first: number; readonly last: number }>();
  for (const { page, first, last } of db
    .prepare('SELECT page, min(fetched_at) AS first, max(fetched_at) AS last FROM capture GROUP BY page')
    .iterate<{ page: number; first: number; last: number }>())
    fetched.set(page, { first, last });
  for (const { id, url, site, current } of db
    .prepare(`SELECT page.id AS id, coalesce(page.url, address.url) AS url, site.name AS site, address.page = page.id AS current
      FROM page JOIN address ON address.id = page.address JOIN site ON site.id = page.site`)
    .iterate<{ id: number; url: string; site: string; current: number | null }>()) {
    const searched = searchedSite(url, site);
    if (current === 1) sites.count(searched, 'pages', 1);
    const seen = fetched.get(id);
    if (seen === undefined) continue;
    sites.fetched(searched, seen.first);
    sites.fetched(searched, seen.last);
  }
  for (const [table, what] of [
    ['entity WHERE live = 1', 'entities'],
    ['geo', 'geoFiles'],
  ] as const)
    for (const { url, site } of db
      .prepare(
        `SELECT held.url AS url, site.name AS site FROM (SELECT url, site FROM ${table}) AS held JOIN site ON site.id = held.site`,
      )
      .iterate<{ url: string | null; site: string }>())
      sites.count(searchedSite(url ?? '', site), what, 1);
  sites.flush();
}

/**
 * The form of the search index's bytes. An index of another form is thrown away when a catalogue is opened, and made again from what
 * the catalogue holds: raise it whenever what `search-index` writes can no longer be read.
 */
export const INDEX_FORM = 5;

const value = (db: Database, pragma: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get<Record<string, number>>() ?? {})[0] ?? 0);

/** Makes the tables, or brings them to this version. Answers which version the file had; 0 for a new one. */
export function prepareSchema(db: Database, path: string, mayMake = true): number {
  const found = versionOf(db, path);
  if (found === 0 && !mayMake) throw new TarrafaError('TRF_CATALOGUE_OTHER', [path]);
  if (found === SCHEMA_VERSION) return found;
  db.transaction(() => {
    // Another process may have been faster.
    const now = versionOf(db, path);
    if (now === 0) {
      db.exec(SCHEMA);
      db.exec(SEARCH_INDEX_SCHEMA);
      prepareDictionaries(db);
      noteIndexForm(db);
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

/** Empties an index of another form. True: it is to be made again, which `noteIndexForm` says is done. */
export function emptyForeignIndex(db: Database): boolean {
  const stored = db.prepare("SELECT value FROM meta WHERE key = 'indexForm'").get<{ value: string }>();
  if (stored?.value === String(INDEX_FORM)) return false;
  db.transaction(() => {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'index\\_%' ESCAPE '\\'")
      .all<{ name: string }>();
    for (const { name } of tables) db.exec(`DROP TABLE ${name}`);
    db.exec(SEARCH_INDEX_SCHEMA);
  });
  return true;
}

export function noteIndexForm(db: Database): void {
  db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('indexForm', ?)").run(String(INDEX_FORM));
}
