/** What a link policy makes of the links of a visit. */
import {
  type Candidate,
  type Lease,
  type PageName,
  URL_KIND,
  type Vote,
  type Votes,
} from '../frontier/index.ts';
import { USUAL_PRIORITY } from './link-collector.ts';
import type { LinkPolicy, PolicyNote } from './link-policy.ts';
import type { PageFindings } from './page-findings.ts';
import type { OutcomeName } from './visit-log.ts';

type Refused = Readonly<Record<string, number>> | undefined;

/** A visit as it is before the policy was told of it. */
export interface UnchosenLinks {
  readonly lease: Lease;
  readonly outcome: OutcomeName;
  readonly at: number;
  readonly digest: string | null;
  /** Null when nothing was analysed. */
  readonly facts: PageFindings | null;
  readonly candidates: Iterable<Candidate>;
  /** Links refused by other rules. */
  readonly refused: Refused;
}

export interface ChosenLinks {
  readonly candidates: readonly Candidate[];
  readonly entry: Uint8Array | null;
  readonly note: PolicyNote | undefined;
  readonly refused: Refused;
  /** Null when the visit brought no page, or the policy counts nothing. */
  readonly votes: Votes | null;
  /** Pages that are not of the collection any more. */
  readonly left: readonly PageName[];
}

/** Tells the policy of a visit, and keeps of the page's links what it wants, as urgent as it says. Redirects and parts of pages are not asked about. */
export function chooseLinks(policy: LinkPolicy, visit: UnchosenLinks): ChosenLinks {
  const { lease, outcome, facts, refused } = visit;
  const all = [...visit.candidates];
  // A redirect within one comparison form is the same URL: it has not been visited yet.
  const key = plainKey(lease.key);
  if (outcome === 'redirected' && all[0] !== undefined && plainKey(all[0].key) === key)
    return { candidates: all, entry: null, note: undefined, refused, votes: null, left: [] };
  const links = facts === null ? [] : all;
  const movedTo = outcome === 'redirected' ? (all[0] ?? null) : null;
  const { url } = lease;
  const { at, digest } = visit;
  const decision = policy.visited({ key, url, at, digest, outcome, facts, links, movedTo });
  const { priorities, entry, note, votes, raised = [], left: gone = [] } = decision;
  if (facts === null)
    return { candidates: [...all, ...raised], entry, note, refused, votes: null, left: gone };
  let left = 0;
  const kept: Candidate[] = [];
  all.forEach((candidate, i) => {
    const priority = candidate.kind === URL_KIND.page ? priorities[i] : undefined;
    if (priority === null) left++;
    else if (priority !== undefined)
      kept.push({
        ...candidate,
        priority: Math.min(100, priority + handicapOf(candidate)),
        ...(policy.byArrival ? { depth: 0 } : {}),
      });
    else kept.push(candidate);
  });
  return {
    candidates: [...kept, ...raised],
    entry,
    note,
    refused: left === 0 ? refused : { ...refused, [policy.refusal]: left },
    votes: votes ? { page: key, targets: votesFor(all, votes) } : null,
    left: gone,
  };
}

/** What speaks against a link (a suspected trap) has been added to the usual priority, and is added to any other. */
function handicapOf({ priority }: Candidate): number {
  return priority - USUAL_PRIORITY;
}

/** Made only where somebody counts them. */
function* votesFor(links: readonly Candidate[], places: readonly number[]): Generator<Vote> {
  for (const place of places) {
    const link = links[place]!;
    const { key, queue, kind } = link;
    yield { key, queue, handicap: kind === URL_KIND.page ? handicapOf(link) : null };
  }
}

/** Behind a space stands what tells apart visits of one address: the number of a redirect, or of an ask. */
export function plainKey(key: string): string {
  return key.split(' ', 1)[0]!;
}
