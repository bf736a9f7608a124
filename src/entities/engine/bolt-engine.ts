/**
 * Rules on a server that speaks Bolt (Neo4j and its like), through `neo4j-driver`, an optional dependency.
 *
 * Experimental: tested against a stand-in that records what is sent, never against a server.
 */
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import { printMatch } from '../rules/cypher.ts';
import type { Rule } from '../rules/rule.ts';
import { EDGE_TYPE, edgeBatches, matchOf, NODE_LABEL, nodeBatches } from './node-properties.ts';
import { compareMatches, type RuleEngine, type RuleMatch } from './port.ts';

/** The part of a driver that is used. */
export interface BoltDriver {
  executeQuery(
    text: string,
    parameters?: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly records: readonly { get(column: number): unknown }[] }>;
  close(): Promise<void>;
}

const PACKAGE = 'neo4j-driver';
const BATCH = 5_000;

/** A driver for a server at `bolt://…`. Throws `TRF_ENGINE_MISSING` when the package is not installed. */
export async function boltDriver(url: string, user?: string, password?: string): Promise<BoltDriver> {
  interface Package {
    driver(url: string, auth?: unknown, options?: object): BoltDriver;
    readonly auth: { basic(user: string, password: string): unknown };
  }
  let neo4j: Package;
  try {
    const name: string = PACKAGE;
    neo4j = ((await import(name)) as { default: Package }).default;
  } catch (cause) {
    throw new TarrafaError('TRF_ENGINE_MISSING', [PACKAGE, PACKAGE], { cause });
  }
  const auth = user === undefined ? undefined : neo4j.auth.basic(user, password ?? '');
  // Whole numbers as numbers: positions and lines are far below 2^53.
  return neo4j.driver(url, auth, { disableLosslessIntegers: true });
}

export class BoltEngine implements RuleEngine {
  readonly #driver: BoltDriver;
  readonly #label: string;

  /** `label` keeps this graph apart from whatever else the server holds; letters, digits and `_`. */
  constructor(driver: BoltDriver, label = NODE_LABEL) {
    if (!/^[A-Za-z]\w{0,60}$/.test(label))
      throw new TarrafaError('TRF_RULE_INVALID', [label, reason('not-a-label')]);
    this.#driver = driver;
    this.#label = label;
  }

  async load(graph: SiteGraph): Promise<void> {
    const label = this.#label;
    await this.#driver.executeQuery(`MATCH (n:${label}) DETACH DELETE n`);
    for (const property of ['id', 'value'])
      await this.#driver.executeQuery(
        `CREATE INDEX ${label}_${property} IF NOT EXISTS FOR (n:${label}) ON (n.${property})`,
      );
    for (const rows of nodeBatches(graph, BATCH))
      await this.#driver.executeQuery(`UNWIND $rows AS row CREATE (n:${label}) SET n = row`, { rows });
    for (const rows of edgeBatches(graph, BATCH))
      await this.#driver.executeQuery(
        `UNWIND $rows AS row MATCH (a:${label} {id: row.from}), (b:${label} {id: row.to}) CREATE (a)-[:${EDGE_TYPE}]->(b)`,
        { rows },
      );
  }

  async run(rule: Rule): Promise<readonly RuleMatch[]> {
    const { text, parameters } = printMatch(rule);
    const { records } = await this.#driver.executeQuery(text, parameters);
    return records.map((record) => matchOf(rule, record.get(0), record.get(1))).sort(compareMatches);
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }
}
