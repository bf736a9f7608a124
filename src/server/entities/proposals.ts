/**
 * The tables that were found lately, kept for a while: a person looks at a proposal, chooses columns and saves, and the archive is read
 * only once for it.
 */
import { createHash } from 'node:crypto';
import { TarrafaError } from '../../errors.ts';
import type { Gate } from '../gate.ts';
import type { EntityFinder, FinderRequest, FoundTable } from './entity-finder.ts';

const MOST_KEPT = 8;
const KEPT_FOR = 30 * 60_000;

interface Kept {
  readonly table: FoundTable;
  readonly at: number;
}

export interface ProposalOptions {
  readonly find: EntityFinder;
  readonly gate: Gate;
  readonly now: () => number;
  /** ms for one discovery. */
  readonly patience?: number;
}

const PATIENCE = 60_000;

/** The files of a choice may be long: a digest tells them apart as well. */
function keyOf({ folder, ...asked }: FinderRequest, edition: number): string {
  return createHash('sha256')
    .update(JSON.stringify([folder, edition, asked]))
    .digest('hex');
}

export class Proposals {
  readonly #options: ProposalOptions;
  readonly #kept = new Map<string, Kept>();

  constructor(options: ProposalOptions) {
    this.#options = options;
  }

  /** `edition` tells one state of the archive from the next; `gone` aborts when nobody waits for the answer any more. */
  async find(request: FinderRequest, edition: number, gone: AbortSignal): Promise<FoundTable> {
    const key = keyOf(request, edition);
    const now = this.#options.now();
    const kept = this.#kept.get(key);
    if (kept !== undefined && now - kept.at < KEPT_FOR) return kept.table;
    const { patience = PATIENCE } = this.#options;
    const table = await this.#options.gate.run(async () => {
      const late = AbortSignal.timeout(patience);
      try {
        return await this.#options.find(request, AbortSignal.any([gone, late]));
      } catch (error) {
        if (late.aborted) throw new TarrafaError('TRF_TIME_OUT', ['discover', Math.round(patience / 1000)]);
        throw error;
      }
    });
    this.#kept.delete(key);
    this.#kept.set(key, { table, at: now });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return table;
  }
}
