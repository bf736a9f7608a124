/**
 * What bodies may hold of the memory, over all requests together: each is bounded, but some hundreds of them at once are not few. Above
 * the limit long bodies are read one at a time, the eldest first, which is bounded and gives its bytes back when it ends; TCP makes the
 * senders of the others wait. Short ones never wait: nobody who sends much, or slowly, keeps an ordinary page from being read.
 */

/** A body that has brought no more than this is read on in any case. */
const SHORT = 262_144;

export interface Reader {
  /** May read on. */
  resume(): void;
}

export class HeldBytes {
  readonly #limit: number;
  /** In the order in which they began to be long. */
  readonly #readers = new Set<Reader>();
  readonly #waiting = new Set<Reader>();
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#held;
  }

  get full(): boolean {
    return this.#held >= this.#limit;
  }

  /** False: read no more until `resume` is called. */
  received(reader: Reader, bytes: number, inAll: number): boolean {
    this.#held += bytes;
    if (inAll <= SHORT) return true;
    this.#readers.add(reader);
    if (!this.full || this.#eldest === reader) return true;
    this.#waiting.add(reader);
    return false;
  }

  /** The reader is over, and what it held is no more, or somebody else's. */
  ended(reader: Reader, bytes: number): void {
    this.#readers.delete(reader);
    this.#waiting.delete(reader);
    this.give(bytes);
  }

  /** Of one who is no reader: a body that is being worked on. */
  take(bytes: number): void {
    this.#held += bytes;
  }

  give(bytes: number): void {
    this.#held -= bytes;
    const eldest = this.#eldest;
    if (eldest !== undefined && this.#waiting.delete(eldest)) eldest.resume();
    for (const reader of this.#waiting) {
      if (this.full) return;
      this.#waiting.delete(reader);
      reader.resume();
    }
  }

  get #eldest(): Reader | undefined {
    return this.#readers.values().next().value;
  }
}
