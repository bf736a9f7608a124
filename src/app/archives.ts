/**
 * Archives, ours or anybody's: their records listed and read, their wholeness checked, their index made anew, and their pages shown in a
 * browser. Paths are archive files, folders of them, or folders of crawls.
 *
 * ```ts
 * for await (const { url, status } of listArchive(['coleta'])) console.log(status, url);
 * const { errors } = await checkArchive(['coleta'], { onFinding: ({ file, offset, message }) => console.log(file, offset, message) });
 * const server = await replayArchive(['coleta'], { port: 0 });
 * ```
 */
import { basename, dirname, resolve } from 'node:path';
import type { DecodeProblem } from '../coding/index.ts';
import { TarrafaError } from '../errors.ts';
import type { BuildResult, CheckFinding, CheckResult, WarcProblem, WarcRecord } from '../warc/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { reason } from '../words/why.ts';

/** Damage, and the name of the file that has it. */
export interface ArchiveDamage extends WarcProblem {
  readonly file: string;
}

export interface ArchiveReading {
  /** Told of damage, which never stops the reading. */
  readonly onProblem?: ((problem: ArchiveDamage) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ListedRecord {
  readonly type: string;
  readonly status: number | null;
  /** Media type in lower case without parameters. */
  readonly mime: string | null;
  /** As the record states it. */
  readonly date: string | null;
  readonly url: string | null;
  /** Bytes of the record in the file. */
  readonly length: number;
  readonly offset: number;
  readonly file: string;
}

export interface ListOptions extends ArchiveReading {
  /** Only records of these types. */
  readonly types?: readonly string[] | undefined;
}

/** Enough of a block for the head of a response. */
const HEAD_BYTES = 256 << 10;

/** Every record, in the order of the files. */
export async function* listArchive(
  paths: readonly string[],
  options: ListOptions = {},
): AsyncGenerator<ListedRecord, void, undefined> {
  const { archivePaths, bareMime, readWarc } = await import('../warc/index.ts');
  const types = options.types === undefined ? null : new Set(options.types);
  for (const path of archivePaths(paths)) {
    const file = basename(path);
    const records = readWarc(path, {
      maxBlockBytes: HEAD_BYTES,
      onProblem: (problem) => options.onProblem?.({ ...problem, file }),
    });
    for await (const record of records) {
      options.signal?.throwIfAborted();
      if (types !== null && !types.has(record.type)) continue;
      const http = record.type === 'request' ? null : record.http;
      const contentType = http === null ? record.contentType : http.header('content-type');
      yield {
        type: record.type,
        status: http?.status ?? null,
        mime: contentType === null ? null : bareMime(contentType),
        date: record.field('WARC-Date'),
        url: record.url,
        length: record.length,
        offset: record.offset,
        file,
      };
    }
  }
}

/** Which record: the capture of an address nearest to a moment (the newest without one), or what stands at a place of a file. */
export type RecordWish =
  | {
      readonly url: string;
      /** 4 to 14 digits of a moment, as in `20240131`. */
      readonly time?: string | undefined;
    }
  | { readonly offset: number };

export interface ArchivedRecord {
  /** `WARC/1.1`. */
  readonly version: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly http: {
    readonly startLine: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
  } | null;
  /** As archived: for a response the HTTP head and the body as received. */
  readonly block: Uint8Array;
}

export interface ArchivedPayload {
  readonly bytes: Uint8Array;
  /** Why the content coding could not be undone: the bytes are as received then. */
  readonly problem: DecodeProblem | null;
}

/** One record as it stands. Throws TRF_INPUT_MISSING when it is not in the archive. */
export async function archivedRecord(path: string, wish: RecordWish): Promise<ArchivedRecord> {
  const { record } = await found(path, wish);
  const { http } = record;
  return {
    version: record.version,
    fields: [...record.fields],
    http: http === null ? null : { startLine: http.startLine, headers: [...http.headers] },
    block: record.block,
  };
}

/** A longer payload is nobody's page; it is given as received. */
const LONGEST_PAYLOAD = 256 << 20;

/** What a record brought, its content coding undone; of a revisit, what it refers to. */
export async function archivedPayload(path: string, wish: RecordWish): Promise<ArchivedPayload> {
  const { record, original } = await found(path, wish);
  if (original === null)
    throw new TarrafaError('TRF_INPUT_MISSING', [record.url ?? path, reason('revisit-without-payload')]);
  const { http } = original;
  if (http === null) return { bytes: original.block, problem: null };
  const { bytes, problem } = http.decoded(LONGEST_PAYLOAD);
  return problem === null ? { bytes, problem } : { bytes: http.payload, problem };
}

async function found(
  path: string,
  wish: RecordWish,
): Promise<{ readonly record: WarcRecord; readonly original: WarcRecord | null }> {
  const { archivePaths, readRecordAt, WarcArchive } = await import('../warc/index.ts');
  if ('offset' in wish) {
    const [file, ...others] = archivePaths([path]);
    if (file === undefined || others.length > 0)
      throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('offset-of-folder')]);
    const record = await readRecordAt(file, wish.offset);
    return { record, original: record.type === 'revisit' ? null : record };
  }
  const archive = await WarcArchive.open([path]);
  try {
    const capture = await archive.find(wish.url, wish.time);
    if (capture === null) throw new TarrafaError('TRF_INPUT_MISSING', [wish.url, reason('not-in-archive')]);
    return capture;
  } finally {
    archive.close();
  }
}

