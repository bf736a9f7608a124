/**
 * The pattern miner of the time room: reads a corpus once and gives patterns in the annotator's own form, with how often each was seen
 * and in which words.
 *
 * ```ts
 * const { patterns } = await mine(['No ano passado…', 'No ano seguinte…']);
 * patterns[0]?.text; // 'No ano (passado|seguinte)'
 * ```
 */
export { COP_DEFAULTS, Cop, type CopOptions, type CopResult, type MinedPattern, mine } from './cop.ts';
export { type Comparison, compareWithGrammar, withMined } from './known-patterns.ts';
export {
  type GrammaticalKind,
  type LexicalKind,
  type MarkerData,
  PT_MARKERS,
  TAGS,
  type Tag,
} from './markers.ts';
