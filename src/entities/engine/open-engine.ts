/** An engine by its address, as a person names it: the rooms never choose one by other code. */
import { TarrafaError } from '../../errors.ts';
import { BoltEngine, boltDriver } from './bolt-engine.ts';
import { GrafeoEngine } from './grafeo-engine.ts';
import { InProcessEngine } from './in-process-engine.ts';
import type { RuleEngine } from './port.ts';

/** Who a server of graphs takes us for; never part of an address, which ends up in logs and lists of processes. */
export interface EngineCredentials {
  readonly user: string;
  readonly password: string;
}

/**
 * - no address: in process;
 * - `grafeo`, or `grafeo:<folder>` to keep the graph: the embedded database `@grafeo-db/js` (optional package);
 * - `bolt://…`, `neo4j://…`: a server, through `neo4j-driver` (optional package; experimental).
 *
 * ```ts
 * const engine = await openEngine('grafeo');
 * const { table } = await entityTable(fetcher, examples, { engine });
 * await engine.close();
 * ```
 */
export async function openEngine(address?: string, credentials?: EngineCredentials): Promise<RuleEngine> {
  if (address === undefined) return new InProcessEngine();
  if (address === 'grafeo') return GrafeoEngine.open();
  if (address.startsWith('grafeo:') && address.length > 7) return GrafeoEngine.open(address.slice(7));
  if (/^(?:bolt|neo4j)(?:\+s(?:sc)?)?:\/\/[^/@]+$/.test(address))
    return new BoltEngine(await boltDriver(address, credentials?.user, credentials?.password));
  throw new TarrafaError('TRF_ENGINE_UNKNOWN', [address.replace(/\/\/[^@]*@/, '//…@')]);
}
