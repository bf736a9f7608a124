/**
 * From an archive to its catalogue. Files are read from where the catalogue says that the last analysis came to; documents are read in
 * threads; what they say is written in the order of the archive, in batches that carry the mark of how far they go. So a kill at any
 * moment loses at most a batch of work, and a catalogue made in one run and one made in ten are the same.
 */

import type {
  ArchiveMark,
  CatalogueKept,
  CataloguePages,
  CataloguePlace,
  CatalogueWriting,
  KnownCapture,
  PageCorrection,
  PageRecord,
  SamePage,
} from '../catalogue/index.ts';
import { heldPages } from '../crawl/collection-course.ts';
import { crawlPaths } from '../crawl/crawl-folder.ts';
import { isHeld } from '../crawl/folder-lock.ts';
import { Forgotten } from '../crawl/forgotten.ts';
import { TarrafaError } from '../errors.ts';
import { type Gazetteer, loadGazetteer } from '../geo/gazetteer/index.ts';
import { type Capture, cdxjLineOf, parseCdxjLine, type WarcRecord } from '../warc/index.ts';
import { reason, type Why } from '../words/why.ts';
import { type ArchiveFile, archiveFile, mayBeginAt } from './archive-file.ts';
import {
  type ArchivedCapture,
  archivedCaptures,
  NONE_PASSED,
  type PassedBy,
  type PassedCaptures,
} from './archived-captures.ts';
import { archivesOf, type CollectionPlace } from './collection-place.ts';
import { type Corrections, correctionsOf, rewriteChanged, seenOf } from './corrections.ts';
import { type CountAnswers, doesCount } from './counted-answers.ts';
import { geoBatches, geoMark } from './geo-records.ts';
import { learnMemories, unlearned } from './learn-memories.ts';
import { addressOf, type DocumentHead, unreadableRecord } from './page-record.ts';
import { openReadingPool, type PoolAnswer, type ReadingPool, readIn } from './reading-pool.ts';
import { rereadingOf, rereadingOfFiles } from './reread-page.ts';
import { withoutForgotten } from './without-forgotten.ts';

/** A catalogue that is filled: it is asked for what people say of pages, and for the pages that they said it of meanwhile. */
export type AnalysedCatalogue = CatalogueWriting &
  Pick<CatalogueKept, 'keptOf'> &
  Pick<CataloguePages, 'page' | 'versions'>;

export type AnalysisPhase = 'learning' | 'reading' | 'geo' | 'settling';

export interface AnalysisProgress {
  readonly phase: AnalysisPhase;
  /** Bytes of archives behind us, and in all of this run; learning is a run of its own. */
  readonly done: number;
  readonly total: number;
  /** Captures behind us, and the pages that were made of them, written or about to be. */
  readonly captures: number;
  readonly pages: number;
}

export interface AnalysisProblem {
  /** Address of a page, or name of an archive file with an offset. */
  readonly where: string;
  readonly reason: Why;
}

