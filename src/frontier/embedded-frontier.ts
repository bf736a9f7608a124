/**
 * The `Frontier` of one process: the port to a folder. Each call does all of its work before it returns, so what its caller did just
 * before and what the folder writes happen in one step that no other visit comes between.
 */
import { FolderFrontier, type FolderOptions } from './folder-frontier.ts';
import type { JournalCut } from './journal.ts';
import type {
  AddCounts,
  Candidate,
  Exhausted,
  Frontier,
  FrontierCounts,
  Later,
  Lease,
  LeaseEnd,
  Leases,
  Leftover,
  Waiting,
  WaitingQueue,
} from './port.ts';

export class EmbeddedFrontier implements Frontier {
  readonly #folder: FolderFrontier;

  private constructor(folder: FolderFrontier) {
    this.#folder = folder;
  }

  /** Opens the frontier of a folder, or begins one. The folder must not be open anywhere else. */
  static async open(folder: string, options: FolderOptions): Promise<EmbeddedFrontier> {
    return new EmbeddedFrontier(FolderFrontier.open(folder, options));
  }

  /** What opening took away, because it was torn, damaged or refused. */
  get cuts(): readonly JournalCut[] {
    return this.#folder.cuts;
  }

  sync(): Promise<void> {
    return this.#folder.sync();
  }

  async schedule(candidates: Iterable<Candidate>): Promise<AddCounts> {
    const taken: AddCounts = { added: 0, duplicate: 0, improved: 0, dropped: 0 };
    for (const candidate of candidates) taken[this.#folder.add(candidate)]++;
    return taken;
  }

  async lease(most: number): Promise<Leases | Waiting | Later | Exhausted> {
    const leases: Lease[] = [];
    while (leases.length < most) {
      let answer: ReturnType<FolderFrontier['next']>;
      try {
        answer = this.#folder.next();
      } catch (error) {
        // Those before it are on disk. Whoever asks for more is told.
        if (leases.length > 0) break;
        throw error;
      }
      if (answer.kind === 'lease') leases.push(answer.lease);
      else if (leases.length === 0) return answer;
      else break;
    }
    return { kind: 'leases', leases };
  }

  async bind(lease: Lease, address: string): Promise<number> {
    return this.#folder.bind(lease, address);
  }

  async passBy(lease: Lease, queue: string, address: string): Promise<number> {
    return this.#folder.passBy(lease, queue, address);
  }

  async end(ends: readonly LeaseEnd[]): Promise<void> {
    for (const end of ends) this.#folder.end(end);
  }

  async setDelay(queue: string, delay: number): Promise<void> {
    this.#folder.setDelay(queue, delay);
  }

  async restUntil(queue: string, time: number): Promise<void> {
    this.#folder.restUntil(queue, time);
  }

  async retire(queue: string, reason: string): Promise<number> {
    return this.#folder.retire(queue, reason);
  }

  counts(): FrontierCounts {
    return this.#folder.counts();
  }

  longestQueues(most: number): readonly WaitingQueue[] {
    return this.#folder.longestQueues(most);
  }

  async resume(): Promise<Leftover> {
    return { mark: this.#folder.mark(), orphans: this.#folder.orphans() };
  }

  async close(): Promise<void> {
    this.#folder.close();
  }
}
