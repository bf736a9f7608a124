/**
 * Attributes with several values: label rules that differ in the position of one node below the common ancestor, the
 * second found on fewer pages than the first, the third on fewer still, and no template text between the values, are one
 * slot with a list in it. A rule without that position takes the whole list.
 */
import type { SiteGraph } from '../graph/site-graph.ts';
import { matchedNodes } from './execute.ts';
import type { LearnedRule } from './learn.ts';
import { Rule, type RuleStep, ruleId, signatureOf } from './rule.ts';

type Unplaced = Omit<LearnedRule, 'column'>;

/** Where the chain turns down, as far as the rule says: after the last step that can be above the label. */
function firstBelow(graph: SiteGraph, rule: Unplaced): number {
  // The label and the value of any row show the turn.
  const label = rule.labels[0]!;
  let climbed = 0;
  let a = label;
  let b = rule.nodes[0]!;
  while (a !== b) {
    if (a > b) {
      a = graph.parent[a]!;
      climbed++;
    } else b = graph.parent[b]!;
  }
  return climbed + 1;
}

function relaxedAt(rule: Rule, at: number): Rule {
  const steps = rule.steps.map((step, i): RuleStep => (i === at ? { ...step, position: null } : step));
  return Rule.create(rule.family, steps);
}

function pagesOf(graph: SiteGraph, nodes: Int32Array): number {
  let pages = 0;
  let page = -1;
  for (const node of nodes) {
    if (page >= 0 && node < graph.pageStart[page + 1]!) continue;
    page = graph.page(node);
    pages++;
  }
  return pages;
}

/** Whether no template text stands between values of one page. */
function unbroken(graph: SiteGraph, nodes: Int32Array, labels: Int32Array): boolean {
  for (let i = 1; i < nodes.length; i++)
    if (labels[i] === labels[i - 1] && graph.after[nodes[i]!] !== graph.after[nodes[i - 1]!]) return false;
  return true;
}

/** The rules for lists among `rules`. */
export function severalValues(graph: SiteGraph, rules: readonly Unplaced[]): Unplaced[] {
  const groups = new Map<string, { rule: Rule; pages: { position: number; pages: number }[] }>();
  for (const learned of rules) {
    const { rule } = learned;
    if (rule.family !== 'label') continue;
    for (let at = firstBelow(graph, learned); at < rule.steps.length; at++) {
      const { position } = rule.steps[at]!;
      if (position === null) continue;
      const relaxed = relaxedAt(rule, at);
      const key = signatureOf(relaxed);
      const group = groups.get(key);
      if (group === undefined)
        groups.set(key, { rule: relaxed, pages: [{ position, pages: learned.pages }] });
      else group.pages.push({ position, pages: learned.pages });
    }
  }
  const found: Unplaced[] = [];
  for (const { rule, pages } of groups.values()) {
    if (pages.length < 2) continue;
    pages.sort((a, b) => a.position - b.position);
    const falls = pages.every((entry, i) => i === 0 || entry.pages <= pages[i - 1]!.pages);
    if (!falls || pages.at(-1)!.pages === pages[0]!.pages) continue;
    const { nodes, labels } = matchedNodes(rule, graph);
    if (!unbroken(graph, nodes, labels)) continue;
    found.push({ id: ruleId(rule), rule, pages: pagesOf(graph, nodes), nodes, labels, list: true });
  }
  return found;
}
