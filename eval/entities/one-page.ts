/** One labelled page a site: a value given on it chooses the rule, which is scored on the other pages. */
import { rulesForExample } from '../../src/entities/selection/example-values.ts';
import { valueKey } from './corpus.ts';
import { mean, score } from './score.ts';
import { keysByPage, type MeasuredSite } from './site.ts';

const SAMPLES = 5;

/** Mean F1 of an attribute over sample pages spread over those that have it. */
export function onePage(site: MeasuredSite, attribute: string): number {
  const gold = site.gold.get(attribute)!;
  const having = gold.flatMap((keys, page) => (keys.size > 0 ? [page] : []));
  const samples = Array.from(
    { length: Math.min(SAMPLES, having.length) },
    (_, i) => having[Math.floor(((i + 0.5) * having.length) / Math.min(SAMPLES, having.length))]!,
  );
  return mean(
    samples.map((page) => {
      const [best] = rulesForExample(site.rules, page, labelledValue(site, attribute, page));
      if (best === undefined) return 0;
      return score(keysByPage(site.graph, best.rule.nodes), gold, new Set([page])).f1;
    }),
  );
}

/** The value as the page has it: gold strings may differ from it in white space and punctuation. */
function labelledValue(site: MeasuredSite, attribute: string, page: number): string {
  const gold = site.gold.get(attribute)![page]!;
  const { texts } = site.graph;
  for (let at = texts.start[page]!; at < texts.start[page + 1]!; at++) {
    const text = site.graph.text(texts.items[at]!);
    if (gold.has(valueKey(text))) return text;
  }
  return [...gold][0]!;
}
