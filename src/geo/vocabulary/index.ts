/** The geo-interesting words, what they prove, and how their list is built. */
export {
  type BuildOptions,
  type BuiltVocabulary,
  isStopWord,
  relevance,
  selectTerms,
  TermCounter,
  type TermCounts,
  type WeighedTerm,
  WITHOUT_GEOGRAPHIC_MEANING,
} from './builder.ts';
export { evidenceOfPage, type PageEvidence, type PageWords } from './page-evidence.ts';
export { COMPAT_TERMS, type GeoTerm, MODERN_TERMS } from './terms.ts';
export {
  type GeoEvidence,
  type GeoProfile,
  GeoVocabulary,
  NO_EVIDENCE,
  type VocabularyOptions,
} from './vocabulary.ts';
