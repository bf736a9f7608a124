/** A catalogue as version 1 wrote it: its tables are kept here as they were, and filled by hand. */

import { fnv47 } from '../bytes/index.ts';
import { noteIndexForm } from './migrations.ts';
import type { PageRecord } from './ports/index.ts';
import { SEARCH_INDEX_SCHEMA, SqliteSearchIndex } from './search-index/index.ts';
import { openDatabase } from './sqlite.ts';
import { keyOf } from './store/addresses.ts';
import { packDigest } from './store/digest.ts';
import { pageDocument } from './store/documents.ts';
import { Packer } from './store/packing.ts';
import { packContent } from './store/page-content.ts';

const VERSION_1 = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE dictionary (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE archive_file (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, analysed INTEGER, head TEXT);
CREATE TABLE site (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  pages INTEGER NOT NULL DEFAULT 0, entities INTEGER NOT NULL DEFAULT 0, geo_files INTEGER NOT NULL DEFAULT 0,
  first_fetched INTEGER, last_fetched INTEGER
);
CREATE TABLE address (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, url TEXT NOT NULL, key TEXT, page INTEGER);
CREATE INDEX address_hash ON address (hash);
CREATE TABLE page (
  id INTEGER PRIMARY KEY, address INTEGER NOT NULL, site INTEGER NOT NULL, url TEXT, fetched_at INTEGER NOT NULL,
  digest BLOB NOT NULL, status INTEGER NOT NULL, language TEXT, type TEXT NOT NULL, title TEXT NOT NULL, published TEXT,
  text_bytes INTEGER NOT NULL, content BLOB NOT NULL
);
CREATE INDEX page_digest ON page (digest);
CREATE TABLE capture (
  address INTEGER NOT NULL, fetched_at INTEGER NOT NULL, page INTEGER NOT NULL, url TEXT,
  file INTEGER, position INTEGER, length INTEGER, PRIMARY KEY (address, fetched_at, page)
) WITHOUT ROWID;
CREATE TABLE anchor (id INTEGER PRIMARY KEY, target INTEGER NOT NULL, text TEXT NOT NULL);
CREATE INDEX anchor_target ON anchor (target);
CREATE TABLE link (anchor INTEGER NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (anchor, source)) WITHOUT ROWID;
CREATE TABLE entity_table (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, example TEXT NOT NULL, columns TEXT NOT NULL, made_at INTEGER NOT NULL
);
CREATE TABLE entity (
  id INTEGER PRIMARY KEY, page INTEGER, entity_table INTEGER, live INTEGER NOT NULL, site INTEGER NOT NULL, url TEXT,
  type TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL
);
CREATE INDEX entity_page ON entity (page) WHERE page IS NOT NULL;
CREATE INDEX entity_of_table ON entity (entity_table, id) WHERE entity_table IS NOT NULL;
CREATE INDEX entity_type ON entity (type, id) WHERE live = 1;
CREATE TABLE geo (
  id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, site INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
  downloads INTEGER NOT NULL DEFAULT 0, content BLOB NOT NULL
);
CREATE VIRTUAL TABLE geo_box USING rtree (id, west, east, south, north, +geo INTEGER);
CREATE TABLE geo_picture (geo INTEGER PRIMARY KEY, thumbnail BLOB, preview BLOB);
CREATE TABLE producer (
  site TEXT PRIMARY KEY, title TEXT NOT NULL, description TEXT NOT NULL, url TEXT NOT NULL, score REAL NOT NULL,
  files INTEGER NOT NULL, downloads INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE download (
  geo INTEGER NOT NULL, day INTEGER NOT NULL, visitor BLOB NOT NULL, PRIMARY KEY (geo, day, visitor)
) WITHOUT ROWID;
CREATE TABLE place (
  key TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, country TEXT NOT NULL, state TEXT NOT NULL, within TEXT NOT NULL,
  lat REAL, lon REAL, west REAL, south REAL, east REAL, north REAL
) WITHOUT ROWID;
PRAGMA application_id = 0x54524641;
PRAGMA user_version = 1;
`;

/** Writes a version 1 catalogue with these pages, each linking to the next by the text given. */
export function writeVersion1(path: string, pages: readonly PageRecord[], said: string): void {
  const db = openDatabase(path);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(VERSION_1);
  db.exec(SEARCH_INDEX_SCHEMA);
  db.prepare('INSERT INTO dictionary VALUES (1, ?)').run(Buffer.from('as palavras de então'));
  db.prepare("INSERT INTO site (name, pages, first_fetched, last_fetched) VALUES ('a.br', ?, 1, 2)").run(
    pages.length,
  );
  db.transaction(() => {
    const packer = new Packer();
    pages.forEach((page, i) => {
      const id = i + 1;
      db.prepare('INSERT INTO address VALUES (?, ?, ?, NULL, ?)').run(
        id,
        fnv47(keyOf(page.url)),
        page.url,
        id,
      );
      packer.reset();
      const next = i + 1 < pages.length ? [id] : [];
      packContent(packer, page, next);
      if (next.length > 0) {
        db.prepare('INSERT INTO anchor VALUES (?, ?, ?)').run(id, id + 1, said);
        db.prepare('INSERT INTO link VALUES (?, ?)').run(id, id);
      }
      // A first byte of 0: kept as it is.
      const content = Buffer.concat([Buffer.of(0), packer.view()]);
      db.prepare('INSERT INTO page VALUES (?, ?, 1, NULL, ?, ?, 200, ?, ?, ?, NULL, ?, ?)').run(
        id,
        id,
        page.fetchedAt,
        packDigest(page.digest),
        page.language,
        page.type,
        page.title,
        Buffer.byteLength(page.text),
        content,
      );
      db.prepare('INSERT INTO capture VALUES (?, ?, ?, NULL, NULL, NULL, NULL)').run(id, page.fetchedAt, id);
    });
    new SqliteSearchIndex(db).add(
      pages.map((page, i) => pageDocument(i + 1, page, { anchors: '', authority: 0 })),
    );
    const counts = {
      lastId: pages.length,
      pages: pages.length,
      versions: pages.length,
      links: pages.length - 1,
    };
    db.prepare("INSERT INTO meta VALUES ('counts', ?)").run(JSON.stringify(counts));
    noteIndexForm(db);
  });
  db.close();
}
