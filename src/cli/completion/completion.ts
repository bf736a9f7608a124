/** `tarrafa completion bash|zsh|fish`: a script for the shell, made from the commands themselves. */
import { Argument, Command } from 'commander';
import { COMPLETION_WORDS } from '../../words/completion.ts';
import type { Language } from '../../words/index.ts';
import { bashScript } from './bash-script.ts';
import { fishScript } from './fish-script.ts';
import { type ToldCommand, toldCommand } from './told-commands.ts';
import { zshScript } from './zsh-script.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Record<
  string,
  (program: ToldCommand) => string
>;

/** Where each shell looks by itself. */
const INSTALLED = `  tarrafa completion bash > ~/.local/share/bash-completion/completions/tarrafa
  tarrafa completion zsh > ~/.zfunc/_tarrafa    # fpath+=~/.zfunc; autoload -Uz compinit; compinit
  tarrafa completion fish > ~/.config/fish/completions/tarrafa.fish`;
const HERE = '  source <(tarrafa completion bash)';

/** `whole` loads every command: only who asks for a script waits for that. */
export function completionCommand(
  language: Language,
  whole: (language: Language) => Promise<Command>,
): Command {
  const m = COMPLETION_WORDS[language];
  return new Command('completion')
    .description(m.about)
    .addArgument(new Argument('<shell>', m.shell).choices(Object.keys(SCRIPTS)))
    .addHelpText('after', `\n${m.install}\n${INSTALLED}\n${m.now}\n${HERE}`)
    .action(async (shell: keyof typeof SCRIPTS) => {
      process.stdout.write(SCRIPTS[shell](toldCommand(await whole(language))));
    });
}
