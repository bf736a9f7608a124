/** Where links lead: articles by year, by theme and by how much they are linked, each drawn in logarithmic time. */
import type { Random } from '../language/random.ts';
import { type Articles, choose } from './articles.ts';
import { HISTORY_PARAMETERS as P } from './parameters.ts';
import { PORTALS, THEMES } from './themes.ts';

/** Articles with the running sum of their weights. */
interface Urn {
  readonly ids: Uint32Array;
  readonly sums: Float64Array;
}

function urnOf(ids: readonly number[], popularity: Float64Array): Urn {
  const sums = new Float64Array(ids.length);
  let sum = 0;
  ids.forEach((id, i) => {
    sums[i] = sum += popularity[id]!;
  });
  return { ids: Uint32Array.from(ids), sums };
}

function draw(urn: Urn, random: Random): number {
  const { ids, sums } = urn;
  if (ids.length === 0) return -1;
  const at = random.next() * sums[sums.length - 1]!;
  let low = 0;
  let high = ids.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return ids[low]!;
}

export class LinkChoice {
  readonly #articles: Articles;
  readonly #byYear = new Map<number, Urn>();
  readonly #byTheme: readonly Urn[];
  readonly #all: Urn;

  constructor(articles: Articles) {
    this.#articles = articles;
    const years = new Map<number, number[]>();
    const themes: number[][] = THEMES.map(() => []);
    const all: number[] = [];
    for (let id = PORTALS.length; id < articles.count; id++) {
      all.push(id);
      themes[articles.themeOf[id]!]!.push(id);
      for (const { from, to } of articles.periods(id)) {
        for (let year = from; year <= to; year++) {
          const list = years.get(year);
          if (!list) years.set(year, [id]);
          else if (list[list.length - 1] !== id) list.push(id);
        }
      }
    }
    this.#all = urnOf(all, articles.popularity);
    this.#byTheme = themes.map((ids) => urnOf(ids, articles.popularity));
    for (const [year, ids] of years) this.#byYear.set(year, urnOf(ids, articles.popularity));
  }

  /** A target for a link in a paragraph of that year (`null`: of no year); another article than `from`. */
  target(from: number, year: number | null, random: Random): number {
    const shares = year === null ? P.linkTimeless.value : P.linkInPeriod.value;
    for (let attempt = 0; ; attempt++) {
      const id = this.#draw(from, year, choose(shares, random), random);
      if (id >= 0 && (id !== from || attempt > 8)) return id;
    }
  }

  #draw(from: number, year: number | null, way: number, random: Random): number {
    const theme = this.#articles.themeOf[from]!;
    if (way === 0) {
      const urn = this.#byYear.get(year!);
      if (!urn) return -1;
      let id = -1;
      for (let i = 0; i < P.themeTries.value; i++) {
        id = draw(urn, random);
        if (this.#articles.themeOf[id] === theme) break;
      }
      return id;
    }
    if (way === 1) return draw(this.#byTheme[theme]!, random);
    if (way === 2) return draw(this.#all, random);
    return random.int(PORTALS.length, this.#articles.count - 1);
  }

  /** Much-linked articles most of whose paragraphs lie in the years: what a search engine would answer. */
  about(from: number, to: number, count: number): number[] {
    const { popularity } = this.#articles;
    const scored: [number, number][] = [];
    for (let id = PORTALS.length; id < this.#articles.count; id++) {
      let inside = 0;
      let sum = 0;
      for (const p of this.#articles.periods(id)) {
        sum += p.weight;
        if (p.from >= from && p.to <= to) inside += p.weight;
      }
      if (inside > 0.6 * sum) scored.push([id, popularity[id]! * (inside / sum)]);
    }
    return scored
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, count)
      .map(([id]) => id);
  }
}
