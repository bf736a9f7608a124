/**
 * Trees boosted on the logistic loss, for features of at most 32 values: a question is a set of values, found by putting the values in the order of their
 * mean gradient. Everything drawn is drawn by the seed, so the same examples give the same trees.
 */
import { DEPTH, LEAVES, NODES, type Trees } from '../../src/geo/gazetteer/mentions/place-model.ts';

export interface Examples {
  readonly features: Uint8Array;
  readonly width: number;
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
}

export interface Fitting {
  readonly trees: number;
  readonly rate: number;
  /** Added to the sum of second derivatives of a leaf. */
  readonly regular: number;
  /** Second derivatives that a leaf must have. */
  readonly least: number;
  /** Share of the examples and of the features that a tree is grown on. */
  readonly rows: number;
  readonly columns: number;
  readonly seed: number;
}

const VALUES = 32;

function draws(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function fitTrees({ features, width, labels, weights }: Examples, fitting: Fitting): Trees {
  const count = labels.length;
  const draw = draws(fitting.seed);
  let positive = 0;
  let all = 0;
  for (let i = 0; i < count; i++) {
    positive += weights[i]! * labels[i]!;
    all += weights[i]!;
  }
  const share = Math.min(0.99, Math.max(0.01, positive / Math.max(1e-9, all)));
  const base = Math.log(share / (1 - share));
  const score = new Float64Array(count).fill(base);
  const first = new Float64Array(count);
  const second = new Float64Array(count);
  const trees = {
    base,
    count: fitting.trees,
    feature: new Uint8Array(fitting.trees * NODES),
    values: new Uint32Array(fitting.trees * NODES),
    leaf: new Float64Array(fitting.trees * LEAVES),
  };
  const node = new Uint8Array(count);
  const isIn = new Uint8Array(count);
  for (let t = 0; t < fitting.trees; t++) {
    for (let i = 0; i < count; i++) {
      const p = 1 / (1 + Math.exp(-score[i]!));
      first[i] = weights[i]! * (labels[i]! - p);
      second[i] = weights[i]! * Math.max(1e-6, p * (1 - p));
      isIn[i] = draw() < fitting.rows ? 1 : 0;
    }
    const columns = Array.from({ length: width }, (_, f) => f).filter(() => draw() < fitting.columns);
    node.fill(0);
    for (let depth = 0; depth < DEPTH; depth++) {
      const from = (1 << depth) - 1;
      const wide = 1 << depth;
      const g = new Float64Array(wide * width * VALUES);
      const h = new Float64Array(wide * width * VALUES);
      for (let i = 0; i < count; i++) {
        if (isIn[i] === 0) continue;
        const at = (node[i]! - from) * width;
        for (const f of columns) {
          const cell = (at + f) * VALUES + features[i * width + f]!;
          g[cell]! += first[i]!;
          h[cell]! += second[i]!;
        }
      }
      for (let n = 0; n < wide; n++) {
        const best = bestQuestion(g, h, n * width, columns, fitting);
        trees.feature[t * NODES + from + n] = best.feature;
        trees.values[t * NODES + from + n] = best.values;
      }
      for (let i = 0; i < count; i++) {
        const at = t * NODES + node[i]!;
        const right = (trees.values[at]! >>> features[i * width + trees.feature[at]!]!) & 1;
        node[i] = 2 * node[i]! + 1 + right;
      }
    }
    const g = new Float64Array(LEAVES);
    const h = new Float64Array(LEAVES);
    for (let i = 0; i < count; i++) {
      if (isIn[i] === 0) continue;
      g[node[i]! - NODES]! += first[i]!;
      h[node[i]! - NODES]! += second[i]!;
    }
    for (let l = 0; l < LEAVES; l++)
      trees.leaf[t * LEAVES + l] = (fitting.rate * g[l]!) / (h[l]! + fitting.regular);
    for (let i = 0; i < count; i++) score[i]! += trees.leaf[t * LEAVES + node[i]! - NODES]!;
  }
  return trees;
}

function bestQuestion(
  g: Float64Array,
  h: Float64Array,
  at: number,
  columns: readonly number[],
  { regular, least }: Fitting,
): { readonly feature: number; readonly values: number } {
  let bestGain = 1e-3;
  let feature = 0;
  let values = 0;
  for (const f of columns) {
    const from = (at + f) * VALUES;
    const present: number[] = [];
    let sumG = 0;
    let sumH = 0;
    for (let v = 0; v < VALUES; v++)
      if (h[from + v]! > 0) {
        present.push(v);
        sumG += g[from + v]!;
        sumH += h[from + v]!;
      }
    if (present.length < 2) continue;
    // A value that few examples have is drawn to the middle: it shall not be set apart by chance.
    const mean = (v: number): number => g[from + v]! / (h[from + v]! + 2 * regular);
    present.sort((a, b) => mean(a) - mean(b) || a - b);
    const whole = (sumG * sumG) / (sumH + regular);
    let leftG = 0;
    let leftH = 0;
    let left = 0;
    for (let k = 0; k + 1 < present.length; k++) {
      const v = present[k]!;
      leftG += g[from + v]!;
      leftH += h[from + v]!;
      left |= 1 << v;
      const rightG = sumG - leftG;
      const rightH = sumH - leftH;
      if (leftH < least || rightH < least) continue;
      const gain = (leftG * leftG) / (leftH + regular) + (rightG * rightG) / (rightH + regular) - whole;
      if (gain > bestGain) {
        bestGain = gain;
        feature = f;
        values = ~left >>> 0;
      }
    }
  }
  return { feature, values };
}
