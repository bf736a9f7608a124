/**
 * The templates of a site: pages are kept apart by path prefix and structure, and a changed template is a new version of its cluster.
 * There is room for so many; when a site has more, the page of a new one takes the place of a template that has not been met for as long
 * as it was at work, and where there is none it is not counted.
 */
import { SKETCH_SIZE, sketchLikeness } from './block-places.ts';
import { OrdinarySizes } from './live-pages.ts';
import type { PageBlockFacts } from './page-block-facts.ts';

export interface TemplateCluster {
  /** Of this memory alone, never given twice. */
  readonly serial: number;
  readonly prefix: string;
  readonly version: number;
  readonly sketch: Uint32Array;
  /** Pages counted. */
  pages: number;
  /** The page, in the order of all, that was met last. */
  met: number;
  readonly sizes: OrdinarySizes;
}

export interface SavedCluster {
  readonly serial: number;
  readonly prefix: string;
  readonly version: number;
  readonly sketch: readonly number[];
  readonly pages: number;
  readonly met: number;
  readonly sizes: readonly number[];
}

/** Structures this much alike are one template; of another section, this much. */
const LIKENESS = 0.4;
const OTHER_LIKENESS = 0.7;
const OWN_SECTION = 0.1;
/** A template rests when so many times as many pages as there are templates came without it. */
const REST = 4;
const OWNERS = 0x10000;
const LONGEST_PREFIX = 64;

export class TemplateClusters {
  readonly #most: number;
  #list: TemplateCluster[] = [];
  readonly #owners = new Set<number>();
  #serial = 0;

  constructor(most: number) {
    this.#most = Math.max(1, Math.min(most, OWNERS >> 1));
  }

  get list(): readonly TemplateCluster[] {
    return this.#list;
  }

  /** The template of a page; null when it is not known. */
  find(facts: PageBlockFacts): TemplateCluster | null {
    const prefix = pathPrefix(facts.url);
    let best: TemplateCluster | null = null;
    let likeness = 0;
    for (const cluster of this.#list) {
      // Another section may use the same template; its own prefix is preferred.
      const same = cluster.prefix === prefix;
      const alike = sketchLikeness(cluster.sketch, facts.sketch);
      const rank = alike + (same ? OWN_SECTION : 0);
      if (rank > likeness && alike >= (same ? LIKENESS : OTHER_LIKENESS)) {
        likeness = rank;
        best = cluster;
      }
    }
    return best;
  }

  /** A cluster for a page of an unknown template; null when there is no room for it. `page`: its place in the order of all. */
  make(facts: PageBlockFacts, page: number): TemplateCluster | null {
    if (this.#list.length >= this.#most && !this.#giveUpOne(page)) return null;
    const prefix = pathPrefix(facts.url);
    let version = 1;
    for (const cluster of this.#list)
      if (cluster.prefix === prefix) version = Math.max(version, cluster.version + 1);
    do this.#serial++;
    while (this.#owners.has(ownerOf(this.#serial)));
    const cluster: TemplateCluster = {
      serial: this.#serial,
      prefix,
      version,
      sketch: facts.sketch,
      pages: 0,
      met: page,
      sizes: new OrdinarySizes(),
    };
    this.#add(cluster);
    return cluster;
  }

  /** Whether a cluster that is held has this number among the keys. */
  hasOwner(owner: number): boolean {
    return this.#owners.has(owner);
  }

  /** Those with the most pages, no more than so many. */
  largest(most: number): readonly TemplateCluster[] {
    return [...this.#list].sort((a, b) => b.pages - a.pages || a.serial - b.serial).slice(0, most);
  }

  save(list: readonly TemplateCluster[] = this.#list): {
    readonly serial: number;
    readonly list: readonly SavedCluster[];
  } {
    return {
      serial: this.#serial,
      list: list.map((c) => ({ ...c, sketch: [...c.sketch], sizes: c.sizes.save() })),
    };
  }

  /** Throws for anything that `save` cannot have made. */
  static load(most: number, saved: ReturnType<TemplateClusters['save']>): TemplateClusters {
    const clusters = new TemplateClusters(most);
    if (!isCount(saved.serial) || !Array.isArray(saved.list) || saved.list.length > clusters.#most)
      throw new Error('its templates are out of bounds');
    clusters.#serial = saved.serial;
    for (const { serial, prefix, version, sketch, pages, met, sizes } of saved.list) {
      const right =
        [serial, version, pages, met].every(isCount) &&
        typeof prefix === 'string' &&
        prefix.length <= LONGEST_PREFIX &&
        Array.isArray(sketch) &&
        sketch.length <= SKETCH_SIZE &&
        sketch.every(isCount) &&
        !clusters.hasOwner(ownerOf(serial));
      if (!right) throw new Error('a template is not whole');
      clusters.#add({
        serial,
        prefix,
        version,
        sketch: Uint32Array.from(sketch),
        pages,
        met,
        sizes: OrdinarySizes.load(sizes),
      });
    }
    return clusters;
  }

  #add(cluster: TemplateCluster): void {
    this.#list.push(cluster);
    this.#owners.add(ownerOf(cluster.serial));
  }

  /** Many templates in turns would push one another out before any is known: only what rests is given up. */
  #giveUpOne(page: number): boolean {
    let worst: TemplateCluster | null = null;
    let most = 0;
    for (const cluster of this.#list) {
      const rest = page - cluster.met;
      const rank = rest / (cluster.pages + 1) ** 2;
      if (rest > Math.max(REST * this.#most, cluster.pages) && rank > most) {
        most = rank;
        worst = cluster;
      }
    }
    if (worst === null) return false;
    this.#list = this.#list.filter((cluster) => cluster !== worst);
    this.#owners.delete(ownerOf(worst.serial));
    return true;
  }
}

/** The number of a cluster in the keys of the tables: 16 bits. */
export function ownerOf(serial: number): number {
  return serial & (OWNERS - 1);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffffffff;
}

/** The section of an address: its first folder, when it has one and it is a word. */
export function pathPrefix(url: string): string {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(url)?.[1] ?? '';
  const folder = /^\/([^/]{1,40})\/./.exec(path)?.[1] ?? '';
  return /^[\p{L}_-]+$/u.test(folder) ? `/${folder.toLowerCase()}/` : '/';
}
