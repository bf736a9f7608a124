/**
 * The same search written the simplest way, over a list of documents: what the index is tested against. It shares with the index only how
 * text becomes terms and the coarse steps of frequencies, lengths and shares.
 */
import { intersects, overlapRelevance } from '../../geo/index.ts';
import type { Clause } from '../ports/question.ts';
import {
  cleanAuthority,
  cleanBox,
  cleanName,
  cleanPeriods,
  cleanPlaces,
  cleanPublished,
  yearsOf,
} from './columns/columns.ts';
import type { IndexAnswer, IndexedDocument, IndexRequest, LinkEvidence } from './port.ts';
import { LENGTHS, lengthByte, NO_DAY, shareCode, shareOf, yearOf } from './postings/measures.ts';
import { analyseTerms } from './terms/terms.ts';

interface Field {
  readonly terms: readonly string[];
  readonly positions: Uint32Array;
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
        fields: [field(document.title), field(document.text), field(document.anchors)],
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
      const published = cleanPublished(document.published);
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
      const parts = { title: 0, text: 0, anchors: 0, period: 0, place: 0, links: 0 };
      const names = ['title', 'text', 'anchors'] as const;
      for (const term of terms) {
        const having = this.frequency(term);
        const idf = Math.log(1 + (all.length - having + 0.5) / (having + 0.5));
        const worths = names.map((name, f) => {
          const count = known.fields[f]!.terms.filter((other) => other === term).length;
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
      return { id: document.id, score, parts, published: cleanPublished(document.published) };
    });
    const key = (published: number): number =>
      published === NO_DAY ? Number.NEGATIVE_INFINITY : request.order === 'newest' ? published : -published;
    scored.sort((a, b) => {
      if (request.order !== 'relevance' && key(a.published) !== key(b.published))
        return key(b.published) - key(a.published);
      // Sums in another order differ in the last bits.
      return Math.abs(a.score - b.score) > 1e-9 ? b.score - a.score : a.id - b.id;
    });
    return {
      total: matches.length,
      bounded: false,
      hits: scored
        .slice(request.offset, request.offset + request.limit)
        .map(({ id, score, parts }) => ({ id, score, parts })),
      facets: request.facets ? facetsOf(matches.map(({ document }) => document)) : null,
    };
  }

  #matches(request: IndexRequest): Known[] {
    return [...this.#documents.values()].filter(
      (known) =>
        (request.clause === null || (matches(known, request.clause) ?? true)) &&
        passes(known.document, request),
    );
  }
}

function field(text: string): Field {
  const { terms, positions } = analyseTerms(text);
  return { terms, positions, length: terms.length };
}

function has(known: Known, term: string): boolean {
  return known.fields.some(({ terms }) => terms.includes(term));
}

/** Null: the clause has no word that the index knows of, and restricts nothing. */
function matches(known: Known, clause: Clause): boolean | null {
  switch (clause.kind) {
    case 'word':
    case 'phrase': {
      const { terms, positions } = analyseTerms(clause.text);
      if (terms.length === 0) return null;
      return known.fields.some((text) =>
        text.terms.some((first, i) => {
          if (first !== terms[0]) return false;
          return terms.every((term, k) => {
            const at = text.positions[i]! + positions[k]! - positions[0]!;
            return text.terms.some((other, j) => other === term && text.positions[j] === at);
          });
        }),
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
    return new Set(positive ? analyseTerms(clause.text).terms : []);
  if (clause.kind === 'not') return scoredTerms(clause.clause, !positive);
  return new Set(clause.clauses.flatMap((child) => [...scoredTerms(child, positive)]));
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
  const day = cleanPublished(document.published);
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

function facetsOf(documents: readonly IndexedDocument[]): IndexAnswer['facets'] {
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
        const day = cleanPublished(document.published);
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
