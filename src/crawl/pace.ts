/** How often a queue is asked: our delay, what its robots file asks for, what its answers asked for, whichever is longest. */
import type { Frontier, Lease } from '../frontier/index.ts';
import { MAX_HOST_DELAY, raisedDelay } from '../http/index.ts';
import type { RobotsGate } from './robots-gate.ts';
import type { CrawlSettings } from './settings.ts';

const MOST_RAISED = 100_000;
const MOST_TOLD = 100_000;
/** Less than this is not worth keeping on the way back to the ordinary pace, ms. */
const LEAST_RAISED = 500;

export interface PaceParts {
  readonly settings: Pick<CrawlSettings, 'delay' | 'maxCrawlDelay'>;
  readonly frontier: Pick<Frontier, 'setDelay'>;
  readonly gate: Pick<RobotsGate, 'known'>;
}

export class Pace {
  readonly #parts: PaceParts;
  /** Queues whose delay was raised because they asked for it. */
  readonly #raised = new Map<string, number>();
  /** What the frontier was told last of queues that are not asked by our delay. */
  readonly #told = new Map<string, number>();

  constructor(parts: PaceParts) {
    this.#parts = parts;
  }

  /** True when the frontier may have gone by a shorter delay until now: what it gave out before may be too early. */
  async keep(lease: Lease): Promise<boolean> {
    const { settings, frontier, gate } = this.#parts;
    const asked = gate.known(new URL(lease.url).origin)?.crawlDelay ?? null;
    const raised = this.#raised.get(lease.queue) ?? 0;
    if (asked === null && raised === 0) return false;
    const crawlDelay = Math.min(settings.maxCrawlDelay, (asked ?? 0) * 1000);
    const delay = Math.max(settings.delay, crawlDelay, raised);
    const before = this.#told.get(lease.queue) ?? settings.delay;
    this.#tell(lease.queue, delay);
    await frontier.setDelay(lease.queue, delay);
    return delay > before;
  }

  /** The delay that a queue was raised to because it asked for it, ms; 0 when it was not. */
  raisedOf(queue: string): number {
    return this.#raised.get(queue) ?? 0;
  }

  /** A queue came that another has raised: the frontier keeps that delay, and it is eased from here. */
  learnRaised(queue: string, delay: number): void {
    if (delay <= this.#parts.settings.delay) return;
    this.#raise(queue, Math.min(delay, MAX_HOST_DELAY));
    this.#tell(queue, this.raisedOf(queue));
  }

  /** Others have the queue now: they ease what was raised. */
  forgetRaised(queue: string): void {
    this.#raised.delete(queue);
  }

  /** The host says that it is too much: it gets half the pace from now on. */
  async slowDown(lease: Lease): Promise<void> {
    const before = this.#raised.get(lease.queue) ?? this.#parts.settings.delay;
    this.#raise(lease.queue, raisedDelay(before, null));
    await this.keep(lease);
  }

  #raise(queue: string, delay: number): void {
    // Forgotten ones are only raised again.
    if (this.#raised.size >= MOST_RAISED) this.#raised.clear();
    this.#raised.set(queue, delay);
  }

  #tell(queue: string, delay: number): void {
    // Forgotten ones are only told again.
    if (this.#told.size >= MOST_TOLD) this.#told.clear();
    this.#told.set(queue, delay);
  }

  /** It answers again: step by step back to the ordinary pace. */
  async speedUp(lease: Lease): Promise<void> {
    const raised = this.#raised.get(lease.queue);
    if (raised === undefined) return;
    const { delay } = this.#parts.settings;
    const eased = Math.max(delay, raised / 2 < LEAST_RAISED ? 0 : raised / 2);
    if (eased > delay) this.#raised.set(lease.queue, eased);
    else {
      this.#raised.delete(lease.queue);
      this.#told.delete(lease.queue);
      await this.#parts.frontier.setDelay(lease.queue, eased);
    }
    await this.keep(lease);
  }
}
