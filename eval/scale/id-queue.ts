/** Small integers, first in first out. */
export class IdQueue {
  #ids = new Int32Array(16);
  #head = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The one that came first; the queue must not be empty. */
  get first(): number {
    return this.#ids[this.#head]!;
  }

  push(id: number): void {
    const length = this.#ids.length;
    if (this.#size === length) {
      const wider = new Int32Array(length * 2);
      for (let i = 0; i < length; i++) wider[i] = this.#ids[(this.#head + i) % length]!;
      this.#ids = wider;
      this.#head = 0;
    }
    this.#ids[(this.#head + this.#size) % this.#ids.length] = id;
    this.#size++;
  }

  shift(): number {
    const id = this.first;
    this.#head = (this.#head + 1) % this.#ids.length;
    this.#size--;
    return id;
  }

  *[Symbol.iterator](): Generator<number> {
    for (let i = 0; i < this.#size; i++) yield this.#ids[(this.#head + i) % this.#ids.length]!;
  }
}
