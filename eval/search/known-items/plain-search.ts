/** What SQLite's own text search answers on the same titles and texts: words without accents, BM25, the title counted more. */
import { openDatabase } from '../../../src/catalogue/index.ts';
import { fold, words } from '../../../src/text/index.ts';

export class PlainSearch {
  readonly #database = openDatabase(':memory:');
  readonly #urls: string[] = [];
  readonly #insert;
  readonly #ask;

  constructor() {
    this.#database.exec(
      "CREATE VIRTUAL TABLE pages USING fts5(title, text, content='', tokenize='unicode61 remove_diacritics 2')",
    );
    this.#insert = this.#database.prepare('INSERT INTO pages (rowid, title, text) VALUES (?, ?, ?)');
    this.#ask = this.#database.prepare(
      'SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY bm25(pages, 5, 1) LIMIT ?',
    );
  }

  add(url: string, title: string, text: string): void {
    this.#urls.push(url);
    this.#insert.run(this.#urls.length, title, text);
  }

  /** Pages that have all words; where none has, those that have some. */
  search(line: string, limit: number): string[] {
    const asked = words(fold(line)).map((word) => `"${word}"`);
    if (asked.length === 0) return [];
    for (const operator of [' AND ', ' OR ']) {
      const found = this.#ask.all<{ rowid: number }>(asked.join(operator), limit);
      if (found.length > 0) return found.map(({ rowid }) => this.#urls[rowid - 1]!);
    }
    return [];
  }

  close(): void {
    this.#database.close();
  }
}
