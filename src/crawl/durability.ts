/**
 * What a power failure may take. Every few seconds the archive, the logs and the frontier's journal are brought to the disk, in that order:
 * what the journal says of the others is then on the disk no later than itself. The thread that crawls does not wait for it. The system may
 * write any of them earlier and in any order; what is then ahead of the others is found on opening (agreement.ts).
 */
import type { Frontier } from '../frontier/index.ts';
import type { WarcWriter } from '../warc/index.ts';
import type { Ledger } from './ledger.ts';
import type { PolicyLog } from './policy-log.ts';
import type { VisitLog } from './visit-log.ts';

export interface DurableParts {
  readonly archive: Pick<WarcWriter, 'sync'>;
  readonly visits: Pick<VisitLog, 'sync'>;
  readonly policyLog: Pick<PolicyLog, 'sync'> | null;
  readonly frontier: Pick<Frontier, 'sync'>;
  readonly ledger: Pick<Ledger, 'ends' | 'keptUntil'>;
}

export class Durability {
  readonly #parts: DurableParts;
  readonly #every: number;
  #timer: NodeJS.Timeout | null = null;
  #under: Promise<void> | null = null;
  /** What was last brought to the disk. */
  #last = '';

  /** `every`: ms; 0 leaves the disk to the system. */
  constructor(parts: DurableParts, every: number) {
    this.#parts = parts;
    this.#every = every;
  }

  /** What goes wrong is given to `onError`. */
  begin(onError: (error: unknown) => void): void {
    if (this.#every === 0) return;
    this.#timer = setInterval(() => {
      // A disk that takes longer than that is asked again when it is done.
      this.#under ??= this.#round()
        .catch(onError)
        .finally(() => {
          this.#under = null;
        });
    }, this.#every);
  }

  /** Resolves when nothing is under way any more: files may be closed then. */
  async end(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#under;
  }

  async #round(): Promise<void> {
    const { archive, visits, policyLog, frontier, ledger } = this.#parts;
    const { ends } = ledger;
    const now = JSON.stringify(ends);
    // A crawl in which nothing ends has links and leases at the most, which are found and given again.
    if (ends === null || now === this.#last) return;
    await archive.sync();
    await visits.sync();
    await policyLog?.sync();
    await frontier.sync?.();
    this.#last = now;
    ledger.keptUntil(ends);
  }
}
