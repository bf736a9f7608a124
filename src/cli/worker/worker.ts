/** `tarrafa worker`: one more pair of hands for a crawl that several machines share. */
import { Command } from 'commander';
import { sampleResolver } from '../../app/input/loopback-resolver.ts';
import { work } from '../../app/work.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/index.ts';
import {
  type ClusterFlags,
  requireClusterPlace,
  type StoreFlags,
  whetherToAnalyse,
  withAnalysisFlags,
  withClusterFlags,
  withStoreFlags,
} from '../cluster/cluster-flags.ts';
import { connectToOption } from '../crawl/connect-to.ts';
import { CRAWL_OPTIONS, configKey, describeOption, ownValue, readOption } from '../crawl/crawl-options.ts';
import { tellCrawl } from '../crawl/tell-collect.ts';
import { portIn } from '../serve/listening-flags.ts';

/** What a machine can bear is its own; everything else is as the crawl was begun. */
const OWN = CRAWL_OPTIONS.filter(({ name }) =>
  ['concurrency', 'workers', 'maxTime'].includes(name as string),
);

interface Flags extends ClusterFlags, StoreFlags {
  readonly out: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly sampleWeb?: string;
  readonly connectTo?: readonly string[];
  readonly analyse?: boolean;
}

export function workerCommand(language: Language): Command {
  const [m, c] = [CLUSTER_WORDS[language], COMMAND_WORDS[language]];
  const command = withClusterFlags(new Command('worker').description(m.worker), language)
    .option('--out <folder>', m.out, 'tarrafa-worker')
    .option('--json', c.json)
    .option('-q, --quiet', c.quiet)
    .option('--sample-web <port>', c.sampleWeb)
    .addOption(connectToOption(language));
  withStoreFlags(command, language);
  withAnalysisFlags(command, language);
  for (const option of OWN)
    command.option(`--${option.flag} <${option.value ?? 'n'}>`, describeOption(option, language));
  return command.action(async (flags: Flags & Record<string, unknown>) => {
    const settings: Record<string, unknown> = {};
    for (const option of OWN) {
      const value = flags[configKey(option)];
      if (value !== undefined) settings[option.name] = readOption(option, value, `--${option.flag}`);
    }
    const place = requireClusterPlace(flags);
    const storeEvery = ownValue('duration', flags.storeEvery, '--store-every');
    const analyse = whetherToAnalyse(flags);
    const resolver =
      flags.sampleWeb === undefined
        ? undefined
        : await sampleResolver(portIn(flags.sampleWeb, '--sample-web'));
    process.exitCode = await tellCrawl(
      flags.out,
      ({ clusterWatch, ...watching }) =>
        work(flags.out, { ...watching, settings, cluster: { place, storeEvery, analyse, ...clusterWatch } }),
      { resolver, connectTo: flags.connectTo, json: flags.json === true, quiet: flags.quiet === true },
      language,
    );
  });
}
