/** Rows of the index that were read lately, bounded in bytes. A row is never changed once written, so nothing here goes stale. */
import type { Database, Statement } from '../../sqlite.ts';

/** A row that the index speaks of is not there: another process has merged its segment away. The reader begins again. */
export class MissingRow extends Error {}

/** What an entry costs besides its bytes. */
const OVERHEAD = 200;

export class BlobCache {
  readonly #get: Statement;
  readonly #limit: number;
  /** Two generations, as in `GenerationalCache`, counted in bytes. */
  #young = new Map<number, Uint8Array>();
  #old = new Map<number, Uint8Array>();
  #youngBytes = 0;

  constructor(database: Database, limit: number) {
    this.#get = database.prepare('SELECT bytes FROM index_data WHERE id = ?');
    this.#limit = limit / 2;
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#youngBytes = 0;
  }

  row(id: number): Uint8Array {
    const hit = this.#young.get(id);
    if (hit !== undefined) return hit;
    let bytes = this.#old.get(id);
    bytes ??= this.read(id);
    if (this.#youngBytes + bytes.length > this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(id, bytes);
    this.#youngBytes += bytes.length + OVERHEAD;
    return bytes;
  }

  /** Reads past the cache: for merges, which read everything once. */
  read(id: number): Uint8Array {
    const row = this.#get.get<{ bytes: Uint8Array }>(id);
    if (row === undefined) throw new MissingRow(`index row ${id}`);
    return row.bytes;
  }
}
