/**
 * Which of the places of one name is meant, with a probability: the one that the words beside the name say, then what lies where the rest of the text is
 * and is of the kind of what stands around, then what is likeliest by itself.
 */
import { isHeard, isHome } from '../heard-names.ts';
import { PLACE_KINDS, type PlaceKind } from '../pack.ts';
import type { PackedPlaces } from '../packed-places.ts';
import type { Candidates } from './candidates.ts';
import type { Evidence } from './evidence.ts';
import type { TextWords } from './text-words.ts';

export interface Meant {
  /** Row of the place, -1 for a name that the gazetteer lacks. */
  readonly row: number;
  readonly probability: number;
}

/** Where a text comes from, as far as it is known. */
export interface TextSetting {
  /** Country of who writes: of the domain, or of the variety of the language; '' for none. */
  readonly country: string;
  /** The place that a site is of, as a row; -1 for none: `www.taquari.rs.leg.br`. */
  readonly home: number;
}

export const NO_SETTING: TextSetting = { country: '', home: -1 };

const NOBODY: Meant = { row: -1, probability: 0 };

// All are log-odds.
/** How likely a place of the kind is meant by its bare name; towns by their inhabitants more. */
const KIND: Readonly<Record<PlaceKind, number>> = {
  continent: 6,
  country: 7,
  state: 4.5,
  region: 4,
  district: 2.4,
  municipality: 3,
  city: 2,
  parish: 1,
  physical: 2.2,
};
/** Divisions abroad that Portuguese has a name for are among the regions; the others are called like anything. */
const DIVISION_ABROAD = 2.2;
const TOWN_ABROAD = 0.3;
/** Oceans and seas are of no country. */
const OF_NO_COUNTRY = 3;
/** Of ten times the logarithm of its inhabitants, from some 16,000 (at home) and 12,000 (abroad). */
const PEOPLE_HOME = 0.12;
const PEOPLE_ABROAD = 0.22;
const SMALL_HOME = 42;
const SMALL_ABROAD = 41;
const CAPITAL = 1.2;
const OF_BRAZIL = 0.3;

const INSIDE = 10;
/** `Toledo, na Espanha` */
const NAMED_NEXT = 4;
const WORDS_TO_NEXT = 3;
/** `França` is no Franca. */
const OTHER_ACCENTS = -4;
const KIND_SAID = 4;
const ABOVE_SPOKEN_OF = 1.5;
const COUNTRY_SPOKEN_OF = 0.8;
/** The text speaks of places abroad, or of those at home. */
const SIDE_SPOKEN_OF = 1.2;
/** When nothing else is spoken of. */
const USUALLY_ABROAD = 0.15;
const COUNTRY_OF_WRITER = 1.5;
const HOME_ITSELF = 4;
const STATE_OF_HOME = 1.5;
/** Each name beside it that can only be a town, or only a division. */
const COMPANY = 0.8;
const MOST_COMPANY = 2;
/** `São Paulo: Ática, 1990` */
const BEFORE_COLON = 1.2;
const COLON = 11;
/** So many names and words away is beside. */
const NAMES_BESIDE = 3;
const WORDS_BESIDE = 12;

const NEAR_DEGREES = 0.3;

const TOWN = 1;
const DIVISION = 2;

export class Namesakes {
  readonly #words: TextWords;
  readonly #places: PackedPlaces;
  readonly #found: Candidates;
  readonly #evidence: Evidence;
  readonly #setting: TextSetting;
  /** How often a place, or something in it, is spoken of by what is not in doubt. */
  readonly #spokenOf = new Map<number, number>();
  /** Of each candidate: whether it can only be a town or only a division; 0 for either, and for what is none. */
  readonly #sort: Uint8Array;
  #home = 0;
  #abroad = 0;

