/**
 * Rules in an embedded graph database, Grafeo (`@grafeo-db/js`, an optional dependency). The graph can be kept in a file
 * and asked with a person's own Cypher.
 */
import { TarrafaError } from '../../errors.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import { printMatch } from '../rules/cypher.ts';
import type { Rule } from '../rules/rule.ts';
import { EDGE_TYPE, edgeBatches, matchOf, NODE_LABEL, nodeBatches } from './node-properties.ts';
import { compareMatches, type RuleEngine, type RuleMatch } from './port.ts';

/** The part of the package that is used: it need not be there when this file is compiled. */
interface Database {
  executeCypher(
    text: string,
    parameters?: Record<string, unknown>,
  ): Promise<{ rows(): unknown[][]; columns: string[] }>;
  batchCreateNodesWithProps(labels: string, properties: readonly object[]): Promise<number[]>;
  batchCreateEdges(edges: readonly { src: number; dst: number; type: string }[]): Promise<number[]>;
  close(): void | Promise<void>;
}

interface Package {
  readonly GrafeoDB: { create(path?: string): Database; open(path: string): Database };
}

const PACKAGE = '@grafeo-db/js';
const BATCH = 20_000;

async function load(): Promise<Package> {
  try {
    // CommonJS: what it exports is the default export. The name in a variable keeps the compiler from asking for it.
    const name: string = PACKAGE;
    const module = (await import(name)) as { default: Package };
    return module.default;
  } catch (cause) {
    throw new TarrafaError('TRF_ENGINE_MISSING', [PACKAGE, PACKAGE], { cause });
  }
}

export class GrafeoEngine implements RuleEngine {
  readonly #package: Package;
  readonly #path: string | undefined;
  #database: Database | null = null;

  private constructor(grafeo: Package, path: string | undefined) {
    this.#package = grafeo;
    this.#path = path;
  }

  /** In memory, or in the folder `path`. Throws `TRF_ENGINE_MISSING` when the package is not installed. */
  static async open(path?: string): Promise<GrafeoEngine> {
    return new GrafeoEngine(await load(), path);
  }

  /** Whether the optional package can be loaded here. */
  static async isInstalled(): Promise<boolean> {
    return load().then(
      () => true,
      () => false,
    );
  }

  async load(graph: SiteGraph): Promise<void> {
    await this.#database?.close();
    const database = this.#package.GrafeoDB.create(this.#path);
    this.#database = database;
    const ids = new Float64Array(graph.count);
    let at = 0;
    for (const batch of nodeBatches(graph, BATCH))
      for (const id of await database.batchCreateNodesWithProps(NODE_LABEL, batch)) ids[at++] = id;
    for (const batch of edgeBatches(graph, BATCH))
      await database.batchCreateEdges(
        batch.map(({ from, to }) => ({ src: ids[from]!, dst: ids[to]!, type: EDGE_TYPE })),
      );
    await database.executeCypher(`CREATE INDEX node_value FOR (n:${NODE_LABEL}) ON (n.value)`);
  }

  async run(rule: Rule): Promise<readonly RuleMatch[]> {
    const { text, parameters } = printMatch(rule);
    const rows = await this.query(text, parameters);
    return rows.map(([node, label]) => matchOf(rule, node, label)).sort(compareMatches);
  }

  /** A person's own Cypher: rows as the database gives them. */
  async query(text: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<unknown[][]> {
    if (this.#database === null) return [];
    return (await this.#database.executeCypher(text, { ...parameters })).rows();
  }

  async close(): Promise<void> {
    await this.#database?.close();
    this.#database = null;
  }
}
