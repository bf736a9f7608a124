/**
 * Answers. *Direct* looks at the places of tables, at anchors and (modern) at names of files: precise. *Expanded* adds the words around
 * the links and the pages themselves: more answers. `compat` orders by the producer alone; `modern` by how well a file answers, which in
 * a query with an area is the text's relevance times the overlap of the areas.
 */
import { foldWords } from '../../text/index.ts';
import { type BoundingBox, contains, distanceKm, intersects, overlapRelevance } from '../box.ts';
import { foldLayers, type LayerVariant } from './fold-layers.ts';
import type { GeoIndex, IndexedFile, Producer } from './geo-index.ts';
import { type ParsedQuery, parseOperators, parseQuery, type QueryTerm } from './query.ts';
import type { GeoFile } from './record.ts';

export interface AreaFilter {
  readonly box: BoundingBox;
  /** `within`: the data lie in the area; `intersects`: they share a point with it. */
  readonly relation: 'within' | 'intersects';
}

export interface SearchOptions {
  readonly mode?: 'direct' | 'expanded';
  readonly profile?: 'compat' | 'modern';
  readonly area?: AreaFilter;
  /** Only files of these types (extensions or formats). */
  readonly formats?: readonly string[];
  /** The same layer in several formats or places is one answer. Default false: only the same bytes are. */
  readonly fold?: boolean;
  readonly limit?: number;
  readonly offset?: number;
  readonly weights?: Partial<RankWeights>;
}

export interface RankWeights {
  readonly placeExact: number;
  readonly placePartial: number;
  readonly anchor: number;
  readonly fileClass: number;
  readonly extended: number;
  readonly context: number;
  readonly spatial: number;
  readonly score: number;
  readonly files: number;
  readonly downloads: number;
}

export const RANK_WEIGHTS: RankWeights = {
  placeExact: 4,
  placePartial: 2,
  anchor: 1.5,
  fileClass: 1,
  extended: 0.5,
  context: 0.25,
  spatial: 1,
  score: 0.6,
  files: 0.2,
  downloads: 0.2,
};

export interface SearchResult {
  readonly file: GeoFile;
  readonly producer: Producer | undefined;
  /** In `compat` 0: the order is the producers'. */
  readonly rank: number;
  /** What it was found by, with what each adds to the rank. */
  readonly by: Readonly<Record<string, number>>;
  /** The same in other formats, or elsewhere. */
  readonly variants: readonly LayerVariant[];
}

export interface SearchAnswer {
  readonly query: ParsedQuery;
  /** The area searched in, of the query's place or of the filter. */
  readonly area: BoundingBox | null;
  readonly results: readonly SearchResult[];
  readonly total: number;
  readonly warning: 'nothing-found' | null;
}

/** Neighbours are not farther than this. */
const NEAR_KM = 50;
/** What a file that overlaps nothing by its box, but has the place among its values, counts as. */
const NAMED_OVERLAP = 0.05;
/** Found word by word instead of as a phrase. */
const SCATTERED = 0.5;

type Field = 'placeExact' | 'placePartial' | 'anchor' | 'fileClass' | 'extended' | 'context';
type Hits = Partial<Record<Field, number>>;

export function search(index: GeoIndex, text: string, options: SearchOptions = {}): SearchAnswer {
  const modern = (options.profile ?? 'modern') === 'modern';
  const query = modern ? parseQuery(text, index.gazetteer) : parseQuery(text, null);
  const weights = { ...RANK_WEIGHTS, ...options.weights };
  const footprint =
    query.place === null || index.gazetteer === null
      ? null
      : (index.gazetteer.extent(query.place.id)?.box ?? null);
  const asked = options.area?.box ?? (query.kind === 'class' ? footprint : null);
  const authority = authorityOf(index, weights);
  const found: SearchResult[] = [];
  const matcher = new Matcher(index, query, options.mode ?? 'direct', modern);
  for (const entry of index.files('indexed')) {
    const { file } = entry;
    if (options.formats !== undefined && !hasFormat(file, options.formats)) continue;
    if (options.area !== undefined && !inArea(file, options.area)) continue;
    const hits = matcher.hits(entry);
    if (hits === null) continue;
    const spatial = matcher.overlap(file, asked ?? footprint);
    if (query.kind === 'class' && !answersPlace(index, query, file, footprint)) continue;
    const producer = index.producer(file.site);
    if (!modern) {
      found.push({ file, producer, rank: 0, by: hits as Record<string, number>, variants: [] });
      continue;
    }
    const by: Record<string, number> = {};
    let words = 0;
    for (const [field, value] of Object.entries(hits) as [Field, number][]) {
      by[field] = weights[field] * value;
      words += by[field];
    }
    const more = authority(producer);
    by.authority = more;
    let rank: number;
    if (asked !== null) {
      // How much of the area, and how little else: what covers the world stands behind what is there.
      by.overlap = spatial;
      rank = words * Math.max(spatial, 1e-9) * (1 + 0.25 * more);
    } else {
      by.spatial = weights.spatial * spatial;
      rank = words + by.spatial + more;
    }
    found.push({ file, producer, rank, by, variants: [] });
  }
  found.sort(modern ? byRank : byProducer);
  const merged = options.fold === true ? foldResults(found) : withMirrors(found);
  const offset = options.offset ?? 0;
  return {
    query,
    area: asked ?? footprint,
    results: merged.slice(offset, offset + (options.limit ?? 20)),
    total: merged.length,
    warning: merged.length === 0 ? 'nothing-found' : null,
  };
}

