/** A small collection in memory, for tests of what stands on the catalogue rather than of the catalogue itself. */
import type {
  Catalogue,
  KeptChange,
  KeptKind,
  LinesAsked,
  PageLink,
  Query,
  SearchHit,
  Slice,
  SliceOptions,
  StoredGeo,
  StoredPage,
} from '../catalogue/index.ts';
import { EmbeddedCatalogue } from '../catalogue/index.ts';
import { geo, PORTO_ALEGRE, page } from '../catalogue/records.suite.ts';
import { citedItems, itemsToAdd, matchesOfPage, pageDifference } from '../collection/index.ts';
import { TarrafaError } from '../errors.ts';
import type { Collections, OpenCollection } from './collections.ts';

/** In which nothing is found. */
const EMPTY_ARCHIVE: Partial<OpenCollection['archive']> = {
  captures: () => [],
  lookup: () => null,
  sitesAfter: () => [],
  pagesAfter: () => [],
};

const FETCHED = Date.UTC(2026, 0, 31, 12, 30, 15);

function part<T>(all: readonly T[], { cursor, limit = 20 }: SliceOptions = {}): Slice<T> {
  const from = cursor === undefined ? 0 : /^n\d{1,9}$/.test(cursor) ? Number(cursor.slice(1)) : -1;
  if (from < 0) throw new TarrafaError('TRF_CURSOR_INVALID', [cursor!]);
  return {
    items: all.slice(from, from + limit),
    next: from + limit < all.length ? `n${from + limit}` : null,
  };
}

function pageNumber(id: number): StoredPage {
  const text = `A enchente de 1941 em Porto Alegre, parte ${id}. <script>alert(1)</script>`;
  const { links: _, ...record } = page(`https://www.exemplo.br/noticias/${id}?a=1&b=2`, {
    fetchedAt: FETCHED + id,
    digest: `sha1:${id}`,
    title: `Enchente ${id} <b>&</b>`,
    published: { date: '1991-05-08', confidence: 0.9, source: 'meta', where: 'meta', text: '1991-05-08' },
    text,
    html: `<p>${id}</p>`,
    marks: [{ start: 14, end: 18, type: 'DATE', value: '1941', period: { from: -10592, to: -10228 } }],
    segments: [{ start: 0, end: text.length, periods: [{ from: -10592, to: -10228 }] }],
    places: [{ start: 22, end: 34, place: PORTO_ALEGRE.key, confidence: 0.9 }],
    simhash: '00ff00ff00ff00ff',
    archive: { file: 'a.warc.gz', offset: id * 100, length: 90 },
  });
  return { ...record, id, current: true, placeNames: [PORTO_ALEGRE], entities: [] };
}

const FILE = geo('https://geo.exemplo.br/solo.zip', {
  type: 'shp',
  site: 'exemplo.br',
  size: 1000,
  bytesFetched: 100,
  indexedAt: FETCHED,
  anchors: [{ page: 'https://geo.exemplo.br/', text: 'solos', before: [], after: [] }],
}).file;

const PRODUCER = {
  site: 'exemplo.br',
  title: 'Instituto',
  description: '',
  url: 'https://geo.exemplo.br/',
  score: 1,
  files: 1,
  downloads: 0,
};

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

const EMPTY_FACETS = {
  years: [{ value: 1941, count: 3 }],
  decades: [{ value: 1940, count: 3 }],
  publishedYears: [],
  places: [{ value: PORTO_ALEGRE, count: 3 }],
  sites: [{ value: 'exemplo.br', count: 3 }],
  kinds: [{ value: 'page' as const, count: 3 }],
  languages: [{ value: 'pt', count: 3 }],
  bounded: false,
};

function queryOf(line: string): Query {
  return { line, clause: line === '' ? null : { kind: 'word', text: line }, chips: [], unknownPlaces: [] };
}

const WORD_TOTAL = {
  hits: 25,
  pages: 25,
  perMillion: 250_000,
  words: 100,
  estimated: false,
  error: 0,
  wordsEstimated: false,
};

export class SmallCatalogue implements Catalogue {
  readonly #pages: readonly StoredPage[];
  /** What people add is kept as it is anywhere. */
  readonly #kept = EmbeddedCatalogue.open(':memory:');
  readonly counted: string[] = [];
  closed = false;

  constructor(pages = 25) {
    this.#pages = Array.from({ length: pages }, (_, i) => pageNumber(i + 1));
  }

