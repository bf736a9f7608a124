/**
 * What a crawl remembers about single origins and pages, beside the frontier: robots files, validators for conditional requests,
 * what earlier visits saw, and which payloads are already in the archive. All of it only saves work: when the last moments before a
 * SIGKILL are missing here, a robots file is asked once more (after its host's delay), or a copy is archived instead of a reference.
 */
import { createHash } from 'node:crypto';
import { type Database, open, type RootDatabase } from 'lmdb';
import { storageError } from '../errors.ts';
import type { Observations } from '../frontier/index.ts';

export interface StoredPage {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly digest: string;
  /** When the payload that still holds was archived. */
  readonly capturedAt: number;
  readonly seen: Observations;
}

/** First capture of a payload. */
export interface StoredCapture {
  readonly url: string;
  readonly date: number;
  readonly file: string;
  readonly offset: number;
}

export interface StoredRobots {
  /** The parsed form's own serialisation. */
  readonly value: string;
  readonly expires: number;
}

/** Keys of the store are short whatever the URL is (its limit is 1,978 bytes). */
function shortKey(text: string): Buffer {
  return createHash('sha1').update(text).digest();
}

/** One table of the store. Writes are gathered by the store and done a moment later; until then they are read from here. */
class Shelf<V> {
  readonly #database: Database<V, string | Buffer>;
  readonly #onError: (error: Error) => void;
  readonly #pending = new Map<string, V>();

  constructor(root: RootDatabase, name: string, onError: (error: Error) => void) {
    this.#database = root.openDB({ name, keyEncoding: 'binary' });
    this.#onError = onError;
  }

  get(key: string): V | undefined {
    const short = shortKey(key);
    return this.#pending.get(short.toString('latin1')) ?? this.#database.get(short);
  }

  put(key: string, value: V): void {
    const short = shortKey(key);
    const name = short.toString('latin1');
    this.#pending.set(name, value);
    this.#database.put(short, value).then(
      () => {
        if (this.#pending.get(name) === value) this.#pending.delete(name);
      },
      (error) => this.#onError(error),
    );
  }
}

/** The tables of the store. */
export const SHELVES = ['robots', 'pages', 'captures', 'notes'] as const;

export class CrawlState {
  readonly #root: RootDatabase;
  readonly #robots: Shelf<StoredRobots>;
  readonly #pages: Shelf<StoredPage>;
  readonly #captures: Shelf<StoredCapture>;
  readonly #notes: Shelf<Uint8Array>;
  /** The first write that failed; everything here only saves work, but a full disk must be told. */
  problem: Error | null = null;

  private constructor(root: RootDatabase) {
    const onError = (error: Error) => {
      this.problem ??= error;
    };
    this.#root = root;
    this.#robots = new Shelf(root, SHELVES[0], onError);
    this.#pages = new Shelf(root, SHELVES[1], onError);
    this.#captures = new Shelf(root, SHELVES[2], onError);
    this.#notes = new Shelf(root, SHELVES[3], onError);
  }

  static open(folder: string): CrawlState {
    try {
      // Gathered for a while and left to the system to write out: a kill loses nothing that was gathered and written, and what a power
      // failure damages here is only work saved.
      return new CrawlState(open({ path: folder, maxDbs: 8, noSync: true, commitDelay: 400 }));
    } catch (error) {
      throw storageError(folder, error);
    }
  }

  robots(origin: string): StoredRobots | undefined {
    return this.#robots.get(origin);
  }

  rememberRobots(origin: string, robots: StoredRobots): void {
    this.#robots.put(origin, robots);
  }

  page(key: string): StoredPage | undefined {
    return this.#pages.get(key);
  }

  rememberPage(key: string, page: StoredPage): void {
    this.#pages.put(key, page);
  }

  capture(digest: string): StoredCapture | undefined {
    return this.#captures.get(digest);
  }

  rememberCapture(digest: string, capture: StoredCapture): void {
    this.#captures.put(digest, capture);
  }

  /** What a part of the crawl learnt, in its own form. */
  note(name: string): Uint8Array | undefined {
    return this.#notes.get(name);
  }

  rememberNote(name: string, note: Uint8Array): void {
    this.#notes.put(name, note);
  }

  async close(): Promise<void> {
    // A store that cannot write any more may never say that it is done.
    if (this.problem === null) await this.#root.flushed;
    await Promise.race([this.#root.close(), new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
  }
}
