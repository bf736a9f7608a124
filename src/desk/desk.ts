/**
 * The desk: a worker of a shared crawl that has its requests made by volunteers, whom it does not believe. Names, robots files, delays and what a
 * page means stay here. An answer is taken for the page when somebody who is trusted saw the same, or on the word of a volunteer of whom enough
 * was looked at again (`reputation.ts`). What was taken so can be taken back: it is known page by page, and queued again when its volunteer
 * turns out to lie.
 */
import type { Carrier, Errand } from '../crawl/index.ts';
import type { Candidate, Lease } from '../frontier/index.ts';
import type { FetchFailure, FetchOutcome, FetchResponse } from '../http/index.ts';
import { compare, type PageMarks, settle, type Verdict } from './agreement.ts';
import type { DeskStore, Volunteer } from './desk-store.ts';
import {
  type DeskClock,
  type DeskLease,
  type ItemEnd,
  LEASE_TIME,
  LeaseBook,
  MOST_SITES,
  SYSTEM_CLOCK,
} from './lease-book.ts';
import { marksOf } from './page-marks.ts';
import type { LeaseAnswer, LeaseItem, StopWord, Taken, VisitResult, VisitsAnswer } from './protocol.ts';
import { checkChance, standingOf } from './reputation.ts';
import { lookAgain, secondLookOf } from './second-looks.ts';
import { toldResponse } from './told-response.ts';

export interface DeskOptions {
  readonly store: DeskStore;
  readonly userAgent: string;
  readonly pages: 'all' | 'interesting';
  readonly geoHashes: readonly string[];
  readonly clock?: DeskClock;
  /** How long a URL may stay out, ms; five minutes. */
  readonly itemTime?: number | undefined;
  /** What an answer is known by; null when it cannot be read. In place by default. */
  readonly readMarks?: (response: FetchResponse) => Promise<PageMarks | null>;
  /** 0…1; decides what is looked at again. */
  readonly random?: () => number;
  /** Told of verdicts, for who watches. */
  readonly onVerdict?: (volunteer: number, verdict: Verdict) => void;
}

/** The crawl that the desk works for. */
export interface DeskCrawl {
  /** More visits may be wanted. */
  look(): void;
  schedule(candidates: readonly Candidate[]): Promise<unknown>;
  /** A site is not asked before that time. */
  restUntil(queue: string, time: number): Promise<void>;
}

/** From whom an answer is that was not verified. */
export interface Source {
  readonly volunteer: number;
  readonly page: number;
}

interface Demand {
  readonly volunteer: number;
  readonly lease: DeskLease;
  wanted: number;
  readonly items: LeaseItem[];
  readonly answer: () => void;
}

/** An answer that waits until somebody who is trusted has seen the page. */
interface Check {
  readonly volunteer: number;
  /** The page as it was taken before, when it was. */
  readonly page: number | null;
  readonly marks: PageMarks;
  /** What was seen here, when that was not enough to tell. */
  first: PageMarks | null;
  readonly at: number;
}

/** How long somebody who asks for work is kept waiting for the first of it, ms. */
const LONGEST_WAIT = 10_000;
/** And for more, once there is some. */
const GATHERING = 250;
/** When to ask again when there was none. */
const ASK_AGAIN = 2_000;
/** How often a URL is handed out in vain before the desk asks for it itself. */
const MOST_TRIES = 2;
const MOST_CHECKS = 5_000;
/** A check whose URL did not come back in this is somebody else's business by now. */
const CHECK_TIME = 30 * 60_000;
const MOST_PLACES = 4_096;
/** Requests of its own that may be under way at once, for checks. */
const OWN_PLACES = 64;
const MOST_REMEMBERED = 100_000;
/** How long links wait for another witness before one is sent for. */
const WITNESS_PATIENCE = 5 * 60_000;
const QUEUED_AT_ONCE = 500;
/** For how long it is believed that nobody stopped all volunteers. */
const STOPPED_LOOK = 1_000;

const UNREADABLE: ItemEnd = { kind: 'failed', reason: 'unreadable' };

