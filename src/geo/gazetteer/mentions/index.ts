/** Names of places in running text: candidates, the evidence for each, and the model that weighs it. */
export { findCandidates } from './candidates.ts';
export { FEATURE_COUNT, FEATURES, readEvidence } from './evidence.ts';
export { Namesakes, NO_SETTING, type TextSetting } from './namesakes.ts';
export { type Judgement, likelierBy, likelihoods, type Trees, treeScore, treesOf } from './place-model.ts';
export { TextWords } from './text-words.ts';
