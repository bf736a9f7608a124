/** Archives on their way to the bucket, which is away for a while: what waits on the workers' disks, and how long until it has gone. */
import { seededRandom } from '../../test/seeded-random.ts';
import { cost } from './costs.ts';
import { EventQueue } from './event-queue.ts';
import { type Outage, Station } from './station.ts';

export interface StorePlan {
  readonly seed: number;
  readonly workers: number;
  /** Pages a second of one worker. */
  readonly pages: number;
  readonly storeLines: number;
  readonly away: Outage;
  /** ms. */
  readonly until: number;
}

export interface StoreOutcome {
  /** Share of its time that the line to the bucket was busy before. */
  readonly busy: number;
  /** Bytes on the disks of all workers: usual, and at the most; and the most of one. */
  readonly usual: number;
  readonly most: number;
  readonly mostOfOne: number;
  /** Until no more than usual waits, from the end of the outage, ms; null when that was not reached. */
  readonly recovered: number | null;
  /** Pages to fetch again if all workers of a third were lost when most waits. */
  readonly refetches: number;
  /** Bytes archived, stored, and still waiting at the end; those that are stored and waiting are those that were archived. */
  readonly archived: number;
  readonly stored: number;
  readonly waiting: number;
}

const EVENT = { upload: 0, stored: 1, look: 2 } as const;
const LOOK = 5_000;
/** Between tries while the bucket is away, ms: it doubles to this. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

export function simulateStore(plan: StorePlan): StoreOutcome {
  const random = seededRandom(plan.seed);
  const events = new EventQueue();
  const line = new Station(plan.storeLines);
  const every = cost('uploadEvery') * 1000;
  // Bytes a millisecond.
  const rate = plan.pages * cost('archivedPage');
  const lineRate = cost('storeLine') * 1e6;
  /** Up to when what each worker archived has been stored. */
  const storedTo = new Float64Array(plan.workers);
  const sentTo = new Float64Array(plan.workers);
  const pause = new Float64Array(plan.workers).fill(FIRST_PAUSE);
  let stored = 0;
  for (let id = 0; id < plan.workers; id++) {
    // The first upload comes within one interval, as if the crawl had been going on.
    storedTo[id] = -random() * every;
    sentTo[id] = storedTo[id]!;
    events.push(storedTo[id]! + every, EVENT.upload, id);
  }
  const begun = storedTo.reduce((sum, time) => sum - time * rate, 0);
  events.push(0, EVENT.look);
  const isAway = (time: number): boolean => time >= plan.away.from && time < plan.away.to;
  let usual = 0;
  let looks = 0;
  let most = 0;
  let mostOfOne = 0;
  let recovered: number | null = null;
  let busy = 0;
  while (events.next() && events.time <= plan.until) {
    const { time, kind, a } = events;
    if (kind === EVENT.upload) {
      if (isAway(time)) {
        events.push(time + pause[a]! * (0.5 + random()), EVENT.upload, a);
        pause[a] = Math.min(LONGEST_PAUSE, pause[a]! * 2);
        continue;
      }
      pause[a] = FIRST_PAUSE;
      sentTo[a] = time;
      events.push(line.serve(time, ((time - storedTo[a]!) * rate) / lineRate), EVENT.stored, a);
    } else if (kind === EVENT.stored) {
      // What was under way when the bucket went is sent again.
      if (isAway(time)) {
        events.push(time, EVENT.upload, a);
        continue;
      }
      stored += (sentTo[a]! - storedTo[a]!) * rate;
      storedTo[a] = sentTo[a]!;
      events.push(Math.max(time, sentTo[a]! + every), EVENT.upload, a);
    } else {
      let waiting = 0;
      for (const to of storedTo) {
        waiting += (time - to) * rate;
        mostOfOne = Math.max(mostOfOne, (time - to) * rate);
      }
      if (time < plan.away.from) {
        usual = (usual * looks + waiting) / (looks + 1);
        looks++;
        busy = line.workUntil(time) / (Math.max(1, time) * plan.storeLines);
      }
      most = Math.max(most, waiting);
      if (time >= plan.away.to && recovered === null && waiting <= 1.1 * usual)
        recovered = time - plan.away.to;
      events.push(time + LOOK, EVENT.look);
    }
  }
  let waiting = 0;
  for (const to of storedTo) waiting += (plan.until - to) * rate;
  return {
    busy,
    usual,
    most,
    mostOfOne,
    recovered,
    refetches: most / 3 / (cost('archivedPage') * 1000),
    archived: begun + plan.until * rate * plan.workers,
    stored,
    waiting,
  };
}
