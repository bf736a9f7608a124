/** What a person reads in a browser whom the server refuses. */
import { inLanguages } from './in-languages.ts';

export const REFUSAL_WORDS = inLanguages(
  {
    tokenTitle: 'Falta o token deste servidor',
    tokenAdvice:
      'Abra a página pelo endereço completo que “tarrafa serve” mostrou ao começar (o que termina em ?token=…), ou escreva o token aqui. O navegador o guarda até ser fechado; um servidor reiniciado costuma ter outro.',
    token: 'Token',
    open: 'Abrir',
    nameTitle: 'Este servidor não atende por este nome',
    keyTitle: 'Os scripts desta página já não são executados',
  },
  {
    tokenAdvice:
      'Abra a página pelo endereço completo que “tarrafa serve” mostrou ao começar (o que termina em ?token=…), ou escreva o token aqui. O navegador guarda-o até ser fechado; um servidor reiniciado costuma ter outro.',
    nameTitle: 'Este servidor não responde por este nome',
  },
  {
    tokenTitle: 'The token of this server is missing',
    tokenAdvice:
      'Open the page by the whole address that “tarrafa serve” printed when it started (the one that ends in ?token=…), or write the token here. The browser keeps it until it is closed; a server that was started again usually has another.',
    token: 'Token',
    open: 'Open',
    nameTitle: 'This server does not answer to this name',
    keyTitle: 'The scripts of this page are not run any more',
  },
);
