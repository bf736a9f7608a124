/** Network addresses: which queue is served by which, when each may be asked again, and whether it is being asked now. */
import { FloatColumn, IntColumn } from './columns.ts';

export class Addresses {
  readonly #hi = new IntColumn();
  readonly #lo = new IntColumn();
  readonly #next = new FloatColumn();
  readonly #busy = new IntColumn();
  /** Of a queue: its address + 1, or 0. */
  readonly #ofQueue = new IntColumn();
  #index = new Int32Array(64);
  #count = 0;

  get bytes(): number {
    const columns =
      this.#hi.bytes + this.#lo.bytes + this.#next.bytes + this.#busy.bytes + this.#ofQueue.bytes;
    return columns + this.#index.byteLength;
  }

  /** The address of a fingerprint; a new one when it was not known. */
  of(hi: number, lo: number): number {
    let mask = this.#index.length - 1;
    let slot = lo & mask;
    for (;;) {
      const address = this.#index[slot]! - 1;
      if (address < 0) break;
      if (this.#lo.get(address) === lo && this.#hi.get(address) === hi) return address;
      slot = (slot + 1) & mask;
    }
    const address = this.#count++;
    this.#hi.set(address, hi);
    this.#lo.set(address, lo);
    if (this.#count * 4 > this.#index.length * 3) {
      this.#index = new Int32Array(2 * this.#index.length);
      mask = this.#index.length - 1;
      for (let each = 0; each < this.#count; each++) this.#place(each, mask);
    } else this.#index[slot] = address + 1;
    return address;
  }

  hi(address: number): number {
    return this.#hi.get(address);
  }

  lo(address: number): number {
    return this.#lo.get(address);
  }

  /** The address of a queue, or -1. */
  boundTo(queue: number): number {
    return this.#ofQueue.get(queue) - 1;
  }

  bind(queue: number, address: number): void {
    this.#ofQueue.set(queue, address + 1);
  }

  nextAt(address: number): number {
    return this.#next.get(address);
  }

  rest(address: number, until: number): void {
    if (until > this.#next.get(address)) this.#next.set(address, until);
  }

  restAll(until: number): void {
    for (let address = 0; address < this.#count; address++) this.rest(address, until);
  }

  isBusy(address: number): boolean {
    return this.#busy.get(address) !== 0;
  }

  setBusy(address: number, busy: boolean): void {
    this.#busy.set(address, busy ? 1 : 0);
  }

  #place(address: number, mask: number): void {
    let slot = this.#lo.get(address) & mask;
    while (this.#index[slot] !== 0) slot = (slot + 1) & mask;
    this.#index[slot] = address + 1;
  }
}
