/** The files of a report, each there whole or not at all. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { storageError, TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';

/** By name; answers with the paths written. Throws what the disk says with the path that it was said of. */
export function writeFiles(
  files: Iterable<readonly [name: string, content: string]>,
  folder: string,
): string[] {
  const paths: string[] = [];
  let path = folder;
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of files) {
      path = join(folder, name);
      writeFileWhole(path, content);
      paths.push(path);
    }
  } catch (error) {
    throw error instanceof TarrafaError ? error : storageError(path, error);
  }
  return paths;
}
