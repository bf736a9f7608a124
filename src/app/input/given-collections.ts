import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { refuseDeskFolder } from '../cluster/worker-folder.ts';

/** What was named, as collections: each folder is one, files are one together. */
export function givenCollections(paths: readonly string[]): string[][] {
  const files: string[] = [];
  const collections: string[][] = [];
  for (const path of paths.map((given) => resolve(given))) {
    if (!existsSync(path)) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('no-such-path')]);
    refuseDeskFolder(path);
    if (statSync(path).isDirectory()) collections.push([path]);
    else files.push(path);
  }
  return files.length === 0 ? collections : [...collections, files];
}
