/** What links say of a page: the texts people link to it with, and how many do. */
import { foldWords } from '../../text/index.ts';
import type { Evidence } from './documents.ts';

/** Links to a page that are looked at; more say nothing new. */
export const MOST_LOOKED_AT = 2000;
const MOST_TEXTS = 16;
const LONGEST_TEXTS = 600;

/** What links say wherever they lead. */
const EMPTY_WORDS = new Set(
  [
    'aqui|clique aqui|clique|leia mais|ler mais|leia|saiba mais|ver mais|veja mais|veja tambem|mais|continuar lendo|continue lendo',
    'proxima|proximo|anterior|voltar|seguinte|inicio|home|pagina inicial|topo|voltar ao topo|menu|sair|entrar|imprimir|compartilhar',
    'read more|more|here|click here|next|previous|back|top|link|download|baixar|comentar|comentarios|responder',
  ].flatMap((line) => line.split('|')),
);

/** A text of links to a page, and who says so. */
export interface Incoming {
  readonly text: string;
  /** Numbers of sites, or of what has one, with commas between. */
  readonly said: string;
}

/**
 * What links say of a page, `site` being its own. Evidence grows with the logarithm of the number of *other sites*
 * that link to it, and a quarter as fast with the pages of its own site that do: a site's menus should not decide. Unlike PageRank it
 * changes only where a link changed, so a catalogue that grows every ten seconds is never computed anew, and nobody gains by linking
 * to himself a thousand times.
 */
export function linkEvidence(
  incoming: readonly Incoming[],
  site: number,
  siteOf: ((number: number) => number) | null = null,
): Evidence {
  if (incoming.length === 0) return { anchors: '', authority: 0 };
  const sites = new Set<number>();
  let own = 0;
  const texts = new Map<string, { text: string; sites: Set<number>; own: boolean }>();
  for (const { text, said } of incoming) {
    const folded = foldWords(text);
    let known: { text: string; sites: Set<number>; own: boolean } | null = null;
    if (folded !== '' && !EMPTY_WORDS.has(folded) && !/^\d+$/.test(folded)) {
      known = texts.get(folded) ?? null;
      if (known === null) {
        known = { text, sites: new Set(), own: false };
        texts.set(folded, known);
      }
    }
    forEachNumber(said, (number) => {
      const from = siteOf === null ? number : siteOf(number);
      if (from === site || from === 0) {
        own++;
        if (known !== null) known.own = true;
      } else {
        sites.add(from);
        known?.sites.add(from);
      }
    });
  }
  const weight = (said: { sites: Set<number>; own: boolean }): number =>
    said.sites.size + (said.own ? 0.5 : 0);
  const chosen = [...texts]
    .sort(([a, one], [b, other]) => weight(other) - weight(one) || (a < b ? -1 : 1))
    .slice(0, MOST_TEXTS)
    .map(([, said]) => said.text);
  const score = (Math.log2(1 + sites.size) + Math.log2(1 + own) / 4) / 10;
  return {
    anchors: chosen.join('\n').slice(0, LONGEST_TEXTS),
    authority: Math.round(Math.min(1, score) * 1000) / 1000,
  };
}

/** The numbers of a text such as `3,14`. */
function forEachNumber(text: string, found: (number: number) => void): void {
  let number = 0;
  for (let i = 0; i <= text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0) number = number * 10 + digit;
    else {
      found(number);
      number = 0;
    }
  }
}

/** Whether new texts of links have words that neither the title nor the texts before had: only then is a page indexed again. */
export function saysMore(title: string, before: string, after: string): boolean {
  if (before === after) return false;
  const known = new Set(`${foldWords(title)} ${foldWords(before)}`.split(' '));
  return foldWords(after)
    .split(' ')
    .some((word) => word !== '' && !known.has(word));
}
