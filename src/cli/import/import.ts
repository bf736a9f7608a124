/** `tarrafa import <warc|wacz…> --out <collection>`: archives of others into a collection of ours. */
import { Command } from 'commander';
import { SOFTWARE } from '../../app/version.ts';
import { type ImportProblem, importArchives } from '../../collection/import/index.ts';
import { openCollection } from '../../collection/index.ts';
import { printable } from '../../formats/index.ts';
import { IMPORT_WORDS } from '../../words/import.ts';
import type { Language } from '../../words/index.ts';
import { formatBytes, formatNumber, say } from '../../words/index.ts';
import { sayWhy } from '../../words/why.ts';
import { DATA_PROCESS, type DataSurroundings, stoppable } from '../export/export.ts';
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
    const n = (value: number): string => formatNumber(value, language);
    const bytes = (value: number): string => formatBytes(value, language);
    const line = new ProgressLine(around, language);
    let told = 0;
    const onProblem = ({ where, reason }: ImportProblem): void => {
      if (++told > SHOWN_PROBLEMS) return;
      line.clear();
      around.err(
        `${say(m.problem, { where: printable(where), why: printable(sayWhy(reason, language)) })}\n`,
      );
    };
    try {
      const result = await importArchives(inputs, flags.out, {
        software: SOFTWARE,
        link: flags.link,
        signal,
        onProgress: ({ done, total }) => line.show(m.copying, done, total, bytes),
        onProblem,
      });
      line.clear();
      let pages: number | null = null;
      if (flags.analyse) {
        const collection = await openCollection(flags.out, {
          signal,
          // Damage was told when the index was made.
          onProgress: ({ done, total }) => line.show(m.analysing, done, total, bytes),
        });
        pages = (await collection.catalogue.summary()).pages;
        await collection.close();
        signal.throwIfAborted();
      }
      line.clear();
      if (told > SHOWN_PROBLEMS) around.err(`${say(m.moreProblems, { count: n(told - SHOWN_PROBLEMS) })}\n`);
      if (flags.json === true || !around.isTerminal) {
        around.out(`${JSON.stringify({ ...result, pages, out: flags.out })}\n`);
        return;
      }
      const { files, captures, already } = result;
      around.out(
        `${say(m.done, { files: n(files.length), size: bytes(result.bytes), folder: printable(flags.out), captures: n(captures), already: n(already) })}\n`,
      );
      if (pages !== null)
        around.out(`${say(m.analysed, { pages: n(pages), folder: printable(flags.out) })}\n`);
    } finally {
      line.clear();
    }
  }
}
