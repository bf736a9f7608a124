/** The tree of commands as plain data: what can be typed after what, for completion and for the pages of the manual. */
import type { Argument, Command, Option } from 'commander';

/** What is typed for a value: one of a few words, a path, or something that nobody can foresee. */
export type ToldValue =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'path' }
  | { readonly kind: 'free' };

export interface ToldOption {
  /** `-o`, `--out`: every way to write it. */
  readonly names: readonly string[];
  /** As the help shows it: `-o, --out <file>`. */
  readonly flags: string;
  readonly about: string;
  /** Null for a switch. */
  readonly value: ToldValue | null;
  /** Whether it may stand without its value. */
  readonly optional: boolean;
}

export interface ToldCommand {
  /** Below the program: `['report', 'time']`; none for the program itself. */
  readonly path: readonly string[];
  readonly usage: string;
  readonly about: string;
  readonly arguments: readonly { readonly term: string; readonly about: string; readonly value: ToldValue }[];
  /** Whether the last argument may be repeated. */
  readonly variadic: boolean;
  readonly options: readonly ToldOption[];
  readonly commands: readonly ToldCommand[];
}

/**
 * The names by which the help calls what is a path: `<folder>`, `<file...>`, `<worker-folder>`, `[collections...]`. A value of any other name is not looked
 * for on the disk.
 */
const PATH_NAME =
  /(?:^|[- ])(?:file|folder|path|input|archive|collection|crawl|corpus|wrapper|source|warc|json|tsv)s?$/;

function valueNamed(name: string, choices: readonly string[] | undefined): ToldValue {
  if (choices !== undefined && choices.length > 0) return { kind: 'choices', choices };
  return { kind: PATH_NAME.test(name) ? 'path' : 'free' };
}

function toldOption(option: Option, term: string, about: string): ToldOption {
  const { flags, short, long, required, optional, argChoices } = option;
  const name = /[<[](.*?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1] ?? '';
  return {
    names: [short, long].filter((one) => one !== undefined),
    flags: term,
    about,
    value: required || optional ? valueNamed(name, argChoices) : null,
    optional,
  };
}

export function toldCommand(command: Command, path: readonly string[] = []): ToldCommand {
  const help = command.createHelp();
  const args = command.registeredArguments;
  return {
    path,
    usage: help.commandUsage(command),
    about: command.description(),
    arguments: args.map((argument: Argument) => ({
      term: help.argumentTerm(argument),
      about: help.argumentDescription(argument),
      value: valueNamed(argument.name(), argument.argChoices),
    })),
    variadic: args.at(-1)?.variadic ?? false,
    options: help
      .visibleOptions(command)
      .map((option) => toldOption(option, help.optionTerm(option), help.optionDescription(option))),
    commands: command.commands.map((sub) => toldCommand(sub, [...path, sub.name()])),
  };
}

/** A command and all below it. */
export function* allBelow(command: ToldCommand): Generator<ToldCommand> {
  yield command;
  for (const sub of command.commands) yield* allBelow(sub);
}
