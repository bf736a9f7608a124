/**
 * A catalogue that several machines share, in PostgreSQL with PostGIS. Many write rows at once; segments of the search index are written by
 * one at a time, and whoever searches does so in a copy of them on its own disk (`IndexCopy`), so that order and scores are those of a
 * catalogue file.
 *
 * A batch goes in two steps: its rows, with the marks and the list of what is to be indexed, in one transaction; then the segment that has its
 * documents. Who dies in between leaves documents waiting that are shown by their address and not found yet; the next one that opens the
 * catalogue for writing, or settles it, indexes them.
 *
 * ```ts
 * const database = await Database.open(clusterAddress('postgres://db/brasil'), { application: 'tarrafa serve' });
 * const catalogue = await SharedCatalogue.open(database, { copies: '/var/cache/tarrafa', readOnly: true, lag: 2_000 });
 * const answer = await catalogue.search(parseLine('enchentes em Porto Alegre', { gazetteer, today }));
 * await catalogue.close();
 * ```
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TarrafaError } from '../../errors.ts';
import { type HeldFile, holdFile } from '../../files/index.ts';
import type { Gazetteer } from '../../geo/gazetteer/index.ts';
import {
  type Query as Ask,
  type Database,
  migrate,
  numberArray,
  requireVersion,
  textArray,
} from '../../postgres/index.ts';
import { reason } from '../../words/why.ts';
import { catalogueError } from '../catalogue-error.ts';
import { type ConcordanceSource, collocations, concordanceLines, wordYears } from '../concordance/index.ts';
import { INDEX_FORM } from '../migrations.ts';
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
} from '../ports/index.ts';
import type {
  Facets,
  FoundDocument,
  Query,
  SearchAnswer,
  SearchHit,
  SearchOptions,
  Suggestion,
  WordStatistics,
} from '../ports/question.ts';
import { doubtfulPhrases } from '../query/quoted-words.ts';
import type { DoubtfulPhrases } from '../search-index/doubtful-phrases.ts';
import type { IndexedDocument } from '../search-index/port.ts';
import { sqlText } from '../sqlite.ts';
import { addressText } from '../store/addresses.ts';
import { Answers, HITS_AT_ONCE, type ShownDocument, shownIds } from '../store/answers.ts';
import { readCursor, sliceLimit, writeCursor } from '../store/cursor.ts';
import type { Evidence } from '../store/documents.ts';
import { PackFiller } from '../store/pack-filler.ts';
import { tableVersion } from '../tables/table-version.ts';
import { Contents } from './contents.ts';
import { CountChanges } from './count-changes.ts';
import { DocumentChanges } from './document-changes.ts';
import { EntityBatch, type EntityBatchParts, type ThingDocuments } from './entity-rows.ts';
import { countDownload, replaceProducers, writeGeo } from './geo-rows.ts';
import { bring, IndexCopy } from './index-copy.ts';
import { drawVersion, IndexWriter } from './index-writer.ts';
import { addressHash, Interning } from './interning.ts';
import { AnchorCounts, evidenceOf, keepEvidence, LinkBatch } from './link-rows.ts';
import { type HeldCapture, PageBatch } from './page-batch.ts';
import { postgisSchema } from './postgis.ts';
import { NO_PAGES, numbers, preparedPages } from './prepared-page.ts';
import { catalogueMigrations } from './schema.ts';
import { SharedEntities } from './shared-entities.ts';
import { SharedGeography } from './shared-geography.ts';
import { SharedKept } from './shared-kept.ts';
import { SharedPages } from './shared-pages.ts';
import { SharedPlaces } from './shared-places.ts';
import { settleShared } from './shared-settle.ts';
import { Tables, whole } from './tables.ts';
import { noteUnread } from './unread-records.ts';

export interface SharedCatalogueOptions {
  /** The folder of the copies of search indexes: of a cache, on a disk of this machine. Those who only read share one. */
  readonly copies: string;
  /** For places in queries; without one they are known by the values of geographic files and by boxes alone. */
  readonly gazetteer?: Gazetteer | null | undefined;
  /** ms since 1970, for periods as a person means them today. */
  readonly now?: (() => number) | undefined;
  /** Batches are refused, and tables that are not there or of another version too. */
  readonly readOnly?: boolean | undefined;
  /** How old an answer may be, ms: so long after the copy agreed with the tables nobody waits for it to do so again. Default 0. */
  readonly lag?: number | undefined;
}

/** A capture that is to be taken back. */
export interface WithdrawnCapture {
  /** Comparison form of its address. */
  readonly key: string;
  readonly file: string;
  readonly offset: number;
}

