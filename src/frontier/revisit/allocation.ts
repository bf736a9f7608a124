/**
 * How to spend a budget of visits: the frequency for each page that makes the (importance-weighted) mean freshness greatest.
 *
 * The problem is concave, so the optimum is where one more visit is worth the same everywhere (Karush-Kuhn-Tucker):
 *   (w/λ)·G(λ/f) = μ for every page visited,   w/λ ≤ μ for every page that is not,
 * with one price μ for the whole budget. Given μ each frequency follows by itself, f = λ / G⁻¹(μλ/w), and the total falls as μ rises:
 * one bisection finds it. Pages that change too fast for their importance get no visit: they would be stale at once.
 *
 * The optimum for pages whose rates are known, which policies are measured against, is in bench/revisit.
 */
import { inverseMarginalGain } from './exponential.ts';

/** The frequency at which a page is worth exactly the price. Pages that never change need no visit. */
export function frequencyAtPrice(rate: number, weight: number, price: number): number {
  if (!(rate > 0) || !(weight > 0)) return 0;
  if (!(price > 0)) return Number.POSITIVE_INFINITY;
  const y = (price * rate) / weight;
  if (y >= 1) return 0;
  return rate / inverseMarginalGain(y);
}

/** The two neighbouring prices between which a falling demand passes the budget. */
export interface Clearing {
  /** Here the demand is at least the budget; 0 when it never is. */
  readonly low: number;
  /** Here it is at most the budget. */
  readonly high: number;
}

/**
 * Finds where a falling demand equals the budget, to a relative `precision`. `highest` is a price at which nothing is wanted. By the
 * logarithm: the prices of large collections are many orders of magnitude below the highest.
 */
export function clearing(
  demand: (price: number) => number,
  budget: number,
  highest: number,
  precision = 1e-14,
): Clearing {
  if (!(highest > 0)) return { low: 0, high: 0 };
  // A little above, since rounding may leave a page wanted at exactly the highest price.
  let high = highest * (1 + 1e-15);
  if (!(budget > 0)) return { low: high, high };
  let low = highest / 4;
  for (let i = 0; demand(low) < budget; i++) {
    if (i > 400) return { low: 0, high: low };
    high = low;
    low /= 16;
  }
  for (let i = 0; i < 120 && high / low - 1 > precision; i++) {
    const middle = Math.sqrt(low * high);
    if (!(middle > low && middle < high)) break;
    if (demand(middle) >= budget) low = middle;
    else high = middle;
  }
  return { low, high };
}
