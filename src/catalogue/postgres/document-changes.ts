/** What a batch changes in the search index. Said in the tables with the batch, so that nothing is forgotten if its writer dies before it is indexed. */
import { numberArray, type Query } from '../../postgres/index.ts';
import type { IndexedDocument } from '../search-index/port.ts';

export class DocumentChanges {
  /** Null: it is gone. */
  readonly #documents = new Map<number, (() => IndexedDocument | null) | null>();

  put(id: number, document: () => IndexedDocument | null): void {
    // In the place of the later one, as a catalogue file has it.
    if (this.#documents.get(id) === null) this.#documents.delete(id);
    this.#documents.set(id, document);
  }

  remove(id: number): void {
    this.#documents.delete(id);
    this.#documents.set(id, null);
  }

  get size(): number {
    return this.#documents.size;
  }

  ids(): number[] {
    return [...this.#documents.keys()];
  }

  /** The document as it is now; null when it is gone. */
  document(id: number): IndexedDocument | null {
    return this.#documents.get(id)?.() ?? null;
  }

  /** Says that they are to be indexed; `version` tells this change from later ones. */
  async note(query: Query, version: number): Promise<void> {
    if (this.size === 0) return;
    await query(
      `insert into @unindexed (document, version) select id, $2::bigint from unnest($1::bigint[]) as id order by id
         on conflict (document) do update set version = excluded.version, at = excluded.at`,
      [numberArray(this.ids()), version],
    );
  }
}
