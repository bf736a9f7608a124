/**
 * An archive opened for reading, whatever it was given as: the folder of a crawl, a folder of archives, or single files of anybody's.
 * Finds captures by address and time and follows revisits to the record that has the payload.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { inputError, TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';
import type { Capture } from './cdxj.ts';
import { archiveFiles, CdxIndex, type CdxIndexOptions, type IndexedSite } from './cdxj-index.ts';
import type { HttpMessage } from './http-message.ts';
import { type ReadOptions, readRecordAt } from './reader.ts';
import type { WarcRecord } from './record.ts';
import { parseWarcDate } from './timestamp.ts';

/** The archive files that paths name: a file is itself, a folder its archives, a crawl's folder those of its `archive/`. */
export function archivePaths(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    let isFolder: boolean;
    try {
      isFolder = statSync(path).isDirectory();
    } catch (cause) {
      throw inputError(path, cause);
    }
    if (!isFolder) {
      found.add(resolve(path));
      continue;
    }
    const files = archiveFiles(archiveFolder(path));
    if (files.length === 0) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('no-archive-in-it')]);
    for (const file of files) found.add(resolve(file));
  }
  return [...found];
}

function archiveFolder(path: string): string {
  const inner = join(path, 'archive');
  return existsSync(inner) && statSync(inner).isDirectory() ? inner : path;
}

/** A capture with its record, and for a revisit the record that has the payload. */
export interface FoundCapture {
  readonly capture: Capture;
  /** The record that the index names. */
  readonly record: WarcRecord;
  /** The record with the payload: `record` itself, or what the revisit refers to; null when that is not in the archive. */
  readonly original: WarcRecord | null;
}

/** Where a record stands. */
export interface RecordPlace {
  readonly path: string;
  readonly offset: number;
  /** Bytes in the file; 0 when the index does not say. */
  readonly length: number;
  /** The bytes themselves, of a file that this machine does not have; `path` is then what it is called. */
  readonly bytes?: Uint8Array | undefined;
}

/** What is there, or will be. */
type Awaitable<T> = T | Promise<T>;

/** Where captures are looked up and their records found: an archive of this machine, or of many. */
export interface CaptureSource {
  /** Every capture of an address, oldest first. */
  captures(url: string): Awaitable<readonly Capture[]>;
  /** The capture of an address nearest to a moment (ms or digits); the newest when none is named. */
  lookup(url: string, time?: number | string): Awaitable<Capture | null>;
  placeOf(capture: Capture): Awaitable<RecordPlace>;
  /** Of records that are brought from elsewhere, how many bytes are brought at most. */
  readonly longest?: number;
}

/** An archive that can be browsed, too. */
export interface BrowsedArchive extends CaptureSource {
  /** Sites after a key ('' for the first) in their order, one more than `most` when there are more. */
  sitesAfter(after: string, most: number): Awaitable<readonly IndexedSite[]>;
  /** The newest capture of each page of a site, a full one before a revisit, after a key and in their order; one more than `most`. */
  pagesAfter(site: string, after: string, most: number): Awaitable<readonly Capture[]>;
}

/** A record that was found, and read unless it is large. */
interface LocatedRecord {
  readonly place: RecordPlace;
  readonly record: WarcRecord | null;
}

/** A capture as plain data, for others to read. */
export interface CapturePlaces {
  readonly capture: Capture;
  readonly record: RecordPlace;
  /** The record with the payload, when it is another; null when it is not in the archive. */
  readonly original: RecordPlace | 'same' | null;
}

/** A capture whose records are known, with those of them that are small. */
export interface LocatedCapture {
  readonly places: CapturePlaces;
  /** Null when one of its records is too large to have been read. */
  readonly found: FoundCapture | null;
}

/** Reads the records of a capture. */
export async function readPlaces(
  { capture, record: place, original: other }: CapturePlaces,
  options: ReadOptions = {},
): Promise<FoundCapture> {
  const record = await readPlace(place, options);
  if (other === 'same') return { capture, record, original: record.type === 'revisit' ? null : record };
  return { capture, record, original: other === null ? null : await readPlace(other, options) };
}

/** Reads the record of a place. */
export function readPlace(
  { path, offset, length, bytes }: RecordPlace,
  options: ReadOptions = {},
): Promise<WarcRecord> {
  if (bytes === undefined) return readRecordAt(path, offset, length, options);
  const held = {
    name: path,
    bytes: async function* (start: number, end?: number) {
      yield bytes.subarray(start - offset, end === undefined ? undefined : end - offset);
    },
  };
  return readRecordAt(held, offset, bytes.length, options);
}

