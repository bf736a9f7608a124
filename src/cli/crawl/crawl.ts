/** `tarrafa crawl`. */
import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import {
  type CollectOptions,
  collectedPages,
  collectSettings,
  explainedSettings,
} from '../../app/collect.ts';
import { requireContact } from '../../app/contact.ts';
import { sampleResolver } from '../../app/input/loopback-resolver.ts';
import { readSeeds } from '../../app/input/seeds.ts';
import { EXIT, TarrafaError } from '../../errors.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/index.ts';
import { formatNumber, say } from '../../words/index.ts';
import { reason } from '../../words/why.ts';
import {
  type ClusterFlags,
  clusterPlace,
  type StoreFlags,
  whetherToAnalyse,
  withAnalysisFlags,
  withClusterFlags,
  withStoreFlags,
} from '../cluster/cluster-flags.ts';
import { environmentSettings, readConfiguration, tellOfProgram } from '../configuration.ts';
import { type AccessFlags, accessOf, withAccessFlags } from '../input/access-flags.ts';
import { portIn } from '../serve/listening-flags.ts';
import { connectToOption } from './connect-to.ts';
import {
  CRAWL_OPTIONS,
  configKey,
  describeOption,
  namingFlags,
  ownValue,
  readOption,
} from './crawl-options.ts';
import { databaseAway, tellCollect } from './tell-collect.ts';

interface Flags extends ClusterFlags, StoreFlags, AccessFlags {
  readonly archiveHeaders?: boolean;
  readonly store?: string;
  readonly timeToLive?: string;
  readonly exchange?: 'full' | 'firewall';
  readonly partitions?: string;
  readonly analyse?: boolean;
  readonly seeds?: string;
  readonly out?: string;
  readonly fresh?: boolean;
  readonly again?: boolean;
  readonly yes?: boolean;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly explain?: boolean;
  readonly sampleWeb?: string;
  readonly connectTo?: readonly string[];
}

const DEFAULT_OUT = 'tarrafa-crawl';

export function crawlCommand(language: Language): Command {
  const m = COMMAND_WORDS[language];
  const command = new Command('crawl')
    .description(m.crawl)
    .argument('[seeds...]', m.crawlSeeds)
    .option('--seeds <file>', m.seedsFile)
    .option('--out <folder>', m.out, DEFAULT_OUT)
    .option('--fresh', m.fresh)
    .option('--again', m.again)
    .option('-y, --yes', m.yes)
    .option('--config <file>', m.config)
    .option('--json', m.json)
    .option('-q, --quiet', m.quiet)
    .option('--explain', m.explainSettings)
    .option('--sample-web <port>', m.sampleWeb)
    .addOption(connectToOption(language));
  withAccessFlags(command, language).option('--archive-headers', m.archiveHeaders);
  for (const option of CRAWL_OPTIONS) {
    const value = typeof option.kind === 'object' ? 'name' : option.value;
    const about = option.name === 'content' ? m.noContent : describeOption(option, language);
    const offered = new Option(
      // What is on by itself is offered the other way round.
      option.name === 'content'
        ? '--no-content'
        : `--${option.flag}${option.kind === 'switch' ? '' : ` <${value}>`}`,
      about,
    );
    // Read with the others, from wherever they come.
    if (typeof option.kind === 'object') offered.choices(option.kind).argParser((text: string) => text);
    command.addOption(offered);
  }
  withAnalysisFlags(withClusterFlags(command, language), language)
    .option('--time-to-live <time>', CLUSTER_WORDS[language].timeToLive)
    .addOption(new Option('--exchange <how>', CLUSTER_WORDS[language].exchange).choices(['full', 'firewall']))
    .option('--partitions <n>', CLUSTER_WORDS[language].partitions)
    .option('--store <address>', CLUSTER_WORDS[language].store);
  withStoreFlags(command, language);
  return command.action(async (words: string[], flags: Flags & Record<string, unknown>) => {
    process.exitCode = await runCrawl(words, flags, command.getOptionValueSource('out') === 'cli', language);
  });
}

