/**
 * The five ways to select columns (docs/methods.md, "ORION"), each on the sites of one vertical: F1 by site and attribute, of what the product
 * itself selects, without complements. An attribute that a way does not find counts as 0.
 */

import { fnv32 } from '../../src/bytes/index.ts';
import { queryOf } from '../../src/entities/reinforcement/query.ts';
import type { LearnedRule } from '../../src/entities/rules/learn.ts';
import { selectByKnowledge } from '../../src/entities/selection/knowledge-base.ts';
import { selectByRedundancy } from '../../src/entities/selection/redundancy.ts';
import { sharedEntities } from '../../src/entities/selection/shared-entities.ts';
import { majorityVote } from '../../src/entities/selection/votes.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import type { LabelledSite } from './learned.ts';
import { mean } from './score.ts';
import type { MeasuredSite } from './site.ts';

export interface WaySite {
  readonly site: MeasuredSite;
  /** Its columns as they are proposed to whoever chooses, with the F1 of each by attribute. */
  readonly labelled: LabelledSite;
}

export interface WayScore {
  readonly site: string;
  readonly attribute: string;
  readonly f1: number;
}

const columnsOf = ({ labelled }: WaySite): readonly LearnedRule[] => labelled.portrayed.columns;

/** An expert who sees every column proposed and takes the best. */
export function byExpert(sites: readonly WaySite[]): WayScore[] {
  return sites.flatMap(({ labelled }) =>
    [...labelled.f1].map(([attribute, f1]) => ({ site: labelled.name, attribute, f1: Math.max(...f1) })),
  );
}

/** People in the crowd. */
const VOTERS = 5;

/**
 * A simulated crowd: each of five people names the right column, or with probability `wrong` another one, drawn evenly. Without a majority
 * there is no column.
 */
export function byVotes(sites: readonly WaySite[], wrong: number): WayScore[] {
  return sites.flatMap(({ site: { file }, labelled }) => {
    const random = seededRandom(fnv32(`${file.vertical}-${file.site}`));
    return [...labelled.f1].map(([attribute, f1]) => {
      const right = f1.indexOf(Math.max(...f1));
      const ballots = Array.from({ length: VOTERS }, () => {
        const errs = random() < wrong;
        const drawn = Math.floor(random() * (f1.length - 1));
        return { [attribute]: String(errs ? drawn + (drawn >= right ? 1 : 0) : right) };
      });
      const chosen = majorityVote(ballots).selected.get(attribute);
      return { site: labelled.name, attribute, f1: chosen === undefined ? 0 : f1[Number(chosen)]! };
    });
  });
}

/** Known values: the true ones of `k` other sites of the vertical, those that follow in the order of names. */
export function byKnowledge(sites: readonly WaySite[], k: number): WayScore[] {
  return sites.flatMap((one, s) => {
    const { labelled, site } = one;
    const others = Array.from({ length: k }, (_, i) => sites[(s + 1 + i) % sites.length]!);
    const rows = others.flatMap(({ site: { values } }) => values);
    const columns = columnsOf(one);
    const chosen = new Map(
      selectByKnowledge(site.rules, rows).map(({ attribute, rule }) => [attribute, rule]),
    );
    return [...labelled.f1]
      .filter(([attribute]) => rows.some((row) => row[attribute] !== undefined))
      .map(([attribute, f1]) => {
        const at = columns.findIndex(({ id }) => id === chosen.get(attribute)?.id);
        return { site: labelled.name, attribute, f1: at < 0 ? 0 : f1[at]! };
      });
  });
}

/** Agreement of all sites of the vertical; a person names each group of columns once, by the attribute that it is of most. */
export function byRedundancy(sites: readonly WaySite[]): WayScore[] {
  const proposed = sites.map((one) => ({ set: one.site.rules, columns: columnsOf(one) }));
  const { entities } = sharedEntities(proposed);
  const mappings = selectByRedundancy(
    proposed.map(({ set, columns }, s) => ({
      site: String(s),
      queries: columns.map((rule) => queryOf(set.graph, rule, entities[s])),
    })),
  );
  const f1Of = (mapping: (typeof mappings)[number] | undefined, s: number, attribute: string): number => {
    const at = columnsOf(sites[s]!).findIndex(({ id }) => id === mapping?.queries.get(String(s))?.id);
    return at < 0 ? 0 : (sites[s]!.labelled.f1.get(attribute)?.[at] ?? 0);
  };
  const attributes = [...new Set(sites.flatMap(({ labelled }) => [...labelled.f1.keys()]))];
  const named = new Map(
    attributes.map((attribute) => {
      const total = (mapping: (typeof mappings)[number]) =>
        mean(sites.map((_, s) => f1Of(mapping, s, attribute)));
      const [best] = [...mappings].sort((a, b) => total(b) - total(a));
      return [attribute, best] as const;
    }),
  );
  return sites.flatMap(({ labelled }, s) =>
    [...labelled.f1.keys()].map((attribute) => ({
      site: labelled.name,
      attribute,
      f1: f1Of(named.get(attribute), s, attribute),
    })),
  );
}
