/**
 * A file written whole from memory, at once. `write-file-atomic` 6 was measured against this: 0.60 ms a file of 2 kB against 0.56 ms with
 * the disk, 0.33 ms against 0.17 ms without, and it does not bring the folder to the disk, so that after a power failure the new name may
 * be gone; it writes no file piece by piece and leaves what a killed process began.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { storageError, TarrafaError } from '../errors.ts';
import { deadParts, type PlaceOptions, partName, takePlace } from './place.ts';

/** What dead processes left, by folder: looked for once, because a folder may hold a hundred thousand files that are written each. */
const left = new Map<string, Map<string, string[]>>();
/** A process that writes into ever new folders remembers only the latest. */
const MOST_FOLDERS = 64;

function clearOnce(path: string): void {
  const folder = dirname(path);
  let dead = left.get(folder);
  if (!dead) {
    if (left.size >= MOST_FOLDERS) left.delete(left.keys().next().value!);
    dead = deadParts(folder);
    left.set(folder, dead);
  }
  if (dead.size === 0) return;
  for (const part of dead.get(basename(path)) ?? []) rmSync(part, { recursive: true, force: true });
  dead.delete(basename(path));
}

/** Texts are joined to pieces of this many characters. */
const PIECE = 1 << 20;

function writePieces(fd: number, pieces: Iterable<string | Uint8Array>, encoding: BufferEncoding): void {
  let held: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (length > 0) writeFileSync(fd, held.join(''), { encoding });
    held = [];
    length = 0;
  };
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      flush();
      writeFileSync(fd, piece);
      continue;
    }
    held.push(piece);
    length += piece.length;
    if (length >= PIECE) flush();
  }
  flush();
}

/**
 * Writes a file whole, replacing what was there; a failure leaves that as it was. Pieces are written as they come. What
 * fails is told as an error of storage, unless it is an error of ours already.
 */
export function writeFileWhole(
  path: string,
  content: string | Uint8Array | Iterable<string | Uint8Array>,
  options: PlaceOptions & { readonly encoding?: BufferEncoding } = {},
): void {
  const { durable = true, encoding = 'utf8' } = options;
  const part = partName(path);
  try {
    clearOnce(path);
    const fd = openSync(part, 'wx');
    try {
      if (typeof content === 'string' || content instanceof Uint8Array)
        writeFileSync(fd, content, { encoding });
      else writePieces(fd, content, encoding);
      if (durable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    takePlace(part, path, { durable });
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause instanceof TarrafaError ? cause : storageError(path, cause);
  }
}
