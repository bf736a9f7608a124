/** Complementary rules chosen by reinforcement, given the first rule: all sites of a vertical together. */
import { complementaryQueries, complementedValues } from '../../src/entities/reinforcement/complementary.ts';
import type { ReinforcementProfile } from '../../src/entities/reinforcement/q-score.ts';
import { entityIds, type Query, queryOf } from '../../src/entities/reinforcement/query.ts';
import type { LearnedRule } from '../../src/entities/rules/learn.ts';
import { valueKey } from './corpus.ts';
import { identifyingAttribute } from './identifying-attribute.ts';
import { score } from './score.ts';
import { columnsOf, type MeasuredSite } from './site.ts';

export interface FirstRules {
  readonly site: MeasuredSite;
  readonly first: ReadonlyMap<string, LearnedRule>;
}

/** F1 by site and attribute, with the complements; `sites` are those of one vertical. */
export function reinforced(
  sites: readonly FirstRules[],
  profile?: ReinforcementProfile,
): { site: MeasuredSite; attribute: string; f1: number; complements: number }[] {
  const plain = sites.map(({ site, first }) =>
    [...first].map(([attribute, rule]) => ({ attribute, values: queryOf(site.graph, rule).values })),
  );
  // No gold: the identifier is the attribute that the first rules show to be one.
  const identifier = identifyingAttribute(plain);
  const selected = sites.map(({ site, first }, i) => {
    const column = plain[i]!.find(({ attribute }) => attribute === identifier);
    const ids = column === undefined ? null : entityIds(column.values).byPage;
    const entities = site.graph.urls.map((url) => ids?.get(url) ?? null);
    const queries = new Map([...first].map(([a, rule]) => [a, queryOf(site.graph, rule, entities)] as const));
    return { site, first, entities, queries };
  });
  return selected.flatMap(({ site, first, entities, queries }) => {
    const chosen = new Set([...first.values()].map(({ column }) => column));
    let pool: Query[] | null = null;
    return [...queries].map(([attribute, query]) => {
      const pages = new Set(query.values.map(({ page }) => page));
      let complements: ReturnType<typeof complementaryQueries> = [];
      if (pages.size < site.graph.pageCount) {
        pool ??= columnsOf(site.rules)
          .filter(({ column }) => !chosen.has(column))
          .map((rule) => queryOf(site.graph, rule, entities));
        complements = complementaryQueries({
          selected: query,
          candidates: pool,
          aligned: selected.flatMap((other) =>
            other.site === site ? [] : (other.queries.get(attribute) ?? []),
          ),
          others: [...queries].filter(([other]) => other !== attribute).map(([, other]) => other),
          pageCount: site.graph.pageCount,
          ...(profile === undefined ? {} : { profile }),
        });
      }
      const place = new Map(site.graph.urls.map((url, page) => [url, page]));
      const keys: Set<string>[] = site.graph.urls.map(() => new Set());
      for (const { page, value } of complementedValues(query, complements)) {
        const key = valueKey(value);
        if (key !== '') keys[place.get(page)!]!.add(key);
      }
      return {
        site,
        attribute,
        f1: score(keys, site.gold.get(attribute)!).f1,
        complements: complements.length,
      };
    });
  });
}
