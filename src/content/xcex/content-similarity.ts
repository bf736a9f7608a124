/** CSim: how alike the words of two blocks are. Cosine of their word sets, or one of four string measures over their texts. */
import type { ContentMeasure } from './parameters.ts';
import { type CodePoints, damerau, hamming, jaroWinkler, levenshtein } from './string-distance.ts';
import { sharedItems } from './style-similarity.ts';

/** What of a block the content measures read: sorted word numbers, or the text. */
export interface ContentProfile {
  readonly terms: Uint32Array;
  readonly text: CodePoints;
}

/** Code points of a text that the string measures read: they take the square of it in time, and Damerau's in memory. */
export const LONGEST_COMPARED_TEXT = 4096;

/** Cosine of two binary vectors, from their sizes and what they share; 0 when either is empty. */
export function binaryCosine(shared: number, sizeA: number, sizeB: number): number {
  return sizeA === 0 || sizeB === 0 ? 0 : Math.min(1, shared / Math.sqrt(sizeA * sizeB));
}

/** A distance as a similarity; two empty texts are alike. */
export function distanceSimilarity(distance: number, lengthA: number, lengthB: number): number {
  const longer = Math.max(lengthA, lengthB);
  return longer === 0 ? 1 : 1 - distance / longer;
}

export function contentSimilarity(a: ContentProfile, b: ContentProfile, measure: ContentMeasure): number {
  switch (measure) {
    case 'cosine':
      return binaryCosine(sharedItems(a.terms, b.terms), a.terms.length, b.terms.length);
    case 'hamming':
      return distanceSimilarity(hamming(a.text, b.text), a.text.length, b.text.length);
    case 'levenshtein':
      return distanceSimilarity(levenshtein(a.text, b.text), a.text.length, b.text.length);
    case 'damerau':
      return distanceSimilarity(damerau(a.text, b.text), a.text.length, b.text.length);
    case 'jaro-winkler':
      // A similarity already. Unrelated sentences reach 0.58, so it needs a limit of 0.8 or more to tell anything.
      return jaroWinkler(a.text, b.text);
  }
}
