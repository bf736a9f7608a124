/** An archive file as it is now: how long, and by which first bytes it is told from another of its name. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { inputError } from '../errors.ts';

export interface ArchiveFile {
  readonly path: string;
  /** Without its folder: the name by which marks and records know it. */
  readonly name: string;
  readonly size: number;
  /** When it was written last, ms. */
  readonly date: number;
  /** Fingerprint of its first bytes. */
  readonly head: string;
}

/** A growing file must keep its fingerprint: only so many bytes are read, and of a shorter file how many there were is part of it. */
const HEAD_BYTES = 512;

export function archiveFile(path: string): ArchiveFile {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (cause) {
    throw inputError(path, cause);
  }
  try {
    const { size, mtimeMs } = fstatSync(fd);
    const bytes = Buffer.alloc(HEAD_BYTES);
    const n = readSync(fd, bytes, 0, HEAD_BYTES, 0);
    const head = n < HEAD_BYTES ? '' : createHash('sha1').update(bytes).digest('hex').slice(0, 16);
    return { path, name: basename(path), size, date: Math.floor(mtimeMs), head };
  } finally {
    closeSync(fd);
  }
}