export class Desk implements Carrier {
  readonly #options: DeskOptions;
  readonly #clock: DeskClock;
  readonly #book: LeaseBook;
  readonly #random: () => number;
  readonly #readMarks: (response: FetchResponse) => Promise<PageMarks | null>;
  readonly #demands = new Set<Demand>();
  readonly #checks = new Map<string, Check>();
  /** URLs that the desk asks for itself. */
  readonly #own = new Set<string>();
  readonly #tries = new Map<string, number>();
  readonly #records = new Map<number, Pick<Volunteer, 'record' | 'pages'>>();
  readonly #sources = new Map<number, Source>();
  #crawl: DeskCrawl | null = null;
  #stop: StopWord | null = null;
  #stopped = { at: Number.NEGATIVE_INFINITY, is: false };

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#random = options.random ?? Math.random;
    this.#readMarks = options.readMarks ?? (async (response) => marksOf(response));
    this.#book = new LeaseBook(this.#clock, options.itemTime);
  }

  get store(): DeskStore {
    return this.#options.store;
  }

  get now(): number {
    return this.#clock.now();
  }

  /** The crawl whose requests are handed out. What an earlier process had begun to take back is queued again. */
  async serves(crawl: DeskCrawl): Promise<void> {
    this.#crawl = crawl;
    await this.#queueAgain();
  }

  get places(): number {
    this.#forgetChecks();
    let hunger = 0;
    for (const { wanted } of this.#demands) hunger += wanted;
    return Math.min(MOST_PLACES, this.#book.out + hunger + Math.min(OWN_PLACES, this.#checks.size));
  }

  /** Whose word an answer is; asked once, when its visit ends. */
  sourceOf({ record }: Lease): Source | null {
    const source = this.#sources.get(record) ?? null;
    this.#sources.delete(record);
    return source;
  }

  async carry(errand: Errand): Promise<FetchOutcome> {
    const { key } = errand.lease;
    this.#sources.delete(errand.lease.record);
    const check = this.#checks.get(key);
    if (check !== undefined) return this.#verify(key, check, errand);
    const demand = this.#own.has(key) ? undefined : this.#demandFor(errand.lease);
    if (demand === undefined) return this.#byItself(errand);
    const startedAt = this.#clock.now();
    const item = this.#book.handOut(demand.lease, errand);
    demand.items.push({
      url: errand.lease.url,
      address: errand.address,
      maxBytes: errand.maxBytes,
      headers: errand.headers,
      expiresIn: item.time,
    });
    demand.wanted--;
    if (demand.wanted === 0) demand.answer();
    else if (demand.items.length === 1) this.#clock.after(GATHERING, demand.answer);
    return this.#received(errand, demand.volunteer, await item.end, startedAt);
  }

  async #received(errand: Errand, volunteer: number, end: ItemEnd, startedAt: number): Promise<FetchOutcome> {
    const { lease } = errand;
    const { store } = this.#options;
    if (end.kind !== 'answer') {
      const tries = (this.#tries.get(lease.key) ?? 0) + 1;
      remember(this.#tries, lease.key, tries);
      // That a server cannot be reached is never believed: it would end a whole site.
      if (end.kind === 'failed' || tries >= MOST_TRIES) this.#asksItself(lease.key);
      if (end.kind === 'failed') await store.brought(volunteer, 'failure');
      // The volunteer does not know, and may still ask.
      if (end.kind === 'recalled') await this.#crawl?.restUntil(lease.queue, this.now + end.left);
      return this.#backWith(startedAt, end.kind);
    }
    await store.brought(volunteer, 'page');
    const known = this.#records.get(volunteer);
    const pages = (known?.pages ?? 0) + 1;
    const standing = standingOf(known?.record ?? '');
    this.#records.set(volunteer, { record: known?.record ?? '', pages });
    const { status } = end.response;
    const good = status >= 200 && status < 400;
    if (!good || this.#random() < checkChance(standing, pages)) {
      this.#checks.set(lease.key, {
        volunteer,
        page: null,
        marks: end.marks,
        first: null,
        at: this.#clock.steady(),
      });
      return this.#backWith(startedAt, 'to be verified');
    }
    const page = await store.take({ volunteer, candidate: candidateOf(lease), marks: end.marks }, this.now);
    this.#sources.set(lease.record, { volunteer, page });
    // It may have been found out meanwhile.
    if (this.standing(volunteer) !== 'believed') await this.#takeBack(volunteer);
    return end.response;
  }

  /** A request of the desk's own, which is also a second look at what a volunteer brought earlier. */
  async #byItself(errand: Errand): Promise<FetchOutcome> {
    const outcome = await errand.own();
    const look = secondLookOf(errand.lease.key);
    if (outcome.kind === 'failure' || look?.why !== 'second') return outcome;
    const page = await this.#options.store.taken(look.page);
    if (page === null) return outcome;
    const check: Check = {
      volunteer: look.volunteer,
      page: look.page,
      marks: page.marks,
      first: null,
      at: this.#clock.steady(),
    };
    return this.#compared(errand.lease.key, check, outcome);
  }

  async #verify(key: string, check: Check, errand: Errand): Promise<FetchOutcome> {
    const outcome = await errand.own();
    if (outcome.kind === 'failure') {
      if (outcome.reason !== 'aborted') this.#checks.delete(key);
      return outcome;
    }
    return this.#compared(key, check, outcome);
  }

  /** What the desk saw is what counts; what it says of the volunteer may need another look. */
  async #compared(key: string, check: Check, seen: FetchResponse): Promise<FetchOutcome> {
    const marks = await this.#readMarks(seen);
    if (marks === null) {
      this.#checks.delete(key);
      return seen;
    }
    if (check.first === null && compare(check.marks, marks) !== 'same') {
      check.first = marks;
      this.#checks.set(key, check);
      return this.#backWith(seen.startedAt, 'to be looked at again');
    }
    this.#checks.delete(key);
    const verdict = check.first === null ? 'agrees' : settle(check.marks, check.first, marks);
    this.#options.onVerdict?.(check.volunteer, verdict);
    if (verdict === 'unsettled') return seen;
    if (check.page !== null && verdict === 'agrees') await this.#options.store.verified(check.page);
    const record = await this.#options.store.judged(check.volunteer, verdict);
    const pages = this.#records.get(check.volunteer)?.pages ?? 0;
    this.#records.set(check.volunteer, { record, pages });
    const standing = standingOf(record);
    if (verdict !== 'agrees' && (standing === 'doubted' || standing === 'barred'))
      await this.#takeBack(check.volunteer);
    return seen;
  }

  standing(volunteer: number) {
    return standingOf(this.#records.get(volunteer)?.record ?? '');
  }

  async #takeBack(volunteer: number): Promise<void> {
    await this.#options.store.quarantine(volunteer);
    await this.#queueAgain();
  }

  async #queueAgain(): Promise<void> {
    const { store } = this.#options;
    const pages = await store.unqueued();
    for (let at = 0; at < pages.length; at += QUEUED_AT_ONCE) {
      const some = pages.slice(at, at + QUEUED_AT_ONCE);
      await this.#crawl?.schedule(some.map((page) => lookAgain(page, 'again')));
      await store.queuedAgain(some.map(({ id }) => id));
    }
  }

  /** Sends somebody to look at pages whose links wait for another witness. `atOnce`: there is nothing else to do. How many. */
  async sendWitnesses(atOnce: boolean): Promise<number> {
    const { store } = this.#options;
    const pages = await store.unwitnessed(this.now - (atOnce ? 0 : WITNESS_PATIENCE), QUEUED_AT_ONCE);
    if (pages.length === 0) return 0;
    await this.#crawl?.schedule(pages.map((page) => lookAgain(page, 'second')));
    await store.witnessAsked(pages.map(({ id }) => id));
    return pages.length;
  }

  /** Work for a volunteer. Waits a while for some. */
  async lease(volunteer: Volunteer, wanted: number): Promise<LeaseAnswer> {
    const { userAgent, pages, geoHashes } = this.#options;
    this.#meet(volunteer);
    const stop = await this.#stopFor(volunteer.id);
    const lease = stop === null ? this.#book.begin(volunteer.id) : null;
    const items = lease === null ? [] : await this.#gather(lease, wanted);
    return {
      id: lease?.id ?? '',
      expiresIn: LEASE_TIME,
      items,
      userAgent,
      pages,
      geoHashes,
      wait: items.length === 0 ? ASK_AGAIN : 0,
      stop: stop ?? (await this.#stopFor(volunteer.id)),
    };
  }

  /** Results without content, a sign of life, and a wish for more. Null when there is no such lease. */
  async visits(
    volunteer: Volunteer,
    id: string,
    results: readonly VisitResult[],
    more: number,
  ): Promise<VisitsAnswer | null> {
    this.#meet(volunteer);
    const lease = this.#book.find(id, volunteer.id);
    if (lease === null) return null;
    const taken: Record<string, Taken> = {};
    for (const result of results) taken[result.url] = this.#tell(lease, result);
    const stop = await this.#stopFor(volunteer.id);
    const items = stop === null && more > 0 ? await this.#gather(lease, more) : [];
    return { taken, items, wait: items.length === 0 && more > 0 ? ASK_AGAIN : 0, stop };
  }

  #tell(lease: DeskLease, result: VisitResult): Taken {
    const errand = lease.open.get(result.url)?.errand;
    if (errand === undefined) return this.#book.settle(lease, result.url, { kind: 'expired' });
    if (result.kind === 'failed')
      return this.#book.settle(lease, result.url, { kind: 'failed', reason: result.reason });
    // Of a crawl that archives everything the content is wanted of everything.
    if (this.#options.pages === 'all') return 'refused';
    const { response, marks } = toldResponse(result, errand, this.now);
    return this.#book.settle(lease, result.url, { kind: 'answer', response, marks });
  }

  /** A URL of this lease that is out; null for any other. */
  errandOf(volunteer: Volunteer, id: string, url: string): Errand | 'settled' | null {
    const lease = this.#book.find(id, volunteer.id);
    if (lease === null) return null;
    if (lease.settled.has(url)) return 'settled';
    return lease.open.get(url)?.errand ?? null;
  }

  /** An answer with its content. */
  async page(
    volunteer: Volunteer,
    id: string,
    url: string,
    response: FetchResponse | null,
  ): Promise<Taken | null> {
    const lease = this.#book.find(id, volunteer.id);
    if (lease === null) return null;
    const marks = response === null ? null : await this.#readMarks(response);
    // What nobody can read the desk asks for itself.
    if (response === null || marks === null)
      return this.#book.settle(lease, url, response === null ? { kind: 'expired' } : UNREADABLE);
    return this.#book.settle(lease, url, { kind: 'answer', response, marks });
  }

  /** Given back at once. False when there is no such lease. */
  giveBack(volunteer: Volunteer, id: string): boolean {
    const lease = this.#book.find(id, volunteer.id);
    if (lease === null) return false;
    this.#book.giveBack(lease);
    return true;
  }

  /** Who may not work any more, for whoever directs the volunteers said so from wherever, has nothing in hand. Called now and then. */
  async heed(): Promise<void> {
    const { holders } = this.#book;
    if (holders.length === 0) return;
    if (await this.#options.store.isStopped()) return this.#book.recall(null);
    for (const volunteer of await this.#options.store.revoked(holders)) this.#book.recall(volunteer);
  }

  /** Nobody is handed anything any more; what is out comes back to the frontier. */
  close(word: StopWord): void {
    this.#stop = word;
    for (const demand of [...this.#demands]) demand.answer();
    this.#book.recall(null);
  }

  async #gather(lease: DeskLease, wanted: number): Promise<LeaseItem[]> {
    const room = Math.min(wanted, MOST_SITES - this.#book.inHand(lease.volunteer));
    if (room <= 0) return [];
    const items: LeaseItem[] = [];
    await new Promise<void>((resolve) => {
      const answer = (): void => {
        if (!this.#demands.delete(demand)) return;
        callOff();
        resolve();
      };
      const demand: Demand = { volunteer: lease.volunteer, lease, wanted: room, items, answer };
      const callOff = this.#clock.after(LONGEST_WAIT, answer);
      this.#demands.add(demand);
      if (this.#stop !== null) answer();
      else this.#crawl?.look();
    });
    return items;
  }

  /** Who asked first, and has not seen this page already. */
  #demandFor({ key }: Lease): Demand | undefined {
    const excluded = secondLookOf(key)?.volunteer;
    for (const demand of this.#demands) if (demand.volunteer !== excluded && demand.wanted > 0) return demand;
    return undefined;
  }

  async #stopFor(volunteer: number): Promise<StopWord | null> {
    if (this.#stop !== null) return this.#stop;
    const now = this.#clock.steady();
    if (now - this.#stopped.at > STOPPED_LOOK)
      this.#stopped = { at: now, is: await this.#options.store.isStopped() };
    if (this.#stopped.is) {
      this.#book.recall(null);
      return 'stopped';
    }
    return this.standing(volunteer) === 'barred' ? 'barred' : null;
  }

  #meet({ id, record, pages }: Volunteer): void {
    remember(this.#records, id, { record, pages });
  }

  #asksItself(key: string): void {
    if (this.#own.size >= MOST_REMEMBERED) this.#own.clear();
    this.#own.add(key);
  }

  #forgetChecks(): void {
    const before = this.#clock.steady() - CHECK_TIME;
    // The eldest stand first.
    for (const [key, { at }] of this.#checks) {
      if (at > before && this.#checks.size <= MOST_CHECKS) break;
      this.#checks.delete(key);
    }
  }

  #backWith(startedAt: number, message: string): FetchFailure {
    return {
      kind: 'failure',
      reason: 'aborted',
      message,
      retryable: true,
      startedAt,
      endedAt: this.#clock.now(),
    };
  }
}

function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (map.size >= MOST_REMEMBERED && !map.has(key)) map.clear();
  map.set(key, value);
}

function candidateOf({ url, key, queue, priority, depth, hops, redirects, kind, parent }: Lease): Candidate {
  return { url, key, queue, priority, depth, hops, redirects, kind, parent };
}
