/** Names of places in running text: candidates, the evidence for each, and the model that weighs it. */
export { type Candidates, findCandidates } from './candidates.ts';
export { type Evidence, FEATURE_COUNT, FEATURES, readEvidence } from './evidence.ts';
export { type Meant, Namesakes } from './namesakes.ts';
export {
  DEPTH,
  LEAVES,
  NODES,
  type PlaceModel,
  probability,
  type Trees,
  treeBytes,
  treeScore,
  treesOf,
} from './place-model.ts';
export { TextWords } from './text-words.ts';
