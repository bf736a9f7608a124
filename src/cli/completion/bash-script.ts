/** The script for bash, of any version from 3.2 on. */
import { quoted, shellTables, type ToldWord } from './shell-tables.ts';
import type { ToldCommand } from './told-commands.ts';

const wordList = (words: readonly ToldWord[]): string => quoted(words.map(({ name }) => name).join(' '));

export function bashScript(program: ToldCommand): string {
  return `# bash completion of tarrafa, written by: tarrafa completion bash

${shellTables(program, wordList)}
_tarrafa_offer() {
  case "$1" in
    path) ;; # nothing offered: the shell offers files
    @*) COMPREPLY=($(compgen -W "\${1#@}" -- "$cur")) ;;
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
