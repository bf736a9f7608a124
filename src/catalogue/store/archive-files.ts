/** Files of the archive, each under one number, and how far each has been analysed. */
import type { ArchiveMark, ArchivePlace } from '../ports/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';

export class ArchiveFiles {
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #name: Statement;
  readonly #mark: Statement;
  readonly #marks: Statement;
  readonly #unmark: Statement;
  #ids = new Map<string, number>();
  #names = new Map<number, string>();

  constructor(db: Database) {
    this.#find = db.statement('SELECT id FROM archive_file WHERE name = ?');
    this.#insert = db.statement('INSERT INTO archive_file (name) VALUES (?)');
    this.#name = db.statement('SELECT name FROM archive_file WHERE id = ?');
    this.#mark = db.statement('UPDATE archive_file SET analysed = ?, head = ? WHERE id = ?');
    this.#marks = db.statement(
      'SELECT name, analysed, head FROM archive_file WHERE analysed IS NOT NULL ORDER BY name',
    );
    this.#unmark = db.statement('UPDATE archive_file SET analysed = NULL, head = NULL WHERE id = ?');
  }

  forget(): void {
    this.#ids.clear();
    this.#names.clear();
  }

  intern(file: string): number {
    let id = this.find(file);
    if (id === null) {
      id = Number(this.#insert.run(sqlText(file)).lastInsertRowid);
      this.#ids.set(file, id);
    }
    return id;
  }

  find(file: string): number | null {
    const known = this.#ids.get(file);
    if (known !== undefined) return known;
    const id = this.#find.get<{ id: number }>(sqlText(file))?.id ?? null;
    if (id !== null) this.#ids.set(file, id);
    return id;
  }

  place(id: number | null, offset: number | null, length: number | null): ArchivePlace | null {
    if (id === null) return null;
    let file = this.#names.get(id);
    if (file === undefined) {
      file = this.#name.get<{ name: string }>(id)?.name ?? '';
      this.#names.set(id, file);
    }
    return { file, offset: offset ?? 0, length: length ?? 0 };
  }

  mark(mark: ArchiveMark): void {
    this.#mark.run(mark.offset, mark.head === undefined ? null : sqlText(mark.head), this.intern(mark.file));
  }

  unmark(id: number): void {
    this.#unmark.run(id);
  }

  marks(): ArchiveMark[] {
    return this.#marks
      .all<{ name: string; analysed: number; head: string | null }>()
      .map(({ name, analysed, head }) => ({
        file: name,
        offset: analysed,
        ...(head === null ? {} : { head }),
      }));
  }
}
