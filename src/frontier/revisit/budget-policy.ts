/**
 * Policies that share out a budget of visits per day. Each page's rate of change is estimated from its own record; the frequencies
 * of all pages hang together through one number (the price of a visit, the common frequency, or the visits per change), found
 * from a histogram of rates and importances and found again whenever enough has changed. No list of pages is kept.
 *
 * `optimal` is the optimum of allocation.ts with estimated rates, and two precautions that estimates call for:
 *  - a page is always seen again within `longestDays`, also when it seems to change too fast to be worth a visit: a wrong estimate
 *    could otherwise never be corrected. What these visits cost is part of the demand that the budget is shared among, and they may
 *    cost a tenth of it at most: with more pages than that allows, everything waits longer;
 *  - rates start from a prior and move away from it as changes are seen (see `changeRate`).
 */
import { clearing, frequencyAtPrice } from './allocation.ts';
import { changeRate } from './change-rate.ts';
import { DAY_MS } from './observations.ts';
import { RateHistogram } from './rate-histogram.ts';
import type { RevisitPage, RevisitPolicy } from './schedule.ts';

export type Sharing = 'optimal' | 'uniform' | 'proportional';

export interface BudgetOptions {
  /** Visits per day for all pages together; asked for whenever they are shared out anew, where it may change. */
  readonly visitsPerDay: number | (() => number);
  /** No page waits longer than this, as far as a tenth of the budget allows. */
  readonly longestDays?: number;
  /** No page is visited more often than this. */
  readonly shortestDays?: number;
  /** How many seen changes the prior is worth. */
  readonly priorStrength?: number;
  /** Visits between two looks at the whole, as a share of the pages known. */
  readonly refreshShare?: number;
  /** Rates and importances known from a run before. */
  readonly histogram?: RateHistogram;
}

const FLOOR_SHARE = 0.1;

/** A look at the whole costs as much as a few hundred visits do: fewer visits than this never bring one about. */
const REFRESH_LEAST = 200;

export class BudgetPolicy implements RevisitPolicy {
  readonly name: Sharing;
  readonly histogram: RateHistogram;
  readonly #visitsPerDay: () => number;
  readonly #longest: number;
  readonly #shortest: number;
  readonly #strength: number;
  readonly #refreshShare: number;
  /** Price, common frequency or visits per change, by the way of sharing. */
  #level = 0;
  #untilRefresh = 0;
  /** Least visits per day to any page. */
  #floor = 0;

  constructor(name: Sharing, options: BudgetOptions) {
    this.name = name;
    this.histogram = options.histogram ?? new RateHistogram();
    const { visitsPerDay } = options;
    this.#visitsPerDay = typeof visitsPerDay === 'number' ? () => visitsPerDay : visitsPerDay;
    this.#longest = options.longestDays ?? 90;
    this.#shortest = options.shortestDays ?? 1 / 24;
    this.#strength = options.priorStrength ?? 1;
    this.#refreshShare = options.refreshShare ?? 0.05;
  }

  /** The number that all frequencies hang on, as last found. */
  get level(): number {
    return this.#level;
  }

  visited(page: RevisitPage, before: RevisitPage | null): number {
    // What was counted for this page at its last visit follows from its record of that time: nothing needs to be remembered here.
    if (before !== null) this.histogram.add(this.#rate(before), before.importance, -1);
    const rate = this.#rate(page);
    this.histogram.add(rate, page.importance);
    if (this.#untilRefresh-- <= 0) this.refresh();
    return page.seen.lastVisit + DAY_MS / this.#frequency(rate, page.importance, this.#level);
  }

  forgotten(page: RevisitPage): void {
    this.histogram.add(this.#rate(page), page.importance, -1);
  }

  /** Finds the level anew from the pages known now. */
  refresh(): void {
    const { rates, weights, counts } = this.histogram.occupied();
    const budget = this.#visitsPerDay();
    this.#floor = Math.min(1 / this.#longest, (FLOOR_SHARE * budget) / Math.max(1, this.histogram.pages));
    const demand = (level: number): number => {
      let sum = 0;
      for (let i = 0; i < counts.length; i++)
        sum += counts[i]! * this.#frequency(rates[i]!, weights[i]!, level);
      return sum;
    };
    let highest = 0;
    for (let i = 0; i < counts.length; i++) highest = Math.max(highest, weights[i]! / rates[i]!);
    // For the two simple ways the level raises the demand: its inverse lowers it, and the same search serves.
    if (this.name === 'optimal') this.#level = clearing(demand, budget, highest, 1e-4).high;
    else this.#level = 1 / clearing((inverse) => demand(1 / inverse), budget, 2 ** 40, 1e-4).high;
    this.#untilRefresh = Math.max(REFRESH_LEAST, Math.floor(this.histogram.pages * this.#refreshShare));
  }

  #rate(page: RevisitPage): number {
    return changeRate(page.seen, { rate: page.prior, strength: this.#strength });
  }

  #frequency(rate: number, weight: number, level: number): number {
    let frequency: number;
    if (this.name === 'optimal') frequency = frequencyAtPrice(rate, weight, level);
    else frequency = this.name === 'uniform' ? level : level * rate;
    return Math.min(1 / this.#shortest, Math.max(this.#floor, frequency));
  }
}
