/** What each visit under way waits for, so that it can be said when nothing moves. */
import type { Lease } from '../frontier/index.ts';

/** The address of its name, the rules of its host, the answer to its request, or the reading of that. */
export type VisitStage = 'name' | 'robots' | 'answer' | 'reading';

export interface VisitUnderWay {
  readonly url: string;
  readonly stage: VisitStage;
  /** When its URL was taken from the frontier, ms since 1970. */
  readonly since: number;
}

export class VisitsUnderWay {
  /** By their record, the eldest first. */
  readonly #visits = new Map<number, { readonly url: string; stage: VisitStage; readonly since: number }>();

  reached(lease: Lease, stage: VisitStage): void {
    const visit = this.#visits.get(lease.record);
    if (visit) visit.stage = stage;
    else this.#visits.set(lease.record, { url: lease.url, stage, since: lease.at });
  }

  ended(lease: Lease): void {
    this.#visits.delete(lease.record);
  }

  get eldest(): VisitUnderWay | null {
    return this.#visits.values().next().value ?? null;
  }

  /** The eldest first. */
  list(most: number): VisitUnderWay[] {
    const list: VisitUnderWay[] = [];
    for (const visit of this.#visits.values()) {
      if (list.length >= most) break;
      list.push({ ...visit });
    }
    return list;
  }
}
