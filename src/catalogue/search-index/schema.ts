/**
 * The tables of the search index. Everything large is a blob that is written once: `index_data` holds leaves of the dictionary and lists
 * of postings, numbered in the order of their writing, a run of numbers for each segment.
 */
export const SEARCH_INDEX_SCHEMA = `
CREATE TABLE IF NOT EXISTS index_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  stamp INTEGER NOT NULL,
  next_segment INTEGER NOT NULL,
  next_row INTEGER NOT NULL
);
INSERT OR IGNORE INTO index_state VALUES (1, 0, 1, 1);
CREATE TABLE IF NOT EXISTS index_segments (
  id INTEGER PRIMARY KEY,
  documents INTEGER NOT NULL,
  first_row INTEGER NOT NULL,
  last_row INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  deleted BLOB
);
CREATE TABLE IF NOT EXISTS index_columns (
  segment INTEGER NOT NULL,
  name TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (segment, name)
);
CREATE TABLE IF NOT EXISTS index_data (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS index_names (
  kind INTEGER NOT NULL,
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
`;
