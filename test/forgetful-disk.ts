/**
 * A disk whose power can fail: what was written is seen by every reader at once, as with any system, but only what was synced is sure to be
 * there afterwards. Of the rest each page of 4 kB may have been written or not, in any order over all files. As the tests of SQLite do it.
 */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DISK, type Disk } from '../src/files/index.ts';

export type Change =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly length: number };

export interface Tracked {
  path: string;
  /** What is on the disk for sure; null when not even the name is. */
  synced: Buffer | null;
  changes: Change[];
}

const PAGE = 4096;

export class ForgetfulDisk implements Disk {
  readonly #files = new Map<string, Tracked>();
  readonly #open = new Map<number, Tracked>();
  /** Old names by new ones: no folder is ever synced by these calls, so that a file may stand under its old name again. */
  readonly #renamed = new Map<string, string>();
  #calls = 0;
  /** Told of each call that changes a file, before it is made. */
  onCall: (call: number) => void = () => {};
  /** Told when a file is asked to be brought to the disk, and when it is. */
  onSync: (path: string, done: boolean) => void = () => {};

  mkdir = DISK.mkdir;
  list = DISK.list;
  exists = DISK.exists;
  size = DISK.size;
  read = DISK.read;

  open(path: string, flags: string): number {
    let file = this.#files.get(path);
    if (file === undefined) {
      file = { path, synced: existsSync(path) ? readFileSync(path) : null, changes: [] };
      if (flags !== 'r') this.#files.set(path, file);
    }
    const fd = DISK.open(path, flags);
    if (flags.startsWith('w') && file.synced !== null) file.changes.push({ kind: 'truncate', length: 0 });
    this.#open.set(fd, file);
    return fd;
  }

  write(fd: number, from: Uint8Array, offset: number, length: number, position: number): number {
    this.onCall(this.#calls++);
    const bytes = Buffer.from(from.subarray(offset, offset + length));
    this.#open.get(fd)?.changes.push({ kind: 'write', at: position, bytes });
    return DISK.write(fd, from, offset, length, position);
  }

  truncate(fd: number, length: number): void {
    this.onCall(this.#calls++);
    this.#open.get(fd)?.changes.push({ kind: 'truncate', length });
    DISK.truncate(fd, length);
  }

  sync(fd: number): void {
    this.onCall(this.#calls++);
    const file = this.#open.get(fd);
    if (file) keep(file, file.changes.length);
  }

  async syncLater(fd: number): Promise<void> {
    this.onCall(this.#calls++);
    const file = this.#open.get(fd);
    if (file === undefined) return;
    this.onSync(file.path, false);
    // What is written meanwhile need not be there.
    const count = file.changes.length;
    await new Promise((resolve) => setImmediate(resolve));
    keep(file, count);
    this.onSync(file.path, true);
  }

  close(fd: number): void {
    this.#open.delete(fd);
    DISK.close(fd);
  }

  rename(from: string, to: string): void {
    const file = this.#files.get(from);
    DISK.rename(from, to);
    if (file) this.#files.delete(from);
    if (file) this.#files.set(to, Object.assign(file, { path: to }));
    this.#renamed.set(to, from);
  }

  unlink(path: string): void {
    this.#files.delete(path);
    DISK.unlink(path);
  }

  /** Whether a file is written by these calls. */
  tracks(path: string): boolean {
    return this.#files.has(path);
  }

  /** Another file takes the place of one: it is no more written by these calls, unless somebody opens it by them again. */
  replaced(path: string): Tracked | null {
    const file = this.#files.get(path) ?? null;
    this.#files.delete(path);
    return file;
  }

  /** Files whose bytes are not those that these calls wrote. */
  unseen(): string[] {
    return [...this.#files.values()]
      .filter((file) => existsSync(file.path))
      .filter((file) => !(asWritten(file) ?? Buffer.alloc(0)).equals(readFileSync(file.path)))
      .map(({ path }) => path);
  }

  /** What a folder holds when the power fails now, in another place. */
  fail(folder: string, into: string, random: () => number): void {
    // Whoever held the folder is gone.
    cpSync(folder, into, { recursive: true, filter: (path) => !/[/\\]lock[^/\\]*$/.test(path) });
    for (const file of this.#files.values()) {
      const path = join(into, relative(folder, file.path));
      const left = remains(file, random);
      if (left === null) rmSync(path, { force: true });
      else writeFileSync(path, left);
    }
    for (const [to, from] of this.#renamed) {
      const [now, before] = [to, from].map((path) => join(into, relative(folder, path))) as [string, string];
      if (existsSync(now) && !existsSync(before) && random() < 0.5) renameSync(now, before);
    }
  }
}

export function keep(file: Tracked, count: number): void {
  let image: Buffer = file.synced ?? Buffer.alloc(0);
  for (const change of file.changes.splice(0, count)) image = changed(image, change);
  file.synced = image;
}

export function changed(image: Buffer, change: Change): Buffer {
  if (change.kind === 'truncate')
    return change.length <= image.length
      ? image.subarray(0, change.length)
      : Buffer.concat([image, Buffer.alloc(change.length - image.length)]);
  const end = change.at + change.bytes.length;
  const grown = Buffer.alloc(Math.max(image.length, end));
  image.copy(grown);
  change.bytes.copy(grown, change.at);
  return grown;
}

/** A change of which each page of 4 kB may be missing, by chance. */
export function partlyChanged(image: Buffer, change: Change, missing: number, random: () => number): Buffer {
  if (missing === 0 || change.kind === 'truncate') return changed(image, change);
  let left = image;
  for (let at = 0; at < change.bytes.length; ) {
    const length = Math.min(PAGE - ((change.at + at) % PAGE), change.bytes.length - at);
    const bytes = change.bytes.subarray(at, at + length);
    if (random() >= missing) left = changed(left, { kind: 'write', at: change.at + at, bytes });
    at += length;
  }
  return left;
}

/** Nothing of what was not synced, all of it, the first of it, or pages of it here and there. */
export function remains({ synced, changes }: Tracked, random: () => number): Buffer | null {
  const how = Math.floor(random() * 4);
  if (how === 0 || changes.length === 0) return synced;
  const count = how === 2 ? Math.floor(random() * (changes.length + 1)) : changes.length;
  let image: Buffer = synced ?? Buffer.alloc(0);
  for (const change of changes.slice(0, count))
    image = partlyChanged(image, change, how === 3 ? 0.3 : 0, random);
  return image;
}

/** What stands there while the power holds; null when nothing was made of it. */
export function asWritten({ synced, changes }: Tracked): Buffer | null {
  let image = synced;
  for (const change of changes) image = changed(image ?? Buffer.alloc(0), change);
  return image;
}
