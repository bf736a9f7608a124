/**
 * One process a folder. The lock is a file with the owner's process number and start time; a lock whose owner is dead (SIGKILL, power
 * loss) is taken over, and a process number given to another program since is told apart by its start time.
 */
import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageError, TarrafaError } from '../errors.ts';

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

export interface LockOwner {
  readonly pid: number;
  readonly start: string;
}

/** The living owner of a folder, if there is one. */
export function lockOwner(folder: string): LockOwner | null {
  return ownerIn(join(folder, 'lock'));
}

function ownerIn(path: string): LockOwner | null {
  try {
    const [pid, start = ''] = readFileSync(path, 'utf8').trim().split(' ');
    return Number.isInteger(Number(pid)) && isAlive(Number(pid), start) ? { pid: Number(pid), start } : null;
  } catch {
    return null;
  }
}

/**
 * Removes a lock whose owner is dead. Only one process may: of two that saw the same dead owner, the slower would otherwise remove the lock
 * that the faster has just taken. Gives the process that got in before, if one did.
 */
function removeDead(folder: string, own: string): LockOwner | null {
  const turn = join(folder, 'lock.takeover');
  try {
    linkSync(own, turn);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = ownerIn(turn);
    // One that died here, between two instructions, holds nobody up.
    if (other === null) rmSync(turn, { force: true });
    return other;
  }
  try {
    const owner = lockOwner(folder);
    if (owner === null) rmSync(join(folder, 'lock'), { force: true });
    return owner;
  } finally {
    rmSync(turn, { force: true });
  }
}

export class FolderLock {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  static take(folder: string): FolderLock {
    const path = join(folder, 'lock');
    const own = join(folder, `lock.${process.pid}`);
    try {
      writeFileSync(own, `${process.pid} ${startOf(process.pid)}\n`);
      for (let attempt = 0; ; attempt++) {
        try {
          // link(2) fails if the name exists, and the file is never seen half written.
          linkSync(own, path);
          return new FolderLock(path);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error;
          const owner = lockOwner(folder) ?? removeDead(folder, own);
          if (owner) throw new TarrafaError('TRF_FOLDER_BUSY', [folder, owner.pid]);
        }
      }
    } catch (error) {
      throw error instanceof TarrafaError ? error : storageError(path, error);
    } finally {
      rmSync(own, { force: true });
    }
  }

  release(): void {
    try {
      unlinkSync(this.#path);
    } catch {
      // Somebody removed it by hand: it is released all the same.
    }
  }
}
