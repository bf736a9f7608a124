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

/** The values of one attribute on one site. */
export interface AttributeValues {
  readonly attribute: string;
  readonly values: readonly { readonly page: string; readonly value: string }[];
}

/**
 * The attribute that best tells entities apart over several sites: nearly every page has it, hardly two pages of a site
 * share it, and sites have it in common. Null when no attribute is unique enough on most sites.
 */
export function identifyingAttribute(sites: readonly (readonly AttributeValues[])[]): string | null {
  const attributes = new Set(sites.flatMap((site) => site.map(({ attribute }) => attribute)));
  let best: string | null = null;
  let highest = 0;
  for (const attribute of [...attributes].sort()) {
    let unique = 0;
    const owners = new Map<string, number>();
    let pages = 0;
    for (const site of sites) {
      const column = site.find((entry) => entry.attribute === attribute);
      if (column === undefined) continue;
      const ids = [...entityIds(column.values).byPage.values()];
      const known = ids.filter((id) => id !== null);
      unique += known.length / Math.max(1, ids.length);
      pages += known.length;
      for (const id of new Set(known)) owners.set(id, (owners.get(id) ?? 0) + 1);
    }
    unique /= sites.length;
    let shared = 0;
    for (const count of owners.values()) if (count > 1) shared += count;
    const score = unique * (0.2 + shared / Math.max(1, pages));
    if (unique >= 0.5 && score > highest) {
      highest = score;
      best = attribute;
    }
  }
  return best;
}
