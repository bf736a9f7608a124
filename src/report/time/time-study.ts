/**
 * The temporal study of a collection: the sixteen published tables (docs/methods.md, "Temporal crawl"), for any collection, in one pass.
 * Each document is annotated, resolved and segmented, its facts are counted and forgotten; what is kept are counters, histograms by year,
 * and two tables of fixed greatest size for the links.
 *
 *     const study = new TimeStudy();
 *     for await (const document of documents) study.add(document);
 *     study.result().tables;
 */

import { fnvStep, mix32 } from '../../bytes/index.ts';
import { detectLanguage, portugueseOf } from '../../text/index.ts';
import {
  annotateDocument,
  type Chronon,
  civilDay,
  type Locale,
  type LocaleName,
  localeNamed,
  rangeOfChronon,
  segment,
  type TextBlock,
  TIME_MODERN,
  type TimeProfile,
  type Timex,
} from '../../time/index.ts';
import { anchorOf, type CollectionDocument, isSoundDate, textLength } from './collection-document.ts';
import { DistinctCount } from './distinct-count.ts';
import { addressHash, type LinkFindings, LinkSketch, NO_DAY } from './link-sketch.ts';
import type { StudyTable } from './study-tables.ts';
import { studyTables } from './study-tables.ts';
import { UNRESOLVED, unresolvedKind } from './unresolved-kind.ts';
import { YearCounts } from './year-counts.ts';

export interface StudyOptions {
  readonly profile?: TimeProfile;
  /** Of all documents; without it each has those of its country, by its host and its spelling. */
  readonly locale?: Locale;
  /** What these are, when they are not the room's own. */
  readonly locales?: Readonly<Record<LocaleName, Locale>>;
  /** Documents of other languages are counted and left out; null studies all. Default `pt`. */
  readonly language?: string | null;
  /** Documents that the sketch of links holds at most. */
  readonly linkLimit?: number;
}

/** Documents with 0, 1, … 8 and with 9 or more expressions. */
const EXPRESSION_BINS = 10;
/** Documents with 0, 1, 2 and with 3 or more links. */
const LINK_BINS = 4;

/** What was counted. Sums and counts only: two studies of parts could be added. */
export interface StudyCounts {
  documents: number;
  otherLanguage: number;
  analysed: number;
  timed: number;
  placed: number;
  withCreation: number;
  suspicious: number;
  expressions: number;
  resolved: number;
  calendar: number;
  calendarResolved: number;
  /** What was not resolved, by kind, as in `UNRESOLVED`. */
  readonly unresolved: number[];
  readonly documentsByExpressions: number[];
  readonly documentsByQuartile: number[];
  readonly expressionsByQuartile: number[];
  segments: number;
  undatedSegments: number;
  oneDateSegments: number;
  readonly segmentsByQuartile: number[];
  segmentPositionSum: number;
  segmentSpanSum: number;
  dates: number;
  completeDates: number;
  yearDates: number;
  yearMonthDates: number;
  monthDates: number;
  monthDayDates: number;
  dayDates: number;
  links: number;
  readonly documentsByLinks: number[];
  readonly linksByQuartile: number[];
  latestHarvest: number | null;
}

export interface TimeStudyResult {
  readonly format: 1;
  readonly profile: string;
  readonly collection: {
    readonly documents: number;
    /** Different texts, estimated by a sketch of fixed size. */
    readonly unique: number;
    readonly otherLanguage: number;
    readonly analysed: number;
  };
  readonly counts: StudyCounts;
  readonly tables: readonly StudyTable[];
  readonly contentYears: readonly { readonly year: number; readonly count: number }[];
  readonly creationYears: readonly { readonly year: number; readonly count: number }[];
  readonly links: LinkFindings;
}

/** Quartile 0 … 3 of a position in [0, 1]. */
function quartileOf(position: number): number {
  return Math.min(3, Math.max(0, Math.floor(4 * position)));
}

/** As much of a document as says which language it is in, and whose. */
function beginningOf(blocks: readonly TextBlock[]): string {
  let sample = '';
  for (const { text } of blocks) {
    sample += `${text}\n`;
    if (sample.length > 20_000) break;
  }
  return sample;
}

