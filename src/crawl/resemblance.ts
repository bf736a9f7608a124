/** What a page has in common with others: copies, near-duplicates, and the signs that its site makes pages without end. */
import type { Lease } from '../frontier/index.ts';
import { NearDuplicateIndex, parseSimhash } from '../text/index.ts';
import { normaliseUrl, type PatternEvidence, TrapWatch, type UrlProfile } from '../url/index.ts';
import type { CrawlState } from './crawl-state.ts';

const NEAR_DUPLICATES_KEPT = 200_000;

export interface Likeness {
  /** Address of a page with the same bytes. */
  readonly duplicateOf?: string | undefined;
  /** Number of the visit of a page that says nearly the same. */
  readonly nearDuplicateOf?: string | undefined;
  readonly traps?: readonly string[] | undefined;
}

export class Resemblance {
  readonly #state: CrawlState;
  readonly #profile: UrlProfile;
  readonly #near = new NearDuplicateIndex({ capacity: NEAR_DUPLICATES_KEPT });
  readonly #traps = new TrapWatch();

  constructor(state: CrawlState, profile: UrlProfile) {
    this.#state = state;
    this.#profile = profile;
  }

  /** Makes the index of near-duplicates know a page of an earlier session. */
  remember(simhash: string, visit: number): void {
    const parsed = parseSimhash(simhash);
    if (parsed) this.#near.insert(parsed, visit);
  }

  /** What speaks against a pattern of addresses, for another; null when that is little. */
  evidence(pattern: number): PatternEvidence | null {
    return this.#traps.evidence(pattern);
  }

  learnEvidence(evidence: PatternEvidence): void {
    this.#traps.learn(evidence);
  }

  /**
   * Of a page that is new: how it resembles those before it, how strongly (0…1) it seems to stand in a trap, and the pattern of its address, null
   * when that has none.
   */
  of(
    lease: Lease,
    page: { readonly digest: string; readonly simhash: string | null; readonly visit: number },
  ): { readonly likeness: Likeness; readonly trapScore: number; readonly pattern: number | null } {
    const copy = this.#state.capture(page.digest);
    const duplicateOf = copy && copy.url !== lease.url ? copy.url : undefined;
    const simhash = page.simhash === null ? null : parseSimhash(page.simhash);
    const twin = simhash ? this.#near.findAndInsert(simhash, page.visit) : null;
    const url = normaliseUrl(lease.url, null, this.#profile);
    if (url.kind === 'refused') return { likeness: { duplicateOf }, trapScore: 0, pattern: null };
    const pattern = this.#traps.observe(url, simhash ?? undefined);
    const { score, reasons } = this.#traps.suspicion(url);
    return {
      likeness: {
        duplicateOf,
        nearDuplicateOf: twin === null ? undefined : `#${twin.id}`,
        traps: reasons.length > 0 ? reasons.map((signal) => signal.name) : undefined,
      },
      trapScore: score,
      pattern,
    };
  }
}
