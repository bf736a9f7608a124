/** `tarrafa analyse <folder|warc…>`: the archive of a collection into its catalogue, from where the last analysis came to. */
import { Command, InvalidArgumentError } from 'commander';
import { type Analysed, analyse } from '../../app/analyse.ts';
import { analyseCluster } from '../../app/cluster/analyse-cluster.ts';
import type { ClusterPlace } from '../../app/cluster/cluster-place.ts';
import type { AnalysisProblem, AnalysisProgress } from '../../collection/index.ts';
import { EXIT, TarrafaError } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { ANALYSE_WORDS, type AnalyseWords } from '../../words/analyse.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatBytes, formatNumber, say } from '../../words/index.ts';
import { reason, sayWhy, whyForPrograms } from '../../words/why.ts';
import { type ClusterFlags, clusterPlace, withClusterFlags } from '../cluster/cluster-flags.ts';
import { ownValue } from '../crawl/crawl-options.ts';
import { AnalysisLine, type AnalysisOutput, passedText } from '../terminal/analysis-line.ts';
import { colours as pc } from '../terminal/colours.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { formatDuration } from '../terminal/quantity.ts';

interface AnalyseFlags extends ClusterFlags {
  readonly cache?: string;
  readonly timeToLive?: string;
  readonly out?: string;
  readonly rebuild?: boolean;
  readonly fresh?: boolean;
  readonly threads?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** What the command needs from the outside; the process's own unless somebody says otherwise. */
export interface AnalyseSurroundings extends AnalysisOutput {
  /** Whether a person reads `out`. */
  readonly isTerminal: boolean;
  out(text: string): void;
  /** Calls back when the person wants it to stop; gives how to stop listening. */
  onInterrupt(stop: () => void): () => void;
  exitCode(code: number): void;
}

const PROCESS: AnalyseSurroundings = {
  get isTerminal() {
    return printsTable();
  },
  get isWatched() {
    return process.stderr.isTTY === true;
  },
  get columns() {
    return process.stderr.columns || 100;
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  now: Date.now,
  onInterrupt(stop) {
    let asked = false;
    const listener = (): void => {
      // Asked twice: at once. What was written stays whole.
      if (asked) process.exit(EXIT.interrupted);
      asked = true;
      stop();
    };
    process.on('SIGINT', listener);
    process.on('SIGTERM', listener);
    return () => {
      process.off('SIGINT', listener);
      process.off('SIGTERM', listener);
    };
  },
  exitCode: (code) => {
    process.exitCode = code;
  },
};

const MOST_PROBLEMS = 10;
const TOLD_EVERY = 1_000;

/** How an analysis goes, as lines of JSON. */
class ToldProgress {
  readonly #around: AnalyseSurroundings;
  #last = Number.NEGATIVE_INFINITY;
  #phase = '';

  constructor(around: AnalyseSurroundings) {
    this.#around = around;
  }

  readonly show = (progress: AnalysisProgress): void => {
    const now = this.#around.now();
    if (progress.phase === this.#phase && now - this.#last < TOLD_EVERY) return;
    this.#phase = progress.phase;
    this.#last = now;
    this.#around.out(`${JSON.stringify({ event: 'progress', ...progress })}\n`);
  };

  problem(problem: AnalysisProblem): void {
    this.#around.out(
      `${JSON.stringify({ event: 'problem', ...problem, reason: whyForPrograms(problem.reason) })}\n`,
    );
  }
}

export function analyseCommand(language: Language, around: AnalyseSurroundings = PROCESS): Command {
  const m = ANALYSE_WORDS[language];
  const threads = (text: string): number => {
    const value = Number(text);
    if (!/^\d{1,2}$/.test(text) || value > 64) throw new InvalidArgumentError(m.badThreads);
    return value;
  };
  const command = withClusterFlags(new Command('analyse').description(m.about), language)
    .argument('[input...]', m.inputs)
    .option('--cache <folder>', CLUSTER_WORDS[language].cache)
    .option('--time-to-live <time>', CLUSTER_WORDS[language].readingTime)
    .option('--out <file>', m.out)
    .option('--rebuild, --fresh', m.rebuild)
    .option('--threads <n>', m.threads, threads)
    .option('--json', m.json)
    .option('--quiet', m.quiet)
    .action((inputs: string[], flags: AnalyseFlags) => {
      // An address in the environment is for those who name nothing else: folders of collections stay what they are.
      const isNamed = ['cluster', 'clusterFile'].some((name) => command.getOptionValueSource(name) === 'cli');
      const { cluster: _, clusterFile: __, ...others } = flags;
      return run(inputs, isNamed || inputs.length === 0 ? flags : others, language, around);
    });
  return command;
}

async function run(
  inputs: readonly string[],
  flags: AnalyseFlags,
  language: Language,
  around: AnalyseSurroundings,
): Promise<void> {
  const m = ANALYSE_WORDS[language];
  const asked = flags.json === true;
  const json = asked || !around.isTerminal;
  const quiet = flags.quiet === true;
  const line = new AnalysisLine(around, language);
  // Who asks for JSON follows the work by it; a pipe gets what came of it.
  const told = new ToldProgress(around);
  const show = quiet ? () => {} : asked ? told.show : line.show;
  const stop = new AbortController();
  const unlisten = around.onInterrupt(() => stop.abort());
  const problems: AnalysisProblem[] = [];
  const began = around.now();
  try {
    const rebuild = flags.rebuild === true || flags.fresh === true;
    const watching = {
      threads: flags.threads,
      signal: stop.signal,
      onProgress: (progress: AnalysisProgress) => show(progress),
      onProblem: (problem: AnalysisProblem) => {
        if (problems.length < MOST_PROBLEMS) problems.push(problem);
        if (asked && !quiet) told.problem(problem);
      },
    };
    const place = clusterFor(inputs, flags);
    const analysed =
      place === null
        ? await analyse(inputs, { catalogue: flags.out, rebuild, ...watching })
        : await analyseCluster(place, {
            archives: inputs,
            rebuild,
            cache: flags.cache,
            time: ownValue('duration', flags.timeToLive, '--time-to-live'),
            ...watching,
          });
    const { result, summary, catalogue } = analysed;
    line.clear();
    if (result.interrupted) around.exitCode(EXIT.interrupted);
    const ms = around.now() - began;
    // With both flags the summary alone is printed.
    if (json && (asked || !quiet))
      around.out(`${JSON.stringify({ event: 'summary', ...result, ms, catalogue, summary })}\n`);
    else if (!quiet) around.out(summaryText(analysed, ms, language));
    if (!asked && !quiet) {
      // Of the folder itself something may be told that no page is to blame for.
      const all = Math.max(result.problems, problems.length);
      if (all > 0) around.err(problemText(problems, all, m, language));
    }
    if (result.interrupted && !asked) around.err(`${m.interrupted}\n`);
  } finally {
    line.clear();
    unlisten();
  }
}

/** The shared crawl that is meant; null when it is a collection of this machine. */
function clusterFor(inputs: readonly string[], flags: AnalyseFlags): ClusterPlace | null {
  const place = clusterPlace(flags);
  if (place === null && inputs.length === 0)
    throw new TarrafaError('TRF_INPUT_MISSING', ['', reason('no-folder-named')]);
  if (place !== null && flags.out !== undefined)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--out', reason('not-in-a-cluster')]);
  return place;
}

function summaryText(
  { folder, archives, result, summary }: Analysed,
  ms: number,
  language: Language,
): string {
  const m = ANALYSE_WORDS[language];
  if (archives === 0) return `${say(m.noArchive, { folder })}\n`;
  const n = (value: number) => formatNumber(value, language);
  const rows: [string, string][] = [
    [m.pages, n(summary.pages)],
    [m.versions, n(summary.versions)],
    [m.sites, n(summary.sites)],
    [m.links, n(summary.links)],
    [m.entities, n(summary.entities)],
    [m.geoFiles, n(summary.geoFiles)],
    ...(summary.services > 0 ? ([[m.services, n(summary.services)]] as [string, string][]) : []),
    [m.captures, n(result.captures)],
    [m.fresh, n(result.pages + result.same)],
    [m.size, formatBytes(summary.bytes, language)],
    [m.time, formatDuration(ms)],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const values = Math.max(...rows.map(([, value]) => value.length));
  const table = rows.map(([label, value]) => `${pc.dim(label.padEnd(width))}  ${value.padStart(values)}`);
  const unchanged = result.pages + result.same + result.geo === 0 && !result.interrupted;
  const passed = passedText(result.passed, language);
  return `${table.join('\n')}\n${passed === '' ? '' : `${passed}\n`}${unchanged ? `${m.upToDate}\n` : ''}${result.interrupted ? '' : `${say(m.next, { folder: /^postgres(?:ql)?:/.test(folder) ? `--cluster ${folder}` : folder })}\n`}`;
}

function problemText(
  problems: readonly AnalysisProblem[],
  count: number,
  m: AnalyseWords,
  language: Language,
): string {
  const lines = problems.map(({ where, reason }) =>
    printable(`  ${where}: ${sayWhy(reason, language)}`.slice(0, 300)),
  );
  return `${say(m.problems, { count: amount(count, language, formatNumber(count, language)) })}\n${lines.join('\n')}\n`;
}