export interface CheckOptions {
  readonly onFinding?: ((finding: CheckFinding) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Checksums, lengths, digests, fields and ids of every record. What is damaged is told, never thrown. */
export async function checkArchive(
  paths: readonly string[],
  { onFinding = () => {}, signal }: CheckOptions = {},
): Promise<CheckResult> {
  const { checkArchives } = await import('../warc/index.ts');
  return checkArchives(paths, onFinding, { signal });
}

/** The CDXJ index of a folder made anew from its archives; ended early, the old one stays. */
export async function indexArchive(
  folder: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<BuildResult> {
  const { archivePaths, buildCdxj } = await import('../warc/index.ts');
  const [first] = archivePaths([folder]);
  return buildCdxj(dirname(first!), { signal });
}

export interface ReplayOptions {
  /** Without it: 8095. 0: any. */
  readonly port?: number | undefined;
  /** Of pages for those who ask for none; default `pt-BR`. */
  readonly language?: Language | undefined;
  readonly onProblem?: ((problem: ArchiveDamage) => void) | undefined;
  /** Told of a request that failed through no fault of who asked. */
  readonly onFault?: ((request: string, error: unknown) => void) | undefined;
}

export interface ArchiveServer {
  /** Where the sites are listed; `<url>20240131/https://www.exemplo.br/` is a page as it was. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const REPLAY_PORT = 8095;

/** Archives in the browser of this machine, without a catalogue; nobody else reaches them. */
export async function replayArchive(
  paths: readonly string[],
  { port = REPLAY_PORT, language = USUAL_LANGUAGE, onProblem, onFault }: ReplayOptions = {},
): Promise<ArchiveServer> {
  const [{ WarcArchive }, { createArchiveApp, listen }, { collectionName }] = await Promise.all([
    import('../warc/index.ts'),
    import('../server/index.ts'),
    import('../collection/index.ts'),
  ]);
  const archive = await WarcArchive.open(paths, onProblem === undefined ? {} : { onProblem });
  const title = basename(resolve(paths[0]!));
  const name = collectionName(title);
  const app = createArchiveApp({
    archive: { name, title, archive },
    language,
    onError: (error, request) => onFault?.(`${request.method} ${request.url}`, error),
  });
  const close = async () => {
    await app.close();
    archive.close();
  };
  try {
    const host = '127.0.0.1';
    const taken = await listen(app, { host, port, orNext: false });
    return { url: `http://${host}:${taken}/replay/${name}/`, port: taken, close };
  } catch (error) {
    await close();
    throw error;
  }
}
