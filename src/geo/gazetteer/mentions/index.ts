/** Names of places in running text: candidates, the evidence for each, and the model that weighs it. */
export { findCandidates } from './candidates.ts';
export { FEATURE_COUNT, FEATURES, readEvidence } from './evidence.ts';
export { Namesakes } from './namesakes.ts';
export { NEIGHBOUR_WEIGHTS, neighbourValues } from './neighbours.ts';
export { type Judgement, likelihoods, type Trees, treeScore, treesOf } from './place-model.ts';
export { TextWords } from './text-words.ts';