export interface AnalyseOptions {
  /** Default: one less than the cores; 0 reads in this thread. */
  readonly threads?: number | undefined;
  readonly onProgress?: ((progress: AnalysisProgress) => void) | undefined;
  readonly onProblem?: ((problem: AnalysisProblem) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A document that takes longer is given up, ms. */
  readonly timeout?: number | undefined;
  /** Heap of a reading thread, MB. */
  readonly heap?: number | undefined;
  /** Look for places in the texts. Default true. */
  readonly places?: boolean | undefined;
  /** Captures written together. Default 256. */
  readonly batch?: number | undefined;
  /** What the threads run, for tests. */
  readonly module?: URL | undefined;
}

export interface AnalysisResult {
  /** Documents written, and captures of payloads that were known. */
  readonly pages: number;
  readonly same: number;
  /** Captures read: those of which something was made, and those that were passed by. */
  readonly captures: number;
  readonly passed: PassedCaptures;
  readonly geo: number;
  /** Bytes of archives read. */
  readonly bytes: number;
  readonly problems: number;
  /** Stopped by its signal: the same call goes on from there. */
  readonly interrupted: boolean;
}

const BATCH_PAGES = 256;
const BATCH_CHARS = 4_000_000;
/** What waits for a thread at most, of each thread. */
const QUEUED_PAGES = 8;
const QUEUED_BYTES = 32 << 20;
/** Addresses of which the catalogue is told at once whether they are held. */
const HELD_AT_ONCE = 1000;
/** Captures that the catalogue is asked about at once, and the bytes of them that wait for its answer. */
const ASKED_CAPTURES = 16;
const ASKED_BYTES = 4 << 20;
/** Set while a crawl is watched: its sites were not yet known when its first pages were judged. */
const WATCHED = '(watched)';
/** Set while something was written that has not been settled. */
const UNSETTLED = '(unsettled)';
const TO_SETTLE: ArchiveMark = { file: UNSETTLED, offset: 1 };

/** A capture whose turn to be asked about has not come. */
interface Waiting {
  readonly capture: ArchivedCapture;
  readonly file: ArchiveFile;
}

/** Something of the archive, in its order, with its answer to come. */
interface Entry {
  readonly file: ArchiveFile;
  /** Where it ends in its file; null when only the end of the file is a place to go on from. */
  end: number | null;
  readonly same: SamePage | null;
  readonly head: DocumentHead | null;
  readonly correction: PageCorrection | null;
  readonly size: number;
  readonly answer: Promise<PoolAnswer> | null;
}

class Analysis {
  readonly #catalogue: CatalogueWriting;
  readonly #options: AnalyseOptions & Partial<Pick<ReadingFiles, 'index' | 'passBy'>>;
  readonly #corrections: Corrections;
  readonly forgotten: Forgotten;
  #openPool: (() => ReadingPool) | null = null;
  #pool: ReadingPool | null = null;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  readonly #entries: Entry[] = [];
  #queuedPages = 0;
  #queuedBytes = 0;
  /** Digests that the catalogue could not yet know when it was last asked, and what they were found at last. */
  readonly #coming = new Set<string>();
  readonly #comingAt = new Map<string, string>();
  #pages: PageRecord[] = [];
  #same: SamePage[] = [];
  #chars = 0;
  readonly #places = new Map<string, CataloguePlace>();
  readonly #marks = new Map<string, ArchiveMark>();
  /** Records that were read and are not in the index of the archive yet, when it has one of its own to be written. */
  #records: Capture[] = [];
  /** Records that do not count. */
  #passed: PassedRecord[] = [];
  pages = 0;
  same = 0;
  captures = 0;
  readonly passed: Record<PassedBy, number> = { ...NONE_PASSED };
  problems = 0;

  constructor(
    catalogue: CatalogueWriting,
    corrections: Corrections,
    options: AnalyseOptions & Partial<Pick<ReadingFiles, 'index' | 'passBy'>>,
    forgotten: Forgotten = Forgotten.NOTHING,
  ) {
    this.#catalogue = catalogue;
    this.#corrections = corrections;
    this.#options = options;
    this.forgotten = forgotten;
  }

  /** With those that wait for their batch. */
  get pagesMade(): number {
    return this.pages + this.#pages.length;
  }

  /** The threads that read from now on: begun with the first document. */
  use(open: () => ReadingPool): void {
    this.#openPool = open;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  problem(where: string, reason: Why): void {
    this.problems++;
    this.#options.onProblem?.({ where, reason });
  }

  /** A record on its way, for the index of the archive. */
  note(record: WarcRecord, file: ArchiveFile): void {
    const line = this.#options.index === undefined ? null : cdxjLineOf(record, file.name);
    const capture = line === null ? null : parseCdxjLine(line);
    if (capture !== null) this.#records.push(capture);
  }

