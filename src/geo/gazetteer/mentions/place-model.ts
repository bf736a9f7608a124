/**
 * A small learned judgement: how likely a candidate is the name of a place, by its evidence. Trees of one depth, each question a feature and a set of
 * its values, so that a tree is walked without a branch. Learned by `scripts/place-model.ts`; `PLACE_MODEL` is the one that is shipped.
 */
import { FEATURE_COUNT } from './evidence.ts';
import { amongNeighbours } from './neighbours.ts';

export interface PlaceModel {
  /** Names of the features, in the order of their numbers. */
  readonly features: readonly string[];
  readonly base: number;
  /** The trees, in base64 (scripts/place-model/tree-bytes.ts writes them). */
  readonly trees: string;
  /** By what is around (`neighbours.ts`). */
  readonly neighbours: readonly number[];
  readonly trainedOn: readonly {
    readonly material: string;
    readonly licence: string;
    readonly texts: number;
    readonly mentions: number;
  }[];
  readonly seed: number;
  readonly command: string;
}

export const DEPTH = 4;
export const NODES = (1 << DEPTH) - 1;
export const LEAVES = 1 << DEPTH;
/** Leaves are kept as whole numbers of this. */
export const LEAF_UNIT = 1 / 4096;

export interface Trees {
  readonly base: number;
  readonly count: number;
  /** `NODES` a tree: which feature is asked, and of which values the answer is the right child. */
  readonly feature: Uint8Array;
  readonly values: Uint32Array;
  /** `LEAVES` a tree. */
  readonly leaf: Float64Array;
}

export interface Judgement {
  readonly trees: Trees;
  readonly neighbours: readonly number[];
}

export const TREE_BYTES = NODES * 5 + LEAVES * 2;

export function treesOf(model: PlaceModel): Trees {
  const bytes = Buffer.from(model.trees, 'base64');
  const count = Math.floor(bytes.length / TREE_BYTES);
  const feature = new Uint8Array(count * NODES);
  const values = new Uint32Array(count * NODES);
  const leaf = new Float64Array(count * LEAVES);
  let at = 0;
  for (let t = 0; t < count; t++) {
    for (let n = 0; n < NODES; n++, at += 5) {
      feature[t * NODES + n] = bytes[at]!;
      values[t * NODES + n] = bytes.readUInt32LE(at + 1);
    }
    for (let l = 0; l < LEAVES; l++, at += 2) leaf[t * LEAVES + l] = bytes.readInt16LE(at) * LEAF_UNIT;
  }
  return { base: model.base, count, feature, values, leaf };
}

/** Log-odds of one candidate being a place. */
export function treeScore(
  { base, count, feature, values, leaf }: Trees,
  features: Uint8Array,
  candidate: number,
): number {
  const from = candidate * FEATURE_COUNT;
  let sum = base;
  for (let t = 0, node = 0, end = 0; t < count; t++, node += NODES, end += LEAVES) {
    let n = 0;
    for (let depth = 0; depth < DEPTH; depth++) {
      const at = node + n;
      n = 2 * n + 1 + ((values[at]! >>> features[from + feature[at]!]!) & 1);
    }
    sum += leaf[end + n - NODES]!;
  }
  return sum;
}

/** How likely each candidate is a place, by its own evidence and by what is around. `first`: where they begin, in order. */
export function likelihoods(
  { trees, neighbours }: Judgement,
  features: Uint8Array,
  first: Int32Array,
): Float64Array {
  const scores = new Float64Array(first.length);
  for (let c = 0; c < first.length; c++) scores[c] = treeScore(trees, features, c);
  return amongNeighbours(scores, first, neighbours).map(probability);
}

const probability = (score: number): number => 1 / (1 + Math.exp(-score));

/** A probability, with that much more log-odds. */
export const likelierBy = (p: number, weight: number): number =>
  weight === 0 ? p : p / (p + (1 - p) * Math.exp(-weight));
