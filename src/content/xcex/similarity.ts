/** Sim: structure and words of two blocks weighed together, and whether that makes them similar. */
import type { XcexBlock } from './block.ts';
import { type ContentProfile, contentSimilarity, LONGEST_COMPARED_TEXT } from './content-similarity.ts';
import type { XcexParameters } from './parameters.ts';
import { stopWordsOf } from './stop-lists.ts';
import { codePoints } from './string-distance.ts';
import { Names, type StyleProfile, styleProfile, styleSimilarity } from './style-similarity.ts';
import { termsOf } from './terms.ts';

/** Exact ties are not similar, whatever rounding made of them. */
const TIE = 1e-12;

export function weighed(ssim: number, csim: number, parameters: XcexParameters): number {
  return parameters.structureImportance * ssim + parameters.contentImportance * csim;
}

export function isSimilar(sim: number, parameters: XcexParameters): boolean {
  return sim - parameters.similarityLimit > TIE;
}

/** A block as the measures see it. */
export interface ComparedBlock {
  readonly style: StyleProfile;
  readonly content: ContentProfile;
}

const NO_TERMS = new Uint32Array(0);
const NO_TEXT = new Uint32Array(0);

export function comparedBlock(
  block: XcexBlock,
  parameters: XcexParameters,
  stopWords: ReadonlySet<string> | null,
  names: Names,
  vocabulary: Names,
): ComparedBlock {
  const byWords = parameters.contentMeasure === 'cosine';
  return {
    style: styleProfile(block, names),
    content: {
      terms: byWords
        ? Uint32Array.from(termsOf(block.text, parameters.tokenizer, stopWords), (term) =>
            vocabulary.id(term),
          ).sort()
        : NO_TERMS,
      text: byWords ? NO_TEXT : codePoints(block.text).slice(0, LONGEST_COMPARED_TEXT),
    },
  };
}

export interface Similarity {
  readonly ssim: number;
  readonly csim: number;
  readonly sim: number;
  readonly similar: boolean;
}

export function compare(a: ComparedBlock, b: ComparedBlock, parameters: XcexParameters): Similarity {
  const ssim = styleSimilarity(a.style, b.style, parameters.styleMeasure, parameters.griazev);
  const csim = contentSimilarity(a.content, b.content, parameters.contentMeasure);
  const sim = weighed(ssim, csim, parameters);
  return { ssim, csim, sim, similar: isSimilar(sim, parameters) };
}

/** The similarity of two blocks. `a` is the block under analysis: the structural measure is not symmetric. */
export function similarity(
  a: XcexBlock,
  b: XcexBlock,
  parameters: XcexParameters,
  language = 'und',
): Similarity {
  const stopWords = stopWordsOf(language, parameters.stopWords);
  const names = new Names();
  const vocabulary = new Names();
  return compare(
    comparedBlock(a, parameters, stopWords, names, vocabulary),
    comparedBlock(b, parameters, stopWords, names, vocabulary),
    parameters,
  );
}
