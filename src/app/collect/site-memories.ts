/**
 * Content during a crawl: the threads judge each page alone, and here the memory of its site says what it repeats.
 *
 * Memories are written now and then, with a mark of how long the log of visits was: all pages before it are in them. What a kill took is
 * behind the mark, and is learned again from the archive when the crawl goes on; a page that was in a memory already is known by its
 * likeness and not counted twice.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CrawlEnvironment,
  crawlPaths,
  type PageObserver,
  readVisits,
  type Visit,
} from '../../crawl/index.ts';
import { storageError, TarrafaError } from '../../errors.ts';
import { clearParts, partName, putInPlace, writeFileWhole } from '../../files/index.ts';

/** Memories are written this often, in ticks of a second and in pages. */
const TICKS_BETWEEN_SAVES = 60;
const PAGES_BETWEEN_SAVES = 1000;
/** More than a kill can take; of a crawl that went without memories, the latest pages are enough. */
const MOST_LEARNED_AGAIN = 2 * PAGES_BETWEEN_SAVES;
type Content = typeof import('../../content/index.ts');
type Facts = import('../../content/index.ts').ContentFacts;

export interface SiteMemoriesOfCrawl extends Required<Pick<CrawlEnvironment, 'analysers' | 'observer'>> {
  /**
   * Called when the crawl is open: learns from the archive what the memories lack, and returns the pages read. A crawl that begins anew
   * forgets instead.
   */
  resume(options?: { readonly fresh?: boolean | undefined }): Promise<number>;
}

export async function siteMemories(out: string): Promise<SiteMemoriesOfCrawl> {
  const content = await import('../../content/index.ts');
  const folder = join(out, 'content');
  const paths = crawlPaths(out);
  const mark = new LearnedMark(folder, paths.visits, content.MEMORY_FORMAT);
  const memories = new content.SiteMemories(folder);
  let ticks = 0;
  let pages = 0;
  const save = (): void => {
    memories.save();
    // A visit is written into the log after its page was observed, and both between two ticks.
    mark.write();
    ticks = 0;
    pages = 0;
  };
  const observer: PageObserver = {
    page({ site, facts }) {
      const found = facts.more[content.CONTENT_FACTS] as Facts | undefined;
      if (found === undefined) return undefined;
      const { words } = content.keptBlocks(found.blocks, memories.learn(site, found.blocks));
      pages++;
      return { content: { type: found.type, words, pageWords: found.pageWords } };
    },
    tick() {
      ticks++;
      if (pages >= PAGES_BETWEEN_SAVES || (pages > 0 && ticks >= TICKS_BETWEEN_SAVES)) save();
    },
    close() {
      if (pages > 0) save();
    },
    tell: (site) => memories.tell(site),
    lacks: (site, visits) => memories.lacks(site, visits),
    hear(site, bytes) {
      memories.hear(site, bytes);
      // Kept as what is learned is.
      pages++;
    },
  };
  const resume: SiteMemoriesOfCrawl['resume'] = async ({ fresh } = {}) => {
    if (fresh === true) {
      rmSync(folder, { recursive: true, force: true });
      return 0;
    }
    let learned = 0;
    const from = mark.read();
    for (const visit of await visitsBehind(paths.visits, from)) {
      const facts = await archivedFacts(content, paths.archive, visit);
      if (facts === null) continue;
      memories.learn(visit.site, facts);
      learned++;
    }
    // Also where the kill left a log that is shorter than the mark: what comes to stand there now is not in the memories.
    if (pages + learned > 0 || from > mark.now()) save();
    return learned;
  };
  return { analysers: [{ module: content.CONTENT_ANALYSER_MODULE, options: null }], observer, resume };
}

/** The length of the log of visits up to which every page is in the memories. */
class LearnedMark {
  readonly #path: string;
  readonly #visits: string;
  readonly #format: number;

  constructor(folder: string, visits: string, format: number) {
    this.#path = join(folder, 'mark.json');
    this.#visits = visits;
    this.#format = format;
  }

