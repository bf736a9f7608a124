/** Opens the small state of a crawl; what is damaged of it, or of an earlier form, is moved aside. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { storageError, TarrafaError } from '../errors.ts';
import { type Reason, reason } from '../words/why.ts';
import type { CrawlPaths } from './crawl-folder.ts';
import { CrawlState } from './crawl-state.ts';
import { readVisits } from './visit-log.ts';

/** As it was kept before: in a store that a failing disk, or a damaged page, could end the process by. */
const EARLIER_FILE = 'data.mdb';

/** What is moved aside is told; what the visits say of it is learned again from them, when they are to be believed. */
export async function openState(
  paths: CrawlPaths,
  believed = true,
): Promise<{ readonly state: CrawlState; readonly mended: readonly Reason[] }> {
  const earlier = existsSync(join(paths.state, EARLIER_FILE));
  const state = earlier ? null : CrawlState.open(paths.state);
  if (state !== null) return { state, mended: [] };
  let aside = '';
  try {
    for (let n = 1; aside === '' || existsSync(aside); n++) aside = `${paths.state}.damaged-${n}`;
    renameSync(paths.state, aside);
    mkdirSync(paths.state);
  } catch (error) {
    throw storageError(paths.state, error);
  }
  const fresh = CrawlState.open(paths.state);
  if (fresh === null)
    throw new TarrafaError('TRF_STORAGE_DAMAGED', [paths.state, 0, reason('header-damaged')]);
  for await (const { digest, warc, url, at, status } of believed ? readVisits(paths.visits) : [])
    if (digest !== undefined && warc !== undefined && status === 200 && !fresh.capture(digest))
      fresh.rememberCapture(digest, { url, date: at, ...warc });
  const why = earlier ? 'mended-state-earlier' : 'mended-state';
  return { state: fresh, mended: [reason(why, { path: aside })] };
}
