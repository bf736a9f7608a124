/**
 * Where rules run. The in-process executor is the default; a graph database runs the very same Cypher text. Every
 * implementation passes `rule-engine.suite.ts`: the same rows for the same rule and graph.
 */
import type { SiteGraph } from '../graph/site-graph.ts';
import type { Rule } from '../rules/rule.ts';

/** What `RETURN n.url, n.value` gives. */
export interface RuleRow {
  readonly url: string;
  readonly value: string;
}

export interface RuleEngine {
  /** For messages and reports. */
  readonly name: string;
  /** Takes the graph in, in place of the one before. */
  load(graph: SiteGraph): Promise<void>;
  /** The rows of a rule, one for each match, sorted by `compareRows`: Cypher promises no order of its own. */
  run(rule: Rule): Promise<readonly RuleRow[]>;
  /** Frees what the engine holds; nothing may be asked afterwards. */
  close(): Promise<void>;
}

/** By URL, then by value, by code unit. */
export function compareRows(a: RuleRow, b: RuleRow): number {
  if (a.url !== b.url) return a.url < b.url ? -1 : 1;
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return 0;
}