  /** 0 when there is none, and when the memories are of an earlier format and begun anew. Those of a newer one are left alone. */
  read(): number {
    let mark: Readonly<Record<string, unknown>> | null = null;
    try {
      mark = JSON.parse(readFileSync(this.#path, 'utf8'));
    } catch {
      // Not there, or not whole.
    }
    const { format, visits } = mark ?? {};
    if (typeof format === 'number' && format > this.#format)
      throw new TarrafaError('TRF_FORMAT_NEWER', [this.#path, format, this.#format]);
    return format === this.#format && Number.isSafeInteger(visits) && (visits as number) > 0
      ? (visits as number)
      : 0;
  }

  /** What it would be now. */
  now(): number {
    return existsSync(this.#visits) ? statSync(this.#visits).size : 0;
  }

  write(): void {
    const visits = this.now();
    try {
      mkdirSync(join(this.#path, '..'), { recursive: true });
    } catch (error) {
      throw storageError(this.#path, error);
    }
    // As durable as the memories that it speaks of: it must not outlive them.
    writeFileWhole(this.#path, `${JSON.stringify({ format: this.#format, visits })}\n`, { durable: false });
  }
}

/** The latest visits of pages behind the mark, in order. The log may have been cut before it; then nothing is. */
async function visitsBehind(path: string, mark: number): Promise<Visit[]> {
  const found: Visit[] = [];
  for await (const visit of readVisits(path, mark)) {
    if (!mayTeach(visit)) continue;
    found.push(visit);
    if (found.length >= 2 * MOST_LEARNED_AGAIN) found.splice(0, MOST_LEARNED_AGAIN);
  }
  return found.slice(-MOST_LEARNED_AGAIN);
}

function mayTeach({ outcome, warc, type }: Visit): boolean {
  return outcome === 'analysed' && warc !== undefined && /html|^$/.test(type ?? '');
}

/** What the thread that parsed the page gave then; null when the archive does not hold the page itself. */
async function archivedFacts(
  content: Content,
  archive: string,
  { url, warc }: Visit,
): Promise<Facts['blocks'] | null> {
  const { LONGEST_CAPTURE, readRecordAt } = await import('../../warc/index.ts');
  const { readPage } = await import('../../page/index.ts');
  try {
    const { type, http } = await readRecordAt(join(archive, warc!.file), warc!.offset, undefined, {
      maxBlockBytes: LONGEST_CAPTURE,
    });
    // A copy, of which the archive has the first alone, would not be counted.
    if (type !== 'response' || http === null) return null;
    const { document } = readPage({
      url,
      contentType: http.header('content-type'),
      bytes: http.decoded().bytes,
    });
    return document && content.analysePage(document, { url }).facts;
  } catch (error) {
    if (error instanceof TarrafaError && error.code === 'TRF_STORAGE_UNREADABLE') throw error;
    // What the archive lost is not learned.
    return null;
  }
}

/** Pages of a site that its memory is learned from anew, the latest ones. */
const MOST_OF_A_SITE = 600;

/**
 * Learns the memory of a site anew, from what the archive has of it now; a site of which it has nothing more loses its memory. It is made beside
 * its place and put there whole.
 */
export async function relearnSite(out: string, site: string): Promise<void> {
  const folder = join(out, 'content');
  if (!existsSync(folder)) return;
  const content = await import('../../content/index.ts');
  const paths = crawlPaths(out);
  const visits: Visit[] = [];
  for await (const visit of readVisits(paths.visits)) {
    if (visit.site !== site || !mayTeach(visit)) continue;
    visits.push(visit);
    if (visits.length >= 2 * MOST_OF_A_SITE) visits.splice(0, MOST_OF_A_SITE);
  }
  const memories = new content.SiteMemories(folder);
  const parts = join(folder, 'learned');
  clearParts(parts);
  const fresh = partName(parts);
  try {
    const learned = new content.SiteMemories(fresh);
    for (const visit of visits.slice(-MOST_OF_A_SITE)) {
      const facts = await archivedFacts(content, paths.archive, visit);
      if (facts !== null) learned.learn(site, facts);
    }
    learned.save();
    const place = memories.path(site);
    if (existsSync(learned.path(site))) putInPlace(learned.path(site), place);
    else rmSync(place, { force: true });
  } catch (error) {
    throw error instanceof TarrafaError ? error : storageError(folder, error);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
