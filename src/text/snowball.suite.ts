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

/** Words made of beginnings, once or twice, and endings: one in so many of all, ever other ones. */
export function* madeWords(
  beginnings: readonly string[],
  endings: readonly string[],
  every: number,
): Generator<string> {
  let turn = 0;
  for (const first of beginnings)
    for (const middle of ['', ...beginnings])
      for (const last of endings) if (++turn % every === 0) yield first + middle + last;
}
