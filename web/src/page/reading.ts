/**
 * A page's text laid out for reading: paragraphs, each with its runs of marked and plain text, and the periods that begin in it to
 * stand in the margin.
 */
import type { PageView, Period, PlaceMark, TimeMark, TimeSegment } from '../api/shapes.ts';
import { type Span, type TextRun, textRuns } from '../text-runs.ts';
import { type Part, partsOf } from './structure.ts';

export type ReadingMark =
  | { readonly kind: 'time'; readonly start: number; readonly end: number; readonly time: TimeMark }
  /** The passage that the address of the page names. */
  | { readonly kind: 'passage'; readonly start: number; readonly end: number }
  | { readonly kind: 'place'; readonly start: number; readonly end: number; readonly place: PlaceMark };

export interface Passage {
  /** Number of the first of its segments. */
  readonly segment: number;
  readonly start: number;
  readonly end: number;
  readonly periods: readonly Period[];
}

/** A piece of a run: whether it is a word of the question that led here. */
export interface Piece {
  readonly text: string;
  readonly lit: boolean;
}

export interface ReadingRun extends TextRun<ReadingMark> {
  readonly pieces: readonly Piece[];
}

export interface Paragraph extends Part {
  readonly runs: readonly ReadingRun[];
  /** Of a row of a table, the runs of each cell. */
  readonly cells: readonly (readonly ReadingRun[])[];
  /** Dated passages that begin in it. */
  readonly begins: readonly Passage[];
}

const samePeriods = (a: readonly Period[], b: readonly Period[]): boolean =>
  a.length === b.length && a.every((p, i) => p.from === b[i]!.from && p.to === b[i]!.to);

/** Dated segments; neighbours that speak of the same days are one passage. */
export function passages(segments: readonly TimeSegment[]): Passage[] {
  const found: { segment: number; start: number; end: number; periods: readonly Period[] }[] = [];
  let open = false;
  segments.forEach(({ start, end, periods }, segment) => {
    if (periods.length === 0) {
      open = false;
      return;
    }
    const before = found.at(-1);
    if (open && before && samePeriods(before.periods, periods)) before.end = end;
    else found.push({ segment, start, end, periods });
    open = true;
  });
  return found;
}

/** `lit`: words to be lit, in order. */
export function readingParagraphs(
  page: Pick<PageView, 'text' | 'html' | 'marks' | 'places' | 'segments'>,
  passageShown: Span | null = null,
  lit: readonly Span[] = [],
): Paragraph[] {
  const all: ReadingMark[] = [
    ...page.marks.map((time) => ({ kind: 'time' as const, start: time.start, end: time.end, time })),
    ...page.places.map((place) => ({ kind: 'place' as const, start: place.start, end: place.end, place })),
  ];
  const free = (mark: Span): boolean =>
    passageShown === null || mark.end <= passageShown.start || mark.start >= passageShown.end;
  const marks: ReadingMark[] = [
    ...all.filter(free),
    ...(passageShown === null ? [] : [{ kind: 'passage' as const, ...passageShown }]),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const dated = passages(page.segments);
  const found: Paragraph[] = [];
  let mark = 0;
  let word = 0;
  let passage = 0;
  for (const part of partsOf(page.text, page.html)) {
    const { end, shape } = part;
    const inside: ReadingMark[] = [];
    while (mark < marks.length && marks[mark]!.start < end) inside.push(marks[mark++]!);
    const words: Span[] = [];
    while (word < lit.length && lit[word]!.start < end) words.push(lit[word++]!);
    const begins: Passage[] = [];
    // What begins in the empty space before a paragraph begins with it.
    while (passage < dated.length && dated[passage]!.start < end) begins.push(dated[passage++]!);
    const runsOf = (span: Span): ReadingRun[] => readingRuns(page.text, inside, words, span);
    found.push({
      ...part,
      begins,
      runs: shape.kind === 'row' ? [] : runsOf(part),
      cells: shape.kind === 'row' ? shape.cells.map(runsOf) : [],
    });
  }
  return found;
}

function readingRuns(
  text: string,
  marks: readonly ReadingMark[],
  lit: readonly Span[],
  { start, end }: Span,
): ReadingRun[] {
  let at = start;
  return textRuns(text, marks, start, end).map((run) => {
    const from = at;
    at += run.text.length;
    const pieces = textRuns(text, lit, from, at).map((piece) => ({
      text: piece.text,
      lit: piece.mark !== null,
    }));
    return { ...run, pieces };
  });
}

/** The paragraph in which a passage begins. */
export function paragraphOf(all: readonly Paragraph[], passage: Passage): number {
  return Math.max(
    0,
    all.findIndex((paragraph) => paragraph.begins.includes(passage)),
  );
}

/** The whole time that passages speak of, in days. */
export function timeOf(all: readonly Passage[]): Period | null {
  if (all.length === 0) return null;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { periods } of all)
    for (const period of periods) {
      from = Math.min(from, period.from);
      to = Math.max(to, period.to);
    }
  return { from, to };
}
