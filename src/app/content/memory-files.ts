/** What is remembered of sites, in the files in which it was written. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SiteMemory } from '../../content/index.ts';
import { inputError, TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import type { ContentNotice } from './pages.ts';

const MEMORY_NAME = /\.memory$/i;

/** The files of memories that a path names: itself, or those that lie in the folder that it is. */
export function memoryFiles(path: string): string[] {
  if (MEMORY_NAME.test(path)) return [path];
  try {
    return readdirSync(path)
      .filter((name) => MEMORY_NAME.test(name))
      .sort()
      .map((name) => join(path, name));
  } catch {
    return [];
  }
}

/** A memory that was written before; `toShow` also one of an earlier version. Throws TRF_INPUT_MISSING, or TRF_CONTENT_MEMORY with the name of the file. */
export function readMemory(path: string, toShow = false): SiteMemory {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw inputError(path, cause);
  }
  try {
    return SiteMemory.load(bytes, path, toShow);
  } catch (cause) {
    if ((cause as TarrafaError).code === 'TRF_FORMAT_NEWER') throw cause;
    // That of another version is whole, and is told from what never was a memory.
    const [why] = cause instanceof TarrafaError ? cause.values : [];
    const older = typeof why === 'object' && 'reason' in why && why.reason === 'other-format';
    throw new TarrafaError('TRF_CONTENT_MEMORY', [older ? reason('of-other-version', { path }) : path], {
      cause,
    });
  }
}

/** The memories that the inputs name, by site. One of several in a folder that cannot be read is told; else it is an error. */
export function writtenMemories(
  inputs: readonly string[],
  onNotice: ((notice: ContentNotice) => void) | undefined,
  toShow: boolean,
): Map<string, SiteMemory> {
  const found = new Map<string, SiteMemory>();
  for (const input of inputs) {
    let wrong: TarrafaError | null = null;
    let read = 0;
    for (const path of memoryFiles(input)) {
      try {
        found.set(basename(path).replace(MEMORY_NAME, ''), readMemory(path, toShow));
        read++;
      } catch (error) {
        if (path === input || !(error instanceof TarrafaError)) throw error;
        wrong ??= error;
        onNotice?.({ kind: 'left-out', name: path, why: reason('not-a-memory') });
      }
    }
    if (read === 0 && wrong !== null) throw wrong;
  }
  return found;
}
