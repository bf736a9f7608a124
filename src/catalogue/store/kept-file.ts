/**
 * What people added to a collection, in a file of lines beside its catalogue. The catalogue can be thrown away and made again, and this cannot:
 * so it does not stand in the database. It is small, is written whole each time (the old one stands until the new one is on the disk), and can be
 * read, compared and kept by any tool that knows lines of JSON.
 *
 * Writers of several processes go one after the other by a lock beside it; readers need none. A line that cannot be read is carried along as it
 * is: who knows more than we do can still mend it.
 */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';
import { isDiskError, readingError, storageError, TarrafaError } from '../../errors.ts';
import { type HeldFile, holdFile, writeFileWhole } from '../../files/index.ts';
import type { Kept, KeptChange, KeptKind, KeptOutcome, Slice, SliceOptions } from '../ports/index.ts';
import { readCursor, sliceLimit, writeCursor } from './cursor.ts';

const KEPT_FORMAT = 1;
/** How long a writer waits for another one, ms, and how often it looks. */
const PATIENCE = 10_000;
const LOOKED_EVERY = 20;
/** Characters of JSON: a thousand passages of a page each fit. */
const LARGEST_KEPT = 4_000_000;

interface Contents {
  readonly things: ReadonlyMap<string, Kept>;
  /** The highest version that was ever given. */
  readonly last: number;
  readonly unread: readonly string[];
}

const NOTHING: Contents = { things: new Map(), last: 0, unread: [] };

const nameOf = (kind: string, id: string): string => `${kind} ${id}`;

/** `coleta/catalogue.db` → `coleta/catalogue-kept.jsonl`. */
export function keptPath(catalogue: string): string {
  return `${catalogue.replace(/\.db$/i, '')}-kept.jsonl`;
}

/** What is written of a thing; refuses what no person makes. */
export function keptJson({ kind, value }: Pick<KeptChange, 'kind' | 'value'>): string {
  const json = JSON.stringify(value);
  if (json.length > LARGEST_KEPT) throw new TarrafaError('TRF_KEPT_LARGE', [kind, json.length, LARGEST_KEPT]);
  return json;
}

