/**
 * What a person sees in a browser who has not the token, or calls the server by a name that is not its own: a page without script that
 * says what to do. Programs, and the page's own calls, get the error as JSON.
 */
import type { FastifyRequest } from 'fastify';
import type { Language } from './language.ts';
import { html, type Shown } from './plain/markup.ts';

interface RefusalText {
  readonly tokenTitle: string;
  readonly tokenAdvice: string;
  readonly token: string;
  readonly open: string;
  readonly nameTitle: string;
}

const TEXT: Readonly<Record<Language, RefusalText>> = {
  'pt-BR': {
    tokenTitle: 'Falta o token deste servidor',
    tokenAdvice:
      'Abra a página pelo endereço completo que “tarrafa serve” mostrou ao começar (o que termina em ?token=…), ou escreva o token aqui. O navegador o guarda até ser fechado; um servidor reiniciado costuma ter outro.',
    token: 'Token',
    open: 'Abrir',
    nameTitle: 'Este servidor não atende por este nome',
  },
  'pt-PT': {
    tokenTitle: 'Falta o token deste servidor',
    tokenAdvice:
      'Abra a página pelo endereço completo que “tarrafa serve” mostrou ao começar (o que termina em ?token=…), ou escreva o token aqui. O navegador guarda-o até ser fechado; um servidor reiniciado costuma ter outro.',
    token: 'Token',
    open: 'Abrir',
    nameTitle: 'Este servidor não responde por este nome',
  },
  en: {
    tokenTitle: 'The token of this server is missing',
    tokenAdvice:
      'Open the page by the whole address that “tarrafa serve” printed when it started (the one that ends in ?token=…), or write the token here. The browser keeps it until it is closed; a server that was started again usually has another.',
    token: 'Token',
    open: 'Open',
    nameTitle: 'This server does not answer to this name',
  },
};

/** Whether a browser asks for something to show to a person, not a program or a script for data. */
export function isForReading(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' &&
    !request.url.startsWith('/api/') &&
    (request.headers.accept ?? '').toLowerCase().includes('text/html')
  );
}

function page(language: Language, title: string, body: Shown): string {
  return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Tarrafa</title>
<style>body{font:1rem/1.55 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}input,button{font:inherit;padding:.4rem .7rem}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.toString();
}

export function tokenPage(language: Language): string {
  const text = TEXT[language];
  return page(
    language,
    text.tokenTitle,
    html`<p>${text.tokenAdvice}</p>
<form action="/" method="get"><label>${text.token} <input type="password" name="token" required autocomplete="off"></label> <button>${text.open}</button></form>`,
  );
}

/** `message` and `advice` are those of the error. */
export function namePage(language: Language, message: string, advice: string): string {
  return page(language, TEXT[language].nameTitle, html`<p>${message}</p><p>${advice}</p>`);
}
