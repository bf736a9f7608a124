/** One analysis of a catalogue at a time: two would do the same work twice. Readers are not kept out. */
import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { FolderLock } from '../crawl/folder-lock.ts';
import { storageError, TarrafaError } from '../errors.ts';

export class AnalysisLock {
  readonly #folder: string;
  readonly #lock: FolderLock;

  private constructor(folder: string, lock: FolderLock) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Throws TRF_FOLDER_BUSY when another process, or another part of this one, is at it. */
  static take(catalogue: string): AnalysisLock {
    const folder = `${catalogue.replace(/\.db$/i, '')}-lock`;
    try {
      mkdirSync(folder, { recursive: true });
    } catch (cause) {
      throw storageError(folder, cause);
    }
    try {
      return new AnalysisLock(folder, FolderLock.take(folder));
    } catch (error) {
      if (error instanceof TarrafaError && error.code === 'TRF_FOLDER_BUSY')
        throw new TarrafaError('TRF_FOLDER_BUSY', [catalogue, ...error.values.slice(1)], { cause: error });
      // Whoever held it has just removed the folder.
      if (error instanceof TarrafaError && !existsSync(folder)) return AnalysisLock.take(catalogue);
      throw error;
    }
  }

  /** The catalogue is on another machine: a process of a third one may be at it too. */
  get uncertain(): boolean {
    return this.#lock.uncertain;
  }

  /** Null instead of an error when it is busy. */
  static tryTake(catalogue: string): AnalysisLock | null {
    try {
      return AnalysisLock.take(catalogue);
    } catch (error) {
      if (error instanceof TarrafaError && error.code === 'TRF_FOLDER_BUSY') return null;
      throw error;
    }
  }

  release(): void {
    this.#lock.release();
    try {
      rmdirSync(this.#folder);
    } catch {
      // Another process is taking it already.
    }
  }
}
