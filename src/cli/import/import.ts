/** `tarrafa import <warc|wacz…> --out <collection>`: archives of others into a collection of ours. */
import { Command } from 'commander';
import { SOFTWARE } from '../../app/version.ts';
import { type ImportProblem, importArchives } from '../../collection/import/index.ts';
import { openCollection } from '../../collection/index.ts';
import { printable } from '../../formats/index.ts';
import { formatBytes, formatNumber } from '../../words/index.ts';
import { sayWhy } from '../../words/why.ts';
import { DATA_PROCESS, type DataSurroundings, fill, stoppable } from '../export/export.ts';
import type { Language } from '../language.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { importMessages } from './import-messages.ts';

interface ImportFlags {
  readonly out: string;
  readonly link?: boolean;
  readonly analyse: boolean;
  readonly json?: boolean;
}

const SHOWN_PROBLEMS = 10;

export function importCommand(language: Language, around: DataSurroundings = DATA_PROCESS): Command {
  const m = importMessages(language);
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
      around.err(`${fill(m.problem, printable(where), printable(sayWhy(reason, language)))}\n`);
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
      if (told > SHOWN_PROBLEMS) around.err(`${fill(m.moreProblems, n(told - SHOWN_PROBLEMS))}\n`);
      if (flags.json === true || !around.isTerminal) {
        around.out(`${JSON.stringify({ ...result, pages, out: flags.out })}\n`);
        return;
      }
      const { files, captures, already } = result;
      around.out(
        `${fill(m.done, n(files.length), bytes(result.bytes), printable(flags.out), n(captures), n(already))}\n`,
      );
      if (pages !== null) around.out(`${fill(m.analysed, n(pages), printable(flags.out))}\n`);
    } finally {
      line.clear();
    }
  }
}
