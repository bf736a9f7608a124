/**
 * Chains that share their beginning, stored once: a trie whose edges are steps (`key`, `position`) in one hash table of
 * typed arrays. Induction adds a chain for every text of the site, nearly all of them known already, and execution walks
 * all rules of a label together; neither makes an object.
 */
import { grown, mix32 } from '../../bytes/index.ts';

/** Step keys: a tag is `2 · value`, a text with a given value `2 · value + 1`. */
export const ANY_TEXT = -1;
/** The pseudo-step after the last, that tells how far after its label a value stands; position 0 for the whole window. */
export const LINE = -2;

/** No more steps than this are kept: what a site of thousands of ordinary pages needs, many times over. */
const MOST_STEPS = 1 << 23;

export class ChainTrie {
  /** Number of steps; step 0 is the beginning of all chains. */
  count = 1;
  key: Int32Array = new Int32Array(1024);
  position: Int32Array = new Int32Array(1024);
  parent: Int32Array = new Int32Array(1024).fill(-1, 0, 1);
  /** First continuation and next alternative, -1 for none; and how many continuations there are. */
  first: Int32Array = new Int32Array(1024).fill(-1, 0, 1);
  next: Int32Array = new Int32Array(1024).fill(-1, 0, 1);
  degree: Int32Array = new Int32Array(1024);
  #slots = new Int32Array(4096);
  #mask = 4095;

  /** The step after `parent`, or -1. */
  find(parent: number, key: number, position: number): number {
    const slots = this.#slots;
    for (let slot = this.#hash(parent, key, position); ; slot = (slot + 1) & this.#mask) {
      const at = slots[slot]!;
      if (at === 0) return -1;
      if (this.parent[at] === parent && this.key[at] === key && this.position[at] === position) return at;
    }
  }

  /** The step after `parent`, made when it is new; -1 when the trie is full or `parent` is -1. */
  extend(parent: number, key: number, position: number): number {
    if (parent < 0) return -1;
    const slots = this.#slots;
    let slot = this.#hash(parent, key, position);
    for (; slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      const at = slots[slot]!;
      if (this.parent[at] === parent && this.key[at] === key && this.position[at] === position) return at;
    }
    if (this.count >= MOST_STEPS) return -1;
    const step = this.count++;
    if (step === this.key.length) this.#grow();
    this.key[step] = key;
    this.position[step] = position;
    this.parent[step] = parent;
    this.first[step] = -1;
    this.next[step] = this.first[parent]!;
    this.first[parent] = step;
    this.degree[parent]!++;
    slots[slot] = step;
    if (this.count * 2 > this.#mask) this.#rehash();
    return step;
  }

  #hash(parent: number, key: number, position: number): number {
    const all = Math.imul(parent, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b) ^ Math.imul(position, 0xc2b2ae35);
    return mix32(all) & this.#mask;
  }

  #grow(): void {
    this.key = grown(this.key);
    this.position = grown(this.position);
    this.parent = grown(this.parent);
    this.first = grown(this.first);
    this.next = grown(this.next);
    this.degree = grown(this.degree);
  }

  #rehash(): void {
    this.#mask = (this.#mask + 1) * 4 - 1;
    this.#slots = new Int32Array(this.#mask + 1);
    for (let step = 1; step < this.count; step++) {
      let slot = this.#hash(this.parent[step]!, this.key[step]!, this.position[step]!);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = step;
    }
  }
}
