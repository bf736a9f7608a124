/**
 * Training of the page model without hand labels: the memory of each site says which of its blocks are repeated (template) and which
 * stand in places where every page says something else (content); what is neither teaches nothing. Logistic regression, every site
 * with the same weight, the order fixed, so the same pages give the same model.
 */
import type { AnalysedPage } from './extract-content.ts';
import { blockFeatures, FEATURES } from './page-model.ts';
import { SiteMemory } from './site-memory.ts';

export interface TrainingSite {
  readonly name: string;
  readonly pages: readonly AnalysedPage[];
}

export interface TrainedModel {
  readonly weights: readonly number[];
  readonly sites: number;
  readonly pages: number;
  readonly blocks: number;
  /** Share of blocks of left-out sites that were told right, each class with the same weight. */
  readonly accuracy: number;
}

interface Example {
  readonly features: Float64Array;
  readonly label: number;
  readonly weight: number;
}

const ROUNDS = 40;
const RATE = 0.5;
const REGULAR = 1e-3;
const FOLDS = 5;

/** Pages that a site must have for its repetition to be told. */
export const FEWEST_PAGES = 5;

export function trainPageModel(sites: Iterable<TrainingSite>): TrainedModel | null {
  const bySite: Example[][] = [];
  let pages = 0;
  for (const site of sites) {
    const examples = examplesOf(site);
    if (examples.length === 0) continue;
    bySite.push(examples);
    pages += site.pages.length;
  }
  if (bySite.length === 0) return null;
  const weights = fitWeights(bySite);
  let right = 0;
  let seen = 0;
  const folds = Math.min(FOLDS, bySite.length);
  if (folds > 1)
    for (let fold = 0; fold < folds; fold++) {
      const learned = fitWeights(bySite.filter((_, i) => i % folds !== fold));
      for (const examples of bySite.filter((_, i) => i % folds === fold)) {
        const counts = [0, 0];
        const hits = [0, 0];
        for (const { features, label } of examples) {
          counts[label]!++;
          if (dot(learned, features) > 0 === (label === 1)) hits[label]!++;
        }
        for (const label of [0, 1]) {
          if (counts[label] === 0) continue;
          right += hits[label]! / counts[label]!;
          seen++;
        }
      }
    }
  return {
    weights: weights.map((w) => Number(w.toFixed(4))),
    sites: bySite.length,
    pages,
    blocks: bySite.reduce((sum, examples) => sum + examples.length, 0),
    accuracy: seen === 0 ? 0 : right / seen,
  };
}

function examplesOf(site: TrainingSite): Example[] {
  if (site.pages.length < FEWEST_PAGES) return [];
  const memory = new SiteMemory();
  const counted = site.pages.map((page) => memory.learn(page.facts));
  const examples: Example[] = [];
  const classes = [0, 0];
  const found: { features: Float64Array; label: number; size: number }[] = [];
  site.pages.forEach((page, p) => {
    if (counted[p] !== true) return;
    const { blocks, regions } = page.judgement;
    const shares = memory.judge(page.facts, true).textShare;
    for (let i = 0; i < blocks.count; i++) {
      const share = shares[i]!;
      const label = share >= 0.3 ? 0 : share === 0 ? 1 : -1;
      if (label < 0) continue;
      const features = new Float64Array(FEATURES.length);
      blockFeatures(blocks, regions, i, features);
      const size = Math.sqrt(Math.max(1, blocks.words[i]!));
      classes[label]! += size;
      found.push({ features, label, size });
    }
  });
  if (classes[0] === 0 || classes[1] === 0) return [];
  // Both classes of a site weigh the same, and every site as much as any other.
  for (const { features, label, size } of found)
    examples.push({ features, label, weight: size / (2 * classes[label]!) });
  return examples;
}

function dot(weights: readonly number[], features: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < features.length; k++) sum += features[k]! * weights[k]!;
  return sum;
}

function fitWeights(bySite: readonly (readonly Example[])[]): number[] {
  const weights = new Array<number>(FEATURES.length).fill(0);
  const gradient = new Float64Array(FEATURES.length);
  // Batches of a site, with a step of its own for each weight (AdaGrad).
  const seen = new Float64Array(FEATURES.length).fill(1e-6);
  for (let round = 0; round < ROUNDS; round++) {
    for (const examples of bySite) {
      gradient.fill(0);
      for (const { features, label, weight } of examples) {
        const error = label - 1 / (1 + Math.exp(-dot(weights, features)));
        for (let k = 0; k < features.length; k++)
          if (features[k] !== 0) gradient[k]! += weight * error * features[k]!;
      }
      for (let k = 0; k < weights.length; k++) {
        const step = gradient[k]! - REGULAR * weights[k]!;
        seen[k]! += step * step;
        weights[k]! += (RATE * step) / Math.sqrt(seen[k]!);
      }
    }
  }
  return weights;
}
