/** `tarrafa crawl`. */

import { statfsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import {
  Crawl,
  type CrawlResult,
  type CrawlSettings,
  completeSettings,
  crawlPaths,
  type LinkPolicySetting,
  readManifest,
} from '../../crawl/index.ts';
import { EXIT, TarrafaError } from '../../errors.ts';
import type { Resolver } from '../../http/index.ts';
import { reason, systemFailure } from '../../words/why.ts';
import { environmentSettings, readConfiguration } from '../configuration.ts';
import { sampleResolver } from '../input/sample-resolver.ts';
import { readSeeds } from '../input/seeds.ts';
import type { Language } from '../language.ts';
import { messages, say } from '../messages.ts';
import { awaitInterruption } from '../terminal/interruption.ts';
import { formatBytes, formatDuration, formatNumber } from '../terminal/quantity.ts';
import { StatusLine } from '../terminal/status-line.ts';
import { SOFTWARE } from '../version.ts';
import { contentEnvironment } from './content-crawl.ts';
import { CRAWL_OPTIONS, configKey, describeOption, readOption } from './crawl-options.ts';
import { harvestAfter, harvestOf } from './geo-crawl.ts';
import { linkPolicyEnvironment, withLinkPolicy } from './link-policies.ts';

interface Flags {
  readonly seeds?: string;
  readonly out?: string;
  readonly fresh?: boolean;
  readonly yes?: boolean;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly explain?: boolean;
  readonly sampleWeb?: string;
}

const DEFAULT_OUT = 'tarrafa-crawl';

export function crawlCommand(language: Language): Command {
  const m = messages(language);
  const command = new Command('crawl')
    .description(m.crawl)
    .argument('[seeds...]', m.crawlSeeds)
    .option('--seeds <file>', m.seedsFile)
    .option('--out <folder>', m.out, DEFAULT_OUT)
    .option('--fresh', m.fresh)
    .option('-y, --yes', m.yes)
    .option('--config <file>', m.config)
    .option('--json', m.json)
    .option('-q, --quiet', m.quiet)
    .option('--explain', m.explainSettings)
    .option('--sample-web <port>', m.sampleWeb);
  for (const option of CRAWL_OPTIONS) {
    const choices = typeof option.kind === 'object' ? option.kind.join('|') : '';
    // A long list of choices would push every description to the right.
    const value = choices.length > 24 ? 'name' : choices || option.value;
    const about = option.name === 'content' ? m.noContent : describeOption(option, language);
    command.addOption(
      new Option(
        // What is on by itself is offered the other way round.
        option.name === 'content'
          ? '--no-content'
          : `--${option.flag}${option.kind === 'switch' ? '' : ` <${value}>`}`,
        choices.length > 24 ? `${about}: ${choices.replaceAll('|', ', ')}` : about,
      ),
    );
  }
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
  const fromFlags: Record<string, unknown> = {};
  for (const option of CRAWL_OPTIONS) {
    const value = flags[configKey(option)];
    if (value !== undefined) fromFlags[option.name] = readOption(option, value, `--${option.flag}`);
  }
  const out = outGiven ? flags.out! : (configuration.out ?? flags.out!);
  const named = readSeeds(words, flags.seeds);
  const before = readManifest(crawlPaths(out));
  // Also with --fresh: what was imported is nobody's crawl to begin anew.
  if (before !== null && 'imported' in before)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--out', reason('folder-of-import')]);
  const seeds =
    named.length > 0 ? named : configuration.seeds.length > 0 ? configuration.seeds : (before?.seeds ?? []);
  const continued =
    before && !flags.fresh ? (before.parameters.linkPolicy as LinkPolicySetting | null) : null;
  const settings = completeSettings(
    await withLinkPolicy(
      { ...configuration.settings, ...environmentSettings(process.env), ...fromFlags, seeds },
      configuration.periods,
      continued ?? null,
    ),
  );
  if (flags.explain) {
    process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`);
    return EXIT.ok;
  }
  if (settings.seeds.length === 0) throw new TarrafaError('TRF_SEEDS_EMPTY', [reason('no-seed-named')]);
  if (settings.contact === null && flags.sampleWeb === undefined && !settings.allowPrivate)
    throw new TarrafaError('TRF_CONTACT_MISSING');
  if (flags.fresh && before && !flags.yes && !(await confirmed(out, language))) return EXIT.ok;
  const resolver = flags.sampleWeb === undefined ? undefined : await sampleResolver(Number(flags.sampleWeb));
  return collect(out, settings, { ...flags, resolver, resumed: before !== null && !flags.fresh }, language);
}

async function confirmed(out: string, language: Language): Promise<boolean> {
  const m = messages(language);
  const pages = readManifest(crawlPaths(out))?.sessions.reduce((sum, session) => sum + session.pages, 0) ?? 0;
  if (!process.stdin.isTTY)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--fresh', reason('nobody-to-ask')]);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(say(m.confirmFresh, out, formatNumber(pages, language)));
  terminal.close();
  if (m.confirmYes.includes(answer.trim().toLowerCase())) return true;
  process.stderr.write(`${m.notErased}\n`);
  return false;
}

/** Free space below which a failed write means a full disk, whatever the store called it. */
const LEAST_SPACE = 2 ** 20;

function storeError(out: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('commitError' in error || (error as { code?: unknown }).code === 5))
    return error;
  const { bavail, bsize } = statfsSync(out);
  const path = crawlPaths(out).state;
  return bavail * bsize < LEAST_SPACE
    ? new TarrafaError('TRF_STORAGE_FULL', [path], { cause: error })
    : new TarrafaError('TRF_STORAGE_DENIED', [path, systemFailure(error)], { cause: error });
}

export interface CollectOptions {
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly resolver?: Resolver;
  readonly resumed: boolean;
}

export async function collect(
  out: string,
  settings: CrawlSettings,
  options: CollectOptions,
  language: Language,
): Promise<number> {
  const m = messages(language);
  const onTerminal = process.stderr.isTTY === true;
  const status = options.json
    ? new StatusLine(process.stdout, 'json', language)
    : new StatusLine(process.stderr, onTerminal && !options.quiet ? 'line' : 'none', language);
  const followed = await linkPolicyEnvironment(settings.linkPolicy);
  const content = settings.content ? await contentEnvironment(out) : null;
  const crawl = await Crawl.open(out, settings, {
    ...followed,
    ...(content
      ? { observer: content.observer, analysers: [...content.analysers, ...(followed.analysers ?? [])] }
      : {}),
    software: SOFTWARE,
    resolver: options.resolver,
    fresh: options.fresh,
    onProgress: (picture) => status.show(picture),
  });
  const say1 = (text: string) => {
    if (options.json || options.quiet) return;
    status.clear();
    process.stderr.write(`${text}\n`);
  };
  say1(
    options.resumed ? say(m.resumed, out, formatNumber(crawl.status().pages, language)) : say(m.started, out),
  );
  const interruption = awaitInterruption(() => say1(m.stopping));
  interruption.onStart(() => crawl.stop());
  // The store of small state tells of a failed write by a rejection that nobody can hold; the crawl then ends as on any full disk.
  const storeFailed = (error: unknown) => crawl.fail(storeError(out, error));
  process.on('unhandledRejection', storeFailed);
  let result: CrawlResult;
  try {
    await content?.resume({ fresh: options.fresh }).catch((error) => crawl.fail(error));
    result = await crawl.run();
  } finally {
    process.off('unhandledRejection', storeFailed);
    interruption.end();
    status.clear();
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ event: 'end', ...result })}\n`);
  else {
    say1(m.ended[result.reason]);
    const seconds = Math.max(0.001, result.elapsed / 1000);
    say1(
      say(
        m.summary,
        formatNumber(result.pages, language),
        formatNumber(result.sites, language),
        formatBytes(result.bytes, language),
        formatDuration(result.elapsed),
        formatNumber(result.sessionPages / seconds, language, 1),
        crawlPaths(out).archive,
      ),
    );
    if (result.policy?.precision !== undefined) {
      const { pages, relevant, precision } = result.policy;
      say1(
        say(
          m.precisionSummary,
          formatNumber(100 * precision!, language, 1),
          formatNumber(pages!, language),
          formatNumber(relevant!, language),
        ),
      );
    }
    if (result.pages === 0 && result.reason === 'frontier-empty') say1(say(m.nothingFetched, out));
    else say1(say(m.reportHint, out, out));
  }
  const harvest = harvestOf(settings.linkPolicy);
  if (harvest !== null && result.reason !== 'interrupted') {
    say1(m.harvesting);
    const inHarvest = awaitInterruption(() => say1(m.stopping));
    const { files, producers, path } = await harvestAfter(
      out,
      harvest,
      settings,
      options.resolver,
      inHarvest.onStart,
    ).finally(() => inHarvest.end());
    const { interrupted } = inHarvest;
    if (options.json)
      process.stdout.write(
        `${JSON.stringify({ event: 'geo', files, producers, path, ...(interrupted ? { interrupted } : {}) })}\n`,
      );
    else say1(say(m.harvested, formatNumber(files, language), formatNumber(producers, language), out));
    if (interrupted) {
      say1(m.ended.interrupted);
      return EXIT.interrupted;
    }
  }
  return result.reason === 'interrupted' ? EXIT.interrupted : EXIT.ok;
}
