/** What a thread does that makes archived pages fit to be shown. */
import { type CapturePlaces, type Rewritten, rewritePlaces } from '../../collection/index.ts';
import { replayPath } from './archive-url.ts';

/** How a page is shown. */
export interface Shown {
  /** Name of the archive. */
  readonly archive: string;
  readonly timestamp: string;
  readonly banner: string;
  /** Of one that was opened with its scripts. */
  readonly key: string | null;
}

export interface RewriteTask extends Shown {
  readonly places: CapturePlaces;
}

export function rewriteOptions({ archive, timestamp, banner, key }: Shown) {
  const path = (to: string) => replayPath(archive, timestamp, to, key);
  return { path, banner, runsScripts: key !== null };
}

export async function rewriteCaptures(): Promise<(task: RewriteTask) => Promise<Rewritten>> {
  return async (task) => rewritePlaces(task.places, rewriteOptions(task));
}
