/** Whether there is room for what is about to be written: a disk that is full serves nobody, and least of all who filled it in vain. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { TarrafaError } from '../errors.ts';

/** Left for everybody else. */
const SPARE = 16 << 20;

/** Throws TRF_STORAGE_FULL when a file of so many bytes would not fit where it is to be. A file system that does not say is tried. */
export function checkRoom(path: string, bytes: number): void {
  let free: number;
  try {
    const { bavail, blocks, bsize } = statfsSync(dirname(path));
    if (blocks === 0) return;
    free = bavail * bsize;
  } catch {
    return;
  }
  if (free < bytes + SPARE) throw new TarrafaError('TRF_STORAGE_FULL', [path]);
}
