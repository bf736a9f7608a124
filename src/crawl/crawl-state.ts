/**
 * What a crawl remembers about single origins and pages, beside the frontier: robots files, validators for conditional requests,
 * what earlier visits saw, and which payloads are already in the archive. All of it only saves work: when the last moments before a
 * SIGKILL are missing here, a robots file is asked once more (after its host's delay), or a copy is archived instead of a reference.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KeyedFile } from '../files/index.ts';
import type { Observations } from '../frontier/index.ts';

export interface StoredPage {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly digest: string;
  /** When the payload that still holds was archived. */
  readonly capturedAt: number;
  readonly seen: Observations;
  /** That is in the archive of another who shares the crawl. */
  readonly elsewhere?: boolean;
  /** It is not of the collection: no visits are kept for it. */
  readonly left?: true;
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

/** Within its folder. */
const STATE_FILE = 'state.db';

/** Keys of the store are short whatever the URL is. */
function shortKey(text: string): Buffer {
  return createHash('sha1').update(text).digest();
}

/** One table of the store, of what JSON can say. */
class Shelf<V> {
  readonly #file: KeyedFile;
  readonly #name: string;

  constructor(file: KeyedFile, name: string) {
    this.#file = file;
    this.#name = name;
  }

  get(key: string): V | undefined {
    const bytes = this.#file.get(this.#name, shortKey(key));
    return bytes === undefined ? undefined : JSON.parse(Buffer.from(bytes).toString('utf8'));
  }

  put(key: string, value: V): void {
    this.#file.put(this.#name, shortKey(key), Buffer.from(JSON.stringify(value)));
  }
}

/** The tables of the store. */
const SHELVES = ['robots', 'pages', 'captures', 'notes'] as const;

/** What is to go of the small state: pages by their keys, robots files by their origins, and payloads that were first seen at some address. */
export interface GoneState {
  readonly keys: Iterable<string>;
  readonly origins: Iterable<string>;
  readonly url: (url: string) => boolean;
}

/** Writes the small state of a folder anew without some of it. Nobody may have it open. */
export function stateWithout(folder: string, gone: GoneState): void {
  const path = join(folder, STATE_FILE);
  if (!existsSync(path)) return;
  const short = (texts: Iterable<string>) =>
    new Set([...texts].map((text) => shortKey(text).toString('latin1')));
  const [pages, robots] = [short(gone.keys), short(gone.origins)];
  KeyedFile.without(path, (table, key, value) => {
    const name = Buffer.from(key).toString('latin1');
    if (table === SHELVES[1]) return pages.has(name);
    if (table === SHELVES[0]) return robots.has(name);
    if (table !== SHELVES[2]) return false;
    const { url } = JSON.parse(Buffer.from(value).toString('utf8')) as StoredCapture;
    return gone.url(url);
  });
}

export class CrawlState {
  readonly #file: KeyedFile;
  readonly #robots: Shelf<StoredRobots>;
  readonly #pages: Shelf<StoredPage>;
  readonly #captures: Shelf<StoredCapture>;

  private constructor(file: KeyedFile) {
    this.#file = file;
    this.#robots = new Shelf(file, SHELVES[0]);
    this.#pages = new Shelf(file, SHELVES[1]);
    this.#captures = new Shelf(file, SHELVES[2]);
  }

  /** Null when what stands in the folder is damaged. */
  static open(folder: string): CrawlState | null {
    const file = KeyedFile.open(join(folder, STATE_FILE), SHELVES);
    return file && new CrawlState(file);
  }

  /** The first write that failed; everything here only saves work, but a full disk must be told. */
  get problem(): Error | null {
    return this.#file.problem;
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
    return this.#file.get(SHELVES[3], shortKey(name));
  }

  rememberNote(name: string, note: Uint8Array): void {
    this.#file.put(SHELVES[3], shortKey(name), note);
  }

  /** Writes what is not written yet, and throws what went wrong with any of it. */
  close(): void {
    this.#file.close();
    if (this.problem !== null) throw this.problem;
  }
}
