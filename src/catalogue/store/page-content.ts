/** What a version of a page holds beyond the columns of its table, packed: text, HTML, dates with their evidence, marks, links. */
import { toUSVString } from 'node:util';
import type { PageDate, PageRecord, Period, PlaceMark, TimeMark, TimeSegment } from '../ports/index.ts';
import { packHtml, skipHtml, unpackHtml } from './html-difference.ts';
import type { Packer, Unpacker } from './packing.ts';

const MARK_TYPES = ['DATE', 'TIME', 'DURATION', 'SET'] as const;

export type PageContent = Pick<
  PageRecord,
  | 'text'
  | 'html'
  | 'byline'
  | 'title'
  | 'mime'
  | 'charset'
  | 'simhash'
  | 'published'
  | 'modified'
  | 'marks'
  | 'segments'
  | 'places'
> & {
  /** Numbers of anchors: where each link leads and what it says. */
  readonly links: readonly number[];
};

export type PageText = Omit<PageContent, 'html'>;

export function packContent(out: Packer, page: Omit<PageContent, 'links'>, links: readonly number[]): void {
  // Lone surrogates become what reading gives back, so that copies out of the text are the same before and after.
  const text = toUSVString(page.text);
  out.text(text);
  packHtml(out, text, toUSVString(page.html));
  out.text(page.title);
  out.text(page.byline);
  out.text(page.mime);
  out.optional(page.charset);
  out.optional(page.simhash);
  packDate(out, page.published);
  packDate(out, page.modified);
  out.count(page.marks.length);
  let at = 0;
  for (const mark of page.marks) {
    out.integer(mark.start - at);
    out.integer(mark.end - mark.start);
    out.count(Math.max(0, MARK_TYPES.indexOf(mark.type)));
    out.text(mark.value);
    out.count(mark.period === null ? 0 : 1);
    if (mark.period !== null) packPeriod(out, mark.period);
    at = mark.end;
  }
  out.count(page.segments.length);
  at = 0;
  for (const segment of page.segments) {
    out.integer(segment.start - at);
    out.integer(segment.end - segment.start);
    out.count(segment.periods.length);
    for (const period of segment.periods) packPeriod(out, period);
    at = segment.end;
  }
  const keys = [...new Set(page.places.map((mark) => mark.place))];
  const numbers = new Map(keys.map((key, i) => [key, i]));
  out.count(keys.length);
  for (const key of keys) out.text(key);
  out.count(page.places.length);
  at = 0;
  for (const mark of page.places) {
    out.integer(mark.start - at);
    out.integer(mark.end - mark.start);
    out.count(numbers.get(mark.place)!);
    out.fraction(mark.confidence);
    at = mark.end;
  }
  out.count(links.length);
  at = 0;
  for (const link of links) {
    // The anchors of a menu were numbered one after the other.
    out.integer(link - at);
    at = link;
  }
}

export function unpackContent(from: Unpacker): PageContent {
  const text = from.text();
  const html = unpackHtml(from, text);
  return { text, html, ...unpackRest(from) };
}

/** The same without the HTML, which only those who show the page need. */
export function unpackText(from: Unpacker): PageText {
  const text = from.text();
  skipHtml(from);
  return { text, ...unpackRest(from) };
}

function unpackRest(from: Unpacker): Omit<PageContent, 'text' | 'html'> {
  const title = from.text();
  const byline = from.text();
  const mime = from.text();
  const charset = from.optional();
  const simhash = from.optional();
  const published = unpackDate(from);
  const modified = unpackDate(from);
  const marks: TimeMark[] = [];
  let at = 0;
  for (let left = from.things(); left > 0; left--) {
    const start = at + from.integer();
    const end = start + from.integer();
    const type = MARK_TYPES[from.count()] ?? 'DATE';
    const value = from.text();
    const period = from.count() === 0 ? null : unpackPeriod(from);
    marks.push({ start, end, type, value, period });
    at = end;
  }
  const segments: TimeSegment[] = [];
  at = 0;
  for (let left = from.things(); left > 0; left--) {
    const start = at + from.integer();
    const end = start + from.integer();
    const periods: Period[] = [];
    for (let more = from.things(); more > 0; more--) periods.push(unpackPeriod(from));
    segments.push({ start, end, periods });
    at = end;
  }
  const keys: string[] = [];
  for (let left = from.things(); left > 0; left--) keys.push(from.text());
  const places: PlaceMark[] = [];
  at = 0;
  for (let left = from.things(); left > 0; left--) {
    const start = at + from.integer();
    const end = start + from.integer();
    const place = keys[from.count()] ?? '';
    places.push({ start, end, place, confidence: from.fraction() });
    at = end;
  }
  const links: number[] = [];
  at = 0;
  for (let left = from.things(); left > 0; left--) {
    at += from.integer();
    links.push(at);
  }
  return {
    title,
    byline,
    mime,
    charset,
    simhash,
    published,
    modified,
    marks,
    segments,
    places,
    links,
  };
}

function packPeriod(out: Packer, period: Period): void {
  out.integer(period.from);
  out.integer(period.to - period.from);
}

function unpackPeriod(from: Unpacker): Period {
  const first = from.integer();
  return { from: first, to: first + from.integer() };
}

function packDate(out: Packer, date: PageDate | null): void {
  out.optional(date === null ? null : date.date);
  if (date === null) return;
  out.fraction(date.confidence);
  out.text(date.source);
  out.text(date.where);
  out.text(date.text);
}

function unpackDate(from: Unpacker): PageDate | null {
  const date = from.optional();
  if (date === null) return null;
  const confidence = from.fraction();
  const source = from.text();
  const where = from.text();
  return { date, confidence, source, where, text: from.text() };
}
