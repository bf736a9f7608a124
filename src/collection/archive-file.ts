/** An archive file as it is now: how long, and by which first bytes it is told from another of its name. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { inputError } from '../errors.ts';
import type { RangedBytes } from '../warc/index.ts';

export interface ArchiveFile {
  /** Its path, or its bytes where they are kept when that is not on this machine. */
  readonly source: string | RangedBytes;
  /** By which marks and records know it: without its folder, or in an archive of many machines `worker/file`. */
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
export function mayBeginAt({ source, size }: ArchiveFile, offset: number): boolean {
  // What is kept elsewhere never changes.
  if (offset === 0 || offset >= size || typeof source !== 'string') return true;
  const fd = openSync(source, 'r');
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

/** `name`: when it is not that of the file alone. */
export function archiveFile(path: string, name = basename(path)): ArchiveFile {
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
    return { source: path, name, size, date: Math.floor(mtimeMs), head: headOf(bytes.subarray(0, n)) };
  } finally {
    closeSync(fd);
  }
}

/** The same of a file that is kept elsewhere. */
export async function keptFile(source: RangedBytes, name: string, size: number): Promise<ArchiveFile> {
  const parts: Uint8Array[] = [];
  for await (const part of source.bytes(0, Math.min(size, HEAD_BYTES))) parts.push(part);
  return { source, name, size, date: 0, head: headOf(Buffer.concat(parts)) };
}

function headOf(bytes: Uint8Array): string {
  return bytes.length < HEAD_BYTES ? '' : createHash('sha1').update(bytes).digest('hex').slice(0, 16);
}