  async write(batch: Parameters<Catalogue['write']>[0]): Promise<void> {
    if (batch.tables !== undefined) await this.#kept.write({ tables: batch.tables });
  }
  async settle(): Promise<void> {}
  async marks() {
    return [];
  }
  async known(captures: readonly unknown[]) {
    return captures.map(() => null);
  }
  async search(query: Query, options: Parameters<Catalogue['search']>[1] = {}) {
    const { items, next } = part(this.#pages, { cursor: options.cursor, limit: options.limit ?? 10 });
    const hits = items.map(
      (page): SearchHit => ({
        id: page.id,
        kind: 'page',
        url: page.url,
        site: page.site,
        title: page.title,
        fetchedAt: page.fetchedAt,
        published: page.published?.date ?? null,
        publishedConfidence: page.published?.confidence ?? null,
        publishedDoubtful: false,
        publishedEvidence: page.published,
        language: page.language,
        snippets: [{ text: page.text, matches: [[2, 10]], at: 0, periods: [] }],
        periods: [{ from: -10592, to: -10228, share: 1, written: 'em 1941' }],
        places: [PORTO_ALEGRE],
        placeEvidence: [{ written: 'em Porto Alegre', confidence: 0.9, mentions: 1, main: true }],
        box: null,
        tables: [],
        score: 3,
        parts: { title: 1, text: 1, anchors: 1, period: 0, place: 0, links: 0, near: 0 },
        why: {
          words: [{ word: 'enchente', stem: 'enchent', forms: ['enchente'], in: ['text'] }],
          period: null,
          place: PORTO_ALEGRE,
        },
      }),
    );
    const facets = options.facets === false ? null : EMPTY_FACETS;
    const total = this.#pages.length;
    return {
      query,
      total,
      bounded: false,
      hits,
      next,
      facets,
      others: [],
      didYouMean: null,
      corrected: false,
    };
  }
  async *everyHit(query: Query) {
    yield (await this.search(query, {})).hits;
  }
  async matches() {
    return this.#pages.map(({ id }) => ({ id, kind: 'page' as const }));
  }
  async suggest(text: string, limit = 8) {
    return Array.from({ length: Math.min(limit, 2) }, (_, i) => ({
      line: `${text} ${i}`,
      text: `${i}`,
      kind: 'word' as const,
    }));
  }
  async wordStatistics() {
    return { documents: this.#pages.length, having: new Map<string, number>(), lengths: [0, 0, 0, 0, 0, 0] };
  }
  async facets() {
    return EMPTY_FACETS;
  }
  async timeline() {
    return { spoken: [[1941, 3] as const], published: [], cross: [[1941, 1991, 3] as const], bounded: false };
  }
  async page(id: number) {
    return this.#pages[id - 1] ?? null;
  }
  async pagesOf(ids: readonly number[]) {
    return ids.flatMap((id) => this.#pages[id - 1] ?? []);
  }
  async pageAt(url: string) {
    return this.#pages.find((page) => page.url === url) ?? null;
  }
  async versions(url: string) {
    const page = await this.pageAt(url);
    if (page === null) return [];
    const { id, fetchedAt, digest, archive } = page;
    return [{ id, url, fetchedAt, digest, archive }];
  }
  async linksFrom(id: number, options?: SliceOptions): Promise<Slice<PageLink>> {
    const links = this.#pages
      .filter((page) => page.id !== id)
      .map((page) => ({ url: page.url, text: page.title, id: page.id, title: page.title }));
    return part(links, options);
  }
  async linksTo(_: string, options?: SliceOptions): Promise<Slice<PageLink>> {
    return part([{ url: 'https://outro.br/', text: '', id: null, title: null }], options);
  }
  async linkCounts() {
    return { from: this.#pages.length - 1, to: 1 };
  }
  async pages(options?: SliceOptions) {
    return part(this.#pages, options);
  }
  async sites(options?: SliceOptions) {
    const sites = Array.from({ length: 3 }, (_, i) => ({
      site: `exemplo${i}.br`,
      pages: 3,
      entities: 0,
      geoFiles: 0,
      firstFetched: FETCHED,
      lastFetched: FETCHED,
    }));
    return part(sites, options);
  }
  entityTables = () => this.#kept.entityTables();
  entityView: Catalogue['entityView'] = (asked, options) => this.#kept.entityView(asked, options);
  changeTable: Catalogue['changeTable'] = (...change) => this.#kept.changeTable(...change);
  removeTable: Catalogue['removeTable'] = (...change) => this.#kept.removeTable(...change);
  async entityTypes() {
    return [{ type: 'Person', count: 2 }];
  }
  entities: Catalogue['entities'] = (of, options) => this.#kept.entities(of, options);
  async entity() {
    return null;
  }
  async entitiesOf() {
    return [];
  }
  #geo(id: number): StoredGeo | null {
    if (id !== 1) return null;
    const thumbnail = new Uint8Array(PNG);
    const preview = '{"type":"FeatureCollection","features":[]}';
    return {
      id: 1,
      kind: 'geo-file',
      downloads: 0,
      box: PORTO_ALEGRE.box,
      producer: PRODUCER,
      file: FILE,
      thumbnail,
      preview,
    };
  }
  async geoSearch(_: string, options?: SliceOptions) {
    const { thumbnail, preview, ...geo } = this.#geo(1)!;
    const hit = {
      geo: { ...geo, hasThumbnail: thumbnail !== null, hasPreview: preview !== null },
      score: 1,
      parts: { place: 1 },
      variants: [],
    };
    const facets = { formats: [['shp', 1] as const], geometries: [], producers: [] };
    return { ...part([hit], options), total: 1, place: PORTO_ALEGRE, facets };
  }
  async geo(id: number) {
    return this.#geo(id);
  }
  async geosOf(ids: readonly number[]) {
    return ids.flatMap((id) => this.#geo(id) ?? []);
  }
  async geoThumbnail(id: number) {
    return this.#geo(id)?.thumbnail ?? null;
  }
  async producers(options?: SliceOptions) {
    return part([PRODUCER], options);
  }
  async countDownload(id: number, visitor: string, day: number) {
    const key = `${id} ${visitor} ${day}`;
    if (this.counted.includes(key)) return false;
    this.counted.push(key);
    return true;
  }
  async concordance(_: Query, asked: LinesAsked) {
    const { items, next } = part(this.#pages, { cursor: asked.cursor, limit: asked.limit ?? 50 });
    const lines = items.map(({ id, url, title, site }) => ({
      left: 'A ',
      key: 'enchente',
      right: ' de 1941.',
      page: id,
      url,
      title,
      site,
      year: 2001,
      start: 2,
      end: 10,
    }));
    return { ...WORD_TOTAL, lines, next };
  }
  async wordYears() {
    const year = { hits: 25, pages: 25, words: 100, perMillion: 250_000 };
    return { ...WORD_TOTAL, published: [{ year: 2001, ...year }], spoken: [{ year: 1941, ...year }] };
  }
  async collocations() {
    const measures = { logLikelihood: 12.5, logDice: 11.25, mutualInformation: 2.5 };
    const word = { word: 'cidade', together: 5, left: 2, right: 3, frequency: 9, estimated: false };
    return { ...WORD_TOTAL, collocates: [{ ...word, ...measures }], hitsRead: 25 };
  }
  async places() {
    return new Map([[PORTO_ALEGRE.key, PORTO_ALEGRE]]);
  }
  async summary() {
    return {
      pages: this.#pages.length,
      versions: this.#pages.length,
      sites: 1,
      entities: 0,
      geoFiles: 1,
      services: 0,
      links: 10,
      producers: 1,
      firstFetched: FETCHED,
      lastFetched: FETCHED,
      bytes: 1000,
      textBytes: 500,
      schemaVersion: 1,
    };
  }
  async kept<K extends KeptKind>(kind: K, id: string) {
    return this.#kept.kept(kind, id);
  }
  async keptOf<K extends KeptKind>(kind: K, options?: SliceOptions) {
    return this.#kept.keptOf(kind, options);
  }
  async keep<K extends KeptKind>(change: KeptChange<K>) {
    return this.#kept.keep(change);
  }
  async unkeep<K extends KeptKind>(kind: K, id: string, expected: number) {
    return this.#kept.unkeep(kind, id, expected);
  }
  async close(): Promise<void> {
    await this.#kept.close();
    this.closed = true;
  }
}

export function smallCollection(name = 'amostra', catalogue = new SmallCatalogue()): OpenCollection {
  return {
    name,
    title: 'Amostra',
    folder: `/nowhere/${name}`,
    catalogue,
    archive: EMPTY_ARCHIVE as OpenCollection['archive'],
    gazetteer: null as unknown as OpenCollection['gazetteer'],
    blocks: async (id) =>
      id === 2
        ? null
        : [{ text: 'menu', verdict: 'boilerplate', score: 0.1, reason: 'links', path: 'body/nav' }],
    files: [],
    computedFacts: async () => null,
    rewrite: async () => {},
    matches: (id, query) => matchesOfPage(catalogue, id, query),
    difference: (from, to) => pageDifference(catalogue, from, to, { memory: () => null, gazetteer: null }),
    citedItems: (items) => citedItems(catalogue, items),
    itemsToAdd: (wanted) => itemsToAdd(catalogue, wanted),
    parseLine: async (line) => queryOf(line),
    close: () => catalogue.close(),
  };
}

export function collectionsOf(...collections: OpenCollection[]): Collections {
  return {
    list: () => collections,
    get: (name) => collections.find((collection) => collection.name === name) ?? null,
  };
}