  /** A record that does not count is not shown, whatever was known of it. */
  pass({ url, offset }: WarcRecord, file: ArchiveFile): void {
    this.#passed.push({ url: url ?? '', file: file.name, offset });
  }

  async take(capture: ArchivedCapture, file: ArchiveFile): Promise<void> {
    if (capture.kind !== 'other' || capture.why !== null) this.captures++;
    if (capture.kind === 'other' && capture.why !== null) this.passed[capture.why]++;
    this.#waiting.push({ capture, file });
    if (capture.kind === 'document') this.#waitingBytes += capture.body.length;
    if (this.#waiting.length >= ASKED_CAPTURES || this.#waitingBytes >= ASKED_BYTES) await this.#ask();
  }

  /** Waits for what is being read, and writes it. */
  async finish(): Promise<void> {
    await this.#ask();
    while (this.#entries.length > 0) await this.#shift();
    await this.#write();
  }

  /** The file has been read to its end: nothing is left of it but what will be written later. */
  async fileDone(file: ArchiveFile): Promise<void> {
    await this.#ask();
    this.#entries.push(this.#entry(file, file.size));
  }

  /** Asks what the catalogue has of the captures that wait, and lets those be read that it does not have. */
  async #ask(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#noteComing();
    const found = waiting.flatMap(({ capture }) =>
      capture.kind === 'other' ? [] : [capture.kind === 'revisit' ? capture : capture.head],
    );
    const known =
      found.length === 0
        ? []
        : await this.#catalogue.known(
            found.map(({ url, fetchedAt, digest, archive }) => ({
              url: addressOf(url).fetch,
              fetchedAt,
              digest,
              archive,
            })),
          );
    let at = 0;
    for (const { capture, file } of waiting)
      await this.#enter(capture, file, capture.kind === 'other' ? null : (known[at++] ?? null));
  }

