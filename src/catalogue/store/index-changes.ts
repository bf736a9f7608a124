/** What a transaction changes in the search index: gathered while tables are written, made into documents when all of them are. */
import type { IndexedDocument, SearchIndex } from '../search-index/port.ts';

export class IndexChanges {
  readonly #put = new Map<number, () => IndexedDocument | null>();
  readonly #removed = new Set<number>();

  put(id: number, document: () => IndexedDocument | null): void {
    this.#removed.delete(id);
    this.#put.set(id, document);
  }

  remove(id: number): void {
    this.#put.delete(id);
    this.#removed.add(id);
  }

  apply(index: SearchIndex): void {
    if (this.#removed.size > 0) index.remove([...this.#removed]);
    if (this.#put.size > 0) {
      const documents: IndexedDocument[] = [];
      for (const make of this.#put.values()) {
        const document = make();
        if (document !== null) documents.push(document);
      }
      index.add(documents);
    }
    this.clear();
  }

  clear(): void {
    this.#put.clear();
    this.#removed.clear();
  }
}
