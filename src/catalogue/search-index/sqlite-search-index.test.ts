import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../sqlite.ts';
import { NaiveSearch } from './naive-search.suite.ts';
import { SEARCH_INDEX_SCHEMA } from './schema.ts';
import { describeSearchIndex, document, ids, phrase, request, rounded, word } from './search-index.suite.ts';
import { SqliteSearchIndex } from './sqlite-search-index.ts';

const opened: Database[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function memory(): Database {
  const database = openDatabase(':memory:');
  database.exec(SEARCH_INDEX_SCHEMA);
  opened.push(database);
  return database;
}

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-index-'));
  folders.push(folder);
  const path = join(folder, 'catalogue.db');
  const database = openDatabase(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(SEARCH_INDEX_SCHEMA);
  database.close();
  return path;
}

function at(path: string): Database {
  const database = openDatabase(path);
  opened.push(database);
  return database;
}

describeSearchIndex('SqliteSearchIndex, as any index', {
  make: () => {
    const database = openDatabase(':memory:');
    database.exec(SEARCH_INDEX_SCHEMA);
    const reopened = () => new SqliteSearchIndex(database, { fanIn: 3 });
    return {
      index: reopened(),
      reopened,
      transaction: (work) => database.transaction(work),
      close: () => database.close(),
    };
  },
});

describe('SqliteSearchIndex', () => {
  it('skips in long lists of postings, merged from many segments, without losing a phrase', () => {
    const database = memory();
    const index = new SqliteSearchIndex(database, { fanIn: 3 });
    const naive = new NaiveSearch();
    const filler = ['porto', 'rio', 'mar', 'serra', 'vale'];
    const documents = Array.from({ length: 900 }, (_, i) =>
      document(i + 1, {
        title: i % 7 === 0 ? 'Guerra do Paraguai' : 'Notícia',
        text: `${filler[i % 5]} guerra ${i % 3 === 0 ? 'do' : filler[i % 4]} Paraguai ${filler[i % 2]} ${'chuva forte '.repeat(i % 50)}`,
      }),
    );
    for (let from = 0; from < documents.length; from += 75) index.add(documents.slice(from, from + 75));
    naive.add(documents);
    const gone = documents.filter((_, i) => i % 11 === 0).map(({ id }) => id);
    const compare = (): void => {
      for (const clause of [
        phrase('guerra do paraguai'),
        phrase('chuva forte chuva'),
        { kind: 'and', clauses: [phrase('rio guerra'), word('chuva')] } as const,
        { kind: 'and', clauses: [word('serra'), { kind: 'not', clause: phrase('forte chuva') }] } as const,
      ])
        expect(rounded(index.search(request({ clause })))).toEqual(
          rounded(naive.search(request({ clause }))),
        );
    };
    compare();
    index.remove(gone);
    naive.remove(gone);
    compare();
    index.merge(true);
    expect(index.segments).toBe(1);
    compare();
  });

  it('puts new texts of links in the place of old ones in long lists of postings, and leaves the rest of a document', () => {
    const index = new SqliteSearchIndex(memory());
    const naive = new NaiveSearch();
    const documents = Array.from({ length: 700 }, (_, i) =>
      document(i + 1, {
        title: i % 9 === 0 ? 'Guerra do Paraguai' : 'Notícia',
        text: `${i % 2 === 0 ? 'rio guerra ' : ''}${'chuva forte '.repeat(i % 40)}mar`,
        anchors: i % 3 === 0 ? 'guerra no mar' : '',
      }),
    );
    index.add(documents);
    naive.add(documents);
    const gone = documents.filter((_, i) => i % 13 === 0).map(({ id }) => id);
    const compare = (): void => {
      for (const clause of [
        phrase('chuva forte chuva'),
        phrase('guerra no mar'),
        phrase('mar de chuva'),
        word('guerra'),
        word('serra'),
      ])
        expect(rounded(index.search(request({ clause })))).toEqual(
          rounded(naive.search(request({ clause }))),
        );
    };
    compare();
    index.remove(gone);
    naive.remove(gone);
    for (const [every, anchors] of [
      [2, 'mar de chuva'],
      [3, ''],
      [5, 'a serra, o mar e a guerra; guerra'],
    ] as const) {
      const said = documents
        .filter(({ id }) => id % every === 0 && !gone.includes(id))
        .map(({ id }) => [id, { anchors, authority: 0.5 }] as const);
      expect(index.setAnchors(new Map(said))).toEqual([]);
      naive.setAnchors(new Map(said));
      expect(index.segments).toBe(1);
      compare();
    }
    // Too few to write so many anew, and one that is not there: they are answered, and nothing has changed.
    const few = new Map([3, 4, 7000].map((id) => [id, { anchors: 'jabuticaba', authority: 1 }] as const));
    expect(index.setAnchors(few)).toEqual([3, 4, 7000]);
    expect(index.search(request({ clause: word('jabuticaba') })).total).toBe(0);
    compare();
  });

  it('keeps the number of segments small, and rewrites a document only a few times', () => {
    const database = memory();
    const index = new SqliteSearchIndex(database, { fanIn: 4 });
    for (let id = 1; id <= 400; id++)
      index.add([document(id, { text: `palavra${id} comum ${'texto '.repeat(id % 40)}` })]);
    expect(index.documents).toBe(400);
    expect(index.segments).toBeLessThan(16);
    const { next_segment: made } = database
      .prepare('SELECT next_segment FROM index_state')
      .get<{ next_segment: number }>()!;
    // One for each batch, and fewer merges than batches.
    expect(made).toBeLessThan(800);
    const rows = database
      .prepare(
        'SELECT COUNT(*) AS count FROM index_data WHERE id NOT IN (SELECT d.id FROM index_data d JOIN index_segments s ON d.id BETWEEN s.first_row AND s.last_row)',
      )
      .get<{ count: number }>()!;
    expect(rows.count).toBe(0);
  });

  it('sees what another connection has written, and its own rollbacks', () => {
    const path = file();
    const writer = new SqliteSearchIndex(at(path), { fanIn: 2 });
    const reader = new SqliteSearchIndex(at(path));
    for (let id = 1; id <= 12; id++) {
      writer.add([document(id, { text: 'guerra', site: `s${id}.br` })]);
      const answer = reader.search(request({ clause: word('guerra') }));
      expect(answer.total).toBe(id);
      expect(answer.facets!.sites).toHaveLength(id);
    }
    writer.remove([3]);
    expect(ids(reader.search(request({ clause: word('guerra') })))).not.toContain(3);
    writer.setAuthority(new Map([[7, 1]]));
    expect(ids(reader.search(request({ clause: word('guerra') })))[0]).toBe(7);
    // The other one writes too: each begins from what the other left.
    reader.add([document(3, { text: 'guerra', site: 'outro.br' })]);
    writer.add([document(20, { text: 'guerra', site: 'vinte.br' })]);
    for (const one of [reader, writer])
      expect(one.search(request({ clause: word('guerra'), sites: ['outro.br', 'vinte.br'] })).total).toBe(2);
  });
});
