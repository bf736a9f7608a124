/** A catalogue that nobody has open, brought into its one file: its log beside it is emptied. */
import { TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';
import { catalogueError } from './catalogue-error.ts';
import { openDatabase } from './sqlite.ts';

/** Brings everything of a database into its one file, which can then be given another name. */
export function intoOneFile(path: string): void {
  try {
    const db = openDatabase(path);
    try {
      const done = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get<{ readonly busy: number }>();
      if (done?.busy !== 0) throw new TarrafaError('TRF_STORAGE_DENIED', [path, reason('log-in-use')]);
    } finally {
      db.close();
    }
  } catch (error) {
    throw catalogueError(path, error);
  }
}
