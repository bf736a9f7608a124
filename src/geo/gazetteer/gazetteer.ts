/**
 * Places by their names, and names by their extent. Names are compared without case and accents; namesakes are told apart by the state
 * or country that is given with them (`Santa Cruz, RN`), and otherwise by what a Portuguese-speaking reader most likely means.
 */

import { foldWords } from '../../text/index.ts';
import {
  areaKm2,
  type BoundingBox,
  contains,
  distanceKm,
  intersects,
  overlapRelevance,
  sharedKm2,
  thickened,
} from '../box.ts';
import { PLACE_KINDS, type PlaceKind } from './pack.ts';
import type { PackedPlaces } from './packed-places.ts';
import { type PlaceRow, PlaceTable } from './place-table.ts';
import { weightOf } from './place-weight.ts';
import { oneLetterApart, spellingKey } from './spelling.ts';

export interface Place {
  /** Row in this gazetteer. */
  readonly id: number;
  readonly kind: PlaceKind;
  readonly name: string;
  /** ISO 3166-1 code, '' for continents. */
  readonly country: string;
  /** UF of Brazil, or the code of the division; '' when it has none. */
  readonly state: string;
  /** IBGE code of a municipality, UF of a state. */
  readonly code: string;
  /** Names of what it is part of, nearest first. */
  readonly within: readonly string[];
  readonly lat: number;
  readonly lon: number;
  /** Its own box; null when only a point is known. */
  readonly box: BoundingBox | null;
}

export interface ResolveOptions {
  /** State or district, by name or code, or a country, that the place must be in. */
  readonly state?: string;
  readonly country?: string;
  /** Only places of these kinds. */
  readonly kinds?: readonly PlaceKind[];
}

/** Towns known only by a point get a box of this side, in km. */
const TOWN_SIDE = 10;
/** What lies within this of a file's box may be named in it. */
const NEAR_KM = 50;
const MOST_PLACES_OF_BOX = 50;

/** What a place is called before its name, and what it is then. */
const TITLED: Readonly<Record<string, readonly PlaceKind[]>> = {
  estado: ['state'],
  distrito: ['district', 'parish'],
  freguesia: ['parish'],
};

export class Gazetteer {
  readonly #places: PackedPlaces;
  /** Rows by the degree their point is in, for the towns of a box. */
  #cells: Map<number, number[]> | null = null;
  #spellings: Map<string, number[]> | null = null;

  constructor(places: PackedPlaces) {
    this.#places = places;
  }

  static of(rows: Iterable<PlaceRow>, hash?: (name: string) => number): Gazetteer {
    const table = new PlaceTable();
    for (const row of rows) table.add(row);
    return new Gazetteer(table.packed(hash));
  }

  /** The columns themselves: for what reads every word of a text. */
  get packed(): PackedPlaces {
    return this.#places;
  }

  /** How many places there are. */
  get size(): number {
    return this.#places.size;
  }

  /** How many different names there are. */
  get nameCount(): number {
    return this.#places.table.size;
  }

