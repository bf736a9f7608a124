/** `tarrafa export <collection> --format … --out file`: data of a collection in the formats of the trade. */
import { Command, InvalidArgumentError } from 'commander';
import { SOFTWARE } from '../../app/version.ts';
import {
  EXPORT_FORMATS,
  EXPORT_KINDS,
  type ExportFormat,
  type ExportKind,
  exportCollection,
  exportFormatOf,
} from '../../collection/export/index.ts';
import { archivesOf, collectionPlace, openCollection } from '../../collection/index.ts';
import { EXIT } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { EXPORT_WORDS, type ExportWords } from '../../words/export.ts';
import type { Language } from '../../words/index.ts';
import { formatBytes, formatNumber, say } from '../../words/index.ts';
import { ProgressLine, type ProgressOutput } from '../terminal/progress-line.ts';

/** What the commands of exports and imports need from the outside; the process's own unless somebody says otherwise. */
export interface DataSurroundings extends ProgressOutput {
  out(text: string): void;
  /** Calls back when the person wants it to stop; gives how to stop listening. */
  onInterrupt(stop: () => void): () => void;
  exitCode(code: number): void;
}

export const DATA_PROCESS: DataSurroundings = {
  get isTerminal() {
    return process.stderr.isTTY === true;
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

function oneOf<T extends string>(names: readonly T[], m: ExportWords): (text: string) => T {
  return (text) => {
    const name = names.find((one) => one === text.toLowerCase());
    if (name === undefined) throw new InvalidArgumentError(say(m.badFormat, { formats: names.join(', ') }));
    return name;
  };
}

interface ExportFlags {
  readonly format?: ExportFormat;
  readonly what?: ExportKind;
  readonly query?: string;
  readonly table?: string;
  readonly out: string;
  readonly json?: boolean;
}

export function exportCommand(language: Language, around: DataSurroundings = DATA_PROCESS): Command {
  const m = EXPORT_WORDS[language];
  return new Command('export')
    .description(m.about)
    .argument('<collection...>', m.collection)
    .requiredOption('--out <file>', m.out)
    .option('--format <format>', m.format, oneOf(EXPORT_FORMATS, m))
    .option('--what <kind>', m.what, oneOf(EXPORT_KINDS, m))
    .option('--query <line>', m.query)
    .option('--table <name>', m.table)
    .option('--json', m.json)
    .action(async (inputs: string[], flags: ExportFlags, command: Command) => {
      const format = flags.format ?? exportFormatOf(flags.out);
      if (format === null) command.error(m.noFormat, { exitCode: EXIT.usage });
      await stoppable(around, (signal) => run(inputs, { ...flags, format: format }, signal));
    });

  async function run(
    inputs: readonly string[],
    flags: ExportFlags & { readonly format: ExportFormat },
    signal: AbortSignal,
  ): Promise<void> {
    const line = new ProgressLine(around, language);
    const bytes = (value: number): string => formatBytes(value, language);
    const collection = await openCollection(inputs, {
      signal,
      onProgress: ({ done, total }) => line.show(m.reading, done, total, bytes),
    });
    try {
      signal.throwIfAborted();
      const query = flags.query === undefined ? null : await collection.parseLine(flags.query);
      for (const { text } of query?.unknownPlaces ?? [])
        around.err(`${say(m.unknownPlace, { place: printable(text) })}\n`);
      const { format, what, table, out } = flags;
      const result = await exportCollection(
        {
          title: collection.title,
          catalogue: collection.catalogue,
          files: archivesOf(collectionPlace(inputs)),
        },
        { format, what, query, table, out },
        {
          software: SOFTWARE,
          signal,
          onProgress: ({ done, total }) => line.show(m.kinds[what ?? 'pages'], done, total),
        },
      );
      line.clear();
      if (result.missing > 0)
        around.err(`${say(m.missing, { pages: formatNumber(result.missing, language) })}\n`);
      if (flags.json === true || !around.isTerminal)
        around.out(`${JSON.stringify({ ...result, format, out })}\n`);
      else
        around.out(
          `${say(m.done, { file: printable(out), count: formatNumber(result.items, language), kind: m.kinds[result.what], size: bytes(result.bytes) })}\n`,
        );
    } finally {
      line.clear();
      await collection.close();
    }
  }
}
