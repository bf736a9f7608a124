/**
 * From the pages of sites to their wrappers: columns are chosen on each site, then reinforcement looks, with the help of the other
 * sites, for rules that give an attribute on the pages where the chosen one is silent.
 */

import { cleanLabel } from '../columns/label-text.ts';
import type { ColumnRule, SiteColumn } from '../columns/site-columns.ts';
import { labelOfRule } from '../columns/value-label.ts';
import { templateTexts } from '../graph/template.ts';
import { complementaryQueries } from '../reinforcement/complementary.ts';
import { FAITHFUL, REINFORCED, type Reinforcement } from '../reinforcement/q-score.ts';
import { type EntityIds, entityIds, type Query, queryOf } from '../reinforcement/query.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { pathOf, pivotOf } from '../rules/rule.ts';
import { columnRules } from '../selection/example-values.ts';
import { readColumn } from '../values/index.ts';
import type { Wrapper, WrapperAttribute, WrapperRule } from './wrapper.ts';

export interface SiteSelection {
  readonly site: string;
  readonly example: string;
  readonly set: RuleSet;
  readonly columns: readonly SiteColumn[];
  /** The column that tells which entity a page describes; null when none does. */
  readonly identifier?: string | null;
}

/** Rules that reinforcement looks at, the preferred ones first: enough for any template, bounded for any page. */
const MOST_CANDIDATES = 3_000;
/** Share of a rule's texts that other attributes may have for it to be looked at. */
const MOST_TAKEN = 0.3;
/** Share of its values that a rule must have beside one label to be of that label. */
const LEAST_LABELLED = 0.95;

/** Which entity each page of a site describes; null when no column tells. */
export function siteEntities({ set, columns, identifier }: SiteSelection): EntityIds | null {
  const column = columns.find(({ name }) => name === identifier);
  return column === undefined ? null : entityIds(columnQuery(set, column, []).values);
}

/** One wrapper a site; attributes of one name on several sites help each other, unless `reinforcement` is off. */
export function learnWrappers(
  sites: readonly SiteSelection[],
  reinforcement: Reinforcement = 'modern',
): Wrapper[] {
  const entities = sites.map((site) => {
    const ids = siteEntities(site);
    return ids === null ? [] : site.set.graph.urls.map((url) => ids.byPage.get(url) ?? null);
  });
  const queries = sites.map(({ set, columns }, s) =>
    columns.map((column) => columnQuery(set, column, entities[s]!)),
  );
  return sites.map(({ set, columns, site, example }, s) => {
    const { graph } = set;
    const taken = new Uint8Array(graph.count);
    for (const { rules } of columns)
      for (const { rule } of rules) for (const node of rule.nodes) taken[node] = 1;
    let candidates: { rule: LearnedRule; query: Query; label: string | null }[] | null = null;
    const attributes = columns.map((column, c): WrapperAttribute => {
      const query = queries[s]![c]!;
      const rules = column.rules.map((rule, i) =>
        wrapperRule(set, rule, i === 0 ? 'selected' : 'complementary', null),
      );
      const covered = new Set(query.values.map(({ page }) => page));
      if (reinforcement !== 'off' && covered.size < graph.pageCount) {
        // What another attribute has already is no value of this one.
        candidates ??= columnRules(set.rules)
          .filter((rule) => shareTaken(rule, taken) <= MOST_TAKEN)
          .slice(0, MOST_CANDIDATES)
          .map((rule) => ({
            rule,
            query: queryOf(graph, rule, entities[s]),
            label: ownLabel(set, rule) ?? cleanLabel(pivotOf(rule.rule)),
          }));
        const aligned = sites.flatMap((other, o) =>
          o === s
            ? []
            : other.columns.flatMap((theirs, k) => (theirs.name === column.name ? [queries[o]![k]!] : [])),
        );
        const label = columnLabel(set, column);
        const otherwiseLabelled = new Set(
          candidates
            .filter((candidate) => label !== null && candidate.label !== label)
            .map((candidate) => candidate.query.id),
        );
        const complements = complementaryQueries({
          selected: query,
          candidates: candidates.map((candidate) => candidate.query),
          aligned,
          others: queries[s]!.filter((_, k) => k !== c),
          pageCount: graph.pageCount,
          otherwiseLabelled,
          profile: reinforcement === 'published' ? FAITHFUL : REINFORCED,
        });
        const byId = new Map(candidates.map(({ rule }) => [rule.id, rule]));
        for (const complement of complements) {
          const { fallback: _, ...numbers } = complement.score;
          rules.push(
            wrapperRule(
              set,
              { rule: byId.get(complement.query.id)!, prefix: null },
              'complementary',
              numbers,
            ),
          );
          for (const { page } of complement.query.values) covered.add(page);
        }
      }
      return {
        name: column.name,
        kind: readColumn(query.values.map(({ value }) => value)).kind,
        coverage: rounded(covered.size / Math.max(1, graph.pageCount)),
        rules,
      };
    });
    return { site, example, pages: graph.pageCount, template: templateTexts(graph), attributes };
  });
}

/** The values of a column as one query: on each page those of its first rule that has any, without prefixes. */
export function columnQuery(set: RuleSet, column: SiteColumn, entityOf: readonly (string | null)[]): Query {
  const { graph } = set;
  const first = column.rules[0]!;
  const values: Query['values'][number][] = [];
  const covered = new Set<number>();
  for (const { rule, prefix } of column.rules) {
    const here = new Set<number>();
    for (const node of rule.nodes) {
      const page = graph.page(node);
      const text = graph.text(node);
      if (covered.has(page) || (prefix !== null && !text.startsWith(prefix))) continue;
      here.add(page);
      values.push({
        page: graph.urls[page]!,
        entity: entityOf[page] ?? null,
        value: prefix === null ? text : text.slice(prefix.length),
      });
    }
    for (const page of here) covered.add(page);
  }
  return { id: first.rule.id, pivot: pivotOf(first.rule.rule), path: pathOf(first.rule.rule), values };
}

/** What the pages call a column; null when nothing names it. */
function columnLabel(set: RuleSet, { rules }: SiteColumn): string | null {
  const { rule, prefix } = rules[0]!;
  return prefix === null ? ownLabel(set, rule) : cleanLabel(prefix);
}

/** The label that nearly all values of a rule stand beside; null when there is no such. */
function ownLabel({ graph }: RuleSet, rule: LearnedRule): string | null {
  const label = labelOfRule(graph, rule);
  return label === null || label.share < LEAST_LABELLED ? null : cleanLabel(label.text);
}

function shareTaken(rule: LearnedRule, taken: Uint8Array): number {
  let count = 0;
  for (const node of rule.nodes) if (taken[node] === 1) count++;
  return count / rule.nodes.length;
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

function wrapperRule(
  set: RuleSet,
  { rule, prefix }: ColumnRule,
  role: WrapperRule['role'],
  score: Readonly<Record<string, number>> | null,
): WrapperRule {
  const coverage = rounded(rule.pages / Math.max(1, set.graph.pageCount));
  return { rule: rule.rule, id: rule.id, role, coverage, prefix, score };
}
