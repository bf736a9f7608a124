/** Where a page says what is told of it in a list of results: the words that name a period or a place, with some of those around them. */
import type { Period, PlaceMark } from '../ports/index.ts';
import type { PlaceEvidence } from '../ports/question.ts';
import type { PageText } from './page-content.ts';

/** Characters on each side. */
const AROUND = 60;
/** Marks and segments of one page that are looked through. */
const MOST_LOOKED_AT = 5_000;

function written(text: string, start: number, end: number): string {
  const from = Math.max(0, start - AROUND);
  const to = Math.min(text.length, end + AROUND);
  const before = text.slice(from, start);
  const behind = text.slice(end, to);
  // No half words at the ends, and none of characters.
  const whole =
    (from === 0 ? before : before.replace(/^\S*\s?/, '')) +
    text.slice(start, end) +
    (to === text.length ? behind : behind.replace(/\s?\S*$/, ''));
  const line = whole.replace(/\s+/g, ' ').trim();
  return `${from === 0 ? '' : '… '}${line}${to === text.length ? '' : ' …'}`;
}

/** The words by which a text speaks of a period; the beginning of the part that does when no words alone say so. */
export function periodWritten(
  { text, marks, segments }: Pick<PageText, 'text' | 'marks' | 'segments'>,
  { from, to }: Period,
): string | null {
  const mark = marks
    .slice(0, MOST_LOOKED_AT)
    .find(({ period }) => period !== null && period.from === from && period.to === to);
  if (mark !== undefined) return written(text, mark.start, mark.end);
  const segment = segments
    .slice(0, MOST_LOOKED_AT)
    .find(({ periods }) => periods.some((period) => period.from === from && period.to === to));
  return segment === undefined
    ? null
    : written(text, segment.start, Math.min(segment.end, segment.start + AROUND));
}

/** What says that a text speaks of a place: the surest of its mentions, and how many there are. */
export function placeEvidence(
  text: string,
  marks: readonly PlaceMark[],
  place: string,
): Omit<PlaceEvidence, 'main'> {
  const of = marks.filter((mark) => mark.place === place);
  const [surest] = [...of].sort((a, b) => b.confidence - a.confidence || a.start - b.start);
  return {
    written: surest === undefined ? null : written(text, surest.start, surest.end),
    confidence: surest?.confidence ?? null,
    mentions: of.length,
  };
}
