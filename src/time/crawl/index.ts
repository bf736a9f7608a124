/**
 * The crawl along a period: which links of a page are followed and why, what the crawl learns on the way, and how a run is judged.
 *
 * Wiring: `createAnalyser` (module `./analyser.ts`) runs in the analysis threads; its facts go to one `TemporalSteering` on the main thread, which
 * gives the priorities of the page's links for a frontier ordered by `priority`.
 */
export {
  createLinkJudge,
  type JudgeLinksOptions,
  judgeLinks,
  type LinkReason,
  type LinkVerdict,
  type LinkVerdicts,
} from './judge-links.ts';
export * from './policy.ts';
export { RemoteReferences } from './remote-references.ts';
export {
  curve,
  precisionAt,
  type Run,
  recallAt,
  relevantUnion,
} from './run-evaluation.ts';
export { changedHeld, TemporalLinkPolicy } from './temporal-link-policy.ts';
export { type PolicyTuning, tunedPolicy } from './tuned-policy.ts';
export { keyHash, toldVotes } from './witness.ts';
