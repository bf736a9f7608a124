/** What the store of a crawl's small state says of a failed write, as an error of ours. */
import { statfsSync } from 'node:fs';
import { crawlPaths } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { systemFailure } from '../../words/why.ts';

/** Free space below which a failed write means a full disk, whatever the store called it. */
const LEAST_SPACE = 2 ** 20;

/** Errors of anybody else are given back as they are. */
export function storeError(folder: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('commitError' in error || (error as { code?: unknown }).code === 5))
    return error;
  const { bavail, bsize } = statfsSync(folder);
  const path = crawlPaths(folder).state;
  return bavail * bsize < LEAST_SPACE
    ? new TarrafaError('TRF_STORAGE_FULL', [path], { cause: error })
    : new TarrafaError('TRF_STORAGE_DENIED', [path, systemFailure(error)], { cause: error });
}
