/**
 * A page's text laid out for reading: paragraphs, each with its runs of marked and plain text, and the periods that begin in it to
 * stand in the margin.
 */
import type { PageView, Period, PlaceMark, TimeMark, TimeSegment } from '../api/shapes.ts';
import { paragraphs, type Span, type TextRun, textRuns } from '../text-runs.ts';

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

export interface Paragraph {
  readonly start: number;
  readonly end: number;
  readonly runs: readonly TextRun<ReadingMark>[];
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

export function readingParagraphs(
  page: Pick<PageView, 'text' | 'marks' | 'places' | 'segments'>,
  passageShown: Span | null = null,
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
  let passage = 0;
  for (const { start, end } of paragraphs(page.text)) {
    const inside: ReadingMark[] = [];
    while (mark < marks.length && marks[mark]!.start < end) inside.push(marks[mark++]!);
    const begins: Passage[] = [];
    // What begins in the empty space before a paragraph begins with it.
    while (passage < dated.length && dated[passage]!.start < end) begins.push(dated[passage++]!);
    found.push({ start, end, begins, runs: textRuns(page.text, inside, start, end) });
  }
  return found;
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
