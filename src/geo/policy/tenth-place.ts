/**
 * One place in ten for the rest: links that nothing speaks for would wait for ever behind those of producers. Each page may put one of them
 * into a row; at every tenth visit the one that waits longest comes, of another host than the last where there is one.
 */

export interface WaitingLink {
  readonly key: string;
  /** Its politeness queue. */
  readonly queue: string;
}

const MOST_WAITING = 2000;

export class TenthPlace<L extends WaitingLink> {
  readonly #waiting = new Map<string, L>();
  readonly #every: number;
  #visits = 0;
  #last = '';

  constructor(every = 10) {
    this.#every = every;
  }

  has(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** A visit ended: of the link that waited, when it was one of these. Answers the link whose turn it is. */
  visited(came: string | null, rest: L | null): L | null {
    if (came !== null) this.#waiting.delete(came);
    if (rest !== null && this.#waiting.size < MOST_WAITING) this.#waiting.set(rest.key, rest);
    if (++this.#visits % this.#every !== 0) return null;
    let turn: L | null = null;
    for (const link of this.#waiting.values()) {
      turn ??= link;
      if (link.queue === this.#last) continue;
      turn = link;
      break;
    }
    if (turn === null) return null;
    this.#waiting.delete(turn.key);
    this.#last = turn.queue;
    return turn;
  }

  save(): object {
    return { visits: this.#visits, last: this.#last, waiting: [...this.#waiting.values()] };
  }

  restore(saved: { readonly visits: number; readonly last: string; readonly waiting: readonly L[] }): void {
    this.#visits = saved.visits;
    this.#last = saved.last;
    this.#waiting.clear();
    for (const link of saved.waiting) this.#waiting.set(link.key, link);
  }
}
