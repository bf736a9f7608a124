/** What is wrong with a field, in words. */
import { t } from '../words.svelte.ts';
import { type FieldProblem, MOST_SEEDS } from './crawl-order.ts';
import { ct } from './crawl-words.svelte.ts';

export function problemText(problem: FieldProblem | null): string | null {
  if (problem === null) return null;
  if (typeof problem === 'object') return ct('wrongSeed', { seed: problem.wrongSeed });
  switch (problem) {
    case 'crawlInvalidName':
    case 'crawlInvalidSeeds':
      return t(problem);
    case 'tooManySeeds':
      return ct('tooManySeeds', { most: MOST_SEEDS });
    case 'takenName':
    case 'wrongPages':
    case 'wrongTime':
    case 'wrongTau':
    case 'wrongDomains':
    case 'wrongContact':
    case 'wrongAt':
    case 'pastAt':
      return ct(problem);
  }
}
