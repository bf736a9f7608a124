/**
 * Revisit policies on pages with known rates of change: the mean freshness each reaches with one and the same budget of visits, against
 * the best that could be reached by somebody who knew the rates.
 *
 * Every policy gets every visit of the budget: when a visit is possible, the page whose turn comes first by that policy is taken, early
 * or late. So schedules that know no budget are neither starved nor idle, and only the choice of pages is compared. Changes are Poisson; the
 * freshness of a page between two visits is drawn exactly (one exponential time to the first change), not sampled.
 */

import {
  compareChecksums,
  firstVisit,
  observe,
  REVISIT_POLICIES,
  type RevisitPage,
  type RevisitPolicy,
  revisitPolicy,
} from '../src/frontier/revisit/index.ts';
import { DAY_MS } from '../src/frontier/revisit/observations.ts';
import type { MeasureArgs, MeasureResult } from './measure.ts';
import {
  type AllocationPages,
  meanFreshness,
  optimalFrequencies,
  proportionalFrequencies,
  uniformFrequencies,
} from './revisit/known-rates.ts';

export const title = 'Revisit policies: freshness for a budget of visits';

/** mulberry32: small, seeded, good enough to draw change times. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const exponential = (random: () => number): number => -Math.log(1 - random());
const normal = (random: () => number): number =>
  Math.sqrt(2 * exponential(random)) * Math.cos(2 * Math.PI * random());

interface World {
  readonly name: string;
  rate(random: () => number): number;
}

const WORLDS: readonly World[] = [
  // Median one change in 30 days; one page in a hundred more than once a day.
  { name: 'log-normal', rate: (random) => Math.exp(Math.log(1 / 30) + 1.5 * normal(random)) },
  // Most pages change about once in 100 days, with a heavy tail of pages that change all the time.
  { name: 'Pareto', rate: (random) => Math.min(200, 0.01 * (1 - random()) ** (-1 / 0.8)) },
];

interface Simulation {
  readonly pages: AllocationPages & { readonly rates: Float64Array; readonly weights: Float64Array };
  readonly visitsPerDay: number;
  readonly days: number;
  /** Freshness counts from here on: what a policy makes of what it learnt. */
  readonly settled: number;
  readonly seed: number;
}

const PRIOR = Math.LN2 / 50;

/** Weighted mean freshness over the time after `settled`, and over the whole. */
function simulate(
  policy: RevisitPolicy,
  { pages, visitsPerDay, days, settled, seed }: Simulation,
): { late: number; whole: number } {
  const { rates, weights } = pages;
  const count = rates.length;
  const random = randomFrom(seed ^ 0x5eed);
  const states: RevisitPage[] = [];
  const due = new Float64Array(count);
  const heap = new Int32Array(count);
  const sift = (from: number): void => {
    const page = heap[from]!;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      if (child + 1 < count && due[heap[child + 1]!]! < due[heap[child]!]!) child++;
      if (due[heap[child]!]! >= due[page]!) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = page;
  };
  for (let i = 0; i < count; i++) {
    const page: RevisitPage = { seen: firstVisit(0), changed: null, importance: weights[i]!, prior: PRIOR };
    states.push(page);
    // The first round is in any order: nobody knows anything yet.
    policy.visited(page, null);
    due[i] = ((random() * count) / visitsPerDay) * DAY_MS;
    heap[i] = i;
  }
  for (let i = count >> 1; i >= 0; i--) sift(i);

  let whole = 0;
  let late = 0;
  let totalWeight = 0;
  for (const weight of weights) totalWeight += weight;
  const credit = (i: number, from: number, to: number): boolean => {
    const change = from + exponential(random) / rates[i]!;
    const fresh = Math.min(change, to);
    whole += weights[i]! * (fresh - from);
    if (fresh > settled) late += weights[i]! * (fresh - Math.max(from, settled));
    return change < to;
  };
  const visits = Math.floor(visitsPerDay * days);
  for (let visit = 1; visit <= visits; visit++) {
    const now = visit / visitsPerDay;
    const i = heap[0]!;
    const before = states[i]!;
    const changed = credit(i, before.seen.lastVisit / DAY_MS, now);
    const after: RevisitPage = {
      ...before,
      seen: observe(before.seen, now * DAY_MS, compareChecksums('a', changed ? 'b' : 'a')),
      changed,
    };
    states[i] = after;
    due[i] = policy.visited(after, before);
    sift(0);
  }
  for (let i = 0; i < count; i++) credit(i, states[i]!.seen.lastVisit / DAY_MS, days);
  return { late: late / (days - settled) / totalWeight, whole: whole / days / totalWeight };
}

