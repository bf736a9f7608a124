/**
 * What a collection of fixed size was as its crawl went on, from the lines of the visits alone: which pages it held, how many came and left, and
 * how fresh and how old they are expected to have been by the changes that visits had seen until then.
 */
import {
  age,
  expectedState,
  firstVisit,
  freshness,
  type Observations,
  observe,
  pageChangeRate,
} from '../frontier/index.ts';
import { type CrawlPaths, readManifest } from './crawl-folder.ts';
import { readVisits, type Visit } from './visit-log.ts';

const DAY = 86_400_000;
/** Points of the curve: beyond it every second one is left out. */
const MOST_POINTS = 480;

/** As much of a visit as is read here. */
export type CourseVisit = Pick<Visit, 'url' | 'at' | 'outcome' | 'reason' | 'policy'>;

export interface CollectionCourse {
  readonly size: number;
  /** Pages that came in; those that were visited again, and those of them that had changed. */
  readonly saved: number;
  readonly updated: number;
  readonly changed: number;
  /** Pages that left for more important ones, and those that are no pages any more. */
  readonly discarded: number;
  readonly gone: number;
  /** Visited, and less important than all that was held. */
  readonly rejected: number;
  /** Not visited, because it would have been so. */
  readonly unwanted: number;
  /** Expected at the last visit: the share of pages held that are as they were copied, and for how many days they have not been, in the mean. */
  readonly freshness: number;
  readonly age: number;
  /** What both are in the long run, when every page goes on being visited as often as last; null before any was visited twice. */
  readonly pace: { readonly freshness: number; readonly age: number } | null;
  readonly curve: {
    /** Since the first visit. */
    readonly days: readonly number[];
    readonly freshness: readonly number[];
    readonly age: readonly number[];
  };
}

export class CourseReading {
  readonly #held = new Map<string, Observations>();
  readonly #points: { readonly at: number; readonly freshness: number; readonly age: number }[] = [];
  readonly #count = { saved: 0, updated: 0, changed: 0, discarded: 0, gone: 0, rejected: 0, unwanted: 0 };
  #visits = 0;
  #stride = 1;
  #first = Number.NaN;
  #latest = Number.NaN;

  get urls(): Iterable<string> {
    return this.#held.keys();
  }

  take({ url, at, outcome, reason, policy }: CourseVisit): void {
    if (reason === 'unwanted' && outcome === 'refused') this.#count.unwanted++;
    if (policy === undefined || typeof policy.held !== 'boolean' || !Number.isFinite(at)) return;
    if (Number.isNaN(this.#first)) this.#first = at;
    // A clock that was set back makes nothing fresher.
    const now = Math.max(at, Number.isNaN(this.#latest) ? at : this.#latest);
    this.#latest = now;
    const isPoint = this.#visits++ % this.#stride === 0;
    // Before it and after it: what lies between two sessions is seen too.
    if (isPoint && this.#held.size > 0) this.#point(now);
    this.#hold(url, now, outcome, policy);
    if (isPoint && this.#held.size > 0) this.#point(now);
    if (this.#points.length > MOST_POINTS) this.#thin();
  }

  #hold(url: string, at: number, outcome: string, policy: NonNullable<CourseVisit['policy']>): void {
    const count = this.#count;
    const before = this.#held.get(url);
    const { held, changed, discarded } = policy;
    const isPage = outcome === 'analysed' || outcome === 'unchanged';
    if (typeof discarded === 'string' && this.#held.delete(discarded)) {
      if (discarded === url || !isPage) count.gone++;
      else count.discarded++;
    }
    if (!isPage) return;
    if (held !== true) {
      count.rejected++;
      return;
    }
    if (before === undefined) {
      count.saved++;
      this.#held.set(url, firstVisit(at));
      return;
    }
    count.updated++;
    if (changed === true) count.changed++;
    this.#held.set(url, observe(before, at, changed === true ? 'changed' : 'unchanged'));
  }

  #point(at: number): void {
    this.#points.push({ at, ...this.#expected(at) });
  }

  #expected(at: number): { readonly freshness: number; readonly age: number } {
    let [fresh, old] = [0, 0];
    for (const [url, seen] of this.#held) {
      const state = expectedState(url, seen, at);
      fresh += state.freshness;
      old += state.age;
    }
    const pages = this.#held.size;
    return pages === 0 ? { freshness: 1, age: 0 } : { freshness: fresh / pages, age: old / pages };
  }

  #pace(): CollectionCourse['pace'] {
    let [fresh, old, pages] = [0, 0, 0];
    for (const [url, seen] of this.#held) {
      if (!(seen.lastInterval > 0)) continue;
      const rate = pageChangeRate(url, seen);
      fresh += freshness('fixed', rate, 1 / seen.lastInterval);
      old += age('fixed', rate, 1 / seen.lastInterval);
      pages++;
    }
    return pages === 0 ? null : { freshness: fresh / pages, age: old / pages };
  }

  #thin(): void {
    // In pairs, as they came.
    const kept = this.#points.filter((_, i) => i % 4 < 2);
    this.#points.splice(0, this.#points.length, ...kept);
    this.#stride *= 2;
  }

  course(): CollectionCourse {
    const points = this.#points;
    const first = Number.isNaN(this.#first) ? 0 : this.#first;
    return {
      size: this.#held.size,
      ...this.#count,
      ...this.#expected(Number.isNaN(this.#latest) ? 0 : this.#latest),
      pace: this.#pace(),
      curve: {
        days: points.map(({ at }) => (at - first) / DAY),
        freshness: points.map((point) => point.freshness),
        age: points.map((point) => point.age),
      },
    };
  }
}

/** The pages of a collection of fixed size, and all that were ever visited for it; null for a crawl that keeps every page. */
export async function heldPages(
  paths: CrawlPaths,
): Promise<{ readonly held: ReadonlySet<string>; readonly left: ReadonlySet<string> } | null> {
  const manifest = readManifest(paths);
  if (manifest?.linkPolicy?.name !== 'collection') return null;
  const reading = new CourseReading();
  const left = new Set<string>();
  for await (const visit of readVisits(paths.visits)) {
    reading.take(visit);
    if (typeof visit.policy?.held === 'boolean') left.add(visit.url);
  }
  const held = new Set(reading.urls);
  for (const url of held) left.delete(url);
  return { held, left };
}
