/**
 * The whole way: from one example page a site to one table over all sites, with the wrappers that made it.
 *
 * ```ts
 * const { table } = await entityTable(fetcher, ['https://www.camara.exemplo.br/vereadores/ana-prado']);
 * await writeTable('vereadores.csv', table);
 * ```
 */

import { TarrafaError } from '../../errors.ts';
import type { Fetcher } from '../../fetcher.ts';
import { parseHtml, type StructuredPair, structuredData } from '../../html/index.ts';
import { addressFailure, reason } from '../../words/why.ts';
import type { SiteColumn, Wanted } from '../columns/site-columns.ts';
import { addressOf } from '../discovery/address.ts';
import { type Discovery, type DiscoverySettings, discover } from '../discovery/index.ts';
import type { RuleEngine } from '../engine/port.ts';
import { buildGraph, type SitePage } from '../graph/build-graph.ts';
import type { Reinforcement } from '../reinforcement/q-score.ts';
import { learnRules, type RuleSet } from '../rules/learn.ts';
import { type RuleSettings, ruleProfile } from '../rules/profile.ts';
import { buildTable, type Table } from '../table/table.ts';
import { type ExtractedPage, extract } from './extract.ts';
import { learnWrappers, type SiteSelection, siteEntities } from './learn-wrapper.ts';
import { type SelectionNote, type SelectionWay, selectByWay } from './select-by-way.ts';
import { besideOthers, identifierOf, type Selected, selectColumns } from './select-columns.ts';
import type { Wrapper } from './wrapper.ts';

export interface SiteLearning {
  readonly site: string;
  readonly example: string;
  readonly discovery: Discovery;
  readonly set: RuleSet;
  /** By page number of the graph. */
  readonly structured: readonly (readonly StructuredPair[])[];
}

export interface EntityTableOptions {
  /** Values of example pages that are wanted; each is looked for on every example page. */
  readonly wanted?: readonly Wanted[];
  /** The columns of the wanted values stand beside those that there are without them; else they are all that there is. */
  readonly beside?: boolean | undefined;
  /** Also columns that nothing names. */
  readonly unnamed?: boolean;
  readonly discovery?: DiscoverySettings | undefined;
  /** How rules are learned. */
  readonly rules?: RuleSettings | undefined;
  /** Which rules give a value where the chosen one has none. @default 'modern' */
  readonly reinforcement?: Reinforcement | undefined;
  readonly onRead?: ((pages: number) => void) | undefined;
  /** A person's choice for a site in place of the usual one; null leaves the site as it is. */
  readonly choose?: (site: SiteLearning) => Promise<readonly SiteColumn[] | null>;
  /** How columns are chosen where nobody looks at the sites; without it by `wanted`, or by what the pages call them. */
  readonly select?: SelectionWay | undefined;
  readonly now?: () => number;
  /** Runs the rules of the wrappers; in process without it. */
  readonly engine?: RuleEngine | undefined;
}

export interface EntityTable {
  readonly table: Table;
  readonly wrappers: readonly Wrapper[];
  readonly sites: readonly SiteLearning[];
  readonly warnings: readonly EntityWarning[];
  /** With `select`: which column is which attribute, and by how much. */
  readonly notes: readonly SelectionNote[];
}

export type EntityWarning =
  | { readonly kind: 'few-pages'; readonly site: string; readonly pages: number }
  | { readonly kind: 'no-index' | 'budget'; readonly site: string }
  /** Pages of one name are not compared with those of other sites: nobody knows which of them is meant. */
  | { readonly kind: 'names-repeated'; readonly site: string; readonly names: readonly string[] }
  | { readonly kind: 'wanted-missing'; readonly site: string; readonly name: string; readonly value: string };

/** With fewer pages no text can be told from the template. */
const LEAST_PAGES = 3;
const FEW_PAGES = 10;
/** Share of the values of an ordinary page that the example must have. */
const LEAST_OF_EXAMPLE = 0.34;

/** Examples by site, in the order of their first. */
function bySite(examples: readonly string[]): Map<string, string[]> {
  const sites = new Map<string, string[]>();
  for (const example of examples) {
    const url = addressOf(example);
    if (url.kind === 'refused')
      throw new TarrafaError('TRF_URL_MALFORMED', [example, addressFailure(url.reason)]);
    sites.set(url.site, [...(sites.get(url.site) ?? []), example]);
  }
  return sites;
}

/** Finds the pages of each site and learns its rules; no selection yet. */
export async function learnSites(
  fetcher: Fetcher,
  examples: readonly string[],
  options: EntityTableOptions = {},
): Promise<SiteLearning[]> {
  const result: SiteLearning[] = [];
  for (const [site, mine] of bySite(examples)) {
    const discovery = await discover(fetcher, mine, {
      ...(options.discovery === undefined ? {} : { profile: options.discovery }),
      ...(options.onRead === undefined ? {} : { onRead: options.onRead }),
      ...(options.now === undefined ? {} : { now: options.now }),
    });
    for (const { url } of discovery.pages) await discovery.page(url);
    const urls = discovery.pages.map(({ url }) => url).filter((url) => discovery.stored(url) !== null);
    if (urls.length < LEAST_PAGES)
      throw new TarrafaError('TRF_ENTITY_ALONE', [
        mine[0]!,
        reason('too-few-pages', { pages: urls.length, least: LEAST_PAGES }),
      ]);
    result.push(learnSite(site, discovery.example, discovery, urls, options.rules));
  }
  return result;
}

