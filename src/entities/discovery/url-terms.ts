/**
 * The terms of an address (Definition 2): every run of letters or digits with the place of the token it stands in, and one term for
 * the number of tokens. Two addresses are compared by the terms they share.
 */

const TOKEN_ENDS = /[/?&]/;
const SUB_TOKEN = /[\p{L}\p{M}]+|\p{N}+/gu;
/** Longer addresses say no more. */
const LONGEST = 2048;

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The tokens of an address in order: scheme, fragment and empty tokens taken off, the host in lower case. */
export function urlTokens(url: string): string[] {
  let text = url.slice(0, LONGEST).replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const fragment = text.indexOf('#');
  if (fragment >= 0) text = text.slice(0, fragment);
  return text
    .split(TOKEN_ENDS)
    .filter((token) => token !== '')
    .map((token, i) => decoded(i === 0 ? token.toLowerCase() : token));
}

/** `site/jogadores/2015/jogador02.htm` → pos1_site, pos2_jogadores, pos3_2015, pos4_jogador, pos4_02, pos4_htm, size_4. */
export function urlTerms(url: string): ReadonlySet<string> {
  const tokens = urlTokens(url);
  const terms = new Set<string>();
  tokens.forEach((token, i) => {
    for (const [word] of token.normalize('NFC').matchAll(SUB_TOKEN)) terms.add(`pos${i + 1}_${word}`);
  });
  terms.add(`size_${tokens.length}`);
  return terms;
}

/** Whether an address has the form of another: as many tokens, and half of those behind the host the same. */
export function sameForm(url: string, goal: string): boolean {
  const a = urlTokens(url);
  const b = urlTokens(goal);
  if (a.length !== b.length || a.length < 2) return false;
  let equal = 0;
  for (let i = 1; i < a.length; i++) if (a[i] === b[i]) equal++;
  return equal * 2 >= a.length - 1 || a.length === 2;
}
