/**
 * The archive files of all workers in one folder: from the folders that are named, and from the store of the crawl. Two workers may have given files the
 * same name, so each bears that of its worker. What does not count is left out.
 */
import { constants, copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crawlPaths } from '../../crawl/index.ts';
import { storageError } from '../../errors.ts';
import { writeNewFile } from '../../files/index.ts';
import { ARCHIVE_NAME } from '../../warc/index.ts';
import { cutUncounted, placeAfter } from './counted-copy.ts';
import type { CountedRecords } from './counted-records.ts';
import type { WorkerFolder } from './worker-logs.ts';

export interface StoredArchives {
  readonly address: string;
  /** Names of all workers that ever were there. */
  readonly workers: readonly string[];
}

export class CollectedArchives {
  readonly #folder: string;
  readonly #counted: CountedRecords;
  /** By their names here, what was cut out of them. */
  readonly #files = new Map<string, Awaited<ReturnType<typeof cutUncounted>>>();

  constructor(folder: string, counted: CountedRecords) {
    this.#folder = folder;
    this.#counted = counted;
  }

  get count(): number {
    return this.#files.size;
  }

  /** Where a record of a worker's file stands here; null when the file could not be had. */
  find(worker: string, archived: ArchivedAt): ArchivedAt | 'left-out' | null {
    const file = nameHere(worker, archived.file);
    const cuts = this.#files.get(file);
    if (cuts === undefined) return null;
    const offset = placeAfter(cuts, archived.offset);
    return offset === null ? 'left-out' : { file, offset };
  }

  async fromFolder({ worker, folder }: WorkerFolder): Promise<void> {
    const { archive } = crawlPaths(folder);
    for (const file of existsSync(archive) ? readdirSync(archive) : []) {
      const name = nameHere(worker, file);
      if (!ARCHIVE_NAME.test(file) || this.#files.has(name)) continue;
      try {
        copyFileSync(join(archive, file), join(this.#folder, name), constants.COPYFILE_FICLONE);
      } catch (error) {
        throw storageError(join(archive, file), error);
      }
      await this.#came(name, worker, file);
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
          await this.#came(name, worker, file);
        }
    } finally {
      await store.close();
    }
  }

  /** What does not count is nobody's page elsewhere either. */
  async #came(name: string, worker: string, file: string): Promise<void> {
    const answers = await this.#counted.of(`${worker}/${file}`);
    this.#files.set(name, await cutUncounted(join(this.#folder, name), answers));
  }
}

interface ArchivedAt {
  readonly file: string;
  readonly offset: number;
}

/** The worker's name in the place of the program's. */
function nameHere(worker: string, file: string): string {
  return `${worker.replace(/[^A-Za-z0-9_-]+/g, '-')}-${file.replace(/^tarrafa-/, '')}`;
}
