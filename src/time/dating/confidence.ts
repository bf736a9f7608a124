/**
 * How often an answer like this one is right to the day. The weights are fitted, not thought of: by `npm run eval -- dating --fit --data <folder>`
 * (logistic regression with a ridge, cross-validated by site, no chance in it), which prints them as they stand here. Fitted on the half of
 * htmldate's pages, WCXB's development pages and the pages with gold of the real sites, without what is kept aside.
 */
import { type DateCandidate, isPlaced } from './candidate.ts';

export interface ConfidenceEvidence {
  readonly names: readonly string[];
  /** One a name. */
  readonly values: Float64Array;
}

/** What is known of the day that was chosen. */
interface Chosen {
  /** What speaks for it most. */
  readonly best: DateCandidate;
  /** With what supports it. */
  readonly score: number;
  /** How far the next day is behind. */
  readonly margin: number;
  /** How many kinds of places give it that are not copies of one another. */
  readonly families: number;
}

const isPublished = ({ role }: DateCandidate): boolean => role === 'published';

/** Less than what a line of its own below the headline has: a day that a sentence tells, or that stands anywhere. */
const HARDLY = 1.5;

/** What confidence rests on, in the order of the weights. */
const EVIDENCE: readonly (readonly [name: string, of: (chosen: Chosen) => number])[] = [
  ['always', () => 1],
  ['score', ({ score }) => Math.max(0, Math.min(score, 2))],
  ['score above two', ({ score }) => Math.max(0, Math.min(score - 2, 4))],
  ['score below nought', ({ score }) => Math.min(score, 0)],
  ['margin', ({ margin }) => Math.max(0, Math.min(margin, 3))],
  ['said to be the last change', ({ best }) => Number(best.role === 'modified')],
  [
    'in a script, or of a picture',
    ({ best }) => Number(best.source === 'script' || best.where === 'og:image'),
  ],
  [
    'stated by metadata',
    ({ best }) => Number(isPublished(best) && (best.source === 'meta' || best.source === 'json-ld')),
  ],
  ['unlabelled', ({ best }) => Number(best.role === 'unknown')],
  [
    'unlabelled, and hardly anything for it',
    ({ best, score, families }) =>
      Number(best.role === 'unknown' && isPlaced(best) && score < HARDLY && families === 1),
  ],
  ['families beyond one', ({ families }) => Math.min(families, 3) - 1],
];

const NAMES: readonly string[] = EVIDENCE.map(([name]) => name);

export function confidenceEvidence(chosen: Chosen): ConfidenceEvidence {
  return { names: NAMES, values: Float64Array.from(EVIDENCE, ([, of]) => of(chosen)) };
}

const WEIGHTS: readonly number[] = [-0.54, 0.1, 0.51, 0.62, 0.34, -1.14, 0.19, -0.31, 1.32, -1.3, 0.4];
/** No page is so clear that one in two hundred is not dated by something else. */
const MOST = 0.995;
/** When a page was last changed is a guess of when it was published, even where nothing else is said: never one to be shown as a fact. */
const OF_A_CHANGE = 0.5;
const CHANGED = NAMES.indexOf('said to be the last change');

/** `weights`: others than those of this file, for who fits them. */
export function confidenceOf({ values }: ConfidenceEvidence, weights: ArrayLike<number> = WEIGHTS): number {
  let logit = 0;
  for (let i = 0; i < values.length; i++) logit += weights[i]! * values[i]!;
  const share = MOST / (1 + Math.exp(-logit));
  return Math.round(1000 * (values[CHANGED] === 0 ? share : share * OF_A_CHANGE)) / 1000;
}
