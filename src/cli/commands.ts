/**
 * The commands by their names, each with its line of help and how it is loaded. Only the command that was asked for is loaded: the others
 * cost nothing but their line. Whoever tells of all of them (completion, the pages of the manual) loads the whole tree.
 */
import { Command } from 'commander';
import { VERSION } from '../app/version.ts';
import { COMMAND_WORDS } from '../words/commands.ts';
import type { Language } from '../words/index.ts';
import { speakHelp } from './help-language.ts';
import { languageOption } from './language.ts';

/** A line of help that is loaded when somebody reads the help. */
type About = string | (() => Promise<string>);
type Commands = Readonly<Record<string, readonly [about: About, load: () => Promise<Command>]>>;

function commandsIn(language: Language, words: readonly string[]): Commands {
  const m = COMMAND_WORDS[language];
  return {
    crawl: [m.crawl, async () => (await import('./crawl/crawl.ts')).crawlCommand(language)],
    analyse: [
      async () => (await import('../words/analyse.ts')).ANALYSE_WORDS[language].about,
      async () => (await import('./analyse/analyse.ts')).analyseCommand(language),
    ],
    status: [m.status, async () => (await import('./report/report.ts')).statusCommand(language)],
    report: [
      m.report,
      async () =>
        (await import('./report/report.ts'))
          .reportCommand(language)
          .addCommand((await import('./report/report-time.ts')).reportTimeCommand(language)),
    ],
    compare: [
      async () => (await import('../words/compare.ts')).COMPARE_WORDS[language].about,
      async () => (await import('./compare/compare.ts')).compareCommand(language),
    ],
    diff: [
      async () => (await import('../words/diff.ts')).DIFF_WORDS[language].about,
      async () => (await import('./diff/diff.ts')).diffCommand(language),
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
          .addCommand((await import('./cop/cop.ts')).mineCommand(language)),
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
      async () => (await import('./geo/geo.ts')).geoCommand(language, words),
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
    completion: [
      async () => (await import('../words/completion.ts')).COMPLETION_WORDS[language].about,
      async () => (await import('./completion/completion.ts')).completionCommand(language, wholeProgram),
    ],
  };
}

function letLanguagePass(command: Command, language: Language): void {
  if (!command.options.some((option) => option.long === '--lang'))
    command.addOption(languageOption(COMMAND_WORDS[language].lang).hideHelp());
  for (const sub of command.commands) letLanguagePass(sub.exitOverride(), language);
}

/** The program for these words: with the command that they ask for, and the names of the others where they may be wanted. */
export async function programFor(words: readonly string[], language: Language): Promise<Command> {
  const commands = commandsIn(language, words);
  const asked = words.find((word) => Object.hasOwn(commands, word));
  // With the command in the first place nobody asks for the list of the others.
  const alone = asked !== undefined && asked === words[0];
  return program(commands, language, (name) => (name === asked ? 'whole' : alone ? 'none' : 'name'));
}

/** The program with everything below it. */
export function wholeProgram(language: Language): Promise<Command> {
  return program(commandsIn(language, []), language, () => 'whole');
}

async function program(
  commands: Commands,
  language: Language,
  wanted: (name: string) => 'whole' | 'name' | 'none',
): Promise<Command> {
  const root = new Command('tarrafa')
    .description(COMMAND_WORDS[language].program)
    .version(VERSION)
    .addOption(languageOption(COMMAND_WORDS[language].lang))
    // A command gets its words as they were written: one with commands below it can leave them theirs.
    .enablePositionalOptions()
    .exitOverride();
  for (const [name, [about, load]] of Object.entries(commands)) {
    const want = wanted(name);
    if (want === 'none') continue;
    const command = want === 'whole' ? await load() : new Command(name);
    command.description(typeof about === 'string' ? about : await about()).exitOverride();
    for (const sub of command.commands) sub.exitOverride();
    // --lang was read before anything else; commands only have to let it pass.
    if (!command.options.some((option) => option.long === '--lang'))
      command.addOption(languageOption(COMMAND_WORDS[language].lang));
    for (const sub of command.commands) letLanguagePass(sub, language);
    root.addCommand(command);
  }
  speakHelp(root, language);
  return root;
}
