/**
 * What a segment knows of its documents besides words: flat arrays with one element for each document, and lists of periods, years and
 * places behind offsets. They are what filters, parts of the score and facets read, so a search touches no object of a document.
 */

import { checkedBox } from '../../../geo/box.ts';
import type { BoundingBox } from '../../../geo/index.ts';
import { forEachToken } from '../../../text/index.ts';
import type { DocumentKind } from '../../ports/question.ts';
import type { DatedSpan, IndexedDocument } from '../port.ts';
import { FIELD_GAP, MOST_WORDS } from '../postings/inverter.ts';
import { dayCode, NO_DAY, NO_YEAR, shareCode, yearOf } from '../postings/measures.ts';
import { LANGUAGES, type Names, PLACES, SITES } from './names.ts';

export const KINDS: readonly DocumentKind[] = ['page', 'entity', 'geo-file', 'service'];

/** Most periods and places of one document that are kept, those of the largest share. */
const MOST_PERIODS = 512;
const MOST_PLACES = 512;
/** Dated parts of one text that are kept, from its beginning. */
const MOST_SPANS = 1024;
/** A longer period ("since antiquity") says nothing about its single years. */
const LONGEST_SPREAD_YEARS = 200;
/** Most years of one document that are counted. */
const MOST_YEARS = 1000;
const MOST_LANGUAGES = 65_535;

export interface ColumnArrays {
  readonly ids: Float64Array;
  /** Length bytes: all titles, then all texts, then all anchors. */
  readonly lengths: Uint8Array;
  readonly kinds: Uint8Array;
  readonly languages: Uint16Array;
  readonly sites: Uint32Array;
  readonly published: Int32Array;
  readonly publishedYears: Int16Array;
  /** 1: the evidence of the day of publication is weak. */
  readonly doubtful: Uint8Array;
  readonly authority: Float32Array;
  /** Words of the text, stop words counted; `UNKNOWN_WORDS` where an earlier version indexed it. */
  readonly words: Uint32Array;
  /** `periodStarts[d] … periodStarts[d + 1]` are the periods of document d; likewise the others. */
  readonly periodStarts: Uint32Array;
  /** From and to, in turn. */
  readonly periodDays: Int32Array;
  readonly periodShares: Uint16Array;
  readonly spanStarts: Uint32Array;
  /** First position, position behind the last, first day and last day of each dated part of the text, in turn. */
  readonly spans: Int32Array;
  readonly yearStarts: Uint32Array;
  readonly years: Int16Array;
  readonly placeStarts: Uint32Array;
  readonly places: Uint32Array;
  readonly placeShares: Uint16Array;
  /** Documents with a box, ascending, and four numbers for each. */
  readonly boxDocuments: Uint32Array;
  readonly boxes: Float64Array;
}

export type ColumnName = keyof ColumnArrays;

const CONSTRUCTORS = {
  ids: Float64Array,
  lengths: Uint8Array,
  kinds: Uint8Array,
  languages: Uint16Array,
  sites: Uint32Array,
  published: Int32Array,
  publishedYears: Int16Array,
  doubtful: Uint8Array,
  authority: Float32Array,
  words: Uint32Array,
  periodStarts: Uint32Array,
  periodDays: Int32Array,
  periodShares: Uint16Array,
  spanStarts: Uint32Array,
  spans: Int32Array,
  yearStarts: Uint32Array,
  years: Int16Array,
  placeStarts: Uint32Array,
  places: Uint32Array,
  placeShares: Uint16Array,
  boxDocuments: Uint32Array,
  boxes: Float64Array,
} as const;

/** How many words a text has, where nobody has counted them. */
export const UNKNOWN_WORDS = 0xffff_ffff;

export const COLUMN_NAMES = Object.keys(CONSTRUCTORS) as ColumnName[];

/** A column from its bytes, in memory of its own: the driver's buffers are not aligned. */
export function columnOf<Name extends ColumnName>(name: Name, bytes: Uint8Array): ColumnArrays[Name] {
  const make = CONSTRUCTORS[name];
  const whole = bytes.byteLength - (bytes.byteLength % make.BYTES_PER_ELEMENT);
  const copy = new ArrayBuffer(whole);
  new Uint8Array(copy).set(bytes.subarray(0, whole));
  return new make(copy) as unknown as ColumnArrays[Name];
}

