/**
 * An index over descriptions, in memory: files, the pages that link to them, and the links between sites. It answers direct and expanded
 * queries, ranks producers, and is written and read as lines of JSON in the folder of a crawl.
 */
import { foldWords } from '../../text/index.ts';
import type { Gazetteer } from '../gazetteer/index.ts';
import { type FeatureType, featureTypesIn, fileClassOf, PlaceIndex } from '../places/index.ts';
import {
  compareProducers,
  producerScores,
  type RankedProducer,
  type ScoreOptions,
  siteOf,
} from '../producers/index.ts';
import type { GeoAnchor, GeoFile, GeoLinkRecord, GeoPageRecord, GeoRecord } from './record.ts';

/** A file with its texts folded once, blanks around every word. */
export interface IndexedFile {
  readonly number: number;
  file: GeoFile;
  /** Anchors, one per line. */
  anchors: string;
  /** Words around the links, and what the data say of themselves at length. */
  extended: string;
  /** Name of the file and of its layers, and their titles. */
  names: string;
  types: ReadonlySet<FeatureType>;
}

export interface Producer extends RankedProducer {
  readonly title: string;
  readonly description: string;
  /** Address of the page it is best known by. */
  readonly url: string;
}

export interface GeoIndexOptions {
  /** For places by their extent; without one, places are known only by the values of tables. */
  readonly gazetteer?: Gazetteer | null;
  readonly score?: ScoreOptions;
}

const padded = (text: string): string => ` ${foldWords(text)} `;

export class GeoIndex {
  readonly gazetteer: Gazetteer | null;
  readonly #files = new Map<string, IndexedFile>();
  readonly #pages = new Map<string, GeoPageRecord>();
  /** Folded title, description, keywords and text of each page. */
  readonly #contexts = new Map<string, string>();
  readonly #links = new Map<string, GeoLinkRecord>();
  readonly #score: ScoreOptions;
  #places: PlaceIndex | null = null;
  #producers: Map<string, Producer> | null = null;
  #scores: ReadonlyMap<string, number> | null = null;

  constructor(options: GeoIndexOptions = {}) {
    this.gazetteer = options.gazetteer ?? null;
    this.#score = options.score ?? {};
  }

  add(record: GeoRecord): void {
    if (record.kind === 'file') this.addFile(record);
    else if (record.kind === 'page') this.addPage(record);
    else this.addLink(record);
  }

  addFile(file: GeoFile): void {
    const known = this.#files.get(file.url);
    const entry: IndexedFile = {
      number: known?.number ?? this.#files.size,
      file,
      anchors: '',
      extended: '',
      names: '',
      types: new Set(),
    };
    this.#fold(entry);
    this.#files.set(file.url, entry);
    this.#forget();
  }

