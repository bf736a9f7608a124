/**
 * The collections that are open, and their analysis. The archive is the truth: a collection is caught up when the server starts, while
 * its crawl runs, and when the crawl has ended. One analysis runs at a time, outside of this process; this process only reads anew.
 *
 * A catalogue that was made anew is another file under the same name. That is noticed when the next request comes, and the collection is
 * opened anew; the old one is closed when the last request that may hold it has been answered.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { TarrafaError } from '../errors.ts';
import type { CollectionActivity, Collections, OpenCollection } from './collections.ts';

/** A collection whose archive may grow under it. */
export interface GrowingCollection extends OpenCollection {
  refreshArchive(): Promise<void>;
  /** The identity of another file that has taken the place of its catalogue; null while it is the same. */
  replacement(): string | null;
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
  /** Ends when nobody works alone with its catalogue. */
  working: Promise<unknown>;
  /** While it is being opened anew. */
  renewing: Promise<void> | null;
  /** A file in the place of its catalogue that could not be opened: it is not tried again and again. */
  refused: string | null;
}

/** A request that is being answered. */
type Visit = object;

/** How long one waits for an analysis to end, ms. */
const PATIENCE = 20_000;

export class ServedCollections implements Collections {
  readonly #options: ServedCollectionsOptions;
  readonly #held = new Map<string, Held>();
  readonly #stopping = new AbortController();
  /** The end of everything that was queued. */
  #queue: Promise<unknown> = Promise.resolve();
  readonly #queued = new Set<string>();
  readonly #visits = new Set<Visit>();
  /** Collections that were replaced, and the requests that may still hold them. */
  readonly #retired = new Map<GrowingCollection, Set<Visit>>();

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
    if (this.#held.has(name)) return;
    this.#held.set(name, {
      name,
      folder,
      open: null,
      analysing: null,
      crawl,
      working: Promise.resolve(),
      renewing: null,
      refused: null,
    });
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
    await held.working;
    // Its folder is gone.
    if (this.#held.get(held.name) !== held) return;
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
      else if (held.open.replacement() === null) await held.open.refreshArchive();
      else await this.#renew(held);
    } catch (error) {
      onProblem?.(held.folder, error);
    }
  }

  async enter(): Promise<() => void> {
    for (const held of this.#held.values()) await this.#renew(held);
    const visit: Visit = {};
    this.#visits.add(visit);
    return () => {
      this.#visits.delete(visit);
      for (const [collection, visits] of this.#retired)
        if (visits.delete(visit) && visits.size === 0) void this.#bury(collection);
    };
  }

  /** Opens a collection anew if its catalogue was replaced; cheap if it was not. */
  #renew(held: Held): Promise<void> | null {
    if (held.renewing !== null) return held.renewing;
    const replacement = held.open?.replacement() ?? null;
    if (replacement === null || replacement === held.refused || this.#stopping.signal.aborted) return null;
    held.renewing = this.#reopen(held, replacement).finally(() => {
      held.renewing = null;
    });
    return held.renewing;
  }

  async #reopen(held: Held, replacement: string): Promise<void> {
    let fresh: GrowingCollection;
    try {
      fresh = await this.#options.open(held.folder, held.name);
    } catch (error) {
      held.refused = replacement;
      this.#options.onProblem?.(held.folder, error);
      return;
    }
    const old = held.open!;
    held.open = fresh;
    held.refused = null;
    this.#retired.set(old, new Set(this.#visits));
    if (this.#visits.size === 0) await this.#bury(old);
  }

  /** What cannot be closed any more is no concern of the request that held it last. */
  async #bury(collection: GrowingCollection): Promise<void> {
    this.#retired.delete(collection);
    try {
      await collection.close();
    } catch (error) {
      this.#options.onProblem?.(collection.folder, error);
    }
  }

  /** Runs `work` while the collection is not being analysed, on the catalogue that is on disk: what is written elsewhere is lost. */
  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const until = Date.now() + PATIENCE;
    while (this.#held.get(name)?.analysing) {
      if (Date.now() > until) throw new TarrafaError('TRF_SERVER_BUSY', [name]);
      await rest(100);
    }
    const held = this.#held.get(name);
    if (held === undefined) return work();
    await this.#renew(held);
    const done = work();
    held.working = Promise.allSettled([held.working, done]);
    return done;
  }

  /**
   * Forgets a collection whose folder is to be removed, and closes it when nobody holds it any more. An analysis under way is waited for; one
   * that takes long makes the removal wait for another day.
   */
  async remove(name: string): Promise<void> {
    const held = this.#held.get(name);
    if (held === undefined) return;
    const until = Date.now() + PATIENCE;
    while (held.analysing !== null) {
      if (Date.now() > until) throw new TarrafaError('TRF_SERVER_BUSY', [name]);
      await rest(100);
    }
    await held.working;
    await held.renewing;
    this.#held.delete(name);
    const { open } = held;
    if (open === null) return;
    this.#retired.set(open, new Set(this.#visits));
    if (this.#visits.size === 0) await this.#bury(open);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#queue;
    await Promise.all([...this.#held.values()].map(({ renewing }) => renewing));
    for (const collection of [...this.#retired.keys()]) await this.#bury(collection);
    for (const held of this.#held.values()) await held.open?.close();
    this.#held.clear();
  }
}
