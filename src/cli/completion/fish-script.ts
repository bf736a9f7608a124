/** The script for fish, with what the help says of each command and option. */
import { allBelow, type ToldCommand, type ToldOption, type ToldValue } from './told-commands.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const line = (text: string): string => quoted(text.replaceAll(/\s+/g, ' '));

function valueFlags(value: ToldValue | null): string {
  if (value === null) return '';
  if (value.kind === 'choices') return ` -x -a ${quoted(value.choices.join(' '))}`;
  return value.kind === 'path' ? ' -r -F' : ' -x';
}

function optionLine(at: string, { names, about, value }: ToldOption): string {
  const written = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  return `complete -c tarrafa -n ${quoted(at)} ${written.join(' ')}${valueFlags(value)} -d ${line(about)}`;
}

function nodeLines({ path, commands, options, arguments: places }: ToldCommand): string[] {
  const at = `__tarrafa_at ${path.join(' ')}`.trim();
  return [
    ...commands.map(
      ({ path: own, about }) =>
        `complete -c tarrafa -n ${quoted(`${at}; and __tarrafa_first`)} -a ${quoted(own.at(-1)!)} -d ${line(about)}`,
    ),
    ...options.map((option) => optionLine(at, option)),
    ...places.flatMap(({ value }) =>
      value.kind === 'choices'
        ? [`complete -c tarrafa -n ${quoted(at)} -a ${quoted(value.choices.join(' '))}`]
        : [],
    ),
    ...(places.some(({ value }) => value.kind === 'path') ? [`complete -c tarrafa -n ${quoted(at)} -F`] : []),
  ];
}

/** Words of a command line with what stands before them: `report time`, `report --out`. */
function wordsAfter(nodes: readonly ToldCommand[], of: (node: ToldCommand) => readonly string[]): string {
  return nodes.flatMap((node) => of(node).map((word) => quoted(`${node.path.join(' ')} ${word}`))).join(' ');
}

export function fishScript(program: ToldCommand): string {
  const nodes = [...allBelow(program)];
  const commands = wordsAfter(nodes, (node) => node.commands.map(({ path }) => path.at(-1)!));
  const valued = wordsAfter(nodes, (node) =>
    node.options.filter(({ value }) => value !== null).flatMap(({ names }) => names),
  );
  return `# fish completion of tarrafa, written by: tarrafa completion fish

# The command that is typed so far, and how many words stand behind it.
function __tarrafa_typed
    set -l at ''
    set -l waits 0
    set -l seen 0
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if contains -- "$at $word" ${valued}
            set waits 1
        else if string match -q -- '-*' $word
            set waits 0
        else if test $waits -eq 1
            set waits 0
        else if test $seen -eq 0; and contains -- "$at $word" ${commands}
            set at (string trim -- "$at $word")
        else
            set seen (math $seen + 1)
        end
    end
    echo $at
    echo $seen
end

function __tarrafa_at
    set -l typed (__tarrafa_typed)
    test "$typed[1]" = "$argv"
end

function __tarrafa_first
    set -l typed (__tarrafa_typed)
    test "$typed[2]" -eq 0
end

complete -c tarrafa -f
${nodes.flatMap(nodeLines).join('\n')}
`;
}