function learnSite(
  site: string,
  example: string,
  discovery: Discovery,
  urls: readonly string[],
  rules: RuleSettings = {},
): SiteLearning {
  const structured: StructuredPair[][] = [];
  function* pages(): Generator<SitePage> {
    for (const url of urls) {
      const document = parseHtml(discovery.stored(url)!.html);
      structured.push([...structuredData(document).pairs]);
      yield { url, document };
    }
  }
  // As published, a text is of the template when it is frequent, whatever else it is.
  const graph = buildGraph(pages(), { frequencyOnly: rules.method === 'published' });
  const set = learnRules(graph, ruleProfile(rules));
  return { site, example, discovery, set, structured };
}

export async function entityTable(
  fetcher: Fetcher,
  examples: readonly string[],
  options: EntityTableOptions = {},
): Promise<EntityTable> {
  const sites = await learnSites(fetcher, examples, options);
  const wanted = options.wanted ?? [];
  const warnings: EntityWarning[] = [];
  for (const { site, discovery, set } of sites) {
    if (set.graph.pageCount < FEW_PAGES)
      warnings.push({ kind: 'few-pages', site, pages: set.graph.pageCount });
    if (discovery.exhausted) warnings.push({ kind: 'budget', site });
  }
  const beside = options.beside === true && wanted.length > 0;
  const { notes, ...selected } = selectedColumns(sites, beside ? { ...options, wanted: [] } : options);
  const shown = beside ? selectedColumns(sites, { ...options, select: undefined }) : selected;
  // A value wanted must be on one example page at least; on the other sites the attribute is found by likeness.
  for (const want of wanted) {
    const lacking = shown.missing.filter(({ wanted: missed }) => missed.name === want.name);
    if (lacking.length === sites.length)
      throw new TarrafaError('TRF_WANTED_MISSING', [
        sites.map(({ example }) => example).join(', '),
        want.value,
      ]);
  }
  for (const { site, columns } of shown.sites)
    for (const want of wanted)
      if (!columns.some(({ name }) => name === want.name))
        warnings.push({ kind: 'wanted-missing', site, name: want.name, value: want.value });
  for (const { site, attribute, rule } of notes)
    if (rule === null) warnings.push({ kind: 'wanted-missing', site, name: attribute, value: '' });
  const selections: SiteSelection[] = [];
  for (const [i, selection] of selected.sites.entries()) {
    const chosen = await options.choose?.(sites[i]!);
    const others =
      chosen === null || chosen === undefined
        ? selection
        : { ...selection, columns: chosen, identifier: identifierOf(chosen)?.name ?? null };
    selections.push(beside ? besideOthers(others, shown.sites[i]!) : others);
  }
  if (selections.every(({ columns }) => columns.length === 0))
    throw new TarrafaError('TRF_ENTITY_NO_TABLE', [sites[0]!.set.graph.pageCount, sites[0]!.example]);
  for (const selection of selections.length > 1 ? selections : []) {
    const names = siteEntities(selection)?.repeated ?? [];
    if (names.length > 0) warnings.push({ kind: 'names-repeated', site: selection.site, names });
  }
  const wrappers = learnWrappers(selections, options.reinforcement);
  const pages: ExtractedPage[] = [];
  for (const [i, wrapper] of wrappers.entries()) {
    const extracted = await extract(wrapper, sites[i]!.set.graph, options.engine);
    // An example with next to none of the data was no page of a thing, but a list, a home page, a page of plain text.
    const example = extracted.find(({ url }) => url === wrapper.example);
    const sizes = extracted.map(({ values }) => values.size).sort((a, b) => a - b);
    const bare = example !== undefined && example.values.size <= 1 && wrapper.attributes.length > 2;
    if (bare || (example !== undefined && example.values.size < LEAST_OF_EXAMPLE * sizes[sizes.length >> 1]!))
      throw new TarrafaError('TRF_ENTITY_ALONE', [
        wrapper.example,
        reason('other-template', { pages: extracted.length - 1 }),
      ]);
    pages.push(...extracted.filter(({ values }) => values.size > 0));
  }
  const names = [...new Set(wrappers.flatMap(({ attributes }) => attributes.map(({ name }) => name)))];
  return { table: buildTable(pages, names), wrappers, sites, warnings, notes };
}

function selectedColumns(
  sites: readonly SiteLearning[],
  { select, wanted = [], unnamed, reinforcement = 'modern' }: EntityTableOptions,
): Selected & { readonly notes: readonly SelectionNote[] } {
  // As published, only the score of a rule makes it a complement.
  const completed = reinforcement === 'modern';
  if (select === undefined)
    return {
      ...selectColumns(
        sites.map(({ site, example, set, structured }) => ({ site, example, set, structured, wanted })),
        { completed, ...(unnamed === undefined ? {} : { unnamed }) },
      ),
      notes: [],
    };
  const { columns, notes } = selectByWay(sites, select, completed);
  return {
    sites: sites.map(({ site, example, set }, s) => ({
      site,
      example,
      set,
      columns: columns[s]!,
      identifier: identifierOf(columns[s]!)?.name ?? null,
    })),
    missing: [],
    notes,
  };
}
