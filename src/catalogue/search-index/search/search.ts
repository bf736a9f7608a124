/**
 * The search itself: asks every segment, and gathers the best hits, totals and facets. Every match is looked at unless the request sets a
 * bound.
 */

import { inverseFrequency } from '../../../text/index.ts';
import type { WordStatistics } from '../../ports/question.ts';
import type { Names } from '../columns/names.ts';
import type { IndexAnswer, IndexRequest } from '../port.ts';
import type { TermList } from '../postings/position-cursor.ts';
import type { TermEntry } from '../postings/term-entry.ts';
import { countBits, type Segment } from '../segments/segment.ts';
import { conditionsOf } from './conditions.ts';
import { FacetCounts } from './facet-counts.ts';
import { FieldScores } from './field-scores.ts';
import { nearnessIn, nearTermsOf } from './nearness.ts';
import { makePlan } from './plan.ts';
import { LOOKED_AT, Ranking } from './ranking.ts';
import { listBits, Scratch } from './scratch.ts';
import { SegmentPass } from './segment-pass.ts';

export interface LiveCounts {
  /** Documents of a segment that have the term and are not gone. */
  count(segment: Segment, term: string, entry: TermEntry): number;
}

export class Searcher {
  readonly #names: Names;
  readonly #counts: LiveCounts;
  readonly #scratch = new Scratch();

  constructor(names: Names, counts: LiveCounts) {
    this.#names = names;
    this.#counts = counts;
  }

  search(segments: readonly Segment[], request: IndexRequest): IndexAnswer {
    let live = 0;
    for (const segment of segments) live += segment.live;
    // Room is made for the hits that are wanted: never more than there are documents.
    const limit = wholeNumber(request.limit, live);
    const offset = wholeNumber(request.offset, live);
    // The first ones are brought into order again by how near their words stand: all of them, whichever are asked for.
    const first = request.order === 'relevance' ? LOOKED_AT : 0;
    const wanted = limit === 0 ? 0 : Math.min(live, Math.max(first, offset + limit));
    const facets = request.facets ? new FacetCounts(this.#names, segments, request.doubtful === true) : null;
    const ranking = new Ranking(wanted, request.order);
    const { total, bounded } = this.#run(
      segments,
      request,
      wanted > 0 ? ranking : null,
      (segment, matches, count) => {
        facets?.count(segment, matches, count);
      },
    );
    return {
      total,
      bounded,
      hits: ranking.hits(offset, limit),
      facets: facets === null ? null : facets.result(),
    };
  }

  /** How common the words of a request are. */
  statistics(segments: readonly Segment[], request: IndexRequest): WordStatistics {
    const { terms } = makePlan(request.clause, request.prefer ?? null);
    const having = new Map<string, number>();
    for (const term of terms) {
      const bytes = Buffer.from(term, 'utf8');
      let sum = 0;
      for (const segment of segments) {
        const entry = segment.lookup(term, bytes);
        if (entry !== null) sum += this.#counts.count(segment, term, entry);
      }
      having.set(term, sum);
    }
    const documents = segments.reduce((sum, segment) => sum + segment.live, 0);
    return { documents, having, lengths: [...lengthSums(segments)] };
  }

  /** Hands the matches of each segment over, without scoring them. */
  matches(
    segments: readonly Segment[],
    request: IndexRequest,
    found: (segment: Segment, matches: Uint32Array, count: number) => void,
  ): { readonly total: number; readonly bounded: boolean } {
    return this.#run(segments, request, null, found);
  }

  #run(
    segments: readonly Segment[],
    request: IndexRequest,
    ranking: Ranking | null,
    found: (segment: Segment, matches: Uint32Array, count: number) => void,
  ): { readonly total: number; readonly bounded: boolean } {
    const plan = makePlan(request.clause, request.prefer ?? null, request.quoted !== undefined);
    const conditions = conditionsOf(request, this.#names);
    const termBytes = plan.terms.map((term) => Buffer.from(term, 'utf8'));
    const lists = segments.map((segment) =>
      plan.terms.map((term, t): TermList | null => {
        const entry = segment.lookup(term, termBytes[t]!);
        return entry === null ? null : { entry, documents: null, frequencies: null, frequenciesAt: 0 };
      }),
    );
    const bound =
      request.bound === undefined || Number.isNaN(request.bound)
        ? Number.POSITIVE_INFINITY
        : Math.max(1, request.bound);
    let live = 0;
    for (const segment of segments) live += segment.live;
    const weights = { idf: new Float64Array(plan.terms.length), counts: new Float64Array(plan.terms.length) };
    let scores: FieldScores | null = null;
    if (ranking !== null || Number.isFinite(bound)) {
      for (let t = 0; t < plan.terms.length; t++) {
        let having = 0;
        for (let s = 0; s < segments.length; s++) {
          const list = lists[s]![t];
          if (list != null) having += this.#counts.count(segments[s]!, plan.terms[t]!, list.entry);
        }
        weights.counts[t] = having;
        const { statistics } = request;
        weights.idf[t] = inverseFrequency(
          statistics?.documents ?? live,
          statistics?.having.get(plan.terms[t]!) ?? having,
        );
      }
    }
    if (ranking !== null) {
      const sums = request.statistics?.lengths ?? lengthSums(segments);
      scores = new FieldScores(
        request.weights,
        [0, 1, 2].map((field) => ((sums[field + 3] ?? 0) > 0 ? sums[field]! / sums[field + 3]! : 0)),
      );
    }
    const nearWeight = Number.isFinite(request.weights.near) ? Math.max(0, request.weights.near) : 0;
    const near =
      ranking === null || request.order !== 'relevance' || nearWeight === 0
        ? []
        : nearTermsOf(plan.scored, weights.idf);
    let total = 0;
    let bounded = false;
    let quota = 0;
    for (let s = 0; s < segments.length; s++) {
      const segment = segments[s]!;
      if (segment.live === 0) continue;
      // Every segment may give its part, and what others left over.
      if (Number.isFinite(bound)) quota += (bound * segment.live) / live;
      const pass = new SegmentPass(segment, plan, lists[s]!, this.#scratch, request.quoted ?? null);
      const bits = pass.matching(conditions);
      if (bits === null) continue;
      if (Number.isFinite(bound)) {
        const most = Math.max(1, Math.floor(quota));
        if (countBits(bits) > most) {
          pass.choose(bits, most, weights.counts);
          bounded = true;
        }
      }
      const { matches } = this.#scratch;
      const count = listBits(bits, matches);
      this.#scratch.giveBits(bits);
      quota -= count;
      total += count;
      if (count === 0) continue;
      if (ranking !== null) {
        pass.rank(matches, count, request, conditions, weights.idf, scores!, ranking);
        if (near.length > 1)
          ranking.look(segment, nearnessIn(segment, lists[s]!, near, weights.idf, nearWeight));
      }
      found(segment, matches, count);
    }
    this.#scratch.trim();
    return { total, bounded };
  }
}

/** Sums of the lengths of the fields, and how many documents have each. */
function lengthSums(segments: readonly Segment[]): Float64Array {
  const sums = new Float64Array(6);
  for (const segment of segments) for (let i = 0; i < 6; i++) sums[i]! += segment.lengthSums[i]!;
  return sums;
}

function wholeNumber(value: number, most: number): number {
  return value > 0 ? Math.min(most, Math.floor(value)) : 0;
}
