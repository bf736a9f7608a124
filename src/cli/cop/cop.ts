/** `tarrafa time mine <corpus…>`: the pattern miner on a corpus; a table, or the patterns as JSON for the annotator. */
import { Command, InvalidArgumentError } from 'commander';
import pc from 'picocolors';
import { printable } from '../../formats/index.ts';
import { COP_DEFAULTS, Cop, compareWithGrammar } from '../../time/cop/index.ts';
import { say } from '../../words/index.ts';
import { MINE_WORDS } from '../../words/mine.ts';
import { collectionDocuments } from '../input/collection-documents.ts';
import { chooseLanguage } from '../language.ts';

function wholeNumber(text: string): number {
  const n = Number(text);
  if (!/^\d+$/.test(text) || n < 1 || !Number.isSafeInteger(n))
    throw new InvalidArgumentError('give a whole number from 1');
  return n;
}

function windowSize(text: string): number {
  const n = wholeNumber(text);
  if (n > 5) throw new InvalidArgumentError('give a number from 1 to 5');
  return n;
}

function cell(text: string, width: number): string {
  const flat = printable(text);
  return (flat.length > width ? `${flat.slice(0, width - 1)}…` : flat).padEnd(width);
}

interface Flags {
  readonly json?: boolean;
  readonly window: number;
  readonly minFrequency: number;
  readonly new?: boolean;
  readonly rows: number;
  readonly limit?: number;
  readonly lang?: string;
}

export function mineCommand(): Command {
  const help = MINE_WORDS[chooseLanguage(process.argv, process.env)];
  return new Command('mine')
    .description(help.about)
    .argument('<corpus...>', help.inputs)
    .option('--json', help.json)
    .option('--window <words>', help.window, windowSize, COP_DEFAULTS.window)
    .option('--min-frequency <n>', help.minFrequency, wholeNumber, COP_DEFAULTS.minFrequency)
    .option('--new', help.fresh)
    .option('--rows <n>', help.rows, wholeNumber, 60)
    .option('--limit <documents>', help.limit, wholeNumber)
    .option('--lang <language>')
    .action(async (inputs: string[], flags: Flags) => {
      const texts =
        MINE_WORDS[chooseLanguage(flags.lang === undefined ? [] : ['--lang', flags.lang], process.env)];
      const cop = new Cop({ window: flags.window, minFrequency: flags.minFrequency });
      let left = flags.limit ?? Number.POSITIVE_INFINITY;
      for await (const document of collectionDocuments(inputs)) {
        for (const { text } of document.blocks) cop.add(text);
        if (--left <= 0) break;
      }
      const { patterns, ...counts } = cop.result();
      const compared = compareWithGrammar(patterns).filter(
        ({ known }) => flags.new !== true || known === null,
      );
      if (flags.json === true) {
        const out = { ...counts, patterns: compared.map(({ mined, known }) => ({ ...mined, known })) };
        process.stdout.write(`${JSON.stringify(out, null, 2)}\n`);
        return;
      }
      const widths = [7, 40, 12, 10, 18, 60];
      const line = (cells: readonly string[]): string =>
        cells
          .map((text, i) => cell(text, widths[i]!))
          .join(' ')
          .trimEnd();
      const lines = [pc.bold(line(texts.header))];
      for (const { mined, known } of compared.slice(0, flags.rows)) {
        const examples = mined.examples.slice(0, 3).join(' · ');
        lines.push(
          line([
            String(mined.frequency),
            mined.text,
            mined.type,
            mined.refClass,
            known ?? texts.none,
            examples,
          ]),
        );
      }
      lines.push(
        '',
        say(texts.found, {
          ...counts,
          patterns: patterns.length,
          covered: (counts.covered * 100).toFixed(1),
        }),
      );
      if (counts.errorBound > 0) lines.push(say(texts.error, { bound: counts.errorBound }));
      process.stdout.write(`${lines.join('\n')}\n`);
    });
}
