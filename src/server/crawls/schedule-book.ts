/**
 * The crawls that were asked for at a time, kept in a file beside them: `schedules.json`, written whole at each change, so that a kill finds the
 * one before or the one after. It is read with suspicion: what is not a schedule in it is passed over, and what cannot be read at all is
 * left where it is and written over by nobody.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { TarrafaError } from '../../errors.ts';
import { writeFileWhole } from '../../files/index.ts';
import { systemFailure } from '../../words/why.ts';
import { CRAWL_NAME, RUN_OUTCOMES } from '../schemas/crawls.ts';
import { isTimetable, REPETITIONS, type Timetable } from './schedule-times.ts';

const FORMAT = 1;
/** Of one schedule: the last are what a person wants to see. */
const MOST_RUNS = 20;
const MOST_SCHEDULES = 1_000;
const LARGEST = 4 << 20;

/** One time at which it was due, and what came of it. */
export interface ScheduledRun {
  /** When it was due, ISO 8601. */
  readonly due: string;
  /** When it was begun, or last tried. */
  readonly at: string | null;
  readonly outcome: (typeof RUN_OUTCOMES)[number];
  /** The crawl that it began: the scheduled one, or a new one. */
  readonly crawl: string;
  /** The server was off, or had no room, when it was due. */
  readonly late: boolean;
  /** What it failed with: a code and what fills its message. */
  readonly problem: { readonly code: string; readonly values: readonly unknown[] } | null;
}

export interface Schedule extends Timetable {
  readonly crawl: string;
  /** Each time the pages of the same folder once more, or a crawl of its own. */
  readonly as: 'round' | 'new';
  /** What was due up to then is settled, ISO 8601. */
  readonly settled: string;
  /** The last one last. */
  readonly runs: readonly ScheduledRun[];
}

const Moment = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
const kept = Compile(
  Type.Object({
    crawl: Type.String({ pattern: CRAWL_NAME }),
    at: Type.String({ maxLength: 16 }),
    zone: Type.String({ maxLength: 64 }),
    repeat: Type.Enum([...REPETITIONS]),
    days: Type.Array(Type.Integer(), { maxItems: 7 }),
    as: Type.Enum(['round', 'new']),
    settled: Moment,
    runs: Type.Array(
      Type.Object({
        due: Moment,
        at: Type.Union([Moment, Type.Null()]),
        outcome: Type.Enum([...RUN_OUTCOMES]),
        crawl: Type.String({ pattern: CRAWL_NAME }),
        late: Type.Boolean(),
        problem: Type.Union([
          Type.Object({
            code: Type.String({ maxLength: 64 }),
            values: Type.Array(Type.Unknown(), { maxItems: 8 }),
          }),
          Type.Null(),
        ]),
      }),
      { maxItems: MOST_RUNS },
    ),
  }),
);

function isSchedule(value: unknown): value is Schedule {
  return kept.Check(value) && isTimetable(value) && !Number.isNaN(Date.parse(value.settled));
}

export class ScheduleBook {
  readonly #path: string;
  #schedules: readonly Schedule[] = [];
  #read = '';

  constructor(folder: string) {
    this.#path = join(folder, 'schedules.json');
  }

  /** As they are in the file now: another server may have the same folder. */
  all(): readonly Schedule[] {
    let stamp = '';
    try {
      const stats = statSync(this.#path, { bigint: true });
      // A pipe under this name would hold the server up for ever.
      if (!stats.isFile() || stats.size > LARGEST) return [];
      stamp = `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
      if (stamp === this.#read) return this.#schedules;
      const { schedules } = JSON.parse(readFileSync(this.#path, 'utf8')) as { schedules?: unknown };
      this.#schedules = Array.isArray(schedules) ? onceEach(schedules.slice(0, MOST_SCHEDULES)) : [];
    } catch {
      this.#schedules = [];
    }
    this.#read = stamp;
    return this.#schedules;
  }

  of(crawl: string): Schedule | null {
    return this.all().find((schedule) => schedule.crawl === crawl) ?? null;
  }

  /** Keeps a schedule, in the place of the one that the crawl had. */
  put(schedule: Schedule): void {
    const others = this.all().filter(({ crawl }) => crawl !== schedule.crawl);
    if (others.length >= MOST_SCHEDULES) throw new TarrafaError('TRF_SERVER_BUSY', ['schedules']);
    this.#write([...others, { ...schedule, runs: schedule.runs.slice(-MOST_RUNS) }]);
  }

  remove(crawl: string): void {
    const all = this.all();
    const rest = all.filter((schedule) => schedule.crawl !== crawl);
    if (rest.length < all.length) this.#write(rest);
  }

  #write(schedules: readonly Schedule[]): void {
    this.#refuseForeign();
    writeFileWhole(this.#path, `${JSON.stringify({ format: FORMAT, schedules }, null, 2)}\n`);
    this.#read = '';
  }

  /** What stands there and is no file of ours is somebody's: it is not written over. */
  #refuseForeign(): void {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw new TarrafaError('TRF_STORAGE_DAMAGED', [this.#path, 0, systemFailure(error)], { cause: error });
    }
    try {
      const { format } = JSON.parse(text) as { format?: unknown };
      if (typeof format === 'number' && format > FORMAT)
        throw new TarrafaError('TRF_FORMAT_NEWER', [this.#path, format, FORMAT]);
    } catch (error) {
      if (error instanceof TarrafaError) throw error;
      throw new TarrafaError('TRF_STORAGE_DAMAGED', [this.#path, 0, systemFailure(error)], { cause: error });
    }
  }
}

function onceEach(schedules: readonly unknown[]): Schedule[] {
  const found = new Map<string, Schedule>();
  for (const schedule of schedules)
    if (isSchedule(schedule) && !found.has(schedule.crawl)) found.set(schedule.crawl, schedule);
  return [...found.values()];
}
