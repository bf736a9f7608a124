/**
 * Whether others may have taken this worker for dead. Its time, on the server's clock, is renewed by every batch and by a beat when there is
 * none; here it is reckoned from when the sign of life was *sent*, so that it is over no later than the server thinks.
 *
 * A process may stand still at any instruction (its loop is blocked, its machine sleeps), and a clock may not tell of it: the time that has
 * passed is the longer of what the steady and the wall clock say. A wall clock that was set costs a beat.
 */
import { type Database, isFenced } from '../postgres/index.ts';

export interface LifeOptions {
  readonly database: Database;
  readonly worker: number;
  readonly timeline: number;
  /** When its first sign of life, its entry, was sent: the server counts from then, however long it takes until there is one of these. */
  readonly since: Moment;
  /** How long it may be silent before it is taken for dead, ms. */
  readonly ttl: number;
  /** What this worker says of itself, for `status`. */
  readonly about: (() => Record<string, unknown>) | undefined;
  /** What the database told with a beat. */
  readonly onTold: (told: Told) => void;
  /** Its time is over, or as good as over, and it does not know whether others have its sites. */
  readonly onLapse: () => void;
  /** It was taken for dead, or the database cannot be reached any more. */
  readonly onFailure: (error: unknown) => void;
}

/** What a worker should know of the crawl. */
export interface Told {
  readonly isPaused: boolean;
  /** The crawl, or this worker, is to stop. */
  readonly stop: boolean;
  /** Workers that live. */
  readonly workers: number;
  /** Others that have nothing to do. */
  readonly hungry: number;
  /** Bytes received by all. */
  readonly bytes: number;
}

/**
 * Of its time, the part after which nobody is asked any more before it has heard that it lives. What is left of it is for requests that were
 * sent at the last moment: they should be answered before others ask.
 */
const CERTAIN = 2 / 3;
/** After this part, requests that are still under way are given up: others wait a full delay before they ask. */
const LAPSES = 11 / 12;

export interface Moment {
  readonly steady: number;
  readonly wall: number;
}

export class WorkerLife {
  readonly #options: LifeOptions;
  readonly #beats: NodeJS.Timeout;
  #watch: NodeJS.Timeout;
  #timeline: number;
  /** When the last sign of life that was heard was sent. */
  #heard: Moment;
  /** Since when this server has been answering. */
  #servedSince = performance.now();
  #beating: Promise<void> | null = null;
  #closed = false;
  isPaused = false;

  constructor(options: LifeOptions) {
    this.#options = options;
    this.#timeline = options.timeline;
    this.#heard = options.since;
    this.#beats = setInterval(() => void this.beat().catch(() => {}), options.ttl / 3);
    this.#beats.unref();
    this.#watch = this.#watchAgain();
  }

  /** The history of the database that was seen last. */
  get timeline(): number {
    return this.#timeline;
  }

  /** A sign of life, sent at that moment, was heard. */
  heard(sent: Moment): void {
    this.#heard = sent;
  }

  /** Whether it is certain, at this instruction, that nobody has its sites. */
  get isCertain(): boolean {
    return !this.#closed && this.#silence() < this.#options.ttl * CERTAIN;
  }

  /** Resolves when it is certain again that this worker lives; rejects when it does not. */
  async prove(): Promise<void> {
    if (!this.isCertain) await this.beat();
  }

  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#beats);
    clearTimeout(this.#watch);
  }

  /** One timer, which finds how much of the time is left when it fires. */
  #watchAgain(): NodeJS.Timeout {
    const { ttl, onLapse } = this.#options;
    const timer = setTimeout(
      () => {
        // Looked at again after what has come meanwhile was read: one that stood still finds its answers waiting, and that it lives.
        const isOver = () => this.#silence() >= ttl * LAPSES;
        if (isOver()) setImmediate(() => isOver() && onLapse());
        this.#watch = this.#watchAgain();
      },
      // While it is over, what was begun before may still come to be sent.
      Math.max(ttl / 12, ttl * LAPSES - this.#silence()),
    );
    return timer.unref();
  }

  async #beat(): Promise<void> {
    if (this.#closed) return;
    const { database, worker, about, ttl, onTold, onFailure } = this.#options;
    const sent = now();
    const said = about?.();
    try {
      const [row] = await database.query<{
        tl_now: number;
        state: number;
        stop: boolean;
        workers: number;
        hungry: number;
        bytes: number;
      }>(`select * from ${database.schema}.beat($1, $2, $3::text::jsonb)`, [
        worker,
        this.#timeline,
        said ? JSON.stringify(said) : null,
      ]);
      const { tl_now: timeline, state, stop, workers, hungry, bytes } = row!;
      this.heard(sent);
      if (timeline > this.#timeline) this.#servedSince = performance.now();
      this.#timeline = timeline;
      this.isPaused = state === 1;
      onTold({ isPaused: this.isPaused, stop: stop || state === 2, workers, hungry, bytes });
      // One that has just met this server cannot know who was silent, and who was not heard.
      if (performance.now() - this.#servedSince > ttl)
        await database.query(`select ${database.schema}.reap()`);
    } catch (error) {
      // A beat that was cut is tried again with the next; one that was refused is the end.
      if (isFenced(error) || this.#silence() > ttl) onFailure(error);
      throw error;
    }
  }

  #silence(): number {
    const { steady, wall } = now();
    return Math.max(steady - this.#heard.steady, wall - this.#heard.wall);
  }
}

/** The present, on both clocks. */
export const now = (): Moment => ({ steady: performance.now(), wall: Date.now() });
