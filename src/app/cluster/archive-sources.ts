/**
 * Where the archive of a shared crawl can be read from this machine: the folders of workers that stand here, and the store of the crawl. A file
 * is `worker/file.warc.gz` wherever it is. What stands here is read here.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ArchiveFile } from '../../collection/index.ts';
import { isHeld } from '../../crawl/folder-lock.ts';
import { TarrafaError } from '../../errors.ts';
import type { Database } from '../../postgres/index.ts';
import type { ArchiveStore } from '../../store/index.ts';
import type { RangedBytes } from '../../warc/index.ts';
import { reason } from '../../words/why.ts';
import { readWorker } from './worker-folder.ts';

/** A file of the archive as it is found. */
export interface FoundFile {
  /** `worker/file.warc.gz`. */
  readonly name: string;
  readonly size: number;
  /** The folder of its worker, when that stands here. */
  readonly folder: string | null;
  /** Its worker may be writing to it. */
  readonly growing: boolean;
  open(): Promise<ArchiveFile>;
}

const MOST_REMEMBERED = 100_000;

export class ArchiveSources {
  /** By the name of the worker. */
  readonly #folders: ReadonlyMap<string, string>;
  readonly #store: ArchiveStore | null;
  readonly #isWhole: boolean;
  readonly #stored = new Set<string>();

  private constructor(folders: ReadonlyMap<string, string>, store: ArchiveStore | null, isWhole: boolean) {
    this.#folders = folders;
    this.#store = store;
    this.#isWhole = isWhole;
  }

  /** `folders`: of workers of this crawl. `stored`: the store of the crawl is looked at too, if it has one. */
  static async open(
    database: Database,
    folders: readonly string[],
    { stored = true }: { readonly stored?: boolean } = {},
  ): Promise<ArchiveSources> {
    const { readSharedPlan } = await import('../../cluster/index.ts');
    const plan = await readSharedPlan(database);
    if (plan === null) throw new TarrafaError('TRF_CLUSTER_EMPTY', [database.address.shown]);
    const known = new Map<string, string>();
    for (const folder of folders.map((given) => resolve(given))) {
      const worker = readWorker(folder);
      if (worker === null) throw new TarrafaError('TRF_INPUT_MISSING', [folder, reason('no-worker-here')]);
      if (worker.begun !== plan.begun.toISOString())
        throw new TarrafaError('TRF_FOLDER_OF_WORKER', [folder, worker.name, worker.cluster]);
      known.set(worker.name, folder);
    }
    if (plan.store === null || !stored) return new ArchiveSources(known, null, stored);
    const { openStore } = await import('../../store/index.ts');
    return new ArchiveSources(known, openStore(plan.store), true);
  }

  /** More than the folders that were named is looked at. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Folders of workers that stand here, by the names of the workers. */
  get folders(): ReadonlyMap<string, string> {
    return this.#folders;
  }

  /** Every file that can be read from here, each once. */
  async *files(): AsyncGenerator<FoundFile> {
    const { archiveFiles, inOrderOfWriting } = await import('../../warc/index.ts');
    const { archiveFile, keptFile } = await import('../../collection/index.ts');
    const found = new Set<string>();
    for (const [worker, folder] of this.#folders) {
      const archive = join(folder, 'archive');
      const paths = existsSync(archive) ? archiveFiles(archive) : [];
      // Of a worker that is at work the last one grows.
      const last = isHeld(folder) ? inOrderOfWriting(paths.map((path) => basename(path))).at(-1)?.name : null;
      for (const path of paths) {
        const name = `${worker}/${basename(path)}`;
        const growing = basename(path) === last;
        found.add(name);
        yield { name, size: statSync(path).size, folder, growing, open: async () => archiveFile(path, name) };
      }
    }
    const store = this.#store;
    if (store === null) return;
    const { storedWarc } = await import('../../store/index.ts');
    for await (const { name, size } of store.list())
      if (/^[^/]+\/[^/]+\.warc\.gz$/.test(name) && !found.has(name)) {
        found.add(name);
        const open = () => keptFile(storedWarc(store, name), name, size);
        yield { name, size, folder: null, growing: false, open };
      }
  }

  /** The path or the bytes of a file; TRF_ARCHIVE_AWAY when it is on the machine of its worker alone. */
  async source(name: string): Promise<string | RangedBytes> {
    const [worker = '', file = ''] = name.split('/');
    const folder = this.#folders.get(worker);
    const path = folder === undefined ? null : join(folder, 'archive', basename(file));
    if (path !== null && existsSync(path)) return path;
    const store = this.#store;
    if (store === null || !(await this.#isStored(store, name)))
      throw new TarrafaError('TRF_ARCHIVE_AWAY', [worker]);
    const { storedWarc } = await import('../../store/index.ts');
    return storedWarc(store, name);
  }

  /** What is in the store stays there: it is asked once about each file. */
  async #isStored(store: ArchiveStore, name: string): Promise<boolean> {
    if (this.#stored.has(name)) return true;
    if ((await store.stat(name)) === null) return false;
    if (this.#stored.size >= MOST_REMEMBERED) this.#stored.clear();
    this.#stored.add(name);
    return true;
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }
}
