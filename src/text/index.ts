/**
 * Words, whatever room they stand in: folding, tokenising, Portuguese stems and stop words, the language of a text, and fingerprints by
 * which pages that are nearly the same are known. Pure functions; nothing here throws on any text.
 */
export { byLength, inverseFrequency, saturated } from './bm25.ts';
export { foldedWordCode, isWordCode, isWordPair, MARK } from './characters.ts';
export { detectLanguage, languageModelBytes } from './detect-language.ts';
export { type FoldedRow, foldedRows } from './difference/folded-rows.ts';
export {
  type DifferencePiece,
  type DifferenceRow,
  type TextDifference,
  textDifference,
} from './difference/text-difference.ts';
export { editDistance } from './edit-distance.ts';
export { fold, foldedHash, foldWords } from './fold.ts';
export { GenerationalCache, ownCopy } from './generational-cache.ts';
export type { LanguageGuess } from './language.ts';
export {
  MAX_NEAR_DISTANCE,
  NearDuplicateIndex,
  type NearDuplicateOptions,
  type NearMatch,
} from './near-duplicates.ts';
export { porterStem } from './porter-stem.ts';
export { type PortugueseVariety, portugueseOf, portugueseVariety } from './portuguese.ts';
export { portugueseStem } from './portuguese-stem.ts';
export { hammingDistance, parseSimhash, printSimhash, type SimHash, simhash64 } from './simhash.ts';
export { firstLetters, joinedWord, partedWord, spellingOf } from './spelling.ts';
export { stem } from './stem.ts';
export { STOP_WORDS } from './stop-words.ts';
export { forEachToken, type Token, tokenOffsets, tokens, words } from './tokens.ts';
