/**
 * Which thing each page of several sites is about, when nobody says so: on each site the column that tells its pages apart and whose values
 * other sites have too (a name, an ISBN, a telephone number).
 */
import { entityIds } from '../reinforcement/query.ts';
import { normalIdentifier } from '../reinforcement/value-type.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { commonBeginning, pageTitles } from './column-portrait.ts';

/** A column that names things has a value on nearly every page, and hardly one twice. */
const LEAST_PAGES = 0.6;
const LEAST_DISTINCT = 0.7;
/** Shorter ones (`12`, `sim`) agree by chance. */
const LEAST_LETTERS = 4;

interface Naming {
  readonly rule: LearnedRule;
  readonly ids: ReadonlyMap<string, string | null>;
  /** Share of the values that the title of their page has: what a page is about is there more often than a number that is nobody else's. */
  readonly titled: number;
}

function namings({ graph }: RuleSet, columns: readonly LearnedRule[]): Naming[] {
  const titles = pageTitles(graph);
  return columns.flatMap((rule) => {
    if (rule.nodes.length !== rule.pages || rule.pages < LEAST_PAGES * graph.pageCount) return [];
    const texts = Array.from(rule.nodes, (node) => graph.text(node));
    const beginning = commonBeginning(texts);
    const values = texts.map((text, i) => ({
      page: graph.urls[graph.page(rule.nodes[i]!)]!,
      value: text.startsWith(beginning) ? text.slice(beginning.length) : text,
    }));
    const { byPage } = entityIds(
      values.filter(({ value }) => normalIdentifier(value).length >= LEAST_LETTERS),
    );
    const known = [...byPage.values()].filter((id) => id !== null).length;
    if (known < LEAST_DISTINCT * rule.pages) return [];
    const titled = values.filter(({ value }, i) =>
      titles[graph.page(rule.nodes[i]!)]!.includes(` ${normalIdentifier(value)} `),
    ).length;
    return [{ rule, ids: byPage, titled: titled / rule.pages }];
  });
}

const ROUNDS = 3;

/** On each site the column of `offered` that has most values in common with `others` of the other sites. */
function mostShared(
  offered: readonly (readonly Naming[])[],
  others: readonly (readonly Naming[])[],
): (Naming | null)[] {
  const owners = new Map<string, Set<number>>();
  others.forEach((list, s) => {
    for (const { ids } of list)
      for (const id of ids.values())
        if (id !== null) owners.set(id, (owners.get(id) ?? new Set<number>()).add(s));
  });
  return offered.map((list, s) => {
    let best: Naming | null = null;
    let most = 0;
    for (const naming of list) {
      let shared = 0;
      for (const id of naming.ids.values()) {
        const having = id === null ? undefined : owners.get(id);
        if (having !== undefined && having.size > (having.has(s) ? 1 : 0)) shared++;
      }
      const score = shared * (1 + naming.titled);
      if (score > most) {
        best = naming;
        most = score;
      }
    }
    return best;
  });
}

export interface SharedEntities {
  /** By site and page number; null where it is not known. */
  readonly entities: readonly (readonly (string | null)[])[];
  /** By site: the column that they come from. */
  readonly columns: readonly (LearnedRule | null)[];
}

export function sharedEntities(
  sites: readonly { readonly set: RuleSet; readonly columns: readonly LearnedRule[] }[],
): SharedEntities {
  const offered = sites.map(({ set, columns }) => namings(set, columns));
  // First what other sites have in any column that may name things; then what they have in the columns that were chosen: a site that
  // chose telephone numbers where the others chose names comes round.
  let chosen = mostShared(offered, offered);
  for (let round = 0; round < ROUNDS; round++)
    chosen = mostShared(
      offered,
      chosen.map((naming) => (naming === null ? [] : [naming])),
    );
  return {
    entities: sites.map(({ set }, s) => set.graph.urls.map((url) => chosen[s]?.ids.get(url) ?? null)),
    columns: chosen.map((naming) => naming?.rule ?? null),
  };
}
