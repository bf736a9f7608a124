/** How alike two columns of different sites are, as a row of figures from 0 to 1; `FEATURES` names them. */
import { jaroWinkler } from '../reinforcement/jaro-winkler.ts';
import type { ColumnPortrait, Shares } from './column-portrait.ts';

export const FEATURES = [
  'label',
  'pivot',
  'sharedValues',
  'sharedValuesShare',
  'words',
  'trigrams',
  'patterns',
  'digits',
  'types',
  'length',
  'wordCount',
  'numbers',
  'place',
  'tags',
  'inTitle',
  'wordsInTitle',
  'bothInTitle',
  'titleCovered',
  'bothCoverTitle',
  'heading',
  'bothHeading',
  'link',
  'distinct',
  'coverage',
  'single',
  'labelled',
  'prefixed',
] as const;

export function intersection(a: Shares, b: Shares): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [key, share] of small) {
    const other = large.get(key);
    if (other !== undefined) sum += Math.min(share, other);
  }
  return Math.min(1, sum);
}

export function cosine(a: Shares, b: Shares, weight: (key: string) => number): number {
  let dot = 0;
  let normA = 0;
  let normB = 0;
  for (const [key, share] of a) {
    const x = share * weight(key);
    normA += x * x;
    const other = b.get(key);
    if (other !== undefined) dot += x * other * weight(key);
  }
  for (const [key, share] of b) normB += (share * weight(key)) ** 2;
  return dot === 0 ? 0 : dot / Math.sqrt(normA * normB);
}

/** Words of two labels in common, against all their words; close spellings count a little. */
function labelLikeness(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const first = new Set(a.split(' '));
  const second = new Set(b.split(' '));
  let common = 0;
  for (const word of first) if (second.has(word)) common++;
  const dice = (2 * common) / (first.size + second.size);
  const spelling = a.length < 40 && b.length < 40 ? jaroWinkler(a, b) : 0;
  return Math.max(0.95 * dice, spelling > 0.9 ? 0.9 * spelling : 0);
}

function labelsLikeness(a: Shares, b: Shares): number {
  let best = 0;
  for (const [x, shareX] of a) {
    if (shareX < 0.15 || x === '') continue;
    for (const [y, shareY] of b) {
      if (shareY < 0.15 || y === '') continue;
      best = Math.max(best, labelLikeness(x, y) * Math.sqrt(shareX * shareY));
    }
  }
  return best;
}

const near = (a: number, b: number, scale: number): number => Math.exp(-Math.abs(a - b) / scale);

function numbersLikeness(a: ColumnPortrait, b: ColumnPortrait): number {
  if (a.types.number < 0.5 && b.types.number < 0.5) return 0.5;
  if (a.types.number < 0.5 || b.types.number < 0.5) return 0;
  return near(a.logNumber, b.logNumber, 0.3 + 0.5 * (a.logNumberSpread + b.logNumberSpread));
}

/** `weight`: how telling a word is; rare words more than those of many columns. */
export function columnLikeness(
  a: ColumnPortrait,
  b: ColumnPortrait,
  weight: (word: string) => number,
): Float64Array {
  let shared = 0;
  for (const value of a.values) if (b.values.has(value)) shared++;
  const least = Math.min(a.values.size, b.values.size);
  return Float64Array.of(
    labelsLikeness(a.labels, b.labels),
    labelLikeness(a.pivot, b.pivot),
    Math.log(1 + shared) / Math.log(101),
    least === 0 ? 0 : shared / least,
    cosine(a.words, b.words, weight),
    cosine(a.trigrams, b.trigrams, () => 1),
    intersection(a.patterns, b.patterns),
    intersection(a.digits, b.digits),
    Object.keys(a.types).reduce(
      (sum, type) => sum + Math.min(a.types[type as 'date'], b.types[type as 'date']),
      0,
    ),
    near(a.logLength, b.logLength, 0.5),
    near(a.wordCount, b.wordCount, 2),
    numbersLikeness(a, b),
    near(a.place, b.place, 0.25),
    intersection(a.tags, b.tags),
    1 - Math.abs(a.inTitle - b.inTitle),
    1 - Math.abs(a.wordsInTitle - b.wordsInTitle),
    Math.min(a.wordsInTitle, b.wordsInTitle),
    1 - Math.abs(a.titleCovered - b.titleCovered),
    Math.min(a.titleCovered, b.titleCovered),
    1 - Math.abs(a.heading - b.heading),
    Math.min(a.heading, b.heading),
    1 - Math.abs(a.link - b.link),
    1 - Math.abs(a.distinct - b.distinct),
    1 - Math.abs(a.coverage - b.coverage),
    1 - Math.abs(a.single - b.single),
    1 - Math.abs(a.labelled - b.labelled),
    1 - Math.abs(a.prefixed - b.prefixed),
  );
}
