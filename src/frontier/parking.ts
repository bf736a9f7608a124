/**
 * Queues that could be fetched but for their network address, which is in use or rests: for each address a pairing heap by key,
 * its pointers in columns, so that an address with a hundred thousand hosts wakes one of them, not all.
 */
import { FloatColumn, IntColumn } from './columns.ts';

export class Parking {
  steps = 0;
  /** Of the address: its best queue + 1, or 0. */
  readonly #roots = new IntColumn();
  // Of a queue: numbers of other queues + 1, or 0.
  readonly #child = new IntColumn();
  readonly #sibling = new IntColumn();
  readonly #before = new IntColumn();
  readonly #keys = new FloatColumn();

  get bytes(): number {
    return (
      this.#roots.bytes + this.#child.bytes + this.#sibling.bytes + this.#before.bytes + this.#keys.bytes
    );
  }

  isEmpty(address: number): boolean {
    return this.#roots.get(address) === 0;
  }

  park(address: number, queue: number, key: number): void {
    const node = queue + 1;
    this.#child.set(node, 0);
    this.#sibling.set(node, 0);
    this.#before.set(node, 0);
    this.#keys.set(node, key);
    this.#roots.set(address, this.#merge(this.#roots.get(address), node));
  }

  /** The best queue of the address; there must be one. */
  best(address: number): number {
    return this.#roots.get(address) - 1;
  }

  bestKey(address: number): number {
    return this.#keys.get(this.#roots.get(address));
  }

  remove(address: number, queue: number): void {
    const node = queue + 1;
    const rest = this.#combine(this.#child.get(node));
    if (this.#roots.get(address) === node) {
      this.#roots.set(address, rest);
      return;
    }
    const before = this.#before.get(node);
    const sibling = this.#sibling.get(node);
    if (this.#child.get(before) === node) this.#child.set(before, sibling);
    else this.#sibling.set(before, sibling);
    if (sibling !== 0) this.#before.set(sibling, before);
    this.#roots.set(address, this.#merge(this.#roots.get(address), rest));
  }

  #merge(a: number, b: number): number {
    if (a === 0) return b;
    if (b === 0) return a;
    this.steps++;
    if (this.#keys.get(b) < this.#keys.get(a)) return this.#under(b, a);
    return this.#under(a, b);
  }

  #under(parent: number, node: number): number {
    const first = this.#child.get(parent);
    this.#sibling.set(node, first);
    if (first !== 0) this.#before.set(first, node);
    this.#before.set(node, parent);
    this.#child.set(parent, node);
    return parent;
  }

  /** Two passes over a list of siblings: merged in pairs from the left, the pairs together from the right. */
  #combine(first: number): number {
    let pairs = 0;
    let node = first;
    while (node !== 0) {
      const a = node;
      const b = this.#sibling.get(a);
      node = b === 0 ? 0 : this.#sibling.get(b);
      this.#sibling.set(a, 0);
      if (b !== 0) this.#sibling.set(b, 0);
      const pair = this.#merge(a, b);
      this.#sibling.set(pair, pairs);
      pairs = pair;
    }
    let root = 0;
    while (pairs !== 0) {
      const pair = pairs;
      pairs = this.#sibling.get(pair);
      this.#sibling.set(pair, 0);
      root = this.#merge(root, pair);
    }
    if (root !== 0) {
      this.#before.set(root, 0);
      this.#sibling.set(root, 0);
    }
    return root;
  }
}
