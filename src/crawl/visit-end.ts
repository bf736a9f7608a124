/** The end of a visit: what is known of it is put together, the link policy is told, and all of it goes to the ledger. */
import { type Candidate, type Lease, OUTCOME, type PageName } from '../frontier/index.ts';
import type { FetchFailure, FetchResponse } from '../http/index.ts';
import { registrableDomain } from '../url/index.ts';
import type { EndedVisit, Ledger, VisitEntry } from './ledger.ts';
import { chooseLinks } from './link-choice.ts';
import type { LinkPolicy } from './link-policy.ts';
import type { PageFindings } from './page-findings.ts';
import type { OutcomeName } from './visit-log.ts';

/** How a visit ended, with the answer it brought, for one who waits for it. */
export interface VisitEnd {
  readonly lease: Lease;
  readonly outcome: OutcomeName;
  readonly reason: string | null;
  readonly response: FetchResponse | null;
}

/** The request that a visit ended with; without one, nothing was sent. */
export interface Access {
  readonly endedAt: number;
  readonly bytes: number;
  readonly ms: number;
}

export interface Ending {
  readonly outcome: OutcomeName;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly access: Access | null;
  readonly response: FetchResponse | null;
  readonly reason?: string | undefined;
  /** What else the line of the visit says. */
  readonly facts?: Partial<Omit<VisitEntry, 'at' | 'outcome' | 'status' | 'reason' | 'bytes' | 'ms'>>;
  readonly revisitAt?: number | undefined;
  readonly archived?: EndedVisit['archived'];
  readonly candidates?: Iterable<Candidate>;
  /** The page whose links the candidates are. */
  readonly page?: PageFindings;
}

/** Of a visit that brought an answer. */
export function answered(
  response: FetchResponse,
  outcome: OutcomeName,
  more: Omit<Ending, 'outcome' | 'status' | 'access' | 'response'>,
): Ending {
  const access = {
    endedAt: response.endedAt,
    bytes: response.body.length,
    // A clock set back in between must not make it negative.
    ms: Math.max(0, Math.round(response.endedAt - response.startedAt)),
  };
  return { outcome, status: response.status, access, response, ...more };
}

/** Of a visit whose request failed for good. */
export function failed(failure: FetchFailure, outcome: OutcomeName): Ending {
  const ms = Math.max(0, failure.endedAt - failure.startedAt);
  const access = { endedAt: failure.endedAt, bytes: 0, ms };
  return { outcome, status: 0, access, response: null, reason: failure.reason };
}

/** Of a visit that sent nothing. */
export function unsent(outcome: OutcomeName, reason: string, revisitAt?: number): Ending {
  return { outcome, status: 0, access: null, response: null, reason, revisitAt };
}

export interface VisitEndsParts {
  readonly ledger: Ledger;
  readonly linkPolicy: LinkPolicy | null;
  readonly now: () => number;
  /** Told of every visit that ended. */
  readonly onEnd: (end: VisitEnd) => void;
  /** Told of pages that are not of the collection any more. */
  readonly onLeft?: (page: PageName) => void;
}

export class VisitEnds {
  readonly #parts: VisitEndsParts;

  constructor(parts: VisitEndsParts) {
    this.#parts = parts;
  }

  /** The number that the next visit to end will have. */
  get nextVisit(): number {
    return this.#parts.ledger.nextVisit;
  }

  async end(lease: Lease, ending: Ending): Promise<void> {
    const { ledger, linkPolicy, now, onEnd, onLeft } = this.#parts;
    const { outcome, status, access, response, reason, facts = {}, candidates = [] } = ending;
    const accessedAt = access === null ? null : access.endedAt;
    const at = accessedAt ?? now();
    const chosen = linkPolicy
      ? chooseLinks(linkPolicy, {
          lease,
          outcome,
          at,
          digest: facts.digest ?? null,
          facts: ending.page ?? null,
          candidates,
          refused: facts.refused,
        })
      : null;
    for (const page of chosen?.left ?? []) onLeft?.(page);
    const bytes = access?.bytes ?? 0;
    await ledger.end({
      lease,
      entry: {
        at,
        outcome,
        status,
        bytes,
        ms: access?.ms ?? 0,
        site: registrableDomain(new URL(lease.url).hostname),
        reason,
        ...facts,
        ...(chosen ? { refused: chosen.refused, policy: chosen.note } : {}),
      },
      completion: {
        outcome: OUTCOME[outcome],
        status,
        accessedAt,
        bytes,
        revisitAt: ending.revisitAt ?? null,
      },
      candidates: chosen?.candidates ?? candidates,
      votes: chosen?.votes ?? null,
      archived: response?.hearsay === 'told' ? null : (ending.archived ?? null),
      policyEntry: chosen?.entry ?? null,
    });
    onEnd({ lease, outcome, reason: reason ?? null, response });
  }
}
