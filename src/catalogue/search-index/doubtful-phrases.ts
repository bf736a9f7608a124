/**
 * What the index cannot say of phrases in quotes, and texts can. The index has no stop words, and short words share their terms with others;
 * what stands beside its terms tells most of that, but not in titles, not of rare stop words, and not of texts that an earlier version
 * indexed. A search asks here of each document in doubt; whoever searches reads the texts that are missing and searches again.
 */

/** Documents of one phrase that are read, at the most: in the time that a first screen has. */
const MOST_READ = 500;

/** A line that was corrected or that is asked for less has phrases of its own: so often at the most texts are read for one question. */
export const ROUNDS_OF_READING = 3;

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
  readonly unread: Set<number>;
}

export class DoubtfulPhrases {
  readonly #phrases = new Map<string, Doubts>();
  readonly #stands: (phrase: string, document: ReadDocument) => boolean;
  #bounded = false;

  /** `stands` reads a document for a phrase. */
  constructor(stands: (phrase: string, document: ReadDocument) => boolean) {
    this.#stands = stands;
  }

  /** There were more documents in doubt than are read: those count as what they are taken for. */
  get bounded(): boolean {
    return this.#bounded;
  }

  /** Documents that are to be read before the search is done again. */
  get unread(): readonly number[] {
    return [...new Set([...this.#phrases.values()].flatMap(({ unread }) => [...unread]))];
  }

  /** Whether a document has the phrase; `otherwise` is what it is taken for until it is read. */
  has(phrase: string, id: number, otherwise: boolean): boolean {
    let doubts = this.#phrases.get(phrase);
    if (doubts === undefined)
      this.#phrases.set(phrase, (doubts = { otherwise, read: new Map(), unread: new Set() }));
    const known = doubts.read.get(id);
    if (known !== undefined) return known;
    if (doubts.read.size + doubts.unread.size < MOST_READ) doubts.unread.add(id);
    else if (!doubts.unread.has(id)) this.#bounded = true;
    return otherwise;
  }

  /** Takes documents that were read; those that have no text to read stay what they are taken for. */
  settle(documents: Iterable<ReadDocument>): void {
    const read = new Map<number, ReadDocument>();
    for (const document of documents) read.set(document.id, document);
    for (const [phrase, doubts] of this.#phrases) {
      for (const id of doubts.unread) {
        const document = read.get(id);
        doubts.read.set(id, document === undefined ? doubts.otherwise : this.#stands(phrase, document));
      }
      doubts.unread.clear();
    }
  }
}
