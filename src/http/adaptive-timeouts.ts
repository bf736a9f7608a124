/**
 * A time-out for each host from how it has answered: four times its 95th percentile, between 5 s and 60 s. A slow host gets the time it
 * needs, and a fast one that stops answering is given up soon.
 */

export interface AdaptiveTimeoutOptions {
  readonly minMs?: number;
  readonly maxMs?: number;
  /** For a host not yet known. */
  readonly initialMs?: number;
  /** Answers needed before a host is judged. */
  readonly minSamples?: number;
  readonly maxHosts?: number;
}

/** Answers remembered of a host; the 95th percentile of 20 is the largest but one. */
const SAMPLES = 20;

interface Host {
  readonly ring: Float32Array;
  count: number;
}

export class AdaptiveTimeouts {
  readonly #min: number;
  readonly #max: number;
  readonly #initial: number;
  readonly #minSamples: number;
  readonly #maxHosts: number;
  /** Least recently recorded first. */
  readonly #hosts = new Map<string, Host>();

  constructor(options: AdaptiveTimeoutOptions = {}) {
    this.#min = options.minMs ?? 5_000;
    this.#max = options.maxMs ?? 60_000;
    this.#initial = options.initialMs ?? 20_000;
    this.#minSamples = options.minSamples ?? 3;
    this.#maxHosts = options.maxHosts ?? 20_000;
  }

  get size(): number {
    return this.#hosts.size;
  }

  /** A host answered after so long; a time-out counts with the time waited. */
  record(host: string, ms: number): void {
    if (!(ms >= 0)) return;
    let known = this.#hosts.get(host);
    if (known) this.#hosts.delete(host);
    else known = { ring: new Float32Array(SAMPLES), count: 0 };
    this.#hosts.set(host, known);
    known.ring[known.count % SAMPLES] = ms;
    known.count++;
    if (this.#hosts.size > this.#maxHosts) {
      const oldest = this.#hosts.keys().next();
      if (!oldest.done) this.#hosts.delete(oldest.value);
    }
  }

  timeoutFor(host: string): number {
    const usual = this.#usual(host);
    return usual === null ? this.#initial : this.#timeout(usual);
  }

  /** How long the answers of a host take that gets more time than one that is not known, ms; null for every other. */
  slowness(host: string): number | null {
    const usual = this.#usual(host);
    return usual !== null && this.#timeout(usual) > this.#initial ? usual : null;
  }

  /** What another found out about a host of which little is known here. */
  learn(host: string, ms: number): void {
    for (let answers = this.#hosts.get(host)?.count ?? 0; answers < this.#minSamples; answers++)
      this.record(host, ms);
  }

  /** The 95th percentile of its answers; null before there are enough of them. */
  #usual(host: string): number | null {
    const known = this.#hosts.get(host);
    if (!known || known.count < this.#minSamples) return null;
    const sorted = known.ring.slice(0, Math.min(SAMPLES, known.count)).sort();
    return sorted[Math.ceil(sorted.length * 0.95) - 1]!;
  }

  #timeout(usual: number): number {
    return Math.min(this.#max, Math.max(this.#min, Math.round(4 * usual)));
  }
}
