/**
 * The archive of a shared crawl into its shared catalogue, by any number of processes on any machines: each takes files that nobody has, for a
 * limited time that it renews, and reads them from where the marks of the catalogue say. What a process that died had taken is taken over.
 *
 * What a site repeats is known by what was learned of it: by its worker as it crawled, when its folder stands here, else from the files
 * that this process takes. Pages of a site that came through several workers are so judged by parts of the site; `rebuild` learns from
 * everything first and judges all pages again.
 *
 * Only records that count are read (`counted-records.ts`). One that comes to count when it was passed by is read after all, and what does not count
 * any more is taken out of the catalogue.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ArchivedCaptures,
  ArchiveReadings,
  SharedCatalogue,
  UnreadRecords,
} from '../../catalogue/postgres/index.ts';
import type { AnalysisProblem, AnalysisProgress, AnalysisResult } from '../../collection/index.ts';
import { type HeldFile, holdFile } from '../../files/index.ts';
import type { Database } from '../../postgres/index.ts';
import { reason } from '../../words/why.ts';
import { ArchiveSources, type FoundFile } from './archive-sources.ts';
import { cacheFolder } from './cache-folder.ts';
import { CountedRecords } from './counted-records.ts';

export interface ClusterAnalyserOptions {
  /** Folders of workers that stand on this machine. */
  readonly folders?: readonly string[] | undefined;
  /** Look into the store of the crawl too. Default true. */
  readonly stored?: boolean | undefined;
  /** Folder of a cache; default in that of the user. */
  readonly cache?: string | undefined;
  /** How long this process may be silent before others take its files, ms. */
  readonly time?: number | undefined;
}

export interface PassOptions {
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: AnalysisProgress) => void) | undefined;
  readonly onProblem?: ((problem: AnalysisProblem) => void) | undefined;
}

/** Files that are taken together: enough that to begin costs little, few enough that others find some too. */
const TOGETHER_FILES = 32;
const TOGETHER_BYTES = 128 << 20;

/** Of the catalogue, what is kept beside its pages. */
interface CatalogueTables {
  readonly readings: ArchiveReadings;
  readonly captures: ArchivedCaptures;
  readonly unread: UnreadRecords;
}

const NOTHING: AnalysisResult = {
  pages: 0,
  same: 0,
  captures: 0,
  passed: { 'not-counted': 0, address: 0, status: 0, kind: 0, empty: 0, 'unknown-revisit': 0 },
  geo: 0,
  bytes: 0,
  problems: 0,
  interrupted: false,
};

export class ClusterAnalyser {
  readonly catalogue: SharedCatalogue;
  readonly #sources: ArchiveSources;
  readonly #tables: CatalogueTables;
  readonly #counted: CountedRecords;
  readonly #cache: string;
  #isUnsettled = false;
  #memories: { readonly folder: string; readonly lock: HeldFile } | null = null;

  private constructor(
    catalogue: SharedCatalogue,
    sources: ArchiveSources,
    tables: CatalogueTables,
    counted: CountedRecords,
    cache: string,
  ) {
    this.catalogue = catalogue;
    this.#sources = sources;
    this.#tables = tables;
    this.#counted = counted;
    this.#cache = cache;
  }

  /** Something was written that is not ranked yet. */
  get isUnsettled(): boolean {
    return this.#isUnsettled;
  }

  /** The database is borrowed. Makes the tables of the catalogue when they are not there. */
  static async open(
    database: Database,
    { folders = [], stored, cache, time }: ClusterAnalyserOptions = {},
  ): Promise<ClusterAnalyser> {
    const [{ ArchivedCaptures, ArchiveReadings, SharedCatalogue, UnreadRecords }, { loadGazetteer }] =
      await Promise.all([
        import('../../catalogue/postgres/index.ts'),
        import('../../geo/gazetteer/index.ts'),
      ]);
    const sources = await ArchiveSources.open(database, folders, {
      ...(stored === undefined ? {} : { stored }),
    });
    const copies = cacheFolder(cache);
    const gazetteer = await loadGazetteer({ towns: false });
    const catalogue = await SharedCatalogue.open(database, { copies, gazetteer });
    const tables = {
      readings: new ArchiveReadings(database, { time }),
      captures: new ArchivedCaptures(database),
      unread: new UnreadRecords(database),
    };
    // What was learned of the sites of one crawl is nothing to another.
    const crawl = createHash('sha1').update(database.address.shown).digest('hex').slice(0, 16);
    const own = join(copies, `analysis-${crawl}`);
    return new ClusterAnalyser(catalogue, sources, tables, new CountedRecords(database), own);
  }

