/**
 * The memories of many sites in a folder, a file each: a crawl meets thousands of sites, so those met lately are held and the others
 * wait on disk. All of it can be learned again from the archive; a memory that cannot be read is begun anew, unless a newer version wrote it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskError, readingError, storageError, TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import type { PageBlockFacts } from './page-block-facts.ts';
import { type MemoryJudgement, SiteMemory } from './site-memory.ts';

/** Sites held at once; a megabyte or so each, more for a large one. */
const MOST_HELD = 32;
const LONGEST_NAME = 100;

export class SiteMemories {
  readonly #folder: string;
  readonly #most: number;
  /** In the order in which they were used, the latest last. */
  readonly #held = new Map<string, { readonly memory: SiteMemory; changed: boolean }>();

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
    return entry.memory.judge(facts, entry.memory.learn(facts));
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

  #entry(site: string): { readonly memory: SiteMemory; changed: boolean } {
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