function byRank(a: SearchResult, b: SearchResult): number {
  return b.rank - a.rank || byProducer(a, b);
}

/** Producers by score, files, downloads; in one producer by the file's downloads, then name, then address. */
function byProducer(a: SearchResult, b: SearchResult): number {
  const [p, q] = [a.producer, b.producer];
  return (
    (q?.score ?? 0) - (p?.score ?? 0) ||
    (q?.files ?? 0) - (p?.files ?? 0) ||
    (q?.downloads ?? 0) - (p?.downloads ?? 0) ||
    compareText(a.file.site, b.file.site) ||
    b.file.downloads - a.file.downloads ||
    compareText(a.file.name, b.file.name) ||
    compareText(a.file.url, b.file.url)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Answers, the best first, those that are another form of a better one with it. */
export function foldResults<T extends SearchResult>(results: readonly T[]): T[] {
  const byUrl = new Map(results.map((result) => [result.file.url, result]));
  return foldLayers(results.map(({ file }) => file)).map(({ file, variants }) => ({
    ...byUrl.get(file.url)!,
    variants,
  }));
}

/** The same bytes on several sites are one answer. */
function withMirrors(results: readonly SearchResult[]): SearchResult[] {
  const first = new Map<string, number>();
  const out: SearchResult[] = [];
  for (const result of results) {
    const { sha256 } = result.file;
    const at = sha256 === null ? undefined : first.get(sha256);
    if (at !== undefined) {
      const { variants } = out[at]!;
      out[at] = { ...out[at]!, variants: [...variants, { file: result.file, layer: null }] };
      continue;
    }
    if (sha256 !== null) first.set(sha256, out.length);
    out.push(result);
  }
  return out;
}

function authorityOf(index: GeoIndex, weights: RankWeights): (producer: Producer | undefined) => number {
  const all = index.producers();
  const most = (value: (p: Producer) => number): number => all.reduce((max, p) => Math.max(max, value(p)), 0);
  const score = most((p) => p.score);
  const files = most((p) => p.files);
  const downloads = most((p) => p.downloads);
  const n = (value: number, max: number): number => (max > 0 ? Math.log(1 + value) / Math.log(1 + max) : 0);
  return (producer) =>
    producer === undefined
      ? 0
      : weights.score * n(producer.score, score) +
        weights.files * n(producer.files, files) +
        weights.downloads * n(producer.downloads, downloads);
}

function hasFormat(file: GeoFile, formats: readonly string[]): boolean {
  return formats.some((format) => file.type === format || file.datasets.some((set) => set.format === format));
}

/** The boxes of a file's layers that are known. */
function boxesOf(file: GeoFile): BoundingBox[] {
  const boxes: BoundingBox[] = [];
  for (const { box } of file.datasets) if (box !== null) boxes.push(box);
  return boxes;
}

function inArea(file: GeoFile, area: AreaFilter): boolean {
  return boxesOf(file).some((box) =>
    area.relation === 'within' ? contains(area.box, box) : intersects(area.box, box),
  );
}

/** Whether a file is where a class query asks: by its box, or by the places in its table. */
function answersPlace(
  index: GeoIndex,
  query: ParsedQuery,
  file: GeoFile,
  footprint: BoundingBox | null,
): boolean {
  const { place, relation } = query;
  if (place === null) return true;
  const boxes = boxesOf(file);
  if (footprint !== null && boxes.length > 0)
    return boxes.some((box) =>
      relation === 'near' ? distanceKm(box, footprint) <= NEAR_KM : intersects(box, footprint),
    );
  const { gazetteer } = index;
  const name = foldWords(place.name);
  for (const value of file.places.slice(0, 200)) {
    if (value.folded === name) return true;
    if (
      relation === 'in' &&
      gazetteer?.rowsOfFolded(value.folded).some((id) => gazetteer.isPartOf(id, place.id))
    )
      return true;
  }
  return false;
}

class Matcher {
  readonly #index: GeoIndex;
  readonly #query: ParsedQuery;
  readonly #expanded: boolean;
  readonly #modern: boolean;
  readonly #phrase: string;
  readonly #words: readonly string[];
  readonly #operators: QueryTerm | null;
  /** Files by what the list of places says of them. */
  readonly #exact = new Map<string, number>();

  constructor(index: GeoIndex, query: ParsedQuery, mode: 'direct' | 'expanded', modern: boolean) {
    this.#index = index;
    this.#query = query;
    this.#expanded = mode === 'expanded';
    this.#modern = modern;
    this.#phrase = foldWords(query.text);
    this.#words = this.#phrase.split(' ').filter((word) => word.length > 2);
    this.#operators = modern && query.kind === 'specific' ? parseOperators(query.text) : null;
    for (const { file, confidence } of index.places().postings(this.#phrase))
      this.#exact.set(file, Math.max(this.#exact.get(file) ?? 0, confidence));
  }

  /** Null when a file does not answer. */
  hits(entry: IndexedFile): Hits | null {
    if (this.#phrase === '') return null;
    if (this.#operators !== null)
      return this.#holds(this.#operators, entry)
        ? this.#phraseHits(entry, firstPhrase(this.#operators))
        : null;
    const hits = this.#phraseHits(entry, this.#phrase);
    if (
      this.#query.kind === 'class' &&
      hits.fileClass === undefined &&
      this.#query.types.some((type) => entry.types.has(type))
    )
      hits.fileClass = 1;
    if (Object.keys(hits).length > 0) return hits;
    if (!this.#modern || this.#words.length < 2) return null;
    return this.#scattered(entry);
  }

  #phraseHits(entry: IndexedFile, phrase: string, expanded = this.#expanded): Hits {
    const hits: Hits = {};
    const { file } = entry;
    const exact =
      phrase === this.#phrase
        ? this.#exact.get(file.url)
        : this.#index
            .places()
            .postings(phrase)
            .find((posting) => posting.file === file.url)?.confidence;
    if (exact !== undefined) hits.placeExact = this.#modern ? (1 + exact) / 2 : 1;
    const needle = ` ${phrase} `;
    if (this.#modern && exact === undefined) {
      let best = 0;
      for (const value of file.places)
        if (value.confidence > best && ` ${value.folded} `.includes(needle)) best = value.confidence;
      if (best > 0) hits.placePartial = (1 + best) / 2;
    }
    if (entry.anchors.includes(needle)) hits.anchor = 1;
    if (this.#modern && entry.names.includes(needle)) hits.fileClass = 1;
    if (expanded) {
      if (entry.extended.includes(needle)) hits.extended = 1;
      if (this.#inContext(file, needle)) hits.context = 1;
    }
    return hits;
  }

  #inContext(file: GeoFile, needle: string): boolean {
    return file.anchors.some((anchor) => this.#index.context(anchor.page).includes(needle));
  }

  /** All words, not as a phrase: weaker. */
  #scattered(entry: IndexedFile): Hits | null {
    const all = (text: string): boolean => this.#words.every((word) => text.includes(` ${word} `));
    const hits: Hits = {};
    if (all(entry.anchors)) hits.anchor = SCATTERED;
    if (all(`${entry.names}\n${entry.anchors}`)) hits.fileClass = SCATTERED;
    if (this.#expanded) {
      if (all(`${entry.extended}\n${entry.anchors}`)) hits.extended = SCATTERED;
      if (entry.file.anchors.some((anchor) => all(this.#index.context(anchor.page))))
        hits.context = SCATTERED;
    }
    return Object.keys(hits).length > 0 ? hits : null;
  }

  #holds(term: QueryTerm, entry: IndexedFile, expanded = this.#expanded): boolean {
    switch (term.kind) {
      case 'phrase':
        return Object.keys(this.#phraseHits(entry, term.folded, expanded)).length > 0;
      case 'not':
        // What is excluded is looked for in the direct fields alone: an expanded query never has fewer answers.
        return !this.#holds(term.term, entry, false);
      case 'and':
        return term.terms.every((one) => this.#holds(one, entry, expanded));
      case 'or':
        return term.terms.some((one) => this.#holds(one, entry, expanded));
    }
  }

  /** How well the extents of a file fit an area, 0 to 1. */
  overlap(file: GeoFile, area: BoundingBox | null): number {
    if (area === null) return 0;
    let best = 0;
    for (const box of boxesOf(file)) best = Math.max(best, overlapRelevance(area, box));
    if (best === 0 && boxesOf(file).length === 0 && file.places.length > 0 && this.#query.kind === 'class')
      return NAMED_OVERLAP;
    return best;
  }
}

function firstPhrase(term: QueryTerm): string {
  if (term.kind === 'phrase') return term.folded;
  if (term.kind === 'not') return '';
  for (const one of term.terms) {
    const phrase = firstPhrase(one);
    if (phrase !== '') return phrase;
  }
  return '';
}
