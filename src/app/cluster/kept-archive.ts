/**
 * The archive of a worker, kept in the store of the crawl: its files are sent while it crawls, the rest before it leaves, and the database is told
 * of each when it is there. While the store is away the crawl goes on.
 */
import { join } from 'node:path';
import type { Crawl } from '../../crawl/index.ts';
import { type ErrorCode, type ErrorValue, TarrafaError } from '../../errors.ts';
import type { Database } from '../../postgres/index.ts';
import type { ArchiveStore, ArchiveUploader, UploadLag } from '../../store/index.ts';

/** What waits to be sent, as a worker says it of itself. */
export interface ArchiveLag {
  readonly files: number;
  readonly bytes: number;
  /** How long the oldest of it may have been waiting, ms. */
  readonly age: number;
  /** Why nothing is sent now; null while all is well. */
  readonly away: ToldError | null;
  /** Files that the store will never take. */
  readonly refused: readonly (ToldError & { readonly file: string })[];
}

/** An error that another process can say in the language of who asks there. */
export interface ToldError {
  /** Null when it is none of ours. */
  readonly code: ErrorCode | null;
  readonly values: readonly ErrorValue[];
  readonly message: string;
}

export interface KeptArchiveOptions {
  readonly database: Database;
  readonly store: ArchiveStore;
  readonly folder: string;
  readonly worker: string;
  /** How often the growing file is ended, ms. */
  readonly every: number;
  /** Told when files begin to wait for the store, with why, and when they no longer do, with null. */
  readonly onAway?: ((error: Error | null) => void) | undefined;
  /** Told of a file that the store will never take. */
  readonly onRefused?: ((file: string, error: Error) => void) | undefined;
}

/** Nobody waits for figures that are that old, ms: the folder is read for them. */
const FRESH = 2_000;
const TOLD_REFUSED = 5;

export class KeptArchive {
  readonly #options: KeptArchiveOptions;
  #uploader: ArchiveUploader | null = null;
  #lag: ArchiveLag | null = null;
  #lagAt = 0;

  constructor(options: KeptArchiveOptions) {
    this.#options = options;
  }

  /** Throws when the store cannot be reached, or lets nothing be written: what says whose files these are is written first. */
  async prove(): Promise<void> {
    const { store, folder, worker } = this.#options;
    await store.probe();
    await store.put(`${worker}/worker.json`, join(folder, 'worker.json'));
  }

  /** From now on the files of this crawl are sent. */
  async begin({ archive }: Crawl): Promise<void> {
    const { ArchiveUploader } = await import('../../store/index.ts');
    const { fileStored } = await import('../../cluster/index.ts');
    const { database, store, worker, every, onAway, onRefused } = this.#options;
    this.#uploader = new ArchiveUploader({
      store,
      folder: archive.folder,
      worker,
      growing: () => archive.growing,
      finish: () => void archive.finishFile(),
      every,
      onStored: ({ file, object }) => fileStored(database, { worker, name: file }, object.size),
      ...(onAway ? { onAway } : {}),
      ...(onRefused ? { onRefused } : {}),
    });
    this.#uploader.begin();
  }

  /** Null before the crawl has begun. */
  get lag(): ArchiveLag | null {
    const now = performance.now();
    if (this.#uploader !== null && (this.#lag === null || now - this.#lagAt > FRESH)) {
      this.#lag = lagOf(this.#uploader.lag);
      this.#lagAt = now;
    }
    return this.#lag;
  }

  /** Sends what is left, until all of it is there or the signal says that it is enough; what is left then waits for the next start. */
  async end(options: {
    readonly giveUp?: AbortSignal | undefined;
    readonly patience: number;
  }): Promise<ArchiveLag> {
    const { giveUp: signal, patience } = options;
    const left = await this.#uploader?.close({ signal, patience });
    this.#lag = left === undefined ? null : lagOf(left);
    this.#lagAt = Number.POSITIVE_INFINITY;
    return this.#lag ?? { files: 0, bytes: 0, age: 0, away: null, refused: [] };
  }
}

function lagOf({ files, bytes, age, failing, refused }: UploadLag): ArchiveLag {
  return {
    files,
    bytes,
    age: Math.round(age),
    away: failing && told(failing),
    refused: refused.slice(0, TOLD_REFUSED).map(({ file, error }) => ({ file, ...told(error) })),
  };
}

const told = (error: Error): ToldError => ({
  ...(error instanceof TarrafaError
    ? { code: error.code, values: error.values }
    : { code: null, values: [] }),
  message: error.message,
});
