/** `tarrafa time mine <corpus…>`: the pattern miner on a corpus; a table, or the patterns as JSON for the annotator. */
import { Command, InvalidArgumentError } from 'commander';
import { MINING_LIMITS, mineTime } from '../../app/mine-time.ts';
import { printable } from '../../formats/index.ts';
import { amount, formatFixed, formatNumber, say } from '../../words/index.ts';
import { MINE_WORDS } from '../../words/mine.ts';
import { chooseLanguage, languageOption } from '../language.ts';
import { colours as pc } from '../terminal/colours.ts';
import { printsTable } from '../terminal/printed-form.ts';

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

export function mineCommand(spoken = chooseLanguage(process.argv, process.env)): Command {
  const help = MINE_WORDS[spoken];
  const { window, minFrequency } = MINING_LIMITS;
  const wholeNumber = (text: string): number => {
    const n = Number(text);
    if (!/^\d+$/.test(text) || n < 1 || !Number.isSafeInteger(n))
      throw new InvalidArgumentError(help.wholeNumber);
    return n;
  };
  const windowSize = (text: string): number => {
    const n = wholeNumber(text);
    if (n > window.most) throw new InvalidArgumentError(say(help.windowSize, { most: window.most }));
    return n;
  };
  return new Command('mine')
    .description(help.about)
    .argument('<corpus...>', help.inputs)
    .option('--json', help.json)
    .option('--window <words>', help.window, windowSize, window.usual)
    .option('--min-frequency <n>', help.minFrequency, wholeNumber, minFrequency.usual)
    .option('--new', help.fresh)
    .option('--rows <n>', help.rows, wholeNumber, 60)
    .option('--limit <documents>', help.limit, wholeNumber)
    .addOption(languageOption(help.lang))
    .action(async (inputs: string[], _: unknown, self: Command) => {
      // Behind the name too, what `time` or the program itself has among its options (`--json`, `--lang`) was taken by them.
      const flags = self.optsWithGlobals<Flags>();
      const language = chooseLanguage(flags.lang === undefined ? [] : ['--lang', flags.lang], process.env);
      const texts = MINE_WORDS[language];
      const { patterns, found, ...counts } = await mineTime(inputs, {
        window: flags.window,
        minFrequency: flags.minFrequency,
        limit: flags.limit,
        onlyNew: flags.new,
      });
      if (!printsTable(flags.json)) {
        process.stdout.write(`${JSON.stringify({ ...counts, patterns })}\n`);
        return;
      }
      const n = (value: number) => amount(value, language, formatNumber(value, language));
      const widths = [7, 40, 12, 10, 18, 60];
      const line = (cells: readonly string[]): string =>
        cells
          .map((text, i) => cell(text, widths[i]!))
          .join(' ')
          .trimEnd();
      const lines = [pc.bold(line(texts.header))];
      for (const mined of patterns.slice(0, flags.rows)) {
        const examples = mined.examples.slice(0, 3).join(' · ');
        lines.push(
          line([
            formatNumber(mined.frequency, language),
            mined.text,
            mined.type,
            mined.refClass,
            mined.known ?? texts.none,
            examples,
          ]),
        );
      }
      lines.push(
        '',
        say(texts.found, {
          patterns: n(found),
          sentences: n(counts.sentences),
          cancelled: n(counts.cancelled),
          occurrences: n(counts.occurrences),
          covered: formatFixed(counts.covered * 100, language, 1),
        }),
      );
      if (counts.errorBound > 0) lines.push(say(texts.error, { bound: n(counts.errorBound) }));
      process.stdout.write(`${lines.join('\n')}\n`);
    });
}
