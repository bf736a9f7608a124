/**
 * What will happen, by its time; of equal times what was entered first, so that a run depends on nothing but its seed. A four-ary heap in
 * typed arrays: hundreds of thousands of requests are under way at once, and an object for each would be most of the work.
 */
export class EventQueue {
  /** Of the event that was taken last. */
  time = 0;
  kind = 0;
  a = 0;
  b = 0;
  #size = 0;
  #entered = 0;
  #times = new Float64Array(1024);
  #orders = new Float64Array(1024);
  #kinds = new Uint8Array(1024);
  #as = new Int32Array(1024);
  #bs = new Int32Array(1024);

  get size(): number {
    return this.#size;
  }

  push(time: number, kind: number, a = 0, b = 0): void {
    if (!(time >= this.time)) throw new RangeError(`an event at ${time}, when it is ${this.time} already`);
    if (this.#size === this.#times.length) this.#grow();
    const order = this.#entered++;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      // An earlier order always wins against this one, which is the latest.
      if (this.#times[parent]! <= time) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#put(at, time, order, kind, a, b);
  }

  /** Takes the next event into the fields of this queue. False when there is none. */
  next(): boolean {
    if (this.#size === 0) return false;
    this.time = this.#times[0]!;
    this.kind = this.#kinds[0]!;
    this.a = this.#as[0]!;
    this.b = this.#bs[0]!;
    const last = --this.#size;
    if (last > 0) this.#sink(last);
    return true;
  }

  /** Puts the element that stands at `from`, the last, where it belongs, beginning at the root. */
  #sink(from: number): void {
    const time = this.#times[from]!;
    const order = this.#orders[from]!;
    const size = this.#size;
    let at = 0;
    for (;;) {
      const first = 4 * at + 1;
      if (first >= size) break;
      let least = first;
      const end = Math.min(first + 4, size);
      for (let child = first + 1; child < end; child++)
        if (
          this.#times[child]! < this.#times[least]! ||
          (this.#times[child]! === this.#times[least]! && this.#orders[child]! < this.#orders[least]!)
        )
          least = child;
      if (this.#times[least]! > time || (this.#times[least]! === time && this.#orders[least]! > order)) break;
      this.#copy(least, at);
      at = least;
    }
    this.#put(at, time, order, this.#kinds[from]!, this.#as[from]!, this.#bs[from]!);
  }

  #copy(from: number, to: number): void {
    this.#put(
      to,
      this.#times[from]!,
      this.#orders[from]!,
      this.#kinds[from]!,
      this.#as[from]!,
      this.#bs[from]!,
    );
  }

  #put(at: number, time: number, order: number, kind: number, a: number, b: number): void {
    this.#times[at] = time;
    this.#orders[at] = order;
    this.#kinds[at] = kind;
    this.#as[at] = a;
    this.#bs[at] = b;
  }

  #grow(): void {
    const size = this.#size * 2;
    const wider = <T extends Float64Array | Int32Array | Uint8Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.#times = wider(new Float64Array(size), this.#times);
    this.#orders = wider(new Float64Array(size), this.#orders);
    this.#kinds = wider(new Uint8Array(size), this.#kinds);
    this.#as = wider(new Int32Array(size), this.#as);
    this.#bs = wider(new Int32Array(size), this.#bs);
  }
}
