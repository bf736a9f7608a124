/** What becomes of a URL that could not be had: it goes back, is tried again later, or is given up, and in the end its host with it. */
import type { Frontier, Lease, PutBack } from '../frontier/index.ts';
import { backOff, type FetchFailure, ResolveError } from '../http/index.ts';
import { HostHealth } from './host-health.ts';
import type { CrawlSettings } from './settings.ts';
import { failed, unsent, type VisitEnds } from './visit-end.ts';

/** Failures in a row, over different URLs, after which a host is given up. */
const DEAD_AFTER = 6;

/** Until a proxy that fell silent is asked again, ms. */
const PROXY_REST = 15_000;

export interface SetbacksParts {
  readonly settings: Pick<CrawlSettings, 'retries' | 'retryDelay' | 'politeness'>;
  readonly frontier: Pick<Frontier, 'end' | 'retire'>;
  readonly ends: VisitEnds;
  /** Told of every queue of which nothing more is visited. */
  readonly onRetired: (queue: string) => void;
  readonly now: () => number;
}

export class Setbacks {
  readonly #parts: SetbacksParts;
  readonly #health = new HostHealth(DEAD_AFTER);

  constructor(parts: SetbacksParts) {
    this.#parts = parts;
  }

  isGivenUp(host: string): boolean {
    return this.#health.isGivenUp(host);
  }

  /** Failures of a host in a row. */
  failuresOf(host: string): number {
    return this.#health.failuresOf(host);
  }

  /** So many were seen by another. */
  learnFailures(host: string, failures: number): void {
    this.#health.learn(host, failures);
  }

  forgetFailures(host: string): void {
    this.#health.forget(host);
  }

  /** The host answers. */
  answered(host: string): void {
    this.#health.succeeded(host);
  }

  /** The URL was not fetched, and returns to where it stood. */
  putBack(lease: Lease, rest: Partial<Pick<PutBack, 'accessedAt' | 'notBefore'>>): Promise<void> {
    return this.#parts.frontier.end([
      { kind: 'put-back', lease, accessedAt: null, notBefore: null, ...rest },
    ]);
  }

  /** When the URL may be tried again, or null when it was tried often enough. */
  retryTime(lease: Lease, atLeast = 0): number | null {
    const { settings, now } = this.#parts;
    if (lease.attempt > settings.retries) return null;
    // Longer with every try; never shorter than the delay of the queue, which the frontier keeps anyway.
    const wait = backOff(lease.attempt, lease.url, { baseMs: settings.retryDelay });
    return now() + Math.max(wait, atLeast);
  }

  retry(lease: Lease, accessedAt: number, notBefore: number): Promise<void> {
    return this.#parts.frontier.end([{ kind: 'retry', lease, accessedAt, notBefore }]);
  }

  async unresolved(lease: Lease, error: unknown): Promise<void> {
    const { ends, now } = this.#parts;
    const code = error instanceof ResolveError ? error.code : 'failed';
    const lasting = code === 'private' || code === 'not-found';
    const again = lasting ? null : this.retryTime(lease);
    if (again !== null) return this.retry(lease, now(), again);
    const reason =
      code === 'private' ? 'private-address' : code === 'not-found' ? 'dns-not-found' : 'dns-failed';
    await ends.end(lease, unsent(code === 'private' ? 'refused' : 'failed', reason));
    if (lasting || this.#health.failed(new URL(lease.url).host)) await this.#retire(lease, reason);
  }

  /** A proxy that answered before is waited for: that it does not now is no host's doing. */
  whenProxyAnswers(): { readonly notBefore: number } {
    return { notBefore: this.#parts.now() + PROXY_REST };
  }

  async failed(lease: Lease, failure: FetchFailure): Promise<void> {
    if (failure.reason === 'aborted') return this.putBack(lease, { accessedAt: failure.endedAt });
    if (failure.reason === 'proxy') return this.putBack(lease, this.whenProxyAnswers());
    const again = failure.retryable ? this.retryTime(lease) : null;
    if (again !== null) return this.retry(lease, failure.endedAt, again);
    const refused = failure.reason === 'private-address';
    await this.#parts.ends.end(lease, failed(failure, refused ? 'refused' : 'failed'));
    if (!refused && this.#health.failed(new URL(lease.url).host)) await this.#retire(lease, 'unreachable');
  }

  /** Nothing more is asked of a dead host. Where a queue is a whole site, the other hosts of the site are not to blame. */
  async #retire(lease: Lease, reason: string): Promise<void> {
    const { settings, frontier, onRetired } = this.#parts;
    if (settings.politeness !== 'host') return;
    await frontier.retire(lease.queue, reason);
    onRetired(lease.queue);
  }
}
