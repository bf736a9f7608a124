/** What `tarrafa completion` says. */
import { inLanguages } from './in-languages.ts';

export const COMPLETION_WORDS = inLanguages(
  {
    about: 'escreve o que faz a tecla Tab completar comandos e opções em bash, zsh ou fish',
    shell: 'o shell em que se digita',
    install: 'Para instalar, abra depois um terminal novo:',
    now: 'Só neste terminal (bash):',
  },
  { shell: 'a shell em que se escreve' },
  {
    about: 'write what makes the Tab key complete commands and options in bash, zsh or fish',
    shell: 'the shell that is typed into',
    install: 'To install it; open a new terminal afterwards:',
    now: 'For this terminal only (bash):',
  },
);