  /** Reads what is new and nobody else reads. `onFile` is told of every file that there is. */
  async pass(
    options: PassOptions = {},
    onFile: (file: FoundFile) => void = () => {},
  ): Promise<AnalysisResult> {
    await this.#withdrawRefused();
    await this.#readAfterAll();
    const marks = new Map((await this.catalogue.marks()).map(({ file, offset }) => [file, offset]));
    const waiting: FoundFile[] = [];
    for await (const file of this.#sources.files()) {
      onFile(file);
      if ((marks.get(file.name) ?? 0) < file.size) waiting.push(file);
    }
    const total = waiting.reduce((sum, { name, size }) => sum + size - (marks.get(name) ?? 0), 0);
    let result = NOTHING;
    while (waiting.length > 0 && options.signal?.aborted !== true) {
      const group = together(waiting);
      const taken = await this.#tables.readings.take(group.map(({ name }) => name));
      const own = group.filter(({ name }) => taken.has(name));
      const before = result;
      const read = await this.#read(own, {
        ...options,
        onProgress: ({ done, captures, pages, phase }) =>
          options.onProgress?.({
            phase,
            done: before.bytes + done,
            total,
            captures: before.captures + captures,
            pages: before.pages + pages,
          }),
      });
      result = sumOf(result, read);
    }
    const geo = options.signal?.aborted === true ? 0 : await this.#takeGeo();
    return { ...result, geo, interrupted: options.signal?.aborted === true };
  }

  /**
   * What the desk took back goes out of the catalogue. While a file is this process's, nobody else puts anything of it there, and whoever has it
   * later knows what was taken back.
   */
  async #withdrawRefused(): Promise<void> {
    const refused = await this.#counted.refused();
    if (refused === null) return;
    const { addressOf } = await import('../../collection/index.ts');
    const { readings } = this.#tables;
    for (let after = 0; ; ) {
      const pages = await refused.shown(after);
      if (pages.length === 0) return;
      after = pages.at(-1)!.id;
      const fileOf = ({ worker, file }: { readonly worker: string; readonly file: string }) =>
        `${worker}/${file}`;
      const taken = await readings.take(pages.map(fileOf));
      const own = pages.filter((page) => taken.has(fileOf(page)));
      try {
        await this.catalogue.withdraw(
          own.map((page) => ({ key: addressOf(page.url).key, file: fileOf(page), offset: page.offset })),
        );
        if (own.some((page) => !readings.has(fileOf(page)))) continue;
        await refused.withdrawn(own.map(({ id }) => id));
        this.#isUnsettled ||= own.length > 0;
      } finally {
        await readings.release(taken);
      }
    }
  }

  /** Of what was passed by and is in no table, that which counts: its file is read again from there. */
  async #readAfterAll(): Promise<void> {
    const { unread, readings } = this.#tables;
    const byFile = new Map<string, number[]>();
    // It comes to count when its worker is back in its folder, and that one reads it.
    for (const { file, offset } of await unread.all())
      if (this.#sources.isWhole || this.#sources.folders.has(file.split('/')[0]!))
        byFile.set(file, [...(byFile.get(file) ?? []), offset]);
    for (const [file, offsets] of byFile) {
      const answers = await this.#counted.of(file, Math.min(...offsets));
      const offset = Math.min(...offsets.filter((at) => answers.has(at)));
      if (offset === Number.POSITIVE_INFINITY || !(await readings.take([file])).has(file)) continue;
      try {
        const mark = (await this.catalogue.marks()).find((one) => one.file === file);
        if (mark !== undefined && mark.offset > offset)
          await this.catalogue.write({ marks: [{ ...mark, offset }] });
        await unread.forget([{ file, offset }]);
      } finally {
        await readings.release([file]);
      }
    }
  }

  /** What the workers whose folders stand here found of geographic files. */
  async #takeGeo(): Promise<number> {
    const { takeSharedGeo } = await import('../../collection/index.ts');
    let count = 0;
    for (const [worker, folder] of this.#sources.folders)
      count += await takeSharedGeo(folder, worker, this.catalogue);
    return count;
  }

  /** Judges every page again, by what all files say of its site. What others read meanwhile is left to them. */
  async rebuild(
    options: PassOptions = {},
    onFile: (file: FoundFile) => void = () => {},
  ): Promise<AnalysisResult> {
    await this.#withdrawRefused();
    const all: FoundFile[] = [];
    for await (const file of this.#sources.files()) {
      onFile(file);
      all.push(file);
    }
    const taken = await this.#tables.readings.take(all.map(({ name }) => name));
    const own = all.filter(({ name }) => taken.has(name));
    for (const { name } of all)
      if (!taken.has(name)) options.onProblem?.({ where: name, reason: reason('read-by-another') });
    await this.catalogue.write({ marks: own.map(({ name }) => ({ file: name, offset: 0 })) });
    await this.#tables.unread.forget(own.map(({ name }) => ({ file: name, offset: 0 })));
    const folder = this.#memoryFolder();
    rmSync(folder, { recursive: true, force: true });
    await this.#learn(folder, own, options);
    return this.#readBy(folder, own, options);
  }

  /** What was written so far is ranked by the links of all. */
  async settle(options: PassOptions = {}): Promise<void> {
    options.onProgress?.({ phase: 'settling', done: 0, total: 0, captures: 0, pages: 0 });
    this.#isUnsettled = false;
    await this.catalogue.settle();
  }

  async close(): Promise<void> {
    await this.#tables.readings.close().catch(() => {});
    await this.catalogue.close();
    await this.#sources.close();
    this.#memories?.lock.release();
  }

  async #read(files: readonly FoundFile[], options: PassOptions): Promise<AnalysisResult> {
    let result = NOTHING;
    const byMemory = new Map<string | null, FoundFile[]>();
    for (const file of files) {
      const folder = learnedBy(file);
      byMemory.set(folder, [...(byMemory.get(folder) ?? []), file]);
    }
    for (const [folder, some] of byMemory) {
      if (folder !== null || some.every(({ growing }) => growing)) {
        result = sumOf(result, await this.#readBy(folder, some, options));
        continue;
      }
      const own = this.#memoryFolder();
      await this.#learn(own, some, options);
      result = sumOf(result, await this.#readBy(own, some, options));
    }
    return result;
  }

  async #learn(memories: string, files: readonly FoundFile[], options: PassOptions): Promise<void> {
    const { learnFromFiles } = await import('../../collection/index.ts');
    await learnFromFiles(memories, await Promise.all(files.map((file) => file.open())), {
      ...options,
      answers: (file, from) => this.#counted.of(file, from),
    });
  }

  async #readBy(
    memories: string | null,
    files: readonly FoundFile[],
    options: PassOptions,
  ): Promise<AnalysisResult> {
    const { addressOf, readArchiveFiles } = await import('../../collection/index.ts');
    try {
      const opened = await Promise.all(
        files.map(async (found) => ({ file: await found.open(), growing: found.growing })),
      );
      const result = await readArchiveFiles(opened, this.catalogue, {
        ...options,
        memories,
        index: (captures) => this.#tables.captures.write(captures),
        mayRead: (file) => this.#tables.readings.has(file),
        answers: (file, from) => this.#counted.of(file, from),
        passBy: async (records) => {
          // It may be there: of a time in which it counted, or of an earlier version that asked nobody.
          await this.catalogue.withdraw(
            records.map(({ url, ...place }) => ({ key: addressOf(url).key, ...place })),
          );
          await this.#tables.unread.add(records);
        },
      });
      this.#isUnsettled ||= result.pages + result.same > 0;
      return result;
    } finally {
      await this.#tables.readings.release(files.map(({ name }) => name));
    }
  }

  /** Of this process alone, and of the next one that comes when it has ended. */
  #memoryFolder(): string {
    for (let n = 1; this.#memories === null; n++) {
      const folder = join(this.#cache, `memories-${n}`);
      mkdirSync(this.#cache, { recursive: true });
      const lock = holdFile(`${folder}.lock`);
      if (lock !== null) this.#memories = { folder, lock };
    }
    return this.#memories.folder;
  }
}