/** The head that speaks for a found capture: the original's for "not modified", its own otherwise. */
export function effectiveHttp(found: FoundCapture): HttpMessage | null {
  const own = found.record.http;
  if (found.record.type !== 'revisit' || found.original === null) return own;
  return own === null || own.status === 304 ? found.original.http : own;
}

const REVISIT_HOPS = 4;

export interface ArchiveOptions extends CdxIndexOptions {
  /** Addresses that are not shown, whatever the index has of them; asked each time. */
  readonly passBy?: ((url: string) => boolean) | undefined;
}

export class WarcArchive implements BrowsedArchive {
  readonly #indexes: readonly CdxIndex[];
  readonly #files: ReadonlyMap<string, string>;
  readonly #passBy: (url: string) => boolean;

  private constructor(
    indexes: readonly CdxIndex[],
    files: ReadonlyMap<string, string>,
    passBy: (url: string) => boolean,
  ) {
    this.#indexes = indexes;
    this.#files = files;
    this.#passBy = passBy;
  }

  static async open(paths: readonly string[], options: ArchiveOptions = {}): Promise<WarcArchive> {
    const files = new Map<string, string>();
    const indexes: CdxIndex[] = [];
    const loose: string[] = [];
    for (const path of paths) {
      const found = archivePaths([path]);
      // Index lines name files without their folder: the first of a name wins.
      for (const file of found) if (!files.has(basename(file))) files.set(basename(file), file);
      const index = statSync(path).isDirectory() ? CdxIndex.open(dirname(found[0]!), options) : null;
      if (index !== null) indexes.push(index);
      else loose.push(...found);
    }
    if (loose.length > 0) indexes.push(await CdxIndex.ofFiles(loose, options));
    return new WarcArchive(indexes, files, options.passBy ?? (() => false));
  }

