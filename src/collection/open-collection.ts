/**
 * A collection opened for reading: its catalogue, which is brought up to its archive, the archive itself, and what is made of both when
 * somebody asks.
 *
 * ```ts
 * const collection = await openCollection('coleta');
 * const { hits } = await collection.catalogue.search(await collection.parseLine('enchentes em Porto Alegre em 1941'));
 * ```
 */
import { existsSync, statSync } from 'node:fs';
import type { Catalogue, ComputedFacts, DossierItem, PageCorrection, Query } from '../catalogue/index.ts';
import { EmbeddedCatalogue, parseLine } from '../catalogue/index.ts';
import { WatchedForgotten } from '../crawl/forgotten.ts';
import { TarrafaError } from '../errors.ts';
import type { Fetcher } from '../fetcher.ts';
import { type Gazetteer, loadGazetteer } from '../geo/gazetteer/index.ts';
import { foldWords } from '../text/index.ts';
import { WarcArchive } from '../warc/index.ts';
import { reason } from '../words/why.ts';
import { type AnalyseOptions, type AnalysisResult, analyseArchive } from './analyse-archive.ts';
import { AnalysisLock } from './analysis-lock.ts';
import { ArchiveFetcher } from './archive-fetcher.ts';
import { archivesOf, type CollectionPlace, collectionPlace } from './collection-place.ts';
import { type CitedItem, citedItems, itemsToAdd, type NewItem, type WantedItem } from './dossier/index.ts';
import { blocksOfPage, type ExplainedBlock } from './explained-blocks.ts';
import { matchesOfPage, type TextMatch } from './matches-of-page.ts';
import { refuseNothing, removeCatalogue } from './nothing-read.ts';
import { rereadingOf, rereadPage, rewritePage } from './reread-page.ts';
import { type ComparedCapture, type PageDifference, pageDifference } from './versions/index.ts';

export interface OpenOptions extends AnalyseOptions {
  /** Name in addresses; by default that of the folder. */
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  /** File of the catalogue, when it is not beside the archive. */
  readonly out?: string | undefined;
  /** File of what people added, when it is not beside the catalogue. */
  readonly kept?: string | undefined;
  /** Bring the catalogue up to the archive first. Default true. */
  readonly catchUp?: boolean | undefined;
  /** Open an existing catalogue without writing to it. */
  readonly readOnly?: boolean | undefined;
  /** ms since 1970. */
  readonly now?: (() => number) | undefined;
}

const MS_PER_DAY = 86_400_000;

/** `[a-z0-9-]{1,64}`. */
export function collectionName(text: string): string {
  return (
    foldWords(text)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 64) || 'colecao'
  );
}

export class OpenCollection {
  readonly name: string;
  readonly title: string;
  readonly folder: string;
  readonly catalogue: Catalogue;
  readonly gazetteer: Gazetteer;
  readonly #place: CollectionPlace;
  readonly #options: OpenOptions;
  readonly #now: () => number;
  /** Which file the catalogue was opened as. */
  readonly #file: string | null;
  #archive: WarcArchive;
  #before: WarcArchive | null = null;
  #running: Promise<AnalysisResult | null> | null = null;
  #closed = false;

  private constructor(
    place: CollectionPlace,
    catalogue: Catalogue,
    archive: WarcArchive,
    gazetteer: Gazetteer,
    options: OpenOptions,
    file: string | null,
  ) {
    this.#place = place;
    this.#file = file;
    this.#archive = archive;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.name = collectionName(options.name ?? place.name);
    this.title = options.title ?? options.name ?? place.name;
    this.folder = place.folder;
    this.catalogue = catalogue;
    this.gazetteer = gazetteer;
  }

  /** Opens a crawl's folder, a folder of archives, or archive files of anybody's. */
  static async open(inputs: string | readonly string[], options: OpenOptions = {}): Promise<OpenCollection> {
    const given = typeof inputs === 'string' ? [inputs] : inputs;
    const place = collectionPlace(given, options.out, options.kept);
    if (options.readOnly === true && !existsSync(place.catalogue))
      throw new TarrafaError('TRF_INPUT_MISSING', [place.catalogue, reason('not-analysed')]);
    const gazetteer = await loadGazetteer({ towns: false });
    // Before it is opened: one that takes its place in between is noticed the next time, never missed.
    const before = identityOf(place.catalogue);
    const catalogue = EmbeddedCatalogue.open(place.catalogue, {
      gazetteer,
      readOnly: options.readOnly === true,
      kept: place.kept,
      ...(options.now === undefined ? {} : { now: options.now }),
    });
    try {
      const archive = await openArchive(place);
      const file = before ?? identityOf(place.catalogue);
      const collection = new OpenCollection(place, catalogue, archive, gazetteer, options, file);
      if (options.catchUp !== false && options.readOnly !== true) {
        const result = await collection.catchUp();
        if (result !== null && result.problems > 0) refuseNothing(place, result, await catalogue.summary());
      }
      return collection;
    } catch (error) {
      await catalogue.close();
      if (before === null && error instanceof TarrafaError && error.code === 'TRF_INPUT_MISSING')
        removeCatalogue(place);
      throw error;
    }
  }

