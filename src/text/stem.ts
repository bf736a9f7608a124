/** Portuguese stems by the Snowball algorithm, remembered for the words that come back. */
import { GenerationalCache, ownCopy } from './generational-cache.ts';
import { portugueseStem } from './portuguese-stem.ts';

const known = new GenerationalCache<string>(32_768);
const LONGEST = 64;

/** The stem of a word: `coletores` → `coletor`. Case does not count, accents do. What is no word comes back in lower case. */
export function stem(word: string): string {
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const lower = word.toLowerCase();
  // No Portuguese word is longer; the algorithm is not meant for blobs.
  if (lower.length > LONGEST) return lower;
  const stemmed = portugueseStem(ownCopy(lower));
  known.set(ownCopy(word), stemmed);
  return stemmed;
}
