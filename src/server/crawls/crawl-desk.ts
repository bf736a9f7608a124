/**
 * The desk of the crawls: starts them as processes of their own, lets them pause, go on and stop, and tells how each stands. A crawl
 * belongs to its folder, not to the server: the desk holds no state that the folder does not.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { type AtWork, errorOf, logMessage } from '../../crawl/index.ts';
import { storageError, TarrafaError } from '../../errors.ts';
import type { Language } from '../../words/index.ts';
import { reason } from '../../words/why.ts';
import { CRAWL_NAME } from '../schemas/crawls.ts';
import { type CrawlEdit, editedOrder } from './crawl-edit.ts';
import {
  type AskedCrawl,
  type CrawlOrder,
  type CrawlRequest,
  type CrawlRound,
  writeOrder,
} from './crawl-order.ts';
import { removeCrawl, removeLeftovers } from './crawl-removal.ts';
import { type CrawlPicture, type CrawlState, CrawlView, problemIn } from './crawl-view.ts';
import { holdsFolder } from './folder-holder.ts';
import { leadsOutside } from './leads-outside.ts';
import { type Schedule, ScheduleBook, type ScheduledRun } from './schedule-book.ts';
import { dueAfter, isTimetable, zoneHere } from './schedule-times.ts';

export type CrawlEnd =
  /** It came to its end, or to rest. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: TarrafaError }
  /** Without a word: a signal or the system ended it. */
  | { readonly kind: 'died'; readonly code: number | null; readonly signal?: string | null };

/** A process that crawls. */
export interface CrawlProcess {
  readonly pid: number | undefined;
  /** Resolves when it has taken its folder: nothing is wrong with what was asked. */
  readonly opened: Promise<void>;
  /** Resolves when it has ended, with what it said of that. */
  readonly ended: Promise<CrawlEnd>;
  kill(signal: 'SIGINT' | 'SIGKILL'): void;
  /** What it does just now; null when it does not answer in time. */
  atWork?(most: number): Promise<AtWork | null>;
}

/** How a crawl goes on. */
export interface CrawlCourse {
  /** Every page that was visited before this round is visited once more. */
  readonly round: CrawlRound | null;
  /** Its files are made again from its archive first. */
  readonly mend: boolean;
}

/** What is asked for with a schedule. */
export type ScheduleWish = NonNullable<CrawlRequest['schedule']>;

export interface CrawlDeskOptions {
  /** Where new crawls get their folders; null: none may be started. */
  readonly folder: string | null;
  /** Crawls that stand elsewhere: their names and folders. */
  readonly others?: ReadonlyMap<string, string>;
  /** Collects into a folder, in a process of its own. */
  readonly run: (
    folder: string,
    asked: AskedCrawl,
    seeds: readonly string[],
    course: CrawlCourse,
  ) => CrawlProcess;
  /** A folder is to be removed: whoever has its files open closes them. */
  readonly letGo?: (folder: string) => Promise<void>;
  /** A seed as a usable address; throws TRF_URL_MALFORMED. */
  readonly readSeed: (text: string) => string;
  /** Page of the report of a crawl. */
  readonly report?: (folder: string, language: Language) => Promise<string>;
  /** The collection that a folder fills, once there is one. */
  readonly collectionOf?: (folder: string) => string | null;
  /** A crawl of this server has ended. */
  readonly onEnd?: () => void;
  readonly now?: () => number;
  /** Crawls of this server at once. */
  readonly most?: number;
  /** How long a new crawl is watched for a mistake in what was asked, ms. */
  readonly patience?: number;
}

const MOST_RUNNING = 4;
const PATIENCE = 8_000;
/** What a crawl does just now is asked of it no more often, ms, however many look. */
const LOOK_EVERY = 1_000;
const MOST_AT_WORK = 50;
const PLAIN: CrawlCourse = { round: null, mend: false };
/** Of a minute that has begun a person still says it is now. */
const THIS_MINUTE = 60_000;
const NAME = new RegExp(CRAWL_NAME);
const LIVE: readonly CrawlState[] = ['starting', 'running', 'pausing', 'stopping'];

