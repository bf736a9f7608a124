/**
 * How often a page changes, from what visits saw. A visit tells only *whether* the page changed since the one before, not how many
 * times: the changes that were missed have to be reckoned with.
 *
 *   changeRate         what the scheduler uses: maximum likelihood on the compact record of a URL, with a prior
 *   lastModifiedRate   uses the date of the last change when the server tells it
 *
 * The other published estimators, which it is compared with, are in eval/revisit.
 */
import type { Observations } from './observations.ts';

/** A seen change pulls the estimate up by t/(e^(λt) − 1); `share` of such changes came after `days`. */
export interface Pull {
  readonly days: number;
  readonly share: number;
}

/**
 * Solves Σ share·t/(e^(λt) − 1) + strength/λ = pressure for λ. The left side is convex and falls, and since t/(e^(λt) − 1) ≥ 1/λ − t
 * the naive rate (changes over time watched) never lies beyond the root: Newton's method from there climbs to it without overshooting.
 */
export function likeliestRate(pulls: readonly Pull[], strength: number, pressure: number): number {
  let changes = strength;
  let watched = pressure;
  for (const { days, share } of pulls) {
    changes += share;
    watched += share * days;
  }
  let rate = changes / watched;
  for (let i = 0; i < 500; i++) {
    let excess = strength / rate - pressure;
    let slope = -strength / (rate * rate);
    for (const { days, share } of pulls) {
      const pull = days / Math.expm1(rate * days);
      excess += share * pull;
      slope -= share * pull * (pull + days);
    }
    const next = rate - excess / slope;
    if (!(next > rate * (1 + 1e-15))) return rate;
    rate = next;
  }
  return rate;
}

/**
 * With Last-Modified known: ((X − 1) − X/(N ln(1 − X/N))) / T, where T sums the whole interval of a visit without change and the
 * time since the last modification of one with.
 */
export function lastModifiedRate(visits: number, changes: number, unmodifiedTime: number): number {
  if (!(changes > 0) || !(unmodifiedTime > 0)) return changes > 0 ? Number.POSITIVE_INFINITY : 0;
  const share = changes / visits;
  // −X/(N ln(1 − X/N)) tends to 1 as X/N → 0 and to 0 as X/N → 1.
  const correction = share >= 1 ? 0 : -share / Math.log1p(-share);
  return (changes - 1 + correction) / unmodifiedTime;
}

/** Days after which half of the pages changed, by kind of domain (measured around 2000; only a starting point for each page). */
export const HALF_LIFE_DAYS = { com: 11, gov: 120, other: 50 } as const;

export type DomainKind = keyof typeof HALF_LIFE_DAYS;

/** `com` and `gov` as the top-level domain or right under a country's (`com.br`, `gov.pt`). */
export function domainKind(hostname: string): DomainKind {
  const labels = hostname.toLowerCase().split('.').slice(-2);
  const last = labels.at(-1)!;
  if (last === 'com' || last === 'gov') return last;
  const under = labels.length === 2 && last.length === 2 ? labels[0] : undefined;
  return under === 'com' || under === 'gov' ? under : 'other';
}

/** λ₀ = ln 2 / half-life, per day. Pages about the distant past change as seldom as governments'. */
export function priorRate(hostname: string, historical = false): number {
  return Math.LN2 / HALF_LIFE_DAYS[historical ? 'gov' : domainKind(hostname)];
}

export interface RatePrior {
  /** Changes per day expected before anything is seen. */
  readonly rate: number;
  /** How many seen changes it is worth. 0: none. */
  readonly strength: number;
}

/**
 * Penalised maximum likelihood on a URL's compact record: the prior is a gamma density with its mode at `prior.rate`, so a URL never
 * compared gets the prior, one that changed at every visit gets a finite rate, and many visits drown it.
 */
export function changeRate(seen: Observations, prior: RatePrior): number {
  if (!(seen.comparisons > 0)) return prior.rate;
  const { changes, quietDays } = seen;
  // The servers' own dates tell more than comparisons do, once there are a few.
  if (seen.unmodifiedDays > 0 && changes >= 3) {
    const plain = lastModifiedRate(seen.comparisons, changes, seen.unmodifiedDays);
    return (
      (plain * seen.unmodifiedDays + prior.strength) / (seen.unmodifiedDays + prior.strength / prior.rate)
    );
  }
  const pressure = quietDays + prior.strength / prior.rate;
  if (!(changes > 0)) return prior.strength > 0 ? prior.strength / pressure : 0;
  if (!(pressure > 0)) return Number.POSITIVE_INFINITY;

  // Two points with the mean and the variance of the changed intervals. Symmetric when both can be positive, else the lower one
  // stands at an eighth of the mean and the weights make up for it.
  const mean = seen.changedDays / changes;
  const variance = Math.max(0, seen.changedSquares / changes - mean * mean);
  const spread = Math.sqrt(variance);
  let low = mean - spread;
  let high = mean + spread;
  let share = 0.5;
  if (low < mean / 8) {
    low = mean / 8;
    const distance = mean - low;
    share = variance / (distance * distance + variance);
    high = low + distance / (1 - share);
  }
  return likeliestRate(
    [
      { days: low, share: changes * share },
      { days: high, share: changes * (1 - share) },
    ],
    prior.strength,
    pressure,
  );
}