  async #enter(capture: ArchivedCapture, file: ArchiveFile, known: KnownCapture | null): Promise<void> {
    if (capture.kind === 'other') {
      const last = this.#entries.at(-1);
      // Requests and pictures move the mark and nothing else.
      if (last !== undefined && last.file === file) last.end = capture.end;
      else this.#entries.push(this.#entry(file, capture.end));
      if (last === undefined) await this.#shift();
      return;
    }
    if (capture.kind === 'revisit') this.#entries.push(this.#revisit(capture, file, known));
    else {
      const { head, body } = capture;
      const there = this.#coming.has(head.digest) || (known !== null && !known.own);
      if (there) this.#entries.push(this.#entry(file, capture.end, sameOf(head, head.digest)));
      else {
        this.#queuedPages++;
        this.#queuedBytes += body.length;
        this.#pool ??= this.#openPool!();
        const correction = this.#corrections.get(addressOf(head.url).key)?.value ?? null;
        const answer = readIn(this.#pool, { want: 'record', head, body, correction });
        // Looked at when its turn comes; until then a failure waits.
        answer.catch(() => {});
        this.#entries.push({
          file,
          end: capture.end,
          same: null,
          head,
          correction,
          size: body.length,
          answer,
        });
        this.#coming.add(head.digest);
      }
      this.#comingAt.set(addressOf(head.url).key, head.digest);
    }
    const most = QUEUED_PAGES * (this.#pool?.width ?? 1);
    while (this.#queuedPages > most || (this.#queuedBytes > QUEUED_BYTES && this.#queuedPages > 1))
      await this.#shift();
  }

  /** What is still being read, or not yet written: the catalogue does not know of it. */
  #noteComing(): void {
    this.#coming.clear();
    this.#comingAt.clear();
    const note = (digest: string, key: string): void => {
      this.#coming.add(digest);
      this.#comingAt.set(key, digest);
    };
    for (const { digest, key } of this.#pages) note(digest, key);
    for (const { digest, key } of this.#same) this.#comingAt.set(key, digest);
    for (const { head, same } of this.#entries)
      if (head !== null) note(head.digest, addressOf(head.url).key);
      else if (same !== null) this.#comingAt.set(same.key, same.digest);
  }

  #entry(file: ArchiveFile, end: number | null, same: SamePage | null = null): Entry {
    return { file, end, same, head: null, correction: null, size: 0, answer: null };
  }

  #revisit(
    capture: ArchivedCapture & { kind: 'revisit' },
    file: ArchiveFile,
    known: KnownCapture | null,
  ): Entry {
    const { url, fetchedAt, archive, end } = capture;
    // "Not modified" need not say what: it is what was there last.
    const digest = capture.digest ?? this.#comingAt.get(addressOf(url).key) ?? known?.digest ?? null;
    if (digest === null) this.passed['unknown-revisit']++;
    return this.#entry(file, end, digest === null ? null : sameOf({ url, fetchedAt, archive }, digest));
  }

  async #shift(): Promise<void> {
    const entry = this.#entries.shift()!;
    if (entry.same !== null) this.#same.push(entry.same);
    if (entry.answer !== null) {
      const answer = await entry.answer;
      this.#queuedPages--;
      this.#queuedBytes -= entry.size;
      this.#add(entry.head!, answer, entry.correction);
    }
    if (entry.end !== null) {
      const { name, head } = entry.file;
      this.#marks.set(name, { file: name, offset: entry.end, head });
    }
    const most = this.#options.batch ?? BATCH_PAGES;
    if (this.#pages.length + this.#same.length >= most || this.#chars >= BATCH_CHARS) await this.#write();
  }

  #add(head: DocumentHead, answer: PoolAnswer, correction: PageCorrection | null): void {
    // Nothing is said of the page: the next analysis reads it.
    if (answer.kind === 'failed') throw new TarrafaError(answer.code, answer.values);
    let page: PageRecord;
    if (answer.kind === 'crashed') {
      this.problem(head.url, answer.reason);
      page = unreadableRecord(head, correction);
    } else {
      if (answer.kind !== 'record' || answer.record === null) {
        this.passed.kind++;
        return;
      }
      page = answer.record.page;
      for (const place of answer.record.places) this.#places.set(place.key, place);
    }
    this.#pages.push(withoutForgotten(page, this.forgotten));
    this.#chars += page.text.length + page.html.length;
  }

  async #write(): Promise<void> {
    const [pages, same, marks] = [this.#pages, this.#same, [...this.#marks.values()]];
    if (pages.length + same.length + marks.length === 0) return;
    // Before the mark: what it says was read is found, and what it passed by is known.
    await this.#options.index?.(this.#records);
    this.#records = [];
    if (this.#passed.length > 0) await this.#options.passBy?.(this.#passed);
    this.#passed = [];
    await this.#catalogue.write({
      pages,
      same,
      places: [...this.#places.values()],
      // Of a catalogue that many write, each settles what it wrote itself: a mark of all would keep them waiting for each other.
      marks: this.#options.index === undefined ? [...marks, TO_SETTLE] : marks,
    });
    this.pages += pages.length;
    this.same += same.length;
    this.#pages = [];
    this.#same = [];
    this.#chars = 0;
    this.#places.clear();
    this.#marks.clear();
  }
}

function countsOf({ captures, pagesMade }: Analysis): Pick<AnalysisProgress, 'captures' | 'pages'> {
  return { captures, pages: pagesMade };
}

function sameOf(
  { url, fetchedAt, archive }: Pick<DocumentHead, 'url' | 'fetchedAt' | 'archive'>,
  digest: string,
): SamePage {
  const { fetch, key } = addressOf(url);
  return { url: fetch, key, fetchedAt, digest, archive };
}

