/**
 * How many requests to have under way, found by itself. It raises the number while more of them bring more bytes, and lowers it when
 * they only make each other wait, when answers begin to fail, or when this process cannot keep up. (Additive increase, multiplicative
 * decrease, as TCP finds its own rate.) A pure class: it is told what happened and asked for a number.
 */

export interface ConcurrencyOptions {
  readonly min?: number;
  readonly max?: number;
  readonly initial?: number;
  /** Length of the periods that are compared, in ms. */
  readonly periodMs?: number;
  /** Event-loop lag above which this process is the one that is too slow, in ms. */
  readonly maxLagMs?: number;
}

export interface Completion {
  readonly bytes: number;
  /** From the request being sent to the first byte of the answer: what the network and the server took, not the body's length. */
  readonly latencyMs: number;
  /** False for time-outs and resets: the failures that too much load makes. A refusal or a 404 is an answer. */
  readonly ok: boolean;
}

/** More throughput than this, relatively, is growth and not noise. */
const GROWTH = 0.02;
/** Mean latency up to this many times its floor: nobody waits for anybody. */
const CLEAR = 1.25;
/** From this many times its floor on: a queue that we fill ourselves. */
const CONGESTED = 2;
const FAILURES = 0.15;
const MIN_COMPLETIONS = 8;
/** A step up or down, as a share of the present number. */
const STEP = 0.08;
/** A period is at least so many latencies long, or it would judge what the number before it did. */
const LATENCIES = 2.5;
/** Growth of the floor in a period, so that a change of hosts and routes is believed in the end. */
const FORGET = 1.002;

export class ConcurrencyController {
  readonly #min: number;
  readonly #max: number;
  readonly #minPeriod: number;
  readonly #maxLag: number;

  #target: number;
  /** While true the number doubles each period, to get near quickly. */
  #starting = true;
  /** The period after a drop empties the queue and is not judged. */
  #draining = false;
  #period: number;
  #periodStart: number | null = null;
  #bytes = 0;
  #completions = 0;
  #failures = 0;
  #latency = 0;
  #lag = 0;

  #lastThroughput = 0;
  #lastTarget = 0;
  /** Smallest mean latency seen: what an answer takes when nobody is in its way. */
  #floor = Number.POSITIVE_INFINITY;

  constructor(options: ConcurrencyOptions = {}) {
    this.#min = options.min ?? 4;
    this.#max = options.max ?? 2_000;
    this.#minPeriod = options.periodMs ?? 2_000;
    this.#period = this.#minPeriod;
    this.#maxLag = options.maxLagMs ?? 100;
    this.#target = Math.min(this.#max, Math.max(this.#min, options.initial ?? 16));
  }

  /** Requests to have under way. */
  get target(): number {
    return Math.round(this.#target);
  }

  completed({ bytes, latencyMs, ok }: Completion): void {
    this.#completions++;
    this.#bytes += bytes;
    if (ok) this.#latency += latencyMs;
    else this.#failures++;
  }

  /** How late a timer of this process fired. */
  lagged(ms: number): void {
    if (ms > this.#lag) this.#lag = ms;
  }

  /**
   * Called now and then, at least once a period.
   *
   * @param inFlight requests under way now: when politeness or the frontier keeps them below the target, more would change nothing
   */
  tick(now: number, inFlight: number): number {
    if (this.#periodStart === null || now < this.#periodStart) this.#begin(now);
    const passed = now - this.#periodStart!;
    // A period with few answers says nothing; it goes on, but not for ever.
    if (passed < this.#period || (this.#completions < MIN_COMPLETIONS && passed < 5 * this.#period))
      return this.target;
    if (this.#draining) this.#draining = false;
    else this.#judge((this.#bytes * 1000) / passed, inFlight);
    this.#begin(now);
    return this.target;
  }

  #judge(throughput: number, inFlight: number): void {
    const answered = this.#completions - this.#failures;
    const failing = this.#completions >= MIN_COMPLETIONS && this.#failures / this.#completions > FAILURES;
    const before = this.#target;
    let waiting = 1;
    if (answered >= MIN_COMPLETIONS) {
      const latency = this.#latency / answered;
      this.#floor = Math.min(this.#floor * FORGET, latency);
      waiting = latency / this.#floor;
      this.#period = Math.max(this.#minPeriod, LATENCIES * latency);
    }

    if (failing || this.#lag > this.#maxLag) this.#drop(before * 0.7);
    // By Little's law the share of the latency that is no queue is the share of the requests that are of use.
    else if (waiting > CONGESTED) this.#drop(before * Math.max(0.3, CLEAR / waiting));
    else if (inFlight >= before * 0.8) {
      const grew = throughput > this.#lastThroughput * (1 + GROWTH);
      if (this.#starting && waiting <= CLEAR && (grew || this.#lastThroughput === 0)) this.#set(before * 2);
      else {
        this.#starting = false;
        // With a short queue, a step that brought more is followed by another, and one that did not is taken back.
        const up =
          waiting <= CLEAR || (grew && before > this.#lastTarget) || (!grew && before < this.#lastTarget);
        this.#set(before + (up ? 1 : -1) * Math.max(1, before * STEP));
      }
    }
    this.#lastTarget = before;
    this.#lastThroughput = throughput;
  }

  #drop(target: number): void {
    this.#set(target);
    this.#starting = false;
    this.#draining = true;
  }

  #set(target: number): void {
    this.#target = Math.min(this.#max, Math.max(this.#min, target));
  }

  #begin(now: number): void {
    this.#periodStart = now;
    this.#bytes = 0;
    this.#completions = 0;
    this.#failures = 0;
    this.#latency = 0;
    this.#lag = 0;
  }
}
