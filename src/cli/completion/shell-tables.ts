/**
 * What bash and zsh look up, as two functions of the same form in both: what can be typed below a command, and what an option of it takes. Only
 * the lists of words differ: zsh shows what each of them is.
 */
import { allBelow, type ToldCommand, type ToldOption, type ToldValue } from './told-commands.ts';

/** A word, and what the help says of it. */
export interface ToldWord {
  readonly name: string;
  readonly about: string;
}

/** How a shell is given a list of words; for none, the empty one. */
export type WordList = (words: readonly ToldWord[]) => string;

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The words to choose from, or what it is. */
function valueWord(value: ToldValue): string {
  return value.kind === 'choices' ? `@${value.choices.join(' ')}` : value.kind;
}

/** The options of a command that take a value, those of one kind in one line. */
function valueCases({ path, options }: ToldCommand): string[] {
  const byValue = new Map<string, string[]>();
  for (const { names, flags, value } of options as readonly ToldOption[]) {
    if (value === null) continue;
    const set = `value=${quoted(valueWord(value))}${flags.includes('...') ? ' more=1' : ''}`;
    byValue.set(set, [
      ...(byValue.get(set) ?? []),
      ...names.map((name) => quoted(`${path.join(' ')} ${name}`)),
    ]);
  }
  return [...byValue].map(([set, names]) => `    ${names.join('|')}) ${set} ;;`);
}

function nodeCase(
  { path, commands, options, arguments: places, variadic }: ToldCommand,
  list: WordList,
): string {
  const below = commands.map(({ path: own, about }) => ({ name: own.at(-1)!, about }));
  const flags = options.flatMap(({ names, about }) => names.map((name) => ({ name, about })));
  const kinds = places.map(({ value }) => quoted(valueWord(value))).join(' ');
  return `    ${quoted(path.join(' '))})
      below=${list(below)}
      flags=${list(flags)}
      places=(${kinds}) last=${variadic ? 1 : 0} ;;`;
}

export function shellTables(program: ToldCommand, list: WordList): string {
  const nodes = [...allBelow(program)];
  return `# What can be typed below a command.
_tarrafa_node() {
  below=${list([])} flags=${list([])} places=() last=0
  case "$1" in
${nodes.map((node) => nodeCase(node, list)).join('\n')}
  esac
}

# What an option of a command takes.
_tarrafa_value() {
  value='' more=''
  case "$1 $2" in
${nodes.flatMap(valueCases).join('\n')}
  esac
}
`;
}