/** The files of a place, each name once: records are found by the name of their file. */
function filesOf(place: CollectionPlace, analysis: Analysis): ArchiveFile[] {
  const files = new Map<string, ArchiveFile>();
  for (const path of archivesOf(place)) {
    const file = archiveFile(path);
    if (files.has(file.name)) analysis.problem(path, reason('same-name'));
    else files.set(file.name, file);
  }
  return [...files.values()];
}

/** Where the memories of the sites are; learns them first from archives that no crawl of ours made. */
async function memoriesFor(
  place: CollectionPlace,
  files: readonly ArchiveFile[],
  watched: boolean,
  options: AnalyseOptions,
): Promise<string | null> {
  if (place.crawlMemories !== null) return place.crawlMemories;
  if (watched) return null;
  await learnFromFiles(place.ownMemories, files, options);
  return place.ownMemories;
}

function limitsOf({ threads, timeout, heap, module }: AnalyseOptions) {
  return { threads, timeout, heap, module };
}

/** Brings the catalogue of a collection up to what its archive holds now. */
export async function analyseArchive(
  place: CollectionPlace,
  catalogue: AnalysedCatalogue,
  options: AnalyseOptions = {},
): Promise<AnalysisResult> {
  const watched = place.isCrawl && isHeld(place.folder);
  let marks = new Map((await catalogue.marks()).map((mark) => [mark.file, mark]));
  if (!watched && (marks.get(WATCHED)?.offset ?? 0) > 0) {
    // The crawl is over and its sites are known: everything is judged once more.
    await catalogue.write({ marks: [...marks.values()].map((mark) => ({ ...mark, offset: 0 })) });
    marks = new Map();
  } else if (watched && (marks.get(WATCHED)?.offset ?? 0) === 0) {
    await catalogue.write({ marks: [{ file: WATCHED, offset: 1 }] });
  }
  const aborted = (): boolean => options.signal?.aborted === true;
  let bytes = 0;
  const corrections = await correctionsOf(catalogue);
  const analysis = new Analysis(catalogue, corrections, options, Forgotten.of(place.folder));
  const files = filesOf(place, analysis);
  const ranges = files.map((file) => ({ file, ...rangeOf(file, marks.get(file.name)) }));
  const todo = ranges.filter(({ file, start }) => start < file.size);
  const gone = ranges.filter(({ replaced }) => replaced).map(({ file }) => file.name);
  if (gone.length > 0) await catalogue.write({ forget: gone, marks: [TO_SETTLE] });
  let geo = 0;
  try {
    if (todo.length > 0) {
      const memories = await memoriesFor(place, files, watched, options);
      analysis.use(() => openPool(memories, options));
      bytes = await readRanges(
        analysis,
        todo.map((range) => ({ ...range, growing: watched })),
        options,
      );
    }
    // What people said of pages while they were read: those may have been written without it.
    if (!aborted() && todo.length > 0)
      await rewriteChanged(catalogue, seenOf(corrections), async () =>
        rereadingOf(place, await gazetteerOf(options)),
      );
    if (!aborted()) geo = await takeGeo(place, catalogue, marks, options, analysis);
    const written = analysis.pages + analysis.same + geo + gone.length > 0;
    if (place.isCrawl && !aborted()) await holdPages(place, catalogue);
    // Or something was, by an analysis that did not come to its end.
    if ((written || (marks.get(UNSETTLED)?.offset ?? 0) > 0) && !aborted()) {
      options.onProgress?.({ phase: 'settling', done: bytes, total: bytes, ...countsOf(analysis) });
      await catalogue.settle();
      await catalogue.write({ marks: [{ file: UNSETTLED, offset: 0 }] });
    }
  } finally {
    await analysis.close();
  }
  return {
    pages: analysis.pages,
    same: analysis.same,
    captures: analysis.captures,
    passed: analysis.passed,
    geo,
    bytes,
    problems: analysis.problems,
    interrupted: aborted(),
  };
}

async function gazetteerOf({ places }: AnalyseOptions): Promise<Gazetteer | null> {
  return places === false ? null : loadGazetteer({ towns: false });
}

