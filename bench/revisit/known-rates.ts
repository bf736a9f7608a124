/**
 * How somebody who knew the rates of change would share a budget of visits: the best way, and two simple ones. Policies, which have to
 * find the rates out, are measured against these.
 *
 * Hosts with a cap (politeness: a host bears only so many requests) add a price of their own, charged only where the cap binds
 * (after Kolobov et al.): a page is visited at the greater of the two prices.
 */
import { clearing, frequencyAtPrice } from '../../src/frontier/revisit/allocation.ts';
import { freshness } from '../../src/frontier/revisit/freshness.ts';

export interface WeighedPages {
  /** Changes per day. */
  readonly rates: ArrayLike<number>;
  /** Importance; all alike when left out. */
  readonly weights?: ArrayLike<number>;
}

/** Weighted mean freshness of the pages under these frequencies, visited in fixed order. */
export function meanFreshness(pages: WeighedPages, frequencies: ArrayLike<number>): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < pages.rates.length; i++) {
    const weight = pages.weights === undefined ? 1 : pages.weights[i]!;
    sum += weight * freshness('fixed', pages.rates[i]!, frequencies[i]!);
    total += weight;
  }
  return total > 0 ? sum / total : 1;
}

export interface AllocationPages extends WeighedPages {
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