  /** Every capture of an address, oldest first. */
  captures(url: string): Capture[] {
    if (this.#passBy(url)) return [];
    const all = this.#indexes
      .flatMap((index) => [...index.captures(url)])
      .filter((capture) => capture.url === url || !this.#passBy(capture.url));
    return this.#indexes.length === 1
      ? all
      : all.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
  }

  lookup(url: string, time?: number | string): Capture | null {
    if (this.#passBy(url)) return null;
    let best: Capture | null = null;
    for (const index of this.#indexes) {
      const capture = index.lookup(url, time);
      if (capture === null || (capture.url !== url && this.#passBy(capture.url))) continue;
      if (
        best === null ||
        (time === undefined && capture.timestamp > best.timestamp) ||
        nearer(capture, best, time)
      )
        best = capture;
    }
    return best;
  }

  /** The file's name comes from an index that may be anybody's, so only files that were named to us are opened. */
  placeOf({ filename, offset, length }: Capture): RecordPlace {
    const path = this.#files.get(basename(filename));
    if (path === undefined)
      throw new TarrafaError('TRF_INPUT_MISSING', [filename, reason('capture-not-there')]);
    return { path, offset, length };
  }

  /** `findCapture` in this archive. */
  find(url: string, time?: number | string, options: ReadOptions = {}): Promise<FoundCapture | null> {
    return findCapture(this, url, time, options);
  }

  sitesAfter(after: string, most: number): IndexedSite[] {
    const sites = new Map<string, IndexedSite>();
    for (const index of this.#indexes) {
      let taken = 0;
      for (const site of index.sites(after)) {
        sites.set(site.key, site);
        if (++taken > most) break;
      }
    }
    return firstOf(sites, most);
  }

  pagesAfter(site: string, after: string, most: number): Capture[] {
    const begin = `${site})`;
    const pages = new Map<string, Capture>();
    for (const index of this.#indexes) {
      let seen = 0;
      for (const capture of index.capturesFrom(after === '' ? begin : `${after} \x7f`)) {
        if (!capture.key.startsWith(begin)) break;
        if (this.#passBy(capture.url)) continue;
        const held = pages.get(capture.key);
        if (held === undefined && ++seen > most + 1) break;
        if (held === undefined || capture.mime !== 'warc/revisit' || held.mime === 'warc/revisit')
          pages.set(capture.key, capture);
      }
    }
    return firstOf(pages, most);
  }

  close(): void {
    for (const index of this.#indexes) index.close();
  }
}

function nearer(a: Capture, b: Capture, time: number | string | undefined): boolean {
  if (time === undefined) return false;
  const wanted = typeof time === 'number' ? time : (parseWarcDate(time) ?? 0);
  return (
    Math.abs((parseWarcDate(a.timestamp) ?? 0) - wanted) <
    Math.abs((parseWarcDate(b.timestamp) ?? 0) - wanted)
  );
}

function firstOf<T extends { readonly key: string }>(found: ReadonlyMap<string, T>, most: number): T[] {
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, most + 1);
}

/** The capture of an address nearest to a time, read, with what it is a revisit of. Null when the address was never captured. */
export async function findCapture(
  archive: CaptureSource,
  url: string,
  time?: number | string,
  options: ReadOptions = {},
): Promise<FoundCapture | null> {
  const capture = await archive.lookup(url, time);
  if (capture === null) return null;
  const read = async (at: Capture) => ({ record: await readPlace(await archive.placeOf(at), options) });
  const own = await read(capture);
  const original = await payloadOf(archive, capture, own, read);
  return { capture, record: own.record, original: original?.record ?? null };
}

/**
 * As `findCapture`, but a record of which the index says that it takes more than `most` bytes of its file is only said to be there, and of
 * the others no more than `most` bytes are kept: whatever an archive holds, this takes little memory and time.
 */
export async function locateCapture(
  archive: CaptureSource,
  url: string,
  time: number | string | undefined,
  most: number,
): Promise<LocatedCapture | null> {
  const capture = await archive.lookup(url, time);
  if (capture === null) return null;
  const look = async (at: Capture): Promise<LocatedRecord> => {
    const place = await archive.placeOf(at);
    if (place.length > most && at.mime !== 'warc/revisit') return { place, record: null };
    return { place, record: await readPlace(place, { maxBlockBytes: most }) };
  };
  const own = await look(capture);
  const { record } = own;
  if (record === null) return { places: { capture, record: own.place, original: 'same' }, found: null };
  const last = await payloadOf(archive, capture, own, look);
  const original = last === null ? null : last === own ? 'same' : last.place;
  return {
    places: { capture, record: own.place, original },
    found: last !== null && last.record === null ? null : { capture, record, original: last?.record ?? null },
  };
}

/** The record with the payload of a capture, whose own is `first`: looked for from revisit to revisit. A record that was not read is none. */
async function payloadOf<T extends { readonly record: WarcRecord | null }>(
  archive: CaptureSource,
  capture: Capture,
  first: T,
  look: (capture: Capture) => Promise<T>,
): Promise<T | null> {
  let at = capture;
  let current = first;
  const seen = new Set([`${capture.filename} ${capture.offset}`]);
  for (let hop = 0; hop < REVISIT_HOPS; hop++) {
    const { record } = current;
    if (record?.type !== 'revisit') return current;
    const url = record.field('WARC-Refers-To-Target-URI')?.replace(/^<|>$/g, '') ?? record.url;
    if (url === null) return null;
    const date = parseWarcDate(record.field('WARC-Refers-To-Date'));
    const next = referredTo(await archive.captures(url), date ?? at.timestamp, at.digest, seen);
    if (next === null) return null;
    seen.add(`${next.filename} ${next.offset}`);
    at = next;
    current = await look(next);
  }
  return current.record?.type === 'revisit' ? null : current;
}

/** The capture that a revisit refers to: with the same digest before any other, a full record before a revisit, then the nearest in time. */
function referredTo(
  captures: readonly Capture[],
  time: number | string,
  digest: string | null,
  seen: ReadonlySet<string>,
): Capture | null {
  const wanted = typeof time === 'number' ? time : (parseWarcDate(time) ?? 0);
  let best: Capture | null = null;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const capture of captures) {
    if (seen.has(`${capture.filename} ${capture.offset}`)) continue;
    const away = Math.abs((parseWarcDate(capture.timestamp) ?? 0) - wanted);
    let rank = Math.min(away, 1e14);
    if (digest !== null && capture.digest !== digest) rank += 4e14;
    if (capture.mime === 'warc/revisit') rank += 2e14;
    if (rank < bestRank) {
      best = capture;
      bestRank = rank;
    }
  }
  return best;
}
