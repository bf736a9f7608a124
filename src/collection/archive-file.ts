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

/** How records begin: a member of gzip, or the words of a WARC file that is not compressed. */
const BEGINNINGS = [Buffer.from([0x1f, 0x8b, 0x08]), Buffer.from('WARC/')] as const;

/**
 * Whether a record may begin at a place where one ended before. It cannot when the file was cut before it and has grown again since; what was
 * read of such a file is not what it holds.
 */
export function mayBeginAt({ path, size }: ArchiveFile, offset: number): boolean {
  if (offset === 0 || offset >= size) return true;
  const fd = openSync(path, 'r');
  try {
    const bytesAt = (position: number): Buffer => {
      const bytes = Buffer.alloc(8);
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, position));
    };
    const startsWith = (bytes: Buffer, beginning: Buffer) =>
      bytes.subarray(0, beginning.length).equals(beginning);
    const form = BEGINNINGS.find((beginning) => startsWith(bytesAt(0), beginning));
    return form === undefined || startsWith(bytesAt(offset), form);
  } finally {
    closeSync(fd);
  }
}

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
