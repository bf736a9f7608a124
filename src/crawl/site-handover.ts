/**
 * What this crawl knows of a queue, given to whoever of those who share it gets the queue next, and taken from whoever had it before. It gathers what
 * the parts of the crawl know; they never hear of queues coming and going. A crawl that nobody shares has none of this.
 */
import {
  type GivenPage,
  type GivenQueue,
  type Handover,
  type Lease,
  LONGEST_TOLD,
} from '../frontier/index.ts';
import { registrableDomain } from '../url/index.ts';
import type { KnownPages } from './known-pages.ts';
import type { Pace } from './pace.ts';
import type { PageObserver } from './page-observer.ts';
import type { Requests } from './requests.ts';
import type { Resemblance } from './resemblance.ts';
import type { Setbacks } from './setbacks.ts';
import { readToldPacked, writeToldPacked } from './told-bytes.ts';
import { NOTHING_TOLD, readToldQueue, type ToldHost, writeToldQueue } from './told-queue.ts';

/** Of one queue; what is beyond is found out again. */
const MOST_HOSTS = 256;
const MOST_PATTERNS = 1_024;
/** Pages that wait to be told of until their queue goes; more are told of at once. */
const MOST_UNTOLD = 4_096;
/** Bytes of a memory before it was packed. */
const LONGEST_MEMORY = 8 * LONGEST_TOLD.memory;

export interface SiteHandoverParts {
  /** Whether the crawl comes back to pages. */
  readonly revisits: boolean;
  readonly pages: Pick<KnownPages, 'tell'>;
  readonly requests: Pick<Requests, 'needsOf' | 'learnNeeds'>;
  readonly setbacks: Pick<Setbacks, 'failuresOf' | 'learnFailures' | 'forgetFailures'>;
  readonly pace: Pick<Pace, 'raisedOf' | 'learnRaised' | 'forgetRaised'>;
  readonly resemblance: Pick<Resemblance, 'evidence' | 'learnEvidence'>;
  readonly observer: PageObserver | null;
}

/** A queue that is here. */
interface QueueHere {
  /** What was told when it came. */
  told: Uint8Array | null;
  readonly hosts: Set<string>;
  readonly patterns: Set<number>;
  /** Keys of pages visited here, that nobody was told of. */
  readonly untold: Set<string>;
}

export class SiteHandover implements Handover {
  readonly #parts: SiteHandoverParts;
  readonly #here = new Map<string, QueueHere>();
  /** Pages whose queue has gone, with that. */
  readonly #left = new Map<string, string>();
  #untold = 0;

  constructor(parts: SiteHandoverParts) {
    this.#parts = parts;
  }

  get ofPages(): boolean {
    return this.#parts.revisits;
  }

  /** A host of a queue is visited. */
  meets(queue: string, host: string): void {
    const { hosts } = this.#at(queue);
    if (hosts.size < MOST_HOSTS) hosts.add(host);
  }

  /** A page of a queue was read, whose address has this pattern. */
  saw(queue: string, pattern: number): void {
    const { patterns } = this.#at(queue);
    if (patterns.size < MOST_PATTERNS) patterns.add(pattern);
  }

  /** The visit of a page is durable: others may refer to it. */
  visited({ queue, key }: Lease): void {
    if (!this.#parts.revisits) return;
    const here = this.#here.get(queue);
    if (here === undefined) this.#left.set(key, queue);
    else if (!here.untold.has(key)) {
      here.untold.add(key);
      this.#untold++;
    }
  }

  take(queue: string, told: Uint8Array | null): void {
    const read = told === null ? null : readToldQueue(told);
    this.#at(queue).told = read === null ? null : told;
    if (read === null) return;
    const { requests, setbacks, pace, resemblance } = this.#parts;
    for (const { host, failures, ...needs } of read.hosts) {
      this.meets(queue, host);
      requests.learnNeeds(host, needs);
      setbacks.learnFailures(host, failures);
    }
    pace.learnRaised(queue, read.raised);
    for (const evidence of read.patterns) {
      this.saw(queue, evidence.pattern);
      resemblance.learnEvidence(evidence);
    }
  }

  give(queue: string): GivenQueue {
    const here = this.#here.get(queue);
    if (here === undefined) return { told: null, memory: null };
    this.#here.delete(queue);
    this.#leave(queue, here);
    const told = this.#toldOf(queue, here);
    const isNews = Buffer.compare(told, here.told ?? NOTHING) !== 0;
    // It may have changed when the queue comes back: then others have told so.
    for (const host of here.hosts) this.#parts.setbacks.forgetFailures(host);
    this.#parts.pace.forgetRaised(queue);
    return { told: isNews ? told : null, memory: this.#memoryOf(queue) };
  }

  pages(): GivenPage[] {
    if (this.#untold > MOST_UNTOLD) for (const [queue, here] of this.#here) this.#leave(queue, here);
    const given: GivenPage[] = [];
    for (const [key, queue] of this.#left) {
      const page = this.#parts.pages.tell(queue, key);
      if (page !== null) given.push(page);
    }
    this.#left.clear();
    return given;
  }

  wants(queue: string, collected: number): string | null {
    const site = siteOf(queue);
    return this.#parts.observer?.lacks?.(site, collected) ? site : null;
  }

  learn(site: string, told: Uint8Array): void {
    const memory = readToldPacked(told, LONGEST_MEMORY);
    if (memory !== null) this.#parts.observer?.hear?.(site, memory);
  }

  #at(queue: string): QueueHere {
    let here = this.#here.get(queue);
    if (here === undefined) {
      here = { told: null, hosts: new Set(), patterns: new Set(), untold: new Set() };
      this.#here.set(queue, here);
    }
    return here;
  }

  /** Its pages are told of with what is told next. */
  #leave(queue: string, { untold }: QueueHere): void {
    this.#untold -= untold.size;
    for (const key of untold) this.#left.set(key, queue);
    untold.clear();
  }

  #toldOf(queue: string, { hosts, patterns }: QueueHere): Uint8Array {
    const { requests, setbacks, pace, resemblance } = this.#parts;
    const told: ToldHost[] = [];
    for (const host of hosts) {
      const failures = setbacks.failuresOf(host);
      const needs = requests.needsOf(host);
      if (failures > 0 || needs.careless || needs.slowness !== null) told.push({ host, failures, ...needs });
    }
    const evidence = [...patterns].map((pattern) => resemblance.evidence(pattern));
    return writeToldQueue({
      hosts: told,
      raised: pace.raisedOf(queue),
      patterns: evidence.filter((one) => one !== null),
    });
  }

  #memoryOf(queue: string): GivenQueue['memory'] {
    const name = siteOf(queue);
    const known = this.#parts.observer?.tell?.(name) ?? null;
    return known && { name, weight: known.weight, told: writeToldPacked(known.bytes) };
  }
}

const NOTHING = writeToldQueue(NOTHING_TOLD);

/** The site that a queue is of, or is: that of a page observed there. */
const siteOf = (queue: string): string => registrableDomain(queue.replace(/:\d+$/, ''));
