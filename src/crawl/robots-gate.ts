/**
 * What each origin's robots file says, asked once per cache period and before anything else of that origin.
 *
 * Getting the file may take several requests (redirects), and each is an access that its host's delay applies to. So the gate never
 * fetches: it says which request is next, and takes the answer. In between, the lease may go back to the frontier and rest.
 */
import { decodeBody } from '../coding/index.ts';
import { type FetchOutcome, redirectLocation } from '../http/index.ts';
import {
  MAX_ROBOTS_BYTES,
  MAX_ROBOTS_REDIRECTS,
  type RobotsDecision,
  type RobotsRules,
  readDecision,
  robotsFromResponse,
  rulesOf,
  writeDecision,
} from '../robots/index.ts';
import type { CrawlState } from './crawl-state.ts';

/** Parsed files kept in memory; the others are read back from the state. */
const KEPT = 4_096;
const MOST_UNDERWAY = 100_000;

interface Underway {
  readonly url: string;
  readonly redirects: number;
}

interface Kept {
  readonly rules: RobotsRules;
  readonly decision: RobotsDecision;
}

export class RobotsGate {
  readonly #product: string;
  readonly #state: CrawlState;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #underway = new Map<string, Underway>();
  /** Origins whose file could not be had lately, with the tries in a row. */
  readonly #failures = new Map<string, number>();

  constructor(product: string, state: CrawlState, now: () => number) {
    this.#product = product;
    this.#state = state;
    this.#now = now;
  }

  /** The rules of an origin, or null when its robots file must be asked for first. */
  known(origin: string): RobotsRules | null {
    const kept = this.#kept.get(origin);
    if (kept) {
      if (kept.decision.expires > this.#now()) return kept.rules;
      this.#kept.delete(origin);
      return null;
    }
    const stored = this.#state.robots(origin);
    if (!stored || stored.expires <= this.#now()) return null;
    const decision = readDecision(stored.value);
    return decision ? this.#keep(origin, decision) : null;
  }

  #keep(origin: string, decision: RobotsDecision): RobotsRules {
    if (this.#kept.size >= KEPT) {
      const [oldest] = this.#kept.keys();
      this.#kept.delete(oldest!);
    }
    const rules = rulesOf(decision, this.#product);
    this.#kept.set(origin, { rules, decision });
    return rules;
  }

  /** Takes what another process understood of an origin's file, fresh for so many ms. Null when it is of no use. */
  learn(origin: string, value: string, fresh: number): RobotsRules | null {
    const told = readDecision(value);
    if (told === null || fresh <= 0) return null;
    // The clock of the other may be another.
    const shift = this.#now() + fresh - told.expires;
    const decision = {
      ...told,
      at: told.at + shift,
      expires: told.expires + shift,
      failingSince: told.failingSince === null ? null : told.failingSince + shift,
    };
    this.#state.rememberRobots(origin, {
      value: writeDecision(decision, this.#product),
      expires: decision.expires,
    });
    return this.#keep(origin, decision);
  }

  /** What others may know of an origin's file, and for how many ms it is fresh; null when it could not be had: that may be for want of our own network. */
  tellable(origin: string): { readonly value: string; readonly fresh: number } | null {
    const kept = this.#kept.get(origin)?.decision;
    if (kept === undefined || kept.reason === 'unreachable') return null;
    return { value: writeDecision(kept, this.#product), fresh: kept.expires - this.#now() };
  }

  /** Whether an origin is closed only because its file could not be had: no answer came, and no rule was read. */
  unreachable(origin: string): boolean {
    return this.#kept.get(origin)?.decision.reason === 'unreachable';
  }

  /**
   * A request for an origin's file may bring nothing. Before that is believed, which closes the origin for a while, it is worth as many
   * further tries as any request (one lost packet must not cost a site): the number of the try that is due, or 0.
   */
  tryAgain(origin: string, outcome: FetchOutcome, retries: number): number {
    const passing =
      outcome.kind === 'failure' ? outcome.retryable : outcome.status >= 500 || outcome.status === 429;
    const failures = (this.#failures.get(origin) ?? 0) + 1;
    if (!passing || failures > retries) {
      this.#failures.delete(origin);
      return 0;
    }
    // Lost counts only mean more tries.
    if (this.#failures.size >= MOST_UNDERWAY) this.#failures.clear();
    this.#failures.set(origin, failures);
    return failures;
  }

  /** The address to ask next on the way to an origin's rules. */
  nextRequest(origin: string): string {
    return this.#underway.get(origin)?.url ?? `${origin}/robots.txt`;
  }

  /** Takes the answer to that request. Afterwards either `known` has the rules, or `nextRequest` the next hop. */
  answer(origin: string, outcome: FetchOutcome): void {
    const at = this.#underway.get(origin) ?? { url: `${origin}/robots.txt`, redirects: 0 };
    this.#underway.delete(origin);
    const response = outcome.kind === 'response' ? outcome : null;
    if (response && response.status >= 300 && response.status < 400 && at.redirects < MAX_ROBOTS_REDIRECTS) {
      const target = redirectTarget(at.url, redirectLocation(response));
      if (target) {
        // Lost steps are only taken again, from the start.
        if (this.#underway.size >= MOST_UNDERWAY) this.#underway.clear();
        this.#underway.set(origin, { url: target, redirects: at.redirects + 1 });
        return;
      }
    }
    const stored = this.#state.robots(origin);
    const before = this.#kept.get(origin)?.decision ?? (stored ? readDecision(stored.value) : null);
    const body = response ? decodeBody(response.body, response.contentEncoding, 2 * MAX_ROBOTS_BYTES) : null;
    const decision = robotsFromResponse({
      status: response ? response.status : null,
      ...(response && body
        ? {
            body: body.bytes,
            complete: body.complete && response.truncated === null,
            cacheControl: response.header('cache-control'),
          }
        : {}),
      redirects: at.redirects,
      at: this.#now(),
      failingSince: before?.failingSince ?? null,
    });
    this.#keep(origin, decision);
    this.#state.rememberRobots(origin, {
      value: writeDecision(decision, this.#product),
      expires: decision.expires,
    });
  }
}

function redirectTarget(from: string, location: string | null): string | null {
  if (!location) return null;
  try {
    const target = new URL(location, from);
    target.hash = '';
    return target.protocol === 'http:' || target.protocol === 'https:' ? target.href : null;
  } catch {
    return null;
  }
}
