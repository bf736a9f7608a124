/** `tarrafa content gold`: a data set made (pages chosen, their content marked in a browser) and scored, method by method. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { CHOOSE_LIMITS, chooseGoldPages } from '../../app/content/gold/choose-pages.ts';
import {
  SCORED_METHODS,
  type ScoredMethod,
  type SiteScore,
  scoreGold,
} from '../../app/content/gold/score-gold.ts';
import { reportScores } from '../../app/content/gold/score-report.ts';
import { serveMarking } from '../../app/content/gold/serve-marking.ts';
import { writeFileWhole } from '../../files/index.ts';
import { printableLines } from '../../formats/index.ts';
import { CONTENT_WORDS } from '../../words/content.ts';
import { CONTENT_GOLD_WORDS } from '../../words/content-gold.ts';
import { type Language, say } from '../../words/index.ts';
import type { CommandSurroundings } from '../input/surroundings.ts';
import { colours as pc } from '../terminal/colours.ts';
import { stopAsked } from '../terminal/stop-asked.ts';
import { ToldReading } from './content-told.ts';
import { addMethodOptions, fileToWrite, type MethodFlags, methodSettings } from './method-options.ts';

export function goldCommand(language: Language, around: CommandSurroundings): Command {
  const command = new Command('gold');
  command.description(CONTENT_GOLD_WORDS[language].about);
  command.addCommand(chooseCommand(language, around));
  command.addCommand(markCommand(language, around));
  command.addCommand(scoreCommand(language, around));
  return command;
}

function whole(language: Language, least: number, most: number): (text: string) => number {
  return (text) => {
    const n = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    if (n < least || n > most)
      throw new InvalidArgumentError(say(CONTENT_GOLD_WORDS[language].notANumber, { least, most }));
    return n;
  };
}

interface ChooseFlags {
  readonly out: string;
  readonly pages: number;
  readonly seed: number;
  readonly host?: string;
  readonly match?: string[];
  readonly without?: string[];
  readonly json?: boolean;
}

const LARGEST_SEED = 2 ** 31;

function chooseCommand(language: Language, around: CommandSurroundings): Command {
  const m = CONTENT_GOLD_WORDS[language];
  const { pages, mostPages: most } = CHOOSE_LIMITS;
  return new Command('choose')
    .description(m.chooseAbout)
    .argument('<input...>', CONTENT_WORDS[language].inputs)
    .requiredOption('--out <folder>', m.out)
    .option('--pages <n>', say(m.pages, { most }), whole(language, 1, most), pages)
    .option('--seed <n>', m.seed, whole(language, 0, LARGEST_SEED), 1)
    .option('--host <name>', m.host)
    .option('--match <text...>', m.match)
    .option('--without <text...>', m.without)
    .option('--json', m.json)
    .action(async (inputs: string[], flags: ChooseFlags) => {
      const told = new ToldReading(around, language);
      const sites = await chooseGoldPages(inputs, { ...told.options(), ...flags, language }).finally(() =>
        told.clear(),
      );
      for (const site of sites) {
        if (around.isTerminal && flags.json !== true) {
          const { found, markingPage: file } = site;
          const said = say(m.chosen, { site: site.site, pages: site.pages.length, found, file });
          around.out(`${printableLines(said)}\n`);
        } else around.out(`${JSON.stringify(site)}\n`);
      }
    });
}

function markCommand(language: Language, around: CommandSurroundings): Command {
  const m = CONTENT_GOLD_WORDS[language];
  return new Command('mark')
    .description(m.markAbout)
    .argument('<folder>', m.markFolder)
    .option('--port <n>', m.port, whole(language, 0, 65_535))
    .action(async (folder: string, { port }: { readonly port?: number }) => {
      const server = await serveMarking(folder, {
        port,
        onSaved: (file) => around.err(`${printableLines(say(m.savedFile, { file }))}\n`),
      });
      try {
        const { url, sites } = server;
        around.out(around.isTerminal ? `${say(m.open, { url })}\n` : `${JSON.stringify({ url, sites })}\n`);
        await stopAsked();
      } finally {
        await server.close();
      }
    });
}

interface ScoreFlags extends Omit<MethodFlags, 'method'> {
  readonly method?: readonly ScoredMethod[];
  readonly pages?: string[];
  readonly site?: string[];
  readonly report?: string;
  readonly plots?: string;
  readonly json?: boolean;
}

function scoreCommand(language: Language, around: CommandSurroundings): Command {
  const m = CONTENT_GOLD_WORDS[language];
  const command = new Command('score');
  command
    .description(m.scoreAbout)
    .argument('<input...>', m.scoreInputs)
    .addOption(new Option('--method <name...>', m.scoreMethod).choices(SCORED_METHODS))
    .option('--pages <input...>', m.scorePages)
    .option('--site <input...>', m.scoreSite)
    .option('--report <file>', m.report)
    .option('--plots <folder>', m.plots)
    .option('--json', m.json)
    .action(async (inputs: string[], flags: ScoreFlags) => {
      const { method: methods, pages, site, report, plots, json, ...parameters } = flags;
      if (report !== undefined) fileToWrite(report);
      const told = new ToldReading(around, language);
      // Each method takes of the parameters what it has.
      const { method: _, maxPages, maxBlocks, ...settings } = methodSettings(command, 'xcex', parameters);
      const scores = await scoreGold(inputs, {
        ...told.options(),
        methods,
        settings,
        maxPages,
        maxBlocks,
        pages,
        site,
      }).finally(() => told.clear());
      await tell(scores, { report, plots, json }, language, around);
    });
  addMethodOptions(command, language, false);
  return command;
}

async function tell(
  scores: readonly SiteScore[],
  { report, plots, json }: { readonly [Key in 'report' | 'plots' | 'json']: ScoreFlags[Key] | undefined },
  language: Language,
  around: CommandSurroundings,
): Promise<void> {
  const m = CONTENT_GOLD_WORDS[language];
  const written = await reportScores(scores, language);
  for (const { site, missing } of scores)
    if (missing > 0) around.err(`${printableLines(say(m.missing, { site, missing }))}\n`);
  if (around.isTerminal && json !== true) around.out(written.text({ heading: pc.bold, faint: pc.dim }));
  else for (const score of scores) around.out(`${JSON.stringify(score)}\n`);
  if (report !== undefined) {
    writeFileWhole(report, written.csv());
    around.err(`${say(m.savedFile, { file: report })}\n`);
  }
  if (plots !== undefined)
    for (const file of written.files(plots)) around.err(`${say(m.savedFile, { file })}\n`);
}
