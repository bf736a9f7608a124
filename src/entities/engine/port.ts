/**
 * Where the rules of a wrapper run. The in-process executor is the default; a graph database runs the very same Cypher. Every
 * implementation that needs no server passes `rule-engine.suite.ts`: the same matches for the same rule and graph. `BoltEngine` needs one, which
 * no test here can start: it is experimental, sends the statements that the embedded database passes the suite with, and what it sends is looked at.
 */
import type { SiteGraph } from '../graph/site-graph.ts';
import type { Rule } from '../rules/rule.ts';

/** One match of a rule, by the numbers of its nodes in the graph that was loaded: everything else is read there. */
export interface RuleMatch {
  /** The node of the value. */
  readonly node: number;
  /** The node of the label that led there; for a path from the root, -1. */
  readonly label: number;
}

export interface RuleEngine {
  /** Takes the graph in, in place of the one before. */
  load(graph: SiteGraph): Promise<void>;
  /** One row for each match, sorted by `compareMatches`: Cypher promises no order of its own. */
  run(rule: Rule): Promise<readonly RuleMatch[]>;
  /** Frees what the engine holds; nothing may be asked afterwards. */
  close(): Promise<void>;
}

/** In the order of the document, by the value and then by the label. */
export function compareMatches(a: RuleMatch, b: RuleMatch): number {
  return a.node - b.node || a.label - b.label;
}
