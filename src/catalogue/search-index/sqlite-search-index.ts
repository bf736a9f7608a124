/**
 * The search index on SQLite: a log-structured inverted index whose immutable segments are blobs, so that transactions and safety against a
 * kill come from the database. Each batch becomes a segment; segments of like size are merged into a larger one, up to a size at which
 * rewriting would hold a writer up.
 *
 * What is in memory is checked against the state of the database at every call. A change by another process, or a transaction that the
 * caller has rolled back, is noticed by the stamp of the state, which is drawn at random and so never comes back.
 */
import { randomBytes } from 'node:crypto';
import { editDistance, fold, forEachToken } from '../../text/index.ts';
import type { FoundDocument, WordStatistics } from '../ports/question.ts';
import type { Database, Statement } from '../sqlite.ts';
import {
  COLUMN_NAMES,
  cleanAuthority,
  columnBytes,
  KINDS,
  makeColumns,
  mergeColumns,
} from './columns/columns.ts';
import { Names, SITES } from './columns/names.ts';
import type { Occurrences, OccurrencesWanted, WordPattern, WordTotals } from './occurrences.ts';
import type {
  IndexAnswer,
  IndexedDocument,
  IndexRequest,
  LinkEvidence,
  NearWord,
  SearchIndex,
} from './port.ts';
import { Inverter, MOST_OCCURRENCES } from './postings/inverter.ts';
import { NO_YEAR } from './postings/measures.ts';
import { NEIGHBOUR_FORM } from './postings/neighbours.ts';
import { decodeDocuments, type TermEntry } from './postings/term-entry.ts';
import { countOccurrences, countTerm, indexPattern, wordsOf, YearSums } from './search/count-occurrences.ts';
import { OccurrenceList } from './search/occurrence-list.ts';
import { PairCounts } from './search/pair-counts.ts';
import { Searcher } from './search/search.ts';
import { AnchorChange } from './segments/anchor-change.ts';
import { BlobCache, MissingRow } from './segments/blob-cache.ts';
import { mergeTerms, TermCursor } from './segments/merge.ts';
import { NEIGHBOURS_COLUMN, Segment, type SegmentRow } from './segments/segment.ts';
import { type FrequentTerm, SegmentWriter } from './segments/segment-writer.ts';
import { nearTerms } from './terms/near-words.ts';
import { termOf } from './terms/terms.ts';

export interface SearchIndexOptions {
  /** Memory for rows read lately, in bytes. */
  readonly cacheBytes?: number;
  /** Segments of like size that are merged at once. */
  readonly fanIn?: number;
  /** A segment of more bytes is merged no further unless everything is: a merge is never larger than `fanIn` times this. */
  readonly largestSource?: number;
}

interface StateRow {
  readonly stamp: number;
  readonly next_segment: number;
  readonly next_row: number;
}

const CACHE_BYTES = 96 << 20;
const FAN_IN = 10;
/**
 * About 8,000 pages of 2 kB. What ten of them are merged into is left alone: a larger merge would hold up other writers of the file for
 * longer than they wait.
 */
const LARGEST_SOURCE = 9 << 20;
/** Segments up to this size count as of one size. */
const SMALLEST_TIER = 128 << 10;
/** A segment that lost so much is written anew when there is time. */
const MOST_DELETED = 0.3;
/** From this part of its documents on, writing a segment anew costs less than indexing them again. */
const WORTH_WRITING = 1 / 8;
/** From so many letters on, the words of the whole dictionary are suggested. */
const WHOLE_DICTIONARY_LETTERS = 4;
/** Letters that a stem may have lost. */
const LONGEST_ENDING = 7;
/** Letters by which forms of one word differ. */
const LONGEST_PLURAL = 2;
/** How often a search begins again because another process merged under it. */
const TRIES = 5;

export class SqliteSearchIndex implements SearchIndex {
  readonly #database: Database;
  readonly #cache: BlobCache;
  readonly #names: Names;
  readonly #searcher: Searcher;
  readonly #fanIn: number;
  readonly #largestSource: number;
  readonly #state: Statement;
  /** Made when the first document comes: those who only read need none. */
  #inverter: Inverter | null = null;
  #segments: Segment[] = [];
  #stamp = Number.NaN;
  /** The state in memory comes from a write of our own, which may yet be rolled back. */
  #ownWrite = true;
  #liveCounts = new Map<string, number>();

