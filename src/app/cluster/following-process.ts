/** The process that analyses the archive of a worker while it crawls (`follow-crawl.ts`). */
import { TarrafaError } from '../../errors.ts';
import type { Database } from '../../postgres/index.ts';
import { FINISH } from '../child/messages.ts';
import { endOf, startChild } from '../serve/child-processes.ts';
import { isStopped, type Stopping, whenStopped } from '../stopping.ts';
import type { ClusterPlace } from './cluster-place.ts';

/** `where-possible`: where the database has PostGIS, or lets it be made. */
export type WhetherToAnalyse = 'always' | 'where-possible' | 'never';

export interface Followed {
  readonly database: Database;
  readonly place: ClusterPlace;
  readonly folder: string;
  readonly whether: WhetherToAnalyse;
}

/** What is told of the analysis: it is not possible here (no PostGIS), it reads what is left, or it ended before its time. */
export type AnalysisNews =
  | { readonly state: 'impossible' | 'finishing' }
  | { readonly state: 'failed'; readonly error: Error };

/** Crawls, with the analysis of what the worker archives beside it. A crawl outlives an analysis that fails. */
export async function withAnalysis<T>(
  { database, place, folder, whether }: Followed,
  stopping: Stopping,
  tell: (news: AnalysisNews) => void,
  crawl: () => Promise<T>,
): Promise<T> {
  if (whether === 'never') return crawl();
  const { prepareSharedCatalogue } = await import('../../catalogue/postgres/index.ts');
  try {
    await prepareSharedCatalogue(database);
  } catch (error) {
    const lacks = error instanceof TarrafaError && error.code === 'TRF_CLUSTER_POSTGIS';
    if (!lacks || whether === 'always') throw error;
    tell({ state: 'impossible' });
    return crawl();
  }
  const child = startChild({ kind: 'follow', place, folder }, 'inherit');
  const end = endOf(child);
  const kill = (): void => void child.kill('SIGKILL');
  let result: T;
  try {
    result = await crawl();
  } catch (error) {
    kill();
    throw error;
  }
  // Asked a second time to stop, nobody waits for it.
  const unhook = whenStopped({ signal: stopping.giveUp }, kill);
  tell({ state: 'finishing' });
  if (child.connected) child.send(FINISH, () => {});
  const ended = await end;
  unhook();
  if (ended.kind === 'failed') tell({ state: 'failed', error: ended.error });
  else if (ended.kind === 'died' && ended.code !== 0 && !isStopped({ signal: stopping.giveUp }))
    tell({ state: 'failed', error: new TarrafaError('TRF_INTERNAL') });
  return result;
}
