/** One crawl over the generated encyclopaedia: the queue, the steering, and nothing of the truth. */
import type { HistoryWeb } from '../../samples/history/index.ts';
import type { TemporalPolicy } from '../../src/time/crawl/index.ts';
import { TemporalSteering } from '../../src/time/crawl/steering.ts';
import type { CollectionTotals } from './evaluation.ts';
import type { PageCache, View } from './page-cache.ts';
import { PriorityQueue } from './priority-queue.ts';

export interface SimulatedCrawl {
  /** Articles in the order of download. */
  readonly order: readonly number[];
  /** `null` where no page was read. */
  readonly totals: CollectionTotals | null;
  readonly stopReason: 'page-budget' | 'frontier-empty';
}

/** The general crawl: links in the order in which they are found, whatever the pages say. No page has to be made for it. */
export function breadthFirst(web: HistoryWeb, seeds: readonly number[], maxPages: number): SimulatedCrawl {
  const order: number[] = [];
  const queue = [...seeds];
  const known = new Set(seeds);
  for (let at = 0; at < queue.length && order.length < maxPages; at++) {
    order.push(queue[at]!);
    for (const id of web.linkIds(queue[at]!)) {
      if (known.has(id)) continue;
      known.add(id);
      queue.push(id);
    }
  }
  return { order, totals: null, stopReason: order.length === maxPages ? 'page-budget' : 'frontier-empty' };
}

/** `policy` is that of the view, or one that reads pages as it does. */
export function simulate(
  cache: PageCache,
  view: View,
  policy: TemporalPolicy,
  seeds: readonly number[],
  maxPages: number,
  seed: number,
): SimulatedCrawl {
  const queue = new PriorityQueue<number>();
  const steering = new TemporalSteering<number>({ policy, seed });
  const keys = new Map<number, string>();
  const keyOf = (id: number): string => {
    let key = keys.get(id);
    if (key === undefined) keys.set(id, (key = cache.web.urlOf(id)));
    return key;
  };
  for (const id of seeds) queue.add(id, steering.seed(keyOf(id)));
  const order: number[] = [];
  const totals = {
    pages: 0,
    bytes: 0,
    ms: 0,
    datedSegments: 0,
    segmentsInScope: 0,
    datedSegmentsOfRelevant: 0,
    chronons: 0,
  };
  let taken: number[] = [];
  while (order.length < maxPages) {
    if (taken.length === 0) {
      for (let i = 0; i < policy.take; i++) {
        let next = queue.next();
        if (next === undefined) {
          for (const { link, priority } of steering.release()) queue.add(link, priority);
          next = queue.next();
        }
        if (next === undefined) break;
        taken.push(next);
      }
      if (taken.length === 0) break;
    }
    const id = taken[0]!;
    taken = taken.slice(1);
    const page = cache.page(id);
    const facts = cache.facts(id, view);
    order.push(id);
    totals.pages++;
    totals.bytes += page.bytes;
    totals.ms += page.ms;
    totals.datedSegments += facts.datedSegments;
    totals.segmentsInScope += facts.segmentsInScope;
    if (facts.relevant) totals.datedSegmentsOfRelevant += facts.datedSegments;
    totals.chronons += facts.chronons;
    const links = page.targets.map((target) => ({ key: keyOf(target.id), link: target.link }));
    const ids = page.targets.map((target) => target.id);
    steering.visited({ key: keyOf(id), facts }, links, ids).forEach((priority, i) => {
      if (priority !== null) queue.add(ids[i]!, priority);
    });
    for (const { link, priority } of steering.raised) queue.add(link, priority);
  }
  return {
    order,
    totals,
    stopReason: order.length === maxPages ? 'page-budget' : 'frontier-empty',
  };
}
