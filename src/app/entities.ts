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
  DiscoveryProfile,
  EngineCredentials,
  EntityTable,
  EntityTableOptions,
  RuleEngine,
  SiteGraph,
  SiteLearning,
  Table,
  Wrapper,
  WrapperCheck,
} from '../entities/index.ts';
import type { Fetcher } from '../fetcher.ts';
import type { EntityPages } from './entities/open-pages.ts';

export interface ReadingOptions {
  readonly discovery?: Partial<DiscoveryProfile> | undefined;
  /** Told how many pages were read. */
  readonly onRead?: ((pages: number) => void) | undefined;
}

/** Where the rules of a wrapper run. */
export interface EngineOptions {
  /** As `openEngine` reads it: `grafeo`, `bolt://…`; in process without it. */
  readonly engine?: string | undefined;
  readonly credentials?: EngineCredentials | undefined;
}

/** The whole way: pages like the examples, what varies among them, a table. */
export async function entities(
  examples: readonly string[],
  pages: EntityPages,
  { engine, credentials, ...options }: Omit<EntityTableOptions, 'engine'> & EngineOptions = {},
): Promise<EntityTable> {
  const { entityTable } = await import('../entities/index.ts');
  const { withPages } = await import('./entities/open-pages.ts');
  return withEngine({ engine, credentials }, (running) =>
    withPages(pages, (fetcher) => entityTable(fetcher, examples, { ...options, engine: running })),
  );
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

/** A table by a wrapper that was learned before: of the pages named, or of all that its example leads to. */
export async function extractEntities(
  wrapper: Wrapper,
  urls: readonly string[],
  pages: EntityPages,
  options: ReadingOptions & EngineOptions = {},
): Promise<Table> {
  const { buildTable, extract } = await import('../entities/index.ts');
  return withEngine(options, async (engine) => {
    const graph = await graphFor(wrapper, urls, pages, options);
    return buildTable(
      await extract(wrapper, graph, engine),
      wrapper.attributes.map(({ name }) => name),
    );
  });
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
