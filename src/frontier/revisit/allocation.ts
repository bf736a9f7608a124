/**
 * How to spend a budget of visits: the frequency for each page that makes the (importance-weighted) mean freshness greatest.
 *
 * The problem is concave, so the optimum is where one more visit is worth the same everywhere (Karush-Kuhn-Tucker):
 *   (w/λ)·G(λ/f) = μ for every page visited,   w/λ ≤ μ for every page that is not,
 * with one price μ for the whole budget. Given μ each frequency follows by itself, f = λ / G⁻¹(μλ/w), and the total falls as μ rises:
 * one bisection finds it. Pages that change too fast for their importance get no visit: they would be stale at once.
 *
 * Hosts with a cap (politeness: a host bears only so many requests) add a price of their own, charged only where the cap binds
 * (after Kolobov et al.): a page is visited at the greater of the two prices.
 */
import { inverseMarginalGain, marginalGain } from './exponential.ts';
import { freshness } from './freshness.ts';

/** The frequency at which a page is worth exactly the price. Pages that never change need no visit. */
export function frequencyAtPrice(rate: number, weight: number, price: number): number {
  if (!(rate > 0) || !(weight > 0)) return 0;
  if (!(price > 0)) return Number.POSITIVE_INFINITY;
  const y = (price * rate) / weight;
  if (y >= 1) return 0;
  return rate / inverseMarginalGain(y);
}

/** What one more visit per day to this page is worth at this frequency: the derivative of w·F. */
export function marginalValue(rate: number, weight: number, frequency: number): number {
  if (!(rate > 0)) return 0;
  return (weight / rate) * (frequency > 0 ? marginalGain(rate / frequency) : 1);
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

export interface AllocationPages {
  /** Changes per day. */
  readonly rates: ArrayLike<number>;
  /** Importance; all alike when left out. */
  readonly weights?: ArrayLike<number>;
  /** Host of each page, a number from 0; needed with `hostCaps`. */
  readonly hosts?: ArrayLike<number>;
  /** Most visits per day that each host bears. */
  readonly hostCaps?: ArrayLike<number>;
}

export interface Allocation {
  /** Visits per day of each page. */
  readonly frequencies: Float64Array;
  /** Price of the budget: what the last visit per day was worth. */
  readonly price: number;
  /** Price of each host: equal to `price` where its cap does not bind. */
  readonly hostPrices: Float64Array;
}

/** The optimum for fixed-order visits. Spends the whole budget, unless the caps or pages that never change make that useless. */
export function optimalFrequencies(pages: AllocationPages, budget: number): Allocation {
  const { rates, weights, hosts, hostCaps } = pages;
  const count = rates.length;
  const weight = (i: number): number => (weights === undefined ? 1 : weights[i]!);
  let highest = 0;
  for (let i = 0; i < count; i++) if (rates[i]! > 0) highest = Math.max(highest, weight(i) / rates[i]!);

  const every = Array.from({ length: count }, (_, i) => i);
  const unbounded = (i: number, price: number): number => frequencyAtPrice(rates[i]!, weight(i), price);

  const hostCount = hosts !== undefined && hostCaps !== undefined ? hostCaps.length : 0;
  const hostPrices = new Float64Array(hostCount);
  // The frequencies of a host's pages when its cap binds do not depend on the rest of the Web.
  const capped = new Float64Array(hostCount === 0 ? 0 : count);
  if (hosts !== undefined && hostCaps !== undefined) {
    const members: number[][] = Array.from({ length: hostCount }, () => []);
    for (let i = 0; i < count; i++) members[hosts[i]!]!.push(i);
    for (let h = 0; h < hostCount; h++)
      hostPrices[h] = share(members[h]!, unbounded, hostCaps[h]!, highest, capped);
  }
  const bounded = (i: number, price: number): number =>
    price >= hostPrices[hosts![i]!]! ? unbounded(i, price) : capped[i]!;

  const frequencies = new Float64Array(count);
  const price = share(every, hostCount === 0 ? unbounded : bounded, budget, highest, frequencies);
  for (let h = 0; h < hostCount; h++) hostPrices[h] = Math.max(price, hostPrices[h]!);
  return { frequencies, price, hostPrices };
}

/**
 * Shares a budget among some pages; answers with the price. A page may pass from many visits to none within one step of the price
 * (the value of the first visits to a fast page is flat to the last digit): what is between the demands at the two neighbouring
 * prices is shared in proportion, and every frequency between is worth a price between.
 */
function share(
  pages: readonly number[],
  frequencyOf: (page: number, price: number) => number,
  budget: number,
  highest: number,
  into: Float64Array,
): number {
  const demand = (price: number): number => {
    let sum = 0;
    for (const page of pages) sum += frequencyOf(page, price);
    return sum;
  };
  const { low, high } = clearing(demand, budget, highest);
  const least = demand(high);
  const most = low > 0 ? demand(low) : least;
  const part = most > least ? (budget - least) / (most - least) : 0;
  for (const page of pages) {
    const at = frequencyOf(page, high);
    into[page] = part > 0 ? at + part * (frequencyOf(page, low) - at) : at;
  }
  return high;
}

/** Every page alike. */
export function uniformFrequencies(pages: AllocationPages, budget: number): Float64Array {
  return new Float64Array(pages.rates.length).fill(budget / Math.max(1, pages.rates.length));
}

/** Each page as often as it changes: intuitive, and worse than uniform. */
export function proportionalFrequencies(pages: AllocationPages, budget: number): Float64Array {
  const rates = Float64Array.from(pages.rates);
  const total = rates.reduce((sum, rate) => sum + rate, 0);
  return total > 0 ? rates.map((rate) => (rate / total) * budget) : uniformFrequencies(pages, budget);
}

/** Weighted mean freshness of the pages under these frequencies, visited in fixed order. */
export function meanFreshness(pages: AllocationPages, frequencies: ArrayLike<number>): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < pages.rates.length; i++) {
    const weight = pages.weights === undefined ? 1 : pages.weights[i]!;
    sum += weight * freshness('fixed', pages.rates[i]!, frequencies[i]!);
    total += weight;
  }
  return total > 0 ? sum / total : 1;
}