export class TimeStudy {
  readonly #profile: TimeProfile;
  readonly #localeFor: (document: CollectionDocument) => Locale;
  readonly #language: string | null;
  readonly #unique = new DistinctCount();
  readonly #content = new YearCounts();
  readonly #creation = new YearCounts();
  readonly #links: LinkSketch;
  readonly #counts: StudyCounts = {
    documents: 0,
    otherLanguage: 0,
    analysed: 0,
    timed: 0,
    placed: 0,
    withCreation: 0,
    suspicious: 0,
    expressions: 0,
    resolved: 0,
    calendar: 0,
    calendarResolved: 0,
    unresolved: new Array<number>(UNRESOLVED.length).fill(0),
    documentsByExpressions: new Array<number>(EXPRESSION_BINS).fill(0),
    documentsByQuartile: [0, 0, 0, 0],
    expressionsByQuartile: [0, 0, 0, 0],
    segments: 0,
    undatedSegments: 0,
    oneDateSegments: 0,
    segmentsByQuartile: [0, 0, 0, 0],
    segmentPositionSum: 0,
    segmentSpanSum: 0,
    dates: 0,
    completeDates: 0,
    yearDates: 0,
    yearMonthDates: 0,
    monthDates: 0,
    monthDayDates: 0,
    dayDates: 0,
    links: 0,
    documentsByLinks: new Array<number>(LINK_BINS).fill(0),
    linksByQuartile: [0, 0, 0, 0],
    latestHarvest: null,
  };

  constructor(options: StudyOptions = {}) {
    this.#profile = options.profile ?? TIME_MODERN;
    const { locale, locales } = options;
    this.#localeFor =
      locale !== undefined
        ? () => locale
        : (document) => {
            const country = portugueseOf(document.url, beginningOf(document.blocks));
            return locales?.[country] ?? localeNamed(country);
          };
    this.#language = options.language === undefined ? 'pt' : options.language;
    this.#links = new LinkSketch(options.linkLimit);
  }

  add(document: CollectionDocument): void {
    const counts = this.#counts;
    counts.documents++;
    const [a, b] = textHash(document.blocks);
    this.#unique.add(a, b);
    if (document.harvested !== null)
      counts.latestHarvest = Math.max(counts.latestHarvest ?? document.harvested, document.harvested);
    if (this.#language !== null && !this.#speaks(document)) {
      counts.otherLanguage++;
      return;
    }
    counts.analysed++;
    this.#creationOf(document);
    const locale = this.#localeFor(document);
    const timexes = annotateDocument(document.blocks, {
      dct: anchorOf(document),
      profile: this.#profile,
      locale,
    });
    const length = Math.max(1, textLength(document.blocks));
    const contentDay = this.#expressions(timexes, document, length);
    this.#segments(timexes, document.blocks, length, locale);
    this.#linksOf(document, contentDay, length);
  }

  /** A document is left out only when it is known, or surely seen, to be in another language. */
  #speaks(document: CollectionDocument): boolean {
    if (document.language !== undefined) return document.language === this.#language;
    const guess = detectLanguage(beginningOf(document.blocks));
    return !guess.reliable || guess.language === this.#language;
  }

  #creationOf({ created, harvested }: CollectionDocument): void {
    if (created === null) return;
    const counts = this.#counts;
    counts.withCreation++;
    if (!isSoundDate(created, harvested)) counts.suspicious++;
    this.#creation.add(civilDay(created).year);
  }

  /** Counts the expressions; gives the day in the middle of the content's times, or NO_DAY. */
  #expressions(timexes: readonly Timex[], document: CollectionDocument, length: number): number {
    const counts = this.#counts;
    const { blocks } = document;
    const anchored = anchorOf(document) !== null;
    counts.documentsByExpressions[Math.min(EXPRESSION_BINS - 1, timexes.length)]!++;
    if (timexes.length === 0) return NO_DAY;
    counts.timed++;
    counts.expressions += timexes.length;
    const offsets = new Map(blocks.map((block) => [block.index, block.docOffset]));
    const days: number[] = [];
    const years = new Map<number, number>();
    let positions = 0;
    for (const t of timexes) {
      const position = ((offsets.get(t.blockIndex) ?? 0) + t.start) / length;
      positions += position;
      counts.expressionsByQuartile[quartileOf(position)]!++;
      if (t.resolved) counts.resolved++;
      else counts.unresolved[UNRESOLVED.indexOf(unresolvedKind(t, anchored))]!++;
      if (t.type === 'CALENDAR_REF') {
        counts.calendar++;
        if (t.resolved) counts.calendarResolved++;
      }
      for (const c of t.chronons) {
        const day = firstDay(c);
        if (day === null) continue;
        days.push(day);
        years.set(c.year!, (years.get(c.year!) ?? 0) + 1);
      }
    }
    counts.documentsByQuartile[quartileOf(positions / timexes.length)]!++;
    if (days.length === 0) return NO_DAY;
    counts.placed++;
    // The most frequent year; a map keeps the order of mention, so the first of equals wins.
    let best = 0;
    let most = 0;
    for (const [year, n] of years) {
      if (n > most) {
        best = year;
        most = n;
      }
    }
    this.#content.add(best);
    days.sort((a, b) => a - b);
    return days[(days.length - 1) >> 1]!;
  }

  #segments(timexes: readonly Timex[], blocks: readonly TextBlock[], length: number, locale: Locale): void {
    const counts = this.#counts;
    for (const { chronons, start } of segment(blocks, timexes, this.#profile, locale)) {
      if (chronons.length === 0) {
        counts.undatedSegments++;
        continue;
      }
      counts.segments++;
      if (chronons.length === 1) counts.oneDateSegments++;
      const position = start / length;
      counts.segmentPositionSum += position;
      counts.segmentsByQuartile[quartileOf(position)]!++;
      let first = Number.POSITIVE_INFINITY;
      let last = Number.NEGATIVE_INFINITY;
      for (const c of chronons) {
        this.#granularity(c);
        const day = firstDay(c);
        if (day === null) continue;
        first = Math.min(first, day);
        last = Math.max(last, day);
      }
      if (last > first) counts.segmentSpanSum += last - first;
    }
  }

  #granularity(c: Chronon): void {
    const counts = this.#counts;
    const year = c.year !== null;
    const month = c.month !== null;
    const day = c.day !== null;
    counts.dates++;
    if (year && month && day) counts.completeDates++;
    if (year) counts.yearDates++;
    if (year && month) counts.yearMonthDates++;
    if (month) counts.monthDates++;
    if (month && day) counts.monthDayDates++;
    if (day) counts.dayDates++;
  }

  /** A link of a document to itself says nothing of other documents and is not counted. */
  #linksOf(document: CollectionDocument, contentDay: number, length: number): void {
    const counts = this.#counts;
    const created = document.created ?? NO_DAY;
    if (document.url !== null) this.#links.addDocument(addressHash(document.url), created, contentDay);
    let n = 0;
    for (const block of document.blocks) {
      for (const link of block.links) {
        if (link.url === document.url) continue;
        n++;
        counts.linksByQuartile[quartileOf((block.docOffset + link.start) / length)]!++;
        this.#links.addLink(addressHash(link.url), created, contentDay);
      }
    }
    counts.links += n;
    counts.documentsByLinks[Math.min(LINK_BINS - 1, n)]!++;
  }

  /** The tables of what has gone by so far. */
  result(): TimeStudyResult {
    const counts = structuredClone(this.#counts);
    const harvest =
      counts.latestHarvest !== null
        ? civilDay(counts.latestHarvest).year
        : (this.#creation.quantile(0.99) ?? this.#content.quantile(0.99));
    const links = this.#links.findings();
    return {
      format: 1,
      profile: this.#profile.name,
      collection: {
        documents: counts.documents,
        unique: Math.min(counts.documents, this.#unique.estimate),
        otherLanguage: counts.otherLanguage,
        analysed: counts.analysed,
      },
      counts,
      tables: studyTables(counts, links, this.#content, this.#creation, harvest),
      contentYears: this.#content.byYear(),
      creationYears: this.#creation.byYear(),
      links,
    };
  }
}

/** First day of a chronon; null when its year is unknown. */
function firstDay(c: Chronon): number | null {
  return rangeOfChronon(c)?.start ?? null;
}

/** Two hashes of the whole text. */
function textHash(blocks: readonly TextBlock[]): [number, number] {
  let a = 0x9e3779b9 | 0;
  let b = 0x85ebca6b | 0;
  for (const { text } of blocks) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = fnvStep(a, code);
      b = Math.imul(b ^ code, 0x5bd1e995);
    }
    a = fnvStep(a, 10);
    b = Math.imul(b ^ 10, 0x5bd1e995);
  }
  return [mix32(a ^ (b >>> 7)), mix32(b ^ Math.imul(a, 3))];
}
