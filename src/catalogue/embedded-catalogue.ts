/**
 * A catalogue in one SQLite file. Pages, entities, geographic files and the search index are written in the same transaction as the
 * marks of how far the archive has been analysed, so that after a kill they agree. Other processes may read, and write in turn, at the
 * same time: what is kept in memory is checked against the file at every call.
 *
 * ```ts
 * const catalogue = EmbeddedCatalogue.open('coleta/catalogue.db');
 * const query = parseLine('enchentes em Porto Alegre', { gazetteer, today });
 * for (const hit of catalogue.search(query).hits) console.log(hit.title, hit.url);
 * catalogue.close();
 * ```
 */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inputError } from '../errors.ts';
import type { Gazetteer } from '../geo/gazetteer/index.ts';
import { catalogueError } from './catalogue-error.ts';
import {
  type ConcordancePage,
  type ConcordanceSource,
  collocations,
  concordanceLines,
  wordYears,
} from './concordance/index.ts';
import { emptyForeignIndex, noteIndexForm, prepareSchema, UNGATHERED } from './migrations.ts';
import type {
  ArchiveMark,
  CaptureFound,
  Catalogue,
  CatalogueBatch,
  CataloguePlace,
  CatalogueSummary,
  Collocations,
  CollocationsAsked,
  ConcordanceAnswer,
  Day,
  EntitiesOf,
  EntityTableIn,
  EntityTableSummary,
  EntityTypeCount,
  EntityView,
  EntityViewAsked,
  GeoAnswer,
  GeoSearchOptions,
  Kept,
  KeptChange,
  KeptKind,
  KeptOutcome,
  KnownCapture,
  LinesAsked,
  LinkCounts,
  PageLink,
  PageVersion,
  ProducerRecord,
  ReadingOptions,
  SiteSummary,
  Slice,
  SliceOptions,
  StoredEntity,
  StoredGeo,
  StoredPage,
  TableOutcome,
  Timeline,
  WordsAsked,
  WordYears,
} from './ports/index.ts';
import type {
  Facets,
  FoundDocument,
  Query,
  SearchAnswer,
  SearchHit,
  SearchOptions,
  Suggestion,
  WordStatistics,
} from './ports/question.ts';
import { doubtfulPhrases } from './query/quoted-words.ts';
import { SCHEMA_VERSION } from './schema.ts';
import type { DoubtfulPhrases } from './search-index/doubtful-phrases.ts';
import { SqliteSearchIndex } from './search-index/index.ts';
import { type Database, openDatabase } from './sqlite.ts';
import { Addresses } from './store/addresses.ts';
import { Answers, HITS_AT_ONCE, type ShownDocument, shownIds } from './store/answers.ts';
import { ArchiveFiles } from './store/archive-files.ts';
import { Compression } from './store/compression.ts';
import { ContentPacks } from './store/content-packs.ts';
import { Counts } from './store/counts.ts';
import { dictionariesOf } from './store/dictionaries.ts';
import { entityDocument, geoDocument } from './store/documents.ts';
import { Entities } from './store/entities.ts';
import { GeoStore } from './store/geo.ts';
import { GeoSearch } from './store/geo-search.ts';
import { IndexChanges } from './store/index-changes.ts';
import { KeptFile, keptPath } from './store/kept-file.ts';
import { KnownCaptures } from './store/known-captures.ts';
import { Links } from './store/links.ts';
import { PageWriter } from './store/page-writer.ts';
import { Pages } from './store/pages.ts';
import { Places } from './store/places.ts';
import { settle } from './store/settle.ts';
import { Sites } from './store/sites.ts';

export interface EmbeddedCatalogueOptions {
  /** For places in queries; without one they are known by the values of geographic files and by boxes alone. */
  readonly gazetteer?: Gazetteer | null | undefined;
  /** ms since 1970, for periods as a person means them today. */
  readonly now?: (() => number) | undefined;
  /** Nothing is written but the upgrade of an older catalogue, and a file that is not there is refused. */
  readonly readOnly?: boolean | undefined;
  /** The file grows no larger than this; what would not fit is refused as on a full disk, and nothing of its batch is kept. */
  readonly mostBytes?: number | undefined;
  /** File of what people added; by default beside the catalogue, by its name. */
  readonly kept?: string | undefined;
}

/** Whether a file lies where nothing can be written beside it, and has all that was ever written to it. */
function liesStill(path: string): boolean {
  if (path === ':memory:') return false;
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch {
    return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  }
}

