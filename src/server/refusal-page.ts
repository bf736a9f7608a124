/**
 * What a person sees in a browser who has not the token, or calls the server by a name that is not its own: a page without script that
 * says what to do. Programs, and the page's own calls, get the error as JSON.
 */
import type { FastifyRequest } from 'fastify';
import type { Language } from '../words/index.ts';
import { REFUSAL_WORDS } from '../words/refusal-page.ts';
import { html, type Shown } from './plain/markup.ts';

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
  const text = REFUSAL_WORDS[language];
  return page(
    language,
    text.tokenTitle,
    html`<p>${text.tokenAdvice}</p>
<form action="/" method="get"><label>${text.token} <input type="password" name="token" required autocomplete="off"></label> <button>${text.open}</button></form>`,
  );
}

/** `message` and `advice` are those of the error. */
export function tellingPage(
  language: Language,
  title: 'nameTitle' | 'keyTitle',
  message: string,
  advice: string,
): string {
  return page(language, REFUSAL_WORDS[language][title], html`<p>${message}</p><p>${advice}</p>`);
}
