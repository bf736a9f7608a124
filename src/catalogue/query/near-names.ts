/**
 * The places that a misspelt name was perhaps meant for, and those whose names begin with some letters. Only places that a reader may be
 * expected to know of: among the towns of the whole world every slip meets another name.
 */

import { bitCount } from '../../bytes/index.ts';
import { spellingKey } from '../../geo/gazetteer/index.ts';
import type { Gazetteer, PlaceKind } from '../../geo/index.ts';
import { editDistance, foldWords } from '../../text/index.ts';

const KNOWN_KINDS: ReadonlySet<PlaceKind> = new Set([
  'continent',
  'country',
  'state',
  'region',
  'district',
  'municipality',
  'city',
] as const);
/** Divisions of other countries and small towns weigh less than this. */
const LEAST_WEIGHT = 23;
/** Shorter names have too many neighbours. */
const SHORTEST = 4;
/** Names up to this length are mended only to places that everybody knows. */
const SHORT = 6;
/** As heavy as a state, a region, a district or the capital of a state. */
export const WELL_KNOWN = 44;
const LONGEST = 60;

export interface NearName {
  readonly id: number;
  /** Letters put in, left out, changed or exchanged; a half where only the spelling differs (`Mogi`, `Moji`). */
  readonly distance: number;
}

export class NearNames {
  readonly #gazetteer: Gazetteer;
  /** Sorted, one entry for each name; the likeliest bearer of each. */
  readonly #names: string[] = [];
  readonly #ids: number[] = [];
  readonly #spellings: string[] = [];
  readonly #masks: Int32Array;
  /** Names by their length. */
  readonly #byLength = new Map<number, number[]>();

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
    const likeliest = new Map<string, number>();
    for (let id = 0; id < gazetteer.size; id++) {
      if (!KNOWN_KINDS.has(gazetteer.kindOf(id)) || gazetteer.weight(id) < LEAST_WEIGHT) continue;
      const kind = gazetteer.kindOf(id);
      // Of other countries' divisions only those that are known by name.
      if (kind === 'state' && gazetteer.weight(id) < WELL_KNOWN) continue;
      const [name] = gazetteer.foldedNames(id) as [string];
      const other = likeliest.get(name);
      if (other === undefined || gazetteer.weight(id) > gazetteer.weight(other)) likeliest.set(name, id);
    }
    for (const [name, id] of [...likeliest].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const at = this.#names.length;
      this.#names.push(name);
      this.#ids.push(id);
      this.#spellings.push(spellingKey(name));
      const list = this.#byLength.get(name.length);
      if (list === undefined) this.#byLength.set(name.length, [at]);
      else list.push(at);
    }
    this.#masks = Int32Array.from(this.#names, lettersOf);
  }

  /**
   * The nearest first; none for a name that is too short. A name that is right as it stands has none either, unless `of` is `better`: then
   * well-known places near it. `of: any` mends short names to any place, for when it is certain that a place was meant.
   */
  near(written: string, of: 'usual' | 'any' | 'better' = 'usual', limit = 5): NearName[] {
    const name = foldWords(written.slice(0, 200));
    if (name.length < SHORTEST || name.length > LONGEST) return [];
    if (of !== 'better' && this.#gazetteer.hasFolded(name)) return [];
    const most = name.length >= 9 ? 2 : 1;
    const mask = lettersOf(name);
    const spelling = spellingKey(name);
    const found: NearName[] = [];
    for (let length = name.length - most; length <= name.length + most; length++)
      for (const at of this.#byLength.get(length) ?? []) {
        const other = this.#names[at]!;
        if (other === name) continue;
        if (this.#spellings[at] === spelling) {
          found.push({ id: this.#ids[at]!, distance: 0.5 });
          continue;
        }
        // Every slip changes at most two letters of the set.
        if (bitCount(mask ^ this.#masks[at]!) > 2 * most) continue;
        const distance = editDistance(name, other, most);
        if (distance <= most) found.push({ id: this.#ids[at]!, distance: distance + slips(name, other) });
      }
    const weight = (id: number): number => this.#gazetteer.weight(id);
    if (of === 'better' || (of === 'usual' && name.length <= SHORT)) {
      const known = found.filter(({ id }) => weight(id) >= WELL_KNOWN);
      found.length = 0;
      found.push(...known);
    }
    found.sort((a, b) => a.distance - b.distance || weight(b.id) - weight(a.id) || a.id - b.id);
    return found.slice(0, limit);
  }

  /** Rows whose names begin with these letters, the likeliest first. */
  startingWith(written: string, limit: number): number[] {
    const prefix = foldWords(written.slice(0, 200));
    if (prefix === '') return [];
    let low = 0;
    let high = this.#names.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#names[middle]! < prefix) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low; at < this.#names.length && this.#names[at]!.startsWith(prefix); at++)
      found.push(this.#ids[at]!);
    const weight = (id: number): number => this.#gazetteer.weight(id);
    return found.sort((a, b) => weight(b) - weight(a) || a - b).slice(0, limit);
  }
}

const made = new WeakMap<Gazetteer, { readonly size: number; readonly names: NearNames }>();

/** The names of a gazetteer, read once. */
export function nearNames(gazetteer: Gazetteer): NearNames {
  const known = made.get(gazetteer);
  if (known !== undefined && known.size === gazetteer.size) return known.names;
  const names = new NearNames(gazetteer);
  made.set(gazetteer, { size: gazetteer.size, names });
  return names;
}

function lettersOf(name: string): number {
  let mask = 0;
  for (let i = 0; i < name.length; i++) {
    const c = name.charCodeAt(i) - 97;
    if (c >= 0 && c < 26) mask |= 1 << c;
  }
  return mask;
}

/** People rarely miss the first letter. */
function slips(a: string, b: string): number {
  return a[0] === b[0] ? 0 : 0.4;
}
