/** Fixture A of the specification (§3.12): ten pages, one a letter, with families of blocks whose fate is known. */
import type { SitePage } from './read-page.ts';
import { sitePage } from './site-page.suite.ts';

const LETTERS = [...'abcdefghij'];

function extra(letter: string): string {
  if (letter === 'a' || letter === 'b') return `<p>nota curta versao${letter}</p>`;
  if (letter === 'c' || letter === 'd' || letter === 'e') return `<p>aviso breve texto${letter}</p>`;
  if (letter === 'f') return '<p>galeria fotos imagemx</p><p>galeria fotos imagemy</p>';
  return letter === 'g' || letter === 'h' ? '<p>errata publicada ontem</p>' : '';
}

export const FIXTURE_A: readonly SitePage[] = LETTERS.map((x) =>
  sitePage(
    x,
    '<html><body><header><p>Jornal Exemplo</p></header><main><article>' +
      `<div class="corpo"><p>alfa${x} beta${x} gama${x} delta${x}</p><p>jogo uno${x} due${x} tre${x}</p>` +
      `<p>Subscreva nossa newsletter</p>${extra(x)}<p> </p></div>` +
      `<div class="relacionados"><p>Leia tambem tema${x}</p></div>` +
      '</article></main><footer><p>Direitos reservados</p></footer></body></html>',
  ),
);

/** Parameters with the fixture's empty list of stop words. */
export const NO_STOP_WORDS = { stopWords: { xx: [] } } as const;

/** The `alfa…` and `jogo…` blocks. */
export const FIXTURE_A_TRUTH: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  LETTERS.map((x) => [x, [`alfa${x} beta${x} gama${x} delta${x}`, `jogo uno${x} due${x} tre${x}`]]),
);

export const FAMILIES = ['alfa', 'jogo', 'Subscreva', 'Leia', 'nota', 'aviso', 'galeria', 'errata'] as const;

export function familyOf(text: string): string {
  return [...FAMILIES, 'Jornal', 'Direitos'].find((name) => text.startsWith(name)) ?? '?';
}
