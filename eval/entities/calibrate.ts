/**
 * How the weights of `src/entities/selection/attribute-weights.ts` were found: the score is a linear one, and its softmax
 * over the columns of a site should put its mass on columns with a high F1. Gradient ascent on that, with a penalty on
 * large weights, over all verticals; leaving one vertical out shows what holds on an unseen one. Sites that are kept aside take no part in it.
 */
import { columnLikeness } from '../../src/entities/selection/column-likeness.ts';
import { SCORE_LENGTH, scoreFeatures } from '../../src/entities/selection/learned-attributes.ts';
import type { LabelledSite } from './learned.ts';

interface Task {
  readonly vertical: string;
  /** Features of all columns of a site, one after the other. */
  readonly features: Float32Array;
  readonly f1: readonly number[];
}

const ROUNDS = 80;
/** Numbers of labelled sites to learn for, and every how many sites such a run begins. */
const SETTINGS = [
  { k: 1, step: 2 },
  { k: 3, step: 3 },
  { k: 5, step: 3 },
];

function* tasksOf(vertical: string, sites: readonly LabelledSite[]): Generator<Task> {
  for (const { k, step } of SETTINGS)
    for (let start = 0; start < sites.length && k < sites.length; start += step) {
      const labelled = Array.from({ length: k }, (_, i) => sites[(start + i) % sites.length]!);
      for (const site of sites) {
        if (labelled.includes(site)) continue;
        const { portraits, weight } = site.portrayed;
        for (const [attribute, f1] of site.f1) {
          const examples = labelled.flatMap((other) => other.examples.get(attribute) ?? []);
          if (examples.length === 0) continue;
          const features = new Float32Array(portraits.length * SCORE_LENGTH);
          portraits.forEach((column, i) => {
            const compared = examples.map((example) => ({
              example,
              likeness: columnLikeness(column, example.portrait, weight),
            }));
            features.set(scoreFeatures(column, compared), i * SCORE_LENGTH);
          });
          yield { vertical, features, f1 };
        }
      }
    }
}

/** Adds the gradient of the log of the expected F1⁴ of a task. */
function addGradient(task: Task, weights: Float64Array, gradient: Float64Array): void {
  const { features, f1 } = task;
  const scores = f1.map((_, i) => {
    let sum = 0;
    for (let d = 0; d < SCORE_LENGTH; d++) sum += weights[d]! * features[i * SCORE_LENGTH + d]!;
    return sum;
  });
  const highest = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - highest));
  const total = odds.reduce((sum, x) => sum + x, 0);
  const good = odds.reduce((sum, x, i) => sum + x * f1[i]! ** 4, 0);
  if (good < 1e-12) return;
  for (let i = 0; i < odds.length; i++) {
    const pull = (odds[i]! * f1[i]! ** 4) / good - odds[i]! / total;
    if (Math.abs(pull) < 1e-4) continue;
    for (let d = 0; d < SCORE_LENGTH; d++) gradient[d]! += pull * features[i * SCORE_LENGTH + d]!;
  }
}

function fitWeights(tasks: readonly Task[], penalty: number): Float64Array {
  const weights = new Float64Array(SCORE_LENGTH);
  const first = new Float64Array(SCORE_LENGTH);
  const second = new Float64Array(SCORE_LENGTH);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = new Float64Array(SCORE_LENGTH);
    for (const task of tasks) addGradient(task, weights, gradient);
    for (let d = 0; d < SCORE_LENGTH; d++) {
      const g = gradient[d]! / tasks.length - penalty * weights[d]!;
      first[d] = 0.9 * first[d]! + 0.1 * g;
      second[d] = 0.99 * second[d]! + 0.01 * g * g;
      const step = first[d]! / (1 - 0.9 ** round) / (Math.sqrt(second[d]! / (1 - 0.99 ** round)) + 1e-6);
      weights[d]! += 0.3 * step;
    }
  }
  return weights;
}

export type Verticals = ReadonlyMap<string, readonly LabelledSite[]>;

/** What was found to hold large weights down; larger ones fit the sites at hand better, and others worse. */
export const PENALTY = 0.004;

/** For each vertical weights that never saw it; and, when asked for, those of all together. */
export function calibrate(
  verticals: Verticals,
  { penalty = PENALTY, all = false }: { readonly penalty?: number; readonly all?: boolean } = {},
): { readonly without: ReadonlyMap<string, Float64Array>; readonly weights: number[] | null } {
  const tasks = [...verticals].flatMap(([vertical, sites]) => [...tasksOf(vertical, sites)]);
  const without = new Map(
    [...verticals.keys()].map((vertical) => [
      vertical,
      fitWeights(
        tasks.filter((task) => task.vertical !== vertical),
        penalty,
      ),
    ]),
  );
  return {
    without,
    weights: all ? [...fitWeights(tasks, penalty)].map((w) => Number(w.toFixed(3))) : null,
  };
}