export class CrawlDesk {
  readonly #options: CrawlDeskOptions;
  readonly #views = new Map<string, CrawlView>();
  readonly #ours = new Map<string, CrawlProcess>();
  readonly #starting = new Set<string>();
  readonly #removing = new Set<string>();
  readonly #looks = new Map<string, { readonly at: number; readonly picture: Promise<AtWork | null> }>();
  /** The crawls that are begun at a time; null where none may be started. */
  readonly book: ScheduleBook | null;

  constructor(options: CrawlDeskOptions) {
    this.#options = options;
    this.book = options.folder === null ? null : new ScheduleBook(options.folder);
  }

  get #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  /** What removals that were killed have left. */
  async tidy(): Promise<void> {
    if (this.#options.folder !== null) await removeLeftovers(this.#options.folder);
  }

  get mayStart(): boolean {
    return this.#options.folder !== null;
  }

  /** Every crawl that is known now, by name. */
  views(): readonly CrawlView[] {
    const { folder, others = new Map<string, string>() } = this.#options;
    const found = new Map(others);
    for (const name of folder === null ? [] : names(folder))
      if (!found.has(name)) found.set(name, join(folder!, name));
    for (const [name, place] of found)
      if (this.#views.get(name)?.folder !== place) this.#views.set(name, new CrawlView(name, place));
    for (const name of this.#views.keys()) if (!found.has(name)) this.#views.delete(name);
    return [...this.#views.values()].filter(
      (view) => !this.#removing.has(view.folder) && (view.hasManifest || view.order !== null),
    );
  }

  view(name: string): CrawlView {
    const view = this.views().find((candidate) => candidate.name === name);
    if (view === undefined) throw new TarrafaError('TRF_NOT_FOUND', [`crawls/${name}`]);
    return view;
  }

  picture(view: CrawlView, language: Language): CrawlPicture {
    const collection = this.#options.collectionOf?.(view.folder) ?? null;
    const picture = view.picture(this.#isOurs(view), collection, language);
    const schedule = this.book?.of(view.name) ?? null;
    return {
      ...picture,
      next: picture.next.filter((step) => step !== 'delete' || this.#isHere(view)),
      schedule: schedule && this.#shown(schedule, language),
    };
  }

  #shown({ settled, ...schedule }: Schedule, language: Language): NonNullable<CrawlPicture['schedule']> {
    const due = dueAfter(schedule, Math.max(Date.parse(settled), this.#now));
    const runs = schedule.runs.map((run) => ({ ...run, problem: problemOf(run, language) }));
    const { at, zone, repeat, days, as } = schedule;
    return { at, zone, repeat, days, as, next: due === null ? null : new Date(due).toISOString(), runs };
  }

  /** Whether its folder is one of those in which this server starts crawls. */
  #isHere(view: CrawlView): boolean {
    const { folder } = this.#options;
    return folder !== null && view.folder === join(folder, view.name);
  }

  state(view: CrawlView): CrawlState {
    return view.state(this.#isOurs(view));
  }

  get running(): number {
    return this.views().filter((view) => this.#isOurs(view) || view.owner !== null).length;
  }

  #isOurs(view: CrawlView): boolean {
    return this.#ours.has(view.folder);
  }

  /**
   * Starts a crawl; what is wrong with what was asked is told in the language of who asked. One that is asked for at a time gets its folder and
   * waits in it.
   */
  async start(request: CrawlRequest, language: Language): Promise<CrawlView> {
    const { folder, readSeed } = this.#options;
    if (folder === null) throw new TarrafaError('TRF_CRAWL_REFUSED', ['--crawls']);
    const { name, seeds: given, schedule, ...asked } = request;
    if (!NAME.test(name)) throw new TarrafaError('TRF_REQUEST_INVALID', [`name: ${name}`]);
    const seeds = given.map(readSeed);
    const kept = schedule === undefined ? null : this.#scheduleOf(name, schedule);
    if (kept === null) this.#checkRoom();
    const place = join(folder, name);
    if (this.#starting.has(name) || this.#options.others?.has(name))
      throw new TarrafaError('TRF_CRAWL_EXISTS', [name]);
    this.#starting.add(name);
    try {
      makeFolder(folder, place, name);
      const orderedAt = new Date(this.#now).toISOString();
      if (kept !== null) {
        writeOrder(place, { asked, seeds, wanted: 'wait', orderedAt });
        try {
          this.book!.put(kept);
        } catch (error) {
          rmSync(place, { recursive: true, force: true });
          throw error;
        }
        return this.view(name);
      }
      writeOrder(place, { asked, seeds, wanted: 'run', orderedAt });
      await this.#run(this.view(name), { asked, seeds, course: PLAIN }, language, () =>
        rmSync(place, { recursive: true, force: true }),
      );
      return this.view(name);
    } finally {
      this.#starting.delete(name);
    }
  }

  #checkRoom(): void {
    if (this.#ours.size + this.#starting.size >= (this.#options.most ?? MOST_RUNNING))
      throw new TarrafaError('TRF_SERVER_BUSY', ['crawls']);
  }

  async #run(
    view: CrawlView,
    {
      asked,
      seeds,
      course,
    }: { readonly asked: AskedCrawl; readonly seeds: readonly string[]; readonly course: CrawlCourse },
    language: Language,
    undo: () => void = () => {},
  ): Promise<void> {
    const { folder } = view;
    const child = this.#options.run(folder, asked, seeds, course);
    this.#ours.set(folder, child);
    let end: CrawlEnd | null = null;
    const ended = child.ended.then((result) => {
      end = result;
      this.#ours.delete(folder);
      this.#looks.delete(folder);
      // It could not say so itself.
      if (result.kind === 'died' && view.hasManifest)
        logMessage(folder, { kind: 'died', signal: result.signal ?? null, code: result.code }, this.#now);
      this.#options.onEnd?.();
    });
    const waited = new AbortController();
    await Promise.race([
      child.opened,
      ended,
      rest(this.#options.patience ?? PATIENCE, undefined, { signal: waited.signal }).catch(() => {}),
    ]);
    waited.abort();
    const refused = end as CrawlEnd | null;
    if (refused === null || refused.kind === 'ended' || view.hasManifest) return;
    // It was asked to rest or to end before it had begun: that is no mistake in what was asked, and it can go on.
    if (view.order !== null && view.order.wanted !== 'run') return;
    undo();
    throw new TarrafaError('TRF_CRAWL_REFUSED', [
      refused.kind === 'failed'
        ? problemIn(refused.error, language)
        : reason('exit-code', { code: String(refused.code) }),
    ]);
  }

  /** Asks a crawl to come to rest; it can go on later. */
  pause(name: string): CrawlView {
    return this.#end(name, 'pause', ['running', 'starting']);
  }

  /** Asks a crawl to end for good. One that pauses already is only marked. */
  stop(name: string): CrawlView {
    const from = ['scheduled', 'running', 'starting', 'pausing', 'paused', 'interrupted', 'failed'] as const;
    return this.#end(name, 'stop', from);
  }

  #end(name: string, wanted: 'pause' | 'stop', from: readonly CrawlState[]): CrawlView {
    const view = this.view(name);
    const state = this.state(view);
    if (!from.includes(state)) throw new TarrafaError('TRF_CRAWL_STATE', [name, state]);
    const signal = this.#signalTo(view);
    const { order } = view;
    writeOrder(
      view.folder,
      order === null ? { asked: null, seeds: [], wanted, orderedAt: '' } : { ...order, wanted },
    );
    signal();
    return view;
  }

  /**
   * How the process that works on a crawl is asked to end. Another than those of this server is so only when it really works on the folder:
   * the lock alone could name any process of the machine.
   */
  #signalTo(view: CrawlView): () => void {
    const child = this.#ours.get(view.folder);
    if (child !== undefined) return () => child.kill('SIGINT');
    const { owner } = view;
    if (owner === null) return () => {};
    if (!holdsFolder(owner, view.folder)) throw new TarrafaError('TRF_FOLDER_BUSY', [view.folder, owner]);
    return () => {
      try {
        process.kill(owner, 'SIGINT');
      } catch {
        // It has just ended by itself.
      }
    };
  }

  /** Lets a crawl go on, or begins one that waits for its time. */
  async resume(name: string, language: Language): Promise<CrawlView> {
    const { view, order } = this.#resting(name);
    if (!this.picture(view, language).mayResume)
      throw new TarrafaError('TRF_CRAWL_STATE', [name, this.state(view)]);
    return this.#goOn(view, order, { round: order.round ?? null, mend: false }, language);
  }

  /** Makes the files of a crawl again from its archive, and lets it go on. */
  async mend(name: string, language: Language): Promise<CrawlView> {
    const { view, order } = this.#resting(name);
    if (!this.picture(view, language).next.includes('mend'))
      throw new TarrafaError('TRF_CRAWL_STATE', [name, this.state(view)]);
    return this.#goOn(view, order, { round: order.round ?? null, mend: true }, language);
  }

  /** Begins a round: every page that was visited before is visited once more, and what is new. */
  async round(
    name: string,
    language: Language,
    since = new Date(this.#now).toISOString(),
  ): Promise<CrawlView> {
    const { view, order } = this.#resting(name);
    const state = this.state(view);
    if (!['scheduled', 'ended', 'paused', 'interrupted', 'failed'].includes(state))
      throw new TarrafaError('TRF_CRAWL_STATE', [name, state]);
    const round: CrawlRound = { since, pagesBefore: view.pages };
    return this.#goOn(view, { ...order, round }, { round, mend: false }, language);
  }

  /** What of a crawl that does not run may be another in its next session. */
  edit(name: string, { addSeeds = [], ...edit }: CrawlEdit): CrawlView {
    const { view, order } = this.#resting(name);
    const state = this.state(view);
    if (state === 'stopped') throw new TarrafaError('TRF_CRAWL_STATE', [name, state]);
    const seeds = addSeeds.map(this.#options.readSeed);
    writeOrder(
      view.folder,
      editedOrder(order, { ...edit, addSeeds: seeds }, new Date(this.#now).toISOString()),
    );
    return view;
  }

  /** What was asked, for who wants to ask for the same. */
  asked(name: string): {
    readonly name: string;
    readonly seeds: readonly string[];
    readonly asked: AskedCrawl;
  } {
    const { asked, seeds } = this.#ordered(this.view(name));
    return { name, asked, seeds };
  }

  /** Takes a crawl that does not run off the disk, with its collection. `confirmed`: its name, once more. */
  async remove(name: string, confirmed: string): Promise<void> {
    const view = this.view(name);
    const { folder } = view;
    if (confirmed !== name) throw new TarrafaError('TRF_CRAWL_UNCHANGED', [name, reason('not-the-name')]);
    if (!this.#isHere(view)) throw new TarrafaError('TRF_CRAWL_UNCHANGED', [name, reason('crawl-elsewhere')]);
    const state = this.state(view);
    if (LIVE.includes(state) || this.#starting.has(name))
      throw new TarrafaError('TRF_CRAWL_STATE', [name, state]);
    this.#removing.add(folder);
    try {
      await removeCrawl(folder, async () => this.#options.letGo?.(folder));
      this.book?.remove(name);
    } finally {
      this.#removing.delete(folder);
    }
  }

  /** Keeps when a crawl is begun, and how often. */
  schedule(name: string, wish: ScheduleWish): CrawlView {
    const view = this.view(name);
    this.#ordered(view);
    if (this.book === null || !this.#isHere(view))
      throw new TarrafaError('TRF_CRAWL_UNCHANGED', [name, reason('crawl-elsewhere')]);
    const runs = this.book.of(name)?.runs ?? [];
    this.book.put({ ...this.#scheduleOf(name, wish), runs });
    return view;
  }

  unschedule(name: string): CrawlView {
    const view = this.view(name);
    this.book?.remove(name);
    return view;
  }

  #scheduleOf(
    crawl: string,
    { at, zone = zoneHere(), repeat = 'once', days = [], as = 'round' }: ScheduleWish,
  ): Schedule {
    const timetable = { at, zone, repeat, days: [...new Set(days)].sort() };
    if (!isTimetable(timetable))
      throw new TarrafaError('TRF_CRAWL_UNCHANGED', [
        crawl,
        reason('no-such-time', { text: `${at} ${zone}` }),
      ]);
    const settled = this.#now - THIS_MINUTE;
    if (dueAfter(timetable, settled) === null)
      throw new TarrafaError('TRF_CRAWL_UNCHANGED', [crawl, reason('time-over', { text: `${at} ${zone}` })]);
    return { ...timetable, crawl, as, settled: new Date(settled).toISOString(), runs: [] };
  }

  /** What a crawl of this server does just now; null when nobody can say. Asked once for all who look at once. */
  async atWork(view: CrawlView): Promise<AtWork | null> {
    const child = this.#ours.get(view.folder);
    if (child?.atWork === undefined) return null;
    const before = this.#looks.get(view.folder);
    if (before !== undefined && Math.abs(this.#now - before.at) < LOOK_EVERY) return before.picture;
    const picture = child.atWork(MOST_AT_WORK);
    this.#looks.set(view.folder, { at: this.#now, picture });
    return picture;
  }

  #ordered(view: CrawlView): CrawlOrder & { readonly asked: AskedCrawl } {
    const { order } = view;
    if (order?.asked == null)
      throw new TarrafaError('TRF_CRAWL_UNCHANGED', [view.name, reason('order-unknown')]);
    return { ...order, asked: order.asked };
  }

  /** A crawl that does not run, and that was started by a server. */
  #resting(name: string): {
    readonly view: CrawlView;
    readonly order: CrawlOrder & { readonly asked: AskedCrawl };
  } {
    const view = this.view(name);
    const state = this.state(view);
    if (view.order?.asked == null || LIVE.includes(state) || this.#starting.has(name))
      throw new TarrafaError('TRF_CRAWL_STATE', [name, state]);
    return { view, order: this.#ordered(view) };
  }

  async #goOn(
    view: CrawlView,
    order: CrawlOrder & { readonly asked: AskedCrawl },
    course: CrawlCourse,
    language: Language,
  ): Promise<CrawlView> {
    this.#checkRoom();
    // What stands in the folder may have been written by anybody: it is held to what a request is held to, and leads nowhere else.
    const seeds = order.seeds.map(this.#options.readSeed);
    const elsewhere = leadsOutside(view.folder);
    if (elsewhere !== null)
      throw new TarrafaError('TRF_CRAWL_REFUSED', [reason('leads-outside', { path: elsewhere })]);
    this.#starting.add(view.name);
    try {
      writeOrder(view.folder, { ...order, wanted: 'run' });
      await this.#run(view, { asked: order.asked, seeds, course }, language);
      return view;
    } finally {
      this.#starting.delete(view.name);
    }
  }

  async report(name: string, language: Language): Promise<string> {
    const view = this.view(name);
    if (this.#options.report === undefined || !view.hasManifest)
      throw new TarrafaError('TRF_NOT_FOUND', [`crawls/${name}/report`]);
    return this.#options.report(view.folder, language);
  }

  /** Lets the crawls of this server come to rest; they can go on after it has started again. */
  async close(patience = 15_000): Promise<void> {
    const children = [...this.#ours.values()];
    for (const child of children) child.kill('SIGINT');
    const late = new AbortController();
    await Promise.race([
      Promise.all(children.map(({ ended }) => ended)),
      rest(patience, undefined, { signal: late.signal }).catch(() => {}),
    ]);
    late.abort();
  }
}

/** What a run of a schedule failed with, in words. */
function problemOf({ problem }: ScheduledRun, language: Language): string | null {
  if (problem === null) return null;
  const error = errorOf(problem.code, problem.values);
  return error === null ? problem.code : problemIn(error, language);
}

/** Names of the folders in which crawls may stand. */
function names(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && NAME.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function makeFolder(parent: string, place: string, name: string): void {
  try {
    mkdirSync(parent, { recursive: true });
    mkdirSync(place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new TarrafaError('TRF_CRAWL_EXISTS', [name]);
    throw storageError(place, error);
  }
}
