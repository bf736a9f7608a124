/**
 * Which columns the table over several sites has: the attributes a person asked for by the values of an example page, or all that the
 * pages name themselves; and which column of each site is which attribute.
 */
import { type AlignableColumn, alignColumns, findAligned } from '../columns/align-columns.ts';
import {
  type ColumnsOptions,
  columnsByLabel,
  columnsForValues,
  LabelCompletion,
  type SiteColumn,
  type Wanted,
} from '../columns/site-columns.ts';
import { normalIdentifier } from '../reinforcement/value-type.ts';
import type { RuleSet } from '../rules/learn.ts';
import { columnQuery, type SiteSelection } from './learn-wrapper.ts';

export interface SiteRules {
  readonly site: string;
  readonly example: string;
  readonly set: RuleSet;
  /** Values of the example page that are wanted; none means everything that has a name. */
  readonly wanted?: readonly Wanted[];
  readonly structured?: ColumnsOptions['structured'];
}

export interface Selected {
  readonly sites: readonly SiteSelection[];
  /** Wanted values that no rule gives on the example page. */
  readonly missing: readonly { readonly site: string; readonly wanted: Wanted }[];
}

const NAME = /^(?:nome|nome completo|título|titulo|name|title)$/i;

/** The column that tells which entity a page describes: the heading, or what is called a name. */
export function identifierOf(columns: readonly SiteColumn[]): SiteColumn | null {
  return (
    columns.find(({ name }) => NAME.test(name)) ?? columns.find(({ source }) => source === 'heading') ?? null
  );
}

/** The values of a column by entity. */
function alignable(set: RuleSet, column: SiteColumn, entityOf: ReadonlyMap<string, string>): AlignableColumn {
  const values = new Map<string, string[]>();
  for (const { page, value } of columnQuery(set, column, []).values) {
    // A page whose entity is not known is one of its own: it is shared with no site, but its values show the kind.
    const entity = entityOf.get(page) ?? page;
    values.set(entity, [...(values.get(entity) ?? []), value]);
  }
  return { name: column.name, values };
}

function entitiesOf(set: RuleSet, identifier: SiteColumn | null): Map<string, string> {
  const result = new Map<string, string>();
  if (identifier === null) return result;
  for (const { page, value } of columnQuery(set, identifier, []).values)
    if (!result.has(page)) result.set(page, normalIdentifier(value));
  return result;
}

export interface SelectOptions {
  /** Also columns that nothing names. */
  readonly unnamed?: boolean;
  /** Whether rules beside the same label are asked where the chosen one is silent. @default true */
  readonly completed?: boolean;
}

export function selectColumns(
  sites: readonly SiteRules[],
  { unnamed = false, completed = true }: SelectOptions = {},
): Selected {
  const asked = sites.some(({ wanted }) => wanted !== undefined && wanted.length > 0);
  return asked ? selectWanted(sites, completed) : selectNamed(sites, unnamed, completed);
}

