/**
 * A folder that all machines have mounted. A file is written beside its place, brought to the disk and given its name, unless something has
 * that name; so others see it whole or not at all. What the machine that has the disk does with it is for whoever mounted it to know.
 */
import { createHash } from 'node:crypto';
import { constants, type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { readingError, storageError, TarrafaError } from '../errors.ts';
import { clearParts, writeNewFile } from '../files/index.ts';
import { reason, systemFailure } from '../words/why.ts';
import type { ArchiveStore, PutOptions, ReadOptions, StoredObject } from './archive-store.ts';
import { filePieces, LocalFile } from './local-file.ts';
import { isObjectName, mustBeName, mustBePrefix } from './object-name.ts';

export class FolderStore implements ArchiveStore {
  readonly shown: string;
  readonly #root: string;

  constructor(folder: string) {
    this.#root = resolve(folder);
    this.shown = this.#root;
  }

  async probe(): Promise<void> {
    this.#mustBeThere();
  }

  /** A folder that is not there is not made: it may be one that was not mounted. */
  #mustBeThere(): string {
    try {
      if (!statSync(this.#root).isDirectory())
        throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
      return realpathSync(this.#root);
    } catch (cause) {
      throw new TarrafaError('TRF_STORE_UNREACHABLE', [this.shown, systemFailure(cause)], { cause });
    }
  }

  #path(name: string): string {
    mustBeName(name);
    return join(this.#root, ...name.split('/'));
  }

  /** Throws where a link inside leads out: a name reaches nothing but this folder. */
  #mustStayInside(name: string, path: string): void {
    const root = this.#mustBeThere();
    // What is not there yet will be made in the nearest folder that is.
    for (let above = dirname(path); above.length >= this.#root.length; above = dirname(above)) {
      let folder: string;
      try {
        folder = realpathSync(above);
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') continue;
        throw readingError(path, cause);
      }
      if (folder === root || folder.startsWith(root + sep)) return;
      throw new TarrafaError('TRF_STORE_REFUSED', [this.shown, reason('store-leads-out', { name })]);
    }
  }

  async put(name: string, path: string, options: PutOptions = {}): Promise<StoredObject> {
    const place = this.#path(name);
    this.#mustStayInside(name, place);
    const file = await LocalFile.open(path);
    try {
      const there = await this.stat(name);
      if (there !== null) return await this.#mustBeSame(there, file, options);
      try {
        await mkdir(dirname(place), { recursive: true });
      } catch (cause) {
        throw storageError(place, cause);
      }
      const size = await writeNewFile(place, async (fresh) => {
        for await (const piece of file.pieces(0, file.size)) {
          options.signal?.throwIfAborted();
          await fresh.write(piece);
        }
        await file.mustBeUnchanged();
      });
      const stored = await this.stat(name);
      if (stored === null)
        throw new TarrafaError('TRF_STORE_UNREACHABLE', [this.shown, reason('store-has-it-not')]);
      return size === null || stored.size !== file.size
        ? await this.#mustBeSame(stored, file, options)
        : stored;
    } finally {
      await file.close();
    }
  }

  async #mustBeSame(there: StoredObject, file: LocalFile, { signal }: PutOptions): Promise<StoredObject> {
    const same =
      there.size === file.size &&
      (await sha256(file.pieces(0, file.size), signal)) ===
        (await sha256(this.read(there.name, { version: there.version }), signal));
    if (!same) throw new TarrafaError('TRF_STORE_TAKEN', [there.name, this.shown]);
    // Who died after the file had its name may have left the other one.
    clearParts(this.#path(there.name));
    return there;
  }

  async stat(name: string): Promise<StoredObject | null> {
    const handle = await this.#open(name);
    if (handle === null) return null;
    try {
      return await objectOf(name, handle);
    } finally {
      await handle.close();
    }
  }

  /** Null when there is no file of that name. */
  async #open(name: string): Promise<FileHandle | null> {
    const path = this.#path(name);
    this.#mustStayInside(name, path);
    let handle: FileHandle;
    try {
      handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return null;
      if (code === 'ELOOP')
        throw new TarrafaError('TRF_STORE_REFUSED', [this.shown, reason('store-leads-out', { name })]);
      throw readingError(path, cause);
    }
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return null;
  }

  async *read(name: string, options: ReadOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
    const handle = await this.#open(name);
    if (handle === null) throw new TarrafaError('TRF_STORE_MISSING', [name, this.shown]);
    const changed = () => new TarrafaError('TRF_STORE_CHANGED', [name, this.shown]);
    try {
      const object = await objectOf(name, handle);
      if (options.version !== undefined && options.version !== object.version) throw changed();
      const start = options.start ?? 0;
      const end = Math.min(options.end ?? object.size, object.size);
      if (start >= end) return;
      options.onFound?.(object);
      let given = start;
      for await (const piece of filePieces(handle, this.#path(name), start, end)) {
        given += piece.length;
        yield piece;
      }
      if (given !== end) throw changed();
    } finally {
      await handle.close();
    }
  }

  async *list(prefix = ''): AsyncGenerator<StoredObject, void, undefined> {
    mustBePrefix(prefix);
    this.#mustBeThere();
    for (const name of this.#names('', prefix)) {
      const object = await this.stat(name);
      if (object !== null) yield object;
    }
  }

  *#names(above: string, prefix: string): Generator<string> {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(this.#root, above), { withFileTypes: true });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw readingError(join(this.#root, above), cause);
    }
    // In the order of whole names, in which a folder stands where its first name does.
    const names = entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => `${above}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .sort((a, b) => (a < b ? -1 : 1));
    for (const name of names) {
      if (!name.endsWith('/')) {
        if (name.startsWith(prefix) && isObjectName(name)) yield name;
      } else if (name.startsWith(prefix) || prefix.startsWith(name)) yield* this.#names(name, prefix);
    }
  }

  async close(): Promise<void> {}
}

async function objectOf(name: string, handle: FileHandle): Promise<StoredObject> {
  const { size, mtimeNs } = await handle.stat({ bigint: true });
  return { name, size: Number(size), version: `${size}-${mtimeNs}` };
}

async function sha256(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    hash.update(piece);
  }
  return hash.digest('hex');
}
