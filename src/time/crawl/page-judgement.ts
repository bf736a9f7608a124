/** A page before a scope: its segments with their verdicts, the segment every link stands in, and whether the page is relevant. */
import type { LinkRef, TextBlock } from '../block.ts';
import { type Chronon, dayOfChronon, rangeOfChronon } from '../chronon.ts';
import { segment } from '../reading.ts';
import { inside, judge, type TemporalScope, type Verdict } from '../scope.ts';
import type { Segment } from '../segment.ts';
import type { Timex } from '../timex.ts';
import type { TemporalPolicy } from './policy.ts';
import { localeOfPolicy } from './tuned-policy.ts';

export interface JudgedSegment extends Segment {
  readonly verdict: Verdict;
  /** It stands in a page frame or among references, notes and external links. */
  readonly apart: boolean;
  /** Days from the scope to its nearest date, negative before it, 0 inside; `null` when nothing can be placed. */
  readonly distance: number | null;
}

export interface JudgedLink {
  readonly link: LinkRef;
  readonly segment: JudgedSegment;
  /** Its own paragraph has a date; otherwise it stands where it does by one before it. */
  readonly dated: boolean;
}

export interface PageJudgement {
  readonly segments: readonly JudgedSegment[];
  /** Every link of the blocks, in their order. */
  readonly links: readonly JudgedLink[];
  readonly relevant: boolean;
  readonly datedSegments: number;
  readonly segmentsInScope: number;
  readonly chronons: number;
}

/** A judgement in figures. */
export interface PageTotals {
  readonly relevant: boolean;
  readonly segments: number;
  readonly datedSegments: number;
  readonly segmentsInScope: number;
  readonly chronons: number;
}

export function pageTotals(judged: PageJudgement): PageTotals {
  const { relevant, segments, datedSegments, segmentsInScope, chronons } = judged;
  return { relevant, segments: segments.length, datedSegments, segmentsInScope, chronons };
}

/** A page cut into segments, before any scope. */
export interface CutPage {
  readonly blocks: readonly TextBlock[];
  readonly segments: readonly Segment[];
  readonly timexes: ReadonlyMap<number, Timex>;
  /** By segment. */
  readonly apart: Uint8Array;
  /** Blocks that hold a date. */
  readonly dated: ReadonlySet<number>;
}

/** Cuts a page whose expressions are resolved. */
export function cutPage(
  blocks: readonly TextBlock[],
  timexes: readonly Timex[],
  policy: Pick<TemporalPolicy, 'profile' | 'patterns'>,
): CutPage {
  const locale = localeOfPolicy(policy);
  const citing = citingSections(blocks, locale.citing);
  const byIndex = new Map<number, TextBlock>();
  for (const block of blocks) byIndex.set(block.index, block);
  const byId = new Map<number, Timex>();
  for (const timex of timexes) byId.set(timex.id, timex);
  const segments = segment(blocks, timexes, policy.profile, locale);
  const apart = new Uint8Array(segments.length);
  const dated = new Set<number>();
  segments.forEach((s, i) => {
    const first = byIndex.get(s.firstBlock);
    if (first !== undefined && (first.boilerplate || citing.has(first.sectionId))) apart[i] = 1;
    for (const id of s.timexIds) dated.add(byId.get(id)!.blockIndex);
  });
  return { blocks, segments, timexes: byId, apart, dated };
}

/** Judges a page whose expressions are resolved. `dct`: its date, for scopes of publication. */
export function judgePage(
  blocks: readonly TextBlock[],
  timexes: readonly Timex[],
  scope: TemporalScope,
  policy: Pick<TemporalPolicy, 'profile' | 'evaluator' | 'patterns'>,
  dct: Chronon | null = null,
): PageJudgement {
  return judgeCut(cutPage(blocks, timexes, policy), scope, policy, dct);
}

/** The same for a page that is cut already: one cut serves many scopes. */
export function judgeCut(
  cut: CutPage,
  scope: TemporalScope,
  policy: Pick<TemporalPolicy, 'profile' | 'evaluator'>,
  dct: Chronon | null = null,
): PageJudgement {
  const published = scope.target === 'publication';
  const publishedInside = published && publishedIn(dct, scope);
  let relevant = publishedInside;
  let datedSegments = 0;
  let segmentsInScope = 0;
  let chronons = 0;
  const segments = cut.segments.map((s, i): JudgedSegment => {
    const apart = cut.apart[i] === 1;
    const verdict = judge(s, scope, cut.timexes, policy.profile);
    if (s.chronons.length > 0) datedSegments++;
    chronons += s.chronons.length;
    // A page of the period counts as a whole; of another, not at all.
    const inScope = published ? publishedInside : verdict.inScope;
    if (inScope) {
      segmentsInScope++;
      if (!published && (policy.evaluator === 'any-segment' || !apart)) relevant = true;
    }
    return {
      id: s.id,
      firstBlock: s.firstBlock,
      lastBlock: s.lastBlock,
      start: s.start,
      end: s.end,
      chronons: s.chronons,
      timexIds: s.timexIds,
      verdict: { ...verdict, inScope },
      apart,
      distance: distanceOf(s, scope),
    };
  });
  return {
    segments,
    links: linksOf(cut, segments),
    relevant,
    datedSegments,
    segmentsInScope,
    chronons,
  };
}

function publishedIn(dct: Chronon | null, scope: TemporalScope): boolean {
  const day = dct ? dayOfChronon(dct) : null;
  return day !== null && inside({ start: day, end: day }, scope.range);
}

/** Sections opened by a heading such as `Referências`. */
function citingSections(blocks: readonly TextBlock[], heading: RegExp): Set<number> {
  const out = new Set<number>();
  let section = Number.NaN;
  for (const block of blocks) {
    if (block.sectionId === section) continue;
    section = block.sectionId;
    if (block.text.length < 40 && heading.test(block.text)) out.add(section);
  }
  return out;
}

function distanceOf({ chronons }: Segment, { range }: TemporalScope): number | null {
  let nearest: number | null = null;
  for (const c of chronons) {
    const days = rangeOfChronon(c);
    if (days === null) continue;
    const away = days.start > range.end ? days.start - range.end : Math.min(0, days.end - range.start);
    if (nearest === null || Math.abs(away) < Math.abs(nearest)) nearest = away;
  }
  return nearest;
}

/** The segment each link stands in: segments follow one another as blocks do. */
function linksOf({ blocks, dated }: CutPage, segments: readonly JudgedSegment[]): JudgedLink[] {
  const out: JudgedLink[] = [];
  let at = 0;
  for (const block of blocks) {
    if (block.links.length === 0) continue;
    while (at < segments.length - 1 && segments[at]!.lastBlock < block.index) at++;
    for (const link of block.links) {
      const offset = block.docOffset + Math.min(Math.max(link.start, 0), Math.max(block.text.length - 1, 0));
      let s = at;
      while (
        s < segments.length - 1 &&
        segments[s]!.end <= offset &&
        segments[s + 1]!.firstBlock <= block.index
      )
        s++;
      const found = segments[s];
      if (found) out.push({ link, segment: found, dated: dated.has(block.index) });
    }
  }
  return out;
}
