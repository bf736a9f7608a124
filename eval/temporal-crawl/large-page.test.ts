import { describe, expect, it } from 'vitest';
import { historyWeb } from '../../samples/history/index.ts';
import { parseHtml } from '../../src/html/index.ts';
import { createAnalyser } from '../../src/time/crawl/analyser.ts';
import { TEMPORAL_POLICIES } from '../../src/time/crawl/index.ts';
import { annotator } from '../../src/time/index.ts';
import { largePage } from './large-page.ts';

describe('pages of the size of the source', () => {
  const web = historyWeb({ seed: 5, articles: 1_000 });
  const analysers = Object.values(TEMPORAL_POLICIES).map((policy) =>
    createAnalyser({ when: '1939..1945', policy }),
  );
  /** Steps of matching for one page, once for each policy. */
  const stepsOf = (html: string): number => {
    const before = annotator().steps;
    for (const analyser of analysers) analyser.analyse(parseHtml(html), { url: 'https://exemplo.pt/' });
    return (annotator().steps - before) / analysers.length;
  };

  it('[T-NFR-2] a page of 90 KB takes a bounded number of steps for each character, so 5,000 take minutes (time: npm run eval -- temporal-crawl)', () => {
    for (const id of [20, 700]) {
      const html = largePage(web, id, 90_000);
      expect(Buffer.byteLength(html)).toBeGreaterThan(90_000);
      const each = stepsOf(html) / html.length;
      // 5,000 pages with 5 for each character are 2,250 million steps of an automaton, a few seconds.
      expect(each).toBeLessThan(5);
      // Nothing in the way grows faster than the page.
      const longer = largePage(web, id, 180_000);
      expect(stepsOf(longer) / longer.length).toBeLessThan(1.4 * each);
    }
  });
});
