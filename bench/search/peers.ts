/** Other engines on the same records, given the same stems: FTS5 inside SQLite, and two that live in memory. */
import { join } from 'node:path';
import { openDatabase } from '../../src/catalogue/index.ts';
import type { IndexedDocument } from '../../src/catalogue/search-index/port.ts';
import { analyseTerms } from '../../src/catalogue/search-index/terms/terms.ts';

export interface PeerEngine {
  readonly name: string;
  add(records: readonly IndexedDocument[]): Promise<void> | void;
  ready(): Promise<void> | void;
  /** How it is asked for AND, OR or a phrase; null when it cannot. */
  question(kind: string): ((words: readonly string[]) => unknown) | null;
  close(): void;
}

const stems = (text: string): string => analyseTerms(text).terms.join(' ');
const stemsOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => [...analyseTerms(word).terms]);

export function ftsEngine(folder: string): PeerEngine {
  const database = openDatabase(join(folder, 'fts.db'));
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec("CREATE VIRTUAL TABLE pages USING fts5(title, text, anchors, content='', tokenize='ascii')");
  const insert = database.prepare('INSERT INTO pages (rowid, title, text, anchors) VALUES (?, ?, ?, ?)');
  const ask = database.prepare('SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT 10');
  const quoted = (term: string): string => `"${term.replaceAll('"', '')}"`;
  return {
    name: 'FTS5',
    add: (records) =>
      database.transaction(() => {
        for (const { id, title, text, anchors } of records)
          insert.run(id, stems(title), stems(text), stems(anchors));
      }),
    ready: () => undefined,
    question(kind) {
      if (kind === 'phrase') return (words) => ask.all(`"${stemsOf(words).join(' ')}"`);
      const operator = kind === 'OR' ? ' OR ' : ' AND ';
      return (words) => ask.all(stemsOf(words).map(quoted).join(operator));
    },
    close: () => database.close(),
  };
}

interface Mini {
  addAll(documents: readonly object[]): void;
  search(query: string, options: object): readonly unknown[];
}

export function miniSearchEngine(): PeerEngine {
  let mini: Mini | null = null;
  let waiting: object[] = [];
  return {
    name: 'minisearch',
    async add(records) {
      if (mini === null) {
        const name = 'minisearch';
        const { default: MiniSearch } = (await import(name)) as { default: new (options: object) => Mini };
        mini = new MiniSearch({
          fields: ['title', 'text', 'anchors'],
          tokenize: (text: string) => text.split(' '),
          processTerm: (term: string) => term,
        });
      }
      waiting = records.map(({ id, title, text, anchors }) => ({
        id,
        title: stems(title),
        text: stems(text),
        anchors: stems(anchors),
      }));
      mini.addAll(waiting);
    },
    ready: () => undefined,
    question: (kind) =>
      kind === 'phrase'
        ? null
        : (words) =>
            mini!
              .search(stemsOf(words).join(' '), { combineWith: kind, boost: { title: 2.5, anchors: 1.5 } })
              .slice(0, 10),
    close() {
      mini = null;
    },
  };
}

interface Orama {
  create(options: object): unknown;
  insertMultiple(database: unknown, documents: readonly object[], size: number): unknown;
  search(database: unknown, query: object): unknown;
}

export function oramaEngine(): PeerEngine {
  let orama: Orama;
  let database: unknown;
  return {
    name: 'Orama',
    async add(records) {
      if (database === undefined) {
        const name = '@orama/orama';
        orama = (await import(name)) as Orama;
        database = orama.create({
          schema: { title: 'string', text: 'string', anchors: 'string' },
          components: {
            tokenizer: {
              language: 'portuguese',
              normalizationCache: new Map(),
              tokenize: (text: string) => [...new Set(text.split(' '))],
            },
          },
        });
      }
      await orama.insertMultiple(
        database,
        records.map(({ id, title, text, anchors }) => ({
          id: String(id),
          title: stems(title),
          text: stems(text),
          anchors: stems(anchors),
        })),
        500,
      );
    },
    ready: () => undefined,
    question: (kind) =>
      kind === 'phrase'
        ? null
        : (words) =>
            orama.search(database, {
              term: stemsOf(words).join(' '),
              limit: 10,
              threshold: kind === 'OR' ? 1 : 0,
              exact: true,
              boost: { title: 2.5, anchors: 1.5 },
            }),
    close() {
      database = undefined;
    },
  };
}
