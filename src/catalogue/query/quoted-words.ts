/** Phrases in quotes, looked for in texts: what the index cannot tell of their words (`DoubtfulPhrases`). */
import { fold, forEachToken, spellingOf, words as wordsOf } from '../../text/index.ts';
import { DoubtfulPhrases, type ReadDocument } from '../search-index/doubtful-phrases.ts';
import { termOf } from '../search-index/terms/terms.ts';

/** Code units of a text that are read for a phrase. */
const LONGEST_TEXT = 4_000_000;
/** Words up to this stand as they are written, but for accents, capitals and the spelling of another time; of longer ones other forms are taken for them. */
const SHORT = 3;

/** One for each question that is put, however often it is put to the index. */
export function doubtfulPhrases(): DoubtfulPhrases {
  const known = new Map<string, readonly Place[]>();
  return new DoubtfulPhrases((phrase, document) => {
    let places = known.get(phrase);
    if (places === undefined) known.set(phrase, (places = placesOf(phrase)));
    return stands(places, document);
  });
}

/** Whether a word may stand at a place of the phrase. */
type Place = (word: string) => boolean;

function placesOf(phrase: string): Place[] {
  return wordsOf(phrase).map((word) => {
    const own = spellingOf(fold(word));
    const term = termOf(word);
    if (term === '') return (other) => spellingOf(fold(other)) === own;
    if (word.length <= SHORT) return (other) => spellingOf(fold(other)) === own && termOf(other) === term;
    return (other) => termOf(other) === term;
  });
}

function stands(places: readonly Place[], { title, text }: ReadDocument): boolean {
  return standsIn(title, places) || standsIn(text.slice(0, LONGEST_TEXT), places);
}

function standsIn(text: string, places: readonly Place[]): boolean {
  // How many places are met by the words that end here, for each place that may be the last of these.
  let met: number[] = [];
  let found = false;
  forEachToken(text, (start, end) => {
    if (found) return;
    const word = text.slice(start, end);
    const next: number[] = [];
    for (const at of met) if (places[at]!(word)) next.push(at + 1);
    if (places[0]?.(word)) next.push(1);
    if (next[0] === places.length) found = true;
    met = next;
  });
  return found;
}