export class KeptFile {
  /** Null: in memory alone. */
  readonly #path: string | null;
  readonly #readOnly: boolean;
  #contents = NOTHING;
  /** Which file the contents are of. */
  #seen: string | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(path: string | null, readOnly: boolean) {
    this.#path = path;
    this.#readOnly = readOnly;
  }

  get(kind: KeptKind, id: string): Kept | null {
    return this.#now().things.get(nameOf(kind, id)) ?? null;
  }

  list(kind: KeptKind, options: SliceOptions): Slice<Kept> {
    const limit = sliceLimit(options);
    const after = options.cursor === undefined ? null : readCursor('kept', options.cursor, [''] as const)[0];
    const items = [...this.#now().things.values()]
      .filter((one) => one.kind === kind && (after === null || one.id > after))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const next = items.length > limit ? writeCursor('kept', [items[limit - 1]!.id]) : null;
    return { items: items.slice(0, limit), next };
  }

  async keep(change: KeptChange): Promise<KeptOutcome> {
    const { kind, id, expected, at, by } = change;
    const value = JSON.parse(keptJson(change)) as Kept['value'];
    return this.#change<KeptOutcome>((contents) => {
      const present = contents.things.get(nameOf(kind, id)) ?? null;
      if ((present?.version ?? 0) !== expected) return { answer: { done: false, present } };
      const kept: Kept = { kind, id, version: contents.last + 1, at, by, value };
      const things = new Map(contents.things).set(nameOf(kind, id), kept);
      return { answer: { done: true, kept }, contents: { ...contents, things, last: kept.version } };
    });
  }

  async unkeep(kind: KeptKind, id: string, expected: number): Promise<true | Kept> {
    return this.#change<true | Kept>((contents) => {
      const present = contents.things.get(nameOf(kind, id));
      // Gone is gone, whoever did it.
      if (present === undefined) return { answer: true };
      if (present.version !== expected) return { answer: present };
      const things = new Map(contents.things);
      things.delete(nameOf(kind, id));
      return { answer: true, contents: { ...contents, things, last: contents.last + 1 } };
    });
  }

  /** Puts each thing through a change, all at once; null takes it out. Lines that nobody can read may hold anything, and go. */
  async changeAll(change: (kept: Kept) => Kept | null): Promise<void> {
    await this.#change<null>((contents) => {
      const things = new Map<string, Kept>();
      let { last } = contents;
      let changed = contents.unread.length > 0;
      for (const [name, kept] of contents.things) {
        const now = change(kept);
        if (now === kept) things.set(name, kept);
        else {
          changed = true;
          if (now !== null) things.set(name, { ...now, version: ++last });
        }
      }
      return changed ? { answer: null, contents: { things, last: last + 1, unread: [] } } : { answer: null };
    });
  }

  /** One change at a time, of this process and of all others. */
  #change<T>(work: (contents: Contents) => { readonly answer: T; readonly contents?: Contents }): Promise<T> {
    const done = this.#turn.then(async () => {
      const path = this.#path;
      const held = path === null ? null : await this.#hold(path);
      try {
        const { answer, contents } = work(this.#now());
        if (contents === undefined) return answer;
        if (path !== null) writeFileWhole(path, linesOf(contents));
        else this.#contents = contents;
        return answer;
      } finally {
        held?.release();
      }
    });
    this.#turn = done.catch(() => {});
    return done;
  }

  async #hold(path: string): Promise<HeldFile> {
    if (this.#readOnly) throw new TarrafaError('TRF_STORAGE_DENIED', [path, 'read-only']);
    for (const began = performance.now(); performance.now() - began < PATIENCE; ) {
      let held: HeldFile | null;
      try {
        held = holdFile(`${path}.lock`, 0);
      } catch (cause) {
        throw storageError(path, cause);
      }
      if (held !== null) return held;
      await rest(LOOKED_EVERY);
    }
    throw new TarrafaError('TRF_CATALOGUE_BUSY', [path]);
  }

  /** What the file holds now; read again when it is another one. */
  #now(): Contents {
    const path = this.#path;
    if (path === null) return this.#contents;
    try {
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      const seen = stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
      if (seen === this.#seen) return this.#contents;
      this.#contents = stats === undefined ? NOTHING : contentsOf(readFileSync(path, 'utf8'), path);
      this.#seen = seen;
      return this.#contents;
    } catch (cause) {
      if (isDiskError(cause)) throw readingError(path, cause);
      throw cause;
    }
  }
}

function* linesOf({ things, last, unread }: Contents): Generator<string> {
  yield `${JSON.stringify({ tarrafa: 'kept', format: KEPT_FORMAT, last })}\n`;
  for (const [, thing] of [...things].sort(([a], [b]) => (a < b ? -1 : 1)))
    yield `${JSON.stringify(thing)}\n`;
  for (const line of unread) yield `${line}\n`;
}

function contentsOf(text: string, path: string): Contents {
  const things = new Map<string, Kept>();
  const unread: string[] = [];
  let last = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const read = readLine(line);
    if (read === null) unread.push(line);
    else if ('format' in read) {
      if (read.format > KEPT_FORMAT)
        throw new TarrafaError('TRF_FORMAT_NEWER', [path, read.format, KEPT_FORMAT]);
      last = Math.max(last, read.last);
    } else {
      things.set(nameOf(read.kind, read.id), read);
      last = Math.max(last, read.version);
    }
  }
  return { things, last, unread };
}

function readLine(line: string): Kept | { readonly format: number; readonly last: number } | null {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { tarrafa, format, last, kind, id, version, at, by, value } = read as Record<string, unknown>;
  if (tarrafa === 'kept' && typeof format === 'number')
    return { format, last: typeof last === 'number' ? last : 0 };
  return typeof kind === 'string' &&
    typeof id === 'string' &&
    typeof version === 'number' &&
    typeof at === 'number' &&
    typeof by === 'string' &&
    isValueOf(kind, value)
    ? ({ kind, id, version, at, by, value } as Kept)
    : null;
}

/** Whether it has what whoever reads things of this kind goes by. */
function isValueOf(kind: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { url, name, line, items } = value as Record<string, unknown>;
  if (kind === 'correction') return typeof url === 'string';
  if (kind === 'saved-search') return typeof name === 'string' && typeof line === 'string';
  return (
    kind === 'dossier' &&
    typeof name === 'string' &&
    Array.isArray(items) &&
    items.every((item: { readonly url?: unknown } | null) => typeof item?.url === 'string')
  );
}
