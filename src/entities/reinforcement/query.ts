/** A rule as reinforcement sees it (docs/methods.md, "ORION"): where it starts, its path, and what it gave. */

import type { SiteGraph } from '../graph/site-graph.ts';
import type { LearnedRule } from '../rules/learn.ts';
import { pathOf, pivotOf } from '../rules/rule.ts';
import { normalIdentifier } from './value-type.ts';

export interface QueryValue {
  readonly page: string;
  /** Identifier of the entity that the page describes; null where it is not known. */
  readonly entity: string | null;
  readonly value: string;
}

export interface Query {
  readonly id: string;
  readonly pivot: string;
  readonly path: string;
  readonly values: readonly QueryValue[];
}

/** Pages with at least one value. */
export function pagesOf(query: Query): Set<string> {
  return new Set(query.values.map(({ page }) => page));
}

/** A learned rule as a query. `entityOf`: identifier by page number, see `entityIds`. */
export function queryOf(
  graph: SiteGraph,
  learned: LearnedRule,
  entityOf: readonly (string | null)[] = [],
): Query {
  let page = 0;
  const values: QueryValue[] = [];
  for (const node of learned.nodes) {
    while (graph.pageStart[page + 1]! <= node) page++;
    values.push({ page: graph.urls[page]!, entity: entityOf[page] ?? null, value: graph.text(node) });
  }
  return { id: learned.id, pivot: pivotOf(learned.rule), path: pathOf(learned.rule), values };
}

export interface EntityIds {
  /** By page; null where there is none, or where another page of the site has the same. */
  readonly byPage: ReadonlyMap<string, string | null>;
  /** Identifiers that more than one page of the site has: they say nothing about which entity a page describes. */
  readonly repeated: readonly string[];
}

/** The identifiers of a site's pages, from the values of its identifying attribute. */
export function entityIds(values: Iterable<{ readonly page: string; readonly value: string }>): EntityIds {
  const byPage = new Map<string, string | null>();
  const owner = new Map<string, string>();
  const repeated = new Set<string>();
  for (const { page, value } of values) {
    const id = normalIdentifier(value);
    if (id === '' || byPage.has(page)) continue;
    if (owner.has(id)) repeated.add(id);
    else owner.set(id, page);
    byPage.set(page, id);
  }
  for (const [page, id] of byPage) if (id !== null && repeated.has(id)) byPage.set(page, null);
  return { byPage, repeated: [...repeated].sort() };
}
