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
import { formatBytes, formatFixed, formatNumber, say } from '../../words/index.ts';
import { reason, sayWhy, whyForPrograms } from '../../words/why.ts';
import { type ClusterFlags, clusterPlace, withClusterFlags } from '../cluster/cluster-flags.ts';
import { ownValue } from '../crawl/crawl-options.ts';
import { colours as pc } from '../terminal/colours.ts';
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
export interface AnalyseSurroundings {
  readonly isTerminal: boolean;
  readonly columns: number;
  out(text: string): void;
  err(text: string): void;
  now(): number;
  /** Calls back when the person wants it to stop; gives how to stop listening. */
  onInterrupt(stop: () => void): () => void;
  exitCode(code: number): void;
}

const PROCESS: AnalyseSurroundings = {
  get isTerminal() {
    return process.stderr.isTTY === true;
  },
  get columns() {
    return process.stderr.columns ?? 100;
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

const SHOWN_EVERY = 200;
const TOLD_EVERY = 1_000;
const MOST_PROBLEMS = 10;
/** Speed is told of the last so many ms. */
const SPEED_WINDOW = 10_000;

/** How an analysis goes: a line that is rewritten, or lines of JSON. */
class ProgressReport {
  readonly #around: AnalyseSurroundings;
  readonly #language: Language;
  readonly #m: AnalyseWords;
  readonly #mode: 'line' | 'json' | 'none';
  readonly #began: number;
  readonly #samples: { readonly at: number; readonly done: number; readonly pages: number }[] = [];
  #last = Number.NEGATIVE_INFINITY;
  #phase = '';
  #shown = false;

  constructor(around: AnalyseSurroundings, language: Language, mode: 'line' | 'json' | 'none') {
    this.#around = around;
    this.#language = language;
    this.#m = ANALYSE_WORDS[language];
    this.#mode = mode;
    this.#began = around.now();
  }

  show(progress: AnalysisProgress): void {
    if (this.#mode === 'none') return;
    const now = this.#around.now();
    const fresh = progress.phase !== this.#phase;
    if (!fresh && now - this.#last < (this.#mode === 'json' ? TOLD_EVERY : SHOWN_EVERY)) return;
    // What takes no time needs no line.
    if (this.#mode === 'line' && now - this.#began < 500) return;
    if (fresh) this.#samples.length = 0;
    this.#phase = progress.phase;
    this.#last = now;
    this.#samples.push({ at: now, done: progress.done, pages: progress.pages });
    while (this.#samples.length > 2 && now - this.#samples[0]!.at > SPEED_WINDOW) this.#samples.shift();
    if (this.#mode === 'json') {
      this.#around.out(`${JSON.stringify({ event: 'progress', ...progress })}\n`);
      return;
    }
    const text = this.#text(progress);
    const width = Math.max(20, this.#around.columns - 1);
    this.#around.err(`\r\x1b[2K${text.length > width ? `${text.slice(0, width - 1)}…` : text}`);
    this.#shown = true;
  }

  #text({ phase, done, total, pages }: AnalysisProgress): string {
    const first = this.#samples[0]!;
    const last = this.#samples.at(-1)!;
    const seconds = (last.at - first.at) / 1_000;
    const n = (value: number, digits = 0) => formatFixed(value, this.#language, digits);
    const parts = [this.#m.phases[phase]];
    if (phase === 'reading') parts.push(`${n(pages)} ${this.#m.pagesDone}`);
    if (phase === 'reading' && seconds > 0)
      parts.push(`${n((last.pages - first.pages) / seconds)}${this.#m.perSecond}`);
    if (total > 0 && phase !== 'settling')
      parts.push(
        `${formatBytes(done, this.#language)} / ${formatBytes(total, this.#language)} (${n((100 * done) / total)} %)`,
      );
    const speed = seconds > 0 ? (last.done - first.done) / seconds : 0;
    if (speed > 0 && done < total && seconds >= 1)
      parts.push(`${this.#m.left} ${formatDuration((1_000 * (total - done)) / speed)}`);
    return parts.join(' · ');
  }

  problem(problem: AnalysisProblem): void {
    if (this.#mode === 'json')
      this.#around.out(
        `${JSON.stringify({ event: 'problem', ...problem, reason: whyForPrograms(problem.reason) })}\n`,
      );
  }

  /** Leaves the line, so that what is printed next starts on its own. */
  clear(): void {
    if (this.#shown) this.#around.err('\r\x1b[2K');
    this.#shown = false;
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
  const json = flags.json === true;
  const quiet = flags.quiet === true;
  const report = new ProgressReport(
    around,
    language,
    quiet ? 'none' : json ? 'json' : around.isTerminal ? 'line' : 'none',
  );
  const stop = new AbortController();
  const unlisten = around.onInterrupt(() => stop.abort());
  const problems: AnalysisProblem[] = [];
  const began = around.now();
  try {
    const rebuild = flags.rebuild === true || flags.fresh === true;
    const watching = {
      threads: flags.threads,
      signal: stop.signal,
      onProgress: (progress: AnalysisProgress) => report.show(progress),
      onProblem: (problem: AnalysisProblem) => {
        if (problems.length < MOST_PROBLEMS) problems.push(problem);
        report.problem(problem);
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
    report.clear();
    if (result.interrupted) around.exitCode(EXIT.interrupted);
    const ms = around.now() - began;
    if (json) around.out(`${JSON.stringify({ event: 'summary', ...result, ms, catalogue, summary })}\n`);
    else if (!quiet) {
      around.out(summaryText(analysed, ms, language, around.isTerminal));
      // Of the folder itself something may be told that no page is to blame for.
      const all = Math.max(result.problems, problems.length);
      if (all > 0) around.err(problemText(problems, all, m, language));
    }
    if (result.interrupted && !json) around.err(`${m.interrupted}\n`);
  } finally {
    report.clear();
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
  isTerminal: boolean,
): string {
  const m = ANALYSE_WORDS[language];
  if (archives === 0) return `${say(m.noArchive, { folder })}\n`;
  const dim = (text: string) => (isTerminal ? pc.dim(text) : text);
  const n = (value: number) => formatNumber(value, language);
  const rows: [string, string][] = [
    [m.pages, n(summary.pages)],
    [m.versions, n(summary.versions)],
    [m.sites, n(summary.sites)],
    [m.links, n(summary.links)],
    [m.entities, n(summary.entities)],
    [m.geoFiles, n(summary.geoFiles)],
    ...(summary.services > 0 ? ([[m.services, n(summary.services)]] as [string, string][]) : []),
    [m.fresh, n(result.pages + result.same)],
    [m.size, formatBytes(summary.bytes, language)],
    [m.time, formatDuration(ms)],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const values = Math.max(...rows.map(([, value]) => value.length));
  const table = rows.map(([label, value]) => `${dim(label.padEnd(width))}  ${value.padStart(values)}`);
  const unchanged = result.pages + result.same + result.geo === 0 && !result.interrupted;
  return `${table.join('\n')}\n${unchanged ? `${m.upToDate}\n` : ''}${result.interrupted ? '' : `${say(m.next, { folder: /^postgres(?:ql)?:/.test(folder) ? `--cluster ${folder}` : folder })}\n`}`;
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
  return `${say(m.problems, { count: formatNumber(count, language) })}\n${lines.join('\n')}\n`;
}
