/**
 * The words that the parser of command lines has of its own (headings of the help, what is wrong with a flag), in the person's language.
 * What it says in another form than those known here stays in English.
 */
import type { Argument, Command, Help, Option } from 'commander';
import { HELP_WORDS } from '../words/help.ts';
import { type Language, type Message, say } from '../words/index.ts';
import { valueName } from '../words/value-names.ts';

type Mistakes = (typeof HELP_WORDS)[Language]['mistakes'];

/** The parser's sentences, behind its own heading, and which of ours says the same. */
const MISTAKES: readonly (readonly [theirs: RegExp, ours: keyof Mistakes])[] = [
  [/^missing required argument '(.*?)'/, 'argumentMissing'],
  [/^required option '(.*?)' not specified/, 'optionMissing'],
  [/^option '(.*?)' argument missing/, 'valueMissing'],
  [/^option '(.*?)' argument '(.*?)' is invalid\.\s*/, 'valueWrong'],
  [/^command-argument value '(.*?)' is invalid for argument '(.*?)'\.\s*/, 'argumentWrong'],
  [/^unknown option '(.*?)'/, 'optionUnknown'],
  [/^unknown command '(.*?)'/, 'commandUnknown'],
  [/^too many arguments.*$/m, 'argumentsTooMany'],
  [/\(Did you mean one of (.*?)\?\)/, 'oneOfMeant'],
  [/\(Did you mean (.*?)\?\)/, 'meant'],
  [/Allowed choices are (.*?)\.$/m, 'choose'],
];

/** Those that tell of an option as the help writes it. */
const NAMES_VALUE: ReadonlySet<keyof Mistakes> = new Set(['optionMissing', 'valueMissing', 'valueWrong']);

/** The names of values, `<folder>` and `[collections...]`, as they are called in the language. */
const inNames = (flags: string, language: Language): string =>
  flags.replace(
    /([<[])(.+?)(\.\.\.)?([>\]])/g,
    (_, open: string, name: string, more = '', close: string) =>
      `${open}${valueName(name, language)}${more}${close}`,
  );

/** A name with those of the commands above it: `tarrafa report time`. */
function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** What the parser says of a mistake, in our words, and where to read on. */
function mistakeText(text: string, command: string, language: Language): string {
  const words = HELP_WORDS[language];
  // A message of a command itself has no heading.
  let said = text.replace(/^error: /, '');
  for (const [theirs, ours] of MISTAKES)
    said = said.replace(theirs, (_, ...found: string[]) => {
      if (ours === 'argumentMissing') found[0] = valueName(found[0]!, language);
      else if (ours === 'argumentWrong') found[1] = valueName(found[1]!, language);
      else if (NAMES_VALUE.has(ours)) found[0] = inNames(found[0]!, language);
      return say(words.mistakes[ours] as Message<`${number}`>, found);
    });
  if (!said.startsWith(`${words.error}: `)) said = `${words.error}: ${said}`;
  return `${said.trimEnd()}\n${say(words.more, { command })}\n`;
}

/** Lets a command and all below it speak the language, in their help and of mistakes. */
export function speakHelp(command: Command, language: Language): void {
  const words = HELP_WORDS[language];
  const titles: Readonly<Record<string, string>> = words.titles;
  const inWords = (text: string): string =>
    inNames(text, language).replaceAll('[options]', words.options).replaceAll('[command]', words.command);
  const standard = (text: string): string =>
    text
      .replace(/(\(choices: .*?), default: /, `$1; ${words.standard}: `)
      .replace('(default: ', `(${words.standard}: `)
      .replace(
        /\(choices: ((?:"[^"]*"(?:, (?="))?)+)/,
        (_, list: string) => `(${words.choices}: ${list.replaceAll('"', '')}`,
      );
  const plain: Help = command.createHelp();
  command
    .helpOption('-h, --help', words.help)
    .configureHelp({
      styleTitle: (title) => titles[title] ?? title,
      commandUsage: (one) => inWords(plain.commandUsage(one)),
      subcommandTerm: (one) => inWords(plain.subcommandTerm(one)),
      optionTerm: (option: Option) => inNames(plain.optionTerm(option), language),
      argumentTerm: (argument: Argument) => valueName(plain.argumentTerm(argument), language),
      optionDescription: (option: Option) => standard(plain.optionDescription(option)),
      argumentDescription: (argument: Argument) => standard(plain.argumentDescription(argument)),
    })
    .configureOutput({
      outputError: (text, write) => write(mistakeText(text, fullName(command), language)),
    });
  for (const option of command.options) if (option.long === '--version') option.description = words.version;
  if (command.commands.length > 0) command.helpCommand('help [command]', words.help);
  for (const sub of command.commands) speakHelp(sub, language);
}
