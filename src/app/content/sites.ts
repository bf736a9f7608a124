/**
 * By which memory a page is judged: one that was given, that of the crawl it comes from, or what the pages given together show, site by
 * site. A page that does not say where it is from is one of the site whose other pages were given.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnalysedPage, SiteMemories, type SiteMemory } from '../../content/index.ts';
import { registrableDomain } from '../../url/index.ts';
import { memoryFiles } from './memory-files.ts';
import { type ContentReading, hostOf, type ReadPage, readable } from './pages.ts';

/** Pages of a site with which the memory of a crawl is tried: one of a crawl with other rules knows none of them. */
const TRIED = 3;
/** Memories in use at once, of a megabyte or more each; the others wait on disk. */
const MOST_HELD = 128;

/** What a crawl learned of its sites; believed of a site when it knows some of its pages. */
class CrawlMemories {
  readonly #memories: SiteMemories;
  readonly #fewest: number;
  readonly #known = new Set<string>();
  readonly #tried = new Map<string, number>();
  readonly #pages = new Map<string, number>();

  constructor(folder: string, fewest: number) {
    this.#fewest = fewest;
    this.#memories = new SiteMemories(folder, { mostHeld: MOST_HELD });
  }

  static of(crawl: string, fewest: number): CrawlMemories | null {
    const folder = join(crawl, 'content');
    return memoryFiles(folder).length === 0 ? null : new CrawlMemories(folder, fewest);
  }

  /** Whether the page still has to be read to know if its site is remembered, or because it is not. */
  asks(url: string | undefined): boolean {
    const site = siteOf(url);
    if (site === '') return true;
    this.#pages.set(site, (this.#pages.get(site) ?? 0) + 1);
    return !this.#known.has(site);
  }

  /** Whether the memory of its site knows pages like this. */
  knows(page: AnalysedPage): boolean {
    const site = siteOf(page.url);
    if (site === '') return false;
    if (this.#known.has(site)) return true;
    const tried = (this.#tried.get(site) ?? 0) + 1;
    this.#tried.set(site, tried);
    if (tried > TRIED) return false;
    if (this.#memories.of(site).judge(page.facts, true).pages < this.#fewest) return false;
    this.#known.add(site);
    return true;
  }

  of(url: string): SiteMemory | null {
    const site = siteOf(url);
    return this.#known.has(site) ? this.#memories.of(site) : null;
  }

  /** Of the site with the most pages. */
  largest(): SiteMemory | null {
    const [first] = [...this.#known].sort((a, b) => this.#pages.get(b)! - this.#pages.get(a)!);
    return first === undefined ? null : this.#memories.of(first);
  }
}

/** A crawl remembers by registrable domain. */
function siteOf(url: string | undefined): string {
  const host = hostOf(url ?? '').replace(/:\d+$/, '');
  return host === '' ? '' : registrableDomain(host);
}

export interface Witness {
  readonly memory: SiteMemory;
  /** Whether the page itself is among what the memory counted. */
  readonly counted: boolean;
}

/** The site of other pages given of it that do not say where they are from. */
const UNNAMED = '';

export class ContentSites {
  /** Where memories wait that are not in use, for an archive may have thousands of sites; made when it is needed. */
  readonly #folder = join(tmpdir(), `tarrafa-content-${randomUUID()}`);
  readonly #memories = new SiteMemories(this.#folder, { mostHeld: MOST_HELD });
  readonly #sites = new Set<string>();
  /** Sites learned from other pages of them, with the pages counted. */
  readonly #asked = new Map<string, number>();
  readonly #counted = new Set<string>();
  /** By the input. */
  readonly #crawls = new Map<string, CrawlMemories>();
  readonly #askedCrawls: CrawlMemories[] = [];
  readonly #useCrawls: boolean;
  readonly #fewest: number;
  #withSite = false;

  /**
   * `fewest`: other pages of a template below which a memory does not judge a page. `crawls`: whether to use what the crawls learned
   * whose folders are given, and not learn it anew from their archives.
   */
  constructor({ fewest, crawls = true }: { readonly fewest: number; readonly crawls?: boolean }) {
    this.#fewest = fewest;
    this.#useCrawls = crawls;
  }

  /** Whether a crawl remembers some of the sites. */
  get remembered(): boolean {
    return this.#crawls.size + this.#askedCrawls.length > 0;
  }

  /** The sites that were learned here. */
  get sites(): ReadonlySet<string> {
    return this.#sites;
  }

  memory(site: string): SiteMemory {
    return this.#memories.of(site);
  }

  /** Forgets what waits on disk. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Learns from other pages of the site. */
  async learnSite(inputs: readonly string[], reading: ContentReading): Promise<void> {
    this.#withSite = true;
    await this.#learn(inputs, { ...reading, url: undefined }, (page) =>
      page.host === '' ? UNNAMED : page.host,
    );
    for (const site of this.#sites) this.#asked.set(site, this.#memories.of(site).pages);
    this.#askedCrawls.push(...this.#crawls.values());
    this.#crawls.clear();
  }

  /** Learns from the very pages that are to be judged: the last page teaches about the first. */
  async learnInputs(inputs: readonly string[], reading: ContentReading): Promise<void> {
    await this.#learn(inputs, reading, (page) => this.#siteOf(page));
  }

  async #learn(
    inputs: readonly string[],
    reading: ContentReading,
    siteOfPage: (page: ReadPage) => string,
  ): Promise<void> {
    for (const input of inputs) {
      const crawl = this.#useCrawls ? CrawlMemories.of(input, this.#fewest) : null;
      if (crawl !== null) this.#crawls.set(input, crawl);
    }
    const pages = readable(inputs, reading, {
      stage: 'learning',
      wanted: (page, input) => this.#crawls.get(input)?.asks(page.url) ?? true,
    });
    for await (const page of pages) {
      if (this.#crawls.get(page.input)?.knows(page.analysed) === true) continue;
      this.#count(siteOfPage(page), page);
    }
  }

  #count(site: string, page: ReadPage): void {
    const key = `${site}\n${page.digest}`;
    // A page that was given both to be learned from and to be judged is one page.
    if (this.#counted.has(key)) return;
    this.#sites.add(site);
    const before = this.#memories.of(site).pages;
    this.#memories.learn(site, page.analysed.facts);
    if (this.#memories.of(site).pages > before) this.#counted.add(key);
  }

  #siteOf({ host, site }: Pick<ReadPage, 'host' | 'site'>): string {
    if (!this.#withSite || (host !== '' && this.#asked.has(host))) return site;
    if (this.#asked.has(UNNAMED)) return UNNAMED;
    if (host !== '') return site;
    const [largest] = [...this.#asked].sort((a, b) => b[1] - a[1]);
    return largest?.[0] ?? site;
  }

  /** The memory for a page; null when there is nothing to compare it with. */
  of(page: ReadPage): Witness | null {
    const own = this.#crawls.get(page.input)?.of(page.analysed.url) ?? null;
    if (own !== null) return { memory: own, counted: true };
    for (const crawl of this.#askedCrawls) {
      const memory = page.host === '' ? crawl.largest() : crawl.of(page.analysed.url);
      if (memory !== null) return { memory, counted: false };
    }
    const site = this.#siteOf(page);
    if (!this.#sites.has(site)) return null;
    return { memory: this.#memories.of(site), counted: this.#counted.has(`${site}\n${page.digest}`) };
  }
}
