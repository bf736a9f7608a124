/**
 * The analysis that goes with a worker of a shared crawl: what its growing archive has new is read again and again into the shared catalogue, so
 * that what was fetched is found within a minute. It runs in a process of its own (`child.ts`) and gives way to the crawl.
 */
import { constants, setPriority } from 'node:os';
import { setTimeout as rest } from 'node:timers/promises';
import { ClusterAnalyser } from './cluster-analyser.ts';
import { type ClusterPlace, openCluster } from './cluster-place.ts';
import { seenHistory } from './seen-history.ts';

export interface FollowOptions {
  readonly place: ClusterPlace;
  /** The folder of the worker. */
  readonly folder: string;
  readonly cache?: string | undefined;
  readonly threads?: number | undefined;
  /** The crawl is over: what there is is read, and that is all. */
  readonly finished: AbortSignal;
  /** Gives up; what was read stays. */
  readonly signal: AbortSignal;
}

/** Between two looks, ms. */
const LOOK = 3_000;
/** Links of others change the rank of pages: that is reckoned in larger steps, ms. */
const SETTLE = 60_000;

export async function followCrawl(options: FollowOptions): Promise<void> {
  const { place, folder, cache, threads = 1, finished, signal } = options;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where it may not be less important it is as important as others.
  }
  const database = await openCluster(place, 'tarrafa analysis', { history: seenHistory(folder) });
  try {
    const analyser = await ClusterAnalyser.open(database, { folders: [folder], stored: false, cache });
    try {
      let settled = performance.now();
      for (;;) {
        const last = finished.aborted;
        await analyser.pass({ threads, signal });
        if (signal.aborted) return;
        if (analyser.isUnsettled && (last || performance.now() - settled > SETTLE)) {
          await analyser.settle();
          settled = performance.now();
        }
        if (last) return;
        await rest(LOOK, null, { signal: AbortSignal.any([finished, signal]) }).catch(() => {});
      }
    } finally {
      await analyser.close();
    }
  } finally {
    await database.close();
  }
}
