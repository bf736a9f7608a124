/** `tarrafa import <warc|wacz…> --out <collection>`: archives of others into a collection of ours. */
import { Command } from 'commander';
import { type Imported, importArchives } from '../../app/import-archives.ts';
import { EXIT } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { IMPORT_WORDS } from '../../words/import.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatBytes, formatNumber, say } from '../../words/index.ts';
import { sayWhy, type Why } from '../../words/why.ts';
import { DATA_PROCESS, type DataSurroundings, stoppable } from '../export/export.ts';
import { AnalysisLine, passedText } from '../terminal/analysis-line.ts';
import { ProgressLine } from '../terminal/progress-line.ts';

interface ImportFlags {
  readonly out: string;
  readonly link?: boolean;
  readonly analyse: boolean;
  readonly json?: boolean;
}

const SHOWN_PROBLEMS = 10;

export function importCommand(language: Language, around: DataSurroundings = DATA_PROCESS): Command {
  const m = IMPORT_WORDS[language];
  return new Command('import')
    .description(m.about)
    .argument('<file...>', m.inputs)
    .requiredOption('--out <folder>', m.out)
    .option('--link', m.link)
    .option('--no-analyse', m.noAnalyse)
    .option('--json', m.json)
    .action(async (inputs: string[], flags: ImportFlags) => {
      await stoppable(around, (signal) => run(inputs, flags, signal));
    });

  async function run(inputs: readonly string[], flags: ImportFlags, signal: AbortSignal): Promise<void> {
    const n = (value: number) => amount(value, language, formatNumber(value, language));
    const copying = new ProgressLine(around, language);
    const analysing = new AnalysisLine(around, language);
    const clear = (): void => {
      copying.clear();
      analysing.clear();
    };
    let told = 0;
    const onProblem = ({ where, reason }: { where: string; reason: Why }): void => {
      if (++told > SHOWN_PROBLEMS) return;
      clear();
      around.err(
        `${say(m.problem, { where: printable(where), why: printable(sayWhy(reason, language)) })}\n`,
      );
    };
    try {
      const result = await importArchives(flags.out, inputs, {
        link: flags.link,
        goOn: true,
        analyse: flags.analyse,
        signal,
        onProgress: (progress) => {
          if (progress.stage === 'copying')
            copying.show(m.copying, progress.done, progress.total, (value) => formatBytes(value, language));
          else {
            copying.clear();
            analysing.show(progress, progress.ofCaptures);
          }
        },
        onProblem,
      });
      clear();
      if (told > SHOWN_PROBLEMS) around.err(`${say(m.moreProblems, { count: n(told - SHOWN_PROBLEMS) })}\n`);
      const refused = result.refused.map(({ where, reason }) => ({
        path: where,
        why: sayWhy(reason, language),
      }));
      for (const { path, why } of refused)
        around.err(`${say(m.refused, { where: printable(path), why: printable(why) })}\n`);
      if (refused.length > 0) around.exitCode(EXIT.usage);
      if (flags.json === true || !around.isTerminal)
        around.out(`${JSON.stringify({ ...result, refused, out: flags.out })}\n`);
      else around.out(importedText(result, flags.out));
    } finally {
      clear();
    }
  }

  /** What came of it: files, captures, and everything of which nothing was made, with why. */
  function importedText({ files, bytes, captures, others, already, pages, analysed }: Imported, out: string) {
    const n = (value: number) => amount(value, language, formatNumber(value, language));
    const folder = printable(out);
    const lines = [
      say(m.done, {
        files: n(files.length),
        size: formatBytes(bytes, language),
        folder,
        captures: n(captures),
        already: n(already),
      }),
    ];
    const kinds = (Object.entries(others) as [keyof typeof others, number][]).filter(
      ([, count]) => count > 0,
    );
    if (kinds.length > 0)
      lines.push(
        say(m.others, {
          count: n(kinds.reduce((sum, [, count]) => sum + count, 0)),
          list: kinds.map(([kind, count]) => say(m.kinds[kind], { count: n(count) })).join(', '),
        }),
      );
    const passed = analysed === null ? '' : passedText(analysed.passed, language);
    if (passed !== '') lines.push(passed);
    if (pages !== null) lines.push(say(m.analysed, { pages: n(pages), folder }));
    return `${lines.join('\n')}\n`;
  }
}
