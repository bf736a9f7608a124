/**
 * The way of a lease past the robots file of its origin. The file is asked for when it is not known; each request of that is an access
 * of the queue, and may make the lease rest.
 */
import type { Frontier, Lease } from '../frontier/index.ts';
import {
  backOff,
  type FetchFailure,
  portOf,
  type Resolution,
  type Resolver,
  retryAfter,
} from '../http/index.ts';
import type { RobotsRules } from '../robots/index.ts';
import { normaliseUrl } from '../url/index.ts';
import { type AddressRules, queueOf, sitemapCandidates } from './address-candidates.ts';
import { captureAside } from './capture.ts';
import type { Ledger } from './ledger.ts';
import type { Pace } from './pace.ts';
import type { Requests } from './requests.ts';
import type { RobotsExchange } from './robots-exchange.ts';
import type { RobotsGate } from './robots-gate.ts';
import type { Setbacks } from './setbacks.ts';
import type { CrawlSettings } from './settings.ts';

/** `resting`: the lease went back to the frontier. */
export type Passage = 'allowed' | 'blocked' | 'resting';

/** Of a robots file, bytes. */
const MOST_BYTES = 512_000;
/** A host in use elsewhere is looked at again after this at the earliest, ms. */
const LEAST_WAIT = 1_000;

export interface RobotsPassParts {
  readonly settings: CrawlSettings;
  readonly rules: AddressRules;
  readonly frontier: Pick<Frontier, 'schedule' | 'passBy'>;
  readonly ledger: Pick<Ledger, 'aside'>;
  readonly gate: RobotsGate;
  /** Those who share the crawl; null for one that nobody shares. */
  readonly exchange: RobotsExchange | null;
  readonly requests: Requests;
  readonly resolver: Resolver;
  readonly pace: Pace;
  readonly setbacks: Setbacks;
  readonly now: () => number;
}

export class RobotsPass {
  readonly #parts: RobotsPassParts;

  constructor(parts: RobotsPassParts) {
    this.#parts = parts;
  }

  async pass(lease: Lease, url: URL, resolution: Resolution): Promise<Passage> {
    const { gate, pace, setbacks } = this.#parts;
    for (;;) {
      const known = gate.known(url.origin) ?? (await this.#handed(url.origin));
      if (known) {
        // The lease was given out by a shorter delay than is asked for: a process that died knew of it, and had not said so.
        if (await pace.keep(lease)) {
          await setbacks.putBack(lease, {});
          return 'resting';
        }
        return known.allows(lease.url) ? 'allowed' : 'blocked';
      }
      const rests = await this.#ask(lease, url, resolution);
      if (rests) return 'resting';
    }
  }

  /** One request on the way to the rules of an origin. True when the lease went back to the frontier. */
  async #ask(lease: Lease, url: URL, resolution: Resolution): Promise<boolean> {
    const { gate, requests, pace, setbacks, settings, ledger, now } = this.#parts;
    const target = gate.nextRequest(url.origin);
    const elsewhere = new URL(target);
    const moved = elsewhere.host !== url.host;
    let where = resolution;
    let queue = lease.queue;
    if (moved) {
      const clearance = await this.#clearance(lease, elsewhere);
      if (typeof clearance === 'number') {
        await setbacks.putBack(lease, { notBefore: clearance });
        return true;
      }
      if (clearance === null) {
        // The hop leads nowhere that may be asked: as good as a robots file that cannot be reached.
        gate.answer(url.origin, outOfReach(now()));
        return false;
      }
      ({ resolution: where, queue } = clearance);
    }
    const outcome = await requests.send(target, queue, where, { maxBytes: MOST_BYTES });
    if (outcome.kind === 'failure' && outcome.reason === 'aborted') {
      await setbacks.putBack(lease, { accessedAt: outcome.endedAt });
      return true;
    }
    if (outcome.kind === 'failure' && outcome.reason === 'proxy') {
      await setbacks.putBack(lease, setbacks.whenProxyAnswers());
      return true;
    }
    const again = gate.tryAgain(url.origin, outcome, settings.retries);
    if (again > 0) {
      const wait = outcome.kind === 'response' ? retryAfter(outcome.header('retry-after'), now()) : null;
      const rest = backOff(again, url.origin, { baseMs: settings.retryDelay });
      const notBefore = now() + Math.max(rest, wait ?? 0);
      await setbacks.putBack(lease, { accessedAt: outcome.endedAt, notBefore });
      return true;
    }
    // In this order: a file that is known is not asked for again, and would never come into the archive.
    if (outcome.kind === 'response') ledger.aside(captureAside(target, outcome));
    gate.answer(url.origin, outcome);
    const after = gate.known(url.origin);
    if (after) await this.#tell(url.origin);
    if (after && settings.sitemaps && lease.hops < settings.maxHops)
      await this.#parts.frontier.schedule(
        sitemapCandidates(lease, url.origin, after.sitemaps, this.#parts.rules),
      );
    // With no delay to keep, going back to the frontier would only cost time; but what a lease passed by is in use until it ends.
    const restless = settings.delay === 0 && settings.addressDelay === 0 && (after?.crawlDelay ?? 0) === 0;
    if (restless && !moved) return false;
    await pace.keep(lease);
    await setbacks.putBack(lease, { accessedAt: outcome.endedAt });
    return true;
  }

  /** What others have asked for already. */
  async #handed(origin: string): Promise<RobotsRules | null> {
    const { exchange, gate } = this.#parts;
    const told = await exchange?.find(origin).catch(() => null);
    return told ? gate.learn(origin, told.value, told.fresh) : null;
  }

  async #tell(origin: string): Promise<void> {
    const { exchange, gate } = this.#parts;
    const known = exchange && gate.tellable(origin);
    if (known) await exchange.tell(origin, known.value, known.fresh).catch(() => {});
  }

  /**
   * A robots file may be redirected to another host, whose politeness clock then counts, and that of its address: its queue and its
   * resolution, a time to wait for, or null.
   */
  async #clearance(
    lease: Lease,
    target: URL,
  ): Promise<{ readonly queue: string; readonly resolution: Resolution } | number | null> {
    const { frontier, requests, resolver, settings, now } = this.#parts;
    const normal = normaliseUrl(target.href);
    if (normal.kind === 'refused') return null;
    let resolution: Resolution | null;
    try {
      const name = target.hostname.replace(/^\[|\]$/g, '');
      resolution = await requests.unlessAborted(resolver.resolve(name, portOf(target)));
    } catch {
      return null;
    }
    if (resolution === null) return now();
    const queue = queueOf(normal, settings.politeness);
    const rests = await frontier.passBy(lease, queue, resolution.address);
    if (rests === Number.POSITIVE_INFINITY) return now() + Math.max(LEAST_WAIT, settings.delay);
    return rests > 0 ? rests : { queue, resolution };
  }
}

function outOfReach(at: number): FetchFailure {
  return {
    kind: 'failure',
    reason: 'connect-refused',
    message: 'redirected out of reach',
    retryable: true,
    startedAt: at,
    endedAt: at,
  };
}