/** Rows are of one or two kilobytes: on small pages every second one would leave its page half empty. */
const PAGE_SIZE = 16_384;

const NONE = (): readonly number[] => [];

export class EmbeddedCatalogue implements Catalogue {
  readonly #path: string;
  readonly #db: Database;
  readonly #index: SqliteSearchIndex;
  readonly #addresses: Addresses;
  readonly #compression: Compression;
  readonly #packs: ContentPacks;
  readonly #counts: Counts;
  readonly #sites: Sites;
  readonly #files: ArchiveFiles;
  readonly #places: Places;
  readonly #links: Links;
  readonly #changes = new IndexChanges();
  readonly #entities: Entities;
  readonly #pages: Pages;
  readonly #writer: PageWriter;
  readonly #known: KnownCaptures;
  readonly #geo: GeoStore;
  readonly #geoSearch: GeoSearch;
  readonly #answers: Answers;
  readonly #kept: KeptFile;
  /** Each part by itself: a concordance of many pages holds no snapshot of the file. */
  readonly #concordance: ConcordanceSource = {
    occurrences: async (query, pattern, wanted) =>
      this.#read(() => this.#answers.occurrences(query, pattern, wanted)),
    wordTotals: async (query, years) => this.#read(() => this.#answers.wordTotals(query, years)),
    termCounts: async (query, terms) => this.#read(() => this.#answers.termCounts(query, terms)),
    textsOf: async (ids) => this.#read(() => those(ids, (id) => this.#concordancePage(id))),
  };
  #dataVersion = -1;
  #placeChanges = -1;
  #geoChanges = -1;

  /** Opens a catalogue, or makes a new one. One of an older version is upgraded. */
  static open(path: string, options: EmbeddedCatalogueOptions = {}): EmbeddedCatalogue {
    if (options.readOnly === true && path !== ':memory:')
      try {
        statSync(path);
      } catch (cause) {
        throw inputError(path, cause);
      }
    let db: Database | null = null;
    try {
      db = openDatabase(path, { immutable: options.readOnly === true && liesStill(path) });
      if (options.readOnly !== true) {
        db.exec(`PRAGMA page_size = ${PAGE_SIZE}`);
        db.exec('PRAGMA auto_vacuum = INCREMENTAL');
        db.exec('PRAGMA journal_mode = WAL');
      }
      // The archive is the truth: what a loss of power takes back is analysed again.
      db.exec('PRAGMA synchronous = NORMAL');
      db.exec('PRAGMA cache_size = -32000');
      db.exec('PRAGMA wal_autocheckpoint = 4000');
      prepareSchema(db, path, options.readOnly !== true);
      if (options.mostBytes !== undefined)
        db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(options.mostBytes / PAGE_SIZE))}`);
      const without = emptyForeignIndex(db);
      const catalogue = new EmbeddedCatalogue(path, db, options);
      catalogue.#gatherThings();
      if (without) {
        catalogue.reindex();
        noteIndexForm(db);
      }
      if (options.readOnly === true) db.exec('PRAGMA query_only = 1');
      return catalogue;
    } catch (error) {
      db?.close();
      throw catalogueError(path, error);
    }
  }

  private constructor(path: string, db: Database, options: EmbeddedCatalogueOptions) {
    this.#path = path;
    this.#db = db;
    this.#addresses = new Addresses(db);
    this.#compression = new Compression(dictionariesOf(db));
    this.#counts = new Counts(db);
    this.#packs = new ContentPacks(db, this.#compression, this.#counts);
    this.#sites = new Sites(db);
    this.#files = new ArchiveFiles(db);
    this.#places = new Places(db);
    this.#links = new Links(db);
    this.#index = new SqliteSearchIndex(db);
    const [addresses, compression, counts, sites] = [
      this.#addresses,
      this.#compression,
      this.#counts,
      this.#sites,
    ];
    const [files, places, links, changes] = [this.#files, this.#places, this.#links, this.#changes];
    const packs = this.#packs;
    this.#entities = new Entities({ db, compression, counts, sites, changes });
    const entities = this.#entities;
    const entitiesOf = (page: number): StoredEntity[] => entities.ofPage(page);
    this.#pages = new Pages({ db, addresses, files, packs, places, sites, entitiesOf });
    const pages = this.#pages;
    this.#writer = new PageWriter({
      db,
      addresses,
      files,
      packs,
      counts,
      sites,
      links,
      entities,
      pages,
      changes,
    });
    const kept = options.kept ?? (path === ':memory:' ? null : keptPath(path));
    this.#kept = new KeptFile(kept, options.readOnly === true);
    this.#known = new KnownCaptures(db, addresses, files);
    this.#geo = new GeoStore({ db, compression, counts, sites, changes });
    this.#geoSearch = new GeoSearch({
      store: this.#geo,
      gazetteer: options.gazetteer ?? null,
      pageText: (url) => pages.at(url),
    });
    this.#answers = new Answers({
      index: this.#index,
      places,
      gazetteer: options.gazetteer ?? null,
      now: options.now ?? Date.now,
    });
  }

  // Writing

  async write(batch: CatalogueBatch): Promise<void> {
    this.#transaction(() => {
      this.#links.begin();
      if (batch.forget !== undefined && batch.forget.length > 0) this.#writer.forget(batch.forget);
      for (const place of batch.places ?? [])
        if (this.#places.put(place)) this.#counts.add('placeChanges', 1);
      if (batch.pages !== undefined && this.#compression.unlearned)
        this.#compression.learn(batch.pages.map((page) => page.text));
      if (batch.pages !== undefined) this.#writer.put(batch.pages);
      for (const same of batch.same ?? []) this.#writer.same(same);
      for (const geo of batch.geo ?? []) this.#geo.put(geo);
      if (batch.producers !== undefined) this.#geo.replaceProducers(batch.producers);
      for (const table of batch.tables ?? []) this.#entities.putTable(table);
      for (const mark of batch.marks ?? []) this.#files.mark(mark);
      this.#links.flush();
      this.#applyChanges();
    });
  }

  async hold({
    held,
    left,
  }: {
    readonly held: readonly string[];
    readonly left: readonly string[];
  }): Promise<void> {
    this.#transaction(() => {
      this.#links.begin();
      for (const key of left) this.#writer.hold(key, false);
      for (const key of held) this.#writer.hold(key, true);
      this.#links.flush();
      this.#applyChanges();
    });
  }

  /**
   * Takes out what was read at some addresses, at once and for everybody who has the file open: pages, what they state, rows of tables, files.
   * Words of theirs stay in the file until it is made anew. How many versions of pages went.
   */
  async takeOut(gone: (url: string) => boolean): Promise<number> {
    return this.#transaction(() => {
      this.#links.begin();
      const addresses = this.#db
        .prepare('SELECT id, url FROM address')
        .all<{ id: number; url: string }>()
        .filter(({ url }) => gone(url));
      const versions = this.#writer.takeOut(addresses.map(({ id }) => id));
      this.#entities.takeOut(gone);
      this.#geo.takeOut(gone);
      this.#links.flush();
      this.#applyChanges();
      return versions;
    });
  }

  async settle(): Promise<void> {
    this.#read(() => undefined);
    this.#guard(() => {
      settle({
        db: this.#db,
        counts: this.#counts,
        links: this.#links,
        pages: this.#pages,
        index: this.#index,
        document: (id, evidence) => this.#writer.document(id, evidence),
        transaction: (work) => this.#transaction(work),
      });
      this.#transaction(() => this.#index.merge());
      this.#db.statement('PRAGMA incremental_vacuum').all();
      this.#db.statement('PRAGMA wal_checkpoint(PASSIVE)').all();
    });
  }

  /** A catalogue of before counts a thing once for each of its rows. */
  #gatherThings(): void {
    const left = this.#db.statement('SELECT 1 FROM meta WHERE key = ?');
    if (left.get(UNGATHERED) === undefined) return;
    this.#transaction(() => {
      // Another process may have been faster.
      if (left.get(UNGATHERED) === undefined) return;
      this.#entities.gatherAll();
      this.#applyChanges();
      this.#db.prepare('DELETE FROM meta WHERE key = ?').run(UNGATHERED);
    });
  }

  /** Makes the search index again from what is stored. */
  reindex(): void {
    this.#guard(() => {
      const ids = (sql: string): number[] =>
        this.#db
          .prepare(sql)
          .all<{ id: number }>()
          .map((row) => row.id);
      const current = ids(
        'SELECT page.id AS id FROM page JOIN address ON address.id = page.address AND address.page = page.id ORDER BY page.id',
      );
      const entities = ids('SELECT id FROM entity WHERE live = 1 ORDER BY id');
      const geo = ids('SELECT id FROM geo ORDER BY id');
      const add = (
        all: readonly number[],
        document: (id: number) => ReturnType<PageWriter['document']>,
      ): void => {
        for (let at = 0; at < all.length; at += 500)
          this.#transaction(() => {
            for (const id of all.slice(at, at + 500)) this.#changes.put(id, () => document(id));
            this.#applyChanges();
          });
      };
      add(current, (id) => this.#writer.document(id));
      add(entities, (id) => {
        const entity = this.#entities.get(id);
        return entity === null ? null : entityDocument(id, entity);
      });
      add(geo, (id) => {
        const kept = this.#geo.kept(id);
        return kept === null ? null : geoDocument(id, kept.kind, kept.file);
      });
      this.#transaction(() => this.#index.merge(true));
    });
  }

  async marks(): Promise<readonly ArchiveMark[]> {
    return this.#read(() => this.#files.marks());
  }

  async known(captures: readonly CaptureFound[]): Promise<readonly (KnownCapture | null)[]> {
    return this.#read(() => captures.map((capture) => this.#known.of(capture)));
  }

  async countDownload(id: number, visitor: string, day: Day): Promise<boolean> {
    return this.#transaction(() => this.#geo.countDownload(id, visitor, day));
  }

  // Searching

  async search(query: Query, options: SearchOptions = {}): Promise<SearchAnswer> {
    return this.#read(() => {
      const found = this.#quoted((quoted) => this.#answers.find(query, options, quoted), shownIds);
      return this.#answers.tell(found, (id) => this.#shown(id));
    });
  }

  async *everyHit(
    query: Query,
    options: Pick<SearchOptions, 'order' | 'dates' | 'statistics'> = {},
  ): AsyncGenerator<readonly SearchHit[]> {
    const { hits, searched } = this.#read(() =>
      this.#quoted((quoted) => this.#answers.findAll(query, options, quoted)),
    );
    for (let at = 0; at < hits.length; at += HITS_AT_ONCE) {
      const part = { searched, hits: hits.slice(at, at + HITS_AT_ONCE) };
      yield this.#read(() => this.#answers.tellHits(part, (id) => this.#shown(id)));
    }
  }

  async suggest(text: string, limit?: number): Promise<readonly Suggestion[]> {
    return this.#read(() =>
      this.#answers.suggest(text, limit, {
        title: (id) => this.#pages.row(id)?.title ?? '',
        sites: (prefix, most) => this.#sites.startingWith(prefix, most),
      }),
    );
  }

  async wordStatistics(query: Query): Promise<WordStatistics> {
    return this.#read(() => this.#answers.wordStatistics(query));
  }

  async facets(query: Query, options: Pick<SearchOptions, 'dates'> = {}): Promise<Facets> {
    return this.#read(() => this.#quoted((quoted) => this.#answers.facets(query, options, quoted)));
  }

  async matches(query: Query): Promise<readonly FoundDocument[]> {
    return this.#read(() => this.#quoted((quoted) => this.#answers.matches(query, quoted)));
  }

  async timeline(query: Query, options: Pick<SearchOptions, 'dates'> = {}): Promise<Timeline> {
    return this.#read(() => this.#quoted((quoted) => this.#answers.timeline(query, options, quoted)));
  }

  async concordance(
    query: Query,
    asked: LinesAsked,
    options: ReadingOptions = {},
  ): Promise<ConcordanceAnswer> {
    return concordanceLines(this.#concordance, query, asked, options);
  }

  async wordYears(query: Query, asked: WordsAsked, options: ReadingOptions = {}): Promise<WordYears> {
    return wordYears(this.#concordance, query, asked, options);
  }

  async collocations(
    query: Query,
    asked: CollocationsAsked,
    options: ReadingOptions = {},
  ): Promise<Collocations> {
    return collocations(this.#concordance, query, asked, options);
  }

  /** Asks until no phrase in quotes is in doubt where texts settle it; `shown`: which documents of an answer are. */
  #quoted<T>(ask: (quoted: DoubtfulPhrases) => T, shown: (answer: T) => readonly number[] = NONE): T {
    const quoted = doubtfulPhrases();
    for (;;) {
      const answer = ask(quoted);
      const unread = quoted.unread(shown(answer));
      if (unread.length === 0) return answer;
      quoted.settle(
        unread,
        those(unread, (id) => this.#concordancePage(id)),
      );
    }
  }

  #concordancePage(id: number): ConcordancePage | null {
    const row = this.#pages.row(id);
    if (row === null) return null;
    return {
      id,
      url: this.#pages.url(row),
      site: this.#sites.name(row.site),
      title: row.title,
      text: this.#pages.textAlone(row),
    };
  }

  async places(): Promise<ReadonlyMap<string, CataloguePlace>> {
    return this.#read(() => this.#places.all());
  }

  #shown(id: number): ShownDocument | null {
    const row = this.#pages.row(id);
    if (row !== null)
      return {
        kind: 'page',
        url: this.#pages.url(row),
        site: this.#sites.name(row.site),
        fetchedAt: row.fetched_at,
        published: row.published,
        language: row.language,
        content: this.#pages.text(row),
      };
    const entity = this.#entities.get(id);
    if (entity !== null) return { kind: 'entity', entity };
    const kept = this.#geo.kept(id);
    return kept === null ? null : { kind: 'geo', kept };
  }

  // Reading

  async page(id: number): Promise<StoredPage | null> {
    return this.#read(() => this.#pages.get(id));
  }

  async pagesOf(ids: readonly number[]): Promise<readonly StoredPage[]> {
    return this.#read(() => those(ids, (id) => this.#pages.get(id)));
  }

  async pageAt(url: string, at?: number): Promise<StoredPage | null> {
    return this.#read(() => this.#pages.at(url, at));
  }

  async versions(url: string): Promise<readonly PageVersion[]> {
    return this.#read(() => this.#pages.versions(url));
  }

  async linksFrom(id: number, options: SliceOptions = {}): Promise<Slice<PageLink>> {
    return this.#read(() => this.#pages.linksFrom(id, options));
  }

  async linksTo(url: string, options: SliceOptions = {}): Promise<Slice<PageLink>> {
    return this.#read(() => this.#pages.linksTo(url, options));
  }

  async linkCounts(id: number): Promise<LinkCounts> {
    return this.#read(() => this.#pages.linkCounts(id));
  }

  async pages(options: SliceOptions = {}): Promise<Slice<StoredPage>> {
    return this.#read(() => this.#pages.list(options));
  }

  async sites(options: SliceOptions = {}): Promise<Slice<SiteSummary>> {
    return this.#read(() => this.#sites.list(options));
  }

  async entityTables(): Promise<readonly EntityTableSummary[]> {
    return this.#read(() => this.#entities.tables());
  }

  async entityTypes(): Promise<readonly EntityTypeCount[]> {
    return this.#read(() => this.#entities.types());
  }

  async entities(of: EntitiesOf, options: SliceOptions = {}): Promise<Slice<StoredEntity>> {
    return this.#read(() => this.#entities.list(of, options));
  }

  async entityView(asked: EntityViewAsked, options: SliceOptions = {}): Promise<EntityView> {
    return this.#read(() => this.#entities.view(asked, options));
  }

  async changeTable(id: number, expected: number, table: EntityTableIn): Promise<TableOutcome> {
    return this.#changing(() => this.#entities.changeTable(id, expected, table));
  }

  async removeTable(id: number, expected: number): Promise<true | EntityTableSummary> {
    return this.#changing(() => this.#entities.removeTable(id, expected));
  }

  /** Who writes ends with it. */
  #applyChanges(): void {
    this.#entities.gather();
    this.#changes.apply(this.#index);
  }

  #changing<T>(work: () => T): T {
    return this.#transaction(() => {
      const result = work();
      this.#applyChanges();
      return result;
    });
  }

  async entity(id: number): Promise<StoredEntity | null> {
    return this.#read(() => this.#entities.get(id));
  }

  async entitiesOf(
    ids: readonly number[],
    { table }: Pick<EntitiesOf, 'table'> = {},
  ): Promise<readonly StoredEntity[]> {
    return this.#read(() =>
      those(ids, (id) => (table === undefined ? this.#entities.get(id) : this.#entities.rowOf(id, table))),
    );
  }

  async geoSearch(text: string, options: GeoSearchOptions = {}): Promise<GeoAnswer> {
    return this.#read(() => this.#geoSearch.search(text, options));
  }

  async geo(id: number): Promise<StoredGeo | null> {
    return this.#read(() => this.#geo.get(id));
  }

  async geosOf(ids: readonly number[]): Promise<readonly StoredGeo[]> {
    return this.#read(() => those(ids, (id) => this.#geo.get(id)));
  }

  async geoThumbnail(id: number): Promise<Uint8Array | null> {
    return this.#read(() => this.#geo.thumbnail(id));
  }

  async producers(options: SliceOptions = {}): Promise<Slice<ProducerRecord>> {
    return this.#read(() => this.#geo.producers(options));
  }

  async summary(): Promise<CatalogueSummary> {
    return this.#read(() => {
      const fetched = this.#db
        .statement('SELECT min(first_fetched) AS first, max(last_fetched) AS last FROM site')
        .get<{ first: number | null; last: number | null }>()!;
      const size = this.#db
        .statement(
          'SELECT page_count * page_size AS bytes FROM pragma_page_count() CROSS JOIN pragma_page_size()',
        )
        .get<{ bytes: number }>()!;
      const count = this.#counts;
      return {
        pages: count.get('pages'),
        versions: count.get('versions'),
        sites: this.#sites.total,
        entities: count.get('entities'),
        geoFiles: count.get('geoFiles'),
        services: count.get('services'),
        links: count.get('links'),
        producers: this.#geo.producerCount(),
        firstFetched: fetched.first,
        lastFetched: fetched.last,
        bytes: size.bytes,
        textBytes: count.get('textBytes'),
        schemaVersion: SCHEMA_VERSION,
      };
    });
  }

  // What people added

  async kept<K extends KeptKind>(kind: K, id: string): Promise<Kept<K> | null> {
    return this.#kept.get(kind, id) as Kept<K> | null;
  }

  async keptOf<K extends KeptKind>(kind: K, options: SliceOptions = {}): Promise<Slice<Kept<K>>> {
    return this.#kept.list(kind, options) as Slice<Kept<K>>;
  }

  async keep<K extends KeptKind>(change: KeptChange<K>): Promise<KeptOutcome<K>> {
    return (await this.#kept.keep(change)) as KeptOutcome<K>;
  }

  async unkeep<K extends KeptKind>(kind: K, id: string, expected: number): Promise<true | Kept<K>> {
    return (await this.#kept.unkeep(kind, id, expected)) as true | Kept<K>;
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  // Agreement with the file

  #read<T>(work: () => T): T {
    return this.#guard(() =>
      this.#db.snapshot(() => {
        this.#refresh();
        return work();
      }),
    );
  }

  #transaction<T>(work: () => T): T {
    return this.#guard(() => {
      try {
        return this.#db.transaction(() => {
          this.#refresh();
          const result = work();
          this.#sites.flush();
          this.#counts.flush();
          // Our own changes of places are in memory already.
          this.#placeChanges = this.#counts.get('placeChanges');
          this.#noteChanges();
          return result;
        });
      } catch (error) {
        this.#forget();
        throw error;
      }
    });
  }

  /** What another process has written is read anew, and no more than that. */
  #refresh(): void {
    const { data_version: version } = this.#db
      .statement('PRAGMA data_version')
      .get<{ data_version: number }>()!;
    if (version === this.#dataVersion) return;
    this.#dataVersion = version;
    this.#counts.forget();
    this.#entities.forget();
    if (this.#compression.unlearned) this.#compression.reload();
    this.#noteChanges();
  }

  #noteChanges(): void {
    const places = this.#counts.get('placeChanges');
    if (places !== this.#placeChanges) {
      this.#placeChanges = places;
      this.#places.forget();
    }
    const geo = this.#counts.get('geoChanges');
    if (geo !== this.#geoChanges) {
      this.#geoChanges = geo;
      this.#geoSearch.forget();
    }
  }

  /** After a roll-back nothing in memory may be trusted. */
  #forget(): void {
    this.#dataVersion = -1;
    this.#placeChanges = -1;
    this.#geoChanges = -1;
    this.#addresses.forget();
    this.#compression.reload();
    this.#packs.forget();
    this.#counts.forget();
    this.#sites.forget();
    this.#files.forget();
    this.#places.forget();
    this.#links.forget();
    this.#entities.forget();
    this.#changes.clear();
    this.#geoSearch.forget();
    this.#answers.forget();
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw catalogueError(this.#path, error);
    }
  }
}

/** Most records that are asked for by their identities at once. */
const MOST_AT_ONCE = 1_000;

function those<T>(ids: readonly number[], get: (id: number) => T | null): T[] {
  if (ids.length > MOST_AT_ONCE) throw new RangeError(`${ids.length} records at once`);
  const found: T[] = [];
  for (const id of ids) {
    const one = get(id);
    if (one !== null) found.push(one);
  }
  return found;
}
