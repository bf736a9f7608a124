/** A file of this machine on its way into a store: read piece by piece, and noticed when it is another than it was. */
import { type FileHandle, open } from 'node:fs/promises';
import { inputError, readingError, TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';

/** Small enough that hashing one does not hold up a crawl on the same thread. */
const PIECE = 256 << 10;

/** The bytes of a range; fewer when the file ends before. */
export async function* filePieces(
  handle: FileHandle,
  path: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void, undefined> {
  for (let at = start; at < end; ) {
    // A buffer of its own each time: who takes it may still be sending it.
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, end - at));
    let bytesRead: number;
    try {
      ({ bytesRead } = await handle.read(piece, 0, piece.length, at));
    } catch (cause) {
      throw readingError(path, cause);
    }
    if (bytesRead === 0) return;
    at += bytesRead;
    yield bytesRead === piece.length ? piece : piece.subarray(0, bytesRead);
  }
}

export class LocalFile {
  readonly path: string;
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #modified: number;

  private constructor(path: string, handle: FileHandle, size: number, modified: number) {
    this.path = path;
    this.#handle = handle;
    this.size = size;
    this.#modified = modified;
  }

  static async open(path: string): Promise<LocalFile> {
    let handle: FileHandle | null = null;
    try {
      handle = await open(path, 'r');
      const stat = await handle.stat();
      if (!stat.isFile()) throw Object.assign(new Error('no file'), { code: 'EISDIR' });
      return new LocalFile(path, handle, stat.size, stat.mtimeMs);
    } catch (cause) {
      await handle?.close();
      throw inputError(path, cause);
    }
  }

  pieces(start: number, end: number): AsyncGenerator<Buffer, void, undefined> {
    return filePieces(this.#handle, this.path, start, end);
  }

  /** Throws TRF_STORAGE_UNREADABLE when somebody wrote to it meanwhile: what was read is of no one state of it. */
  async mustBeUnchanged(): Promise<void> {
    const { size, mtimeMs } = await this.#handle.stat();
    if (size !== this.size || mtimeMs !== this.#modified)
      throw new TarrafaError('TRF_STORAGE_UNREADABLE', [this.path, reason('sent-file-changed')]);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
