/** The default engine: `execute` over the typed arrays, nothing to install or load. */
import type { SiteGraph } from '../graph/site-graph.ts';
import { execute } from '../rules/execute.ts';
import type { Rule } from '../rules/rule.ts';
import { compareRows, type RuleEngine, type RuleRow } from './port.ts';

export class InProcessEngine implements RuleEngine {
  readonly name = 'in process';
  #graph: SiteGraph | null = null;
  /** The pages in the order of their URLs. */
  #order: readonly number[] = [];

  async load(graph: SiteGraph): Promise<void> {
    this.#graph = graph;
    const { urls } = graph;
    this.#order = urls.map((_, page) => page).sort((a, b) => (urls[a]! < urls[b]! ? -1 : 1));
  }

  async run(rule: Rule): Promise<readonly RuleRow[]> {
    if (this.#graph === null) return [];
    const rows = execute(rule, this.#graph);
    // Rows come page by page, so putting them in the order of URLs needs no comparison.
    const first = new Int32Array(this.#graph.pageCount + 1).fill(-1);
    rows.forEach(({ page }, at) => {
      if (first[page] === -1) first[page] = at;
    });
    const sorted: RuleRow[] = [];
    for (const page of this.#order) {
      const from = first[page]!;
      if (from < 0) continue;
      let to = from + 1;
      while (to < rows.length && rows[to]!.page === page) to++;
      if (to === from + 1) sorted.push(rows[from]!);
      else sorted.push(...rows.slice(from, to).sort(compareRows));
    }
    return sorted;
  }

  async close(): Promise<void> {
    this.#graph = null;
  }
}
