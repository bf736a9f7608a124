/** The flags that say which database a crawl is shared through, the same for every command. */
import { type Command, Option } from 'commander';
import type { ClusterPlace } from '../../app/cluster/cluster-place.ts';
import type { WhetherToAnalyse } from '../../app/cluster/following-process.ts';
import { TarrafaError } from '../../errors.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import type { Language } from '../../words/index.ts';
import { reason } from '../../words/why.ts';

export interface ClusterFlags {
  readonly cluster?: string;
  readonly clusterFile?: string;
}

/** Flags of who works on a shared crawl, not of who looks at it. */
export interface StoreFlags {
  readonly storeEvery?: string;
}

export function withStoreFlags(command: Command, language: Language): Command {
  return command.option('--store-every <time>', CLUSTER_WORDS[language].storeEvery);
}

const CLUSTER_FLAGS = ['cluster', 'clusterFile'];

/** What is written in the command line is meant, whatever the surroundings say. */
export function withClusterFlags(command: Command, language: Language): Command {
  const m = CLUSTER_WORDS[language];
  return command
    .addOption(new Option('--cluster <address>', m.address).env('TARRAFA_CLUSTER'))
    .addOption(new Option('--cluster-file <file>', m.addressFile).env('TARRAFA_CLUSTER_FILE'))
    .hook('preAction', (whose, acting) => {
      if (!CLUSTER_FLAGS.some((name) => whose.getOptionValueSource(name) === 'cli')) return;
      // A command below has the same flags: what is written goes to the one above, and what the surroundings say to both.
      for (const one of [whose, acting])
        for (const name of CLUSTER_FLAGS)
          if (one.getOptionValueSource(name) === 'env') one.setOptionValue(name, undefined);
    });
}

/** For those who work on a shared crawl: whether what they archive is read into the shared catalogue. */
export function withAnalysisFlags(command: Command, language: Language): Command {
  const m = CLUSTER_WORDS[language];
  return command.option('--analyse', m.analyse).option('--no-analyse', m.noAnalyse);
}

export function whetherToAnalyse({ analyse }: { readonly analyse?: boolean }): WhetherToAnalyse {
  return analyse === undefined ? 'where-possible' : analyse ? 'always' : 'never';
}

/** Null when the command is not about a shared crawl. */
export function clusterPlace({ cluster, clusterFile }: ClusterFlags): ClusterPlace | null {
  if (clusterFile !== undefined) return { file: clusterFile };
  return cluster === undefined ? null : { address: cluster };
}

/** Throws when nobody said which. */
export function requireClusterPlace(flags: ClusterFlags): ClusterPlace {
  const place = clusterPlace(flags);
  if (place === null) throw new TarrafaError('TRF_CONFIG_INVALID', ['--cluster', reason('no-cluster-named')]);
  return place;
}
