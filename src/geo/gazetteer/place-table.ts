/** Places as they come, row by row, and then packed: what makes a gazetteer, of the packs that are shipped or of any table. */
import { foldWords } from '../../text/index.ts';
import type { BoundingBox } from '../box.ts';
import { isHeard, isHeardName } from './heard-names.ts';
import { nameTrieColumns } from './mentions/name-trie.ts';
import { nameColumns } from './name-table.ts';
import { PLACE_KINDS, type PlaceKind } from './pack.ts';
import { codeKey, PackedPlaces } from './packed-places.ts';
import { joinSections } from './sections.ts';
import { joinTexts } from './texts.ts';

export interface PlaceRow {
  readonly kind: PlaceKind;
  readonly name: string;
  readonly others?: readonly string[];
  readonly parent?: number;
  readonly code?: string;
  readonly country?: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly box?: BoundingBox | null;
  readonly capital?: boolean;
  /** Ten times the decimal logarithm of its inhabitants. */
  readonly size?: number;
}

export class PlaceTable {
  readonly #rows: (PlaceRow & { readonly parent: number; readonly country: string })[] = [];
  readonly #names = new Map<string, number[]>();
  readonly #codes = new Map<string, number[]>();

  add(row: PlaceRow): number {
    const id = this.#rows.length;
    const parent = row.parent ?? -1;
    const country = row.country ?? (parent >= 0 ? this.#rows[parent]!.country : '');
    this.#rows.push({ ...row, parent, country });
    for (const name of [row.name, ...(row.others ?? [])]) this.name(name, id);
    if (row.code) {
      const key = codeKey(row.kind, country, row.code);
      if (!this.#codes.has(key)) this.#codes.set(key, [id]);
    }
    return id;
  }

  /** Gives a place another name. */
  name(other: string, id: number): void {
    const folded = foldWords(other);
    if (folded === '') return;
    const bearers = this.#names.get(folded);
    if (bearers === undefined) this.#names.set(folded, [id]);
    else if (!bearers.includes(id)) bearers.push(id);
  }

  countryOf(id: number): string {
    return this.#rows[id]?.country ?? '';
  }

  /** The state of this name in a country; undefined when there is none. */
  stateNamed(name: string, country: string): number | undefined {
    return this.#names
      .get(foldWords(name))
      ?.find((id) => this.#rows[id]!.kind === 'state' && this.#rows[id]!.country === country);
  }

  /** The town of this name in a country with the most inhabitants; undefined when there is none. */
  townNamed(name: string, country: string): number | undefined {
    let best: number | undefined;
    for (const id of this.#names.get(foldWords(name)) ?? []) {
      const row = this.#rows[id]!;
      if ((row.kind !== 'city' && row.kind !== 'municipality') || row.country !== country) continue;
      if (best === undefined || (row.size ?? 0) > (this.#rows[best]!.size ?? 0)) best = id;
    }
    return best;
  }

  packed(hash?: (name: string) => number): PackedPlaces {
    return PackedPlaces.of(this.bytes(hash), hash)!;
  }

  /** The names that running texts may mean, by the number that the table of names gives them; null for the others. */
  #heardNames(): (string | null)[] {
    return [...this.#names].map(([name, rows]) =>
      isHeardName(name) &&
      rows.some((id) => {
        const { kind, country, size } = this.#rows[id]!;
        return isHeard(kind, country, size ?? 0);
      })
        ? name
        : null,
    );
  }

  bytes(hash?: (name: string) => number): Uint8Array {
    const rows = this.#rows;
    const boxed = [...rows.keys()].filter((id) => rows[id]!.box);
    const boxAt = new Int32Array(rows.length).fill(-1);
    for (const [nth, id] of boxed.entries()) boxAt[id] = nth;
    const countries = [...new Set(rows.map(({ country }) => country))];
    const numberOf = new Map(countries.map((country, i) => [country, i]));
    const names = joinTexts(rows.map(({ name }) => name));
    const codes = joinTexts(rows.map(({ code }) => code ?? ''));
    const ofCountries = joinTexts(countries);
    return joinSections([
      Uint8Array.from(rows, ({ kind }) => PLACE_KINDS.indexOf(kind)),
      Uint8Array.from(rows, ({ capital }) => (capital ? 1 : 0)),
      Uint8Array.from(rows, ({ size }) => size ?? 0),
      Int32Array.from(rows, ({ parent }) => parent),
      Float64Array.from(rows, ({ lat }) => lat ?? Number.NaN),
      Float64Array.from(rows, ({ lon }) => lon ?? Number.NaN),
      boxAt,
      Int32Array.from(boxed),
      Float64Array.from(boxed.flatMap((id) => [...rows[id]!.box!])),
      Uint16Array.from(rows, ({ country }) => numberOf.get(country)!),
      ofCountries.ends,
      ofCountries.bytes,
      names.ends,
      names.bytes,
      codes.ends,
      codes.bytes,
      ...nameColumns(this.#names, hash),
      ...nameColumns(this.#codes, hash),
      ...nameTrieColumns(this.#heardNames()),
    ]);
  }
}
