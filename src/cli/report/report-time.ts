/**
 * `tarrafa report time <folder|WARC…>`: the temporal study of a collection, as tables, JSON, plots and a page; and the collection in its
 * XML form.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type StudyOptions, studyTime } from '../../app/study-time.ts';
import { STUDY_COMMAND_WORDS } from '../../words/study-command.ts';
import { problemLine } from '../input/problem-line.ts';
import { chooseLanguage, languageOption } from '../language.ts';
import { colours as pc } from '../terminal/colours.ts';
import { printsTable } from '../terminal/printed-form.ts';

const STYLE: StudyOptions['style'] = { heading: (text) => pc.bold(text), faint: (text) => pc.dim(text) };

interface Flags {
  readonly json?: boolean;
  readonly out?: string;
  readonly xml?: string;
  readonly xmlLinks?: boolean;
  readonly creation: 'published' | 'last-modified';
  readonly allLanguages?: boolean;
  readonly profile: 'modern' | 'thesis';
  readonly locale?: 'pt-PT' | 'pt-BR';
  readonly patterns?: string;
  readonly limit?: number;
  readonly lang?: string;
}

export function reportTimeCommand(spoken = chooseLanguage(process.argv, process.env)): Command {
  const texts = STUDY_COMMAND_WORDS[spoken];
  const wholeNumber = (text: string): number => {
    const n = Number(text);
    if (!/^\d+$/.test(text) || n < 1 || !Number.isSafeInteger(n))
      throw new InvalidArgumentError(texts.wholeNumber);
    return n;
  };
  return new Command('time')
    .description(texts.about)
    .argument('<input...>', texts.inputs)
    .option('--json', texts.json)
    .option('--out <folder>', texts.out)
    .option('--xml <file>', texts.xml)
    .option('--xml-links', texts.xmlLinks)
    .addOption(
      new Option('--creation <source>', texts.creation)
        .choices(['published', 'last-modified'])
        .default('published'),
    )
    .option('--all-languages', texts.all)
    .addOption(new Option('--profile <name>', texts.profile).choices(['modern', 'thesis']).default('modern'))
    .addOption(new Option('--locale <locale>', texts.locale).choices(['pt-PT', 'pt-BR']))
    .option('--patterns <json>', texts.patterns)
    .option('--limit <documents>', texts.limit, wholeNumber)
    .addOption(languageOption(texts.lang))
    .action(async (inputs: string[], _: unknown, self: Command) => {
      // Behind the name too, what `report` or the program itself has among its options (`--json`, `--out`, `--lang`) was taken by them.
      const flags = self.optsWithGlobals<Flags>();
      const language = chooseLanguage(flags.lang === undefined ? [] : ['--lang', flags.lang], process.env);
      const { study, page, text } = await studyTime(inputs, {
        ...flags,
        language,
        style: STYLE,
        onProblem: (problem) => process.stderr.write(problemLine(problem, language)),
      });
      process.stdout.write(
        printsTable(flags.json)
          ? `${text}${page === null ? '' : `\n${STUDY_COMMAND_WORDS[language].written} ${page}\n`}`
          : `${JSON.stringify(study)}\n`,
      );
    });
}
