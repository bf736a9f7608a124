/** How a crawl with a collection of fixed size kept it, for its report. */
import { type CollectionCourse, CourseReading, type CourseVisit } from '../crawl/collection-course.ts';
import type { CrawlManifest } from '../crawl/crawl-folder.ts';
import { type JsonObject, numberIn, textIn } from './lines.ts';

export interface CollectionReport extends CollectionCourse {
  readonly capacity: number;
  readonly importance: string;
}

export class CollectionReading {
  readonly #reading = new CourseReading();

  take(visit: JsonObject): void {
    const { policy } = visit;
    const noted = typeof policy === 'object' && policy !== null;
    if (!noted && visit.reason !== 'unwanted') return;
    this.#reading.take({
      url: textIn(visit.url) ?? '',
      at: numberIn(visit.at, Number.NaN),
      outcome: (textIn(visit.outcome) ?? '') as CourseVisit['outcome'],
      reason: textIn(visit.reason) ?? undefined,
      policy: noted ? (policy as CourseVisit['policy']) : undefined,
    });
  }

  /** `null` for a crawl that keeps every page. */
  report({ linkPolicy }: Pick<CrawlManifest, 'linkPolicy'>): CollectionReport | null {
    if (typeof linkPolicy !== 'object' || linkPolicy?.name !== 'collection') return null;
    const made = (linkPolicy.made ?? {}) as JsonObject;
    return {
      capacity: numberIn(made.size),
      importance: textIn(made.importance) ?? '',
      ...this.#reading.course(),
    };
  }
}
