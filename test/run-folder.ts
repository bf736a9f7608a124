/** Every folder that a test makes lies in one folder of the run, which goes when the run ends, however a test ended. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-tests-'));
  // Test processes inherit it: `tmpdir()` is this folder there.
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