  /** `isSaid`: which candidates are taken for places. */
  constructor(
    words: TextWords,
    places: PackedPlaces,
    found: Candidates,
    evidence: Evidence,
    isSaid: (candidate: number) => boolean,
    setting: TextSetting = NO_SETTING,
  ) {
    this.#words = words;
    this.#places = places;
    this.#found = found;
    this.#evidence = evidence;
    this.#setting = setting;
    this.#sort = new Uint8Array(found.count);
    const { table } = places;
    for (let c = 0; c < found.count; c++) {
      if (!isSaid(c)) continue;
      if (found.name[c]! >= 0) this.#sort[c] = this.#sortOf(found.name[c]!);
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
    const country = this.#places.country(row);
    if (country === '') return;
    if (isHome(country)) this.#home++;
    else this.#abroad++;
  }

  #sortOf(name: number): number {
    const { table } = this.#places;
    let sort = 0;
    for (let at = table.firstBearer(name); at < table.endOfBearers(name); at++) {
      const row = table.bearerAt(at);
      if (!this.#isHeard(row)) continue;
      const own = sortOfKind(this.#kindOf(row));
      if (own === 0 || (sort !== 0 && own !== sort)) return 0;
      sort = own;
    }
    return sort;
  }

  meant(candidate: number): Meant {
    const name = this.#found.name[candidate]!;
    if (name < 0) return NOBODY;
    const { table } = this.#places;
    const company = this.#company(candidate);
    const next = this.#namedNext(candidate);
    const written = this.#accented(candidate);
    const rows: number[] = [];
    const scores: number[] = [];
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (let at = table.firstBearer(name); at < table.endOfBearers(name); at++) {
      const row = table.bearerAt(at);
      if (!this.#isHeard(row)) continue;
      let score = this.#score(candidate, row, company);
      if (next.some((division) => division !== row && this.#lies(row, division))) score += NAMED_NEXT;
      // Abroad the tables have names as they are written there.
      if (
        written !== '' &&
        isHome(this.#places.country(row)) &&
        !accentsOf(this.#places.names.text(row)).startsWith(written)
      )
        score += OTHER_ACCENTS;
      rows.push(row);
      scores.push(score);
      if (score > most) {
        most = score;
        best = row;
      }
    }
    if (best < 0) return NOBODY;
    let all = 0;
    let own = 0;
    for (let k = 0; k < rows.length; k++) {
      const likely = Math.exp(scores[k]! - most);
      all += likely;
      // A town and the district of its name are one to who reads of it, and so is a town that two tables have.
      const row = rows[k]!;
      if (this.#lies(row, best) || this.#lies(best, row) || this.#areNear(row, best)) own += likely;
    }
    return { row: best, probability: own / all };
  }

  #areNear(a: number, b: number): boolean {
    const { lat, lon } = this.#places;
    return Math.abs(lat[a]! - lat[b]!) < NEAR_DEGREES && Math.abs(lon[a]! - lon[b]!) < NEAR_DEGREES;
  }

  /** By how much a town is likelier than a division, by the names beside it. */
  #company(candidate: number): number {
    const { first, count } = this.#found;
    let sum = 0;
    const to = Math.min(count - 1, candidate + NAMES_BESIDE);
    for (let c = Math.max(0, candidate - NAMES_BESIDE); c <= to; c++) {
      if (c === candidate || Math.abs(first[c]! - first[candidate]!) > WORDS_BESIDE) continue;
      if (this.#sort[c] === TOWN) sum += COMPANY;
      else if (this.#sort[c] === DIVISION) sum -= COMPANY;
    }
    sum = Math.max(-MOST_COMPANY, Math.min(MOST_COMPANY, sum));
    return this.#evidence.signBehind(candidate) === COLON ? sum + BEFORE_COLON : sum;
  }

  /** The countries and divisions that the name right behind may be of. */
  #namedNext(candidate: number): readonly number[] {
    const { count, first, through, name } = this.#found;
    const next = candidate + 1;
    if (next >= count || first[next]! - through[candidate]! > WORDS_TO_NEXT || name[next]! < 0) return [];
    const { table } = this.#places;
    const rows: number[] = [];
    for (let at = table.firstBearer(name[next]!); at < table.endOfBearers(name[next]!); at++)
      if (
        sortOfKind(this.#kindOf(table.bearerAt(at))) === DIVISION ||
        this.#kindOf(table.bearerAt(at)) === 'country'
      )
        rows.push(table.bearerAt(at));
    return rows;
  }

  /** The accents that a name is written with; '' for none, which says nothing. */
  #accented(candidate: number): string {
    const { text, start, end } = this.#words;
    return accentsOf(text.slice(start[this.#found.first[candidate]!], end[this.#found.last[candidate]!]));
  }

  #kindOf(row: number): PlaceKind {
    return PLACE_KINDS[this.#places.kind[row]!]!;
  }

  #isHeard(row: number): boolean {
    return isHeard(this.#kindOf(row), this.#places.country(row), this.#places.size10[row]!);
  }

  #lies(row: number, inside: number): boolean {
    const { parent } = this.#places;
    for (let at = row, steps = 0; at >= 0 && steps < 6; at = parent[at]!, steps++)
      if (at === inside) return true;
    return false;
  }

  /** How likely it is meant whatever the text. */
  #alone(row: number, kind: PlaceKind, country: string): number {
    const people = this.#places.size10[row]!;
    const capital = this.#places.capital[row] === 1 ? CAPITAL : 0;
    if (isHome(country)) {
      const town = kind === 'municipality' || kind === 'city';
      return (
        KIND[kind] +
        (town ? PEOPLE_HOME * Math.max(0, people - SMALL_HOME) + capital : 0) +
        (country === 'BR' ? OF_BRAZIL : 0)
      );
    }
    if (kind === 'city') return TOWN_ABROAD + PEOPLE_ABROAD * Math.max(0, people - SMALL_ABROAD) + capital;
    if (kind === 'state') return country === 'US' ? KIND.region : DIVISION_ABROAD;
    return KIND[kind] + (country === '' && kind === 'physical' ? OF_NO_COUNTRY : 0);
  }

  #score(candidate: number, row: number, company: number): number {
    const { parent } = this.#places;
    const kind = this.#kindOf(row);
    const country = this.#places.country(row);
    let score = this.#alone(row, kind, country);
    if (this.#evidence.kinds[candidate]?.includes(kind)) score += KIND_SAID;
    const sort = sortOfKind(kind);
    if (sort === TOWN) score += company;
    else if (sort === DIVISION) score -= company;
    if (country !== '') {
      const spoken = this.#home + this.#abroad;
      const abroad = (this.#abroad + USUALLY_ABROAD) / (spoken + 1);
      score += SIDE_SPOKEN_OF * (isHome(country) ? 1 - abroad : abroad);
    }
    const container = this.#found.container[candidate]!;
    let above = parent[row]!;
    if (above >= 0) score += ABOVE_SPOKEN_OF * Math.min(2, this.#spokenOf.get(above) ?? 0);
    for (let steps = 0; above >= 0 && steps < 6; steps++) {
      if (above === container) score += INSIDE;
      const next = parent[above]!;
      if (next < 0) score += COUNTRY_SPOKEN_OF * Math.min(3, this.#spokenOf.get(above) ?? 0);
      above = next;
    }
    return score + this.#bySetting(row, country);
  }

  #bySetting(row: number, country: string): number {
    const { country: written, home } = this.#setting;
    let score = written !== '' && country === written ? COUNTRY_OF_WRITER : 0;
    if (home >= 0) {
      if (row === home) score += HOME_ITSELF;
      else if (this.#lies(row, this.#places.parent[home]!)) score += STATE_OF_HOME;
    }
    return score;
  }
}

/** Districts of Portugal are called like their towns, and meant where they are called districts. */
function sortOfKind(kind: PlaceKind): number {
  if (kind === 'municipality' || kind === 'city' || kind === 'parish') return TOWN;
  return kind === 'state' || kind === 'region' ? DIVISION : 0;
}

/** Only what is beyond plain letters. */
const accentsOf = (text: string): string => text.toLowerCase().replace(/[\0-\x7f]+/g, '');