export function columnBytes(column: ArrayBufferView): Buffer {
  return Buffer.from(column.buffer as ArrayBuffer, column.byteOffset, column.byteLength);
}

export interface CleanPeriod {
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

/** The periods of a document as they are kept: valid ones, equal ones as one, those of the largest share when there are too many. */
export function cleanPeriods(document: IndexedDocument): readonly CleanPeriod[] {
  const found = new Map<string, { from: number; to: number; share: number }>();
  for (const { from, to, share } of document.periods) {
    if (!(from <= to)) continue;
    const period = { from: dayCode(from), to: dayCode(to), share: share > 0 ? Math.min(1, share) : 0 };
    const key = `${period.from} ${period.to}`;
    const same = found.get(key);
    if (same === undefined) found.set(key, period);
    else same.share = Math.min(1, same.share + period.share);
  }
  const periods = [...found.values()];
  if (periods.length <= MOST_PERIODS) return periods;
  return periods.sort((a, b) => b.share - a.share || a.from - b.from || a.to - b.to).slice(0, MOST_PERIODS);
}

/** Numbers of one span in the column. */
export const SPAN = 4;
const EVERYWHERE: readonly number[] = [0, 0x7fffffff, -0x80000000, 0x7fffffff];

/** The dated parts of a document, with their places counted in words as postings count them, one behind the other. */
function spansOf({ title, titlePeriods, text, spans }: IndexedDocument): readonly number[] {
  if (spans === null) return EVERYWHERE;
  const sound = cleanSpans(spans);
  if (sound.length === 0 && titlePeriods.length === 0) return [];
  const titleWords = Math.min(MOST_WORDS, countWords(title));
  const textAt = titleWords + FIELD_GAP;
  const out: number[] = [];
  for (const { from, to } of titlePeriods.slice(0, MOST_SPANS))
    if (titleWords > 0 && from <= to) out.push(0, titleWords, dayCode(from), dayCode(to));
  // Where each offset stands in the order of the words: the number of words that begin before it.
  const offsets = [...new Set(sound.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const places = new Map<number, number>();
  let next = 0;
  let count = 0;
  forEachToken(text, (start) => {
    while (next < offsets.length && offsets[next]! <= start) places.set(offsets[next++]!, count);
    count++;
  });
  for (const { start, end, from, to } of sound) {
    const first = textAt + (places.get(start) ?? count);
    const behind = textAt + (places.get(end) ?? count);
    if (first < behind) out.push(first, behind, from, to);
  }
  return out;
}

/** Those that are sound, in the order of the text. */
export function cleanSpans(spans: readonly DatedSpan[]): readonly DatedSpan[] {
  return spans
    .filter(({ start, end, from, to }) => start >= 0 && start < end && from <= to)
    .slice(0, MOST_SPANS)
    .map(({ start, end, from, to }) => ({ start, end, from: dayCode(from), to: dayCode(to) }));
}

function countWords(text: string): number {
  let count = 0;
  forEachToken(text, () => {
    count++;
  });
  return count;
}

/** The years that a document speaks of, each once, ascending. */
export function yearsOf(periods: readonly CleanPeriod[]): readonly number[] {
  const years = new Set<number>();
  for (const { from, to } of periods) {
    const first = yearOf(from);
    const last = yearOf(to);
    if (last - first >= LONGEST_SPREAD_YEARS) continue;
    for (let year = first; year <= last && years.size < MOST_YEARS; year++) years.add(year);
  }
  return [...years].sort((a, b) => a - b);
}

/** Places with their shares, each once. */
export function cleanPlaces(
  document: IndexedDocument,
): readonly { readonly place: string; readonly share: number }[] {
  const found = new Map<string, number>();
  for (const { place, share } of document.places) {
    const name = cleanName(place);
    if (name !== '')
      found.set(name, Math.min(1, (found.get(name) ?? 0) + (share > 0 ? Math.min(1, share) : 0)));
  }
  const places = [...found].map(([place, share]) => ({ place, share }));
  if (places.length <= MOST_PLACES) return places;
  return places.sort((a, b) => b.share - a.share || (a.place < b.place ? -1 : 1)).slice(0, MOST_PLACES);
}

const LONGEST_NAME = 500;

/** A name that comes back from the database as it went in: not endless, and no half of a pair. */
export function cleanName(name: string): string {
  const short = name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME) : name;
  return /[\ud800-\udfff\0]/.test(short)
    ? Buffer.from(short.replaceAll('\0', ''), 'utf8').toString('utf8')
    : short;
}

export function cleanAuthority(authority: number): number {
  return authority > 0 ? Math.min(1, authority) : 0;
}

export function cleanPublished(published: number | null): number {
  return published === null || Number.isNaN(published) ? NO_DAY : dayCode(published);
}

export function cleanBox(box: BoundingBox | null): BoundingBox | null {
  return box === null ? null : checkedBox(box);
}

/**
 * The columns of a batch; `lengths` holds the title, text and anchor lengths of each document in turn, as bytes, `words` how many words its
 * text has.
 */
export function makeColumns(
  documents: readonly IndexedDocument[],
  { lengths, words }: { readonly lengths: Uint8Array; readonly words: Uint32Array },
  names: Names,
): ColumnArrays {
  const count = documents.length;
  const columns = {
    ids: new Float64Array(count),
    lengths: new Uint8Array(count * 3),
    kinds: new Uint8Array(count),
    languages: new Uint16Array(count),
    sites: new Uint32Array(count),
    published: new Int32Array(count),
    publishedYears: new Int16Array(count),
    doubtful: new Uint8Array(count),
    authority: new Float32Array(count),
    words,
    periodStarts: new Uint32Array(count + 1),
    spanStarts: new Uint32Array(count + 1),
    yearStarts: new Uint32Array(count + 1),
    placeStarts: new Uint32Array(count + 1),
  };
  const periodDays: number[] = [];
  const periodShares: number[] = [];
  const spans: number[] = [];
  const years: number[] = [];
  const places: number[] = [];
  const placeShares: number[] = [];
  const boxDocuments: number[] = [];
  const boxes: number[] = [];
  for (let d = 0; d < count; d++) {
    const document = documents[d]!;
    columns.ids[d] = document.id;
    for (let field = 0; field < 3; field++) columns.lengths[field * count + d] = lengths[d * 3 + field]!;
    columns.kinds[d] = Math.max(0, KINDS.indexOf(document.kind));
    columns.sites[d] = names.number(SITES, cleanName(document.site).toLowerCase());
    const language =
      document.language === null ? 0 : languageNumber(names, cleanName(document.language).toLowerCase());
    columns.languages[d] = language;
    const published = cleanPublished(document.published);
    columns.published[d] = published;
    columns.publishedYears[d] = published === NO_DAY ? NO_YEAR : yearOf(published);
    columns.doubtful[d] = document.doubtful ? 1 : 0;
    columns.authority[d] = cleanAuthority(document.authority);
    const periods = cleanPeriods(document);
    for (const { from, to, share } of periods) {
      periodDays.push(from, to);
      periodShares.push(shareCode(share));
    }
    columns.periodStarts[d + 1] = periodShares.length;
    for (const number of spansOf(document)) spans.push(number);
    columns.spanStarts[d + 1] = spans.length / SPAN;
    for (const year of yearsOf(periods)) years.push(year);
    columns.yearStarts[d + 1] = years.length;
    for (const { place, share } of cleanPlaces(document)) {
      places.push(names.number(PLACES, place));
      placeShares.push(shareCode(share));
    }
    columns.placeStarts[d + 1] = places.length;
    const box = cleanBox(document.box);
    if (box !== null) {
      boxDocuments.push(d);
      boxes.push(...box);
    }
  }
  return {
    ...columns,
    periodDays: Int32Array.from(periodDays),
    periodShares: Uint16Array.from(periodShares),
    spans: Int32Array.from(spans),
    years: Int16Array.from(years),
    places: Uint32Array.from(places),
    placeShares: Uint16Array.from(placeShares),
    boxDocuments: Uint32Array.from(boxDocuments),
    boxes: Float64Array.from(boxes),
  };
}

/** Languages are few; what would be the 65,536th is none. */
function languageNumber(names: Names, language: string): number {
  const known = names.find(LANGUAGES, language);
  if (known !== 0 || language === '') return known;
  return names.list(LANGUAGES).length > MOST_LANGUAGES ? 0 : names.number(LANGUAGES, language);
}

interface ColumnSource {
  readonly documents: number;
  column<Name extends ColumnName>(name: Name): ColumnArrays[Name];
  isDeleted(document: number): boolean;
}

/** The columns of several segments one after the other, without the documents that are gone. One column at a time is in memory. */
export function mergeColumns(
  sources: readonly ColumnSource[],
  kept: number,
  write: (name: ColumnName, bytes: Buffer) => void,
): void {
  for (const name of [
    'ids',
    'kinds',
    'languages',
    'sites',
    'published',
    'publishedYears',
    'doubtful',
    'authority',
    'words',
  ] as const) {
    const out = new CONSTRUCTORS[name](kept);
    let at = 0;
    for (const source of sources) {
      const column = source.column(name);
      for (let d = 0; d < source.documents; d++) if (!source.isDeleted(d)) out[at++] = column[d]!;
    }
    write(name, columnBytes(out));
  }
  const lengths = new Uint8Array(kept * 3);
  let at = 0;
  for (const source of sources) {
    const column = source.column('lengths');
    for (let d = 0; d < source.documents; d++) {
      if (source.isDeleted(d)) continue;
      for (let field = 0; field < 3; field++)
        lengths[field * kept + at] = column[field * source.documents + d]!;
      at++;
    }
  }
  write('lengths', columnBytes(lengths));
  const periodStarts = mergeStarts(sources, kept, 'periodStarts');
  write('periodStarts', columnBytes(periodStarts));
  mergeLists(sources, 'periodStarts', 'periodDays', 2, periodStarts[kept]!, write);
  mergeLists(sources, 'periodStarts', 'periodShares', 1, periodStarts[kept]!, write);
  const spanStarts = mergeStarts(sources, kept, 'spanStarts');
  write('spanStarts', columnBytes(spanStarts));
  mergeLists(sources, 'spanStarts', 'spans', SPAN, spanStarts[kept]!, write);
  const yearStarts = mergeStarts(sources, kept, 'yearStarts');
  write('yearStarts', columnBytes(yearStarts));
  mergeLists(sources, 'yearStarts', 'years', 1, yearStarts[kept]!, write);
  const placeStarts = mergeStarts(sources, kept, 'placeStarts');
  write('placeStarts', columnBytes(placeStarts));
  mergeLists(sources, 'placeStarts', 'places', 1, placeStarts[kept]!, write);
  mergeLists(sources, 'placeStarts', 'placeShares', 1, placeStarts[kept]!, write);
  const boxDocuments: number[] = [];
  const boxes: number[] = [];
  let base = 0;
  for (const source of sources) {
    const owners = source.column('boxDocuments');
    const corners = source.column('boxes');
    let box = 0;
    for (let d = 0; d < source.documents; d++) {
      const own = owners[box] === d;
      if (!source.isDeleted(d)) {
        if (own) {
          boxDocuments.push(base);
          for (let i = 0; i < 4; i++) boxes.push(corners[box * 4 + i]!);
        }
        base++;
      }
      if (own) box++;
    }
  }
  write('boxDocuments', columnBytes(Uint32Array.from(boxDocuments)));
  write('boxes', columnBytes(Float64Array.from(boxes)));
}

function mergeStarts(
  sources: readonly ColumnSource[],
  kept: number,
  name: 'periodStarts' | 'spanStarts' | 'yearStarts' | 'placeStarts',
): Uint32Array {
  const out = new Uint32Array(kept + 1);
  let at = 0;
  for (const source of sources) {
    const starts = source.column(name);
    for (let d = 0; d < source.documents; d++) {
      if (source.isDeleted(d)) continue;
      out[at + 1] = out[at]! + starts[d + 1]! - starts[d]!;
      at++;
    }
  }
  return out;
}

function mergeLists(
  sources: readonly ColumnSource[],
  startsName: 'periodStarts' | 'spanStarts' | 'yearStarts' | 'placeStarts',
  name: 'periodDays' | 'periodShares' | 'spans' | 'years' | 'places' | 'placeShares',
  width: number,
  total: number,
  write: (name: ColumnName, bytes: Buffer) => void,
): void {
  const out = new CONSTRUCTORS[name](total * width);
  let at = 0;
  for (const source of sources) {
    const starts = source.column(startsName);
    const values = source.column(name);
    for (let d = 0; d < source.documents; d++) {
      if (source.isDeleted(d)) continue;
      for (let i = starts[d]! * width; i < starts[d + 1]! * width; i++) out[at++] = values[i]!;
    }
  }
  write(name, columnBytes(out));
}
