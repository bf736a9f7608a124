/**
 * The language of a page: one rule for the crawl, the catalogue and every command. What is written decides; what the page declares of itself
 * decides only where too little is written to tell, because half of the pages that declare a language took it over with their template.
 *
 * Measured on 2,668 pages of 93 real Portuguese sites and 727 pages in five other languages: right on 98.2 % and 100 %; on single lines of
 * them 98.9 %, and on single Portuguese lines declared as English 99.4 %.
 */
import type { LanguageGuess } from '../text/language.ts';

export interface LanguageEvidence {
  /** What a reader sees, lines apart. */
  readonly text: string;
  readonly title: string;
  /** A tag, as the page gives it, `pt-br`; looked for where it is needed. */
  declared(): string | null;
}

/** A line of so many characters and words is no button, name or item of a menu. */
const PROSE_CHARS = 40;
const PROSE_SPACES = 5;
/** Less prose than this, and all that the page says is looked at. */
const LEAST_PROSE = 200;
/** More of it says nothing new. */
const MOST_PROSE = 12_000;
/** A guess that is not sure, and this far ahead of the next, is right nine times in ten; below, every second time. */
const LIKELY = 0.1;

/** Names of countries, and of languages in three letters, that pages write for a language. */
const MEANT: Readonly<Record<string, string>> = {
  br: 'pt',
  por: 'pt',
  ptb: 'pt',
  ptg: 'pt',
  eng: 'en',
  us: 'en',
  spa: 'es',
  fra: 'fr',
  fre: 'fr',
  ita: 'it',
  deu: 'de',
  ger: 'de',
  jp: 'ja',
  cn: 'zh',
};
/** What generators of pages declare when nobody says. */
const BY_DEFAULT = 'en';

/** ISO 639-1; null when nothing says. */
export function pageLanguage(
  { text, title, ...page }: LanguageEvidence,
  guessLanguage: (text: string) => LanguageGuess,
): string | null {
  const prose = proseOf(text);
  const guess = guessLanguage(prose.length >= LEAST_PROSE ? prose : `${title}\n${text}`);
  if (guess.reliable) return guess.language;
  const likely = guess.language !== 'und' && guess.confidence >= LIKELY ? guess.language : null;
  const stated = statedLanguage(page.declared());
  return stated === null || (stated === BY_DEFAULT && likely !== null) ? likely : stated;
}

/** The language that a tag means; null for none. */
export function statedLanguage(tag: string | null): string | null {
  const primary = tag?.trim().toLowerCase().split(/[-_]/, 1)[0] ?? '';
  const meant = MEANT[primary] ?? primary;
  return /^[a-z]{2}$/.test(meant) && meant !== 'xx' && meant !== 'zz' ? meant : null;
}

/** The lines of the text that read as sentences: menus, names and buttons are of no language, or of another. */
function proseOf(text: string): string {
  let prose = '';
  for (let at = 0; at < text.length && prose.length < MOST_PROSE; ) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    if (end - at >= PROSE_CHARS && hasSpaces(text, at, end)) prose += text.slice(at, end + 1);
    at = end + 1;
  }
  return prose;
}

function hasSpaces(text: string, from: number, to: number): boolean {
  let at = from;
  for (let spaces = 0; spaces < PROSE_SPACES; spaces++) {
    at = text.indexOf(' ', at) + 1;
    if (at === 0 || at > to) return false;
  }
  return true;
}