interface State {
  readonly stamp: number;
  readonly form: number;
  readonly place_changes: number;
  readonly geo_changes: number;
}

/** Most records that are asked for by their identities at once. */
const MOST_AT_ONCE = 1_000;
/** Documents of others that are indexed in one transaction. */
const DRAINED_TOGETHER = 500;
const DISK_FULL = '53100';

const NONE = (): readonly number[] => [];

export class SharedCatalogue implements Catalogue {
  readonly #tables: Tables;
  readonly #copy: IndexCopy;
  readonly #held: HeldFile | null;
  readonly #writer: IndexWriter | null;
  readonly #contents: Contents;
  readonly #interning: Interning;
  readonly #anchorCounts = new AnchorCounts();
  readonly #blocks: number[] = [];
  readonly #filler: PackFiller;
  readonly #places: SharedPlaces;
  readonly #entities: SharedEntities;
  readonly #pages: SharedPages;
  readonly #geography: SharedGeography;
  readonly #answers: Answers;
  readonly #kept: SharedKept;
  readonly #lag: number;
  /** One batch at a time of this process: others do theirs meanwhile. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  readonly #concordance: ConcordanceSource = {
    occurrences: (query, pattern, wanted) =>
      this.#searched(async () => this.#copy.read(() => this.#answers.occurrences(query, pattern, wanted))),
    wordTotals: (query, years) =>
      this.#searched(async () => this.#copy.read(() => this.#answers.wordTotals(query, years))),
    termCounts: (query, terms) =>
      this.#searched(async () => this.#copy.read(() => this.#answers.termCounts(query, terms))),
    textsOf: (ids) => those(ids, (some) => this.#pages.concordancePages(some)),
  };
  #state: State = { stamp: 0, form: INDEX_FORM, place_changes: -1, geo_changes: -1 };
  #agreedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  #lookingNext: Promise<void> | null = null;

  /**
   * Opens the catalogue of a database, which stays open when the catalogue is closed. Who opens it for writing makes its tables or brings
   * them to this version, and indexes what others left. Throws TRF_CLUSTER_POSTGIS without PostGIS.
   */
  static async open(database: Database, options: SharedCatalogueOptions): Promise<SharedCatalogue> {
    const readOnly = options.readOnly === true;
    if (readOnly) await requireVersion(database, catalogueMigrations(''));
    const tables = new Tables(database, await postgisSchema(database));
    if (!readOnly) await migrate(database, catalogueMigrations(tables.postgis));
    const [made] = await tables.query<{ origin: string; form: number }>(
      'select origin::text as origin, form from @origin, @index_state',
    );
    const { origin, form } = made!;
    if (readOnly && form !== INDEX_FORM) throw new TarrafaError('TRF_CLUSTER_VERSION', [form, INDEX_FORM]);
    const folder = join(options.copies, origin);
    let held: HeldFile | null = null;
    let copy: IndexCopy | null = null;
    try {
      mkdirSync(folder, { recursive: true });
      let name = 'index';
      for (let n = 1; !readOnly && held === null; n++) {
        name = `writer-${n}`;
        held = holdFile(join(folder, `${name}.lock`));
      }
      copy = IndexCopy.open(join(folder, `${name}.db`), origin);
      const catalogue = new SharedCatalogue(tables, copy, held, options);
      await catalogue.#begin(readOnly, form);
      return catalogue;
    } catch (error) {
      copy?.close();
      held?.release();
      throw catalogueError(folder, error);
    }
  }

