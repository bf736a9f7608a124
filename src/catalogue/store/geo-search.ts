/**
 * The search for geographic data over what the catalogue holds: the rules and the ranking are those of `src/geo`; files, producers,
 * downloads and the pages around a link come from the tables.
 */

import { fnv47 } from '../../bytes/index.ts';
import { TarrafaError } from '../../errors.ts';
import {
  type BoundingBox,
  intersects as meets,
  overlapRelevance,
  contains as within,
} from '../../geo/box.ts';
import type { Gazetteer } from '../../geo/gazetteer/index.ts';
import {
  foldResults,
  GeoIndex,
  type IndexedFile,
  type Producer,
  type SearchResult,
  search,
} from '../../geo/query/index.ts';
import { foldWords, GenerationalCache } from '../../text/index.ts';
import type { GeoAnswer, GeoHit, GeoSearchOptions, ProducerRecord } from '../ports/index.ts';
import { cataloguePlace } from '../query/place-identity.ts';
import { clampedLimit, readCursor, SLICE_LIMIT, writeCursor } from './cursor.ts';
import { boxOf } from './documents.ts';
import type { KeptGeo } from './geo.ts';

const MOST_HITS = 1000;
/** Pages around links whose folded text is kept at hand. */
const CONTEXTS = 2000;
const CONTEXT_CHARS = 20_000;
const MOST_FACETS = 50;

/** Where geographic files stand. */
export interface GeoSearchStore {
  all(): Iterable<KeptGeo>;
  producer(site: string): ProducerRecord | null;
  /** Files whose boxes meet an area: a little more than do, never less. */
  near(area: BoundingBox): ReadonlySet<number>;
  has(id: number): { readonly hasThumbnail: boolean; readonly hasPreview: boolean };
}

export interface GeoSearchParts {
  readonly store: GeoSearchStore;
  readonly gazetteer: Gazetteer | null;
  /** Title and text of the page at an address; null when it is not in the catalogue, undefined when that is not known yet. */
  readonly pageText: (url: string) => { readonly title: string; readonly text: string } | null | undefined;
}

/** The index of `src/geo`, with what this catalogue knows better: producers that were ranked once, pages, and a narrowed view. */
class CatalogueGeoIndex extends GeoIndex {
  readonly #parts: GeoSearchParts;
  readonly #kept = new Map<string, KeptGeo>();
  readonly #ranked = new Map<string, Producer>();
  readonly #texts = new GenerationalCache<string>(CONTEXTS);
  #only: ((kept: KeptGeo) => boolean) | null = null;

