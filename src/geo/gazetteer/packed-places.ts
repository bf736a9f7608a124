/**
 * All that is known of the places of a gazetteer, as views on one run of bytes: whoever reads the bytes of a file has the gazetteer, in a few
 * milliseconds, and texts are made of what is looked at alone.
 */
import type { BoundingBox } from '../box.ts';
import { NameTrie, TRIE_SECTIONS } from './mentions/name-trie.ts';
import { NAME_SECTIONS, NameTable } from './name-table.ts';
import type { PlaceKind } from './pack.ts';
import { Sections } from './sections.ts';
import { Texts } from './texts.ts';

const SECTIONS = 16 + 2 * NAME_SECTIONS + TRIE_SECTIONS;

export const codeKey = (kind: PlaceKind, country: string, code: string): string =>
  `${kind}|${country}|${code.toUpperCase()}`;

export class PackedPlaces {
  readonly kind: Uint8Array;
  readonly capital: Uint8Array;
  /** Ten times the decimal logarithm of the inhabitants, 0 where they are not known. */
  readonly size10: Uint8Array;
  readonly parent: Int32Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  /** Which of the boxes a row has, -1 for none. */
  readonly boxAt: Int32Array;
  /** The rows that have a box, and the boxes, four numbers each. */
  readonly boxed: Int32Array;
  readonly boxes: Float64Array;
  readonly #country: Uint16Array;
  readonly #countries: readonly string[];
  readonly names: Texts;
  readonly codes: Texts;
  /** Rows by what they are called. */
  readonly table: NameTable;
  readonly #byCode: NameTable;
  /** The names that running texts may mean, word by word. */
  readonly trie: NameTrie;

  private constructor(sections: Sections, hash?: (name: string) => number) {
    this.kind = sections.bytes();
    this.capital = sections.bytes();
    this.size10 = sections.bytes();
    this.parent = sections.numbers();
    this.lat = sections.doubles();
    this.lon = sections.doubles();
    this.boxAt = sections.numbers();
    this.boxed = sections.numbers();
    this.boxes = sections.doubles();
    this.#country = sections.shorts();
    const countries = new Texts(sections.numbers(), sections.bytes());
    this.#countries = Array.from({ length: countries.size }, (_, i) => countries.text(i));
    this.names = new Texts(sections.numbers(), sections.bytes());
    this.codes = new Texts(sections.numbers(), sections.bytes());
    this.table = new NameTable(sections, hash);
    this.#byCode = new NameTable(sections, hash);
    this.trie = new NameTrie(sections);
  }

  /** Null when these are not the bytes of places, or not as this machine has them. */
  static of(bytes: Uint8Array, hash?: (name: string) => number): PackedPlaces | null {
    const sections = Sections.of(bytes, SECTIONS);
    return sections === null ? null : new PackedPlaces(sections, hash);
  }

  get size(): number {
    return this.kind.length;
  }

  country(id: number): string {
    return this.#countries[this.#country[id]!]!;
  }

  box(nth: number): BoundingBox {
    const { boxes } = this;
    const at = nth * 4;
    return [boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!];
  }

  byCode(kind: PlaceKind, country: string, code: string): number | undefined {
    return this.#byCode.rows(codeKey(kind, country, code))[0];
  }
}
