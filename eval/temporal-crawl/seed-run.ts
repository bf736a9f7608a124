/** Everything that is measured for one seed: one generated web, two scopes, three crawls each. Runs in a process of its own. */
import { historyWeb } from '../../samples/history/index.ts';
import {
  GENERAL_CRAWL,
  MODERN_CRAWL,
  type TemporalPolicy,
  THESIS_CRAWL,
} from '../../src/time/crawl/index.ts';
import { parseScope } from '../../src/time/index.ts';
import { compatible } from './base-crawler.ts';
import type { CollectionTotals } from './evaluation.ts';
import { PageCache, type View } from './page-cache.ts';
import { breadthFirst, simulate } from './simulation.ts';

export interface SeedSetup {
  readonly seed: number;
  readonly articles: number;
  readonly maxPages: number;
  readonly scopes: readonly ScopeYears[];
  /** Also run the published method on its unchanged base crawler (G-14). */
  readonly compat: boolean;
  /** Judge the general crawl by the segmenter too: every page of it is then made and read. */
  readonly segmenter: boolean;
}

export interface ScopeYears {
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

export interface CrawlResult {
  readonly scope: string;
  readonly policy: string;
  readonly seed: number;
  /** Articles in the order of download. */
  readonly order: readonly number[];
  /** Relevant by the generator's truth, and by the segmenter of the published method where the pages were read. */
  readonly truth: readonly boolean[];
  readonly segmenter: readonly boolean[] | null;
  readonly totals: CollectionTotals | null;
  readonly stopReason: string;
}

/** Seeds of a run, as in the published experiment. */
const SEEDS = 10;

export function runSeed(setup: SeedSetup): CrawlResult[] {
  const web = historyWeb({ seed: setup.seed, articles: setup.articles });
  const views: View[] = setup.scopes.flatMap(({ label }) => {
    const scope = parseScope(label);
    return [THESIS_CRAWL, MODERN_CRAWL].map((policy) => ({ policy, scope }));
  });
  const cache = new PageCache(web, views);
  const out: CrawlResult[] = [];
  setup.scopes.forEach(({ label, from, to }, s) => {
    const seeds = web.seeds(from, to, SEEDS).map((url) => web.idOf(url));
    const [thesis, modern] = [views[2 * s]!, views[2 * s + 1]!];
    // The general crawl reads nothing of a page but its links; where the segmenter is to judge it, it does so by the published method.
    const runs: { name: string; view: View | null; policy: TemporalPolicy }[] = [
      { name: 'general', view: setup.segmenter ? thesis : null, policy: GENERAL_CRAWL },
      { name: 'thesis', view: thesis, policy: THESIS_CRAWL },
      { name: 'modern', view: modern, policy: MODERN_CRAWL },
    ];
    if (setup.compat)
      runs.push({ name: 'thesis, G-14', view: thesis, policy: compatible(THESIS_CRAWL, setup.maxPages) });
    for (const { name, view, policy } of runs) {
      const crawl = view
        ? simulate(cache, view, policy, seeds, setup.maxPages, setup.seed)
        : breadthFirst(web, seeds, setup.maxPages);
      out.push({
        scope: label,
        policy: name,
        seed: setup.seed,
        order: crawl.order,
        truth: crawl.order.map((id) => web.relevantId(id, from, to)),
        segmenter: view && crawl.order.map((id) => cache.facts(id, thesis).relevant),
        totals: crawl.totals,
        stopReason: crawl.stopReason,
      });
    }
  });
  return out;
}
