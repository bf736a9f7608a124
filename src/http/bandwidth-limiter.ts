/**
 * A ceiling on the bytes received in a second, over all requests together, in two accounts.
 *
 * The line: a bucket fills with the permitted rate, what arrives takes from it, and when it is empty the bodies stop being read, so that TCP makes
 * the senders wait. Bytes that arrive all the same are a debt that later ones pay.
 *
 * What is asked for: whoever begins a visit is charged at once what one brings on the average, and gets that back at its end, when what it
 * brought has been charged. Without it, a crawl of small pages would ask for hundreds of them before the first byte of any arrives, and then for
 * nothing while it pays for them. It runs a little ahead of the line, which therefore has something to read whatever a page is like.
 */

export interface Clock {
  now(): number;
  setTimeout(then: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  setTimeout: (then, ms) => setTimeout(then, ms).unref(),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

export interface BandwidthOptions {
  readonly bytesPerSecond: number;
  readonly clock?: Clock;
}

/** Says whether the reader is still there and went on. */
export type Waiter = () => boolean;

/** Of the ceiling so much is aimed at: with what the bucket holds, and what is overdrawn, no 20 s bring more than the ceiling. */
const AIM = 0.975;
/** How much of an unused past may be caught up on, in ms of the rate. */
const BURST_MS = 250;
/** Overdraft, in ms of the rate: without it, readers that wait for slow servers would leave the line half empty. */
const OVERDRAFT_MS = 250;
/** What a reader may bring when it is let go, before it has to ask again. */
const READ_SIZE = 16_384;
/** A reader that has brought nothing for about this long waits for its server, and is no longer reckoned with. In ms. */
const FORGET_MS = 250;
/** Held readers are looked at again after so long at the latest, in ms. */
const MAX_WAIT = 100;
/** What was asked for and is not awaited any more is to keep the line busy for so long, ms. */
const AHEAD_MS = 500;
/** A visit is reckoned to bring no more than this, in ms of the rate: two large pages at least are under way at once. */
const MOST_OF_A_VISIT_MS = AHEAD_MS / 2;
/** When those who are held have work for the line for so long, ms, no visit is begun: they were more, or larger, than was reckoned. */
const MOST_HELD_MS = 2_000;
/** What a visit is reckoned to bring before there was any. */
const FIRST_VISIT = 262_144;
/** Weight of the last one in what visits bring on the average, and in how long requests are awaited. */
const LEARNING = 0.05;

export class BandwidthLimiter {
  readonly #clock: Clock;
  #ceiling: number;
  #rate: number;
  #tokens = 0;
  /** What may be asked for; below zero by what was asked for ahead. */
  #open = 0;
  /** Visits that ended and bytes of requests that did, the later ones with more weight. A visit may be several requests: its robots file is one. */
  #visits = 1;
  #bytes = FIRST_VISIT;
  /** How long the first byte of a request is awaited on the average, ms. */
  #latency = 0;
  #requests = 0;
  /** Bytes that the readers let go will bring soon. */
  #expected = 0;
  #filledAt: number;
  #waiting: Waiter[] = [];
  #head = 0;
  #timer: unknown = null;

  constructor(options: BandwidthOptions) {
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#ceiling = options.bytesPerSecond;
    this.#rate = AIM * this.#ceiling;
    this.#filledAt = this.#clock.now();
  }

  get bytesPerSecond(): number {
    return this.#ceiling;
  }

  set bytesPerSecond(ceiling: number) {
    this.#fill();
    this.#ceiling = ceiling;
    this.#rate = AIM * ceiling;
    this.#schedule();
  }

  /** Readers held back now. */
  get waiting(): number {
    return this.#waiting.length - this.#head;
  }

  /** Visits that may be begun now. */
  get room(): number {
    this.#fill();
    if (this.waiting * this.#read >= this.#of(MOST_HELD_MS)) return 0;
    return Math.max(0, Math.ceil(-this.#lacking / this.#share));
  }

  /** When it is worth asking for room again, ms from now. */
  get roomIn(): number {
    return Math.min(MAX_WAIT, Math.max(5, Math.ceil((this.#lacking * 1000) / this.#rate)));
  }

  /** A visit begins; what is answered is called when it is over. */
  visit(): () => void {
    const share = this.#share;
    this.#fill();
    this.#open -= share;
    return () => {
      this.#fill();
      this.#open += share;
      this.#visits = 1 + (1 - LEARNING) * this.#visits;
      this.#bytes *= 1 - LEARNING;
    };
  }

  /** A request that reads through this one. */
  reader(): BandwidthReader {
    return new BandwidthReader(this.#line, this.#clock.now());
  }

  readonly #line: Line = {
    now: () => this.#clock.now(),
    received: (bytes, letGo) => {
      this.#fill();
      this.#tokens -= bytes;
      this.#open -= bytes;
      if (letGo !== null && letGo.left > bytes) {
        letGo.left -= bytes;
        return letGo;
      }
      this.#forget(letGo);
      return this.waiting === 0 && this.#credit() > 0 ? this.#letGo() : null;
    },
    wait: (waiter) => {
      this.#waiting.push(waiter);
      this.#schedule();
    },
    letGo: () => this.#letGo(),
    forget: (letGo) => {
      this.#fill();
      this.#forget(letGo);
    },
    learn: (bytes, latency) => this.#learn(bytes, latency),
  };

  #of(ms: number): number {
    return (this.#rate * ms) / 1000;
  }

  /** Less than nothing: so much more may be asked for. What is awaited does not keep the line busy, and comes the less evenly the longer it is. */
  get #lacking(): number {
    return -this.#open - this.#of(AHEAD_MS + 1.5 * this.#latency);
  }

  get #mean(): number {
    return this.#bytes / this.#visits;
  }

  get #read(): number {
    return Math.max(1, Math.min(this.#mean, READ_SIZE));
  }

  get #share(): number {
    return Math.max(1, Math.min(this.#mean, this.#of(MOST_OF_A_VISIT_MS)));
  }

  #learn(bytes: number, latency: number): void {
    this.#bytes += bytes;
    this.#requests++;
    this.#latency += Math.max(LEARNING, 1 / this.#requests) * (latency - this.#latency);
  }

  #letGo(): LetGo {
    const bytes = this.#read;
    this.#expected += bytes;
    return { at: this.#filledAt, bytes, left: READ_SIZE };
  }

  /** Who was let go is reckoned with no more. */
  #forget(letGo: LetGo | null): void {
    if (letGo === null) return;
    const left = letGo.bytes * Math.exp((letGo.at - this.#filledAt) / FORGET_MS);
    this.#expected = Math.max(0, this.#expected - left);
  }

  #credit(): number {
    return this.#tokens + this.#of(OVERDRAFT_MS) - this.#expected;
  }

  #fill(): void {
    const now = this.#clock.now();
    // A clock that jumps back gives nothing, and one that jumps ahead no more than the burst.
    const passed = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    if (passed === 0) return;
    this.#tokens = Math.min(this.#of(BURST_MS), this.#tokens + this.#of(passed));
    this.#open = Math.min(this.#of(BURST_MS), this.#open + this.#of(passed));
    this.#expected *= Math.exp(-passed / FORGET_MS);
  }

  #schedule(): void {
    if (this.#timer !== null || this.waiting === 0) return;
    const ms = Math.min(MAX_WAIT, Math.max(1, Math.ceil((-this.#credit() * 1000) / this.#rate)));
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = null;
      this.#pump();
    }, ms);
  }

  #pump(): void {
    this.#fill();
    while (this.waiting > 0 && this.#credit() > 0) {
      const waiter = this.#waiting[this.#head]!;
      this.#head++;
      if (this.#head > 1024 && this.#head * 2 > this.#waiting.length) {
        this.#waiting = this.#waiting.slice(this.#head);
        this.#head = 0;
      }
      waiter();
    }
    if (this.waiting === 0) {
      this.#waiting = [];
      this.#head = 0;
    }
    this.#schedule();
  }
}

/** A reader was let go then. */
interface LetGo {
  readonly at: number;
  /** What it was reckoned to bring soon. */
  readonly bytes: number;
  /** What it may still bring without asking again. */
  left: number;
}

/** What the limiter is for a reader. */
interface Line {
  now(): number;
  /** Null: it is held. */
  received(bytes: number, letGo: LetGo | null): LetGo | null;
  wait(waiter: Waiter): void;
  letGo(): LetGo;
  /** Whoever was let go reads no more. */
  forget(letGo: LetGo | null): void;
  /** What a request brought, and how long it was awaited, ms. */
  learn(bytes: number, latency: number): void;
}

/** One request on the line. */
export class BandwidthReader {
  readonly #line: Line;
  readonly #from: number;
  #letGo: LetGo | null = null;
  #bytes = 0;
  /** Until its first byte came. */
  #latency: number | null = null;

  constructor(line: Line, from: number) {
    this.#line = line;
    this.#from = from;
  }

  /** Counts what came. False: read no more until `wait` calls back. */
  received(bytes: number): boolean {
    this.#latency ??= this.#line.now() - this.#from;
    this.#bytes += bytes;
    this.#letGo = this.#line.received(bytes, this.#letGo);
    return this.#letGo !== null;
  }

  /** Called back in turn, from a timer, never from inside this call. */
  wait(waiter: Waiter): void {
    this.#line.wait(() => {
      // Before the call, because a reader with bytes waiting takes its share inside it.
      this.#letGo = this.#line.letGo();
      if (waiter()) return true;
      this.#line.forget(this.#letGo);
      this.#letGo = null;
      return false;
    });
  }

  /** It reads no more. */
  left(): void {
    this.#line.forget(this.#letGo);
    this.#letGo = null;
    this.#line.learn(this.#bytes, this.#latency ?? this.#line.now() - this.#from);
  }
}
