/** Portuguese stems by the Snowball algorithm, remembered for the words that come back. */
import { createRequire } from 'node:module';
import { GenerationalCache, ownCopy } from './generational-cache.ts';

interface Stemmer {
  stem(word: string): string;
}

let portuguese: Stemmer | undefined;

/** The package is CommonJS, without types, and brings twenty languages: it is loaded when the first stem is asked for. */
function load(): Stemmer {
  const stemmers = createRequire(import.meta.url)('snowball-stemmers') as {
    newStemmer(language: string): Stemmer;
  };
  return stemmers.newStemmer('portuguese');
}

const known = new GenerationalCache<string>(32_768);
const LONGEST = 64;

/** The stem of a word: `coletores` → `coletor`. Case does not count, accents do. What is no word comes back in lower case. */
export function stem(word: string): string {
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const lower = word.toLowerCase();
  // No Portuguese word is longer; the algorithm is not meant for blobs.
  if (lower.length > LONGEST) return lower;
  portuguese ??= load();
  const stemmed = portuguese.stem(lower);
  known.set(ownCopy(word), stemmed);
  return stemmed;
}