  /** The tables of `SEARCH_INDEX_SCHEMA` must be there. */
  constructor(database: Database, options: SearchIndexOptions = {}) {
    this.#database = database;
    this.#cache = new BlobCache(database, options.cacheBytes ?? CACHE_BYTES);
    this.#names = new Names(database);
    this.#fanIn = Math.max(2, options.fanIn ?? FAN_IN);
    this.#largestSource = options.largestSource ?? LARGEST_SOURCE;
    this.#state = database.prepare('SELECT stamp, next_segment, next_row FROM index_state');
    this.#searcher = new Searcher(this.#names, {
      count: (segment, term, entry) => this.#liveCount(segment, term, entry),
    });
    this.#refresh();
  }

  get documents(): number {
    this.#refresh();
    return this.#segments.reduce((sum, segment) => sum + segment.live, 0);
  }

  /** How many segments there are: what merging is measured by. */
  get segments(): number {
    this.#refresh();
    return this.#segments.length;
  }

  add(documents: readonly IndexedDocument[]): void {
    if (documents.length === 0) return;
    const last = new Map<number, IndexedDocument>();
    for (const document of documents) {
      if (!Number.isSafeInteger(document.id) || document.id <= 0)
        throw new RangeError(`not an identity of a document: ${document.id}`);
      // In the place of the later one: the order is that of the last mention.
      last.delete(document.id);
      last.set(document.id, document);
    }
    this.#write(() => {
      this.#delete([...last.keys()]);
      this.#inverter ??= new Inverter();
      const inverter = this.#inverter;
      let taken: IndexedDocument[] = [];
      inverter.begin();
      for (const document of last.values()) {
        inverter.take(document);
        taken.push(document);
        if (inverter.occurrences >= MOST_OCCURRENCES) {
          this.#writeBatch(inverter, taken);
          taken = [];
          inverter.begin();
        }
      }
      if (taken.length > 0) this.#writeBatch(inverter, taken);
      this.#mergeTiers();
    });
  }

  remove(ids: readonly number[]): void {
    if (ids.length === 0) return;
    this.#write(() => this.#delete(ids));
  }

  setAuthority(authority: ReadonlyMap<number, number>): void {
    if (authority.size === 0) return;
    this.#write(() => {
      const update = this.#database.prepare(
        'UPDATE index_columns SET bytes = ? WHERE segment = ? AND name = ?',
      );
      for (const segment of this.#segments) {
        const column = segment.column('authority');
        let changed = false;
        const set = (document: number, value: number): void => {
          const clean = Math.fround(cleanAuthority(value));
          if (column[document] === clean) return;
          column[document] = clean;
          changed = true;
        };
        // Many at once are cheaper by a walk over the segment than by a search for each.
        if (authority.size > segment.documents / 8) {
          const ids = segment.column('ids');
          for (let d = 0; d < ids.length; d++) {
            const value = authority.get(ids[d]!);
            if (value !== undefined) set(d, value);
          }
        } else
          for (const [id, value] of authority) {
            const document = segment.find(id);
            if (document >= 0) set(document, value);
          }
        if (!changed) continue;
        update.run(columnBytes(column), segment.id, 'authority');
        this.#noteChange(segment);
      }
    });
  }

  setAnchors(evidence: ReadonlyMap<number, LinkEvidence>): readonly number[] {
    if (evidence.size === 0) return [];
    const left = new Set(evidence.keys());
    this.#write(() => {
      this.#inverter ??= new Inverter();
      for (const segment of [...this.#segments]) {
        const found = foundIn(segment, evidence);
        if (found.size === 0 || found.size < segment.live * WORTH_WRITING) continue;
        const change = new AnchorChange(segment, found, this.#inverter, this.#cache);
        this.#newSegment(segment.live, segment.hasNeighbours, (writer, column) => {
          change.writeTerms(writer);
          mergeColumns([segment], segment.live, (name, bytes) => column(name, change.column(name, bytes)));
        });
        this.#drop(segment);
        for (const document of found.keys()) left.delete(segment.column('ids')[document]!);
      }
    });
    return [...left];
  }

  merge(all = false): void {
    this.#write(() => {
      if (all) {
        const whole = this.#segments.length === 1 && this.#segments[0]!.live === this.#segments[0]!.documents;
        if (this.#segments.length > 0 && !whole) this.#mergeSegments([...this.#segments]);
        return;
      }
      for (const segment of [...this.#segments])
        if (segment.documents - segment.live > segment.documents * MOST_DELETED)
          this.#mergeSegments([segment]);
      this.#mergeTiers();
    });
  }

  search(request: IndexRequest): IndexAnswer {
    return this.#read(() => this.#searcher.search(this.#segments, request));
  }

  matches(request: IndexRequest): readonly FoundDocument[] {
    return this.#read(() => {
      const found: FoundDocument[] = [];
      this.#searcher.matches(this.#segments, request, (segment, matches, count) => {
        const ids = segment.column('ids');
        const kinds = segment.column('kinds');
        for (let i = 0; i < count; i++) {
          const d = matches[i]!;
          found.push({ id: ids[d]!, kind: KINDS[kinds[d]!]! });
        }
      });
      return found.sort((a, b) => a.id - b.id);
    });
  }

  statistics(request: IndexRequest): WordStatistics {
    return this.#read(() => this.#searcher.statistics(this.#segments, request));
  }

  cross(request: IndexRequest): {
    readonly pairs: readonly (readonly [number, number, number])[];
    readonly bounded: boolean;
  } {
    return this.#read(() => {
      const counts = new PairCounts();
      const { bounded } = this.#searcher.matches(this.#segments, request, (segment, matches, count) => {
        const starts = segment.column('yearStarts');
        const years = segment.column('years');
        const published = segment.publishedYears(request.doubtful === true);
        for (let i = 0; i < count; i++) {
          const d = matches[i]!;
          const year = published[d]!;
          if (year === NO_YEAR) continue;
          for (let y = starts[d]!; y < starts[d + 1]!; y++) counts.add(years[y]!, year);
        }
      });
      return { pairs: counts.result(), bounded };
    });
  }

  occurrences(request: IndexRequest, pattern: WordPattern, wanted: OccurrencesWanted = {}): Occurrences {
    return this.#read(() => {
      const { clause, terms, exact, known } = indexPattern(pattern);
      const both = [request.clause, clause].filter((one) => one !== null);
      const beside = wanted.neighbours === true && exact;
      const list = new OccurrenceList(this.#names.list(SITES), { ...wanted, neighbours: beside });
      this.#searcher.matches(
        this.#segments,
        { ...request, clause: both.length < 2 ? (both[0] ?? null) : { kind: 'and', clauses: both } },
        (segment, matches, count) => {
          const taken = list.from(segment, request.doubtful === true);
          countOccurrences(segment, terms, matches, count, taken, beside);
          if (!known) list.takeWords(wordsOf(segment, matches, count).words);
        },
      );
      return list.result(exact);
    });
  }

  wordTotals(request: IndexRequest, byYear = false): WordTotals {
    return this.#read(() => {
      const published = new YearSums();
      const spoken = new YearSums();
      const sum = { pages: 0, words: 0, estimated: false };
      this.#searcher.matches(this.#segments, request, (segment, matches, count) => {
        const { words, estimated } = wordsOf(segment, matches, count);
        sum.pages += count;
        sum.estimated ||= estimated;
        for (let i = 0; i < count; i++) sum.words += words[i]!;
        if (!byYear) return;
        const years = segment.column('years');
        const starts = segment.column('yearStarts');
        const publishedYears = segment.publishedYears(request.doubtful === true);
        for (let i = 0; i < count; i++) {
          const d = matches[i]!;
          published.add(publishedYears[d]!, words[i]!);
          for (let y = starts[d]!; y < starts[d + 1]!; y++) spoken.add(years[y]!, words[i]!);
        }
      });
      return { ...sum, published: published.result(), spoken: spoken.result() };
    });
  }

  termCounts(request: IndexRequest, terms: readonly string[]): readonly number[] {
    return this.#read(() => {
      const sums = terms.map(() => 0);
      this.#searcher.matches(this.#segments, request, (segment, matches, count) => {
        for (const [t, term] of terms.entries()) sums[t]! += countTerm(segment, term, matches, count);
      });
      return sums;
    });
  }

  words(prefix: string, limit: number): readonly { readonly word: string; readonly documents: number }[] {
    const folded = fold(prefix.slice(0, 48)).trim();
    if (folded === '' || !(limit > 0)) return [];
    return this.#read(() => this.#words(folded, Math.min(1000, Math.floor(limit))));
  }

  frequency(word: string): number {
    let term = '';
    forEachToken(word, (start, end) => {
      if (term === '') term = termOf(word.slice(start, end));
    });
    if (term === '') return 0;
    return this.#read(() => this.#having(term));
  }

  near(word: string, limit: number): readonly NearWord[] {
    if (!(limit > 0)) return [];
    return this.#read(() => {
      const read = (row: number): Uint8Array => this.#cache.row(row);
      const has = (term: string): boolean => {
        const bytes = Buffer.from(term, 'utf8');
        return this.#segments.some((segment) => segment.lookup(term, bytes) !== null);
      };
      return nearTerms(word.slice(0, 100), this.#segments, read, has)
        .map((near) => ({ ...near, documents: this.#having(near.term) }))
        .filter(({ documents }) => documents > 0)
        .sort((a, b) => a.distance - b.distance || b.documents - a.documents || (a.term < b.term ? -1 : 1))
        .slice(0, Math.min(100, Math.floor(limit)))
        .map(({ term, word: made, distance, documents }) => {
          const written = this.#written(term) ?? term;
          // Of a stem that many words share the commonest may be another than the one that was meant.
          const other = made !== null && editDistance(fold(written), made, LONGEST_PLURAL) > LONGEST_PLURAL;
          return { word: other ? made : written, documents, distance };
        });
    });
  }

  refresh(): void {
    this.#names.clear();
    this.#cache.clear();
    this.#segments = [];
    this.#stamp = Number.NaN;
    this.#ownWrite = true;
    this.#refresh();
  }

  /** Reads again when another process has merged away what was being read. */
  #read<T>(work: () => T): T {
    for (let tried = 1; ; tried++) {
      this.#refresh();
      try {
        return work();
      } catch (error) {
        if (!(error instanceof MissingRow) || tried === TRIES) throw error;
        this.#stamp = Number.NaN;
      }
    }
  }

  /** Work that changes the index; in the caller's transaction, or in one of its own. Whatever fails, memory is read anew. */
  #write(work: () => void): void {
    this.#database.exec('SAVEPOINT search_index');
    try {
      // A write first: from here on no other process writes, and what is read now stays so.
      this.#database.exec('UPDATE index_state SET stamp = stamp');
      this.#refresh();
      this.#stamp = Number.NaN;
      this.#ownWrite = true;
      work();
      const stamp = randomStamp();
      this.#database.prepare('UPDATE index_state SET stamp = ?').run(stamp);
      this.#database.exec('RELEASE search_index');
      this.#stamp = stamp;
    } catch (error) {
      this.#database.exec('ROLLBACK TO search_index');
      this.#database.exec('RELEASE search_index');
      throw error;
    }
  }

  /** Brings memory to the state of the database. */
  #refresh(): void {
    const state = this.#state.get<StateRow>();
    if (state === undefined || state.stamp === this.#stamp) return;
    // After a write of our own that is no longer there, numbers may have been given a second time: nothing that we know is certain.
    if (this.#ownWrite) {
      this.#names.clear();
      this.#cache.clear();
      this.#segments = [];
    }
    this.#liveCounts.clear();
    const known = new Map(this.#segments.map((segment) => [segment.id, segment]));
    const heads = this.#database
      .prepare('SELECT id, documents, first_row, last_row, bytes, changed FROM index_segments ORDER BY id')
      .all<Omit<SegmentRow, 'deleted'>>();
    const deleted = this.#database.prepare('SELECT deleted FROM index_segments WHERE id = ?');
    this.#names.load();
    this.#segments = heads.map((head) => {
      const same = known.get(head.id);
      if (same !== undefined && same.changed === head.changed) return same;
      const row: SegmentRow = {
        ...head,
        deleted: deleted.get<{ deleted: Uint8Array | null }>(head.id)?.deleted ?? null,
      };
      if (same === undefined) return new Segment(this.#database, this.#cache, row);
      same.renew(row);
      return same;
    });
    this.#stamp = state.stamp;
    this.#ownWrite = false;
  }

  #delete(ids: readonly number[]): void {
    const touched = new Set<Segment>();
    for (const segment of this.#segments) {
      if (segment.documents === 0) continue;
      for (const id of ids) {
        const document = segment.find(id);
        if (document >= 0 && segment.delete(document)) touched.add(segment);
      }
    }
    const update = this.#database.prepare('UPDATE index_segments SET deleted = ? WHERE id = ?');
    for (const segment of touched) {
      if (segment.live === 0) {
        this.#drop(segment);
        continue;
      }
      update.run(columnBytes(segment.deleted!), segment.id);
      this.#noteChange(segment);
    }
  }

  #noteChange(segment: Segment): void {
    segment.changed = randomStamp();
    this.#liveCounts.clear();
    this.#database
      .prepare('UPDATE index_segments SET changed = ? WHERE id = ?')
      .run(segment.changed, segment.id);
  }

  #drop(segment: Segment): void {
    this.#segments = this.#segments.filter((other) => other !== segment);
    this.#database.prepare('DELETE FROM index_segments WHERE id = ?').run(segment.id);
    this.#database.prepare('DELETE FROM index_columns WHERE segment = ?').run(segment.id);
    this.#database
      .prepare('DELETE FROM index_data WHERE id BETWEEN ? AND ?')
      .run(segment.firstRow, segment.lastRow);
  }

  #writeBatch(inverter: Inverter, documents: readonly IndexedDocument[]): void {
    const columns = makeColumns(documents, inverter, this.#names);
    this.#newSegment(documents.length, true, (writer, column) => {
      inverter.write(writer);
      for (const name of COLUMN_NAMES) column(name, columnBytes(columns[name]));
    });
  }

  /** `neighbours`: whether what stands beside occurrences is known. */
  #newSegment(
    documents: number,
    neighbours: boolean,
    fill: (writer: SegmentWriter, column: (name: string, bytes: Buffer) => void) => void,
  ): void {
    const state = this.#state.get<StateRow>()!;
    const id = state.next_segment;
    const writer = new SegmentWriter(this.#database, state.next_row, neighbours);
    const insert = this.#database.prepare(
      'INSERT INTO index_columns (segment, name, bytes) VALUES (?, ?, ?)',
    );
    let columnTotal = 0;
    fill(writer, (name, bytes) => {
      insert.run(id, name, bytes);
      columnTotal += bytes.length;
    });
    insert.run(id, 'blocks', writer.end());
    insert.run(id, 'frequent', writer.frequent());
    if (neighbours) insert.run(id, NEIGHBOURS_COLUMN, Buffer.of(NEIGHBOUR_FORM));
    this.#database
      .prepare('UPDATE index_state SET next_segment = ?, next_row = ?')
      .run(id + 1, writer.nextRow);
    const row: SegmentRow = {
      id,
      documents,
      first_row: writer.firstRow,
      last_row: writer.nextRow - 1,
      bytes: writer.bytes + columnTotal,
      changed: randomStamp(),
      deleted: null,
    };
    this.#database
      .prepare(
        'INSERT INTO index_segments (id, documents, first_row, last_row, bytes, changed, deleted) VALUES (?, ?, ?, ?, ?, ?, NULL)',
      )
      .run(row.id, row.documents, row.first_row, row.last_row, row.bytes, row.changed);
    this.#segments.push(new Segment(this.#database, this.#cache, row));
  }

  /** Merges segments of like size until no size has too many: each document is rewritten a few times in all. */
  #mergeTiers(): void {
    for (;;) {
      const tiers = new Map<number, Segment[]>();
      for (const segment of this.#segments) {
        if (segment.bytes > this.#largestSource) continue;
        const tier = Math.max(0, Math.floor(Math.log(segment.bytes / SMALLEST_TIER) / Math.log(this.#fanIn)));
        const list = tiers.get(tier);
        if (list === undefined) tiers.set(tier, [segment]);
        else list.push(segment);
      }
      const full = [...tiers.entries()]
        .sort((a, b) => a[0] - b[0])
        .find(([, list]) => list.length >= this.#fanIn);
      if (full === undefined) return;
      this.#mergeSegments(full[1]);
    }
  }

  #mergeSegments(sources: readonly Segment[]): void {
    const live = sources.filter((segment) => segment.live > 0);
    const kept = live.reduce((sum, segment) => sum + segment.live, 0);
    const neighbours = live.every((segment) => segment.hasNeighbours);
    if (kept > 0)
      this.#newSegment(kept, neighbours, (writer, column) => {
        mergeTerms(live, this.#cache, writer, neighbours);
        mergeColumns(live, kept, column);
      });
    for (const segment of sources) this.#drop(segment);
  }

  #liveCount(segment: Segment, term: string, entry: TermEntry): number {
    if (segment.deleted === null || segment.live === segment.documents) return entry.count;
    const key = `${segment.id} ${term}`;
    const known = this.#liveCounts.get(key);
    if (known !== undefined) return known;
    const documents = new Uint32Array(entry.count);
    decodeDocuments(segment.postings(entry), entry.documentsAt, entry.count, documents);
    let count = 0;
    for (const document of documents) if (!segment.isDeleted(document)) count++;
    if (this.#liveCounts.size >= 20_000) this.#liveCounts.clear();
    this.#liveCounts.set(key, count);
    return count;
  }

  /**
   * Words that begin so. After one to three letters, only the frequent words of each segment are looked at: the dictionary has ten
   * thousands of others, and none of them would be shown. The counts of what is shown are exact.
   */
  #words(prefix: string, limit: number): readonly { readonly word: string; readonly documents: number }[] {
    const found = new Map<string, WordFound>();
    const stop = `${prefix}\uffff`;
    const read = (row: number): Uint8Array => this.#cache.row(row);
    for (const segment of this.#segments) {
      if (prefix.length < WHOLE_DICTIONARY_LETTERS) {
        const { frequent } = segment;
        for (let i = firstFrom(frequent, prefix); i < frequent.length && frequent[i]!.term < stop; i++) {
          const { term, written, count, writtenCount } = frequent[i]!;
          noteWord(found, prefix, term, written, count, writtenCount);
        }
      } else {
        const cursor = new TermCursor(segment, read, Math.max(0, segment.leafOf(prefix)));
        for (; cursor.term !== null && cursor.term < stop; cursor.next()) {
          if (cursor.term < prefix) continue;
          const { count } = cursor.entry();
          const { form, count: writtenCount } = cursor.written();
          noteWord(found, prefix, cursor.term, form, count, writtenCount);
        }
      }
    }
    // A stem may be shorter than what was typed: `enchente` has the stem `enchent`.
    for (let size = prefix.length - 1; size >= Math.max(1, prefix.length - LONGEST_ENDING); size--) {
      const term = prefix.slice(0, size);
      this.#forms(term, (form, count, writtenCount) =>
        noteWord(found, prefix, term, form, count, writtenCount),
      );
    }
    return [...found.entries()]
      .sort(([, a], [, b]) => b.documents - a.documents || (a.word < b.word ? -1 : 1))
      .slice(0, limit * 2)
      .map(([term, { word }]) => ({ word, documents: this.#having(term) }))
      .filter(({ documents }) => documents > 0)
      .sort((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1))
      .slice(0, limit);
  }

  /** How each segment that has a term writes it, in how many documents, and how often so. */
  #forms(term: string, found: (form: string, documents: number, writtenCount: number) => void): void {
    const bytes = Buffer.from(term, 'utf8');
    for (const segment of this.#segments) {
      if (segment.lookup(term, bytes) === null) continue;
      const cursor = new TermCursor(segment, (row) => this.#cache.row(row), segment.leafOf(term));
      while (cursor.term !== null && cursor.term < term) cursor.next();
      if (cursor.term !== term) continue;
      const { count } = cursor.entry();
      const { form, count: writtenCount } = cursor.written();
      found(form, count, writtenCount);
    }
  }

  /** The commonest written form of a term. */
  #written(term: string): string | null {
    let best: string | null = null;
    let most = 0;
    this.#forms(term, (form, _, writtenCount) => {
      if (writtenCount > most) [best, most] = [form, writtenCount];
    });
    return best;
  }

  #having(term: string): number {
    const bytes = Buffer.from(term, 'utf8');
    let sum = 0;
    for (const segment of this.#segments) {
      const entry = segment.lookup(term, bytes);
      if (entry !== null) sum += this.#liveCount(segment, term, entry);
    }
    return sum;
  }
}

