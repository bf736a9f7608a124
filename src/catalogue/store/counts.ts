/**
 * Counts of the whole, kept with what they count instead of being counted when somebody asks: how many pages, links, entities; the
 * last identity that was given.
 */
import type { Database, Statement } from '../sqlite.ts';

const NAMES = [
  'lastId',
  'pages',
  'versions',
  'links',
  'entities',
  'geoFiles',
  'services',
  'textBytes',
  // The number of the last pack of contents.
  'lastBlock',
  // Raised when places or geographic files change: what is kept of them in memory is then read anew.
  'placeChanges',
  'geoChanges',
] as const;
export type CountName = (typeof NAMES)[number];

export class Counts {
  readonly #read: Statement;
  readonly #write: Statement;
  #values: Record<CountName, number> | null = null;
  #changed = false;

  constructor(db: Database) {
    this.#read = db.statement("SELECT value FROM meta WHERE key = 'counts'");
    this.#write = db.statement("INSERT OR REPLACE INTO meta (key, value) VALUES ('counts', ?)");
  }

  /** After a roll-back, or when another process has written. */
  forget(): void {
    this.#values = null;
    this.#changed = false;
  }

  #all(): Record<CountName, number> {
    if (this.#values === null) {
      const stored = this.#read.get<{ value: string }>()?.value;
      const read = stored === undefined ? {} : (JSON.parse(stored) as Partial<Record<CountName, number>>);
      this.#values = Object.fromEntries(NAMES.map((name) => [name, read[name] ?? 0])) as Record<
        CountName,
        number
      >;
    }
    return this.#values;
  }

  get(name: CountName): number {
    return this.#all()[name];
  }

  add(name: CountName, by: number): void {
    if (by === 0) return;
    this.#all()[name] += by;
    this.#changed = true;
  }

  /** A new identity: pages, entities and geographic files share one row of numbers. */
  nextId(): number {
    this.add('lastId', 1);
    return this.get('lastId');
  }

  flush(): void {
    if (!this.#changed) return;
    this.#write.run(JSON.stringify(this.#values));
    this.#changed = false;
  }
}
