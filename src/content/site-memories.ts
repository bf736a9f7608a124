/**
 * The memories of many sites in a folder, a file each: a crawl meets thousands of sites, so those met lately are held and the others
 * wait on disk. All of it can be learned again from the archive; a memory that cannot be read is begun anew, unless a newer version wrote it.
 *
 * Others who learn from the same sites may be told what is known of one (`tell`, `hear`): rarely, each time that it has doubled, because a memory is
 * long and the first pages teach the most.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskError, readingError, storageError, TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import { GenerationalCache } from '../text/generational-cache.ts';
import type { PageBlockFacts } from './page-block-facts.ts';
import { type MemoryJudgement, SiteMemory } from './site-memory.ts';

/** Sites held at once; a megabyte or so each, more for a large one. */
const MOST_HELD = 32;
const LONGEST_NAME = 100;
/** Sites of which it is known how much they were told of. */
const MOST_COUNTED = 50_000;
/** Pages below which there is nothing to tell. */
const FEWEST_TOLD = 4;
/** A site is told of again when it has grown so many times; it is asked for again when it may have. */
const TOLD_AGAIN = 2;
const ASKED_AGAIN = 4;

export class SiteMemories {
  readonly #folder: string;
  readonly #most: number;
  /** In the order in which they were used, the latest last. */
  readonly #held = new Map<string, { memory: SiteMemory; changed: boolean }>();
  /** Pages of each site that it is learned from, as last known. */
  readonly #pages = new GenerationalCache<number>(MOST_COUNTED);
  /** How many those were when others were told of it, or told of it. */
  readonly #told = new GenerationalCache<number>(MOST_COUNTED);
  /** Visits that others had made of it when they were asked. */
  readonly #asked = new GenerationalCache<number>(MOST_COUNTED);

  constructor(folder: string, options: { readonly mostHeld?: number } = {}) {
    this.#folder = folder;
    this.#most = Math.max(1, options.mostHeld ?? MOST_HELD);
  }

  /** Sites held now. */
  get held(): number {
    return this.#held.size;
  }

  /** Counts a page of a site, and judges it by what the site has shown so far. */
  learn(site: string, facts: PageBlockFacts): MemoryJudgement {
    const entry = this.#entry(site);
    entry.changed = true;
    const counted = entry.memory.learn(facts);
    this.#pages.set(site, entry.memory.pages);
    return entry.memory.judge(facts, counted);
  }

  /** What is worth most of what is known of a site, and of how many pages; null when others were told nearly as much. */
  tell(site: string): { readonly weight: number; readonly bytes: Uint8Array } | null {
    const pages = this.#pages.get(site) ?? 0;
    if (pages < FEWEST_TOLD || pages < TOLD_AGAIN * (this.#told.get(site) ?? 0)) return null;
    this.#told.set(site, pages);
    return { weight: pages, bytes: this.of(site).saveBrief() };
  }

  /** Whether others, who have made so many visits of a site, may know much more of it. They are asked rarely. */
  lacks(site: string, visits: number): boolean {
    if (visits < FEWEST_TOLD || visits < ASKED_AGAIN * (this.#asked.get(site) ?? 0)) return false;
    this.#asked.set(site, visits);
    return TOLD_AGAIN * (this.#pages.get(site) ?? this.of(site).pages) < visits;
  }

  /** Takes what another told of a site, if it is learned from more pages. What cannot be read is left. */
  hear(site: string, bytes: Uint8Array): void {
    let heard: SiteMemory;
    try {
      heard = SiteMemory.load(bytes);
    } catch {
      // Of another version, or damaged: it is learned again.
      return;
    }
    const entry = this.#entry(site);
    if (heard.pages <= entry.memory.pages) return;
    entry.memory = heard;
    entry.changed = true;
    this.#pages.set(site, heard.pages);
    this.#told.set(site, heard.pages);
  }

  of(site: string): SiteMemory {
    return this.#entry(site).memory;
  }

  /** Where the memory of a site is kept. */
  path(site: string): string {
    const plain = /^[\w.-]+$/.test(site) && site.length <= LONGEST_NAME && !/^\.+$/.test(site);
    const name = plain ? site : createHash('sha256').update(site).digest('hex');
    return join(this.#folder, `${name}.memory`);
  }

  /** Writes what has changed. */
  save(): void {
    for (const [site, entry] of this.#held) this.#keep(site, entry);
  }

  #entry(site: string): { memory: SiteMemory; changed: boolean } {
    const held = this.#held.get(site);
    if (held) {
      this.#held.delete(site);
      this.#held.set(site, held);
      return held;
    }
    if (this.#held.size >= this.#most) {
      const [oldest, entry] = this.#held.entries().next().value!;
      this.#keep(oldest, entry);
      this.#held.delete(oldest);
    }
    const entry = { memory: this.#read(site), changed: false };
    this.#held.set(site, entry);
    this.#pages.set(site, entry.memory.pages);
    return entry;
  }

  #read(site: string): SiteMemory {
    const path = this.path(site);
    if (!existsSync(path)) return new SiteMemory();
    try {
      return SiteMemory.load(readFileSync(path), path);
    } catch (error) {
      if (error instanceof TarrafaError && error.code === 'TRF_FORMAT_NEWER') throw error;
      // It may be whole: one begun anew would take its place.
      if (isDiskError(error)) throw readingError(path, error);
      return new SiteMemory();
    }
  }

  #keep(site: string, entry: { readonly memory: SiteMemory; changed: boolean }): void {
    if (!entry.changed) return;
    const path = this.path(site);
    try {
      mkdirSync(this.#folder, { recursive: true });
    } catch (error) {
      throw storageError(path, error);
    }
    // One is written for almost every page of a crawl of many sites, and all of it can be learned again.
    writeFileWhole(path, entry.memory.save(), { durable: false });
    entry.changed = false;
  }
}
