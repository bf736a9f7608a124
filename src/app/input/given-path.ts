/** A path that a person gave to a command. */
import { statSync } from 'node:fs';
import { inputError } from '../../errors.ts';

/** Whether the path is a folder. Throws TRF_INPUT_MISSING when nothing is there. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    throw inputError(path, cause);
  }
}
