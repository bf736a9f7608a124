/**
 * A file that appears whole or not at all and is too large for memory: it grows beside its place under a name that says so, is brought to
 * the disk, and is moved there. What a killed process left behind is cleared by the next that writes the same file.
 */
import { rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { storageError, TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';
import { clearParts, partName, takeFreePlace, takePlace } from './place.ts';

const HELD = 256 << 10;

export interface WholeFile {
  /** Bytes written so far, held ones included. */
  readonly size: number;
  write(piece: string | Uint8Array): Promise<void>;
  /** Overwrites what was written: a length that is known only afterwards. */
  writeAt(bytes: Uint8Array, position: number): Promise<void>;
}

class GrowingFile implements WholeFile {
  readonly #handle: FileHandle;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #written = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  get size(): number {
    return this.#written + this.#heldBytes;
  }

  async write(piece: string | Uint8Array): Promise<void> {
    const bytes =
      typeof piece === 'string'
        ? Buffer.from(piece, 'utf8')
        : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (bytes.length === 0) return;
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes >= HELD) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#heldBytes === 0) return;
    const bytes = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held, this.#heldBytes);
    this.#held = [];
    this.#heldBytes = 0;
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.#written);
      if (bytesWritten === 0) throw Object.assign(new Error('no bytes were written'), { code: 'ENOSPC' });
      done += bytesWritten;
      this.#written += bytesWritten;
    }
  }

  async writeAt(bytes: Uint8Array, position: number): Promise<void> {
    await this.flush();
    await this.#handle.write(bytes, 0, bytes.length, position);
  }
}

/** Makes a file by `work`, and puts it in its place when that has ended well. The size of the file. */
export async function writeWholeFile(
  path: string,
  work: (file: WholeFile) => Promise<void>,
): Promise<number> {
  return grow(path, work, (part, size) => {
    takePlace(part, path);
    return size;
  });
}

/** The same where no file of that name may be: null when there is one, and it stays as it was. */
export async function writeNewFile(
  path: string,
  work: (file: WholeFile) => Promise<void>,
): Promise<number | null> {
  return grow(path, work, (part, size) => {
    if (takeFreePlace(part, path)) return size;
    rmSync(part, { force: true });
    return null;
  });
}

async function grow<T>(
  path: string,
  work: (file: WholeFile) => Promise<void>,
  end: (part: string, size: number) => T,
): Promise<T> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder) throw new TarrafaError('TRF_STORAGE_DENIED', [path, reason('folder-of-this-name')]);
  clearParts(path);
  const part = partName(path);
  let handle: FileHandle;
  try {
    handle = await open(part, 'wx');
  } catch (cause) {
    throw storageError(path, cause);
  }
  try {
    const file = new GrowingFile(handle);
    try {
      await work(file);
      await file.flush();
      await handle.sync();
    } finally {
      await handle.close();
    }
    return end(part, file.size);
  } catch (cause) {
    await rm(part, { force: true }).catch(() => {});
    const { code } = cause as NodeJS.ErrnoException;
    // What the disk says is ours to tell; anything else is the work's own.
    throw !(cause instanceof TarrafaError) &&
      /^E(?:NOSPC|DQUOT|FBIG|ACCES|PERM|ROFS|IO|ISDIR|NOENT)$/.test(code ?? '')
      ? storageError(path, cause)
      : cause;
  }
}
