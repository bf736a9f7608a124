/**
 * The tables of a catalogue, in the words of SQLite. docs/catalogue.md tells how to read them with other programs. A change here is a new
 * version and a step in `migrations.ts`.
 */

/** `TRFA`: says that a SQLite file is a catalogue of ours. */
export const APPLICATION_ID = 0x54524641;
export const SCHEMA_VERSION = 5;

export const SCHEMA = `
-- What is known of the catalogue itself: counts, the last identity given, how far link evidence has been computed.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- What texts are deflated against; the first byte of a deflated value is the dictionary's number.
CREATE TABLE dictionary (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);

-- Files of the archive; "analysed" is the mark of how many bytes of it are in the catalogue.
CREATE TABLE archive_file (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, analysed INTEGER, head TEXT
);

-- Pages and what they state name the registrable domain they belong to, files their host; what there is of each is counted by host
-- without "www.", which is what "site:" asks for. A row may count nothing.
CREATE TABLE site (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  pages INTEGER NOT NULL DEFAULT 0, entities INTEGER NOT NULL DEFAULT 0, geo_files INTEGER NOT NULL DEFAULT 0,
  first_fetched INTEGER, last_fetched INTEGER
);

-- Every address that was fetched or linked to. "hash" is of its comparison form, which stands in "key" where it cannot be computed from
-- the address. "page" is the version that was seen there last.
CREATE TABLE address (
  id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, url TEXT NOT NULL, key TEXT, page INTEGER
);
CREATE INDEX address_hash ON address (hash);

-- A version of a page: one row for each different payload of an address. "content" says where its text, HTML, marks and links stand in
-- a pack of contents; in rows of before version 3 it has them itself.
CREATE TABLE page (
  id INTEGER PRIMARY KEY, address INTEGER NOT NULL, site INTEGER NOT NULL, url TEXT, fetched_at INTEGER NOT NULL,
  digest BLOB NOT NULL, status INTEGER NOT NULL, language TEXT, type TEXT NOT NULL, title TEXT NOT NULL, published TEXT,
  text_bytes INTEGER NOT NULL, content BLOB NOT NULL
);
CREATE INDEX page_digest ON page (digest);
-- Contents of several pages, deflated together; "pages" is how many of them still hold their part.
CREATE TABLE content_block (id INTEGER PRIMARY KEY, pages INTEGER NOT NULL, bytes BLOB NOT NULL);

-- Each time an address was fetched, and which version was there.
CREATE TABLE capture (
  address INTEGER NOT NULL, fetched_at INTEGER NOT NULL, page INTEGER NOT NULL, url TEXT,
  file INTEGER, position INTEGER, length INTEGER,
  PRIMARY KEY (address, fetched_at, page)
) WITHOUT ROWID;

-- What links say of an address: one row for each different text. A page's links are numbers of these rows.
CREATE TABLE anchor (id INTEGER PRIMARY KEY, target INTEGER NOT NULL, text TEXT NOT NULL);
CREATE INDEX anchor_target ON anchor (target);
-- Which current pages (by their addresses) say so. Of a site's own links of one text, the first few hundred are kept.
CREATE TABLE link (anchor INTEGER NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (anchor, source)) WITHOUT ROWID;

-- What links say of a current page, as it is in the search index: their texts, and how much they count. Beside the page and not in it,
-- because it changes.
CREATE TABLE evidence (page INTEGER PRIMARY KEY, anchors TEXT NOT NULL, authority REAL NOT NULL);
-- Versions analysed again since link evidence was last computed; new ones are known by their identity.
CREATE TABLE unsettled (page INTEGER PRIMARY KEY);

CREATE TABLE entity_table (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, example TEXT NOT NULL, columns TEXT NOT NULL, made_at INTEGER NOT NULL
);
-- "live": a thing that counts, once however many rows tell of it: what a current page states, or the row of a table that stands in for
-- it. "thing" says of a further row which entity that is. "about" is a hash of the comparison form of its address; "named": a column of
-- names calls it so. "content" is deflated: the values with their provenance.
CREATE TABLE entity (
  id INTEGER PRIMARY KEY, page INTEGER, entity_table INTEGER, live INTEGER NOT NULL, site INTEGER NOT NULL, url TEXT,
  type TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL, about INTEGER, thing INTEGER, named INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX entity_page ON entity (page) WHERE page IS NOT NULL;
CREATE INDEX entity_of_table ON entity (entity_table, id) WHERE entity_table IS NOT NULL;
CREATE INDEX entity_type ON entity (type, id) WHERE live = 1;
CREATE INDEX entity_about ON entity (about) WHERE about IS NOT NULL;
CREATE INDEX entity_thing ON entity (thing) WHERE thing IS NOT NULL;

-- Geographic files and services; "content" is the deflated description.
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
-- One row for each visitor (hashed), file and day.
CREATE TABLE download (
  geo INTEGER NOT NULL, day INTEGER NOT NULL, visitor BLOB NOT NULL, PRIMARY KEY (geo, day, visitor)
) WITHOUT ROWID;

-- Places that pages speak of; "within" is JSON, the box is null where only a point is known.
CREATE TABLE place (
  key TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, country TEXT NOT NULL, state TEXT NOT NULL, within TEXT NOT NULL,
  lat REAL, lon REAL, west REAL, south REAL, east REAL, north REAL
) WITHOUT ROWID;

-- Everything that is searched, under one identity.
CREATE VIEW document AS
  SELECT page.id AS id, 'page' AS kind, page.title AS title, coalesce(page.url, address.url) AS url
    FROM page JOIN address ON address.id = page.address AND address.page = page.id
  UNION ALL SELECT id, 'entity', name, url FROM entity WHERE live = 1
  UNION ALL SELECT id, kind, name, url FROM geo;
`;
