/**
 * The published estimators of how often a page changes that the crawl does not use itself; its own is `changeRate`.
 *
 *   naiveRate          changes seen / time watched. Biased low: several changes between two visits count as one
 *   poissonRate        E_p, bias-reduced; finite also when every visit saw a change. Regular visits
 *   irregularRate      maximum likelihood for any intervals
 *   classPosterior     E_b, Bayesian: the chance of each of a few classes of pages
 */
import { likeliestRate } from '../../src/frontier/revisit/change-rate.ts';

export function naiveRate(visits: number, changes: number, interval: number): number {
  return changes / (visits * interval);
}

/** E_p: −ln((n − X + ½)/(n + ½)) / I. */
export function poissonRate(visits: number, changes: number, interval: number): number {
  // log1p: keeps 0 changes at exactly 0 and few changes among very many visits exact.
  return -Math.log1p(-changes / (visits + 0.5)) / interval;
}

/**
 * Maximum likelihood for visits at any intervals: Σ_changed t/(e^(λt) − 1) = Σ_unchanged t. No change seen: 0. Nothing but changes:
 * Infinity (no finite rate explains it best); use a prior then.
 */
export function irregularRate(changed: readonly number[], unchanged: readonly number[]): number {
  if (changed.length === 0) return 0;
  let quiet = 0;
  for (const t of unchanged) quiet += t;
  if (!(quiet > 0)) return Number.POSITIVE_INFINITY;
  return likeliestRate(
    changed.map((days) => ({ days, share: 1 })),
    0,
    quiet,
  );
}

export interface RateClass {
  readonly rate: number;
  readonly probability: number;
}

export interface Interval {
  readonly days: number;
  readonly changed: boolean;
}

/** E_b: the classes with their chances after these observations. Works in logarithms: thousands of visits do not underflow. */
export function classPosterior(classes: readonly RateClass[], seen: readonly Interval[]): RateClass[] {
  const logs = classes.map(({ rate, probability }) => {
    let log = Math.log(probability);
    for (const { days, changed } of seen) log += changed ? Math.log(-Math.expm1(-rate * days)) : -rate * days;
    return log;
  });
  const best = Math.max(...logs);
  // Every class impossible (a change seen where no class changes): the observations say nothing about these classes.
  if (best === Number.NEGATIVE_INFINITY) return [...classes];
  const total = logs.reduce((sum, log) => sum + Math.exp(log - best), 0);
  return classes.map(({ rate }, i) => ({ rate, probability: Math.exp(logs[i]! - best) / total }));
}

/** The mean rate of a set of classes: E_b's estimate. */
export function meanRate(classes: readonly RateClass[]): number {
  return classes.reduce((sum, { rate, probability }) => sum + rate * probability, 0);
}
