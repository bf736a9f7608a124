/**
 * Where the pages of a site have their date: learned from pages that state it in metadata, used on those that do not. Bounded in sites
 * and in places a site; a plain object in JSON.
 */
import type { DateCandidate, DatedEvidence, DateSource } from './candidate.ts';
import type { PageLayout } from './page-layout.ts';

const MOST_SITES = 2000;
const MOST_PLACES = 24;
/** Pages that must agree before a place is believed. */
const ENOUGH = 2;

interface Tally {
  right: number;
  wrong: number;
}

/** What is known of one site. */
export interface SitePlaces {
  /** Log-odds that a date at this place gains (or loses). */
  support(signature: string, source: DateSource): number;
}

/** The form in which the memory is kept. */
export interface SiteDateMemoryData {
  readonly format: 1;
  readonly sites: Readonly<Record<string, Readonly<Record<string, readonly [right: number, wrong: number]>>>>;
}

class Site implements SitePlaces {
  readonly places = new Map<string, Tally>();

  support(signature: string, source: DateSource): number {
    const tally = this.places.get(keyOf(source, signature));
    if (tally === undefined || tally.right + tally.wrong < ENOUGH) return 0;
    const share = (tally.right + 0.5) / (tally.right + tally.wrong + 1);
    return Math.max(-2, Math.min(2.5, Math.log(share / (1 - share))));
  }

  add(key: string, right: boolean): void {
    let tally = this.places.get(key);
    if (tally === undefined) {
      if (this.places.size >= MOST_PLACES) this.#forgetOne();
      tally = { right: 0, wrong: 0 };
      this.places.set(key, tally);
    }
    if (right) tally.right++;
    else tally.wrong++;
    // Old pages count less than new ones: sites are redesigned.
    if (tally.right + tally.wrong >= 64) {
      tally.right /= 2;
      tally.wrong /= 2;
    }
  }

  #forgetOne(): void {
    let least: string | null = null;
    let count = Number.POSITIVE_INFINITY;
    for (const [key, { right, wrong }] of this.places) {
      const value = right * 2 + wrong;
      if (value < count) {
        count = value;
        least = key;
      }
    }
    if (least !== null) this.places.delete(least);
  }
}

function keyOf(source: DateSource, signature: string): string {
  return `${source === 'visible' ? 'v' : 'e'} ${signature}`;
}

const PLACED = new Set<DateSource>(['visible', 'time-element', 'element', 'microdata']);
const TEACHERS = new Set<DateSource>(['json-ld', 'meta', 'url', 'feed']);
const SURE = 0.85;

export class SiteDateMemory {
  readonly #sites = new Map<string, Site>();

  /** What is known of a host; null when nothing is. */
  of(host: string): SitePlaces | null {
    const site = this.#sites.get(host);
    if (site === undefined) return null;
    // Last used is last forgotten.
    this.#sites.delete(host);
    this.#sites.set(host, site);
    return site;
  }

  /** Learns from a page whose metadata give the date: which of its places give the same, which another. */
  learn(
    host: string,
    layout: PageLayout,
    candidates: readonly DateCandidate[],
    published: DatedEvidence | null,
  ): void {
    if (host === '' || published === null || !TEACHERS.has(published.source) || published.confidence < SURE)
      return;
    const day = candidates.find((c) => c.source === published.source && c.text === published.text)?.day;
    if (day === undefined) return;
    const seen = new Map<string, boolean>();
    for (const c of candidates) {
      if (c.node <= 0 || c.precision !== 'day' || !PLACED.has(c.source)) continue;
      const key = keyOf(c.source, layout.signature(c.node));
      const right = c.day === day || c.alternative === day;
      // One wrong date at a place makes the place wrong: a list also holds the right one sometimes.
      seen.set(key, (seen.get(key) ?? true) && right);
    }
    if (seen.size === 0) return;
    let site = this.#sites.get(host);
    if (site === undefined) {
      if (![...seen.values()].includes(true)) return;
      if (this.#sites.size >= MOST_SITES) this.#sites.delete(this.#sites.keys().next().value!);
      site = new Site();
      this.#sites.set(host, site);
    }
    for (const [key, right] of seen) if (right || site.places.has(key)) site.add(key, right);
  }

  get size(): number {
    return this.#sites.size;
  }

  toJSON(): SiteDateMemoryData {
    const sites: Record<string, Record<string, [number, number]>> = {};
    for (const [host, site] of this.#sites) {
      const places: Record<string, [number, number]> = {};
      for (const [key, { right, wrong }] of site.places) places[key] = [right, wrong];
      sites[host] = places;
    }
    return { format: 1, sites };
  }

  /** Reads what `toJSON` wrote; anything else in it is passed over. */
  static fromJSON(data: unknown): SiteDateMemory {
    const memory = new SiteDateMemory();
    if (typeof data !== 'object' || data === null) return memory;
    const { format, sites } = data as { format?: unknown; sites?: unknown };
    if (format !== 1 || typeof sites !== 'object' || sites === null) return memory;
    for (const [host, places] of Object.entries(sites).slice(-MOST_SITES)) {
      if (typeof places !== 'object' || places === null) continue;
      const site = new Site();
      for (const [key, value] of Object.entries(places).slice(0, MOST_PLACES)) {
        if (!Array.isArray(value)) continue;
        const [right, wrong] = value as unknown[];
        if (isCount(right) && isCount(wrong)) site.places.set(key, { right, wrong });
      }
      if (site.places.size > 0) memory.#sites.set(host, site);
    }
    return memory;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1000;
}
