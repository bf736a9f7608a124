/**
 * A wrapper over pages: the values of each page, each with where it came from. On a page the first rule of an attribute that gives a
 * value counts, so a complementary rule never changes what the selected one says.
 */
import { InProcessEngine } from '../engine/in-process-engine.ts';
import type { RuleEngine, RuleMatch } from '../engine/port.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import { execute } from '../rules/execute.ts';
import { pathOf, pivotOf } from '../rules/rule.ts';
import type { Wrapper, WrapperAttribute, WrapperRule } from './wrapper.ts';

export interface ExtractedValue {
  readonly attribute: string;
  /** Without the prefix of the attribute. */
  readonly value: string;
  /** The whole text of the page. */
  readonly text: string;
  readonly rule: WrapperRule;
  readonly pivot: string;
  readonly path: string;
  /** Position of the text among its siblings. */
  readonly position: number;
  /** Number of the text in its page. */
  readonly line: number;
  /** The label that led there; empty for a path from the root. */
  readonly label: string;
}

export interface ExtractedPage {
  readonly site: string;
  readonly url: string;
  /** By attribute; absent where the page has none. */
  readonly values: ReadonlyMap<string, readonly ExtractedValue[]>;
}

/** `engine` runs the rules; it takes the graph in, and stays open. */
export async function extract(
  wrapper: Wrapper,
  graph: SiteGraph,
  engine: RuleEngine = new InProcessEngine(),
): Promise<ExtractedPage[]> {
  await engine.load(graph);
  const pages = graph.urls.map((url) => ({
    site: wrapper.site,
    url,
    values: new Map<string, readonly ExtractedValue[]>(),
  }));
  for (const attribute of wrapper.attributes)
    for (const rule of attribute.rules) {
      const found = valuesOf(graph, attribute, rule, await engine.run(rule.rule));
      for (const [page, values] of found)
        if (!pages[page]!.values.has(attribute.name)) pages[page]!.values.set(attribute.name, values);
    }
  return pages;
}

/** Signs that part a value from its label or from the next value: no part of it, and alone they say that there is none. */
const BEFORE = /^[\s:：|·•—–,;]+|^-+(?=\s|$)/u;
const AFTER = /[\s:：|·•—–,;]+$|\s-+$/u;

function withoutSigns(text: string): string {
  const value = text.replace(BEFORE, '');
  return value.slice(0, value.length - trailing(value)).trim();
}

/** How many of the last characters are such signs, looked at from the end: a text may be long. */
function trailing(value: string): number {
  const end = Math.max(0, value.length - LONGEST_END);
  const found = AFTER.exec(value.slice(end));
  return found === null ? 0 : value.length - end - found.index;
}

const LONGEST_END = 40;

/** The values of one rule by page, in document order. */
function valuesOf(
  graph: SiteGraph,
  attribute: WrapperAttribute,
  rule: WrapperRule,
  matches: readonly RuleMatch[],
): Map<number, ExtractedValue[]> {
  const result = new Map<number, ExtractedValue[]>();
  const pivot = pivotOf(rule.rule);
  const path = pathOf(rule.rule);
  const { prefix } = rule;
  let page = 0;
  for (const { node, label } of matches) {
    while (graph.pageStart[page + 1]! <= node) page++;
    const text = graph.text(node);
    if (prefix !== null && !text.startsWith(prefix)) continue;
    const value = withoutSigns(prefix === null ? text : text.slice(prefix.length));
    if (value === '') continue;
    const values = result.get(page) ?? [];
    result.set(page, values);
    if (values.length >= 1000) continue;
    values.push({
      attribute: attribute.name,
      value,
      text,
      rule,
      pivot,
      path,
      position: graph.position[node]!,
      line: graph.line[node]!,
      label: label < 0 ? '' : graph.text(label),
    });
  }
  return result;
}

/** Why a page has no value of an attribute: what each rule lacked there. */
export interface Absence {
  readonly rule: WrapperRule;
  readonly reason: 'no-pivot' | 'no-path' | 'no-prefix';
}

export function explainAbsence(
  wrapper: Wrapper,
  graph: SiteGraph,
  page: number,
  attribute: string,
): Absence[] {
  const known = wrapper.attributes.find(({ name }) => name === attribute);
  if (known === undefined) return [];
  return known.rules.map((rule): Absence => {
    const pivot = pivotOf(rule.rule);
    const id = pivot === '' ? -1 : graph.valueId(pivot);
    let there = pivot === '';
    for (let node = graph.pageStart[page]!; !there && node < graph.pageStart[page + 1]!; node++)
      there = id >= 0 && graph.value[node] === id && graph.line[node]! > 0;
    if (!there) return { rule, reason: 'no-pivot' };
    const given = execute(rule.rule, graph).some((row) => row.page === page);
    return { rule, reason: given ? 'no-prefix' : 'no-path' };
  });
}
