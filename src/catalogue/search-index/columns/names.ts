/** Numbers for sites, places and languages: the same in every segment, in the order in which they were first met. 0 is the empty name. */
import type { Database, Statement } from '../../sqlite.ts';

export const SITES = 0;
export const PLACES = 1;
export const LANGUAGES = 2;
export type NameKind = typeof SITES | typeof PLACES | typeof LANGUAGES;

export class Names {
  readonly #insert: Statement;
  readonly #rest: Statement;
  #lists: [string[], string[], string[]] = [[''], [''], ['']];
  #numbers: [Map<string, number>, Map<string, number>, Map<string, number>] = [
    new Map(),
    new Map(),
    new Map(),
  ];

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT INTO index_names (kind, id, name) VALUES (?, ?, ?)');
    this.#rest = database.prepare('SELECT id, name FROM index_names WHERE kind = ? AND id >= ? ORDER BY id');
  }

  /** Forgets everything. */
  clear(): void {
    this.#lists = [[''], [''], ['']];
    this.#numbers = [new Map(), new Map(), new Map()];
  }

  /** Reads what was added since. */
  load(): void {
    for (const kind of [SITES, PLACES, LANGUAGES] as const) {
      const list = this.#lists[kind];
      for (const { id, name } of this.#rest.all<{ id: number; name: string }>(kind, list.length)) {
        list[id] = name;
        this.#numbers[kind].set(name, id);
      }
    }
  }

  /** The number of a name, a new one if need be. */
  number(kind: NameKind, name: string): number {
    if (name === '') return 0;
    const known = this.#numbers[kind].get(name);
    if (known !== undefined) return known;
    const list = this.#lists[kind];
    const id = list.length;
    this.#insert.run(kind, id, name);
    list.push(name);
    this.#numbers[kind].set(name, id);
    return id;
  }

  /** The number of a name; 0 when it has none. */
  find(kind: NameKind, name: string): number {
    return this.#numbers[kind].get(name) ?? 0;
  }

  list(kind: NameKind): readonly string[] {
    return this.#lists[kind];
  }
}
