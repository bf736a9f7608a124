/**
 * The same search written the simplest way, over a list of documents: what the index is tested against. It shares with the index only how
 * text becomes terms and the coarse steps of frequencies, lengths and shares.
 */
import { intersects, overlapRelevance } from '../../geo/index.ts';
import { words } from '../../text/index.ts';
import type { Clause } from '../ports/question.ts';
import {
  cleanAuthority,
  cleanBox,
  cleanName,
  cleanPeriods,
  cleanPlaces,
  cleanPublished,
  cleanSpans,
  yearsOf,
} from './columns/columns.ts';
import type { IndexAnswer, IndexedDocument, IndexRequest, LinkEvidence } from './port.ts';
import { LENGTHS, lengthByte, NO_DAY, shareCode, shareOf, yearOf } from './postings/measures.ts';
import { GOOD_PART } from './search/meeting.ts';
import { FARTHEST, MOST_NEAR, pairWorth } from './search/nearness.ts';
import { LOOKED_AT } from './search/ranking.ts';
import { analyseTerms, authorWords, otherwiseJoined } from './terms/terms.ts';

interface Field {
  readonly terms: readonly string[];
  readonly positions: readonly number[];
  /** Where each term begins in the text; below 0 for what stands beside it. */
  readonly starts: readonly number[];
  readonly length: number;
}

interface Known {
  readonly document: IndexedDocument;
  readonly fields: readonly [Field, Field, Field];
}

const STEPS = [
  [0, 1, 2, 3],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 48, 64],
  [0, 1, 4, 16],
];
const LENGTH_WEIGHTS = [0.5, 0.75, 0.3];

export class NaiveSearch {
  readonly #documents = new Map<number, Known>();

