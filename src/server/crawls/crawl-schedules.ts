/**
 * Begins crawls when they are due. What is due is written down before anything is begun, so that a kill between the two neither forgets it nor
 * does it twice; what was due while no server ran is made up for once, by the next that comes, and said to be late. Of several servers with
 * the same folder one does it: the one that holds `schedules.db`.
 */
import { join } from 'node:path';
import { TarrafaError } from '../../errors.ts';
import { type HeldFile, holdFile } from '../../files/index.ts';
import type { Language } from '../../words/index.ts';
import type { CrawlDesk } from './crawl-desk.ts';
import { realTicker, type Ticker } from './crawl-events.ts';
import type { Schedule, ScheduleBook, ScheduledRun } from './schedule-book.ts';
import { dayIn, lastDue } from './schedule-times.ts';

const EVERY = 10_000;
/** Begun so long after its time it is late, ms. */
const LATE = 5 * 60_000;
const LONGEST_NAME = 64;

export interface CrawlSchedulesOptions {
  readonly folder: string;
  readonly desk: CrawlDesk;
  /** Of what is said to nobody in particular. */
  readonly language: Language;
  readonly now?: (() => number) | undefined;
  readonly ticker?: Ticker | undefined;
}

export class CrawlSchedules {
  readonly #options: CrawlSchedulesOptions;
  readonly #book: ScheduleBook;
  readonly #stop: () => void;
  #held: HeldFile | null = null;
  #looking: Promise<void> | null = null;
  #closed = false;

  /** `desk` must be one that may start crawls. */
  constructor(options: CrawlSchedulesOptions) {
    this.#options = options;
    this.#book = options.desk.book!;
    this.#stop = (options.ticker ?? realTicker)(EVERY, () => void this.look());
  }

  /** Begins what is due. Resolves when it has been begun, or has been put off; one look at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    if (this.#closed || this.#book.all().length === 0) return;
    try {
      this.#held ??= holdFile(join(this.#options.folder, 'schedules.db'), 0);
      if (this.#held === null) return;
      for (const { crawl } of this.#book.all()) if (!this.#closed) await this.#lookAt(crawl);
    } catch {
      // A disk that takes nothing: nothing was begun that is not written down, and the next look tries again.
    }
  }

  get #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  async #lookAt(crawl: string): Promise<unknown> {
    const schedule = this.#book.of(crawl);
    if (schedule === null) return;
    const now = this.#now;
    const waiting = schedule.runs.findLast(({ outcome }) => outcome === 'waiting');
    if (waiting !== undefined) return this.#begin(schedule, waiting);
    const due = lastDue(schedule, Date.parse(schedule.settled), now);
    if (due === null) return;
    const run: ScheduledRun = {
      due: new Date(due).toISOString(),
      at: null,
      outcome: 'waiting',
      crawl,
      late: now - due > LATE,
      problem: null,
    };
    const noted = { ...schedule, settled: run.due, runs: [...schedule.runs, run] };
    this.#book.put(noted);
    await this.#begin(noted, run);
  }

  /** What is due is begun, or it is written down why not. */
  async #begin(schedule: Schedule, run: ScheduledRun): Promise<unknown> {
    const { desk } = this.#options;
    const view = desk.views().find(({ name }) => name === schedule.crawl);
    if (view === undefined) return this.#note(run, { outcome: 'gone' }, schedule.crawl);
    const state = desk.state(view);
    const { order } = view;
    const isNew = schedule.as === 'new' && state !== 'scheduled';
    if (run.at !== null && this.#hasBegun(run))
      return this.#note(run, { outcome: 'started' }, schedule.crawl);
    if (!isNew) {
      // Never two at once of the same crawl.
      if (['starting', 'running', 'pausing', 'stopping'].includes(state))
        return this.#note(run, { outcome: 'running' }, schedule.crawl);
      // A person wanted it to rest.
      if (state === 'stopped' || (state === 'paused' && order?.wanted === 'pause'))
        return this.#note(run, { outcome: 'held' }, schedule.crawl);
    }
    const at = new Date(this.#now).toISOString();
    const name = isNew ? this.#freeName(schedule, run) : schedule.crawl;
    const begun = this.#note(run, { at, crawl: name, late: run.late || this.#isLate(run) }, schedule.crawl);
    try {
      if (isNew) {
        const { asked, seeds } = desk.asked(schedule.crawl);
        await desk.start({ ...asked, name, seeds: [...seeds] }, this.#options.language);
      } else await desk.round(name, this.#options.language, at);
      this.#note(begun, { outcome: 'started' }, schedule.crawl);
    } catch (error) {
      // There are too many already: it waits for a place.
      if (error instanceof TarrafaError && error.code === 'TRF_SERVER_BUSY') return;
      const { code, values } = error instanceof TarrafaError ? error : new TarrafaError('TRF_INTERNAL');
      this.#note(begun, { outcome: 'failed', problem: { code, values: values.slice(0, 8) } }, schedule.crawl);
    }
  }

  #isLate(run: ScheduledRun): boolean {
    return this.#now - Date.parse(run.due) > LATE;
  }

  /** Whether what was about to begin when its server died had begun. */
  #hasBegun(run: ScheduledRun): boolean {
    const { desk } = this.#options;
    const view = desk.views().find(({ name }) => name === run.crawl);
    if (view === undefined) return false;
    return ['starting', 'running'].includes(desk.state(view)) || (view.begun ?? 0) >= Date.parse(run.at!);
  }

  /** `noticias-2026-11-20`, or what is free of its kind. What a kill left under that name without having begun is begun anew elsewhere. */
  #freeName({ crawl, zone }: Schedule, { due }: ScheduledRun): string {
    const taken = new Set(this.#options.desk.views().map(({ name }) => name));
    const day = dayIn(zone, Date.parse(due));
    for (let n = 1; ; n++) {
      const ending = n === 1 ? `-${day}` : `-${day}-${n}`;
      const name = crawl.slice(0, LONGEST_NAME - ending.length).replace(/-+$/, '') + ending;
      if (!taken.has(name)) return name;
    }
  }

  /** Writes down what came of a run, unless the schedule was taken away or replaced meanwhile. */
  #note(run: ScheduledRun, more: Partial<ScheduledRun>, crawl: string): ScheduledRun {
    const noted = { ...run, ...more };
    const schedule = this.#book.of(crawl);
    if (schedule === null) return noted;
    const at = schedule.runs.findLastIndex(({ due }) => due === run.due);
    if (at >= 0) this.#book.put({ ...schedule, runs: schedule.runs.with(at, noted) });
    return noted;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stop();
    await this.#looking;
    this.#held?.release();
    this.#held = null;
  }
}
