/**
 * The archive of a crawl by several machines into the catalogue that they share. May be called by any number of processes at once.
 *
 * ```ts
 * const { summary } = await analyseCluster({ address: 'postgres://tarrafa@banco/brasil' }, { archives: ['w1'] });
 * ```
 */

import { reason } from '../../words/why.ts';
import type { Analysed } from '../analyse.ts';
import { ClusterAnalyser, type PassOptions } from './cluster-analyser.ts';
import { type ClusterPlace, inCluster } from './cluster-place.ts';

export interface AnalyseClusterOptions extends PassOptions {
  /** Folders of workers that stand on this machine; the others are read from the store of the crawl. */
  readonly archives?: readonly string[] | undefined;
  /** Judges every page again, by what the whole archive says of its site. */
  readonly rebuild?: boolean | undefined;
  /** Folder of a cache; default in that of the user. */
  readonly cache?: string | undefined;
  /** How long this process may be silent before others take its files, ms. */
  readonly time?: number | undefined;
}

export async function analyseCluster(
  place: ClusterPlace,
  { archives = [], rebuild = false, cache, time, ...options }: AnalyseClusterOptions = {},
): Promise<Analysed> {
  const { readWorkers, requireCluster } = await import('../../cluster/index.ts');
  return inCluster(
    place,
    async (database) => {
      await requireCluster(database);
      const analyser = await ClusterAnalyser.open(database, { folders: archives, cache, time });
      try {
        const found = new Set<string>();
        let files = 0;
        const onFile = ({ name }: { readonly name: string }): void => {
          files++;
          found.add(name.split('/')[0]!);
        };
        const result = await (rebuild ? analyser.rebuild(options, onFile) : analyser.pass(options, onFile));
        for (const { name, pages } of await readWorkers(database))
          if (pages > 0 && !found.has(name))
            options.onProblem?.({ where: name, reason: reason('archive-elsewhere') });
        if (!result.interrupted) await analyser.settle(options);
        const { shown } = database.address;
        const summary = await analyser.catalogue.summary();
        return { folder: shown, catalogue: shown, archives: files, result, summary };
      } finally {
        await analyser.close();
      }
    },
    'tarrafa analyse',
  );
}
