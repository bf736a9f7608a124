/**
 * A frontier made of what another place knows, by the operations that a crawl would have made it with. Nobody is asked for anything, so no queue
 * rests while it is made, and its clock stands still: the journal says of nothing when it happened. What queues have to rest is told at the end.
 *
 * Visited and retried URLs come first, then those that wait: one that is to be leased must be the only one that can be.
 */
import { FolderFrontier } from './folder-frontier.ts';
import type { Candidate, Completion, FrontierOptions, Lease } from './port.ts';

const NOWHEN = 0;

export type MadeVisit = Pick<Completion, 'outcome' | 'status' | 'bytes'>;

export interface MadeQueue {
  readonly name: string;
  /** Of its own, ms; 0 for none. */
  readonly delay: number;
  /** No access before that. */
  readonly restsUntil: number;
  /** Why nothing more of it is visited; null while it is. */
  readonly retired: string | null;
}

export class MadeFrontier {
  readonly #frontier: FolderFrontier;
  #open: Lease | null = null;

  constructor(folder: string, policy: FrontierOptions['policy']) {
    this.#frontier = FolderFrontier.open(folder, {
      policy,
      delay: 0,
      addressDelay: 0,
      capacity: Number.POSITIVE_INFINITY,
      queueBudget: Number.POSITIVE_INFINITY,
      now: () => NOWHEN,
    });
  }

  /** A URL that was visited: `ended` tells how. Answers its record; null when it is known already. */
  began(candidate: Candidate): number | null {
    if (this.#frontier.add(candidate) !== 'added') return null;
    this.#open = this.#only(candidate);
    return this.#open.record;
  }

  /** The URL that began last was visited as often as `visits` says, and is to be visited again at a time, or not. `mark` goes with the last visit. */
  ended(visits: readonly MadeVisit[], revisitAt: number | null, mark: string | null = null): void {
    let lease = this.#open!;
    this.#open = null;
    visits.forEach((visit, i) => {
      const isLast = i === visits.length - 1;
      if (i > 0) lease = this.#only(lease);
      this.#frontier.end({
        kind: 'complete',
        lease,
        ...visit,
        accessedAt: null,
        // At once, when there is a further visit to be told of.
        revisitAt: isLast ? revisitAt : NOWHEN,
        links: [],
        seal: () => (isLast ? mark : null),
      });
    });
  }

  /** A URL that is to be tried for the `attempt`th time, not before a time. Answers its record; null when it is known already. */
  retried(candidate: Candidate, attempt: number, notBefore: number): number | null {
    if (this.#frontier.add(candidate) !== 'added') return null;
    let record = 0;
    for (let failed = 1; failed < Math.max(2, attempt); failed++) {
      const lease = this.#only(candidate);
      record = lease.record;
      const isLast = failed + 1 >= attempt;
      this.#frontier.end({
        kind: 'retry',
        lease,
        accessedAt: NOWHEN,
        notBefore: isLast ? notBefore : NOWHEN,
      });
    }
    return record;
  }

  /** A URL that waits for its turn. False when it is known already. */
  queued(candidate: Candidate): boolean {
    return this.#frontier.add(candidate) === 'added';
  }

  queue({ name, delay, restsUntil, retired }: MadeQueue): void {
    if (delay > 0) this.#frontier.setDelay(name, delay);
    this.#frontier.restUntil(name, restsUntil);
    if (retired !== null) this.#frontier.retire(name, retired);
  }

  close(): void {
    this.#frontier.close();
  }

  #only(candidate: Candidate): Lease {
    const answer = this.#frontier.next();
    if (answer.kind !== 'lease' || answer.lease.key !== candidate.key)
      throw new RangeError(`what was visited must come before what waits: ${candidate.url}`);
    return answer.lease;
  }
}
