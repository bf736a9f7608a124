/**
 * Takes archives of others into a collection: WARC, ARC and WACZ files are copied (or linked) into its folder, those whose records have no
 * address of their own are written anew, the index is made, and a manifest says where everything came from. What is damaged is kept as
 * far as it can be read, and told. Done again with the same files it finds them there.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FOLDER_FORMAT } from '../../crawl/crawl-folder.ts';
import { FolderLock } from '../../crawl/folder-lock.ts';
import { Forgotten } from '../../crawl/forgotten.ts';
import { isDiskError, readingError, storageError, TarrafaError } from '../../errors.ts';
import { clearParts, partName, putInPlace, writeFileWhole } from '../../files/index.ts';
import { GeoProblem } from '../../geo/index.ts';
import { archiveFiles, blankRecords, buildCdxj, readWarc, type UnindexedRecord } from '../../warc/index.ts';
import { reason, systemFailure, type Why } from '../../words/why.ts';
import { recordMember } from '../export/record-member.ts';
import { goneFrom } from '../gone-records.ts';
import { openWacz } from './wacz-reader.ts';

export interface ImportedFile {
  /** What was given, and for a WACZ the archive inside it. */
  readonly from: string;
  /** Name in the collection's archive. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ImportProblem {
  readonly where: string;
  readonly reason: Why;
}

export interface ImportOptions {
  readonly software: string;
  /** Hard links instead of copies, where the file system can. */
  readonly link?: boolean | undefined;
  readonly now?: (() => number) | undefined;
  /** Goes on past files that are none, or not there, as long as there is one that can be imported. */
  readonly goOn?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
  readonly onProblem?: ((problem: ImportProblem) => void) | undefined;
}

export interface ImportResult {
  /** Files of this run; those that were there already are not among them. */
  readonly files: readonly ImportedFile[];
  readonly already: number;
  /** What was given and could not be imported at all; always empty without `goOn`. */
  readonly refused: readonly ImportProblem[];
  /** Captures in the index of the collection, and the records that are none, by what they are. */
  readonly captures: number;
  readonly others: Readonly<Record<UnindexedRecord, number>>;
  readonly bytes: number;
  readonly problems: number;
}

const ARCHIVE = /\.w?arc(?:\.gz)?$/i;
const MOST_PROBLEMS = 1000;
/** Kinds of problems that the manifest counts. */
const MOST_KINDS = 50;
const LARGEST_REWRITTEN = 512 << 20;

/** Why something was passed by, and how often: of all imports into the folder. */
export interface PassedBy {
  readonly why: Why;
  readonly count: number;
  /** Found while a file was taken in, or while the index of all of them was made, which finds it again each time. */
  readonly of: 'file' | 'index';
}

interface Manifest {
  readonly imported?: readonly ImportedFile[];
  readonly passed?: readonly PassedBy[];
  readonly [other: string]: unknown;
}

export async function importArchives(
  inputs: readonly string[],
  out: string,
  options: ImportOptions,
): Promise<ImportResult> {
  if (inputs.length === 0) throw new TarrafaError('TRF_IMPORT_REFUSED', ['', reason('no-file-named')]);
  const manifest = manifestOf(out);
  // What cannot be imported is refused before anything is made.
  const { usable, total, refused } = await sortOut(inputs, options.goOn === true);
  const archive = join(out, 'archive');
  try {
    mkdirSync(archive, { recursive: true });
  } catch (cause) {
    throw storageError(out, cause);
  }
  const lock = FolderLock.take(out);
  try {
    if (lock.uncertain) options.onProblem?.({ where: out, reason: reason('lock-uncertain') });
    const startedAt = new Date((options.now ?? Date.now)()).toISOString();
    const before = manifest?.imported ?? [];
    const run = new ImportRun(archive, total, before, { ...options, forgotten: Forgotten.of(out) });
    // Told after each file: after a kill the next import knows what is here.
    const tell = (captures: number): void =>
      writeManifestOf(out, manifest, {
        imported: [...before, ...run.files],
        passed: run.passed(Array.isArray(manifest?.passed) ? manifest.passed : []),
        captures,
        at: startedAt,
        software: options.software,
      });
    if (manifest === null) tell(0);
    for (const path of usable) {
      options.signal?.throwIfAborted();
      if (isZip(path)) await run.wacz(path, () => tell(0));
      else await run.archive(path);
      if (run.files.length > 0) tell(0);
    }
    const { captures, others } = await run.index();
    if (run.files.length > 0 || manifest === null) tell(captures);
    const bytes = run.files.reduce((sum, file) => sum + file.bytes, 0);
    const { files, already, problems } = run;
    return { files, already, refused, captures, others, bytes, problems };
  } finally {
    lock.release();
  }
}

