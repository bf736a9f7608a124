/**
 * Columns chosen without looking at the sites themselves (docs/methods.md, "ORION", selection): by what attributes were like on other sites, by
 * what is known of some things, or by what the sites say alike of the same things.
 */

import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { inlineLabel, inlineLabels } from '../columns/inline-labels.ts';
import { cleanLabel } from '../columns/label-text.ts';
import { LabelCompletion, type SiteColumn } from '../columns/site-columns.ts';
import { isHeading, labelOfRule } from '../columns/value-label.ts';
import { queryOf } from '../reinforcement/query.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { selectByKnowledge } from '../selection/knowledge-base.ts';
import type { KnownRow } from '../selection/known-table.ts';
import { type AttributeExample, portraySite, selectAttributes } from '../selection/learned-attributes.ts';
import { proposeColumns } from '../selection/propose-columns.ts';
import { selectByRedundancy } from '../selection/redundancy.ts';
import { sharedEntities } from '../selection/shared-entities.ts';

export type SelectionWay =
  /** What attributes were like on sites where a person chose them (`printAttributes`). */
  | { readonly way: 'learned'; readonly examples: readonly AttributeExample[]; readonly least?: number }
  /** Values that are known of some things of the kind. */
  | { readonly way: 'knowledge'; readonly rows: readonly KnownRow[]; readonly least?: number }
  /** Agreement of two sites or more on things that both have. */
  | { readonly way: 'redundancy'; readonly least?: number };

/** Why a column is the attribute that it is said to be. */
export interface SelectionNote {
  readonly site: string;
  readonly attribute: string;
  /** Null when no column of the site is. */
  readonly rule: string | null;
  /** What the page calls the column; empty when it has no label. */
  readonly label: string;
  /** Confidence, fit or agreement, 0 to 1. */
  readonly score: number;
}

export interface SelectedByWay {
  /** By site. */
  readonly columns: readonly (readonly SiteColumn[])[];
  readonly notes: readonly SelectionNote[];
}

interface Site {
  readonly site: string;
  readonly set: RuleSet;
}

/** What was found with less confidence than this is more often wrong than right. */
const LEAST_CONFIDENCE = 0.3;

interface Found {
  readonly attribute: string;
  readonly rule: LearnedRule | null;
  readonly score: number;
}

/** `completed`: as in `selectColumns`. Throws TRF_SELECTION_LACKS when the way has nothing to go by. */
export function selectByWay(
  sites: readonly Site[],
  selection: SelectionWay,
  completed = true,
): SelectedByWay {
  const found = foundBy(sites, selection);
  const makers = sites.map(({ set }) => new ColumnMaker(set));
  return {
    columns: found.map((list, s) =>
      list.flatMap(({ attribute, rule }) =>
        rule === null ? [] : [makers[s]!.make(attribute, rule, completed)],
      ),
    ),
    notes: found.flatMap((list, s) =>
      list.map(({ attribute, rule, score }) => ({
        site: sites[s]!.site,
        attribute,
        rule: rule?.id ?? null,
        label: rule === null ? '' : makers[s]!.label(rule),
        score,
      })),
    ),
  };
}

function foundBy(sites: readonly Site[], selection: SelectionWay): (readonly Found[])[] {
  if (selection.way === 'learned') return byLearning(sites, selection.examples, selection.least);
  if (selection.way === 'redundancy') return byRedundancy(sites, selection.least);
  const options = selection.least === undefined ? {} : { least: selection.least };
  return sites.map(({ set }) => selectByKnowledge(set, selection.rows, options));
}

function byLearning(
  sites: readonly Site[],
  examples: readonly AttributeExample[],
  least = LEAST_CONFIDENCE,
): Found[][] {
  const attributes = [...new Set(examples.map(({ attribute }) => attribute))];
  const found = selectAttributes(
    examples,
    sites.map(({ set }) => portraySite(set)),
  );
  return found.map((chosen) =>
    attributes.map((attribute): Found => {
      const choice = chosen.get(attribute);
      const score = choice?.confidence ?? 0;
      return { attribute, rule: choice === undefined || score < least ? null : choice.rule, score };
    }),
  );
}

function byRedundancy(sites: readonly Site[], least?: number): Found[][] {
  if (sites.length < 2)
    throw new TarrafaError('TRF_SELECTION_LACKS', ['redundancy', reason('needs-two-sites')]);
  const proposed = sites.map(({ set }) => ({ set, columns: proposeColumns(set) }));
  const { entities, columns } = sharedEntities(proposed);
  const mappings = selectByRedundancy(
    proposed.map(({ set, columns: rules }, s) => ({
      site: sites[s]!.site,
      queries: rules.map((rule) => queryOf(set.graph, rule, entities[s])),
    })),
    least === undefined ? {} : { least },
  );
  if (mappings.length === 0)
    throw new TarrafaError('TRF_SELECTION_LACKS', ['redundancy', reason('needs-shared-things')]);
  const makers = sites.map(({ set }) => new ColumnMaker(set));
  const taken = new Set<string>();
  const named = mappings.map(({ queries, agreement }) => {
    const members = sites.map(
      ({ site }, s) => proposed[s]!.columns.find(({ id }) => id === queries.get(site)?.id) ?? null,
    );
    const names = members.flatMap((rule, s) => (rule === null ? [] : [makers[s]!.name(rule)]));
    // What names the things is their name, whatever stands before it.
    const common = members.some((rule, s) => rule !== null && rule === columns[s])
      ? 'Nome'
      : mostCommon(names.filter((name) => name !== ''));
    let name = common ?? '';
    for (let n = common === null ? 1 : 2; name === '' || taken.has(name); n++)
      name = common === null ? `Campo ${n}` : `${common} ${n}`;
    taken.add(name);
    return { name, members, agreement };
  });
  return sites.map((_, s) =>
    named.flatMap(({ name, members, agreement }): Found[] =>
      members[s] === null ? [] : [{ attribute: name, rule: members[s]!, score: agreement }],
    ),
  );
}

function mostCommon(names: readonly string[]): string | null {
  const count = new Map<string, number>();
  for (const name of names) count.set(name, (count.get(name) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** From a rule of a site to the column of a table. */
class ColumnMaker {
  readonly #set: RuleSet;
  readonly #completion: LabelCompletion;
  #inline: ReadonlySet<string> | null = null;

  constructor(set: RuleSet) {
    this.#set = set;
    this.#completion = new LabelCompletion(set);
  }

  make(name: string, rule: LearnedRule, completed: boolean): SiteColumn {
    const column: SiteColumn = {
      name,
      source: isHeading(this.#set.graph, rule) ? 'heading' : 'person',
      rules: [{ rule, prefix: this.#prefix(rule) }],
    };
    return completed ? this.#completion.complete(column) : column;
  }

  /** What stands before the values, or in one text with them. */
  label(rule: LearnedRule): string {
    return this.#prefix(rule)?.trim() ?? labelOfRule(this.#set.graph, rule)?.text ?? '';
  }

  name(rule: LearnedRule): string {
    if (isHeading(this.#set.graph, rule)) return 'Nome';
    return cleanLabel(this.label(rule)) ?? '';
  }

  /** `Partido: ` when every value begins with it. */
  #prefix(rule: LearnedRule): string | null {
    const { graph } = this.#set;
    this.#inline ??= new Set(inlineLabels(graph).keys());
    const first = rule.nodes.length === 0 ? null : inlineLabel(graph.text(rule.nodes[0]!));
    if (first === null || !this.#inline.has(first)) return null;
    return rule.nodes.every((node) => graph.text(node).startsWith(first)) ? first : null;
  }
}