/** Of a collection of fixed size only the pages that it holds are found: its archive has them all. */
async function holdPages(place: CollectionPlace, catalogue: CatalogueWriting): Promise<void> {
  const pages = catalogue.hold === undefined ? null : await heldPages(crawlPaths(place.folder));
  if (pages === null) return;
  const keys = (urls: Iterable<string>): string[] => [...urls].map((url) => addressOf(url).key);
  const [held, left] = [keys(pages.held), keys(pages.left)];
  for (let at = 0; at < Math.max(held.length, left.length); at += HELD_AT_ONCE)
    await catalogue.hold?.({
      held: held.slice(at, at + HELD_AT_ONCE),
      left: left.slice(at, at + HELD_AT_ONCE),
    });
}

/** From where a file is to be read, and whether it is another one than that of which the mark speaks. */
function rangeOf(
  file: ArchiveFile,
  mark: ArchiveMark | undefined,
): { readonly start: number; readonly replaced: boolean } {
  const replaced =
    mark !== undefined &&
    (mark.offset > file.size ||
      (mark.head !== undefined && mark.head !== '' && mark.head !== file.head) ||
      !mayBeginAt(file, mark.offset));
  return { replaced, start: mark === undefined || replaced ? 0 : mark.offset };
}

function openPool(memories: string | null, options: AnalyseOptions): ReadingPool {
  return openReadingPool({
    memories,
    ...limitsOf(options),
    ...(options.places === false ? { places: false } : {}),
  });
}

interface Range {
  readonly file: ArchiveFile;
  readonly start: number;
  /** Somebody writes to it: its end may be half a record. */
  readonly growing: boolean;
}

/** Reads parts of files, and writes what they say. How many bytes they were. */
async function readRanges(
  analysis: Analysis,
  todo: readonly Range[],
  options: AnalyseOptions & Pick<ReadingFiles, 'mayRead' | 'answers'>,
): Promise<number> {
  const { mayRead = () => true } = options;
  const aborted = (): boolean => options.signal?.aborted === true;
  const total = todo.reduce((sum, { file, start }) => sum + file.size - start, 0);
  let bytes = 0;
  let finished = 0;
  for (const { file, start, growing } of todo) {
    if (aborted()) break;
    // A record that is only half written is read when it is whole, and one that may yet count when that is known.
    let unfinished = false;
    let at = start;
    const answers = await options.answers?.(file.name, start);
    const counts = (record: WarcRecord): boolean | null => {
      // Whoever put it here again: it is passed by.
      if (record.url !== null && analysis.forgotten.hasUrl(record.url)) return false;
      const counted = answers === undefined || doesCount(answers, record, growing);
      if (counted === null) unfinished = true;
      else if (!counted) analysis.pass(record, file);
      return counted;
    };
    const captures = archivedCaptures({
      source: file.source,
      file: file.name,
      start,
      end: file.size,
      date: file.date,
      counts,
      onRecord: (record) => analysis.note(record, file),
      onProblem: ({ code, offset, why }) => {
        if (code === 'truncated') unfinished = true;
        if (code === 'shared-member' || (code === 'truncated' && growing)) return;
        analysis.problem(`${file.name} @${offset}`, why);
      },
    });
    for await (const capture of captures) {
      await analysis.take(capture, file);
      at = capture.end ?? at;
      bytes = finished + at - start;
      options.onProgress?.({ phase: 'reading', done: bytes, total, ...countsOf(analysis) });
      if (aborted() || !mayRead(file.name)) break;
    }
    if (!unfinished && !aborted() && mayRead(file.name)) await analysis.fileDone(file);
    finished += file.size - start;
    bytes = finished;
  }
  await analysis.finish();
  return bytes;
}

