/**
 * Complementary rules (Algorithms 5 and 6 of ORION, docs/methods.md): for an attribute that a site publishes with more than one
 * mark-up, rules that give it on the pages that the selected rule leaves empty.
 */

import { type QueryScore, QueryScorer, REINFORCED, type ReinforcementProfile } from './q-score.ts';
import { pagesOf, type Query } from './query.ts';

export interface Complement {
  readonly query: Query;
  readonly score: QueryScore;
}

export interface ReinforcementInput {
  readonly selected: Query;
  /** The rules of the site that are selected for nothing. */
  readonly candidates: readonly Query[];
  /** Rules selected for the same attribute on other sites. */
  readonly aligned?: readonly Query[];
  /** Rules selected for the other attributes of this site. */
  readonly others?: readonly Query[];
  /** Number of entity pages of the site. */
  readonly pageCount: number;
  /** Candidates that do not stand beside the label of the selected rule: likeness of structure alone does not make them complements. */
  readonly otherwiseLabelled?: ReadonlySet<string>;
  readonly profile?: ReinforcementProfile;
}

/** On how many common pages two rules must agree before that says something. */
const LEAST_COMMON = 3;
/** Agreement on common pages that stands for the same attribute. */
const LEAST_AGREEMENT = 0.95;

type PageValues = ReadonlyMap<string, ReadonlySet<string>>;

function byPage(query: Query): PageValues {
  const result = new Map<string, Set<string>>();
  for (const { page, value } of query.values) {
    const values = result.get(page);
    if (values === undefined) result.set(page, new Set([value]));
    else values.add(value);
  }
  return result;
}

/** Share of the common pages on which two rules give a common value, and how many common pages there are. */
function agreementOnPages(a: PageValues, b: PageValues): { common: number; agreement: number } {
  let common = 0;
  let agreed = 0;
  for (const [page, values] of a) {
    const others = b.get(page);
    if (others === undefined) continue;
    common++;
    for (const value of values)
      if (others.has(value)) {
        agreed++;
        break;
      }
  }
  return { common, agreement: common === 0 ? 0 : agreed / common };
}

/**
 * The complements of a selected rule, in the order they are added. Each covers pages that neither the selected rule nor
 * an earlier complement covers; on other pages its values do not count (`complementedValues`).
 */
export function complementaryQueries(input: ReinforcementInput): Complement[] {
  const profile = input.profile ?? REINFORCED;
  const selectedValues = byPage(input.selected);
  const covered = new Set(selectedValues.keys());
  if (covered.size >= input.pageCount) return [];
  const scorer = new QueryScorer(
    input.selected,
    input.aligned ?? [],
    input.others ?? [],
    input.pageCount,
    profile,
  );
  // A candidate's score depends on the selected rule alone: computed once, then only the pages are looked at again.
  const pool: (Complement & { readonly values: PageValues; readonly disjoint: boolean })[] = [];
  for (const query of input.candidates) {
    const values = byPage(query);
    const { common, agreement } = agreementOnPages(values, selectedValues);
    if (common === values.size) continue;
    const disjoint = common === 0;
    if (!disjoint && !(profile.agreeing && common >= LEAST_COMMON && agreement >= LEAST_AGREEMENT)) continue;
    const score = scorer.score(query);
    if (disjoint && score.fallback && input.otherwiseLabelled?.has(query.id) === true) continue;
    pool.push({ query, values, disjoint, score });
  }
  const chosen: Complement[] = [];
  while (covered.size < input.pageCount) {
    let best: (typeof pool)[number] | null = null;
    let bestRank = Number.NEGATIVE_INFINITY;
    for (const entry of pool) {
      const fresh = freshPages(entry.values, covered);
      if (fresh === 0 || (entry.disjoint && fresh < entry.values.size)) continue;
      if (entry.score.total <= entry.score.beta) continue;
      // A rule that was seen to agree comes before one that only looks alike.
      const rank = entry.score.total + (entry.disjoint ? 0 : 1);
      if (best === null || rank > bestRank || (rank === bestRank && entry.query.id < best.query.id)) {
        best = entry;
        bestRank = rank;
      }
    }
    if (best === null) break;
    chosen.push({ query: best.query, score: best.score });
    for (const page of best.values.keys()) covered.add(page);
  }
  return chosen;
}

function freshPages(values: PageValues, covered: ReadonlySet<string>): number {
  let fresh = 0;
  for (const page of values.keys()) if (!covered.has(page)) fresh++;
  return fresh;
}

export interface ComplementedValue {
  readonly page: string;
  readonly value: string;
  readonly query: Query;
  /** Null for a value of the selected rule. */
  readonly score: QueryScore | null;
}

/** The values of an attribute with its complements: on each page those of the first rule that has any. */
export function complementedValues(selected: Query, complements: readonly Complement[]): ComplementedValue[] {
  const covered = pagesOf(selected);
  const result: ComplementedValue[] = selected.values.map(({ page, value }) => ({
    page,
    value,
    query: selected,
    score: null,
  }));
  for (const { query, score } of complements) {
    for (const { page, value } of query.values)
      if (!covered.has(page)) result.push({ page, value, query, score });
    for (const page of pagesOf(query)) covered.add(page);
  }
  return result;
}
