/**
 * From the page of one thing (a councillor, a player, a product) to a table of all that its site has; and the steps of that way one by one.
 *
 * ```ts
 * const { table, wrappers } = await entities(['https://www.camara-exemplo.leg.br/vereadores/fulana'], {
 *   crawl: 'vereadores',
 *   settings: { contact: 'https://eu.exemplo.pt/' },
 * });
 * for (const { url, cells } of table.rows) console.log(url, cells);
 * ```
 */
import type {
  Discovery,
  DiscoverySettings,
  EngineCredentials,
  EntityTable,
  EntityTableOptions,
  RuleEngine,
  RuleSettings,
  SiteGraph,
  SiteLearning,
  Table,
  Wrapper,
  WrapperCheck,
  WriteOptions,
} from '../entities/index.ts';
import type { Fetcher } from '../fetcher.ts';
import type { EntityPages } from './entities/open-pages.ts';
import type { SelectionOptions } from './entities/selection.ts';

export interface ReadingOptions {
  readonly discovery?: DiscoverySettings | undefined;
  readonly rules?: RuleSettings | undefined;
  /** Told how many pages were read. */
  readonly onRead?: ((pages: number) => void) | undefined;
}

/** Where the rules of a wrapper run. */
export interface EngineOptions {
  /** As `openEngine` reads it: `grafeo`, `bolt://…`; in process without it. */
  readonly engine?: string | undefined;
  readonly credentials?: EngineCredentials | undefined;
}

/** What is written of each value of a table. */
export interface ValueOptions {
  /** The rule, label, path and place that it came from. */
  readonly provenance?: boolean | undefined;
  /** Its normal form beside it, when it is not text. */
  readonly typed?: boolean | undefined;
}

export interface WritingOptions extends ValueOptions {
  /** File for the table: `.csv`, `.jsonl` or `.parquet`. */
  readonly out?: string | undefined;
}

export interface EntitiesOptions
  extends Omit<EntityTableOptions, 'engine' | 'choose' | 'select'>,
    EngineOptions,
    SelectionOptions,
    WritingOptions {}

/**
 * The whole way: pages like the examples, what varies among them, a table. Throws TRF_OUTPUT_FORM before anything is read when `out` has
 * the name of no form of tables.
 */
export async function entities(
  examples: readonly string[],
  pages: EntityPages,
  options: EntitiesOptions = {},
): Promise<EntityTable> {
  const { engine, credentials, out, provenance, typed, ...rest } = options;
  const { way, votes, onUndecided, ask, attributes, known, least, ...asked } = rest;
  const [{ entityTable }, { withPages }, { selecting }] = await Promise.all([
    import('../entities/index.ts'),
    import('./entities/open-pages.ts'),
    import('./entities/selection.ts'),
  ]);
  const chosen = await selecting(
    { way, votes, onUndecided, ask, attributes, known, least },
    asked.wanted ?? [],
  );
  return written({ out, provenance, typed }, async () => {
    const found = await withEngine({ engine, credentials }, (running) =>
      withPages(pages, (fetcher) =>
        entityTable(fetcher, examples, {
          ...asked,
          ...chosen,
          engine: running,
        }),
      ),
    );
    return { result: found, table: found.table };
  });
}

/** What cannot be written must not cost a crawl first. */
async function written<T>(
  { out, ...options }: WritingOptions,
  work: () => Promise<{ readonly result: T; readonly table: Table }>,
): Promise<T> {
  const { formOf, writeTable } = await import('../entities/index.ts');
  if (out !== undefined) formOf(out);
  const { result, table } = await work();
  if (out !== undefined) await writeTable(out, table, valueOptions(options));
  return result;
}

function valueOptions({ provenance = false, typed = false }: ValueOptions): WriteOptions {
  return { provenance, typed };
}

/** A table as JSON Lines, row by row. */
export async function* entityLines(table: Table, options: ValueOptions = {}): AsyncGenerator<string> {
  const { jsonLines } = await import('../entities/index.ts');
  yield* jsonLines(table, valueOptions(options));
}

async function withEngine<T>(
  { engine, credentials }: EngineOptions,
  work: (engine: RuleEngine) => Promise<T>,
): Promise<T> {
  const { openEngine } = await import('../entities/index.ts');
  const running = await openEngine(engine, credentials);
  try {
    return await work(running);
  } finally {
    await running.close();
  }
}

/** The pages of a site that are like the examples. */
export async function discoverEntities(
  examples: readonly string[],
  pages: EntityPages,
  options: ReadingOptions = {},
): Promise<Discovery> {
  return (await import('./entities/open-pages.ts')).withPages(pages, (fetcher) =>
    found(fetcher, examples, options),
  );
}

/** What can be learned of each site of the examples, before any column is chosen. */
export async function learnEntities(
  examples: readonly string[],
  pages: EntityPages,
  options: EntityTableOptions = {},
): Promise<readonly SiteLearning[]> {
  const { learnSites } = await import('../entities/index.ts');
  return (await import('./entities/open-pages.ts')).withPages(pages, (fetcher) =>
    learnSites(fetcher, examples, options),
  );
}