  place(id: number): Place {
    const kind = PLACE_KINDS[this.#places.kind[id]!]!;
    const within: string[] = [];
    let state = kind === 'state' ? this.#places.codes.text(id) : '';
    for (let at = this.#places.parent[id]!; at >= 0 && within.length < 8; at = this.#places.parent[at]!) {
      within.push(this.#places.names.text(at));
      if (state === '' && PLACE_KINDS[this.#places.kind[at]!] === 'state')
        state = this.#places.codes.text(at);
    }
    return {
      id,
      kind,
      name: this.#places.names.text(id),
      country: this.#places.country(id),
      state,
      code: this.#places.codes.text(id),
      within,
      lat: this.#places.lat[id]!,
      lon: this.#places.lon[id]!,
      box: this.#boxOf(id),
    };
  }

  #boxOf(id: number): BoundingBox | null {
    const at = this.#places.boxAt[id]!;
    return at < 0 ? null : this.#places.box(at);
  }

  /** Whether anything bears this name. */
  has(name: string): boolean {
    return this.#places.table.has(foldWords(name));
  }

  /** The same for a name that is folded already. */
  hasFolded(folded: string): boolean {
    return this.#places.table.has(folded);
  }

  /** Whether something of this folded name lies in a box, or not farther from it than its neighbours are. */
  hasNear(folded: string, box: BoundingBox): boolean {
    return this.#places.table.rows(folded).some((id) => {
      const extent = this.extent(id);
      // A place of which nothing but its name is known may be anywhere.
      return extent === null || distanceKm(extent.box, box) <= NEAR_KM;
    });
  }

  /** Rows of everything that bears this name, unordered: the fast way. */
  rows(name: string): readonly number[] {
    return this.#places.table.rows(foldWords(name));
  }

  rowsOfFolded(folded: string): readonly number[] {
    return this.#places.table.rows(folded);
  }

  /** The folded names by which a place is looked up: its own; further names are not kept by place. */
  foldedNames(id: number): string[] {
    return [foldWords(this.#places.names.text(id))];
  }

  kindOf(id: number): PlaceKind {
    return PLACE_KINDS[this.#places.kind[id]!]!;
  }

  countryOf(id: number): string {
    return this.#places.country(id);
  }

  /** Ten times the decimal logarithm of its inhabitants; 0 where they are not known. */
  sizeOf(id: number): number {
    return this.#places.size10[id]!;
  }

  parentOf(id: number): number {
    return this.#places.parent[id]!;
  }

  /** Everything that bears this name, the likeliest first. */
  lookup(name: string): Place[] {
    return this.#ordered(this.rows(name)).map((id) => this.place(id));
  }

  /** A place by its code: `state`, `BR`, `RN`; `municipality`, `BR`, `2411205`. */
  byCode(kind: PlaceKind, country: string, code: string): Place | null {
    const id = this.#places.byCode(kind, country, code);
    return id === undefined ? null : this.place(id);
  }

  /** How likely a row is meant by its name alone. */
  weight(id: number): number {
    return weightOf(this.#places, id);
  }

  #ordered(rows: readonly number[]): number[] {
    return rows.length < 2 ? [...rows] : [...rows].sort((a, b) => this.weight(b) - this.weight(a) || a - b);
  }

  /** Whether `id` is `of` or lies in it by the table. */
  isPartOf(id: number, of: number): boolean {
    for (let at = id, steps = 0; at >= 0 && steps < 8; at = this.#places.parent[at]!, steps++)
      if (at === of) return true;
    return false;
  }

  /**
   * The one place that is meant: by its name, with what stands behind a comma, a dash, a slash or in brackets taken for the state or
   * country it is in. Null when nothing bears the name there.
   */
  resolve(text: string, options: ResolveOptions = {}): Place | null {
    const id = this.#resolve(text.slice(0, 300), options);
    return id < 0 ? null : this.place(id);
  }

  #resolve(text: string, options: ResolveOptions): number {
    const containers = [options.state, options.country].filter(
      (c): c is string => c !== undefined && c !== '',
    );
    if (containers.length > 0) return this.#inside(text, containers, options.kinds);
    const whole = this.#chosen(this.rows(text), options.kinds);
    if (whole >= 0) return whole;
    const split = /^(.+?)\s*(?:[,(/]|\s[-–—]\s)\s*([^,(/]+?)\s*\)?\s*(?:[,/-]\s*([^,(/]+?)\s*)?$/.exec(
      text.trim(),
    );
    if (split !== null) {
      const found = this.#inside(split[1]!, [split[2]!, ...(split[3] ? [split[3]] : [])], options.kinds);
      if (found >= 0) return found;
    }
    // `Santa Cruz RN`: a code as the last word.
    const last = /^(.+?)[\s-]+([A-Z]{2})$/.exec(text.trim());
    if (last !== null) {
      const found = this.#inside(last[1]!, [last[2]!], options.kinds);
      if (found >= 0) return found;
    }
    // `Município de Santa Cruz, RN`: what it is stands before its name.
    const titled =
      /^\s*(munic[ií]pio|cidade|prefeitura(?:\s+municipal)?|c[âa]mara(?:\s+municipal)?|concelho|estado|distrito|freguesia)\s+d[eoa]s?\s+(?=\S)/i.exec(
        text,
      );
    if (titled === null) return -1;
    const [title] = foldWords(titled[1]!).split(' ') as [string];
    return this.#resolve(text.slice(titled[0].length), {
      kinds: TITLED[title] ?? ['municipality', 'city'],
      ...options,
    });
  }

  #chosen(rows: readonly number[], kinds: readonly PlaceKind[] | undefined): number {
    const fit = kinds === undefined ? rows : rows.filter((id) => kinds.includes(this.kindOf(id)));
    return this.#ordered(fit)[0] ?? -1;
  }

  /** Rows that a state, district or country may be called by: its name or its code. */
  containers(text: string): number[] {
    const code = text.trim().toUpperCase();
    const ids: number[] = [];
    if (/^[A-Z]{2}$/.test(code)) {
      for (const [kind, country] of [
        ['state', 'BR'],
        ['country', code],
        ['state', 'US'],
      ] as const) {
        const id = this.#places.byCode(kind, country, code);
        if (id !== undefined) ids.push(id);
      }
    }
    for (const id of this.#ordered(this.rows(text))) if (this.kindOf(id) !== 'city') ids.push(id);
    return ids;
  }

  #inside(name: string, containers: readonly string[], kinds: readonly PlaceKind[] | undefined): number {
    const folded = foldWords(name);
    for (const of of containers)
      for (const container of this.containers(of)) {
        const fits = (id: number): boolean =>
          id !== container &&
          this.isPartOf(id, container) &&
          (kinds === undefined || kinds.includes(this.kindOf(id)));
        const exact = this.#ordered(this.#places.table.rows(folded).filter(fits))[0];
        if (exact !== undefined) return exact;
      }
    // The same name written another way (Mogi, Moji; d'Água, Dágua), or with a slip of one letter, if only one place there bears it.
    for (const of of containers)
      for (const container of this.containers(of)) {
        const near = this.#nearName(folded, container, kinds);
        if (near >= 0) return near;
      }
    return -1;
  }

  #nearName(folded: string, container: number, kinds: readonly PlaceKind[] | undefined): number {
    this.#spellings ??= this.#readSpellings();
    const key = spellingKey(folded);
    const fits = (id: number): boolean =>
      this.isPartOf(id, container) &&
      id !== container &&
      (kinds === undefined || kinds.includes(this.kindOf(id)));
    const same = (this.#spellings.get(key) ?? []).filter(fits);
    if (same.length > 0) return this.#ordered(same)[0]!;
    if (key.length < 6) return -1;
    let found = -1;
    for (const [other, ids] of this.#spellings) {
      if (Math.abs(other.length - key.length) > 1 || !oneLetterApart(other, key)) continue;
      for (const id of ids) {
        if (!fits(id) || id === found) continue;
        if (found >= 0) return -1;
        found = id;
      }
    }
    return found;
  }

  /** Of municipalities, concelhos and freguesias only: a slip in a name of the whole world would meet another name. */
  #readSpellings(): Map<string, number[]> {
    const spellings = new Map<string, number[]>();
    for (let id = 0; id < this.size; id++) {
      const kind = this.kindOf(id);
      if (kind !== 'municipality' && kind !== 'parish') continue;
      const key = spellingKey(foldWords(this.#places.names.text(id)));
      const list = spellings.get(key);
      if (list === undefined) spellings.set(key, [id]);
      else list.push(id);
    }
    return spellings;
  }

  /** The extent of a place: its box, that of what it is part of (a freguesia), or a square around its point; null when nothing is known. */
  extent(id: number): { readonly box: BoundingBox; readonly approximate: boolean } | null {
    const own = this.#boxOf(id);
    if (own !== null) return { box: own, approximate: false };
    if (this.kindOf(id) === 'parish') {
      const parent = this.#places.parent[id]!;
      const above = parent < 0 ? null : this.#boxOf(parent);
      if (above !== null) return { box: above, approximate: true };
    }
    const lat = this.#places.lat[id]!;
    const lon = this.#places.lon[id]!;
    if (Number.isNaN(lat) || Number.isNaN(lon)) return null;
    return { box: thickened([lon, lat, lon, lat], TOWN_SIDE), approximate: true };
  }

  /**
   * The places that a box speaks of, the best fitting first: those whose own box is like it, those that it holds, and those that hold it.
   * A box of half the world speaks of continents and countries, not of the towns in it.
   */
  placesOf(box: BoundingBox, limit = MOST_PLACES_OF_BOX): { readonly place: Place; readonly fit: number }[] {
    const thick = thickened(box);
    const area = areaKm2(thick);
    const found: { id: number; fit: number }[] = [];
    const { boxed, boxes } = this.#places;
    for (let nth = 0; nth < boxed.length; nth++) {
      // A box of layers is like that of a state or town, whatever river or island lies in it.
      if (this.kindOf(boxed[nth]!) === 'physical') continue;
      const west = boxes[nth * 4]!;
      const east = boxes[nth * 4 + 2]!;
      if (boxes[nth * 4 + 1]! > thick[3] || boxes[nth * 4 + 3]! < thick[1]) continue;
      if (thick[0] <= thick[2] && west <= east && (west > thick[2] || east < thick[0])) continue;
      const other = this.#places.box(nth);
      const shared = sharedKm2(thick, other);
      if (shared <= 0) continue;
      const theirs = areaKm2(other);
      // A sliver along a border says nothing: enough of one of the two has to be shared.
      if (shared < 0.2 * area && shared < 0.5 * theirs) continue;
      found.push({ id: boxed[nth]!, fit: overlapRelevance(box, other) });
    }
    found.sort((a, b) => b.fit - a.fit || this.weight(b.id) - this.weight(a.id) || a.id - b.id);
    return found.slice(0, limit).map(({ id, fit }) => ({ place: this.place(id), fit }));
  }

  /** The places of one kind in a box, by their points. */
  pointsIn(box: BoundingBox, kinds?: readonly PlaceKind[], limit = 1000): Place[] {
    this.#cells ??= this.#readCells();
    const found: Place[] = [];
    const south = Math.floor(Math.max(-90, box[1]));
    const north = Math.floor(Math.min(90, box[3]));
    const west = Math.floor(box[0]);
    const east = Math.floor(box[2] < box[0] ? box[2] + 360 : box[2]);
    for (let lat = south; lat <= north; lat++)
      for (let lon = west; lon <= east; lon++) {
        const wrapped = lon > 179 ? lon - 360 : lon;
        for (const id of this.#cells.get(lat * 1000 + wrapped) ?? []) {
          if (kinds !== undefined && !kinds.includes(this.kindOf(id))) continue;
          const at: BoundingBox = [
            this.#places.lon[id]!,
            this.#places.lat[id]!,
            this.#places.lon[id]!,
            this.#places.lat[id]!,
          ];
          if (!contains(box, at)) continue;
          found.push(this.place(id));
          if (found.length >= limit) return found;
        }
      }
    return found;
  }

  #readCells(): Map<number, number[]> {
    const cells = new Map<number, number[]>();
    for (let id = 0; id < this.size; id++) {
      const lat = this.#places.lat[id]!;
      const lon = this.#places.lon[id]!;
      if (Number.isNaN(lat) || Number.isNaN(lon)) continue;
      const key = Math.floor(lat) * 1000 + Math.floor(lon);
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, [id]);
      else cell.push(id);
    }
    return cells;
  }

  /** Whether two places' extents touch, used where the table says nothing of their borders. */
  touches(a: number, b: number): boolean {
    const one = this.extent(a);
    const other = this.extent(b);
    return one !== null && other !== null && intersects(one.box, other.box);
  }
}
