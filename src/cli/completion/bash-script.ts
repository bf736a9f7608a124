/** The script for bash, of any version from 3.2 on. */
import { allBelow, type ToldCommand, type ToldOption, type ToldValue } from './told-commands.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A value as the script has it: the words to choose from, or what it is. */
function valueWord(value: ToldValue): string {
  return value.kind === 'choices' ? `=${value.choices.join(' ')}` : value.kind;
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

function nodeCase({ path, commands, options, arguments: places, variadic }: ToldCommand): string {
  const below = commands.map((sub) => sub.path.at(-1)!).join(' ');
  const flags = options.flatMap(({ names }) => names).join(' ');
  const kinds = places.map(({ value }) => quoted(valueWord(value))).join(' ');
  return `    ${quoted(path.join(' '))}) below=${quoted(below)} flags=${quoted(flags)} places=(${kinds}) last=${variadic ? 1 : 0} ;;`;
}

export function bashScript(program: ToldCommand): string {
  const nodes = [...allBelow(program)];
  return `# bash completion of tarrafa, written by: tarrafa completion bash

# What can be typed below a command.
_tarrafa_node() {
  below='' flags='' places=() last=0
  case "$1" in
${nodes.map(nodeCase).join('\n')}
  esac
}

# What an option of a command takes.
_tarrafa_value() {
  value='' more=''
  case "$1 $2" in
${nodes.flatMap(valueCases).join('\n')}
  esac
}

_tarrafa_offer() {
  case "$1" in
    path) ;; # nothing offered: the shell offers files
    =*) COMPREPLY=($(compgen -W "\${1#=}" -- "$cur")) ;;
    *) compopt +o default +o bashdefault 2>/dev/null ;;
  esac
}

_tarrafa() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' word i waits='' goes='' seen=0
  local below flags places last value more
  COMPREPLY=()
  _tarrafa_node ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    # --lang=en comes in three words.
    [[ "$word" == '=' ]] && continue
    if [[ "$word" == -* ]]; then
      _tarrafa_value "$at" "$word"
      waits="$value" goes="$more"
    elif [[ -n "$waits" ]]; then
      [[ -z "$goes" ]] && waits=''
    elif ((seen == 0)) && [[ " $below " == *" $word "* ]]; then
      at="\${at:+$at }$word"
      _tarrafa_node "$at"
    else
      seen=$((seen + 1))
    fi
  done
  [[ "$cur" == '=' ]] && cur=''
  if [[ -n "$waits" && "$cur" != -* ]]; then
    _tarrafa_offer "$waits"
  elif [[ "$cur" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  else
    local place='' count=\${#places[@]}
    if ((seen < count)); then place="\${places[seen]}"
    elif ((last == 1)); then place="\${places[count - 1]}"; fi
    _tarrafa_offer "$place"
    if ((seen == 0)) && [[ -n "$below" ]]; then
      COMPREPLY+=($(compgen -W "$below" -- "$cur"))
      if [[ "$place" == path ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
      fi
    fi
  fi
}

complete -o bashdefault -o default -F _tarrafa tarrafa
`;
}
