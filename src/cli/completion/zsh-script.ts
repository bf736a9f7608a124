/** The script for zsh, with what the help says of each command and option. */
import { allBelow, type ToldCommand, type ToldOption, type ToldValue } from './told-commands.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** `name:what it is`, as `_describe` takes it. */
function described(name: string, about: string): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${about.replaceAll(/\s+/g, ' ')}`);
}

function valueWord(value: ToldValue): string {
  return value.kind === 'choices' ? `@${value.choices.join(' ')}` : value.kind;
}

function valueCases({ path, options }: ToldCommand): string[] {
  return options.flatMap(({ names, flags, value }: ToldOption) =>
    value === null
      ? []
      : [
          `    (${names.map((name) => quoted(`${path.join(' ')} ${name}`)).join('|')}) value=${quoted(valueWord(value))}${flags.includes('...') ? ' more=1' : ''} ;;`,
        ],
  );
}

function nodeCase({ path, commands, options, arguments: places, variadic }: ToldCommand): string {
  const below = commands.map(({ path: own, about }) => described(own.at(-1)!, about));
  const flags = options.flatMap(({ names, about }) => names.map((name) => described(name, about)));
  const kinds = places.map(({ value }) => quoted(valueWord(value)));
  return `    (${quoted(path.join(' '))})
      below=(${below.join(' ')})
      flags=(${flags.join(' ')})
      places=(${kinds.join(' ')}) last=${variadic ? 1 : 0} ;;`;
}

export function zshScript(program: ToldCommand): string {
  const nodes = [...allBelow(program)];
  return `#compdef tarrafa
# zsh completion of tarrafa, written by: tarrafa completion zsh

# What can be typed below a command.
_tarrafa_node() {
  below=() flags=() places=() last=0
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
    (path) _files ;;
    (@*) compadd -- \${=1#@} ;;
  esac
}

_tarrafa() {
  local at='' word='' waits='' goes='' value='' more='' place=''
  local -i i=0 seen=0 last=0
  local -a below flags places
  _tarrafa_node ''
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ "$word" == -*=* ]]; then
      waits=''
    elif [[ "$word" == -* ]]; then
      _tarrafa_value "$at" "$word"
      waits="$value" goes="$more"
    elif [[ -n "$waits" ]]; then
      [[ -z "$goes" ]] && waits=''
    elif ((seen == 0 && \${below[(I)$word:*]} > 0)); then
      at="\${at:+$at }$word"
      _tarrafa_node "$at"
    else
      ((seen += 1))
    fi
  done
  word="\${words[CURRENT]}"
  if [[ "$word" == -*=* ]]; then
    _tarrafa_value "$at" "\${word%%=*}"
    compset -P '*='
    _tarrafa_offer "$value"
  elif [[ -n "$waits" && "$word" != -* ]]; then
    _tarrafa_offer "$waits"
  elif [[ "$word" == -* ]]; then
    _describe -o tarrafa flags
  else
    ((seen == 0 && \${#below} > 0)) && _describe tarrafa below
    if ((seen < \${#places})); then place="\${places[seen + 1]}"
    elif ((last == 1)); then place="\${places[-1]}"; fi
    _tarrafa_offer "$place"
  fi
}

if [[ "\${funcstack[1]}" == _tarrafa ]]; then
  _tarrafa "$@"
else
  compdef _tarrafa tarrafa
fi
`;
}