/** Which documents of a segment are spoken of, by their numbers in it. */
function foundIn(
  segment: Segment,
  evidence: ReadonlyMap<number, LinkEvidence>,
): ReadonlyMap<number, LinkEvidence> {
  const found = new Map<number, LinkEvidence>();
  const ids = segment.column('ids');
  for (let d = 0; d < ids.length; d++) {
    const said = evidence.get(ids[d]!);
    if (said !== undefined && !segment.isDeleted(d)) found.set(d, said);
  }
  return found;
}

/** The first of these terms that is not before `prefix`. */
function firstFrom(terms: readonly FrequentTerm[], prefix: string): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (terms[middle]!.term < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface WordFound {
  word: string;
  writtenCount: number;
  documents: number;
}

function noteWord(
  found: Map<string, WordFound>,
  prefix: string,
  term: string,
  word: string,
  documents: number,
  writtenCount: number,
): void {
  if (!fold(word).startsWith(prefix)) return;
  const known = found.get(term);
  if (known === undefined) found.set(term, { word, writtenCount, documents });
  else {
    known.documents += documents;
    if (writtenCount > known.writtenCount) {
      known.word = word;
      known.writtenCount = writtenCount;
    }
  }
}

function randomStamp(): number {
  return randomBytes(6).readUIntBE(0, 6) + 1;
}
