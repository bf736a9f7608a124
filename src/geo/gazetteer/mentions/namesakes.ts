/**
 * Which of the places of one name is meant, with a probability: the one that the words beside the name say, then what lies where the rest of the text is,
 * then what is likeliest by itself.
 */
import { isHeard } from '../heard-names.ts';
import { PLACE_KINDS } from '../pack.ts';
import type { PackedPlaces } from '../packed-places.ts';
import { priorOf } from '../place-weight.ts';
import type { Candidates } from './candidates.ts';
import type { Evidence } from './evidence.ts';

export interface Meant {
  /** Row of the place, -1 for a name that the gazetteer lacks. */
  readonly row: number;
  readonly probability: number;
}

const NOBODY: Meant = { row: -1, probability: 0 };
/** Units of `priorOf` that make one of two e times as likely. */
const SCALE = 8;
/** The same of what is said beside the name, and of what the rest of the text speaks of. */
const INSIDE = 10;
const KIND_SAID = 3;
const ABOVE_SPOKEN_OF = 1.5;
const COUNTRY_SPOKEN_OF = 0.5;

export class Namesakes {
  readonly #places: PackedPlaces;
  readonly #found: Candidates;
  readonly #evidence: Evidence;
  /** How often a place, or something in it, is spoken of by what is not in doubt. */
  readonly #spokenOf = new Map<number, number>();

  /** `isSaid`: which candidates are taken for places. */
  constructor(
    places: PackedPlaces,
    found: Candidates,
    evidence: Evidence,
    isSaid: (candidate: number) => boolean,
  ) {
    this.#places = places;
    this.#found = found;
    this.#evidence = evidence;
    const { table } = places;
    for (let c = 0; c < found.count; c++) {
      if (!isSaid(c)) continue;
      if (found.container[c]! >= 0) this.#speakOf(found.container[c]!);
      else if (found.name[c]! >= 0) {
        const first = table.firstBearer(found.name[c]!);
        if (table.endOfBearers(found.name[c]!) === first + 1) this.#speakOf(table.bearerAt(first));
      }
    }
  }

  #speakOf(row: number): void {
    for (let at = row, steps = 0; at >= 0 && steps < 4; at = this.#places.parent[at]!, steps++)
      this.#spokenOf.set(at, (this.#spokenOf.get(at) ?? 0) + 1);
  }

  meant(candidate: number): Meant {
    const name = this.#found.name[candidate]!;
    if (name < 0) return NOBODY;
    const { table, kind, size10 } = this.#places;
    const first = table.firstBearer(name);
    const end = table.endOfBearers(name);
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (let at = first; at < end; at++) {
      const row = table.bearerAt(at);
      if (!isHeard(PLACE_KINDS[kind[row]!]!, this.#places.country(row), size10[row]!)) continue;
      const score = this.#score(candidate, row);
      if (score > most) {
        most = score;
        best = row;
      }
    }
    if (best < 0) return NOBODY;
    let all = 0;
    let own = 0;
    for (let at = first; at < end; at++) {
      const row = table.bearerAt(at);
      if (!isHeard(PLACE_KINDS[kind[row]!]!, this.#places.country(row), size10[row]!)) continue;
      const likely = Math.exp(this.#score(candidate, row) - most);
      all += likely;
      // A town and the district of its name are one to who reads of it.
      if (this.#lies(row, best) || this.#lies(best, row)) own += likely;
    }
    return { row: best, probability: own / all };
  }

  #lies(row: number, inside: number): boolean {
    const { parent } = this.#places;
    for (let at = row, steps = 0; at >= 0 && steps < 6; at = parent[at]!, steps++)
      if (at === inside) return true;
    return false;
  }

  #score(candidate: number, row: number): number {
    const { parent, kind } = this.#places;
    const container = this.#found.container[candidate]!;
    let score = priorOf(this.#places, row) / SCALE;
    if (this.#evidence.kinds[candidate]?.includes(PLACE_KINDS[kind[row]!]!)) score += KIND_SAID;
    let above = parent[row]!;
    if (above >= 0) score += ABOVE_SPOKEN_OF * Math.min(2, this.#spokenOf.get(above) ?? 0);
    for (let steps = 0; above >= 0 && steps < 6; steps++) {
      if (above === container) score += INSIDE;
      const next = parent[above]!;
      if (next < 0) score += COUNTRY_SPOKEN_OF * Math.min(4, this.#spokenOf.get(above) ?? 0);
      above = next;
    }
    return score;
  }
}
