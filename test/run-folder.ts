/** Every folder that a test makes lies in one folder of the run, which goes when the run ends, however a test ended. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endSharedServer } from './postgres-server.ts';

/** Called for each project of the run; the first makes the folder. A folder within a folder is too long for the sockets of a browser. */
export function setup(): () => void {
  if (process.env.TARRAFA_TEST_FOLDER !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-tests-'));
  // A database server does not run as root, and comes through here to a folder of its own.
  chmodSync(folder, 0o711);
  process.env.TARRAFA_TEST_FOLDER = folder;
  // Test processes inherit it: `tmpdir()` is this folder there.
  process.env.TMPDIR = folder;
  return () => {
    endSharedServer();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