  get archive(): WarcArchive {
    return this.#archive;
  }

  /** Paths of its archive files, now. */
  get files(): readonly string[] {
    return archivesOf(this.#place);
  }

  /** The line as a query, places being those that documents speak of where a name has several. */
  async parseLine(line: string): Promise<Query> {
    const places = await this.catalogue.places();
    return parseLine(line, {
      gazetteer: this.gazetteer,
      today: Math.floor(this.#now() / MS_PER_DAY),
      known: (key) => places.has(key),
    });
  }

  /** Pages of the archive for those who ask for pages of the Web. */
  fetcher(): Fetcher {
    return new ArchiveFetcher(this.#archive);
  }

  /**
   * Reads what is new in the archive into the catalogue; cheap when nothing is. Null when another process is doing that already: what it
   * writes is seen here too.
   */
  catchUp(options: AnalyseOptions = this.#options): Promise<AnalysisResult | null> {
    this.#running ??= this.#catchUp(options).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #catchUp(options: AnalyseOptions): Promise<AnalysisResult | null> {
    const lock = AnalysisLock.tryTake(this.#place.catalogue);
    if (lock === null) return null;
    try {
      const result = await analyseArchive(this.#place, this.catalogue, options);
      if (result.bytes > 0) await this.refreshArchive();
      return result;
    } finally {
      lock.release();
    }
  }

  /** Lets the archive see what has been written to it since it was opened. */
  async refreshArchive(): Promise<void> {
    if (this.#closed) return;
    // The last one may be in use by a request; the one before it is not any more.
    const fresh = await openArchive(this.#place);
    this.#before?.close();
    this.#before = this.#archive;
    this.#archive = fresh;
  }

  /**
   * The identity of another file that has taken the place of this catalogue since it was opened (`analyse --rebuild`): what is open here
   * is then the old one. Null while the file is the same. Asks the file system one question.
   */
  replacement(): string | null {
    const now = identityOf(this.#place.catalogue);
    return now === this.#file ? null : now;
  }

  /** The blocks of a page with their verdicts, extracted again; null when the page or its record is not there. */
  blocks(id: number): Promise<readonly ExplainedBlock[] | null> {
    return blocksOfPage(this.#place, this.catalogue, id);
  }

  /** What analysis says of a version of a page, read from the archive again; null when its record is not there. */
  async computedFacts(id: number): Promise<ComputedFacts | null> {
    const read = await rereadPage(this.catalogue, id, null, rereadingOf(this.#place, this.gazetteer));
    return read?.computed ?? null;
  }

  /** A version of a page, read from the archive again and written anew, with what a person says of it or without. */
  rewrite(id: number, correction: PageCorrection | null): Promise<void> {
    return rewritePage(this.catalogue, id, correction, rereadingOf(this.#place, this.gazetteer));
  }

  /** The words of a question in the text of a version; null when there is none. */
  matches(id: number, query: Query): Promise<readonly TextMatch[] | null> {
    return matchesOfPage(this.catalogue, id, query);
  }

  /** What changed in a page between two of its captures. */
  difference(from: ComparedCapture, to: ComparedCapture): Promise<PageDifference> {
    return pageDifference(this.catalogue, from, to, rereadingOf(this.#place, null));
  }

  /** The pages of a dossier's items, without their texts. */
  citedItems(items: readonly DossierItem[]): Promise<(CitedItem | null)[]> {
    return citedItems(this.catalogue, items);
  }

  /** What was chosen for a dossier, looked up. */
  itemsToAdd(wanted: readonly WantedItem[]): Promise<NewItem[]> {
    return itemsToAdd(this.catalogue, wanted);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#before?.close();
    this.#archive.close();
    await this.catalogue.close();
  }
}

/** Which file stands at a path; null when there is none. A file that is open keeps its number to itself, so no other can have it. */
function identityOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}

/** A crawl that has only begun has no archive yet. */
async function openArchive(place: CollectionPlace): Promise<WarcArchive> {
  // Also while something is being taken out: the rule is there before the first byte goes.
  const forgotten = new WatchedForgotten(place.folder);
  const passBy = (url: string): boolean => forgotten.now().hasUrl(url);
  return WarcArchive.open(archivesOf(place).length === 0 ? [] : place.inputs, { passBy });
}

/** `OpenCollection.open`. */
export function openCollection(
  inputs: string | readonly string[],
  options: OpenOptions = {},
): Promise<OpenCollection> {
  return OpenCollection.open(inputs, options);
}
