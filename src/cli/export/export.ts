/** `tarrafa export <collection> --format … --out file`: data of a collection in the formats of the trade. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { EXPORT_CHOICES } from '../../app/export-collection/choices.ts';
import { type ExportWish, exportCollection } from '../../app/export-collection.ts';
import { EXIT, TarrafaError } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { EXPORT_WORDS, type ExportWords } from '../../words/export.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatBytes, formatNumber, say } from '../../words/index.ts';
import { namingOptions } from '../naming-options.ts';
import type { AnalysisOutput } from '../terminal/analysis-line.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { CSV_FLAG, type CsvFlag, csvForm, csvWord } from './csv-flag.ts';

/** What the commands of exports and imports need from the outside; the process's own unless somebody says otherwise. */
export interface DataSurroundings extends AnalysisOutput {
  /** Whether a person reads `out`. */
  readonly isTerminal: boolean;
  out(text: string): void;
  /** Calls back when the person wants it to stop; gives how to stop listening. */
  onInterrupt(stop: () => void): () => void;
  exitCode(code: number): void;
}

export const DATA_PROCESS: DataSurroundings = {
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
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    return () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    };
  },
  exitCode: (code) => {
    process.exitCode = code;
  },
};

/** Runs work that can be stopped; false when it was. */
export async function stoppable(
  around: DataSurroundings,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const stop = new AbortController();
  const off = around.onInterrupt(() => stop.abort());
  try {
    await work(stop.signal);
    return true;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    around.exitCode(EXIT.interrupted);
    return false;
  } finally {
    off();
  }
}

/** However it is written: a format is known by its file name too, and those are often in capitals. */
function oneOf(flags: string, about: string, names: readonly string[], m: ExportWords): Option {
  return new Option(flags, about).choices(names).argParser((text: string) => {
    const name = names.find((one) => one === text.toLowerCase());
    if (name === undefined) throw new InvalidArgumentError(say(m.badFormat, { formats: names.join(', ') }));
    return name;
  });
}

interface ExportFlags extends Omit<ExportWish, 'line' | 'csv'> {
  readonly query?: string;
  readonly csv?: CsvFlag;
  readonly json?: boolean;
}

export function exportCommand(language: Language, around: DataSurroundings = DATA_PROCESS): Command {
  const m = EXPORT_WORDS[language];
  return new Command('export')
    .description(m.about)
    .argument('<collection...>', m.collection)
    .requiredOption('--out <file>', m.out)
    .addOption(oneOf('--format <format>', m.format, EXPORT_CHOICES.format, m))
    .addOption(oneOf('--what <kind>', m.what, EXPORT_CHOICES.what, m))
    .option('--query <line>', m.query)
    .option('--table <name>', m.table)
    .option('--type <type>', m.type)
    .option(CSV_FLAG, m.csv, csvWord(m.badCsv))
    .option('--json', m.json)
    .action(async (inputs: string[], flags: ExportFlags, command: Command) => {
      if (flags.csv !== undefined && (flags.format ?? 'csv') !== 'csv')
        command.error(say(m.csvNotFormat, { format: flags.format ?? '' }), { exitCode: EXIT.usage });
      try {
        await stoppable(around, (signal) => run(inputs, flags, signal));
      } catch (error) {
        if (!(error instanceof TarrafaError) || error.code !== 'TRF_CONFIG_INVALID') throw error;
        // A mistake of the command line, told as the others are.
        const named = namingOptions(error, command) as TarrafaError;
        command.error(named.explain(language).message, { exitCode: EXIT.usage });
      }
    });

  async function run(inputs: readonly string[], flags: ExportFlags, signal: AbortSignal): Promise<void> {
    const line = new ProgressLine(around, language);
    const bytes = (value: number): string => formatBytes(value, language);
    try {
      const { what, table, type, out } = flags;
      const format = flags.csv === undefined ? flags.format : 'csv';
      const { unknownPlaces, ...result } = await exportCollection(
        inputs,
        { format, what, table, type, out, csv: csvForm(flags.csv), line: flags.query },
        {
          signal,
          onProgress: (stage, done, total) =>
            stage === 'reading'
              ? line.show(m.reading, done, total, bytes)
              : line.show(
                  m.kinds[what ?? ((table ?? type) === undefined ? 'pages' : 'entities')],
                  done,
                  total,
                ),
        },
      );
      for (const place of unknownPlaces) around.err(`${say(m.unknownPlace, { place: printable(place) })}\n`);
      line.clear();
      if (result.missing > 0)
        around.err(`${say(m.missing, { pages: formatNumber(result.missing, language) })}\n`);
      if (flags.json === true || !around.isTerminal) around.out(`${JSON.stringify({ ...result, out })}\n`);
      else
        around.out(
          `${say(m.done, {
            file: printable(out),
            // A table has a row for each page; entities are told value by value.
            items: say(table === undefined ? m.counted[result.what] : m.rows, {
              count: amount(result.items, language, formatNumber(result.items, language)),
            }),
            size: bytes(result.bytes),
          })}\n`,
        );
    } finally {
      line.clear();
    }
  }
}
