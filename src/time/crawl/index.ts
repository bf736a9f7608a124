/**
 * The crawl along a period: which links of a page are followed and why, what the crawl learns on the way, and how a run is judged.
 *
 * Wiring: `createAnalyser` (module `./analyser.ts`) runs in the analysis threads; its facts go to one `TemporalSteering` on the main thread, which
 * gives the priorities of the page's links for a frontier ordered by `priority`.
 */
export {
  createAnalyser,
  type LinkedBlocks,
  linkedBlocks,
  TEMPORAL_FACTS,
  type TemporalAnalyser,
  type TemporalAnalyserOptions,
} from './analyser.ts';
export {
  createLinkJudge,
  type JudgeLinksOptions,
  judgeLinks,
  type LinkReason,
  type LinkVerdict,
  type LinkVerdicts,
} from './judge-links.ts';
export { lexiconVersion } from './lexicon-version.ts';
export { linkWords, PLACE, type TemporalPageFacts, temporalFacts, YEAR } from './page-facts.ts';
export {
  type CutPage,
  cutPage,
  type JudgedLink,
  type JudgedSegment,
  judgeCut,
  judgePage,
  type PageJudgement,
} from './page-judgement.ts';
export * from './policy.ts';
export { type ReferencesState, RemoteReferences, referencePriority } from './remote-references.ts';
export {
  type SteeredLink,
  type SteeringOptions,
  type SteeringState,
  type SteeringStatus,
  TemporalSteering,
  type VisitedPage,
} from './steering.ts';
export {
  type EndedVisit,
  TemporalLinkPolicy,
  type TemporalLinkPolicyOptions,
} from './temporal-link-policy.ts';
export { absence, readWitness, type Witness, witness, writeWitness } from './witness.ts';