/** Where the worker of a file has what its sites repeat; null when that is not here. */
function learnedBy({ folder }: FoundFile): string | null {
  const content = folder === null ? null : join(folder, 'content');
  return content !== null && existsSync(content) ? content : null;
}

/** Takes the next files that go together out of those that wait. */
function together(waiting: FoundFile[]): FoundFile[] {
  let bytes = 0;
  let count = 0;
  while (count < waiting.length && count < TOGETHER_FILES && (count === 0 || bytes < TOGETHER_BYTES))
    bytes += waiting[count++]!.size;
  return waiting.splice(0, count);
}

function sumOf(a: AnalysisResult, b: AnalysisResult): AnalysisResult {
  return {
    pages: a.pages + b.pages,
    same: a.same + b.same,
    captures: a.captures + b.captures,
    passed: {
      'not-counted': a.passed['not-counted'] + b.passed['not-counted'],
      address: a.passed.address + b.passed.address,
      status: a.passed.status + b.passed.status,
      kind: a.passed.kind + b.passed.kind,
      empty: a.passed.empty + b.passed.empty,
      'unknown-revisit': a.passed['unknown-revisit'] + b.passed['unknown-revisit'],
    },
    geo: a.geo + b.geo,
    bytes: a.bytes + b.bytes,
    problems: a.problems + b.problems,
    interrupted: a.interrupted || b.interrupted,
  };
}
