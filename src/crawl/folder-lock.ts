/**
 * One process a folder. What keeps others out is a lock of the kernel on `lock.db`, which goes with the process however that ends; it holds
 * between containers too, which number their processes each for itself. `lock` says who it is, for people alone: nothing is done to a process
 * because its number stands there.
 *
 * Versions before 0.2 had `lock` alone, with the process number and its start time. Such a folder is taken over when that process is dead.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { storageError, TarrafaError } from '../errors.ts';
import { type HeldFile, holdFile, isHeldFile, mayBeHeldElsewhere } from '../files/index.ts';

/** Ticks since boot at which a process started; empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in brackets, may hold spaces: count fields from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return start === '' || startOf(pid) === start;
}

/** Who says to hold a folder. Only for people. */
export interface LockOwner {
  /** Null when it is not known here: the process is of another machine or container. */
  readonly pid: number | null;
  readonly start: string;
  /** Machine or container; empty when it is not known. */
  readonly host: string;
}

const heldPath = (folder: string) => join(folder, 'lock.db');
const saidPath = (folder: string) => join(folder, 'lock');

function saidOwner(folder: string): (LockOwner & { readonly pid: number }) | null {
  try {
    const [pid, start = '', host = ''] = readFileSync(saidPath(folder), 'utf8').trim().split(' ');
    return /^[1-9]\d{0,9}$/.test(pid ?? '') ? { pid: Number(pid), start, host } : null;
  } catch {
    return null;
  }
}

/** A process of a version that knew nothing of `lock.db`. */
function ownerOfOld(folder: string): LockOwner | null {
  if (existsSync(heldPath(folder))) return null;
  const owner = saidOwner(folder);
  return owner !== null && owner.host === '' && isAlive(owner.pid, owner.start) ? owner : null;
}

/** Whether a living process works on a folder. */
export function isHeld(folder: string): boolean {
  try {
    return isHeldFile(heldPath(folder)) || ownerOfOld(folder) !== null;
  } catch {
    // A folder that cannot be looked into, or a file that somebody put there.
    return false;
  }
}

/** The living owner of a folder, if there is one. */
export function lockOwner(folder: string): LockOwner | null {
  if (!isHeld(folder)) return null;
  const said = saidOwner(folder);
  if (said === null) return { pid: null, start: '', host: '' };
  const here = (said.host === '' || said.host === hostname()) && isAlive(said.pid, said.start);
  return here ? said : { ...said, pid: null };
}

function busy(folder: string, owner: LockOwner | null): TarrafaError {
  const { pid = null, host = '' } = owner ?? {};
  const elsewhere = host !== '' && host !== hostname();
  return new TarrafaError('TRF_FOLDER_BUSY', [folder, elsewhere ? `${pid ?? '?'} @${host}` : (pid ?? '?')]);
}

export class FolderLock {
  /** The folder is on another machine: whether a process of a third one works on it depends on how it was mounted. */
  readonly uncertain: boolean;
  readonly #folder: string;
  readonly #held: HeldFile;

  private constructor(folder: string, held: HeldFile) {
    this.#folder = folder;
    this.#held = held;
    this.uncertain = mayBeHeldElsewhere(heldPath(folder));
  }

  static take(folder: string): FolderLock {
    const path = heldPath(folder);
    let held: HeldFile | null;
    try {
      statSync(folder);
      const old = ownerOfOld(folder);
      if (old !== null) throw busy(folder, old);
      held = holdFile(path);
    } catch (error) {
      throw error instanceof TarrafaError ? error : storageError(path, error);
    }
    if (held === null) throw busy(folder, saidOwner(folder));
    try {
      writeFileSync(saidPath(folder), `${process.pid} ${startOf(process.pid)} ${hostname()}\n`);
    } catch (error) {
      held.release();
      throw storageError(path, error);
    }
    return new FolderLock(folder, held);
  }

  release(): void {
    // Somebody may have removed them by hand: it is released all the same.
    rmSync(saidPath(this.#folder), { force: true });
    this.#held.release();
  }
}
