/**
 * The names that running texts may mean, walked word by word: a table of the codes of all beginnings of names. What it finds is confirmed by who asks, by
 * comparing the name itself.
 */
import { mix32 } from '../../../bytes/index.ts';
import type { Sections } from '../sections.ts';
import { joinedHash, wordHash } from './word-hash.ts';

/** How many arrays a trie is. */
export const TRIE_SECTIONS = 2;

/** Bit 0 of a node: longer names begin so. */
const GOES_ON = 1;

/** `names`: by their numbers; null for a name that no running text means. */
export function nameTrieColumns(names: readonly (string | null)[]): Int32Array[] {
  const goesOn = new Set<number>();
  const number = new Map<number, number>();
  names.forEach((name, i) => {
    if (name === null) return;
    let hash = 0;
    const words = name.split(' ');
    words.forEach((word, k) => {
      hash = joinedHash(hash, wordHash(word)) | 0;
      if (k + 1 < words.length) goesOn.add(hash);
    });
    if (!number.has(hash)) number.set(hash, i);
  });
  const codes = new Set([...goesOn, ...number.keys()]);
  codes.delete(0);
  let size = 16;
  while (size < codes.size * 2) size *= 2;
  const keys = new Int32Array(size);
  const nodes = new Int32Array(size);
  for (const code of codes) {
    let slot = mix32(code) & (size - 1);
    while (keys[slot] !== 0) slot = (slot + 1) & (size - 1);
    keys[slot] = code;
    nodes[slot] = ((number.get(code) ?? -1) + 1) * 2 + (goesOn.has(code) ? GOES_ON : 0);
  }
  return [keys, nodes];
}

export class NameTrie {
  readonly #keys: Int32Array;
  readonly #nodes: Int32Array;

  constructor(sections: Sections) {
    this.#keys = sections.numbers();
    this.#nodes = sections.numbers();
  }

  /** The node of words by their code (`joinedHash`); 0 when no name begins so. */
  node(code: number): number {
    const mask = this.#keys.length - 1;
    for (let slot = mix32(code) & mask; ; slot = (slot + 1) & mask) {
      const key = this.#keys[slot]!;
      if (key === code) return this.#nodes[slot]!;
      if (key === 0) return 0;
    }
  }
}

export const goesOn = (node: number): boolean => (node & GOES_ON) !== 0;
/** The number of the name that ends here, -1 for none. */
export const nameOf = (node: number): number => (node >> 1) - 1;
