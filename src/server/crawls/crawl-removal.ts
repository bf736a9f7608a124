/**
 * A crawl taken off the disk for good: its folder, and nothing else. Nobody may work on it: its locks, which are the kernel's, are taken or asked
 * first. The folder is renamed before anything in it goes, so that it is there whole or not at all for everybody else; what a kill leaves of
 * it is removed at the next start. A link in it is removed as a link: what it leads to stays.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FolderLock, isHeld } from '../../crawl/index.ts';
import { storageError, TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { leadsOutside } from './leads-outside.ts';

const LEFT = /^\.removed-[a-z0-9-]{1,64}-[0-9a-f]{12}$/;

/** `letGo`: whoever of this process has its files open closes them. */
export async function removeCrawl(folder: string, letGo: () => Promise<void>): Promise<void> {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) throw new TarrafaError('TRF_NOT_FOUND', [folder]);
  // Locks are files of the folder: one that is a link would be taken elsewhere.
  const elsewhere = leadsOutside(folder, ['lock', 'lock.db', 'catalogue-lock']);
  if (elsewhere !== null)
    throw new TarrafaError('TRF_CRAWL_UNCHANGED', [
      basename(folder),
      reason('leads-outside', { path: elsewhere }),
    ]);
  const lock = FolderLock.take(folder);
  const gone = join(dirname(folder), `.removed-${basename(folder)}-${randomBytes(6).toString('hex')}`);
  try {
    await letGo();
    if (isHeld(join(folder, 'catalogue-lock'))) throw new TarrafaError('TRF_FOLDER_BUSY', [folder, '?']);
    try {
      renameSync(folder, gone);
    } catch (error) {
      throw storageError(folder, error);
    }
  } finally {
    lock.release();
  }
  await removeTree(gone);
}

/** What removals that were killed left in a folder of crawls. */
export async function removeLeftovers(crawls: string): Promise<void> {
  let names: string[];
  try {
    names = readdirSync(crawls, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && LEFT.test(entry.name) ? [entry.name] : [],
    );
  } catch {
    return;
  }
  // What cannot be removed is tried again at the next start.
  for (const name of names) await removeTree(join(crawls, name)).catch(() => {});
}

async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    throw storageError(path, error);
  }
}
