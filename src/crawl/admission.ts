/** What a lease must pass before its request is made: its host lives, its name has an address that does not rest, its robots file allows it. */
import type { Frontier, Lease } from '../frontier/index.ts';
import { portOf, type Resolution, type Resolver } from '../http/index.ts';
import type { Requests } from './requests.ts';
import type { RobotsGate } from './robots-gate.ts';
import type { RobotsPass } from './robots-pass.ts';
import type { Setbacks } from './setbacks.ts';
import type { CrawlSettings } from './settings.ts';
import { unsent, type VisitEnds } from './visit-end.ts';
import type { VisitsUnderWay } from './visits-under-way.ts';

export interface AdmissionParts {
  readonly settings: Pick<CrawlSettings, 'blockedRetry'>;
  readonly frontier: Pick<Frontier, 'bind'>;
  readonly resolver: Resolver;
  readonly requests: Pick<Requests, 'unlessAborted'>;
  readonly underWay: VisitsUnderWay;
  readonly gate: RobotsGate;
  readonly robots: RobotsPass;
  readonly setbacks: Setbacks;
  readonly ends: VisitEnds;
  readonly now: () => number;
}

export class Admission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** Where the request may be sent now; null when the lease was ended otherwise. */
  async admit(lease: Lease, url: URL): Promise<Resolution | null> {
    const { frontier, resolver, requests, robots, setbacks, ends, underWay } = this.#parts;
    if (setbacks.isGivenUp(url.host)) {
      await ends.end(lease, unsent('failed', 'unreachable'));
      return null;
    }
    let resolution: Resolution | null;
    underWay.reached(lease, 'name');
    try {
      const name = url.hostname.replace(/^\[|\]$/g, '');
      resolution = await requests.unlessAborted(resolver.resolve(name, portOf(url)));
    } catch (error) {
      await setbacks.unresolved(lease, error);
      return null;
    }
    if (resolution === null) {
      await setbacks.putBack(lease, {});
      return null;
    }
    const rests = await frontier.bind(lease, resolution.address);
    if (rests > 0) {
      await setbacks.putBack(lease, { notBefore: rests });
      return null;
    }
    underWay.reached(lease, 'robots');
    const passage = await robots.pass(lease, url, resolution);
    if (passage === 'blocked') await this.#block(lease, url);
    return passage === 'allowed' ? resolution : null;
  }

  /** The URL stays known, and is asked again when the rules may have changed. */
  async #block(lease: Lease, url: URL): Promise<void> {
    const { settings, gate, ends, now } = this.#parts;
    const later = now() + settings.blockedRetry;
    const ending = gate.unreachable(url.origin)
      ? unsent('failed', 'robots-unreachable', later)
      : unsent('blocked', 'robots', later);
    await ends.end(lease, ending);
  }
}
