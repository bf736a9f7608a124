/** What was named as an archive and has nothing of one: that is said, and no catalogue of nothing is left beside it. */
import { rmSync } from 'node:fs';
import type { CatalogueSummary } from '../catalogue/index.ts';
import { TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';
import type { AnalysisResult } from './analyse-archive.ts';
import type { CollectionPlace } from './collection-place.ts';

/** Throws TRF_INPUT_MISSING when an analysis met nothing but problems. A crawl of ours may yet find something. */
export function refuseNothing(
  place: CollectionPlace,
  result: AnalysisResult,
  { versions }: Pick<CatalogueSummary, 'versions'>,
): void {
  if (!result.interrupted && !place.isCrawl && versions === 0 && result.problems > 0)
    throw new TarrafaError('TRF_INPUT_MISSING', [place.inputs.join(', '), reason('no-archive-record')]);
}

/** Away with a closed catalogue that was made a moment ago and holds nothing. */
export function removeCatalogue({ catalogue, ownMemories }: CollectionPlace): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${catalogue}${ending}`, { force: true });
  rmSync(ownMemories, { recursive: true, force: true });
}