/** Throws for what cannot be imported; with `goOn` only when nothing can. */
async function sortOut(
  inputs: readonly string[],
  goOn: boolean,
): Promise<{
  readonly usable: readonly string[];
  readonly total: number;
  readonly refused: readonly ImportProblem[];
}> {
  const usable: string[] = [];
  const refused: ImportProblem[] = [];
  let total = 0;
  let first: TarrafaError | null = null;
  for (const path of inputs) {
    try {
      const size = sizeOf(path);
      await checkInput(path);
      usable.push(path);
      total += size;
    } catch (error) {
      const known =
        error instanceof TarrafaError &&
        (error.code === 'TRF_IMPORT_REFUSED' || error.code === 'TRF_INPUT_MISSING');
      if (!goOn || !known) throw error;
      first ??= error;
      refused.push({ where: path, reason: error.values[1] as Why });
    }
  }
  if (usable.length === 0 && first !== null) throw first;
  return { usable, total, refused };
}

function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('no-such-file')]);
  if (!stats.isFile()) throw new TarrafaError('TRF_IMPORT_REFUSED', [path, reason('not-a-file')]);
  return stats.size;
}

function isZip(path: string): boolean {
  const head = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, 4, 0);
  } finally {
    closeSync(file);
  }
  return head.readUInt32BE(0) === 0x504b0304 || head.readUInt32BE(0) === 0x504b0506;
}

/** One import under way. */
class ImportRun {
  readonly files: ImportedFile[] = [];
  already = 0;
  problems = 0;
  readonly #folder: string;
  readonly #total: number;
  readonly #options: ImportOptions & { readonly forgotten: Forgotten };
  readonly #known: Map<string, ImportedFile>;
  readonly #passed = new Map<string, PassedBy>();
  #done = 0;

  constructor(
    folder: string,
    total: number,
    known: readonly ImportedFile[],
    options: ImportOptions & { readonly forgotten: Forgotten },
  ) {
    this.#folder = folder;
    this.#total = total;
    this.#options = options;
    this.#known = new Map(known.map((file) => [file.sha256, file]));
  }

  #problem(where: string, reason: Why, of: PassedBy['of'] = 'file'): void {
    const key = `${of} ${JSON.stringify(reason)}`;
    const known = this.#passed.get(key);
    if (known !== undefined || this.#passed.size < MOST_KINDS)
      this.#passed.set(key, { why: reason, count: (known?.count ?? 0) + 1, of });
    // The first ones tell what there is to tell.
    if (this.problems++ < MOST_PROBLEMS) this.#options.onProblem?.({ where, reason });
  }

  /** What was passed by, with what imports before had told. */
  passed(before: readonly PassedBy[]): PassedBy[] {
    const files = before.filter(({ of }) => of === 'file').slice(0, MOST_KINDS);
    const all = new Map(files.map((one) => [`file ${JSON.stringify(one.why)}`, one]));
    for (const [key, one] of this.#passed)
      if (all.has(key) || all.size < MOST_KINDS)
        all.set(key, { ...one, count: (all.get(key)?.count ?? 0) + one.count });
    return [...all.values()];
  }

  async archive(path: string): Promise<void> {
    await this.#take(
      path,
      basename(path),
      createReadStream(path),
      this.#options.link === true ? path : null,
      null,
    );
  }