  #fold(entry: IndexedFile): void {
    const { file } = entry;
    entry.anchors = file.anchors.map((anchor) => padded(anchor.text)).join('\n');
    entry.extended = [
      ...file.anchors.map(
        (anchor) => `${padded(anchor.before.join(' '))}\n${padded(anchor.after.join(' '))}`,
      ),
      ...file.datasets.map((set) => padded(`${set.abstract ?? ''} ${set.keywords.join(' ')}`)),
    ].join('\n');
    const names = [
      fileClassOf(file.name),
      ...file.datasets.flatMap((set) => [fileClassOf(set.layer), set.title ?? '']),
    ];
    entry.names = names.map(padded).join('\n');
    entry.types = new Set(
      featureTypesIn(`${names.join(' . ')} . ${file.anchors.map((a) => a.text).join(' . ')}`),
    );
  }

  /** Says that another page links to a file that is known. Each page's anchors are kept once. */
  addAnchor(url: string, anchor: GeoAnchor): void {
    const entry = this.#files.get(url);
    if (entry === undefined) return;
    const same = entry.file.anchors.some((a) => a.page === anchor.page && a.text === anchor.text);
    if (same) return;
    entry.file = { ...entry.file, anchors: [...entry.file.anchors, anchor] };
    this.#fold(entry);
  }

  addPage(page: GeoPageRecord): void {
    this.#pages.set(page.url, page);
    this.#contexts.set(
      page.url,
      [page.title, page.description, page.keywords.join(' , '), page.text].map(padded).join('\n'),
    );
    this.#producers = null;
  }

  /** The page asks not to be kept any more. Files that it links to are not its own. */
  removePage(url: string): void {
    this.#pages.delete(url);
    this.#contexts.delete(url);
    this.#producers = null;
  }

  /** Replaces what was known of the links from this page to that site. */
  addLink(link: GeoLinkRecord): void {
    if (siteOf(link.origin) === siteOf(link.destination)) return;
    this.#links.set(`${link.origin}\n${siteOf(link.destination)}`, link);
    this.#producers = null;
    this.#scores = null;
  }

  #forget(): void {
    this.#places = null;
    this.#producers = null;
    this.#scores = null;
  }

  file(url: string): GeoFile | undefined {
    return this.#files.get(url)?.file;
  }

  /** Files in the order of their coming. */
  *files(state?: GeoFile['state']): Generator<IndexedFile> {
    for (const entry of this.#files.values())
      if (state === undefined || entry.file.state === state) yield entry;
  }

  pages(): IterableIterator<GeoPageRecord> {
    return this.#pages.values();
  }

  page(url: string): GeoPageRecord | undefined {
    return this.#pages.get(url);
  }

  links(): IterableIterator<GeoLinkRecord> {
    return this.#links.values();
  }

  context(page: string): string {
    return this.#contexts.get(page) ?? '';
  }

  /** The list of places of the indexed files. */
  places(): PlaceIndex {
    if (this.#places === null) {
      this.#places = new PlaceIndex();
      for (const { file } of this.files('indexed')) this.#places.add(file.url, file.places);
    }
    return this.#places;
  }

  /** The score of every site that is linked to, producers or not. */
  scores(): ReadonlyMap<string, number> {
    if (this.#scores === null) {
      const sites = new Set<string>();
      for (const { file } of this.files('indexed')) sites.add(file.site);
      this.#scores = producerScores(this.#links.values(), sites, this.#score);
    }
    return this.#scores;
  }

  /** Sites with at least one indexed file, by rank. */
  producers(): Producer[] {
    return [...this.#producersBySite().values()].sort(compareProducers);
  }

  producer(site: string): Producer | undefined {
    return this.#producersBySite().get(site);
  }

  #producersBySite(): Map<string, Producer> {
    if (this.#producers !== null) return this.#producers;
    const scores = this.scores();
    const totals = new Map<string, { files: number; downloads: number }>();
    for (const { file } of this.files('indexed')) {
      const total = totals.get(file.site);
      if (total === undefined) totals.set(file.site, { files: 1, downloads: file.downloads });
      else {
        total.files++;
        total.downloads += file.downloads;
      }
    }
    const best = new Map<string, GeoPageRecord>();
    for (const page of this.#pages.values()) {
      const known = best.get(page.site);
      // The shortest address of a site is its front door, or near it.
      if (known === undefined || page.url.length < known.url.length) best.set(page.site, page);
    }
    this.#producers = new Map(
      [...totals].map(([site, { files, downloads }]) => {
        const page = best.get(site);
        return [
          site,
          {
            site,
            score: scores.get(site) ?? 0,
            files,
            downloads,
            title: page?.title ?? '',
            description: page?.description ?? '',
            url: page?.url ?? `http://${site}/`,
          },
        ];
      }),
    );
    return this.#producers;
  }

  /** Counts a download through the catalogue. */
  countDownload(url: string): void {
    const entry = this.#files.get(url);
    if (entry === undefined) return;
    entry.file = { ...entry.file, downloads: entry.file.downloads + 1 };
    this.#producers = null;
  }

  /** Every record, for lines of JSON. */
  *records(): Generator<GeoRecord> {
    for (const { file } of this.#files.values()) yield file;
    yield* this.#pages.values();
    yield* this.#links.values();
  }
}
