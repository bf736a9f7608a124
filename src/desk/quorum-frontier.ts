/**
 * The frontier of the desk: links that only one volunteer tells of wait until somebody else tells of them too, or has looked at the page again;
 * then they are queued as all others are. What the desk saw itself passes.
 */
import type {
  AddCounts,
  Candidate,
  Exhausted,
  Frontier,
  FrontierCounts,
  Handover,
  Later,
  Lease,
  LeaseEnd,
  Leases,
  Leftover,
  Spent,
  Waiting,
} from '../frontier/index.ts';
import { GenerationalCache } from '../text/generational-cache.ts';
import type { Desk, Source } from './desk.ts';
import { bareKey, secondLookOf } from './second-looks.ts';

/** Links that passed lately pass again without a question. */
const REMEMBERED = 200_000;

export class QuorumFrontier implements Frontier {
  readonly #inner: Frontier;
  readonly #desk: Desk;
  readonly #worker: string;
  #lastTurn: Promise<unknown> = Promise.resolve();
  readonly #passed = new GenerationalCache<true>(REMEMBERED);

  /** `worker`: the name under which the crawl knows the desk. */
  constructor(inner: Frontier, desk: Desk, worker: string) {
    this.#inner = inner;
    this.#desk = desk;
    this.#worker = worker;
  }

  async lease(most: number): Promise<Leases | Waiting | Later | Exhausted | Spent> {
    const answer = await this.#inner.lease(most);
    if (answer.kind !== 'empty' && answer.kind !== 'later') return answer;
    // Nothing else to do: what waits for another witness need not wait for time to pass.
    return (await this.#desk.sendWitnesses(true)) > 0 ? this.#inner.lease(most) : answer;
  }

  async end(ends: readonly LeaseEnd[]): Promise<void> {
    const witnessed = Promise.all(ends.map((end) => this.#witnessed(end)));
    // Handed on in the order in which they came, whatever there was to be asked about each.
    const turn = this.#lastTurn.then(() => witnessed);
    this.#lastTurn = turn.catch(() => {});
    await this.#inner.end(await turn);
    for (const end of ends) {
      const look = end.kind === 'complete' ? secondLookOf(end.lease.key) : null;
      // What the page was said to have and has not will never be.
      if (look?.why === 'second') await this.#desk.store.witnessed(look.page);
    }
  }

  async #witnessed(end: LeaseEnd): Promise<LeaseEnd> {
    if (end.kind !== 'complete') return end;
    const source = this.#desk.sourceOf(end.lease);
    // From the moment in which the visit names its record it can be told whose word that is.
    if (source !== null && end.archived)
      await this.#desk.store.placed(source.page, {
        worker: this.#worker,
        file: end.archived.file,
        offset: end.archived.offset,
      });
    const links = [...end.links];
    const passing = await this.#passing(links, end.lease, source);
    // A page votes once: one of which something waits for a witness does not vote, and whoever looks at it again votes for it.
    return { ...end, links: passing, ...(passing.length < links.length ? { votes: null } : {}) };
  }

  async #passing(
    links: readonly Candidate[],
    page: Lease,
    source: Source | null,
  ): Promise<readonly Candidate[]> {
    const { store, now } = this.#desk;
    const fresh = links.filter(({ key }) => this.#passed.get(key) === undefined);
    if (fresh.length === 0) return links;
    const told = fresh.map((link) => ({ ...link, key: toldAs(link, page) }));
    let confirmed: ReadonlySet<string> | null = null;
    if (source === null) await store.confirm(told.map(({ key }) => key));
    else confirmed = await store.meet(source.volunteer, source.page, told, now);
    const passing = links.filter(
      (link) =>
        confirmed === null || confirmed.has(toldAs(link, page)) || this.#passed.get(link.key) !== undefined,
    );
    for (const { key } of passing) this.#passed.set(key, true);
    return passing;
  }

  schedule(candidates: Iterable<Candidate>): Promise<AddCounts> {
    return this.#inner.schedule(candidates);
  }

  mayAsk(): boolean {
    return this.#inner.mayAsk?.() ?? true;
  }

  onLapse(giveUp: () => void): void {
    this.#inner.onLapse?.(giveUp);
  }

  handOver(handover: Handover): void {
    this.#inner.handOver?.(handover);
  }

  bind(lease: Lease, address: string): Promise<number> {
    return this.#inner.bind(lease, address);
  }

  passBy(lease: Lease, queue: string, address: string): Promise<number> {
    return this.#inner.passBy(lease, queue, address);
  }

  setDelay(queue: string, delay: number): Promise<void> {
    return this.#inner.setDelay(queue, delay);
  }

  restUntil(queue: string, time: number): Promise<void> {
    return this.#inner.restUntil(queue, time);
  }

  retire(queue: string, reason: string): Promise<number> {
    return this.#inner.retire(queue, reason);
  }

  counts(): FrontierCounts {
    return this.#inner.counts();
  }

  resume(): Promise<Leftover> {
    return this.#inner.resume();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

/**
 * What two volunteers must both tell of: within a site, the link, from whichever page; to another site, that this page has it. Two who lie, each
 * for itself, may well name the same shop.
 */
function toldAs(link: Candidate, page: Lease): string {
  return link.queue === page.queue ? link.key : `${bareKey(page.key)} ${link.key}`;
}
