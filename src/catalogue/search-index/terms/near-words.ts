/**
 * Words of the dictionary that a misspelt word may stand for. Nothing leads from a word to its like, so the two halves of the word are taken in
 * turn: with its beginning right, all words that begin so are looked at; with a slip in its beginning, the words that a slip there makes are
 * looked up. Both are bounded, whatever the size of the dictionary.
 */
import { editDistance, fold, spellingOf } from '../../../text/index.ts';
import { TermCursor } from '../segments/merge.ts';
import type { Segment } from '../segments/segment.ts';
import { analyseWord, LONGEST_TERM } from './terms.ts';

/** Shorter words have too many neighbours. */
const SHORTEST = 4;
/** From this length on two slips are thought of. */
const LONG = 9;
/** Words of one dictionary that are looked at for one beginning. */
const MOST_READ = 4000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Words are letters only: a slip in a number makes another number. */
const ONLY_LETTERS = /^[a-z]+$/;
/** People rarely miss the first letter. */
const OTHER_FIRST_LETTER = 0.4;
/** Only the stems are near each other: the word itself may be far from how the index writes it. */
const OTHER_ENDING = 0.5;
const LONGEST_ENDING = 3;
/** `congreço`, `navegasão`: spelt as it sounds. */
const SAME_SOUND = 0.5;

interface NearTerm {
  readonly term: string;
  readonly distance: number;
  /** The word that a slip was made from, without accents; null when the term was found by what is written. */
  readonly word: string | null;
}

/** Terms near a word, each with its distance; none for what is no word, or too short. `has`: whether any document has a term. */
export function nearTerms(
  word: string,
  segments: readonly Segment[],
  read: (row: number) => Uint8Array,
  has: (term: string) => boolean,
): NearTerm[] {
  const folded = spellingOf(fold(word));
  if (folded.length < SHORTEST || folded.length > LONGEST_TERM || !ONLY_LETTERS.test(folded)) return [];
  const own = analyseWord(folded).term;
  const sound = soundOf(word);
  const most = folded.length >= LONG ? 2 : 1;
  const found = new Map<string, NearTerm>();
  const consider = (term: string, distance: number, meant: string | null = null): void => {
    if (term === own || term === '') return;
    const whole = distance + (term[0] === folded[0] ? 0 : OTHER_FIRST_LETTER);
    if (whole < (found.get(term)?.distance ?? Number.POSITIVE_INFINITY))
      found.set(term, { term, distance: whole, word: meant });
  };
  const beginning = folded.slice(
    0,
    Math.max(3, most === 1 ? folded.length >> 1 : Math.floor(folded.length / 3)),
  );
  const behind = `${beginning}\uffff`;
  for (const segment of segments) {
    const cursor = new TermCursor(segment, read, Math.max(0, segment.leafOf(beginning)));
    for (let count = 0; cursor.term !== null && cursor.term < behind && count < MOST_READ; cursor.next()) {
      const { term } = cursor;
      if (term < beginning) continue;
      count++;
      const distance = Math.abs(term.length - own.length) > most ? most + 1 : editDistance(own, term, most);
      // The slip may be in the ending, which the stem has lost, or kept for it.
      if (distance > most && Math.abs(term.length - own.length) > LONGEST_ENDING) continue;
      cursor.entry();
      const { form } = cursor.written();
      const whole = soundOf(form) === sound ? SAME_SOUND : editDistance(folded, spellingOf(fold(form)), most);
      if (whole <= most) consider(term, whole);
      else if (distance <= most) consider(term, distance + OTHER_ENDING);
    }
  }
  for (const candidate of slipsIn(folded, (folded.length >> 1) + 1)) {
    const { term } = analyseWord(candidate);
    if (term !== own && has(term)) consider(term, 1, candidate);
  }
  return [...found.values()];
}

/** Letters that sound alike as one. */
function soundOf(word: string): string {
  return fold(
    word
      .toLowerCase()
      .normalize('NFC')
      .replace(/ç|ss|[sx]c(?=[eéêií])|c(?=[eéêií])|z/g, 's')
      .replace(/ch/g, 'x')
      .replace(/g(?=[eéêií])/g, 'j'),
  );
}

/** The words that one slip among the first letters may have been made from. */
function* slipsIn(word: string, letters: number): Generator<string> {
  for (let i = 0; i < letters; i++) {
    const before = word.slice(0, i);
    const after = word.slice(i + 1);
    yield before + after;
    if (i + 1 < word.length) yield before + word[i + 1] + word[i] + word.slice(i + 2);
    for (const letter of LETTERS) {
      if (letter !== word[i]) yield before + letter + after;
      yield before + letter + word.slice(i);
    }
  }
}
