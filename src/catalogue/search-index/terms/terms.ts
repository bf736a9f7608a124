/**
 * How text becomes the terms of the index: words are folded (case and accents off), stop words dropped, the rest brought to one spelling and
 * stemmed. A term depends on the folded word alone, so that what is typed without accents finds what was written with them; only whether a
 * word is a stop word depends on its accents and capitals too.
 */

import { grown } from '../../../bytes/index.ts';
import {
  fold,
  forEachToken,
  GenerationalCache,
  joinedWord,
  ownCopy,
  partedWord,
  portugueseStem,
  STOP_WORDS,
  spellingOf,
  words,
} from '../../../text/index.ts';

/** Terms of a text, in order; everything at the same index of the four arrays belongs to one word. */
export interface AnalysedTerms {
  readonly terms: readonly string[];
  /** Offsets of the word in the text, UTF-16. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Which word of the text it is, stop words counted: they leave a gap, and `"guerra do Paraguai"` matches only its like. */
  readonly positions: Uint32Array;
}

/** No word is longer; what is (an encoded blob) is compared by its beginning. */
export const LONGEST_TERM = 48;

/** Forms of verbs and adverbs that are nouns as well, and searched for: `Estado Novo`, `fora`, `nada`. */
const NOUNS = ['estado', 'fora', 'nada'];
const WRITTEN_STOP_WORDS: ReadonlySet<string> = new Set(
  [...STOP_WORDS].filter((word) => !NOUNS.includes(word)),
);
const FOLDED_STOP_WORDS: ReadonlySet<string> = new Set(
  [...WRITTEN_STOP_WORDS].map(fold).filter((word) => !NOUNS.includes(word)),
);

/** Stop words that stand in titles all in capitals as often as anywhere. */
const NO_ABBREVIATIONS: ReadonlySet<string> = new Set(
  'as os ao aos da das de do dos em na nas no nos um uma por com sem sob que se ou nao sao ate ja ha'.split(
    ' ',
  ),
);

/** `AI-5`, `TI`: an abbreviation that is a stop word in small letters. */
function isAbbreviation(own: string, folded: string): boolean {
  return /^[A-Z]{2,3}$/.test(own) && !NO_ABBREVIATIONS.has(folded);
}

/** With accents, a word is what it says: `Pará` and `Sé` are names. Without, it may be a stop word whose accents were left out. */
function isStopWord(own: string, word: string, folded: string): boolean {
  if (isAbbreviation(own, folded)) return false;
  if (word === folded) return FOLDED_STOP_WORDS.has(folded);
  return FOLDED_STOP_WORDS.has(folded) && WRITTEN_STOP_WORDS.has(word.normalize('NFC'));
}

/** What a word as written stands for. */
export interface KnownWord {
  /** In lower case, as people write it. */
  readonly written: string;
  /** Empty for a stop word. */
  readonly term: string;
}

const known = new GenerationalCache<KnownWord>(65_536);

/** The term of one word (a token of `src/text`); empty for a stop word. */
export function termOf(word: string): string {
  return knownWord(word).term;
}

/** The same with the written form, remembered for words that come back. */
function knownWord(word: string): KnownWord {
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const { written, term } = analyseWord(ownCopy(cut(word)));
  const made = { written, term };
  // A blob comes only once: it would only push words out.
  if (word.length <= LONGEST_TERM) known.set(ownCopy(word), made);
  return made;
}

/** The same without remembering, for those who remember themselves. `word` must have memory of its own: the answer may be a part of it. */
export function analyseWord(word: string): KnownWord & { readonly folded: string } {
  const own = cut(word);
  const folded = fold(own);
  const lower = own.toLowerCase();
  const term = isStopWord(own, lower, folded) ? '' : cut(stemOfFolded(spellingOf(folded)));
  return { written: cut(lower), term, folded };
}

/** Stands before every word of a byline, so that it is a term of its own: a letter that no text has. */
const AUTHOR_MARK = '\ua7fe';

/** The words of a byline as text whose terms are those of authors and of nobody else. */
export function authorWords(byline: string): string {
  return words(byline)
    .filter((word) => termOf(word) !== '')
    .map((word) => AUTHOR_MARK + word)
    .join(' ');
}

/** The same words joined or parted otherwise, as the spelling of another time has them (`infra-estrutura`); null when there are no such. */
export function otherwiseJoined(text: string): string | null {
  const parts = words(text);
  if (parts.length === 1) return partedWord(fold(parts[0]!))?.join(' ') ?? null;
  return parts.length === 2 ? joinedWord(fold(parts[0]!), fold(parts[1]!)) : null;
}

function cut(word: string): string {
  if (word.length <= LONGEST_TERM) return word;
  const last = word.charCodeAt(LONGEST_TERM - 1);
  return word.slice(0, last >= 0xd800 && last < 0xdc00 ? LONGEST_TERM - 1 : LONGEST_TERM);
}

/**
 * Snowball's rules look at accents, which are gone here. Those endings whose accents are certain get them back, and the plurals that the
 * rules do not bring to their singular (`jornais`, `homens`, `nações`) are brought there first; the accents of the stem are then
 * taken off again.
 */
function stemOfFolded(folded: string): string {
  const singular = singularOf(folded);
  const stemmed = fold(portugueseStem(accented(singular)));
  return stemmed === '' ? singular : stemmed;
}

function singularOf(word: string): string {
  const { length } = word;
  if (length < 4 || !word.endsWith('s')) return word;
  if (length === 4) return word.endsWith('aes') ? word.slice(0, 3) : word;
  switch (word.slice(-3)) {
    case 'oes':
    case 'aes':
    case 'aos':
      return `${word.slice(0, -3)}ao`;
    case 'ais':
      return `${word.slice(0, -3)}al`;
    case 'eis':
      return `${word.slice(0, -3)}el`;
    case 'ois':
      return length > 5 ? `${word.slice(0, -3)}ol` : word;
    case 'ens':
    case 'ins':
    case 'uns':
      return `${word.slice(0, -2)}m`;
    case 'ons':
      return word.endsWith('ions') ? word : `${word.slice(0, -2)}m`;
    default:
      return word;
  }
}

function accented(word: string): string {
  if (word.length < 5) return word;
  if (word.endsWith('cao')) return `${word.slice(0, -3)}ção`;
  if (word.endsWith('avel')) return `${word.slice(0, -4)}ável`;
  if (word.endsWith('ivel')) return `${word.slice(0, -4)}ível`;
  if (word.endsWith('encia')) return `${word.slice(0, -5)}ência`;
  if (word.endsWith('encias')) return `${word.slice(0, -6)}ências`;
  return word;
}

/** The terms of a text with their places: what the index holds of it, and what a snippet may show as found. */
export function analyseTerms(text: string): AnalysedTerms {
  const terms: string[] = [];
  let places = new Uint32Array(Math.max(48, (text.length >> 2) * 3));
  let size = 0;
  let position = 0;
  forEachToken(text, (start, end) => {
    const term = termOf(text.slice(start, end));
    if (term !== '') {
      if (size + 3 > places.length) places = grown(places);
      places[size] = start;
      places[size + 1] = end;
      places[size + 2] = position;
      size += 3;
      terms.push(term);
    }
    position++;
  });
  const starts = new Uint32Array(terms.length);
  const ends = new Uint32Array(terms.length);
  const positions = new Uint32Array(terms.length);
  for (let i = 0; i < terms.length; i++) {
    starts[i] = places[i * 3]!;
    ends[i] = places[i * 3 + 1]!;
    positions[i] = places[i * 3 + 2]!;
  }
  return { terms, starts, ends, positions };
}
