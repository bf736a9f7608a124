/** The dictionaries of a catalogue file. */
import type { Database } from '../sqlite.ts';
import { type Dictionary, type DictionaryStore, SHIPPED_DICTIONARY } from './compression.ts';

export function dictionariesOf(db: Database): DictionaryStore {
  return {
    all: () => db.statement('SELECT id, bytes FROM dictionary ORDER BY id').all<Dictionary>(),
    add: ({ id, bytes }) =>
      void db.statement('INSERT INTO dictionary (id, bytes) VALUES (?, ?)').run(id, bytes),
  };
}

/** Puts the shipped dictionary into a new catalogue. */
export function prepareDictionaries(db: Database): void {
  const { id, bytes } = SHIPPED_DICTIONARY;
  db.prepare('INSERT OR IGNORE INTO dictionary (id, bytes) VALUES (?, ?)').run(id, bytes);
}
