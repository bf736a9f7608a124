/** The words of a concordance, made ready to be looked for in the index and in texts. */
import { TarrafaError } from '../../errors.ts';
import { firstLetters, fold, forEachToken, tokenOffsets } from '../../text/index.ts';
import { reason } from '../../words/why.ts';
import type { WordsAsked } from '../ports/index.ts';
import { LONGEST_TEXT_WORDS, termOf } from '../search-index/index.ts';
import type { WordPattern } from '../search-index/occurrences.ts';

/** Words of one pattern: fewer than those that the index has between a title and its text. */
const MOST_WORDS = 20;
const LONGEST_WORDS = 500;

/** One place of a pattern: whether a word of a text may stand there. Null: any may. */
type Place = ((word: string) => boolean) | null;

export interface Pattern {
  /** What the index is asked for: null where any word may stand, or one that the index has under another term. */
  readonly forIndex: WordPattern;
  /** Whether the index takes the same words for the same: it has stems. */
  readonly stems: boolean;
  readonly places: readonly Place[];
  /** The first place with a word, and the letters, folded, that it may begin with: most words of a text are told by them. None: by none. */
  readonly leadAt: number;
  readonly leads: readonly number[];
}

export function readPattern({ words, match = 'stem', fold: folded = false }: WordsAsked): Pattern {
  const wrong = (
    why: 'concordance-no-word' | 'concordance-star-in-word' | 'concordance-too-long',
  ): TarrafaError => new TarrafaError('TRF_CONCORDANCE_WORDS', [words.slice(0, 80), reason(why)]);
  if (words.length > LONGEST_WORDS) throw wrong('concordance-too-long');
  const asked: (string | null)[] = [];
  for (const piece of words.split(/\s+/)) {
    if (/^["“”«»]*\*["“”«»]*$/.test(piece)) {
      asked.push(null);
      continue;
    }
    if (piece.includes('*')) throw wrong('concordance-star-in-word');
    forEachToken(piece, (start, end) => {
      asked.push(piece.slice(start, end));
    });
  }
  const leadAt = asked.findIndex((word) => word !== null);
  if (leadAt < 0) throw wrong('concordance-no-word');
  if (asked.length > MOST_WORDS) throw wrong('concordance-too-long');
  return {
    // A stop word and a name may be alike but for their accents: whoever does not look at those asks for both.
    forIndex: asked.map((word) =>
      word === null || (match === 'exact' && folded && termOf(fold(word)) === '') ? null : word,
    ),
    stems: match === 'stem',
    places: asked.map((word) => (word === null ? null : placeOf(word, match, folded))),
    leadAt,
    leads: leadsOf(asked[leadAt]!, match),
  };
}

function placeOf(word: string, match: 'stem' | 'exact', folded: boolean): Place {
  if (match === 'exact') {
    const wanted = folded ? fold(word) : word.normalize('NFC');
    return folded ? (other) => fold(other) === wanted : (other) => other.normalize('NFC') === wanted;
  }
  const term = termOf(word);
  if (term !== '') return (other) => termOf(other) === term;
  // Stop words have no stems: they are themselves alone.
  const wanted = fold(word);
  return (other) => fold(other) === wanted && termOf(other) === '';
}

/** The first letter of each word below 0x250, folded, as a code unit; 0 where it folds away. */
const NEAR = Uint16Array.from(
  { length: 0x250 },
  (_, code) => fold(String.fromCharCode(code)).charCodeAt(0) || 0,
);

/** The folded code unit that a word begins with; 0: it is told by nothing. */
function firstLetter(text: string, at = 0): number {
  const code = text.charCodeAt(at);
  return code < NEAR.length ? NEAR[code]! : 0;
}

/** What words of a text begin with that may be this one: a stem begins as its word does, in whichever way that was spelt. */
function leadsOf(word: string, match: 'stem' | 'exact'): number[] {
  const own = firstLetter(word);
  if (own === 0) return [];
  const term = match === 'stem' ? termOf(word) : '';
  return term === '' ? [own] : [...firstLetters(term.charAt(0))].map((letter) => letter.charCodeAt(0));
}

/** A text as its words, and which of them the pattern begins at. */
export interface Matched {
  readonly text: string;
  /** [start, end, start, end …] of all words. */
  readonly offsets: Uint32Array;
  /** Numbers of words. */
  readonly hits: readonly number[];
}

export function matchText(text: string, { places, leadAt, leads }: Pattern): Matched {
  const offsets = tokenOffsets(text);
  const words = Math.min(offsets.length >> 1, LONGEST_TEXT_WORDS);
  const hits: number[] = [];
  for (let at = 0; at + places.length <= words; at++) {
    const start = offsets[(at + leadAt) * 2]!;
    const letter = leads.length === 0 ? 0 : firstLetter(text, start);
    if (letter !== 0 && !leads.includes(letter)) continue;
    let all = true;
    for (let i = leadAt; i < places.length && all; i++) {
      const place = places[i]!;
      all = place === null || place(text.slice(offsets[(at + i) * 2]!, offsets[(at + i) * 2 + 1]!));
    }
    if (all) hits.push(at);
  }
  return { text, offsets, hits };
}