async function runCrawl(
  words: string[],
  flags: Flags & Record<string, unknown>,
  outGiven: boolean,
  language: Language,
): Promise<number> {
  const configuration = await readConfiguration(process.cwd(), flags.config);
  tellOfProgram(configuration, language);
  const fromFlags: Record<string, unknown> = {};
  for (const option of CRAWL_OPTIONS) {
    const value = flags[configKey(option)];
    if (value !== undefined) fromFlags[option.name] = readOption(option, value, `--${option.flag}`);
  }
  const out = outGiven ? flags.out! : (configuration.out ?? flags.out!);
  const named = readSeeds(words, flags.seeds);
  const fresh = flags.fresh === true;
  const cluster = clusterIn(flags);
  if (flags.again === true && cluster !== undefined)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--again', reason('not-in-a-cluster')]);
  const onAway = (error: Error | null): void => {
    if (!flags.quiet && !flags.json) process.stderr.write(`${databaseAway(error, language)}\n`);
  };
  const settings = await collectSettings(
    out,
    {
      ...configuration.settings,
      ...environmentSettings(process.env),
      ...fromFlags,
      ...(flags.again === true ? { visitAgainBefore: Date.now() } : {}),
      seeds: named.length > 0 ? named : configuration.seeds,
      periods: configuration.periods,
    },
    { fresh, ...(cluster ? { cluster: { ...cluster, onAway } } : {}) },
  ).catch((error) => {
    throw namingFlags(error);
  });
  if (flags.explain) {
    process.stdout.write(`${JSON.stringify(await explainedSettings(settings), null, 2)}\n`);
    return EXIT.ok;
  }
  if (settings.seeds.length === 0) throw new TarrafaError('TRF_SEEDS_EMPTY', [reason('no-seed-named')]);
  const resolver =
    flags.sampleWeb === undefined ? undefined : await sampleResolver(portIn(flags.sampleWeb, '--sample-web'));
  requireContact(settings, resolver);
  if (fresh && !flags.yes && !(await mayErase(out, language))) return EXIT.ok;
  return tellCollect(
    out,
    settings,
    {
      fresh,
      resolver,
      connectTo: flags.connectTo,
      access: { ...accessOf(flags), archiveHeaders: flags.archiveHeaders },
      cluster,
      json: flags.json === true,
      quiet: flags.quiet === true,
    },
    language,
  );
}

/** What the flags say of a crawl that several machines share. */
function clusterIn(flags: Flags): CollectOptions['cluster'] {
  const place = clusterPlace(flags);
  if (place === null) {
    for (const flag of ['store', 'storeEvery'] as const)
      if (flags[flag] !== undefined)
        throw new TarrafaError('TRF_CONFIG_INVALID', [
          flag === 'store' ? '--store' : '--store-every',
          reason('store-without-cluster'),
        ]);
    return undefined;
  }
  const { exchange, store } = flags;
  return {
    place,
    exchange,
    analyse: whetherToAnalyse(flags),
    timeToLive: ownValue('duration', flags.timeToLive, '--time-to-live'),
    workers: ownValue('count', flags.partitions, '--partitions'),
    store,
    storeEvery: ownValue('duration', flags.storeEvery, '--store-every'),
  };
}

/** Asks before a crawl is erased; a folder without one needs no asking. */
async function mayErase(out: string, language: Language): Promise<boolean> {
  const m = COMMAND_WORDS[language];
  const pages = await collectedPages(out);
  if (pages === null) return true;
  if (!process.stdin.isTTY)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--fresh', reason('nobody-to-ask')]);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(
    say(m.confirmFresh, { folder: out, pages: formatNumber(pages, language) }),
  );
  terminal.close();
  if (m.confirmYes.includes(answer.trim().toLowerCase())) return true;
  process.stderr.write(`${m.notErased}\n`);
  return false;
}
