import { describe, expect, it } from 'vitest';
import { historyWeb } from '../../samples/history/index.ts';
import { parseHtml } from '../../src/html/index.ts';
import { createAnalyser } from '../../src/time/crawl/analyser.ts';
import { MODERN_CRAWL, THESIS_CRAWL } from '../../src/time/crawl/index.ts';
import { parseScope } from '../../src/time/index.ts';
import { precisionAt } from './evaluation.ts';
import { PageCache } from './page-cache.ts';
import { type CrawlResult, runSeed } from './seed-run.ts';

describe('simulated crawls', () => {
  const setup = {
    seed: 11,
    articles: 6_000,
    maxPages: 250,
    scopes: [{ label: '1939..1945', from: 1939, to: 1945 }],
    compat: false,
    segmenter: true,
  };
  const results = runSeed(setup);
  const of = (policy: string): CrawlResult => results.find((r) => r.policy === policy)!;
  const precision = (r: CrawlResult, k: number) =>
    precisionAt(
      r.order.map((id, i) => ({ key: `${id}`, relevant: r.truth[i]! })),
      k,
    );

  it('modern finds more than thesis, and thesis more than the general crawl', () => {
    for (const k of [100, 250]) {
      expect(precision(of('thesis'), k)).toBeGreaterThan(precision(of('general'), k) + 0.05);
      expect(precision(of('modern'), k)).toBeGreaterThan(precision(of('thesis'), k) + 0.05);
    }
  });

  it('fetches every page once, and the segmenter agrees with the truth on most', () => {
    for (const r of results) {
      expect(new Set(r.order).size).toBe(250);
      const agree = r.truth.filter((truth, i) => truth === r.segmenter![i]).length;
      expect(agree / 250).toBeGreaterThan(0.85);
      expect(r.totals!.pages).toBe(250);
    }
  });

  it('what the cache gives a crawl is what the analyser of a live crawl finds', () => {
    const web = historyWeb({ seed: setup.seed, articles: 1_000 });
    for (const policy of [THESIS_CRAWL, MODERN_CRAWL]) {
      const view = { policy, scope: parseScope('1939..1945') };
      const cache = new PageCache(web, [{ ...view }, view]);
      const analyser = createAnalyser({ when: view.scope, policy });
      for (const id of [30, 400, 777])
        expect(cache.facts(id, view)).toEqual(
          analyser.analyse(parseHtml(web.pageOf(id)), { url: web.urlOf(id) }),
        );
    }
  });

  it('[T-E2E-4] goes the same way again', () => {
    const again = runSeed({ ...setup, maxPages: 60 });
    for (const r of again) expect(r.order).toEqual(of(r.policy).order.slice(0, 60));
  });
});
