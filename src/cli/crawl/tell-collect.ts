/** A crawl that tells a person, or a program in lines of JSON, how it goes and how it ended. */
import { join } from 'node:path';
import type { ClusterOptions } from '../../app/cluster/shared-session.ts';
import { type Collected, type CollectOptions, type CollectSettings, collect } from '../../app/collect.ts';
import type { CrawlResult, Wait } from '../../crawl/index.ts';
import { EXIT, TarrafaError } from '../../errors.ts';
import type { Resolver } from '../../http/index.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatBytes, formatFixed, formatNumber, say } from '../../words/index.ts';
import { sayWhy, systemFailure } from '../../words/why.ts';
import { Interruption } from '../terminal/interruption.ts';
import { formatDuration } from '../terminal/quantity.ts';
import { StatusLine } from '../terminal/status-line.ts';

export interface TellOptions {
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Only the line that is rewritten: what it came to is told by who asked for the crawl. */
  readonly brief?: boolean;
  readonly resolver?: Resolver | undefined;
  readonly connectTo?: readonly string[] | undefined;
  readonly access?: CollectOptions['access'];
  readonly cluster?: CollectOptions['cluster'];
}

/** What a crawl is given by who tells of it. */
export type Watching = Pick<
  CollectOptions,
  'resolver' | 'connectTo' | 'access' | 'signal' | 'giveUp' | 'onProgress'
> & {
  /** Told of the database and of the store of a shared crawl. */
  readonly clusterWatch: Pick<ClusterOptions, 'onAway' | 'onStoreAway' | 'onStoreRefused'>;
};

/** What is said when the database of a shared crawl is away, and when it is back. */
export function databaseAway(error: Error | null, language: Language): string {
  const m = CLUSTER_WORDS[language];
  return error === null ? m.back : say(m.away, { why: sayWhy(systemFailure(error), language) });
}

/** The exit code of the command. */
export function tellCollect(
  out: string,
  settings: CollectSettings,
  options: TellOptions,
  language: Language,
): Promise<number> {
  const { fresh, cluster } = options;
  return tellCrawl(
    out,
    ({ clusterWatch, ...watching }) =>
      collect(out, settings, {
        ...watching,
        fresh,
        ...(cluster ? { cluster: { ...cluster, ...clusterWatch } } : {}),
      }),
    options,
    language,
  );
}

/** The same for whatever runs a crawl. */
export async function tellCrawl(
  out: string,
  run: (watching: Watching) => Promise<Collected>,
  options: TellOptions,
  language: Language,
): Promise<number> {
  const [m, clusterWords] = [COMMAND_WORDS[language], CLUSTER_WORDS[language]];
  const onTerminal = process.stderr.isTTY === true;
  const status = options.json
    ? new StatusLine(process.stdout, 'json', language)
    : new StatusLine(process.stderr, onTerminal && !options.quiet ? 'line' : 'none', language);
  const line = (text: string) => {
    if (options.json || options.quiet || options.brief) return;
    status.clear();
    process.stderr.write(`${text}\n`);
  };
  const event = (name: string, data: object) =>
    void process.stdout.write(`${JSON.stringify({ event: name, ...data })}\n`);
  const interruption = new Interruption(() => line(m.stopping));
  const told = (error: Error): string =>
    error instanceof TarrafaError ? error.explain(language).message : sayWhy(systemFailure(error), language);
  let storing = false;
  let cluster: string | null = null;
  const { harvest, interrupted, unstored } = await run({
    clusterWatch: {
      onAway: (error) => line(databaseAway(error, language)),
      onStoreAway: (error) => {
        if (options.json) event('store', { away: error?.message ?? null });
        else
          line(error === null ? clusterWords.storeBack : say(clusterWords.storeAway, { why: told(error) }));
      },
      onStoreRefused: (file, error) => {
        // Also when asked to be quiet: it will not mend by itself.
        if (options.json) event('store', { refused: file, message: error.message });
        else process.stderr.write(`${say(clusterWords.storeRefused, { file, why: told(error) })}\n`);
      },
    },
    resolver: options.resolver,
    connectTo: options.connectTo,
    access: options.access,
    signal: interruption.signal,
    giveUp: interruption.giveUp,
    onProgress: (progress) => {
      switch (progress.kind) {
        case 'mended':
          // Also when asked to be quiet: something was lost, or nearly.
          for (const why of progress.what)
            if (options.json) event('mended', { ...why, message: sayWhy(why, language) });
            else process.stderr.write(`${say(m.mended, { what: sayWhy(why, language) })}\n`);
          break;
        case 'joined':
          cluster = progress.cluster;
          if (options.json) event('joined', { name: progress.name, cluster: progress.cluster });
          else line(say(clusterWords.joined, { name: progress.name, cluster: progress.cluster }));
          break;
        case 'opened':
          interruption.begin();
          line(
            progress.resumed
              ? say(m.resumed, { folder: out, pages: formatNumber(progress.pages, language) })
              : say(m.started, { folder: out }),
          );
          break;
        case 'crawling':
          status.show(progress.status);
          break;
        case 'waiting':
          line(waitingFor(progress.wait, language));
          break;
        case 'analysis':
          if (progress.state === 'failed')
            // Also when asked to be quiet: what was fetched is not found.
            process.stderr.write(
              `${say(clusterWords.analysisFailed, { why: analysisProblem(progress.error, language) })}\n`,
            );
          else line(progress.state === 'finishing' ? clusterWords.analysing : clusterWords.noAnalysis);
          break;
        case 'crawled':
          status.clear();
          if (options.json) event('end', progress.result);
          else for (const text of endOf(out, cluster, progress.result, language)) line(text);
          if (progress.harvests) line(m.harvesting);
          break;
        case 'storing': {
          const { store, left } = progress;
          const { files, bytes } = left;
          if (options.json) event('storing', { store, files, bytes });
          else if (!storing)
            line(
              say(clusterWords.storing, {
                store,
                files: amount(files, language),
                size: formatBytes(bytes, language),
              }),
            );
          storing = true;
        }
      }
    },
  }).finally(() => {
    interruption.end();
    status.clear();
  });
  if (harvest !== null) {
    const { files, producers, path } = harvest;
    if (options.json) event('geo', { files, producers, path, ...(interrupted ? { interrupted } : {}) });
    else
      line(
        say(m.harvested, {
          files: formatNumber(files, language),
          producers: formatNumber(producers, language),
          folder: out,
        }),
      );
    if (interrupted) line(m.ended.interrupted);
  }
  if (unstored !== undefined) {
    const { store, files, bytes } = unstored;
    if (options.json) event('stored', { store, left: { files, bytes } });
    else if (files === 0) line(say(clusterWords.storedAll, { store }));
    else
      line(
        say(clusterWords.storedPart, {
          files: amount(files, language),
          size: formatBytes(bytes, language),
        }),
      );
  }
  return interrupted ? EXIT.interrupted : EXIT.ok;
}

