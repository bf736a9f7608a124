/**
 * How a file comes to stand in its place whole: it is made beside it under a name of its own, brought to the disk, and given its name,
 * and the folder that holds the name is brought to the disk too. A reader sees the old file or the new one, never a part, also after
 * the power failed.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';

let made = 0;
/** In a container every process has the same number: what tells this one from those before it. */
const life = randomBytes(4).toString('hex');

/** Name under which a file, or a folder of parts, grows: it names the process that makes it, and no other file of any process has it. */
export function partName(path: string): string {
  return `${path}.${process.pid}-${threadId}-${++made}-${life}.part`;
}

/** Such a name: of which file it is a part, of which process, thread and life. */
const PART = /^(.+)\.(\d{1,10})(?:-(\d+)-\d+(?:-([\da-f]{8}))?)?\.parts?$/;

/** What is known of the maker of a part. */
interface Maker {
  readonly pid: number;
  readonly thread: string | undefined;
  readonly life: string | undefined;
}

function isDead({ pid, thread, life: other }: Maker): boolean {
  // Threads of a process have lives of their own: only of this one it is known.
  if (pid === process.pid) return other !== undefined && thread === String(threadId) && other !== life;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Parts in a folder whose makers are dead, by the file that they are parts of. */
export function deadParts(folder: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return found;
  }
  for (const name of names) {
    const [, stem, pid, thread, life] = PART.exec(name) ?? [];
    if (stem === undefined || !isDead({ pid: Number(pid), thread, life })) continue;
    const parts = found.get(stem);
    if (parts) parts.push(join(folder, name));
    else found.set(stem, [join(folder, name)]);
  }
  return found;
}

/** Removes what processes that are dead left of this file, and of the folder of its parts. */
export function clearParts(path: string): void {
  for (const part of deadParts(dirname(path)).get(basename(path)) ?? [])
    rmSync(part, { recursive: true, force: true });
}

/** A file system that cannot bring a folder to the disk has no need of it, or no way. */
const NO_FOLDER_SYNC = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF']);

export function syncFolder(folder: string): void {
  try {
    sync(folder, 'r');
  } catch (error) {
    if (!NO_FOLDER_SYNC.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

export interface PlaceOptions {
  /**
   * False where a power failure may take the new file, because bringing each to the disk would take longer than making it again. Others
   * still see it whole or not at all.
   */
  readonly durable?: boolean;
}

/** Gives a file that is on the disk its place. */
export function takePlace(part: string, path: string, { durable = true }: PlaceOptions = {}): void {
  renameSync(part, path);
  if (durable) syncFolder(dirname(path));
}

/** What a file system says that knows no second name of a file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Gives a file that is on the disk its place, unless something stands there; whether it did. Of two at once one does. */
export function takeFreePlace(part: string, path: string): boolean {
  try {
    linkSync(part, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code ?? '')) throw error;
    // Looked at and then done, which is the best that such a file system offers.
    if (existsSync(path)) return false;
    takePlace(part, path);
    return true;
  }
  rmSync(part, { force: true });
  syncFolder(dirname(path));
  return true;
}

/** Gives a file, or a folder of files, that others wrote its place, and brings it to the disk first. */
export function putInPlace(fresh: string, path: string): void {
  if (statSync(fresh).isDirectory()) {
    for (const name of readdirSync(fresh)) sync(join(fresh, name), 'r+');
    syncFolder(fresh);
  } else sync(fresh, 'r+');
  takePlace(fresh, path);
}
