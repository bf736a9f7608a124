/** Errors of SQLite in the words of the house. */
import { closeSync, openSync, readSync } from 'node:fs';
import { storageError, TarrafaError } from '../errors.ts';
import { sqliteCode } from './sqlite.ts';

/** What every database of SQLite begins with. */
const MAGIC = 'SQLite format 3\0';

export function catalogueError(path: string, error: unknown): unknown {
  if (error instanceof TarrafaError) return error;
  const code = sqliteCode(error);
  if (code === '') return error;
  const message = (error as Error).message;
  if (code === 'SQLITE_FULL') return new TarrafaError('TRF_STORAGE_FULL', [path], { cause: error });
  if (code === 'SQLITE_NOTADB' && !isDatabase(path))
    return new TarrafaError('TRF_CATALOGUE_OTHER', [path], { cause: error });
  // Also what a disk cannot read: SQLite does not tell the two apart.
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new TarrafaError('TRF_CATALOGUE_DAMAGED', [path, message], { cause: error });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new TarrafaError('TRF_CATALOGUE_BUSY', [path], { cause: error });
  return storageError(path, error);
}

function isDatabase(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(MAGIC.length);
      return readSync(file, head, 0, head.length, 0) === head.length && head.toString('latin1') === MAGIC;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
