/**
 * Temporal segments: runs of blocks, sentences or clauses that speak of the same moments. Segments partition the page: every block, and so
 * every link, is in exactly one; text without a date stays with the date before it in its section, and is undated otherwise.
 */
import { annotatorOf } from './annotate.ts';
import type { LinkRef, TextBlock } from './block.ts';
import { type Chronon, formatChronon } from './chronon.ts';
import type { Locale } from './locale.ts';
import type { SegmentUnit, TimeProfile } from './profile.ts';
import type { Timex } from './timex.ts';

export interface Segment {
  readonly id: number;
  /** Inclusive, by block index. */
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Offsets in the text of the whole document. */
  readonly start: number;
  readonly end: number;
  /** In reading order; an interval contributes both bounds. */
  readonly chronons: readonly Chronon[];
  /** Its resolved calendar references. */
  readonly timexIds: readonly number[];
}

interface Unit {
  readonly block: TextBlock;
  readonly start: number;
  readonly end: number;
  readonly timexes: readonly Timex[];
}

export type SegmentPolicy = Pick<TimeProfile, 'segmentUnit' | 'undatedPolicy'>;

/** Cuts a page. The expressions must be resolved. */
export function segment(
  blocks: readonly TextBlock[],
  timexes: readonly Timex[],
  policy: SegmentPolicy,
  locale: Locale,
): Segment[] {
  const byBlock = new Map<number, Timex[]>();
  for (const t of timexes) {
    if (t.type !== 'CALENDAR_REF' || !t.resolved) continue;
    const list = byBlock.get(t.blockIndex);
    if (list) list.push(t);
    else byBlock.set(t.blockIndex, [t]);
  }
  interface Draft {
    firstBlock: number;
    lastBlock: number;
    start: number;
    end: number;
    chronons: Chronon[];
    timexIds: number[];
    key: string;
    section: number;
  }
  const drafts: Draft[] = [];
  let current: Draft | null = null;
  for (const block of blocks) {
    for (const unit of unitsOf(block, byBlock.get(block.index) ?? [], policy.segmentUnit, locale)) {
      const dates = unit.timexes.flatMap((t) => t.chronons);
      const ids = unit.timexes.map((t) => t.id);
      const key = [...new Set(dates.map(formatChronon))].sort().join(' ');
      const extend = (draft: Draft): void => {
        draft.lastBlock = block.index;
        draft.end = unit.end;
        draft.chronons.push(...dates);
        draft.timexIds.push(...ids);
      };
      const fresh = (): Draft => {
        const draft = {
          firstBlock: block.index,
          lastBlock: block.index,
          start: unit.start,
          end: unit.end,
          chronons: [...dates],
          timexIds: [...ids],
          key,
          section: block.sectionId,
        };
        drafts.push(draft);
        return draft;
      };
      if (dates.length === 0) {
        if (current && mayInherit(block, current.section, policy.undatedPolicy)) extend(current);
        else {
          const last = drafts[drafts.length - 1];
          if (last && last.chronons.length === 0) extend(last);
          else fresh();
          current = null;
        }
      } else if (current && current.key === key && current.section === block.sectionId) extend(current);
      else current = fresh();
    }
  }
  return drafts.map((d, i) => ({
    id: i + 1,
    firstBlock: d.firstBlock,
    lastBlock: d.lastBlock,
    start: d.start,
    end: d.end,
    chronons: d.chronons,
    timexIds: d.timexIds,
  }));
}

function mayInherit(block: TextBlock, section: number, policy: TimeProfile['undatedPolicy']): boolean {
  if (policy === 'none') return false;
  if (policy === 'always') return true;
  return block.sectionId === section && !block.boilerplate;
}

function unitsOf(block: TextBlock, timexes: readonly Timex[], unit: SegmentUnit, locale: Locale): Unit[] {
  const { docOffset, text } = block;
  if (unit === 'paragraph') return [{ block, start: docOffset, end: docOffset + text.length, timexes }];
  const cuts = annotatorOf(locale).sentenceStarts(text).slice(1);
  if (unit === 'clause') {
    for (let i = 1; i < timexes.length; i++) {
      const cut = clauseCut(text, timexes[i - 1]!.end, timexes[i]!.start, locale.clause);
      if (cut !== null) cuts.push(cut);
    }
    cuts.sort((a, b) => a - b);
  }
  const out: Unit[] = [];
  let from = 0;
  let next = 0;
  for (const to of [...cuts, text.length]) {
    if (to <= from && to !== text.length) continue;
    const mine: Timex[] = [];
    // An expression belongs to the unit in which it begins.
    while (next < timexes.length && (timexes[next]!.start < to || to === text.length))
      mine.push(timexes[next++]!);
    out.push({ block, start: docOffset + from, end: docOffset + to, timexes: mine });
    from = to;
  }
  return out;
}

/** Text longer than this between two dates is looked at from its end only. */
const CLAUSE_WINDOW = 2000;

/** The last beginning of a clause between two dates is where the sentence is cut. */
function clauseCut(text: string, from: number, to: number, clause: RegExp): number | null {
  if (to <= from) return null;
  const base = Math.max(from, to - CLAUSE_WINDOW);
  let cut: number | null = null;
  for (const m of text.slice(base, to).matchAll(clause)) cut = base + m.index + (m[0] === ';' ? 1 : 0);
  return cut;
}

/** The links that stand inside a segment, in reading order. */
export function linksIn(segment: Segment, blocks: readonly TextBlock[]): LinkRef[] {
  const out: LinkRef[] = [];
  for (const block of blocks) {
    if (block.index < segment.firstBlock || block.index > segment.lastBlock) continue;
    for (const link of block.links) {
      const at = block.docOffset + Math.min(Math.max(link.start, 0), Math.max(block.text.length - 1, 0));
      // An empty block has no extent: its links go by its index alone, to the segment that begins with it or runs through it.
      if (block.text.length === 0 || (at >= segment.start && at < segment.end)) out.push(link);
    }
  }
  return out;
}
