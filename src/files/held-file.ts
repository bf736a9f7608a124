/**
 * A file that one process of all holds, on this machine, in whatever container: the lock is the kernel's, and it goes with the process
 * however that ends. The platform offers no lock of its own; SQLite takes one, for as long as an exclusive transaction on an empty database
 * is open.
 *
 * Such a lock belongs to the process and the file: nothing else may open and close the file in the process that holds it.
 */
import { closeSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Driver from 'libsql';

export interface HeldFile {
  /** Removes the file and lets go of it. */
  release(): void;
}

/** How long a process that only looks may keep another from holding it, ms. */
const LOOKING = 300;

function isBusy(error: unknown): boolean {
  return /^SQLITE_BUSY|^SQLITE_LOCKED/.test(String((error as { code?: unknown } | null)?.code));
}

function inodeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

function make(path: string): void {
  try {
    closeSync(openSync(path, 'wx'));
  } catch (error) {
    // Opened by nobody here: to close it would let go of it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Holds a file, which is made when it is not there; null when somebody else does, also in this process. Nothing else is done here while it
 * looks, for `looking` ms at the most.
 */
export function holdFile(path: string, looking = LOOKING): HeldFile | null {
  for (;;) {
    make(path);
    const inode = inodeOf(path);
    const driver = new Driver(path);
    try {
      driver.exec(`PRAGMA busy_timeout = ${looking}`);
      driver.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      driver.close();
      if (isBusy(error)) return null;
      throw error;
    }
    // Who held it before removes it on letting go: what is held here may be a file without a name, and another hold the one that has it.
    if (inode !== null && inodeOf(path) === inode)
      return {
        release: () => {
          rmSync(path, { force: true });
          driver.close();
        },
      };
    driver.close();
  }
}

/** Whether a process holds a file. Makes nothing, and holds nobody up. */
export function isHeldFile(path: string): boolean {
  if (inodeOf(path) === null) return false;
  const driver = new Driver(path);
  try {
    driver.exec('PRAGMA busy_timeout = 0');
    driver.prepare('SELECT count(*) FROM sqlite_master').get([]);
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    driver.close();
  }
}

/** File systems of other machines, by the numbers of statfs(2): NFS, SMB, CIFS, FUSE, 9P, Ceph, AFS, Lustre, GPFS. */
const REMOTE = new Set([
  0x6969, 0xfe534d42, 0xff534d42, 0x517b, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f, 0x0bd00bd0,
  0x47504653,
]);

/** Whether a file lies where another machine may hold it without being noticed: locks there depend on how it was mounted. */
export function mayBeHeldElsewhere(path: string): boolean {
  try {
    return REMOTE.has(Number(statfsSync(dirname(path)).type) >>> 0);
  } catch {
    return false;
  }
}