  private constructor(
    tables: Tables,
    copy: IndexCopy,
    held: HeldFile | null,
    { gazetteer = null, now = Date.now, readOnly = false, lag = 0 }: SharedCatalogueOptions,
  ) {
    this.#tables = tables;
    this.#copy = copy;
    this.#held = held;
    this.#writer = readOnly ? null : new IndexWriter(tables, copy);
    this.#lag = lag;
    this.#contents = new Contents(tables);
    this.#interning = new Interning(tables);
    this.#filler = new PackFiller(this.#contents.compression, () => this.#blocks.shift()!);
    this.#places = new SharedPlaces(tables);
    this.#entities = new SharedEntities(tables, this.#contents);
    this.#pages = new SharedPages({
      tables,
      contents: this.#contents,
      entities: this.#entities,
      places: () => this.places(),
    });
    this.#geography = new SharedGeography({
      tables,
      contents: this.#contents,
      pages: this.#pages,
      gazetteer,
    });
    this.#kept = new SharedKept(tables);
    this.#answers = new Answers({ index: copy.index, places: this.#places, gazetteer, now });
  }

  async #begin(readOnly: boolean, form: number): Promise<void> {
    if (readOnly) return this.#contents.load();
    await this.#contents.prepare();
    await this.#gatherThings();
    if (form !== INDEX_FORM) await this.#emptyIndex();
    await this.#drain();
  }

  // Writing

  async write(batch: CatalogueBatch): Promise<void> {
    return this.#guard(() => this.#inTurn(() => this.#write(batch)));
  }

  async #write(batch: CatalogueBatch): Promise<void> {
    const writer = this.#writing();
    const { pages = [], same = [], geo = [], tables: entityTables = [], marks = [], forget = [] } = batch;
    if (pages.length > 0 && this.#contents.compression.unlearned)
      await this.#contents.learn(pages.map((page) => page.text));
    const site = await this.#interning.sites(sitesOf(batch));
    const [tables, interning, filler, blocks] = [this.#tables, this.#interning, this.#filler, this.#blocks];
    let prepared: Awaited<ReturnType<typeof preparedPages>>;
    try {
      prepared = await preparedPages({ tables, interning, filler, blocks, site }, pages, same);
    } catch (error) {
      filler.forget();
      throw error;
    }
    const file = await interning.files(marks.map((mark) => mark.file));
    const entities = pages.reduce((sum, page) => sum + page.entities.length, 0);
    const rows = entityTables.reduce((sum, table) => sum + table.rows.length, 0);
    const ids = await numbers(tables, 'document_number', pages.length + entities + geo.length + rows);
    const version = drawVersion();
    const done = await tables.transaction(async (query) => {
      let given = 0;
      const nextId = (): number => ids[given++]!;
      const counts = new CountChanges();
      const changes = new DocumentChanges();
      const contents = this.#contents;
      const links = new LinkBatch(this.#anchorCounts, prepared.freshAnchors);
      if (geo.length > 0 || entityTables.length > 0 || batch.producers !== undefined)
        await this.#alone(query);
      await this.#amongThings(query, entityTables.length > 0);
      const forgotten = await this.#unmark(query, forget);
      await this.#places.write(query, counts, batch.places ?? []);
      const ofBatch = new EntityBatch({ contents, counts, changes, nextId, site });
      await new PageBatch(
        { query, contents, counts, changes, entities: ofBatch, links, nextId },
        prepared,
      ).run(forgotten);
      if (geo.length > 0)
        await writeGeo({ query, postgis: tables.postgis, contents, counts, changes, nextId, site }, geo);
      if (batch.producers !== undefined) await replaceProducers(query, counts, batch.producers);
      for (const table of entityTables) await ofBatch.putTable(query, table);
      if (entityTables.length > 0) await ofBatch.write(query);
      await ofBatch.gather(query, this.#thingDocuments);
      await changes.note(query, version);
      await this.#mark(query, marks, file);
      await counts.write(query);
      return { changes, links };
    });
    done.links.learned();
    if (done.changes.size > 0) await writer.apply(done.changes, version);
  }

  /** What is rarely written, and by names that two may bring at once: one after the other. */
  async #alone(query: Ask): Promise<void> {
    await query('select pg_advisory_xact_lock(hashtext($1))', [
      `tarrafa ${this.#tables.database.schema} catalogue rare`,
    ]);
  }

  /**
   * What pages state and what tables have of it is brought together by who sees both: those who write pages go together, who changes a table
   * goes when none of them is under way.
   */
  async #amongThings(query: Ask, changesTables: boolean): Promise<void> {
    await query(`select pg_advisory_xact_lock${changesTables ? '' : '_shared'}(hashtext($1))`, [
      `tarrafa ${this.#tables.database.schema} catalogue things`,
    ]);
  }

  readonly #thingDocuments: ThingDocuments = (query, ids) => this.#entities.documents(query, ids);

  /** A catalogue of before counts a thing once for each of its rows. */
  async #gatherThings(): Promise<void> {
    const left = 'select 1 from @index_state where not gathered';
    if ((await this.#tables.query(left)).length === 0) return;
    await this.#tables.transaction(async (query) => {
      await this.#amongThings(query, true);
      // Another process may have been faster.
      if ((await query(left)).length === 0) return;
      const [counts, changes] = [new CountChanges(), new DocumentChanges()];
      const nothing = { nextId: () => 0, site: () => 0 };
      const entities = new EntityBatch({ contents: this.#contents, counts, changes, ...nothing });
      await entities.gatherAll(query, this.#thingDocuments);
      await changes.note(query, drawVersion());
      await query('update @index_state set gathered = true');
      await counts.write(query);
    });
  }

  async changeTable(id: number, expected: number, table: EntityTableIn): Promise<TableOutcome> {
    return this.#guard(() => this.#inTurn(() => this.#changeTable(id, expected, table)));
  }

  async #changeTable(id: number, expected: number, table: EntityTableIn): Promise<TableOutcome> {
    const site = await this.#interning.sites([...new Set(table.rows.map((row) => row.site))]);
    const ids = await numbers(this.#tables, 'document_number', table.rows.length);
    const wanted = tableVersion({ ...table, name: sqlText(table.name), rows: table.rows.length });
    let given = 0;
    return this.#changingTables(
      { site, nextId: () => ids[given++]! },
      async (query, entities): Promise<TableOutcome> => {
        given = 0;
        const present = await this.#entities.table(query, id);
        // Its own work, of a transaction that is done again.
        if (present?.version === wanted) return { done: true, table: present };
        if (present?.version !== expected) return { done: false, present };
        const [other] = await query<{ id: number }>(
          'select id from @entity_table where md5(name) = md5($1::text) and id <> $2',
          [sqlText(table.name), present.id],
        );
        if (other !== undefined)
          throw new TarrafaError('TRF_REQUEST_INVALID', [reason('table-name-taken', { name: table.name })]);
        await entities.changeTable(query, id, table);
        await entities.write(query);
        return { done: true, table: (await this.#entities.table(query, id))! };
      },
    );
  }

  async removeTable(id: number, expected: number): Promise<true | EntityTableSummary> {
    return this.#guard(() =>
      this.#inTurn(() =>
        this.#changingTables(
          { site: () => 0, nextId: () => 0 },
          async (query, entities): Promise<true | EntityTableSummary> => {
            const present = await this.#entities.table(query, id);
            if (present === null) return true;
            if (present.version !== expected) return present;
            await entities.removeTable(query, present.id);
            return true;
          },
        ),
      ),
    );
  }

  async #changingTables<T>(
    parts: Pick<EntityBatchParts, 'site' | 'nextId'>,
    work: (query: Ask, entities: EntityBatch) => Promise<T>,
  ): Promise<T> {
    const writer = this.#writing();
    const version = drawVersion();
    const { changes, result } = await this.#tables.transaction(async (query) => {
      const [counts, changes] = [new CountChanges(), new DocumentChanges()];
      await this.#alone(query);
      await this.#amongThings(query, true);
      const entities = new EntityBatch({ contents: this.#contents, counts, changes, ...parts });
      const result = await work(query, entities);
      await entities.gather(query, this.#thingDocuments);
      await changes.note(query, version);
      await counts.write(query);
      return { changes, result };
    });
    if (changes.size > 0) await writer.apply(changes, version);
    return result;
  }

  /**
   * Takes captures back by the places of their records, with the pages that only they have: what they say is not believed any more. Records of
   * others that can only be shown by what was taken back are unread then.
   */
  async withdraw(captures: readonly WithdrawnCapture[]): Promise<void> {
    if (captures.length === 0) return;
    return this.#guard(() => this.#inTurn(() => this.#withdraw(captures)));
  }

  async #withdraw(captures: readonly WithdrawnCapture[]): Promise<void> {
    const writer = this.#writing();
    const file = await this.#interning.files(captures.map((capture) => capture.file));
    const places = [
      numberArray(captures.map((capture) => file(capture.file))),
      numberArray(captures.map(({ offset }) => whole(offset))),
    ];
    const hashes = textArray(captures.map(({ key }) => addressHash(addressText(key))));
    const version = drawVersion();
    const done = await this.#tables.transaction(async (query) => {
      await this.#amongThings(query, false);
      await query(
        `delete from @archived archived using unnest($1::int[], $2::bigint[]) as t (file, position)
          where archived.file = t.file and archived.position = t.position`,
        places,
      );
      const held = await query<HeldCapture>(
        `select capture.address, capture.page, capture.file, capture.position
          from unnest($1::int[], $2::bigint[], $3::uuid[]) as t (file, position, hash) join @address address on address.hash = t.hash
          join @capture capture on capture.address = address.id and capture.file = t.file and capture.position = t.position`,
        [...places, hashes],
      );
      if (held.length === 0) return null;
      const counts = new CountChanges();
      const changes = new DocumentChanges();
      const contents = this.#contents;
      const links = new LinkBatch(this.#anchorCounts, new Set());
      const nothing = { nextId: () => 0, site: () => 0 };
      const entities = new EntityBatch({ contents, counts, changes, ...nothing });
      const batch = new PageBatch(
        { query, contents, counts, changes, entities, links, nextId: nothing.nextId },
        NO_PAGES,
      );
      await noteUnread(query, await batch.withdraw(held));
      await entities.gather(query, this.#thingDocuments);
      await changes.note(query, version);
      await counts.write(query);
      return { changes, links };
    });
    if (done === null) return;
    done.links.learned();
    if (done.changes.size > 0) await writer.apply(done.changes, version);
  }

  /** Archive files that are to be forgotten, by their numbers: those that there are. */
  async #unmark(query: Ask, names: readonly string[]): Promise<number[]> {
    if (names.length === 0) return [];
    const rows = await query<{ id: number }>(
      'update @archive_file set analysed = null, head = null where name = any($1::text[]) returning id',
      [textArray(names.map(sqlText))],
    );
    await query('delete from @archived where file = any($1::int[])', [numberArray(rows.map(({ id }) => id))]);
    return rows.map(({ id }) => id);
  }

  async #mark(query: Ask, marks: readonly ArchiveMark[], file: (name: string) => number): Promise<void> {
    if (marks.length === 0) return;
    const last = [...new Map(marks.map((mark) => [file(mark.file), mark]))].sort(([a], [b]) => a - b);
    await query(
      `update @archive_file file set analysed = mark.offset, head = mark.head
        from unnest($1::int[], $2::bigint[], $3::text[]) as mark (id, "offset", head) where file.id = mark.id`,
      [
        numberArray(last.map(([id]) => id)),
        numberArray(last.map(([, { offset }]) => whole(offset))),
        textArray(last.map(([, { head }]) => (head === undefined ? null : sqlText(head)))),
      ],
    );
  }

  async settle(): Promise<void> {
    return this.#guard(() =>
      this.#inTurn(async () => {
        const writer = this.#writing();
        await this.#drain();
        await settleShared(writer, (query, evidence) => this.#pageDocuments(query, evidence));
        await writer.write(async (index) => index.merge());
      }),
    );
  }

  /** Makes the search index again from what is stored. */
  async reindex(): Promise<void> {
    return this.#guard(() =>
      this.#inTurn(async () => {
        await this.#emptyIndex();
        await this.#drain();
        await this.#writing().write(async (index) => index.merge(true));
      }),
    );
  }

  /** Everything is to be indexed again. Copies notice by a stamp that never was. */
  async #emptyIndex(): Promise<void> {
    this.#writing();
    await this.#tables.transaction(async (query) => {
      await query('select pg_advisory_xact_lock(hashtext($1))', [
        `tarrafa ${this.#tables.database.schema} catalogue index`,
      ]);
      for (const table of ['segments', 'columns', 'data', 'names', 'history'])
        await query(`delete from @index_${table}`);
      const stamp = drawVersion();
      await query('insert into @index_history (stamp) values ($1)', [stamp]);
      await query('update @index_state set stamp = $1, form = $2', [stamp, INDEX_FORM]);
      await query(
        `insert into @unindexed (document, version) select id, 0 from @found on conflict (document) do nothing`,
      );
    });
  }

  /** Indexes documents that wait: of writers that died, or that are about to do it themselves. */
  async #drain(): Promise<void> {
    const [waiting] = await this.#tables.query('select 1 from @unindexed limit 1');
    if (waiting === undefined) return;
    const writer = this.#writing();
    while ((await writer.drain(DRAINED_TOGETHER, (query, ids) => this.#documents(query, ids))) > 0);
  }

  /** What stands under some identities, as the index takes it. */
  async #documents(query: Ask, ids: readonly number[]): Promise<ReadonlyMap<number, IndexedDocument>> {
    const pages = await this.#pages.documents(query, ids, async (rows) => {
      const said = await evidenceOf(query, rows);
      const evidence = new Map(rows.map(({ id, address }) => [id, said.get(address)!]));
      await keepEvidence(query, [...evidence]);
      return evidence;
    });
    const left = ids.filter((id) => !pages.has(id));
    const entities = await this.#entities.documents(query, left);
    const geo = await this.#geography.documents(query, left);
    return new Map([...pages, ...entities, ...geo]);
  }

  async #pageDocuments(
    query: Ask,
    evidence: ReadonlyMap<number, Evidence>,
  ): Promise<ReadonlyMap<number, IndexedDocument>> {
    return this.#pages.documents(query, [...evidence.keys()], async () => evidence);
  }

  async marks(): Promise<readonly ArchiveMark[]> {
    const rows = await this.#tables.query<{ name: string; analysed: number; head: string | null }>(
      'select name, analysed, head from @archive_file where analysed is not null order by name',
    );
    return rows.map(({ name, analysed, head }) => ({
      file: name,
      offset: analysed,
      ...(head === null ? {} : { head }),
    }));
  }

  async known(captures: readonly CaptureFound[]): Promise<readonly (KnownCapture | null)[]> {
    return this.#pages.known(captures);
  }

  async countDownload(id: number, visitor: string, day: Day): Promise<boolean> {
    return this.#guard(() =>
      this.#tables.transaction(async (query) => {
        const counts = new CountChanges();
        const counted = await countDownload(query, counts, whole(id), visitor, day);
        if (counted) await counts.write(query);
        return counted;
      }),
    );
  }

  // Searching

  async search(query: Query, options: SearchOptions = {}): Promise<SearchAnswer> {
    return this.#searched(async () => {
      const found = await this.#quoted((quoted) => this.#answers.find(query, options, quoted), shownIds);
      const shown = await this.#shown(shownIds(found));
      return this.#answers.tell(found, (id) => shown.get(id) ?? null);
    });
  }

  async *everyHit(
    query: Query,
    options: Pick<SearchOptions, 'order' | 'dates' | 'statistics'> = {},
  ): AsyncGenerator<readonly SearchHit[]> {
    const { hits, searched } = await this.#searched(() =>
      this.#quoted((quoted) => this.#answers.findAll(query, options, quoted)),
    );
    for (let at = 0; at < hits.length; at += HITS_AT_ONCE) {
      const part = { searched, hits: hits.slice(at, at + HITS_AT_ONCE) };
      const shown = await this.#shown(part.hits.map(({ id }) => id));
      yield this.#copy.read(() => this.#answers.tellHits(part, (id) => shown.get(id) ?? null));
    }
  }

  /** Asks until no phrase in quotes is in doubt where texts settle it; `shown`: which documents of an answer are. */
  async #quoted<T>(
    ask: (quoted: DoubtfulPhrases) => T,
    shown: (answer: T) => readonly number[] = NONE,
  ): Promise<T> {
    const quoted = doubtfulPhrases();
    for (;;) {
      const answer = this.#copy.read(() => ask(quoted));
      const unread = quoted.unread(shown(answer));
      if (unread.length === 0) return answer;
      quoted.settle(unread, (await this.#pages.concordancePages(unread)).values());
    }
  }

  async #shown(ids: readonly number[]): Promise<ReadonlyMap<number, ShownDocument>> {
    const pages = await this.#pages.shown(ids);
    const left = ids.filter((id) => !pages.has(id));
    if (left.length === 0) return pages;
    const shown = new Map(pages);
    for (const [id, entity] of await this.#entities.get(left)) shown.set(id, { kind: 'entity', entity });
    const still = left.filter((id) => !shown.has(id));
    for (const [id, kept] of await this.#geography.kept(still)) shown.set(id, { kind: 'geo', kept });
    return shown;
  }

  async suggest(text: string, limit?: number): Promise<readonly Suggestion[]> {
    return this.#searched(async () => {
      const titles = new Map<number, string>();
      const sites = new Map<string, readonly string[]>();
      // Which titles and sites are looked at shows as it goes: what it missed is brought, and it is done again.
      for (;;) {
        const missingTitles = new Set<number>();
        const missingSites = new Map<string, { readonly prefix: string; readonly most: number }>();
        const suggested = this.#copy.read(() =>
          this.#answers.suggest(text, limit, {
            title: (id) => {
              const title = titles.get(id);
              if (title === undefined) missingTitles.add(id);
              return title ?? '';
            },
            sites: (prefix, most) => {
              const known = sites.get(`${most} ${prefix}`);
              if (known === undefined) missingSites.set(`${most} ${prefix}`, { prefix, most });
              return known ?? [];
            },
          }),
        );
        if (missingTitles.size === 0 && missingSites.size === 0) return suggested;
        for (const id of missingTitles) titles.set(id, '');
        if (missingTitles.size > 0)
          for (const [id, title] of await this.#pages.titles([...missingTitles])) titles.set(id, title);
        for (const [key, { prefix, most }] of missingSites)
          sites.set(key, await this.#sitesStartingWith(prefix, most));
      }
    });
  }

  async #sitesStartingWith(prefix: string, most: number): Promise<string[]> {
    const from = sqlText(prefix);
    const rows = await this.#tables.query<{ name: string }>(
      'select name from @site where name >= $1 and name < $2 and pages > 0 order by pages desc, name limit $3',
      [from, `${from}\u{10FFFF}`, most],
    );
    return rows.map(({ name }) => name);
  }

  async wordStatistics(query: Query): Promise<WordStatistics> {
    return this.#searched(async () => this.#copy.read(() => this.#answers.wordStatistics(query)));
  }

  async facets(query: Query, options: Pick<SearchOptions, 'dates'> = {}): Promise<Facets> {
    return this.#searched(() => this.#quoted((quoted) => this.#answers.facets(query, options, quoted)));
  }

  async matches(query: Query): Promise<readonly FoundDocument[]> {
    return this.#searched(() => this.#quoted((quoted) => this.#answers.matches(query, quoted)));
  }

  async timeline(query: Query, options: Pick<SearchOptions, 'dates'> = {}): Promise<Timeline> {
    return this.#searched(() => this.#quoted((quoted) => this.#answers.timeline(query, options, quoted)));
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

  async places(): Promise<ReadonlyMap<string, CataloguePlace>> {
    return this.#guard(async () => {
      await this.#stated();
      return this.#places.all();
    });
  }

  // Reading

  async page(id: number): Promise<StoredPage | null> {
    return (await this.#pages.get([whole(id)])).get(id) ?? null;
  }

  async pagesOf(ids: readonly number[]): Promise<readonly StoredPage[]> {
    return those(ids, (some) => this.#pages.get(some));
  }

  async pageAt(url: string, at?: number): Promise<StoredPage | null> {
    return this.#pages.at(url, at);
  }

  async versions(url: string): Promise<readonly PageVersion[]> {
    return this.#pages.versions(url);
  }

  async linksFrom(id: number, options: SliceOptions = {}): Promise<Slice<PageLink>> {
    return this.#pages.linksFrom(id, options);
  }

  async linksTo(url: string, options: SliceOptions = {}): Promise<Slice<PageLink>> {
    return this.#pages.linksTo(url, options);
  }

  async linkCounts(id: number): Promise<LinkCounts> {
    return this.#pages.linkCounts(id);
  }

  async pages(options: SliceOptions = {}): Promise<Slice<StoredPage>> {
    return this.#pages.list(options);
  }

  async entityTables(): Promise<readonly EntityTableSummary[]> {
    return this.#entities.tables();
  }

  async entityTypes(): Promise<readonly EntityTypeCount[]> {
    return this.#entities.types();
  }

  async entities(of: EntitiesOf, options: SliceOptions = {}): Promise<Slice<StoredEntity>> {
    return this.#entities.list(of, options);
  }

  async entityView(asked: EntityViewAsked, options: SliceOptions = {}): Promise<EntityView> {
    return this.#entities.view(asked, options);
  }

  async entity(id: number): Promise<StoredEntity | null> {
    return (await this.#entities.get([whole(id)])).get(id) ?? null;
  }

  async entitiesOf(
    ids: readonly number[],
    { table }: Pick<EntitiesOf, 'table'> = {},
  ): Promise<readonly StoredEntity[]> {
    return those(ids, (some) =>
      table === undefined ? this.#entities.get(some) : this.#entities.rowsOf(some, table),
    );
  }

  async geoSearch(text: string, options: GeoSearchOptions = {}): Promise<GeoAnswer> {
    return this.#guard(async () => {
      await this.#stated();
      return this.#geography.search(text, options, this.#state.geo_changes);
    });
  }

  async geo(id: number): Promise<StoredGeo | null> {
    return (await this.#geography.get([whole(id)])).get(id) ?? null;
  }

  async geosOf(ids: readonly number[]): Promise<readonly StoredGeo[]> {
    return those(ids, (some) => this.#geography.get(some));
  }

  async geoThumbnail(id: number): Promise<Uint8Array | null> {
    return this.#geography.thumbnail(id);
  }

  async producers(options: SliceOptions = {}): Promise<Slice<ProducerRecord>> {
    return this.#geography.producers(options);
  }

  /** Largest first. */
  async sites(options: SliceOptions = {}): Promise<Slice<SiteSummary>> {
    const limit = sliceLimit(options);
    const [pages, name] =
      options.cursor === undefined
        ? [Number.MAX_SAFE_INTEGER, '']
        : readCursor('sites', options.cursor, [0, ''] as const);
    const rows = await this.#tables.query<SiteSummary>(
      `select name as site, pages, entities, geo_files as "geoFiles", coalesce(first_fetched, 0) as "firstFetched",
          coalesce(last_fetched, 0) as "lastFetched" from @site
        where (pages > 0 or entities > 0 or geo_files > 0) and (pages < $1::bigint or (pages = $1::bigint and name > $2))
        order by pages desc, name limit $3`,
      [whole(Math.floor(pages)), sqlText(name), limit + 1],
    );
    const items = rows.slice(0, limit).map((row) => ({ ...row }));
    const last = items.at(-1);
    return {
      items,
      next: rows.length > limit && last !== undefined ? writeCursor('sites', [last.pages, last.site]) : null,
    };
  }

  async summary(): Promise<CatalogueSummary> {
    const [row] = await this.#tables.query<CatalogueSummary>(
      `select pages, versions, (select count(*) from @site where pages > 0 or entities > 0 or geo_files > 0) as sites, entities,
          geo_files as "geoFiles", services, links, (select count(*) from @producer) as producers,
          (select min(first_fetched) from @site) as "firstFetched", (select max(last_fetched) from @site) as "lastFetched",
          (select sum(pg_total_relation_size(c.oid))::bigint from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = $1 and c.relkind = 'r' and c.relname like 'catalogue\\_%') as bytes,
          text_bytes as "textBytes", $2::int as "schemaVersion" from @counts`,
      [this.#tables.database.schema, catalogueMigrations('').steps.length],
    );
    return { ...row! };
  }

  // What people added

  async kept<K extends KeptKind>(kind: K, id: string): Promise<Kept<K> | null> {
    return this.#kept.get(kind, id);
  }

  async keptOf<K extends KeptKind>(kind: K, options: SliceOptions = {}): Promise<Slice<Kept<K>>> {
    return this.#kept.list(kind, options);
  }

  async keep<K extends KeptKind>(change: KeptChange<K>): Promise<KeptOutcome<K>> {
    return this.#guard(() => this.#kept.keep(change));
  }

  async unkeep<K extends KeptKind>(kind: K, id: string, expected: number): Promise<true | Kept<K>> {
    return this.#guard(() => this.#kept.unkeep(kind, id, expected));
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#lastWrite, this.#looking, this.#lookingNext]);
    this.#writer?.close();
    this.#copy.close();
    this.#held?.release();
  }

  // Agreement with the tables

  /** Runs `work` when copy and memory agree with the tables, as nearly as was asked for. */
  async #searched<T>(work: () => Promise<T>): Promise<T> {
    return this.#guard(async () => {
      if (performance.now() - this.#agreedAt < this.#lag) {
        // In good time for those who come later. Should it fail, they will hear of it.
        this.#look().catch(() => {});
      } else await this.#lookAnew();
      return work();
    });
  }

  /** One look at a time, shared by all who ask meanwhile. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** A look that begins now or later: one that is under way may have seen what was before. */
  #lookAnew(): Promise<void> {
    if (this.#looking === null) return this.#look();
    this.#lookingNext ??= this.#looking
      .catch(() => {})
      .then(() => {
        this.#lookingNext = null;
        return this.#look();
      });
    return this.#lookingNext;
  }

  async #lookNow(): Promise<void> {
    const began = performance.now();
    const { stamp } = await this.#readState();
    if (this.#copy.stamp !== stamp)
      await this.#copy.alone(() => this.#tables.snapshot((query) => bring(this.#copy.db, query)));
    this.#agreedAt = began;
  }

  /** The same for what is asked without the copy. */
  async #stated(): Promise<void> {
    if (performance.now() - this.#agreedAt < this.#lag) this.#look().catch(() => {});
    else await this.#readState();
  }

  async #readState(): Promise<State> {
    const [state] = await this.#tables.query<State>(
      'select stamp, form, place_changes, geo_changes from @index_state, @counts',
    );
    if (state!.form !== INDEX_FORM) throw new TarrafaError('TRF_CLUSTER_VERSION', [state!.form, INDEX_FORM]);
    await this.#places.load(state!.place_changes);
    this.#state = state!;
    return state!;
  }

  #writing(): IndexWriter {
    if (this.#writer === null)
      throw new TarrafaError('TRF_STORAGE_DENIED', [this.#tables.database.address.shown, 'read-only']);
    return this.#writer;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastWrite.then(work, work);
    this.#lastWrite = done.catch(() => {});
    return done;
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code === DISK_FULL)
        throw new TarrafaError('TRF_STORAGE_FULL', [this.#tables.database.address.shown], { cause: error });
      throw catalogueError(this.#copy.path, error);
    }
  }
}

function* sitesOf({ pages = [], geo = [], tables = [] }: CatalogueBatch): Generator<string> {
  for (const page of pages) {
    yield page.site;
    for (const entity of page.entities) yield entity.site;
  }
  for (const { file } of geo) yield file.site;
  for (const table of tables) for (const row of table.rows) yield row.site;
}

async function those<T>(
  ids: readonly number[],
  get: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>,
): Promise<T[]> {
  if (ids.length > MOST_AT_ONCE) throw new RangeError(`${ids.length} records at once`);
  const found = await get(ids.map(whole));
  return ids.flatMap((id) => found.get(id) ?? []);
}
