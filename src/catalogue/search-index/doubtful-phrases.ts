/**
 * What the index cannot say of phrases in quotes, and texts can. The index has no stop words, and short words share their terms with others;
 * what stands beside its terms tells most of that, but not in titles, not of rare stop words, and not of texts that an earlier version
 * indexed. A search asks here of each document in doubt; whoever searches reads the texts that are missing and searches again.
 */

/** Documents that are read for one question beside those that are shown: in the time that a first screen has. */
const MOST_READ = 100;
/** Other documents may be shown once some were read: so often at the most a question is put again. */
const ROUNDS = 3;

/** A document as it is read for this. */
export interface ReadDocument {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

interface Doubts {
  /** What documents are taken for that have no text to read. */
  readonly otherwise: boolean;
  readonly read: Map<number, boolean>;
  /** In doubt, by the last search. */
  readonly doubtful: Set<number>;
}

export class DoubtfulPhrases {
  readonly #phrases = new Map<string, Doubts>();
  readonly #stands: (phrase: string, document: ReadDocument) => boolean;
  #left = MOST_READ;
  #rounds = ROUNDS;

  /** `stands` reads a document for a phrase. */
  constructor(stands: (phrase: string, document: ReadDocument) => boolean) {
    this.#stands = stands;
  }

  /** More documents are in doubt than are read: the others count as what they are taken for. */
  get bounded(): boolean {
    for (const { doubtful } of this.#phrases.values()) if (doubtful.size > 0) return true;
    return false;
  }

  /** Whether a document has the phrase; `otherwise` is what it is taken for until it is read. */
  has(phrase: string, id: number, otherwise: boolean): boolean {
    let doubts = this.#phrases.get(phrase);
    if (doubts === undefined)
      this.#phrases.set(phrase, (doubts = { otherwise, read: new Map(), doubtful: new Set() }));
    const known = doubts.read.get(id);
    if (known !== undefined) return known;
    doubts.doubtful.add(id);
    return otherwise;
  }

  /** Documents that are to be read before the search is done again: those of `shown` that are in doubt, and some others; none: it is done. */
  unread(shown: Iterable<number>): number[] {
    if (this.#rounds-- === 0) return [];
    const wanted = new Set<number>();
    const all = [...this.#phrases.values()];
    for (const id of shown) if (all.some(({ doubtful }) => doubtful.has(id))) wanted.add(id);
    for (const { doubtful } of all)
      for (const id of doubtful) {
        if (this.#left <= 0) break;
        if (wanted.has(id)) continue;
        wanted.add(id);
        this.#left--;
      }
    return [...wanted];
  }

  /** Takes the documents that were asked for; those of them that have no text to read stay what they are taken for. */
  settle(asked: readonly number[], documents: Iterable<ReadDocument>): void {
    const read = new Map<number, ReadDocument>();
    for (const document of documents) read.set(document.id, document);
    for (const [phrase, { otherwise, read: known, doubtful }] of this.#phrases) {
      for (const id of asked) {
        if (!doubtful.has(id)) continue;
        const document = read.get(id);
        known.set(id, document === undefined ? otherwise : this.#stands(phrase, document));
      }
      // The next search says of which others it doubts.
      doubtful.clear();
    }
  }
}
