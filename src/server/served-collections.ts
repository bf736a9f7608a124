/**
 * The collections that are open, and their analysis. The archive is the truth: a collection is caught up when the server starts, while
 * its crawl runs, and when the crawl has ended. One analysis runs at a time, outside of this process; this process only reads anew.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { TarrafaError } from '../errors.ts';
import type { CollectionActivity, Collections, OpenCollection } from './collections.ts';

/** A collection whose archive may grow under it. */
export interface GrowingCollection extends OpenCollection {
  refreshArchive(): Promise<void>;
}

export interface ServedCollectionsOptions {
  readonly open: (folder: string, name: string) => Promise<GrowingCollection>;
  /** Brings the catalogue of a folder up to its archive; null: catalogues are shown as they are. */
  readonly analyse:
    | ((
        folder: string,
        onProgress: (done: number, total: number) => void,
        signal: AbortSignal,
      ) => Promise<void>)
    | null;
  /** Told when a collection could not be analysed or opened; it is shown as it was. */
  readonly onProblem?: (folder: string, error: unknown) => void;
}

interface Held {
  readonly name: string;
  readonly folder: string;
  open: GrowingCollection | null;
  analysing: { done: number; total: number } | null;
  crawl: string | null;
}

/** How long one waits for an analysis to end, ms. */
const PATIENCE = 20_000;

export class ServedCollections implements Collections {
  readonly #options: ServedCollectionsOptions;
  readonly #held = new Map<string, Held>();
  readonly #stopping = new AbortController();
  /** The end of everything that was queued. */
  #queue: Promise<unknown> = Promise.resolve();
  readonly #queued = new Set<string>();

  constructor(options: ServedCollectionsOptions) {
    this.#options = options;
  }

  list(): readonly OpenCollection[] {
    return [...this.#held.values()].flatMap(({ open }) => (open === null ? [] : [open]));
  }

  get(name: string): OpenCollection | null {
    return this.#held.get(name)?.open ?? null;
  }

  activity(name: string): CollectionActivity {
    const held = this.#held.get(name);
    return { analysing: held?.analysing ?? null, crawl: held?.crawl ?? null };
  }

  /** The name under which a folder is known. */
  nameOf(folder: string): string | null {
    for (const held of this.#held.values()) if (held.folder === folder) return held.name;
    return null;
  }

  /** Makes a collection known; it is shown once it has been caught up. */
  add(folder: string, name: string, crawl: string | null = null): void {
    if (!this.#held.has(name)) this.#held.set(name, { name, folder, open: null, analysing: null, crawl });
  }

  /** Analyses what is new in the archive of a collection and reads it anew. Asked for twice while it waits, it is done once. */
  catchUp(name: string): Promise<void> {
    const held = this.#held.get(name);
    if (held === undefined || this.#queued.has(name) || this.#stopping.signal.aborted)
      return this.#queue.then(() => {});
    this.#queued.add(name);
    const work = this.#queue.then(async () => {
      this.#queued.delete(name);
      await this.#analyse(held);
    });
    this.#queue = work.catch(() => {});
    return work;
  }

  async #analyse(held: Held): Promise<void> {
    const { analyse, open, onProblem } = this.#options;
    if (this.#stopping.signal.aborted) return;
    try {
      if (analyse !== null) {
        held.analysing = { done: 0, total: 0 };
        await analyse(
          held.folder,
          (done, total) => {
            held.analysing = { done, total };
          },
          this.#stopping.signal,
        );
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) onProblem?.(held.folder, error);
    } finally {
      held.analysing = null;
    }
    if (this.#stopping.signal.aborted) return;
    try {
      // The catalogue sees by itself what another process wrote; the index of the archive is read anew.
      if (held.open === null) held.open = await open(held.folder, held.name);
      else await held.open.refreshArchive();
    } catch (error) {
      onProblem?.(held.folder, error);
    }
  }

  /** Runs `work` while the collection is not being analysed. */
  async alone<T>(name: string, work: () => T): Promise<T> {
    const until = Date.now() + PATIENCE;
    while (this.#held.get(name)?.analysing) {
      if (Date.now() > until) throw new TarrafaError('TRF_SERVER_BUSY', [name]);
      await rest(100);
    }
    return work();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#queue;
    for (const held of this.#held.values()) held.open?.close();
    this.#held.clear();
  }
}