/** Visits at the best frequencies for the true rates: what the simulation itself gives to one who knows. */
function oracle(pages: Simulation['pages'], visitsPerDay: number): RevisitPolicy {
  const { frequencies } = optimalFrequencies(pages, visitsPerDay);
  // The simulation introduces the pages in order; from then on each is known by the state it hands back.
  let next = 0;
  const frequencyOf = new WeakMap<object, number>();
  return {
    name: 'optimal, rates known',
    visited(page, before) {
      const frequency = before === null ? frequencies[next++]! : frequencyOf.get(before)!;
      frequencyOf.set(page, frequency);
      return page.seen.lastVisit + DAY_MS / frequency;
    },
    forgotten: () => undefined,
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const range = (values: readonly number[]): string =>
  `${mean(values).toFixed(3)} (${Math.min(...values).toFixed(3)}–${Math.max(...values).toFixed(3)})`;

export async function run({ quick, seed = 1, options }: MeasureArgs): Promise<MeasureResult> {
  const count = Number(options.pages ?? (quick ? 500 : 3000));
  const days = Number(options.days ?? (quick ? 180 : 365));
  const seeds = Number(options.seeds ?? (quick ? 2 : 5));
  // Ample (each page every ten days on the average) and scarce (every fifty).
  const shares = options.budget === undefined ? [0.1, 0.02] : [Number(options.budget)];
  const tables = [];
  const figures: Record<string, number> = {};
  const bars = [];
  for (const [world, share] of WORLDS.flatMap((each) => shares.map((part) => [each, part] as const))) {
    const visitsPerDay = count * share;
    const label = `${world.name}, ${share} visits a page and day`;
    const names = ['optimal, rates known', ...REVISIT_POLICIES];
    const late = new Map<string, number[]>(names.map((name) => [name, []]));
    const whole = new Map<string, number[]>(names.map((name) => [name, []]));
    const theory = { uniform: [] as number[], proportional: [] as number[], best: [] as number[] };
    for (let s = 0; s < seeds; s++) {
      const random = randomFrom(seed * 1000 + s);
      const rates = Float64Array.from({ length: count }, () => world.rate(random));
      const weights = Float64Array.from({ length: count }, () => Math.exp(0.8 * normal(random)));
      const pages = { rates, weights };
      const best = meanFreshness(pages, optimalFrequencies(pages, visitsPerDay).frequencies);
      theory.best.push(best);
      theory.uniform.push(meanFreshness(pages, uniformFrequencies(pages, visitsPerDay)) / best);
      theory.proportional.push(meanFreshness(pages, proportionalFrequencies(pages, visitsPerDay)) / best);
      for (const name of names) {
        const policy =
          name === 'optimal, rates known'
            ? oracle(pages, visitsPerDay)
            : revisitPolicy(name as (typeof REVISIT_POLICIES)[number], { visitsPerDay });
        const reached = simulate(policy, {
          pages,
          visitsPerDay,
          days,
          settled: days / 2,
          seed: seed * 1000 + s,
        });
        late.get(name)!.push(reached.late / best);
        whole.get(name)!.push(reached.whole / best);
      }
    }
    tables.push({
      title: `${world.name} rates: ${count} pages, ${visitsPerDay} visits a day, ${days} days, ${seeds} seeds`,
      columns: ['policy', 'freshness / optimum, second half', 'whole time'],
      rows: names.map((name) => [name, range(late.get(name)!), range(whole.get(name)!)]),
      note:
        `optimum (rates known, in theory): mean freshness ${range(theory.best)}; in theory uniform reaches ` +
        `${range(theory.uniform)} of it and proportional ${range(theory.proportional)}. Importance is log-normal.`,
    });
    for (const name of names) figures[`${label}: ${name}`] = mean(late.get(name)!);
    const others = Math.max(
      ...names.filter((name) => !name.startsWith('optimal')).map((name) => mean(late.get(name)!)),
    );
    bars.push({
      what: `${label}: optimal against the best other policy`,
      bar: '> 1×',
      measured: `${(mean(late.get('optimal')!) / others).toFixed(2)}×`,
      met: mean(late.get('optimal')!) > others,
    });
  }
  return { tables, figures, bars };
}
