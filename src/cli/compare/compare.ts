/** `tarrafa compare <crawl A> <crawl B> --when 1939..1945`: the source's experiment on any two crawls. Both are only read. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type CompareOptions, compareCrawls } from '../../app/compare-crawls.ts';
import { COMPARE_WORDS } from '../../words/compare.ts';
import type { Language } from '../../words/index.ts';
import { colours as pc } from '../terminal/colours.ts';
import { printsTable } from '../terminal/printed-form.ts';

const STYLE: CompareOptions['style'] = { heading: (text) => pc.bold(text), faint: (text) => pc.dim(text) };

interface Flags {
  readonly when: string;
  readonly whenProfile: 'modern' | 'thesis';
  readonly sample?: number;
  readonly judged?: string[];
  readonly json?: boolean;
  readonly out?: string;
}

export function compareCommand(language: Language): Command {
  const m = COMPARE_WORDS[language];
  const wholeNumber = (text: string): number => {
    const n = Number(text);
    if (!/^\d{1,9}$/.test(text) || n < 1) throw new InvalidArgumentError(m.wholeNumber);
    return n;
  };
  return new Command('compare')
    .description(m.about)
    .argument('<crawl>', m.folder)
    .argument('<other-crawl>', m.second)
    .requiredOption('--when <1939..1945>', m.when)
    .addOption(
      new Option('--when-profile <name>', m.whenProfile).choices(['modern', 'thesis']).default('modern'),
    )
    .option('--sample <n>', m.sample, wholeNumber)
    .option('--judged <tsv...>', m.judgedFiles)
    .option('--out <folder>', m.out)
    .option('--json', m.json)
    .action(async (a: string, b: string, flags: Flags) => {
      const { comparison, text, page, sample } = await compareCrawls(a, b, {
        when: flags.when,
        profile: flags.whenProfile,
        sample: flags.sample,
        judged: flags.judged,
        out: flags.out,
        language,
        style: STYLE,
        // Each page is read again: of thousands that takes a while.
        onProgress: (pages) => {
          if (process.stderr.isTTY && pages % 100 === 0) process.stderr.write(`\r${m.pages}: ${pages} `);
        },
      });
      if (process.stderr.isTTY) process.stderr.write('\r');
      const table = printsTable(flags.json);
      process.stdout.write(table ? text : `${JSON.stringify(comparison)}\n`);
      if (!table) return;
      if (page !== null) process.stdout.write(`\n${m.written} ${page}\n`);
      if (sample !== null) process.stdout.write(`${m.sampleWritten} ${sample}\n`);
    });
}
