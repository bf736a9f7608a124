/**
 * Names (of tags, of attributes) to small integers without making a string: the code units of a name are packed, six bits
 * each, into three words, and the words are looked up in a small open-addressing table. A name of up to fifteen letters,
 * digits, `-`, `:`, `_` or `.` has exactly one packing, so no comparison of characters follows.
 */

/** In the table of codes: what ends a name, and what is part of a name that no table holds. */
export const NAME = { END: 0, UNKNOWN: 255 } as const;

/** By code unit: `NAME.END`, `NAME.UNKNOWN`, or the packed code (letters without case). */
export const NAME_CODE: Uint8Array = new Uint8Array(65536).fill(NAME.UNKNOWN);
for (const end of '\t\n\f\r />=') NAME_CODE[end.charCodeAt(0)] = NAME.END;
for (const [i, letter] of [...'abcdefghijklmnopqrstuvwxyz0123456789-:_.'].entries())
  NAME_CODE[letter.charCodeAt(0)] = NAME_CODE[letter.toUpperCase().charCodeAt(0)] = 1 + i;

const LETTERS_PER_WORD = 5;

export class NameTable {
  readonly #mask: number;
  readonly #words: Int32Array;
  readonly #ids: Uint16Array;

  constructor(names: readonly (readonly [name: string, id: number])[]) {
    let size = 64;
    while (size < names.length * 4) size *= 2;
    this.#mask = size - 1;
    this.#words = new Int32Array(size * 3);
    this.#ids = new Uint16Array(size);
    for (const [name, id] of names) {
      const words = [0, 0, 0];
      for (let i = 0; i < name.length; i++) {
        const at = Math.floor(i / LETTERS_PER_WORD);
        words[at] = (words[at]! << 6) | NAME_CODE[name.charCodeAt(i)]!;
      }
      let slot = this.#slot(words[0]!, words[1]!, words[2]!);
      while (this.#words[slot * 3] !== 0) slot = (slot + 1) & this.#mask;
      this.#words.set(words, slot * 3);
      this.#ids[slot] = id;
    }
  }

  /** The id of the packed name, or 0. */
  find(first: number, second: number, third: number): number {
    const words = this.#words;
    for (let slot = this.#slot(first, second, third); ; slot = (slot + 1) & this.#mask) {
      const at = slot * 3;
      const word = words[at]!;
      if (word === first && words[at + 1] === second && words[at + 2] === third) return this.#ids[slot]!;
      if (word === 0) return 0;
    }
  }

  #slot(first: number, second: number, third: number): number {
    const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
    return (hash ^ (hash >>> 15)) & this.#mask;
  }
}
