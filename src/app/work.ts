/**
 * One more pair of hands for a crawl that several machines share: it takes the settings of the crawl from its database, works in a folder of its
 * own, and may be stopped, killed and started again at any time.
 *
 * ```ts
 * await work('trabalhador', { cluster: { place: { address: 'postgres://tarrafa@banco.exemplo.org/coleta' } } });
 * ```
 */
import type { CrawlSettings } from '../crawl/index.ts';
import type { ClusterOptions } from './cluster/shared-session.ts';
import type { Collected, CollectOptions } from './collect.ts';
import { requireContact } from './contact.ts';

export interface WorkOptions extends Omit<CollectOptions, 'fresh' | 'cluster'> {
  readonly cluster: Pick<
    ClusterOptions,
    'place' | 'analyse' | 'storeEvery' | 'onAway' | 'onStoreAway' | 'onStoreRefused'
  >;
  /** What this machine can bear; the rest is as the crawl was begun. */
  readonly settings?: Partial<Pick<CrawlSettings, 'concurrency' | 'maxConcurrency' | 'workers' | 'maxTime'>>;
}

/** Works until nothing is left to visit, a budget is spent, the worker is asked to stop, or `signal` aborts. */
export async function work(folder: string, options: WorkOptions): Promise<Collected> {
  const { SharedSession } = await import('./cluster/shared-session.ts');
  const { collectWith } = await import('./collect.ts');
  const session = await SharedSession.join(folder, null, options.cluster);
  try {
    const given = Object.entries(options.settings ?? {}).filter(([, value]) => value !== undefined);
    const settings = { ...session.settings, ...Object.fromEntries(given) };
    requireContact(settings, options.resolver);
    return await session.accompanied(folder, options.cluster, options, () =>
      collectWith(folder, settings, options, session),
    );
  } finally {
    await session.close();
  }
}