/** A rule of a site, as it can be read. */
export interface ReadableRule {
  readonly site: string;
  readonly id: string;
  /** The label that it starts from; empty for a path from the root. */
  readonly pivot: string;
  readonly path: string;
  /** The position of each step among its siblings; null where it is left open. */
  readonly positions: readonly (number | null)[];
  /** In how many pages it has a value. */
  readonly pages: number;
  readonly cypher: string;
  /** Its values, in the order of pages and documents. */
  readonly values: readonly {
    readonly page: string;
    readonly value: string;
    readonly label: string | null;
  }[];
}

/** All rules that a site's pages give, before any column is chosen, the preferred first. */
export async function entityRules(
  examples: readonly string[],
  pages: EntityPages,
  options: ReadingOptions = {},
): Promise<readonly ReadableRule[]> {
  const { pathOf, pivotOf, printCypher } = await import('../entities/index.ts');
  const sites = await learnEntities(examples, pages, options);
  return sites.flatMap(({ site, set: { graph, rules } }) =>
    rules.map(({ id, rule, pages: count, nodes, labels }) => ({
      site,
      id,
      pivot: pivotOf(rule),
      path: pathOf(rule),
      positions: rule.steps.map(({ position }) => position),
      pages: count,
      cypher: printCypher(rule),
      values: [...nodes].map((node, i) => ({
        page: graph.url(node),
        value: graph.text(node),
        label: labels[i]! < 0 ? null : graph.text(labels[i]!),
      })),
    })),
  );
}

/** A table by a wrapper that was learned before: of the pages named, or of all that its example leads to. */
export async function extractEntities(
  wrapper: Wrapper,
  urls: readonly string[],
  pages: EntityPages,
  options: ReadingOptions & EngineOptions & WritingOptions = {},
): Promise<Table> {
  const { buildTable, extract } = await import('../entities/index.ts');
  const { out, provenance, typed } = options;
  return written({ out, provenance, typed }, () =>
    withEngine(options, async (engine) => {
      const graph = await graphFor(wrapper, urls, pages, options);
      const table = buildTable(
        await extract(wrapper, graph, engine),
        wrapper.attributes.map(({ name }) => name),
      );
      return { result: table, table };
    }),
  );
}

/** Whether a wrapper still fits its site. */
export async function checkEntities(
  wrapper: Wrapper,
  urls: readonly string[],
  pages: EntityPages,
  options: ReadingOptions & EngineOptions = {},
): Promise<WrapperCheck> {
  const { checkWrapper } = await import('../entities/index.ts');
  return withEngine(options, async (engine) =>
    checkWrapper(wrapper, await graphFor(wrapper, urls, pages, options), engine),
  );
}

/** The rows of a query in Cypher over the graph of a site. Throws TRF_ENGINE_MISSING without the optional graph database. */
export async function queryEntityGraph(
  graph: SiteGraph,
  cypher: string,
): Promise<readonly (readonly unknown[])[]> {
  const { GrafeoEngine } = await import('../entities/index.ts');
  const engine = await GrafeoEngine.open();
  try {
    await engine.load(graph);
    return await engine.query(cypher);
  } finally {
    await engine.close();
  }
}

/** Keeps a table in the catalogue of a collection, where it is found, shown and taken out by its name. */
export async function keepEntities(
  inputs: readonly string[],
  name: string,
  table: EntityTable,
  { now = Date.now }: { readonly now?: (() => number) | undefined } = {},
): Promise<void> {
  const [{ openCollection }, { entityTableIn, foundTable }] = await Promise.all([
    import('../collection/index.ts'),
    import('../server/index.ts'),
  ]);
  const collection = await openCollection(inputs);
  try {
    await collection.catalogue.write({ tables: [entityTableIn(name, foundTable(table), now())] });
  } finally {
    await collection.close();
  }
}

async function found(
  fetcher: Fetcher,
  examples: string | readonly string[],
  { discovery = {}, onRead }: ReadingOptions,
): Promise<Discovery> {
  const { discover } = await import('../entities/index.ts');
  return discover(fetcher, examples, {
    profile: discovery,
    ...(onRead === undefined ? {} : { onRead }),
  });
}

async function graphFor(
  wrapper: Wrapper,
  urls: readonly string[],
  pages: EntityPages,
  options: ReadingOptions,
): Promise<SiteGraph> {
  const { buildGraph } = await import('../entities/index.ts');
  return (await import('./entities/open-pages.ts')).withPages(pages, async (fetcher) => {
    const discovery = { ...options.discovery, ...(urls.length > 0 ? { height: 0 } : {}) };
    const site = await found(fetcher, urls.length > 0 ? urls : wrapper.example, { ...options, discovery });
    for (const { url } of site.pages) await site.page(url);
    const texts = site.pages.flatMap(({ url }) => {
      const page = site.stored(url);
      return page === null ? [] : [{ url, html: page.html }];
    });
    return buildGraph(texts, { template: wrapper.template });
  });
}
