/**
 * The columns of one site's table: which rules give each attribute, and what it is called. Either a person has named the attributes
 * and given their values on one page, or nothing is known and the page itself names them.
 */

import type { StructuredPair } from '../../html/index.ts';
import { DATA, type SiteGraph } from '../graph/site-graph.ts';
import { typeOf } from '../reinforcement/value-type.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { columnRules, rulesForExample, valueKey } from '../selection/example-values.ts';
import { columnQuality, proposeColumns } from '../selection/propose-columns.ts';
import { WholeLists } from '../selection/whole-list.ts';
import { inlineLabel, inlineLabels } from './inline-labels.ts';
import { cleanLabel } from './label-text.ts';
import { propertyLabel, structuredNames } from './structured-names.ts';
import { headingOf, isHeading, labelOfRule } from './value-label.ts';

export type NameSource = 'person' | 'structured-data' | 'label' | 'heading' | 'none';

export interface SiteColumn {
  readonly name: string;
  readonly source: NameSource;
  /** The first gives the value where it has one, then the next. */
  readonly rules: readonly ColumnRule[];
}

export interface ColumnRule {
  readonly rule: LearnedRule;
  /** What stands before every value in its own text (`Partido: `); texts without it are none of this attribute. */
  readonly prefix: string | null;
}

/** A value that a person says the example page has. */
export interface Wanted {
  readonly name: string;
  readonly value: string;
}

export interface ColumnsOptions {
  /** Structured data by page number. */
  readonly structured?: readonly (readonly StructuredPair[])[];
  /** Also columns that nothing names. */
  readonly unnamed?: boolean;
}

/** Longer than this on the average, a text is prose. */
const PROSE = 160;
const MOST_UNNAMED = 12;
/** Rules of one attribute at most. */
const MOST_RULES = 40;

const squeeze = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

/** The pages on which a rule of a column gives a value. */
function pagesOfRule(graph: SiteGraph, { rule, prefix }: ColumnRule): Set<number> {
  const pages = new Set<number>();
  for (const node of rule.nodes)
    if (prefix === null || graph.text(node).startsWith(prefix)) pages.add(graph.page(node));
  return pages;
}

/** The rules that give texts with a prefix, until no page with one is left beside those covered. */
function rulesWithPrefix(
  graph: SiteGraph,
  rules: readonly LearnedRule[],
  prefix: string,
  covered = new Set<number>(),
): ColumnRule[] {
  return fewest(
    rules.map((rule) => ({ rule, prefix })),
    graph,
    covered,
  );
}

/** Of rules for one attribute as few as give a value on all pages that any of them does; `covered` is added to. */
function fewest(rules: readonly ColumnRule[], graph: SiteGraph, covered: Set<number>): ColumnRule[] {
  const pagesOf = new Map<ColumnRule, Set<number>>();
  for (const rule of rules) {
    const pages = pagesOfRule(graph, rule);
    if (pages.size > 0) pagesOf.set(rule, pages);
  }
  const chosen: ColumnRule[] = [];
  while (chosen.length < MOST_RULES) {
    let best: ColumnRule | null = null;
    let most = 0;
    for (const [rule, pages] of pagesOf) {
      let fresh = 0;
      for (const page of pages) if (!covered.has(page)) fresh++;
      if (fresh > most) {
        best = rule;
        most = fresh;
      }
    }
    if (best === null) break;
    chosen.push(best);
    for (const page of pagesOf.get(best)!) covered.add(page);
    pagesOf.delete(best);
  }
  return chosen;
}

/**
 * A column with the rules that give the value beside the same label elsewhere: in other mark-up, or in one text with the label
 * (`Telefone: <b>…</b>` here, `Telefone: …` there). Only pages without a value gain one.
 */
export class LabelCompletion {
  readonly #set: RuleSet;
  #inline: Map<string, string> | null = null;
  #byLabel: Map<string, LearnedRule[]> | null = null;

  constructor(set: RuleSet) {
    this.#set = set;
  }

