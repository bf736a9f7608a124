/** The default engine: `execute` over the typed arrays, nothing to install or load. */
import type { SiteGraph } from '../graph/site-graph.ts';
import { execute } from '../rules/execute.ts';
import type { Rule } from '../rules/rule.ts';
import type { RuleEngine, RuleMatch } from './port.ts';

export class InProcessEngine implements RuleEngine {
  #graph: SiteGraph | null = null;

  async load(graph: SiteGraph): Promise<void> {
    this.#graph = graph;
  }

  async run(rule: Rule): Promise<readonly RuleMatch[]> {
    return this.#graph === null ? [] : execute(rule, this.#graph);
  }

  async close(): Promise<void> {
    this.#graph = null;
  }
}