function analysisProblem(error: Error, language: Language): string {
  return error instanceof TarrafaError ? error.explain(language).message : error.message;
}

/** What a crawl waits for in which nothing moves. */
export function waitingFor({ ms, on, url, visits, until }: Wait, language: Language): string {
  const m = COMMAND_WORDS[language];
  const host = url === null ? '' : new URL(url).host;
  const rest =
    until === null ? m.waitsForAnything : say(m.waitsForRest, { time: formatDuration(until - Date.now()) });
  const what =
    on === 'frontier'
      ? m.waitsForFrontier
      : on === 'rest'
        ? rest
        : say(m.waitsFor[on], { host, visits: amount(visits, language) });
  return say(m.nothingMoves, { time: formatDuration(ms), what });
}

/** How the crawl ended, in a few lines. */
function endOf(out: string, cluster: string | null, result: CrawlResult, language: Language): string[] {
  const m = COMMAND_WORDS[language];
  const n = (value: number, digits = 0) => formatFixed(value, language, digits);
  const { policy } = result;
  const seconds = Math.max(0.001, result.elapsed / 1000);
  return [
    m.ended[result.reason],
    say(m.summary, {
      pages: n(result.pages),
      sites: n(result.sites),
      size: formatBytes(result.bytes, language),
      time: formatDuration(result.elapsed),
      speed: n(result.sessionPages / seconds, 1),
      archive: join(out, 'archive'),
    }),
    ...(policy?.capacity === undefined
      ? []
      : [
          say(m.collectionSummary, {
            pages: n(policy.size!),
            most: n(policy.capacity),
            freshness: n(100 * policy.freshness!, 1),
            discarded: n(policy.discarded!),
          }),
        ]),
    ...(policy?.precision === undefined
      ? []
      : [
          say(m.precisionSummary, {
            precision: n(100 * policy.precision, 1),
            pages: n(policy.pages!),
            relevant: n(policy.relevant!),
          }),
        ]),
    // Of a crawl that several share, what all of them have is of interest, and one may have come when others had done it.
    cluster !== null
      ? say(m.reportHint, { folder: `--cluster ${cluster}`, served: `--cluster ${cluster}` })
      : result.pages === 0 && result.reason === 'frontier-empty'
        ? say(m.nothingFetched, { folder: out })
        : say(m.reportHint, { folder: out, served: out }),
  ];
}