  complete(column: SiteColumn): SiteColumn {
    const { graph } = this.#set;
    const first = column.rules[0]!;
    const covered = new Set(column.rules.flatMap((rule) => [...pagesOfRule(graph, rule)]));
    if (covered.size >= graph.pageCount) return column;
    const written = first.prefix ?? labelOfRule(graph, first.rule)?.text ?? null;
    const label = written === null ? null : cleanLabel(written);
    if (label === null) return column;
    this.#inline ??= new Map(
      [...inlineLabels(graph, 0).keys()].map((prefix) => [cleanLabel(prefix) ?? '', prefix]),
    );
    const prefix = this.#inline.get(label);
    const added: ColumnRule[] = [];
    if (prefix !== undefined)
      added.push(...rulesWithPrefix(graph, columnRules(this.#set.rules), prefix, covered));
    added.push(
      ...fewest(
        (this.#labelled().get(label) ?? []).map((rule) => ({ rule, prefix: null })),
        graph,
        covered,
      ),
    );
    return added.length === 0 ? column : { ...column, rules: [...column.rules, ...added] };
  }

  /** Rules all of whose values stand beside one label, one a page. */
  #labelled(): Map<string, LearnedRule[]> {
    if (this.#byLabel !== null) return this.#byLabel;
    this.#byLabel = new Map();
    for (const rule of columnRules(this.#set.rules)) {
      if (rule.nodes.length > rule.pages) continue;
      const label = labelOfRule(this.#set.graph, rule);
      const name = label === null || label.share < 0.95 ? null : cleanLabel(label.text);
      if (name !== null) this.#byLabel.set(name, [...(this.#byLabel.get(name) ?? []), rule]);
    }
    return this.#byLabel;
  }
}

/** A column that a person named. Under a heading it still tells which thing a page is about, whatever the name. */
export function namedColumn({ graph }: RuleSet, name: string, rule: LearnedRule): SiteColumn {
  const source = isHeading(graph, rule) ? 'heading' : 'person';
  return { name, source, rules: [{ rule, prefix: null }] };
}

/** Selection by the values of one page. Attributes whose value no rule gives there are in `missing`. */
export function columnsForValues(
  set: RuleSet,
  page: number,
  wanted: readonly Wanted[],
): { readonly columns: SiteColumn[]; readonly missing: Wanted[] } {
  const columns: SiteColumn[] = [];
  const missing: Wanted[] = [];
  const lists = new WholeLists(set);
  for (const want of wanted) {
    const direct = rulesForExample(set, page, want.value)[0];
    if (direct !== undefined) {
      const rule = lists.of(direct.rule) ?? direct.rule;
      columns.push(namedColumn(set, want.name, rule));
      continue;
    }
    const other = inlineColumn(set, page, want) ?? splitColumn(set, page, want);
    if (other === null) missing.push(want);
    else columns.push(other);
  }
  return { columns, missing };
}

/** The value as the end of a longer text that begins the same elsewhere. */
function inlineColumn(set: RuleSet, page: number, want: Wanted): SiteColumn | null {
  const { graph } = set;
  const value = squeeze(want.value);
  if (value === '') return null;
  const known = inlineLabels(graph, 0);
  for (let node = graph.pageStart[page]!; node < graph.pageStart[page + 1]!; node++) {
    const text = graph.text(node);
    if (graph.line[node] === 0 || !text.endsWith(value) || text.length === value.length) continue;
    const prefix = inlineLabel(text);
    if (prefix === null || text.slice(prefix.length) !== value || !known.has(prefix)) continue;
    const rules = rulesWithPrefix(graph, columnRules(set.rules), prefix);
    if (rules.length > 0) return { name: want.name, source: 'person', rules };
  }
  return null;
}

/** Texts in a row that a value may be split into by mark-up. */
const MOST_PIECES = 6;

/**
 * The value as a reader sees it, split by mark-up (`<b>R$</b> 1.234,56`): texts in a row that make it up. The attribute is the longest of
 * them that is no template.
 */
function splitColumn(set: RuleSet, page: number, want: Wanted): SiteColumn | null {
  const { graph } = set;
  const key = valueKey(want.value);
  if (key === '') return null;
  const { start, items } = graph.texts;
  for (let from = start[page]!; from < start[page + 1]!; from++) {
    let whole = '';
    let piece = -1;
    for (let at = from; at < Math.min(start[page + 1]!, from + MOST_PIECES); at++) {
      const node = items[at]!;
      const text = graph.text(node);
      whole += valueKey(text);
      if (graph.role[node] === DATA && (piece < 0 || text.length > graph.text(piece).length)) piece = node;
      if (!key.startsWith(whole)) break;
      if (whole !== key || piece < 0) continue;
      const ranked = rulesForExample(set, page, graph.text(piece));
      const best = ranked.find(({ rule }) => rule.nodes.includes(piece)) ?? ranked[0];
      if (best !== undefined) return namedColumn(set, want.name, best.rule);
    }
  }
  return null;
}

/** Selection by the page itself: structured data, labels, the heading. Named columns first, each name once. */
export function columnsByLabel(set: RuleSet, options: ColumnsOptions = {}): SiteColumn[] {
  const { graph } = set;
  const proposed = proposeColumns(set, { coverage: 0.1 });
  const named = structuredNames(graph, proposed, options.structured ?? []);
  const columns: SiteColumn[] = [];
  const byName = new Map<string, number>();
  const inline = inlineLabels(graph);
  const unnamed: LearnedRule[] = [];

  const add = (name: string, source: NameSource, rules: readonly ColumnRule[]) => {
    const known = byName.get(name);
    if (known === undefined) {
      byName.set(name, columns.length);
      columns.push({ name, source, rules });
      return;
    }
    const column = columns[known]!;
    // The same name on other pages is the same attribute in other mark-up, and with the same values on the same pages it is said twice;
    // else it is another.
    const { common, fresh } = compared(graph, column.rules, rules);
    if (common !== 'different') {
      if (fresh) columns[known] = { ...column, rules: [...column.rules, ...rules] };
    } else {
      let n = 2;
      while (byName.has(`${name} ${n}`)) n++;
      byName.set(`${name} ${n}`, columns.length);
      columns.push({ name: `${name} ${n}`, source, rules });
    }
  };
  const plain = (rule: LearnedRule): ColumnRule[] => [{ rule, prefix: null }];

  for (const rule of proposed) {
    const quality = columnQuality(graph, rule);
    const length = averageLength(graph, rule);
    if (isInline(graph, rule, inline)) continue;
    const property = named.get(rule);
    if (isHeading(graph, rule)) {
      if (quality.coverage >= 0.5 && quality.single >= 0.8 && tellsApart(graph, rule))
        add('Nome', 'heading', plain(rule));
      continue;
    }
    const label = labelOfRule(graph, rule);
    const name = label === null ? null : cleanLabel(label.text);
    if (property !== undefined) {
      add(propertyLabel(property.property, name), 'structured-data', plain(rule));
      continue;
    }
    if (name !== null && length <= PROSE) add(name, 'label', plain(rule));
    else if (quality.coverage >= 0.6 && quality.single >= 0.9 && length <= PROSE) unnamed.push(rule);
  }
  for (const prefix of inline.keys()) {
    const name = cleanLabel(prefix);
    const rules = name === null ? [] : rulesWithPrefix(graph, columnRules(set.rules), prefix);
    if (name !== null && rules.length > 0) add(name, 'label', rules);
  }
  const date = byName.has(DATE) ? undefined : unnamed.find((rule) => saysDates(graph, rule));
  if (date !== undefined) add(DATE, 'label', plain(date));
  if (!columns.some(({ name, source }) => source === 'heading' || NAMES.test(name))) {
    const title = titleRule(set);
    if (title !== null) add('Nome', 'heading', plain(title));
  }
  // As a reader meets them on the page.
  columns.sort((a, b) => place(graph, a) - place(graph, b));
  if (options.unnamed === true)
    for (const [i, rule] of unnamed.slice(0, MOST_UNNAMED).entries())
      add(`Campo ${i + 1}`, 'none', plain(rule));
  return columns;
}

/** What names a thing, said by other columns than its heading. */
const NAMES = /^(?:nome|nome completo|título|name|title|headline)$/i;
const DATE = 'Data';
const LEAST_DATES = 0.9;

/** A date that nothing is written before, as under the heading of an article. */
function saysDates(graph: SiteGraph, { nodes }: LearnedRule): boolean {
  let dates = 0;
  for (const node of nodes)
    if (graph.strings[graph.value[graph.parent[node]!]!] === 'TIME' || typeOf(graph.text(node)) === 'date')
      dates++;
  return dates >= LEAST_DATES * nodes.length;
}

/** What tells the pages apart where no column does: a heading that most have once, else the title of the page. */
function titleRule(set: RuleSet): LearnedRule | null {
  const { graph } = set;
  const telling = columnRules(set.rules).filter(
    (rule) =>
      headingOf(graph, rule.nodes[0]!) !== '' &&
      rule.pages >= graph.pageCount / 2 &&
      rule.pages >= 0.8 * rule.nodes.length &&
      tellsApart(graph, rule),
  );
  const rank = (rule: LearnedRule) => (isHeading(graph, rule) ? 1 : 0);
  return telling.sort((a, b) => rank(b) - rank(a) || b.pages - a.pages)[0] ?? null;
}

/** Where on the page a column usually stands. */
function place(graph: SiteGraph, { rules }: SiteColumn): number {
  const lines = Array.from(rules[0]!.rule.nodes, (node) => graph.line[node]!).sort((a, b) => a - b);
  return lines[lines.length >> 1] ?? 0;
}

function isInline(graph: SiteGraph, rule: LearnedRule, inline: ReadonlyMap<string, number>): boolean {
  let count = 0;
  for (const node of rule.nodes) {
    const label = inlineLabel(graph.text(node));
    if (label !== null && inline.has(label)) count++;
  }
  return count * 2 > rule.nodes.length;
}

function averageLength(graph: SiteGraph, rule: LearnedRule): number {
  let total = 0;
  for (const node of rule.nodes) total += graph.text(node).length;
  return total / Math.max(1, rule.nodes.length);
}

/** Headings of sections (`Baixar`, `Descrição`) are the same on many pages; what names a thing is hardly ever. */
function tellsApart(graph: SiteGraph, { nodes, pages }: LearnedRule): boolean {
  return new Set(Array.from(nodes, (node) => graph.text(node))).size >= pages / 2;
}

/** Whether rules have no page in common, or say the same on those that they have; and whether `b` has pages that `a` lacks. */
function compared(
  graph: SiteGraph,
  a: readonly ColumnRule[],
  b: readonly ColumnRule[],
): { readonly common: 'none' | 'same' | 'different'; readonly fresh: boolean } {
  const known = valuesByPage(graph, a);
  const own = valuesByPage(graph, b);
  const shared = [...own.keys()].filter((page) => known.has(page));
  const same = shared.every((page) => known.get(page) === own.get(page));
  return {
    common: shared.length === 0 ? 'none' : same ? 'same' : 'different',
    fresh: shared.length < own.size,
  };
}

/** What rules of one attribute say of each page, the first that says anything. */
function valuesByPage(graph: SiteGraph, rules: readonly ColumnRule[]): Map<number, string> {
  const result = new Map<number, string>();
  for (const { rule, prefix } of rules) {
    const here = new Map<number, string>();
    for (const node of rule.nodes) {
      const text = graph.text(node);
      if (prefix !== null && !text.startsWith(prefix)) continue;
      const page = graph.page(node);
      here.set(page, `${here.get(page) ?? ''}\n${text.slice(prefix?.length ?? 0).trim()}`);
    }
    for (const [page, values] of here) if (!result.has(page)) result.set(page, values);
  }
  return result;
}
