/**
 * The port of a link policy: what decides, for each link of a page that passed every rule of the crawl, whether it is followed and how
 * urgently. It lives on the main thread, reads the facts of an analyser that it comes with, and learns as pages go by. Without a policy
 * every link is followed.
 *
 * A policy is told of every visit in the order in which visits end, and must be a pure function of what it was told: its entries stand in a
 * log that is cut and replayed with the rest of the crawl, so that its state after a kill is that of the visits that count.
 */
import type { Candidate, PageName } from '../frontier/index.ts';
import type { PageFindings } from './page-findings.ts';
import type { OutcomeName } from './visit-log.ts';

export interface PolicyVisit {
  /** Comparison form of the visited address. */
  readonly key: string;
  /** As it was asked for. */
  readonly url: string;
  /** When it was asked for, ms. */
  readonly at: number;
  /** Of the content; null when none came. */
  readonly digest: string | null;
  /** Where the address leads, of a visit that was redirected. */
  readonly movedTo: Candidate | null;
  readonly outcome: OutcomeName;
  /** `null` when nothing was analysed. `facts.more` has what analysers found; `facts.links.rows` joins their links with these. */
  readonly facts: PageFindings | null;
  /** The links of the page, each address once, line by line as in `facts.links`. */
  readonly links: readonly Candidate[];
}

export interface PolicyDecision {
  /** For each link 0 (best) … 100, or `null`: not followed. A URL that waits already moves up when its number is better than before. */
  readonly priorities: readonly (number | null)[];
  /** What `replay` needs to come to the same state; `null` when the visit changed nothing. */
  readonly entry: Uint8Array | null;
  /** For the line of the visit. */
  readonly note?: PolicyNote;
  /** Links of earlier visits that are to be visited sooner, with the priority that they have now. */
  readonly raised?: readonly Candidate[];
  /**
   * Places of the links that are references which count, of a policy that goes by their number: where several share a crawl, the frontier counts them
   * (`Votes`). A page that has none has an empty list; what is no page has no list.
   */
  readonly votes?: readonly number[];
  /** Pages that are not of the collection any more, or not of it though they were visited. */
  readonly left?: readonly PageName[];
}

export type PolicyNote = Readonly<Record<string, number | boolean | string>>;

export interface LinkPolicy {
  readonly name: string;
  /** The rule under which links that it does not follow are counted. */
  readonly refusal: string;
  /** The priority of a URL by the number of references to it, the last for all beyond; of a policy that goes by nothing else. */
  readonly urgency?: readonly number[] | undefined;
  /** Links of one priority are followed as they come, however deep they lie. */
  readonly byArrival?: boolean;
  /** Whether a page is worth its visit now; asked before anything is sent. One that has none wants every page that it let in. */
  wants?(key: string): boolean;
  /** Everything it was made with, for the manifest of the crawl. */
  describe(): Readonly<Record<string, unknown>>;
  /** Priority of a seed; asked for every seed when a crawl is opened. */
  seed(key: string): number;
  visited(visit: PolicyVisit): PolicyDecision;
  /** Links that it holds back, the best first: asked when nothing else is left to visit, and followed. The next entry tells of it. */
  rest?(): readonly Candidate[];
  /** The state after a visit that gave this entry. */
  replay(entry: Uint8Array): void;
  save(): Uint8Array;
  restore(state: Uint8Array): void;
  /** Live figures, cheap to take. */
  figures(): Readonly<Record<string, number>>;
}

/** How a policy is named in the settings of a crawl: enough to make it again. */
export interface LinkPolicySetting {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
}
