/** The stemmers that Snowball's own compiler makes of the published algorithms: the judge of ours. */
import { createRequire } from 'node:module';

interface Stemmer {
  stem(word: string): string;
}

/** The package is CommonJS, without types. */
const { newStemmer } = createRequire(import.meta.url)('snowball-stemmers') as {
  newStemmer(algorithm: string): Stemmer;
};

export function snowball(algorithm: 'portuguese' | 'porter'): (word: string) => string {
  const stemmer = newStemmer(algorithm);
  return (word) => stemmer.stem(word);
}
