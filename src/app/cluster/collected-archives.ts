/**
 * The archive files of all workers in one folder: from the folders that are named, and from the store of the crawl. Two workers may have given files the
 * same name, so each bears that of its worker.
 */
import { constants, copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crawlPaths } from '../../crawl/index.ts';
import { storageError } from '../../errors.ts';
import { writeNewFile } from '../../files/index.ts';
import { ARCHIVE_NAME } from '../../warc/index.ts';
import type { WorkerFolder } from './worker-logs.ts';

export interface StoredArchives {
  readonly address: string;
  /** Names of all workers that ever were there. */
  readonly workers: readonly string[];
}

export class CollectedArchives {
  readonly #folder: string;
  readonly #files = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get count(): number {
    return this.#files.size;
  }

  /** The name of a worker's file here; null when it could not be had. */
  find(worker: string, file: string): string | null {
    const name = nameHere(worker, file);
    return this.#files.has(name) ? name : null;
  }

  fromFolder({ worker, folder }: WorkerFolder): void {
    const { archive } = crawlPaths(folder);
    for (const file of existsSync(archive) ? readdirSync(archive) : []) {
      const name = nameHere(worker, file);
      if (!ARCHIVE_NAME.test(file) || this.#files.has(name)) continue;
      try {
        copyFileSync(join(archive, file), join(this.#folder, name), constants.COPYFILE_FICLONE);
      } catch (error) {
        throw storageError(join(archive, file), error);
      }
      this.#files.add(name);
    }
  }

  /** What the store has and no folder brought. */
  async fromStore({ address, workers }: StoredArchives): Promise<void> {
    const { openStore } = await import('../../store/index.ts');
    const store = openStore(address);
    try {
      for (const worker of workers)
        for await (const object of store.list(`${worker}/`)) {
          const file = object.name.slice(worker.length + 1);
          const name = nameHere(worker, file);
          if (!ARCHIVE_NAME.test(file) || this.#files.has(name)) continue;
          await writeNewFile(join(this.#folder, name), async (to) => {
            for await (const bytes of store.read(object.name, { version: object.version }))
              await to.write(bytes);
          });
          this.#files.add(name);
        }
    } finally {
      await store.close();
    }
  }
}

/** The worker's name in the place of the program's. */
function nameHere(worker: string, file: string): string {
  return `${worker.replace(/[^A-Za-z0-9_-]+/g, '-')}-${file.replace(/^tarrafa-/, '')}`;
}
