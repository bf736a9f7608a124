/**
 * A crawl by several machines, served: its shared catalogue is searched, its archive is shown as it was, and the crawl itself is directed. Any
 * number of servers may do so at once; none of them has anything that matters.
 */
import type { Catalogue, CatalogueBatch, DossierItem, PageCorrection, Query } from '../../catalogue/index.ts';
import { ArchivedCaptures, prepareSharedCatalogue, SharedCatalogue } from '../../catalogue/postgres/index.ts';
import { parseLine } from '../../catalogue/query/index.ts';
import { requireCluster } from '../../cluster/index.ts';
import {
  ArchiveFetcher,
  type ComparedCapture,
  citedItems,
  itemsToAdd,
  matchesOfPage,
  pageDifference,
  placesOf,
  recordWithBytes,
  type WantedItem,
  writeReread,
} from '../../collection/index.ts';
import type { Fetcher } from '../../fetcher.ts';
import { loadGazetteer } from '../../geo/gazetteer/index.ts';
import type { Database } from '../../postgres/index.ts';
import type {
  ClusterDesk,
  DirectedVolunteers,
  GrowingCollection,
  QuestionThreads,
  SharedQuestions,
} from '../../server/index.ts';
import { ArchiveSources } from '../cluster/archive-sources.ts';
import { cacheFolder } from '../cluster/cache-folder.ts';
import { type ClusterPlace, openCluster } from '../cluster/cluster-place.ts';
import { directedVolunteers } from '../cluster/directed-volunteers.ts';
import { SharedArchive } from '../cluster/shared-archive.ts';
import { sharedDesk } from './shared-desk.ts';

export interface ServedClusterOptions {
  readonly place: ClusterPlace;
  /** Folders of workers that stand on this machine; the rest of the archive comes from the store of the crawl. */
  readonly archives?: readonly string[] | undefined;
  /** Folder of a cache; default in that of the user. */
  readonly cache?: string | undefined;
}

const MS_PER_DAY = 86_400_000;
/** How old an answer may be, ms. */
const LAG = 2_000;

export class ServedCluster {
  /** The address as it may be shown, by which its collection is known. */
  readonly shown: string;
  /** What the collection is called: as the database. */
  readonly title: string;
  readonly desk: ClusterDesk;
  readonly volunteers: DirectedVolunteers;
  readonly #database: Database;
  readonly #sources: ArchiveSources;
  readonly #archive: SharedArchive;
  readonly #place: ClusterPlace;
  readonly #copies: string;

  private constructor(database: Database, sources: ArchiveSources, place: ClusterPlace, copies: string) {
    this.#database = database;
    this.#sources = sources;
    this.#archive = new SharedArchive(new ArchivedCaptures(database), sources);
    this.#place = place;
    this.#copies = copies;
    this.shown = database.address.shown;
    this.title = database.address.database;
    this.desk = sharedDesk(database);
    this.volunteers = directedVolunteers(database);
  }

  static async open({ place, archives = [], cache }: ServedClusterOptions): Promise<ServedCluster> {
    const database = await openCluster(place, 'tarrafa serve');
    try {
      await requireCluster(database);
      // The server may come before the first analyser.
      await prepareSharedCatalogue(database);
      const sources = await ArchiveSources.open(database, archives);
      return new ServedCluster(database, sources, place, cacheFolder(cache));
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** Where threads find its catalogue. */
  get questions(): SharedQuestions {
    return { shared: this.#place, copies: this.#copies };
  }

  /** Its collection, of which long questions are answered by threads when there are some. */
  async collection(name: string, threads: QuestionThreads | null): Promise<GrowingCollection> {
    const gazetteer = await loadGazetteer({ towns: false });
    const reading = { copies: this.#copies, gazetteer, readOnly: true, lag: LAG };
    const catalogue = await SharedCatalogue.open(this.#database, reading);
    // The copy of the index is brought now, not while the first who searches waits.
    await catalogue.suggest('a', 1);
    const recordOf = async (id: number) => {
      const page = await catalogue.page(id);
      if (page === null) return null;
      const found = await recordWithBytes(
        placesOf(page, await catalogue.versions(page.url)),
        ({ file, offset, length }) => this.#archive.place(file, offset, length),
      );
      if (found === null) return null;
      return {
        url: page.url,
        ...found,
        correction: (await catalogue.kept('correction', page.key))?.value ?? null,
      };
    };
    const blocks: GrowingCollection['blocks'] = async (id) => {
      const { blocksOfRecord } = await import('../../collection/index.ts');
      const found = await recordOf(id);
      return found === null ? null : blocksOfRecord(found.record, found.url, null, found.correction);
    };
    const reread = async (id: number, correction: PageCorrection | null) => {
      const { rereadRecord } = await import('../../collection/index.ts');
      const found = await recordOf(id);
      return found === null
        ? null
        : rereadRecord(found.record, found.archive, correction, { memory: () => null, gazetteer });
    };
    const writable = writableBy(catalogue, () =>
      SharedCatalogue.open(this.#database, { copies: this.#copies, gazetteer }),
    );
    const asked =
      threads === null
        ? {
            catalogue: writable,
            blocks,
            computedFacts: async (id: number) => (await reread(id, null))?.computed ?? null,
            rewrite: async (id: number, correction: PageCorrection | null) =>
              writeReread(writable, await reread(id, correction)),
            matches: (id: number, query: Query) => matchesOfPage(catalogue, id, query),
            difference: (from: ComparedCapture, to: ComparedCapture) =>
              pageDifference(catalogue, from, to, { memory: () => null, gazetteer: null }),
            citedItems: (items: readonly DossierItem[]) => citedItems(catalogue, items),
            itemsToAdd: (wanted: readonly WantedItem[]) => itemsToAdd(catalogue, wanted),
          }
        : threads.collection(this.questions, { catalogue: writable }, recordOf);
    return {
      ...asked,
      name,
      title: this.title,
      folder: this.shown,
      gazetteer,
      archive: this.#archive,
      // They are on many machines, or in a store.
      files: [],
      parseLine: async (line) => {
        const places = await catalogue.places();
        const today = Math.floor(Date.now() / MS_PER_DAY);
        return parseLine(line, { gazetteer, today, known: (key) => places.has(key) });
      },
      // The database says at each question what is new.
      refreshArchive: async () => {},
      replacement: () => null,
      close: () => catalogue.close(),
    };
  }

  /** Pages of its archive, for those who look for entities. */
  fetcher(): Fetcher {
    return new ArchiveFetcher(this.#archive);
  }

  async close(): Promise<void> {
    await this.#sources.close();
    await this.#database.close();
  }
}

/** A catalogue that is read, and for the few writes of a server (a table that somebody keeps) opened for that moment. */
function writableBy(reader: SharedCatalogue, openWriter: () => Promise<SharedCatalogue>): Catalogue {
  const write = async (batch: CatalogueBatch): Promise<void> => {
    const writer = await openWriter();
    try {
      await writer.write(batch);
    } finally {
      await writer.close();
    }
  };
  return new Proxy<Catalogue>(reader, {
    get: (target, name) => {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
