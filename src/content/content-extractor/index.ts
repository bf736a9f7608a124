/** Content Extractor, the algorithm that X-CEX reworks: the second one of the room, and what X-CEX is measured against. */
export {
  type BlockVector,
  blockVector,
  CONTENT_EXTRACTOR,
  type ContentExtractorParameters,
  type ContentExtractorResult,
  contentExtractorParameters,
  contentExtractorReading,
  judgeByContentExtractor,
  runContentExtractor,
  vectorSimilarity,
} from './content-extractor.ts';
