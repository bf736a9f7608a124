/** The script for zsh, with what the help says of each command and option. */
import { quoted, shellTables, type ToldWord } from './shell-tables.ts';
import type { ToldCommand } from './told-commands.ts';

/** `name:what it is`, as `_describe` takes it. */
function described({ name, about }: ToldWord): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${about.replaceAll(/\s+/g, ' ')}`);
}

const wordList = (words: readonly ToldWord[]): string => `(${words.map(described).join(' ')})`;

export function zshScript(program: ToldCommand): string {
  return `#compdef tarrafa
# zsh completion of tarrafa, written by: tarrafa completion zsh

${shellTables(program, wordList)}
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
