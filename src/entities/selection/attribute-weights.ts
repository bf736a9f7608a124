/**
 * Weights of the score that finds learned attributes (`learned-attributes.ts`): one set for all attributes, kinds of
 * entities and languages. Calibrated by `npm run eval -- entities --calibrate 1 --penalty 0.004` on 40 public sites of four
 * kinds (cars, books, players, universities); leaving one kind out and measuring on it gave nearly the same F1.
 */
import { FEATURES } from './column-likeness.ts';

/** For each feature: its highest over the examples, its mean, and its mean where it is telling. */
const BY_FEATURE: Readonly<Record<(typeof FEATURES)[number], readonly [number, number, number]>> = {
  label: [1.411, 1.138, 1.129],
  pivot: [1.461, 0.846, 0.846],
  sharedValues: [0.473, 0.469, 0.472],
  sharedValuesShare: [0.168, 0.228, 0.231],
  words: [1.53, 1.438, 1.416],
  trigrams: [2.186, 2.209, 2.084],
  patterns: [-0.309, -0.414, -0.444],
  digits: [0.816, 0.69, 0.65],
  types: [0.042, 0.051, 0.033],
  length: [0.221, 0.307, 0.179],
  wordCount: [-0.244, -0.354, 0.162],
  numbers: [0.318, 0.163, 0.001],
  place: [-0.077, 0.032, 0.188],
  tags: [0.278, -0.007, 0.635],
  inTitle: [-0.074, -0.177, 0.062],
  wordsInTitle: [0.596, 0.7, 0.481],
  bothInTitle: [0.533, 0.507, 0.472],
  titleCovered: [0.941, 0.986, 0.158],
  bothCoverTitle: [0.44, 0.377, 0.357],
  heading: [0.082, -0.046, 0.507],
  bothHeading: [0.539, 0.477, 0.469],
  link: [0.734, 0.93, 0.301],
  distinct: [1.506, 1.452, 0.478],
  coverage: [1.722, 1.715, 0.251],
  single: [0.631, 0.636, 0.065],
  labelled: [-0.017, 0.105, 0.166],
  prefixed: [0.012, 0.183, 0.022],
};

/** Of the column itself: coverage, one value a page, label before it, words in the title, own label, title covered, title. */
const OWN: readonly number[] = [1.842, 0.698, 0.816, 0.492, -0.841, 0.026, -0.913];

export const OWN_FEATURES: number = OWN.length;

export const ATTRIBUTE_WEIGHTS: readonly number[] = [
  ...[0, 1, 2].flatMap((kind) => FEATURES.map((feature) => BY_FEATURE[feature][kind]!)),
  ...OWN,
];