  add(documents: readonly IndexedDocument[]): void {
    for (const document of documents)
      this.#documents.set(document.id, {
        document,
        fields: [
          field(document.title),
          beside(beside(field(document.text), document.address), authorWords(document.byline)),
          field(document.anchors),
        ],
      });
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.#documents.delete(id);
  }

  setAuthority(authority: ReadonlyMap<number, number>): void {
    for (const [id, value] of authority) {
      const known = this.#documents.get(id);
      if (known !== undefined)
        this.#documents.set(id, { ...known, document: { ...known.document, authority: value } });
    }
  }

  setAnchors(evidence: ReadonlyMap<number, LinkEvidence>): void {
    for (const [id, said] of evidence) {
      const known = this.#documents.get(id);
      if (known !== undefined) this.add([{ ...known.document, ...said }]);
    }
  }

  get documents(): number {
    return this.#documents.size;
  }

  frequency(term: string): number {
    return [...this.#documents.values()].filter((known) => has(known, term)).length;
  }

  cross(request: IndexRequest): [number, number, number][] {
    const counts = new Map<string, [number, number, number]>();
    for (const { document } of this.#matches(request)) {
      const published = publishedOf(document, request);
      if (published === NO_DAY) continue;
      for (const year of yearsOf(cleanPeriods(document))) {
        const key = `${year} ${yearOf(published)}`;
        const pair = counts.get(key) ?? [year, yearOf(published), 0];
        pair[2]++;
        counts.set(key, pair);
      }
    }
    return [...counts.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  search(request: IndexRequest): IndexAnswer {
    const matches = this.#matches(request);
    const terms = new Set(
      [request.clause, request.prefer ?? null].flatMap((clause) =>
        clause === null ? [] : [...scoredTerms(clause)],
      ),
    );
    const all = [...this.#documents.values()];
    const means = [0, 1, 2].map((f) => {
      const filled = all.filter((known) => known.fields[f]!.length > 0);
      return (
        filled.reduce((sum, known) => sum + LENGTHS[lengthByte(known.fields[f]!.length)]!, 0) / filled.length
      );
    });
    const scored = matches.map((known) => {
      const parts = { title: 0, text: 0, anchors: 0, period: 0, place: 0, links: 0, near: 0 };
      const names = ['title', 'text', 'anchors'] as const;
      for (const term of terms) {
        const having = this.frequency(term);
        const idf = Math.log(1 + (all.length - having + 0.5) / (having + 0.5));
        const counted = known.fields.map(
          ({ terms, starts }) => terms.filter((other, i) => other === term && starts[i] !== BESIDE).length,
        );
        // Beside the text alone it is worth as much as once in it.
        const counts = counted.some((count) => count > 0) || !has(known, term) ? counted : [0, 1, 0];
        const worths = names.map((name, f) => {
          const count = counts[f]!;
          const step = STEPS[f]!.filter((value) => value <= count).at(-1)!;
          const length = LENGTHS[lengthByte(known.fields[f]!.length)]!;
          const b = LENGTH_WEIGHTS[f]!;
          return step === 0 ? 0 : (request.weights[name] * step) / (1 - b + (b * length) / means[f]!);
        });
        const sum = worths[0]! + worths[1]! + worths[2]!;
        if (sum > 0) for (const [f, name] of names.entries()) parts[name] += (idf * worths[f]!) / (1.2 + sum);
      }
      const { document } = known;
      if (request.when !== undefined && request.when.length > 0) {
        let share = 0;
        for (const period of cleanPeriods(document)) {
          let days = 0;
          // Alternatives may overlap: a day counts once.
          const ends = [...request.when].filter(({ from, to }) => from <= to).sort((a, b) => a.from - b.from);
          let reached = Number.NEGATIVE_INFINITY;
          for (const asked of ends) {
            const from = Math.max(period.from, asked.from, reached + 1);
            const to = Math.min(period.to, asked.to);
            if (from <= to) days += to - from + 1;
            reached = Math.max(reached, asked.to);
          }
          share += (shareOf(shareCode(period.share)) * days) / (period.to - period.from + 1);
        }
        parts.period = request.weights.period * Math.min(1, share);
      }
      let place = 0;
      if (request.places !== undefined)
        for (const { place: key, share } of cleanPlaces(document))
          place += (request.places.get(key) ?? 0) * shareOf(shareCode(share));
      place = Math.min(1, place);
      const box = cleanBox(document.box);
      if (request.area !== undefined && box !== null && intersects(request.area, box))
        place = Math.max(place, overlapRelevance(request.area, box));
      parts.place = request.weights.place * place;
      parts.links = request.weights.links * Math.fround(cleanAuthority(document.authority));
      const score = parts.title + parts.text + parts.anchors + parts.period + parts.place + parts.links;
      return { known, id: document.id, score, parts, published: publishedOf(document, request) };
    });
    const key = (published: number): number =>
      published === NO_DAY ? Number.NEGATIVE_INFINITY : request.order === 'newest' ? published : -published;
    // Sums in another order differ in the last bits.
    const byScore = (a: (typeof scored)[number], b: (typeof scored)[number]): number =>
      Math.abs(a.score - b.score) > 1e-9 ? b.score - a.score : a.id - b.id;
    scored.sort((a, b) => {
      if (request.order !== 'relevance' && key(a.published) !== key(b.published))
        return key(b.published) - key(a.published);
      return byScore(a, b);
    });
    if (request.order === 'relevance') {
      const first = scored.splice(0, LOOKED_AT);
      const looked = this.#rarest([...terms]);
      for (const one of first) {
        one.parts.near = request.weights.near * nearness(one.known, looked);
        one.score += one.parts.near;
      }
      scored.unshift(...first.sort(byScore));
    }
    return {
      total: matches.length,
      bounded: false,
      hits: scored
        .slice(request.offset, request.offset + request.limit)
        .map(({ id, score, parts }) => ({ id, score, parts })),
      facets: request.facets
        ? facetsOf(
            matches.map(({ document }) => document),
            request,
          )
        : null,
    };
  }

  /** The terms whose nearness counts, with how rare each is. */
  #rarest(asked: readonly string[]): { readonly term: string; readonly idf: number }[] {
    return asked
      .map((term, at) => {
        const having = this.frequency(term);
        return { term, at, idf: Math.log(1 + (this.#documents.size - having + 0.5) / (having + 0.5)) };
      })
      .sort((a, b) => b.idf - a.idf || a.at - b.at)
      .slice(0, MOST_NEAR);
  }

  #matches(request: IndexRequest): Known[] {
    return [...this.#documents.values()].filter(
      (known) =>
        (request.clause === null || (matches(known, request.clause) ?? true)) &&
        passes(known.document, request) &&
        (request.meeting === undefined ||
          request.when === undefined ||
          request.when.length === 0 ||
          meets(known, request) === (request.meeting === 'together')),
    );
  }
}

function nearness(
  { fields }: Known,
  terms: readonly { readonly term: string; readonly idf: number }[],
): number {
  if (terms.length < 2) return 0;
  let sum = 0;
  for (const [i, one] of terms.entries())
    for (const other of terms.slice(i + 1)) {
      const distances = fields.map((text) => {
        const places = (term: string): number[] =>
          text.terms.flatMap((found, k) => (found === term ? [text.positions[k]!] : []));
        const here = places(one.term);
        const there = new Set(places(other.term));
        let distance = 0;
        while (
          distance <= FARTHEST &&
          !here.some((at) => there.has(at - distance) || there.has(at + distance))
        )
          distance++;
        return distance;
      });
      sum += pairWorth(Math.min(...distances)) * Math.min(one.idf, other.idf);
    }
  return sum / (terms.length - 1);
}

function field(text: string): Field {
  const { terms, positions, starts } = analyseTerms(text);
  return { terms, positions: [...positions], starts: [...starts], length: terms.length };
}

/** Words that stand far behind those of the field, and do not make it longer. */
function beside(of: Field, text: string): Field {
  const { terms, positions } = analyseTerms(text);
  const from = (of.positions.at(-1) ?? 0) + 1000;
  return {
    terms: [...of.terms, ...terms],
    positions: [...of.positions, ...[...positions].map((position) => from + position)],
    starts: [...of.starts, ...terms.map(() => BESIDE)],
    length: of.length,
  };
}

/** In the place of where a term begins: beside the text. */
const BESIDE = -1;
/** In the place of the offsets of a span: the title. */
const TITLE = -2;

type Found = 'absent' | 'of the page' | 'there';
const ORDER: readonly Found[] = ['absent', 'of the page', 'there'];

/** Whether the words stand where the document speaks of the period; null-like clauses meet everywhere. */
function meets({ document, fields }: Known, request: IndexRequest): boolean {
  const { clause } = request;
  if (clause === null || !hasWords(clause) || document.spans === null) return true;
  const ofTitle = document.titlePeriods
    .filter(({ from, to }) => from <= to && words(document.title).length > 0)
    .map(({ from, to }) => ({ start: TITLE, end: TITLE, from, to }));
  const spans = [...ofTitle, ...cleanSpans(document.spans)];
  const starts = analysedStarts(document.text);
  const size = ({ start, end }: { start: number; end: number }): number => {
    if (start === TITLE) return words(document.title).length;
    const before = (offset: number): number => starts.filter((at) => at < offset).length;
    return before(end) - before(start);
  };
  const filled = spans.filter((span) => size(span) > 0);
  const inside = filled.filter((span) =>
    request.when!.some((asked) => asked.from <= asked.to && span.from <= asked.to && span.to >= asked.from),
  );
  const found = inside.map((span) => foundIn(clause, fields, span));
  if (found.includes('there')) return true;
  const sum = (list: readonly { start: number; end: number }[]): number =>
    list.reduce((all, span) => all + size(span), 0);
  return found.includes('of the page') && sum(inside) * GOOD_PART >= sum(filled);
}

/** Where the words of a text begin, stop words too. */
function analysedStarts(text: string): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const word of words(text)) {
    at = text.indexOf(word, at);
    starts.push(at);
    at += word.length;
  }
  return starts;
}

function hasWords(clause: Clause): boolean {
  if (clause.kind === 'not') return false;
  if (clause.kind === 'and' || clause.kind === 'or') return clause.clauses.some(hasWords);
  return clause.field !== 'author' && analyseTerms(clause.text).terms.length > 0;
}

/** Null: it restricts nothing. */
function foundIn(
  clause: Clause,
  fields: Known['fields'],
  span: { readonly start: number; readonly end: number },
): Found | null {
  const [title, text] = fields;
  switch (clause.kind) {
    case 'not':
      return restricts(clause) ? 'of the page' : null;
    case 'word':
    case 'phrase': {
      if (!restricts(clause)) return null;
      if (clause.field === 'author') return 'of the page';
      if (clause.field === 'title')
        return analyseTerms(clause.text).terms.every((term) => title.terms.includes(term))
          ? 'of the page'
          : 'absent';
      const ways = spellings(clause.text).map((way): Found => {
        const { terms } = analyseTerms(way);
        const at = placesOf(text, way);
        if (span.start === TITLE && placesOf(title, way).length > 0) return 'there';
        if (at.some((i) => text.starts[i]! >= span.start && text.starts[i]! < span.end)) return 'there';
        const somewhere = fields.some((one) => placesOf(one, way).length > 0);
        return somewhere && terms.every((term) => title.terms.includes(term)) ? 'of the page' : 'absent';
      });
      return best(ways);
    }
    default: {
      const inner = clause.clauses
        .map((child) => foundIn(child, fields, span))
        .filter((child): child is Found => child !== null);
      if (inner.length === 0) return null;
      return clause.kind === 'and' && inner.includes('absent') ? 'absent' : best(inner);
    }
  }
}

function restricts(clause: Clause): boolean {
  if (clause.kind === 'not') return restricts(clause.clause);
  if (clause.kind === 'and' || clause.kind === 'or') return clause.clauses.some(restricts);
  return analyseTerms(clause.text).terms.length > 0;
}

function best(found: readonly Found[]): Found {
  return ORDER[Math.max(...found.map((one) => ORDER.indexOf(one)))]!;
}

/** As it is written, and as another time joins it. */
function spellings(text: string): string[] {
  const other = otherwiseJoined(text);
  return other === null ? [text] : [text, other];
}

/** Places in the field's list of terms at which these words stand, at their distances. */
function placesOf(text: Field, asked: string): number[] {
  const { terms, positions } = analyseTerms(asked);
  return text.terms.flatMap((first, i) =>
    first === terms[0] &&
    terms.every((term, k) => {
      const at = text.positions[i]! + positions[k]! - positions[0]!;
      return text.terms.some((other, j) => other === term && text.positions[j] === at);
    })
      ? [i]
      : [],
  );
}

function has(known: Known, term: string): boolean {
  return known.fields.some(({ terms }) => terms.includes(term));
}

/** Null: the clause has no word that the index knows of, and restricts nothing. */
function matches(known: Known, clause: Clause): boolean | null {
  switch (clause.kind) {
    case 'word':
    case 'phrase': {
      const { terms } = analyseTerms(clause.text);
      if (terms.length === 0) return null;
      if (clause.field === 'title') return terms.every((term) => known.fields[0].terms.includes(term));
      if (clause.field === 'author')
        return analyseTerms(authorWords(clause.text)).terms.every((term) => has(known, term));
      return spellings(clause.text).some((way) =>
        known.fields.some((text) => placesOf(text, way).length > 0),
      );
    }
    case 'not': {
      const inner = matches(known, clause.clause);
      return inner === null ? null : !inner;
    }
    default: {
      const inner = clause.clauses.map((child) => matches(known, child)).filter((child) => child !== null);
      if (inner.length === 0) return null;
      return clause.kind === 'and' ? inner.every((one) => one) : inner.some((one) => one);
    }
  }
}

function scoredTerms(clause: Clause, positive = true): Set<string> {
  if (clause.kind === 'word' || clause.kind === 'phrase')
    return new Set(positive ? scoredOf(clause).flatMap((text) => [...analyseTerms(text).terms]) : []);
  if (clause.kind === 'not') return scoredTerms(clause.clause, !positive);
  return new Set(clause.clauses.flatMap((child) => [...scoredTerms(child, positive)]));
}

function scoredOf({ text, field: where }: Extract<Clause, { readonly text: string }>): string[] {
  if (where === 'author') return [authorWords(text)];
  return where === 'title' || analyseTerms(text).terms.length === 0 ? [text] : spellings(text);
}

function passes(document: IndexedDocument, request: IndexRequest): boolean {
  const wanted = <T>(list: readonly T[] | undefined, test: (asked: T) => boolean): boolean =>
    list === undefined || list.length === 0 || list.some(test);
  const unwanted = <T>(list: readonly T[] | undefined, test: (asked: T) => boolean): boolean =>
    list === undefined || !list.some(test);
  const site = cleanName(document.site).toLowerCase();
  const ofSite = (asked: string): boolean => site === asked || site.endsWith(`.${asked}`);
  const periods = cleanPeriods(document);
  const speaks = (asked: { from: number; to: number }): boolean =>
    periods.some(({ from, to }) => from <= asked.to && to >= asked.from);
  const day = publishedOf(document, request);
  const out = (asked: { from: number; to: number }): boolean =>
    day !== NO_DAY && day >= asked.from && day <= asked.to;
  const places = cleanPlaces(document).map(({ place }) => place);
  const box = cleanBox(document.box);
  const where =
    (request.places === undefined && request.area === undefined) ||
    (request.places !== undefined && places.some((place) => request.places!.has(place))) ||
    (request.area !== undefined && box !== null && intersects(request.area, box));
  return (
    wanted(request.sites, ofSite) &&
    unwanted(request.notSites, ofSite) &&
    wanted(request.kinds, (kind) => kind === document.kind) &&
    unwanted(request.notKinds, (kind) => kind === document.kind) &&
    wanted(request.languages, (language) => language === document.language) &&
    unwanted(request.notLanguages, (language) => language === document.language) &&
    wanted(request.when, speaks) &&
    unwanted(request.notWhen, speaks) &&
    wanted(request.published, out) &&
    unwanted(request.notPublished, out) &&
    where &&
    !(request.notPlaces !== undefined && places.some((place) => request.notPlaces!.has(place)))
  );
}

/** The day of publication that counts. */
function publishedOf(document: IndexedDocument, request: IndexRequest): number {
  return document.doubtful && request.doubtful !== true ? NO_DAY : cleanPublished(document.published);
}

function facetsOf(documents: readonly IndexedDocument[], request: IndexRequest): IndexAnswer['facets'] {
  const count = <T>(values: (document: IndexedDocument) => readonly T[]): Map<T, number> => {
    const counts = new Map<T, number>();
    for (const document of documents)
      for (const value of new Set(values(document))) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  };
  const byCount = <T extends string>(counts: Map<T, number>): [T, number][] =>
    [...counts].filter(([name]) => name !== '').sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const byYear = (counts: Map<number, number>): [number, number][] => [...counts].sort((a, b) => a[0] - b[0]);
  const kinds = ['page', 'entity', 'geo-file', 'service'];
  return {
    years: byYear(count((document) => yearsOf(cleanPeriods(document)))),
    decades: byYear(
      count((document) => yearsOf(cleanPeriods(document)).map((year) => Math.floor(year / 10) * 10)),
    ),
    publishedYears: byYear(
      count((document) => {
        const day = publishedOf(document, request);
        return day === NO_DAY ? [] : [yearOf(day)];
      }),
    ),
    places: byCount(count((document) => cleanPlaces(document).map(({ place }) => place))),
    sites: byCount(count((document) => [document.site.toLowerCase()])),
    kinds: byCount(count((document) => [document.kind])).sort(
      (a, b) => b[1] - a[1] || kinds.indexOf(a[0]) - kinds.indexOf(b[0]),
    ),
    languages: byCount(count((document) => (document.language === null ? [] : [document.language]))),
  };
}
