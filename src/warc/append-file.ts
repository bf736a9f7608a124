/**
 * A file that only grows by whole pieces: a piece is on the file when `append` returns, and when writing fails the file is taken back
 * to the end of the last whole piece, so that a full disk never leaves half a record.
 */
import { openSync } from 'node:fs';
import { storageError } from '../errors.ts';
import { DISK, type Disk } from '../files/index.ts';

/** The calls that can fail because of the disk; replaced in tests to make them fail. */
export type FileCalls = Disk;

export const NODE_CALLS: FileCalls = { ...DISK, open: (path, flags) => openSync(path, flags, 0o644) };

export class AppendFile {
  readonly path: string;
  readonly #calls: FileCalls;
  #fd: number;
  #size: number;
  /** True when the file may hold bytes after `#size` that could not be taken back yet. */
  #ragged = false;

  private constructor(path: string, fd: number, size: number, calls: FileCalls) {
    this.path = path;
    this.#fd = fd;
    this.#size = size;
    this.#calls = calls;
  }

  /** Opens an existing file for growing; null when it does not exist. */
  static open(path: string, calls: FileCalls = NODE_CALLS): AppendFile | null {
    let fd: number;
    try {
      fd = calls.open(path, 'r+');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw storageError(path, cause);
    }
    return new AppendFile(path, fd, calls.size(fd), calls);
  }

  /** Makes a new file; null when one of that name is there already. */
  static create(path: string, calls: FileCalls = NODE_CALLS): AppendFile | null {
    let fd: number;
    try {
      fd = calls.open(path, 'wx+');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return null;
      throw storageError(path, cause);
    }
    return new AppendFile(path, fd, 0, calls);
  }

  get size(): number {
    return this.#size;
  }

  append(bytes: Uint8Array): void {
    this.settle();
    try {
      let done = 0;
      while (done < bytes.length) {
        const n = this.#calls.write(this.#fd, bytes, done, bytes.length - done, this.#size + done);
        if (n <= 0) throw Object.assign(new Error('no bytes were written'), { code: 'ENOSPC' });
        done += n;
      }
    } catch (cause) {
      this.#takeBack();
      throw storageError(this.path, cause);
    }
    this.#size += bytes.length;
  }

  #takeBack(): void {
    try {
      this.#calls.truncate(this.#fd, this.#size);
      this.#ragged = false;
    } catch {
      this.#ragged = true;
    }
  }

  /** Takes back what a failed write left and could not take back then: the file ends with its last whole piece, or this throws. */
  settle(): void {
    if (!this.#ragged) return;
    this.cut(this.#size);
    this.#ragged = false;
  }

  /** Cuts the file to a shorter length. */
  cut(size: number): void {
    try {
      this.#calls.truncate(this.#fd, size);
    } catch (cause) {
      throw storageError(this.path, cause);
    }
    this.#size = size;
  }

  sync(): void {
    try {
      this.#calls.sync(this.#fd);
    } catch (cause) {
      throw storageError(this.path, cause);
    }
  }

  /** The same beside the thread that asks. Not to be closed before it resolves. */
  async syncLater(): Promise<void> {
    try {
      await this.#calls.syncLater(this.#fd);
    } catch (cause) {
      throw storageError(this.path, cause);
    }
  }

  close(): void {
    if (this.#fd < 0) return;
    if (this.#ragged) this.#takeBack();
    this.#calls.close(this.#fd);
    this.#fd = -1;
  }
}
