/** What waits for a time: a binary min-heap of (time, journal position), 12 bytes an element. */
import { grown } from '../bytes/index.ts';
export class Deferred {
  #times = new Float64Array(16);
  #positions = new Uint32Array(16);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#times.byteLength + this.#positions.byteLength;
  }

  get topTime(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#times[0]!;
  }

  get topPosition(): number {
    return this.#positions[0]!;
  }

  /** Time and position of each, in no order. */
  *all(): Generator<readonly [time: number, position: number]> {
    for (let i = 0; i < this.#size; i++) yield [this.#times[i]!, this.#positions[i]!];
  }

  push(time: number, position: number): void {
    if (this.#size === this.#times.length) {
      this.#times = grown(this.#times);
      this.#positions = grown(this.#positions);
    }
    let place = this.#size++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#before(time, position, parent)) break;
      this.#times[place] = this.#times[parent]!;
      this.#positions[place] = this.#positions[parent]!;
      place = parent;
    }
    this.#times[place] = time;
    this.#positions[place] = position;
  }

  pop(): void {
    const size = --this.#size;
    const time = this.#times[size]!;
    const position = this.#positions[size]!;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#before(this.#times[child + 1]!, this.#positions[child + 1]!, child))
        child++;
      if (this.#before(time, position, child)) break;
      this.#times[place] = this.#times[child]!;
      this.#positions[place] = this.#positions[child]!;
      place = child;
    }
    this.#times[place] = time;
    this.#positions[place] = position;
  }

  #before(time: number, position: number, other: number): boolean {
    const otherTime = this.#times[other]!;
    return time < otherTime || (time === otherTime && position < this.#positions[other]!);
  }
}