/** Files of an archive that many machines make, which somebody hands out. */
export interface ReadingFiles {
  /** Where what sites repeat was learned; null to judge each page alone. */
  readonly memories: string | null;
  /** Told where each capture stands, before the mark that says that it was read. */
  readonly index: (captures: readonly Capture[]) => Promise<void>;
  /** Whether a file is still for this one to read. */
  readonly mayRead?: ((file: string) => boolean) | undefined;
  /** Which answers count; all of them without it. */
  readonly answers?: CountAnswers | undefined;
  /** Told of those that do not, before the mark that passes them by. */
  readonly passBy?: ((records: readonly PassedRecord[]) => Promise<void>) | undefined;
}

/** An answer that does not count. */
export interface PassedRecord {
  readonly url: string;
  readonly file: string;
  readonly offset: number;
}

/** Reads files into a catalogue that others write too, each from where its mark says. Who calls settles the catalogue when it is time. */
export async function readArchiveFiles(
  files: readonly { readonly file: ArchiveFile; readonly growing: boolean }[],
  catalogue: AnalysedCatalogue,
  options: AnalyseOptions & ReadingFiles,
): Promise<AnalysisResult> {
  const marks = new Map((await catalogue.marks()).map((mark) => [mark.file, mark]));
  const ranges = files.map(({ file, growing }) => ({
    file,
    growing,
    ...rangeOf(file, marks.get(file.name)),
  }));
  const gone = ranges.filter(({ replaced }) => replaced).map(({ file }) => file.name);
  if (gone.length > 0) await catalogue.write({ forget: gone });
  const todo = ranges.filter(({ file, start }) => start < file.size);
  const corrections = await correctionsOf(catalogue);
  const analysis = new Analysis(catalogue, corrections, options);
  let bytes = 0;
  analysis.use(() => openPool(options.memories, options));
  try {
    bytes = await readRanges(analysis, todo, options);
    await rewriteChanged(catalogue, seenOf(corrections), async () =>
      rereadingOfFiles(
        files.map(({ file }) => file),
        options.memories,
        await gazetteerOf(options),
      ),
    );
  } finally {
    await analysis.close();
  }
  const { pages, same, captures, passed, problems } = analysis;
  return {
    pages,
    same,
    captures,
    passed,
    geo: 0,
    bytes,
    problems,
    interrupted: options.signal?.aborted === true,
  };
}

/** Learns what the sites of some files repeat, into a folder; what it knew stays known. */
export async function learnFromFiles(
  folder: string,
  files: readonly ArchiveFile[],
  options: AnalyseOptions & Pick<ReadingFiles, 'answers'> = {},
): Promise<void> {
  const todo = unlearned(folder, files);
  if (todo.length === 0) return;
  const total = todo.reduce((sum, { size }) => sum + size, 0);
  const pool = openReadingPool({ memories: null, places: false, ...limitsOf(options) });
  let done = 0;
  try {
    await learnMemories(folder, files, pool, {
      signal: options.signal,
      answers: options.answers,
      onProgress: (bytes) => {
        done += bytes;
        options.onProgress?.({ phase: 'learning', done, total, captures: 0, pages: 0 });
      },
    });
  } finally {
    await pool.close();
  }
}

async function takeGeo(
  place: CollectionPlace,
  catalogue: CatalogueWriting,
  marks: ReadonlyMap<string, ArchiveMark>,
  options: AnalyseOptions,
  analysis: Analysis,
): Promise<number> {
  const mark = geoMark(place.folder);
  if (mark === null || !place.isCrawl) return 0;
  const known = marks.get(mark.file);
  if (known !== undefined && known.offset === mark.offset && known.head === mark.head) return 0;
  options.onProgress?.({ phase: 'geo', done: 0, total: mark.offset, ...countsOf(analysis) });
  let count = 0;
  for (const batch of geoBatches(place.folder, mark)) {
    await catalogue.write({ ...batch, marks: [...(batch.marks ?? []), TO_SETTLE] });
    count += batch.geo?.length ?? 0;
  }
  return count;
}
