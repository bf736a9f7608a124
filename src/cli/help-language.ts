/**
 * The words that the parser of command lines has of its own (headings of the help, what is wrong with a flag), in the person's language.
 * What it says in another form than those known here stays in English.
 */
import type { Argument, Command, Help, Option } from 'commander';
import type { Language } from './language.ts';

interface HelpWords {
  readonly titles: Readonly<Record<string, string>>;
  readonly help: string;
  readonly version: string;
  readonly standard: string;
  readonly choices: string;
  readonly options: string;
  readonly command: string;
  /** From the parser's sentence to ours. */
  readonly mistakes: readonly (readonly [RegExp, string])[];
  readonly more: string;
}

const PT_BR: HelpWords = {
  titles: {
    'Usage:': 'Uso:',
    'Arguments:': 'Argumentos:',
    'Options:': 'Opções:',
    'Global Options:': 'Opções gerais:',
    'Commands:': 'Comandos:',
  },
  help: 'mostra esta ajuda',
  version: 'mostra a versão',
  standard: 'padrão',
  choices: 'um destes',
  options: '[opções]',
  command: '[comando]',
  mistakes: [
    [/^error: missing required argument '(.*?)'/, 'Erro: falta o argumento <$1>'],
    [/^error: required option '(.*?)' not specified/, 'Erro: falta a opção obrigatória $1'],
    [/^error: option '(.*?)' argument missing/, 'Erro: a opção $1 precisa de um valor'],
    [/^error: option '(.*?)' argument '(.*?)' is invalid\.\s*/, 'Erro: o valor "$2" não serve para $1: '],
    [
      /^error: command-argument value '(.*?)' is invalid for argument '(.*?)'\.\s*/,
      'Erro: "$1" não serve para <$2>: ',
    ],
    [/^error: unknown option '(.*?)'/, 'Erro: não existe a opção $1'],
    [/^error: unknown command '(.*?)'/, 'Erro: não existe o comando $1'],
    [/^error: too many arguments.*$/m, 'Erro: há argumentos demais'],
    [/^error: /, 'Erro: '],
    [/\(Did you mean one of (.*?)\?\)/, '(Seria um destes: $1?)'],
    [/\(Did you mean (.*?)\?\)/, '(Seria $1?)'],
    [/Allowed choices are (.*?)\.$/m, 'escolha entre $1.'],
  ],
  more: 'Veja: %s --help',
};

const PT_PT: HelpWords = { ...PT_BR, standard: 'por omissão' };

const EN: HelpWords = {
  titles: {},
  help: 'show this help',
  version: 'show the version',
  standard: 'default',
  choices: 'one of',
  options: '[options]',
  command: '[command]',
  mistakes: [[/^error: /, 'Error: ']],
  more: 'See: %s --help',
};

/** A name with those of the commands above it: `tarrafa report time`. */
function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** What the parser says of a mistake, in our words, and where to read on. */
export function mistakeText(text: string, command: string, language: Language): string {
  const words = wordsOf(language);
  let said = text;
  for (const [theirs, ours] of words.mistakes) said = said.replace(theirs, ours);
  // A message of a command itself has no heading.
  if (!/^Err(?:o|or): /.test(said)) said = `${language === 'en' ? 'Error' : 'Erro'}: ${said}`;
  return `${said.trimEnd()}\n${words.more.replace('%s', command)}\n`;
}

function wordsOf(language: Language): HelpWords {
  return language === 'en' ? EN : language === 'pt-PT' ? PT_PT : PT_BR;
}

/** Lets a command and all below it speak the language, in their help and of mistakes. */
export function speakHelp(command: Command, language: Language): void {
  const words = wordsOf(language);
  const inWords = (text: string): string =>
    text.replaceAll('[options]', words.options).replaceAll('[command]', words.command);
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
      styleTitle: (title) => words.titles[title] ?? title,
      commandUsage: (one) => inWords(plain.commandUsage(one)),
      subcommandTerm: (one) => inWords(plain.subcommandTerm(one)),
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