function selectWanted(sites: readonly SiteRules[], completed: boolean): Selected {
  const missing: { site: string; wanted: Wanted }[] = [];
  const columns = sites.map(({ site, example, set, wanted }): SiteColumn[] => {
    if (wanted === undefined || wanted.length === 0) return [];
    const page = Math.max(0, set.graph.urls.indexOf(example));
    const found = columnsForValues(set, page, wanted);
    for (const want of found.missing) missing.push({ site, wanted: want });
    if (!completed) return found.columns;
    const completion = new LabelCompletion(set);
    return found.columns.map((column) => completion.complete(column));
  });
  const names = [...new Set(columns.flatMap((list) => list.map(({ name }) => name)))];
  // An attribute that one example page lacks, or a site nobody looked at: found by its likeness to the other sites' columns.
  const offered = sites.map((site, s) =>
    names.every((name) => columns[s]!.some((column) => column.name === name))
      ? []
      : columnsByLabel(site.set, site.structured === undefined ? {} : { structured: site.structured }),
  );
  const entities = sites.map(({ set }, s) => entitiesOf(set, identifierOf([...columns[s]!, ...offered[s]!])));
  const filled = sites.map(({ set }, s): SiteColumn[] => {
    const here = [...columns[s]!];
    const used = new Set(here.flatMap(({ rules }) => rules.map(({ rule }) => rule.column)));
    for (const name of names) {
      if (here.some((column) => column.name === name)) continue;
      const others = columns.flatMap((list, o) =>
        o === s
          ? []
          : list
              .filter((column) => column.name === name)
              .map((column) => alignable(sites[o]!.set, column, entities[o]!)),
      );
      const free = offered[s]!.filter(({ rules }) => rules.every(({ rule }) => !used.has(rule.column)));
      const found = findAligned(
        others,
        free.map((column) => alignable(set, column, entities[s]!)),
      );
      const column = free[found];
      if (column === undefined) continue;
      const named = { ...column, name };
      here.push(completed ? new LabelCompletion(set).complete(named) : named);
      for (const { rule } of column.rules) used.add(rule.column);
    }
    return here.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  });
  return {
    sites: sites.map(({ site, example, set }, s) => selection(site, example, set, filled[s]!)),
    missing,
  };
}

function selectNamed(sites: readonly SiteRules[], unnamed: boolean, completed: boolean): Selected {
  const columns = sites.map(({ set, structured }) => {
    const completion = new LabelCompletion(set);
    return columnsByLabel(set, { unnamed, ...(structured === undefined ? {} : { structured }) }).map(
      (column) => (completed && column.source !== 'none' ? completion.complete(column) : column),
    );
  });
  const entities = sites.map(({ set }, s) => entitiesOf(set, identifierOf(columns[s]!)));
  const groups =
    sites.length === 1
      ? columns[0]!.map((_, i) => [[0, i] as const])
      : alignColumns(
          columns.map((list, s) => list.map((column) => alignable(sites[s]!.set, column, entities[s]!))),
        );
  const renamed = columns.map((list) => [...list]);
  const taken = new Set<string>();
  for (const members of groups) {
    const counts = new Map<string, number>();
    for (const [s, i] of members)
      counts.set(columns[s]![i]!.name, (counts.get(columns[s]![i]!.name) ?? 0) + 1);
    const common = [...counts].sort((a, b) => b[1] - a[1])[0]![0];
    let name = common;
    for (let n = 2; taken.has(name); n++) name = `${common} ${n}`;
    taken.add(name);
    for (const [s, i] of members) renamed[s]![i] = { ...columns[s]![i]!, name };
  }
  return {
    sites: sites.map(({ site, example, set }, s) => selection(site, example, set, renamed[s]!)),
    missing: [],
  };
}

function selection(
  site: string,
  example: string,
  set: RuleSet,
  columns: readonly SiteColumn[],
): SiteSelection {
  return { site, example, set, columns, identifier: identifierOf(columns)?.name ?? null };
}

/**
 * Columns that a person showed the values of, beside others: one of the same name takes the place of the other, which it mends; one of the
 * same rule and another name takes it too, because it is the same column.
 */
export function besideOthers(others: SiteSelection, shown: SiteSelection): SiteSelection {
  const left = new Map(shown.columns.map((column) => [column.name, column]));
  const ruleOf = ({ rules }: SiteColumn) => rules[0]?.rule.column;
  const ruled = new Map(shown.columns.map((column) => [ruleOf(column), column]));
  const columns: SiteColumn[] = [];
  for (const column of others.columns) {
    const mended = left.get(column.name) ?? ruled.get(ruleOf(column));
    if (mended === undefined) columns.push(column);
    else if (left.delete(mended.name)) columns.push(mended);
  }
  columns.push(...left.values());
  return selection(others.site, others.example, others.set, columns);
}
