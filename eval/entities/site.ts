/** A site ready to be measured: its graph, its rules, and the values of every rule as keys by page. */
import { decodeHTML } from 'entities';
import { buildGraph } from '../../src/entities/graph/build-graph.ts';
import { normalText } from '../../src/entities/graph/normal-text.ts';
import type { SiteGraph } from '../../src/entities/graph/site-graph.ts';
import { type LearnedRule, learnRules, type RuleSet } from '../../src/entities/rules/learn.ts';
import type { RuleProfile } from '../../src/entities/rules/profile.ts';
import { type GoldPage, goldKeys, readSite, type SiteFile, valueKey } from './corpus.ts';

export interface MeasuredSite {
  readonly file: SiteFile;
  readonly graph: SiteGraph;
  readonly rules: RuleSet;
  /** Gold keys by attribute and page. */
  readonly gold: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
  /** True values as a person would have them in a table: a row a page, the first value of each attribute. */
  readonly values: readonly Readonly<Record<string, string>>[];
}

/** The pages of a site, one for each id: what counts once in the graph must count once in the gold. */
function distinctPages(file: SiteFile): GoldPage[] {
  return [...new Map(readSite(file.path).map((page) => [page.id, page])).values()];
}

/** Pages by their id: the URLs of these corpora are not always unique. */
export function* sitePages(file: SiteFile): Generator<{ url: string; html: string }> {
  for (const { id, html } of distinctPages(file)) yield { url: id, html };
}

export function loadSite(file: SiteFile, profile?: RuleProfile): MeasuredSite {
  const pages = distinctPages(file);
  const graph = buildGraph(pages.map(({ id, html }) => ({ url: id, html })));
  const attributes = [...new Set(pages.flatMap((page) => Object.keys(page.gold)))].sort();
  const gold = new Map(
    attributes
      .map((attribute) => [attribute, goldKeys(pages, attribute)] as const)
      .filter(([, keys]) => keys.some((set) => set.size > 0)),
  );
  const values = pages.map((page) =>
    Object.fromEntries(
      Object.entries(page.gold).flatMap(([attribute, [first]]) =>
        first === undefined || first.trim() === '' ? [] : [[attribute, normalText(decodeHTML(first))]],
      ),
    ),
  );
  return { file, graph, rules: learnRules(graph, profile), gold, values };
}

/** The keys that a list of value nodes gives, by page. */
export function keysByPage(graph: SiteGraph, nodes: Int32Array): ReadonlySet<string>[] {
  const result: Set<string>[] = Array.from({ length: graph.pageCount }, () => new Set());
  let page = 0;
  for (const node of nodes) {
    while (graph.pageStart[page + 1]! <= node) page++;
    const key = valueKey(graph.text(node));
    if (key !== '') result[page]!.add(key);
  }
  return result;
}

/** One rule for each column: the preferred one. */
export function columnsOf(rules: RuleSet): LearnedRule[] {
  const seen = new Set<number>();
  return rules.rules.filter((rule) => (seen.has(rule.column) ? false : seen.add(rule.column)));
}
