/**
 * Records read where they are kept. One is asked for by its place, in pieces that grow, so that a small record costs one small request and a
 * large one is never asked for as a whole; a file is read in one go.
 */
import { type RangedBytes, type ReadOptions, readRecordAt, type WarcRecord } from '../warc/index.ts';
import type { ArchiveStore, StoredObject } from './archive-store.ts';
import { mustBeName } from './object-name.ts';

/** Nearly all records are shorter. */
const FIRST_PIECE = 64 << 10;
const LARGEST_PIECE = 4 << 20;

/**
 * The record at a place of an object; TRF_STORAGE_DAMAGED when none can be read there. What is longer than `maxBlockBytes` is cut, as from a
 * file.
 */
export function readStoredRecord(
  store: ArchiveStore,
  name: string,
  offset: number,
  length?: number,
  options: Omit<ReadOptions, 'start' | 'end' | 'strict'> = {},
): Promise<WarcRecord> {
  mustBeName(name);
  return readRecordAt(
    {
      name: shownName(store, name),
      bytes: (start, end) =>
        end === undefined ? growingPieces(store, name, start) : store.read(name, { start, end }),
    },
    offset,
    length,
    options,
  );
}

/** A whole object as the readers of archives take it: for `readWarc`, `checkWarc` and whoever reads files. */
export function storedWarc(store: ArchiveStore, name: string): RangedBytes {
  mustBeName(name);
  return { name: shownName(store, name), bytes: (start, end) => store.read(name, { start, end }) };
}

async function* growingPieces(
  store: ArchiveStore,
  name: string,
  start: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let found: StoredObject | null = null;
  const onFound = (object: StoredObject): void => {
    found ??= object;
  };
  let at = start;
  for (let piece = FIRST_PIECE; ; piece = Math.min(LARGEST_PIECE, 2 * piece)) {
    const known = found as StoredObject | null;
    const range = { start: at, end: at + piece, version: known?.version };
    for await (const bytes of store.read(name, { ...range, onFound })) {
      at += bytes.length;
      yield bytes;
    }
    const object = found as StoredObject | null;
    if (object === null || at >= object.size) return;
  }
}

/** The address with the name in it, before what the address asks for. */
function shownName({ shown }: ArchiveStore, name: string): string {
  const query = shown.indexOf('?');
  const [place, rest] = query < 0 ? [shown, ''] : [shown.slice(0, query), shown.slice(query)];
  return `${place.replace(/\/$/, '')}/${name}${rest}`;
}
