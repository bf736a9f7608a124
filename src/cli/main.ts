#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import { VERSION } from '../app/version.ts';
import { EXIT, TarrafaError, toldOfDisk } from '../errors.ts';
/**
 * The command. Errors are told in the person's language, with what to do; the exit code says of which kind they are (docs/errors.md).
 * Only the command that was asked for is loaded: the others cost nothing but their line of help.
 */
import { COMMAND_WORDS } from '../words/commands.ts';
import { speakHelp } from './help-language.ts';
import { checkLanguageFlag, chooseLanguage } from './language.ts';

const language = chooseLanguage(process.argv, process.env);
const m = COMMAND_WORDS[language];

/** A line of help that is loaded when somebody reads the help. */
type About = string | (() => Promise<string>);

const COMMANDS: Readonly<Record<string, readonly [about: About, load: () => Promise<Command>]>> = {
  crawl: [m.crawl, async () => (await import('./crawl/crawl.ts')).crawlCommand(language)],
  analyse: [
    async () => (await import('../words/analyse.ts')).ANALYSE_WORDS[language].about,
    async () => (await import('./analyse/analyse.ts')).analyseCommand(language),
  ],
  status: [m.status, async () => (await import('./report/report.ts')).statusCommand()],
  report: [
    m.report,
    async () =>
      (await import('./report/report.ts'))
        .reportCommand()
        .addCommand((await import('./report/report-time.ts')).reportTimeCommand()),
  ],
  compare: [
    async () => (await import('../words/compare.ts')).COMPARE_WORDS[language].about,
    async () => (await import('./compare/compare.ts')).compareCommand(language),
  ],
  concordance: [
    async () => (await import('../words/concordance.ts')).CONCORDANCE_WORDS[language].about,
    async () => (await import('./concordance/concordance.ts')).concordanceCommand(language),
  ],
  explain: [m.explain, async () => (await import('./explain/explain.ts')).explainCommand(language)],
  warc: [
    async () => (await import('../words/warc.ts')).WARC_WORDS[language].about,
    async () => (await import('./warc/warc.ts')).warcCommand(language),
  ],
  time: [
    async () => (await import('../words/time.ts')).TIME_WORDS[language].about,
    async () =>
      (await import('./time/time.ts'))
        .timeCommand(language)
        .addCommand((await import('./cop/cop.ts')).mineCommand()),
  ],
  content: [
    async () => (await import('../words/content.ts')).CONTENT_WORDS[language].about,
    async () => (await import('./content/content.ts')).contentCommand(language),
  ],
  entities: [
    async () => (await import('../words/entities.ts')).ENTITIES_WORDS[language].about,
    async () => (await import('./entities/entities.ts')).entitiesCommand(language),
  ],
  date: [
    async () => (await import('../words/dating.ts')).DATE_WORDS[language].about,
    async () => (await import('./date/date.ts')).dateCommand(language),
  ],
  geo: [
    async () => (await import('../words/geo-describe.ts')).GEO_DESCRIBE_WORDS[language].geo,
    async () => (await import('./geo/geo.ts')).geoCommand(language),
  ],
  serve: [
    async () => (await import('../words/serve.ts')).SERVE_WORDS[language].about,
    async () => (await import('./serve/serve.ts')).serveCommand(language),
  ],
  correct: [
    async () => (await import('../words/correct.ts')).CORRECT_WORDS[language].about,
    async () => (await import('./correct/correct.ts')).correctCommand(language),
  ],
  dossier: [
    async () => (await import('../words/dossier.ts')).DOSSIER_WORDS[language].about,
    async () => (await import('./dossier/dossier.ts')).dossierCommand(language),
  ],
  search: [
    async () => (await import('../words/search.ts')).SEARCH_WORDS[language].about,
    async () => (await import('./search/search.ts')).searchCommand(language),
  ],
  export: [
    async () => (await import('../words/export.ts')).EXPORT_WORDS[language].about,
    async () => (await import('./export/export.ts')).exportCommand(language),
  ],
  import: [
    async () => (await import('../words/import.ts')).IMPORT_WORDS[language].about,
    async () => (await import('./import/import.ts')).importCommand(language),
  ],
  forget: [
    async () => (await import('../words/forget.ts')).FORGET_WORDS[language].about,
    async () => (await import('./forget/forget.ts')).forgetCommand(language),
  ],
  repair: [
    async () => (await import('../words/repair.ts')).REPAIR_WORDS[language].about,
    async () => (await import('./repair/repair.ts')).repairCommand(language),
  ],
  worker: [
    async () => (await import('../words/cluster.ts')).CLUSTER_WORDS[language].worker,
    async () => (await import('./worker/worker.ts')).workerCommand(language),
  ],
  cluster: [
    async () => (await import('../words/cluster.ts')).CLUSTER_WORDS[language].about,
    async () => (await import('./cluster/cluster.ts')).clusterCommand(language),
  ],
  desk: [
    async () => (await import('../words/desk.ts')).DESK_WORDS[language].about,
    async () => (await import('./desk/desk.ts')).deskCommand(language),
  ],
  volunteer: [
    async () => (await import('../words/volunteer.ts')).VOLUNTEER_WORDS[language].about,
    async () => (await import('./volunteer/volunteer.ts')).volunteerCommand(language),
  ],
  sample: [m.sample, async () => (await import('./sample/sample.ts')).sampleCommand(language)],
  demo: [m.demo, async () => (await import('./demo/demo.ts')).demoCommand(language)],
};

function letLanguagePass(command: Command): void {
  if (!command.options.some((option) => option.long === '--lang'))
    command.addOption(new Option('--lang <language>', m.lang).hideHelp());
  for (const sub of command.commands) letLanguagePass(sub.exitOverride());
}

async function program(): Promise<Command> {
  const root = new Command('tarrafa')
    .description(m.program)
    .version(VERSION)
    .option('--lang <language>', m.lang)
    // A command gets its words as they were written: one with commands below it can leave them theirs.
    .enablePositionalOptions()
    .exitOverride();
  const words = process.argv.slice(2);
  const asked = words.find((word) => Object.hasOwn(COMMANDS, word));
  for (const [name, [about, load]] of Object.entries(COMMANDS)) {
    // With the command in the first place nobody asks for the list of the others.
    if (asked !== undefined && asked === words[0] && name !== asked) continue;
    const command = name === asked ? await load() : new Command(name);
    command.description(typeof about === 'string' ? about : await about()).exitOverride();
    for (const sub of command.commands) sub.exitOverride();
    // --lang was read before anything else; commands only have to let it pass.
    if (!command.options.some((option) => option.long === '--lang'))
      command.option('--lang <language>', m.lang);
    for (const sub of command.commands) letLanguagePass(sub);
    root.addCommand(command);
  }
  speakHelp(root, language);
  return root;
}

/** A pipe that closes early (`| head`) is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure),
);

try {
  checkLanguageFlag(process.argv);
  await (await program()).parseAsync();
} catch (failure) {
  const error = toldOfDisk(failure);
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else if (error instanceof TarrafaError) {
    const { message, advice } = error.explain(language);
    process.stderr.write(`${m.error} ${error.code}: ${message}\n${advice}\n`);
    process.exitCode = error.exit;
  } else {
    process.stderr.write(
      `${m.error}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = EXIT.failure;
  }
}