  async wacz(path: string, taken: () => void): Promise<void> {
    const contents = await openWacz(path);
    try {
      for (const { where, reason } of contents.problems) this.#problem(`${path}: ${where}`, reason);
      for (const { name, bytes, hash } of contents.archives)
        try {
          await this.#take(`${path}#archive/${name}`, name, bytes(), null, hash);
          taken();
        } catch (error) {
          if (!(error instanceof GeoProblem)) throw error;
          this.#problem(`${path}: archive/${name}`, error.why);
        }
    } finally {
      contents.close();
    }
  }

  /** Brings a file in under a part's name, then into its place. */
  async #take(
    from: string,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    linkTo: string | null,
    stated: string | null,
  ): Promise<void> {
    const { signal, onProgress } = this.#options;
    const part = partName(join(this.#folder, name));
    clearParts(join(this.#folder, name));
    const hash = createHash('sha256');
    let size = 0;
    const counted = async function* (this: ImportRun): AsyncGenerator<Uint8Array> {
      for await (const piece of bytes) {
        signal?.throwIfAborted();
        hash.update(piece);
        size += piece.length;
        this.#done += piece.length;
        onProgress?.({ done: Math.min(this.#done, this.#total), total: this.#total });
        yield piece;
      }
    }.call(this);
    try {
      if (linkTo !== null && linked(linkTo, part)) for await (const _ of counted);
      else await pipeline(Readable.from(counted), createWriteStream(part));
      const sha256 = hash.digest('hex');
      if (stated !== null && stated !== `sha256:${sha256}`) this.#problem(from, reason('bytes-differ'));
      const known = this.#known.get(sha256);
      if (known !== undefined && existsSync(join(this.#folder, known.file))) {
        this.already++;
        return;
      }
      // A file that a killed import brought here and did not tell of.
      const adopted = !this.#isListed(name) && (await sha256Of(join(this.#folder, name), size)) === sha256;
      const file = adopted ? name : await this.#settle(part, name, from);
      const imported = { from, file, bytes: size, sha256 };
      this.files.push(imported);
      this.#known.set(sha256, imported);
    } catch (error) {
      throw error instanceof TarrafaError ||
        error instanceof GeoProblem ||
        (error as Error).name === 'AbortError'
        ? error
        : storageError(join(this.#folder, name), error);
    } finally {
      rmSync(part, { force: true });
    }
  }

  #isListed(name: string): boolean {
    return [...this.#known.values()].some(({ file }) => file === name);
  }

  /** The place of a file: its own name, or the next that is free; written anew when its records share one gzip member. */
  async #settle(part: string, name: string, from: string): Promise<string> {
    const shared = await sharesMembers(part);
    if (!shared) await this.#withoutForgotten(part);
    const wanted = shared ? name.replace(/(?:\.gz)?$/i, '.gz') : name;
    let free = wanted;
    for (let n = 2; existsSync(join(this.#folder, free)); n++) free = `${n}-${wanted}`;
    const place = join(this.#folder, free);
    if (shared) {
      const fresh = `${part}.new`;
      try {
        const lost = await rewritten(part, fresh, this.#options.signal);
        if (lost > 0) this.#problem(from, reason('records-left-out', { records: lost }));
        await this.#withoutForgotten(fresh);
        putInPlace(fresh, place);
      } finally {
        rmSync(fresh, { force: true });
      }
    } else putInPlace(part, place);
    return free;
  }

  /** What the collection was asked to forget does not come back with an archive that still has it. A file that was linked is not changed: it is written anew. */
  async #withoutForgotten(path: string): Promise<void> {
    const { forgotten, signal } = this.#options;
    if (forgotten.isEmpty) return;
    const gone = await goneFrom(path, forgotten, { signal });
    if (gone.length > 0) await blankRecords(path, gone, { date: Date.now(), signal });
  }

  /** The index of the whole folder; damage is told. */
  async index(): Promise<Pick<ImportResult, 'captures' | 'others'>> {
    const { lines, others, problems } = await buildCdxj(this.#folder);
    for (const { file, offset, why } of problems) this.#problem(`${file} @${offset}`, why, 'index');
    return { captures: lines, others };
  }
}

/** Digest of a file of that size; null when there is none. */
async function sha256Of(path: string, size: number): Promise<string | null> {
  if (statSync(path, { throwIfNoEntry: false })?.size !== size) return null;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** A hard link where the file system can make one; false where a copy must do. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

async function checkInput(path: string): Promise<void> {
  if (isZip(path)) (await openWacz(path)).close();
  else if (!ARCHIVE.test(basename(path)) || !(await looksLikeArchive(path)))
    throw new TarrafaError('TRF_IMPORT_REFUSED', [path, reason('not-an-archive-name')]);
}

/** Whether a record of any kind is at the beginning: a file of that name may hold anything. */
async function looksLikeArchive(path: string): Promise<boolean> {
  for await (const _ of readWarc(path, { maxBlockBytes: 1024 })) return true;
  return false;
}

/** Whether the first gzip member holds several records: then none of them has an address. */
async function sharesMembers(path: string): Promise<boolean> {
  let shared = false;
  let seen = 0;
  for await (const _ of readWarc(path, {
    maxBlockBytes: 1024,
    onProblem: ({ code }) => {
      if (code === 'shared-member') shared = true;
    },
  }))
    if (shared || ++seen >= 3) break;
  return shared;
}

async function rewritten(from: string, to: string, signal: AbortSignal | undefined): Promise<number> {
  let lost = 0;
  async function* members(): AsyncGenerator<Uint8Array> {
    for await (const record of readWarc(from, { maxBlockBytes: LARGEST_REWRITTEN })) {
      signal?.throwIfAborted();
      const member = recordMember(record);
      if (member === null) lost++;
      else yield member;
    }
  }
  await pipeline(Readable.from(members()), createWriteStream(to));
  return lost;
}

/** The manifest of a collection that was imported before; null for a new folder. A crawl's folder is refused: its archive is its own. */
function manifestOf(out: string): Manifest | null {
  const path = join(out, 'crawl.json');
  if (!existsSync(path)) {
    if (existsSync(join(out, 'archive')) && archiveFiles(join(out, 'archive')).length > 0)
      throw new TarrafaError('TRF_IMPORT_REFUSED', [out, reason('folder-of-archives')]);
    return null;
  }
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  } catch (cause) {
    if (isDiskError(cause)) throw readingError(path, cause);
    throw new TarrafaError('TRF_STORAGE_DAMAGED', [path, 0, systemFailure(cause)], { cause });
  }
  if (manifest.format !== FOLDER_FORMAT)
    throw new TarrafaError('TRF_FOLDER_VERSION', [out, String(manifest.format), FOLDER_FORMAT]);
  if (!Array.isArray(manifest.imported))
    throw new TarrafaError('TRF_IMPORT_REFUSED', [out, reason('folder-of-crawl')]);
  return manifest;
}

/** The manifest that reports, the server and the commands of archives look for, with where the files came from. */
function writeManifestOf(
  out: string,
  before: Manifest | null,
  {
    imported,
    passed,
    captures,
    at,
    software,
  }: {
    readonly imported: readonly ImportedFile[];
    readonly passed: readonly PassedBy[];
    readonly captures: number;
    readonly at: string;
    readonly software: string;
  },
): void {
  const sessions = Array.isArray(before?.sessions) ? before.sessions : [];
  const manifest = {
    format: FOLDER_FORMAT,
    software,
    policy: 'import',
    scope: 'any',
    seeds: [],
    parameters: {},
    startedAt: before?.startedAt ?? at,
    sessions: [...sessions, { startedAt: at, endedAt: at, reason: 'frontier-empty', pages: captures }],
    imported,
    passed,
  };
  writeFileWhole(join(out, 'crawl.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