  constructor(parts: GeoSearchParts) {
    super({ gazetteer: parts.gazetteer });
    this.#parts = parts;
    for (const kept of parts.store.all()) {
      this.#kept.set(kept.file.url, kept);
      this.addFile(kept.file);
    }
    for (const producer of super.producers()) {
      const stored = parts.store.producer(producer.site);
      this.#ranked.set(
        producer.site,
        stored === null ? producer : { ...stored, files: producer.files, downloads: stored.downloads },
      );
    }
  }

  kept(url: string): KeptGeo {
    return this.#kept.get(url)!;
  }

  /** Runs `work` as if only these files were there. */
  among<T>(only: (kept: KeptGeo) => boolean, work: () => T): T {
    this.#only = only;
    try {
      return work();
    } finally {
      this.#only = null;
    }
  }

  override *files(state?: 'indexed' | 'rejected' | 'broken'): Generator<IndexedFile> {
    for (const entry of super.files(state))
      if (this.#only === null || this.#only(this.kept(entry.file.url))) yield entry;
  }

  // The list of places is made once over all files, whatever is being looked at.
  override places(): ReturnType<GeoIndex['places']> {
    const only = this.#only;
    this.#only = null;
    try {
      return super.places();
    } finally {
      this.#only = only;
    }
  }

  override producers(): Producer[] {
    return [...this.#ranked.values()];
  }

  override producer(site: string): Producer | undefined {
    return this.#ranked.get(site);
  }

  override context(page: string): string {
    let folded = this.#texts.get(page);
    if (folded === undefined) {
      const found = this.#parts.pageText(page);
      if (found === undefined) return '';
      folded =
        found === null
          ? ''
          : ` ${foldWords(found.title)} \n ${foldWords(found.text.slice(0, CONTEXT_CHARS))} `;
      this.#texts.set(page, folded);
    }
    return folded;
  }
}

/** What the ranking calls its parts, as the catalogue tells them. */
const PART_NAMES: Readonly<Record<string, string>> = {
  placeExact: 'place',
  placePartial: 'place',
  anchor: 'anchor',
  fileClass: 'name',
  extended: 'context',
  context: 'context',
  authority: 'producer',
  overlap: 'area',
  spatial: 'area',
};

export class GeoSearch {
  readonly #parts: GeoSearchParts;
  #index: CatalogueGeoIndex | null = null;

  constructor(parts: GeoSearchParts) {
    this.#parts = parts;
  }

  forget(): void {
    this.#index = null;
  }

  search(text: string, options: GeoSearchOptions): GeoAnswer {
    this.#index ??= new CatalogueGeoIndex(this.#parts);
    const index = this.#index;
    const limit = clampedLimit(options.limit, SLICE_LIMIT, MOST_HITS);
    const asked = fnv47(
      JSON.stringify([
        text,
        options.mode,
        options.box,
        options.relation,
        options.formats,
        options.producer,
        options.kind,
        options.fold,
      ]),
    );
    let start = 0;
    if (options.cursor !== undefined) {
      const [of, at] = readCursor('geo', options.cursor, [0, 0] as const);
      if (of !== asked || at < 0 || !Number.isInteger(at))
        throw new TarrafaError('TRF_CURSOR_INVALID', [options.cursor.slice(0, 80)]);
      start = at;
    }
    const near = options.box === undefined ? null : this.#parts.store.near(options.box);
    const only = ({ id, kind, file }: KeptGeo): boolean =>
      (near === null || near.has(id)) &&
      (options.kind === undefined || kind === options.kind) &&
      (options.producer === undefined || file.site === options.producer);
    const area =
      options.box === undefined
        ? undefined
        : ({ box: options.box, relation: options.relation ?? 'intersects' } as const);
    const found = index.among(only, () => {
      if (text.trim() === '') {
        const all = listed(index, options);
        return { results: options.fold === true ? foldResults(all) : all, place: null };
      }
      const answer = search(index, text, {
        mode: options.mode ?? 'direct',
        ...(area === undefined ? {} : { area }),
        ...(options.formats === undefined ? {} : { formats: options.formats }),
        ...(options.fold === true ? { fold: true } : {}),
        limit: Number.POSITIVE_INFINITY,
      });
      return { results: answer.results, place: answer.query.place };
    });
    const results = found.results.slice(start, start + limit);
    return {
      items: results.map((result) => this.#hit(index, result)),
      next: start + limit < found.results.length ? writeCursor('geo', [asked, start + limit]) : null,
      total: found.results.length,
      place: found.place === null ? null : cataloguePlace(found.place),
      facets: facetsOf(found.results),
    };
  }

  #hit(index: CatalogueGeoIndex, result: SearchResult): GeoHit {
    const kept = index.kept(result.file.url);
    const parts: Record<string, number> = {};
    for (const [name, value] of Object.entries(result.by)) {
      const shown = PART_NAMES[name] ?? name;
      parts[shown] = (parts[shown] ?? 0) + value;
    }
    const stored: ProducerRecord | null =
      result.producer === undefined ? null : (({ ...all }) => all)(result.producer);
    return {
      geo: {
        id: kept.id,
        kind: kept.kind,
        file: kept.file,
        downloads: kept.downloads,
        box: boxOf(kept.file),
        producer: stored,
        ...this.#parts.store.has(kept.id),
      },
      score: result.rank,
      parts,
      variants: result.variants.map(({ file, layer }) => {
        const { id, kind } = index.kept(file.url);
        return { id, kind, url: file.url, name: file.name, type: file.type, site: file.site, layer };
      }),
    };
  }
}

/** Without words everything answers: by how well it fits the area, then by its producer, then by identity. */
function listed(index: CatalogueGeoIndex, options: GeoSearchOptions): SearchResult[] {
  const results: (SearchResult & { readonly id: number })[] = [];
  const { box, relation, formats } = options;
  for (const { file } of index.files('indexed')) {
    if (
      formats !== undefined &&
      !formats.some((f) => file.type === f || file.datasets.some((d) => d.format === f))
    )
      continue;
    let rank = 0;
    if (box !== undefined) {
      let inside = false;
      for (const set of file.datasets) {
        if (set.box === null) continue;
        if (relation === 'within' ? within(box, set.box) : meets(box, set.box)) inside = true;
        rank = Math.max(rank, overlapRelevance(box, set.box));
      }
      if (!inside) continue;
    }
    const by: Record<string, number> = box === undefined ? {} : { overlap: rank };
    results.push({
      file,
      producer: index.producer(file.site),
      rank,
      by,
      variants: [],
      id: index.kept(file.url).id,
    });
  }
  return results.sort(
    (a, b) =>
      b.rank - a.rank ||
      (b.producer?.score ?? 0) - (a.producer?.score ?? 0) ||
      (b.producer?.files ?? 0) - (a.producer?.files ?? 0) ||
      (b.producer?.downloads ?? 0) - (a.producer?.downloads ?? 0) ||
      a.id - b.id,
  );
}

function facetsOf(results: readonly SearchResult[]): GeoAnswer['facets'] {
  const formats = new Map<string, number>();
  const geometries = new Map<string, number>();
  const producers = new Map<string, number>();
  const add = (to: Map<string, number>, key: string): void => void to.set(key, (to.get(key) ?? 0) + 1);
  for (const { file, variants } of results) {
    const own = new Set<string>();
    // What can be had in a format is found by it, whichever form speaks for it.
    for (const form of [file, ...variants.flatMap((one) => (one.layer === null ? [one.file] : []))]) {
      const named = form.datasets.map((set) => set.format).filter((format) => format !== '');
      for (const format of named.length === 0 ? [form.type] : named) own.add(format);
    }
    for (const format of own) add(formats, format);
    for (const type of new Set(file.datasets.map((set) => set.geometryType ?? set.kind)))
      add(geometries, type);
    add(producers, file.site);
  }
  const counted = (from: Map<string, number>): [string, number][] =>
    [...from].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MOST_FACETS);
  return { formats: counted(formats), geometries: counted(geometries), producers: counted(producers) };
}
