/** Notices that nothing moves. A crawl may have to wait for hours, when every host it knows rests; but nobody should have to guess why. */
import type { VisitStage } from './visits-under-way.ts';

/** What a crawl waits for in which nothing has moved for a while. */
export interface Wait {
  /** For so long, ms. */
  readonly ms: number;
  /** What the eldest visit waits for; the frontier; or, where nothing is under way, that hosts have rested. */
  readonly on: VisitStage | 'frontier' | 'rest';
  /** Of the eldest visit. */
  readonly url: string | null;
  /** Visits under way. */
  readonly visits: number;
  /** When the next host may be asked, as far as is known. */
  readonly until: number | null;
}

const PATIENCE = 60_000;

export class Watchdog {
  #state = '';
  #since = 0;

  /** How long the state has been the same, ms; 0 while that is no reason to speak. */
  look(at: number, state: string): number {
    if (state !== this.#state) {
      this.#state = state;
      this.#since = at;
    }
    const still = at - this.#since;
    return still >= PATIENCE ? still : 0;
  }
}
