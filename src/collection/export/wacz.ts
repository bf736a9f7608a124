/**
 * WACZ 1.1.1: the archive, its index and its list of pages in one ZIP that a browser can replay from where it lies. The archive files and
 * the index are stored as they are, so that a record is reached by its position.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  linkSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { StoredPage } from '../../catalogue/index.ts';
import { storageError } from '../../errors.ts';
import { checkRoom, partName, putInPlace, type WholeFile } from '../../files/index.ts';
import { archiveFiles, buildCdxj, INDEX_NAME, readWarc } from '../../warc/index.ts';
import { ArchiveCopy } from './archive-copy.ts';
import { timeText } from './columns.ts';
import { recordMember, warcinfoMember } from './record-member.ts';
import { type ExportSource, pagesOf, type Selection } from './selection.ts';
import { ZipWriter } from './zip-writer.ts';

export interface WaczOptions {
  readonly software: string;
  readonly now: number;
  readonly onPage: () => void;
  readonly signal?: AbortSignal | undefined;
  readonly description: string;
}

/** Lines of the index in one gzip member: what a reader brings to find one capture. */
const BLOCK_LINES = 1024;
const LARGEST_REWRITTEN = 512 << 20;
/** Bytes gathered between two looks at how much room there is. */
const LOOK = 64 << 20;

interface Resource {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

/** Writes it. How many pages had no record in the archive. */
export async function writeWacz(
  file: WholeFile,
  path: string,
  source: ExportSource,
  selection: Selection,
  options: WaczOptions,
): Promise<number> {
  const work = `${partName(path)}s`;
  rmSync(work, { recursive: true, force: true });
  const archive = join(work, 'archive');
  try {
    try {
      mkdirSync(archive, { recursive: true });
    } catch (cause) {
      throw storageError(path, cause);
    }
    const isWhole = selection.query === null && selection.pages === undefined && source.forgetting !== true;
    // Said before the first byte: an archive has days of copying in it.
    if (isWhole) checkRoom(path, sizeOf(source.files));
    const missing = isWhole
      ? await linkAll(archive, source.files, options)
      : await copyFound(archive, path, source, selection, options);
    const files = await indexed(archive, options);
    checkRoom(path, sizeOf(files.map((name) => join(archive, name))));
    const zip = new ZipWriter(file, { date: options.now });
    const resources: Resource[] = [];
    const add = async (
      name: string,
      content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
      deflate: boolean,
    ): Promise<void> => {
      const { bytes, sha256 } = await zip.add(name, content, { deflate });
      resources.push({ name: basename(name), path: name, hash: `sha256:${sha256}`, bytes });
    };
    for (const name of files) await add(`archive/${name}`, createReadStream(join(archive, name)), false);
    const idx: string[] = ['!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}\n'];
    await add('indexes/index.cdx.gz', indexBlocks(join(archive, INDEX_NAME), idx), false);
    await add('indexes/index.idx', [Buffer.from(idx.join(''))], true);
    let first: StoredPage | null = null;
    const pages = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(
        `${JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'All Pages', hasText: true })}\n`,
      );
      for await (const batch of pagesOf(source, selection))
        for (const page of batch) {
          options.signal?.throwIfAborted();
          first ??= page;
          const { id, url, title, text } = page;
          yield Buffer.from(
            `${JSON.stringify({ id: String(id), url, ts: timeText(page.fetchedAt), title: title || url, text })}\n`,
          );
          options.onPage();
        }
    };
    await add('pages/pages.jsonl', pages(), true);
    const main = first as StoredPage | null;
    const datapackage = Buffer.from(
      `${JSON.stringify(
        {
          profile: 'data-package',
          wacz_version: '1.1.1',
          title: source.title,
          description: options.description,
          created: timeText(options.now),
          modified: timeText(options.now),
          software: options.software,
          ...(main === null ? {} : { mainPageUrl: main.url, mainPageDate: timeText(main.fetchedAt) }),
          resources,
        },
        null,
        2,
      )}\n`,
    );
    await zip.add('datapackage.json', [datapackage], { deflate: true });
    const hash = `sha256:${createHash('sha256').update(datapackage).digest('hex')}`;
    const digest = `${JSON.stringify({ path: 'datapackage.json', hash }, null, 2)}\n`;
    await zip.add('datapackage-digest.json', [Buffer.from(digest)], { deflate: true });
    await zip.finish();
    return missing;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** All of a collection: its archive files, as they are. */
async function linkAll(folder: string, files: readonly string[], options: WaczOptions): Promise<number> {
  const taken = new Set<string>();
  for (const path of files) {
    const name = basename(path);
    if (taken.has(name)) continue;
    taken.add(name);
    if (/\.warc(?:\.gz)?$/i.test(name)) standIn(resolve(path), join(folder, name));
    else await rewrite(path, join(folder, name.replace(/\.arc(?:\.gz)?$/i, '.warc.gz')), options);
  }
  return 0;
}

/** A file under another name: not every system lets everybody make links, and not every file system has them. */
function standIn(path: string, name: string): void {
  for (const make of [symlinkSync, linkSync, copyFileSync])
    try {
      make(path, name);
      return;
    } catch (cause) {
      if (make === copyFileSync) throw storageError(name, cause);
    }
}

/** A file of records that have no bytes of their own, written anew. */
async function rewrite(from: string, to: string, options: WaczOptions): Promise<void> {
  async function* members(): AsyncGenerator<Uint8Array> {
    for await (const record of readWarc(from, { maxBlockBytes: LARGEST_REWRITTEN })) {
      options.signal?.throwIfAborted();
      const member = recordMember(record);
      if (member !== null) yield member;
    }
  }
  await pipeline(Readable.from(members()), createWriteStream(to));
}

/** The records of the pages that were found. */
async function copyFound(
  folder: string,
  path: string,
  source: ExportSource,
  selection: Selection,
  options: WaczOptions,
): Promise<number> {
  const copy = new ArchiveCopy(source.files);
  const name = 'data.warc.gz';
  let written = 0;
  let looked = 0;
  async function* members(): AsyncGenerator<Uint8Array> {
    yield warcinfoMember(name, options.now, {
      software: options.software,
      format: 'WARC File Format 1.1',
      description: options.description,
    });
    for await (const pages of pagesOf(source, selection))
      for (const page of pages) {
        options.signal?.throwIfAborted();
        for await (const piece of copy.recordsOf(page.archive)) {
          written += piece.length;
          // What is gathered here stands in the file once more.
          if (written >= looked) {
            checkRoom(path, written);
            looked = written + LOOK;
          }
          yield piece;
        }
      }
  }
  try {
    await pipeline(Readable.from(members()), createWriteStream(join(folder, name)));
  } catch (cause) {
    throw cause instanceof Error && 'syscall' in cause ? storageError(path, cause) : cause;
  } finally {
    await copy.close();
  }
  return copy.missing;
}

/** Makes the index; the names of the archive files. Those whose records share a gzip member are written anew first: none has an address. */
async function indexed(folder: string, options: WaczOptions): Promise<string[]> {
  const { problems } = await buildCdxj(folder);
  const shared = new Set(problems.flatMap(({ code, file }) => (code === 'shared-member' ? [file] : [])));
  for (const name of shared) {
    const path = join(folder, name);
    const fresh = partName(path);
    await rewrite(path, fresh, options);
    rmSync(path);
    putInPlace(fresh, path.replace(/(?:\.gz)?$/i, '.gz'));
  }
  if (shared.size > 0) await buildCdxj(folder);
  return archiveFiles(folder).map((path) => basename(path));
}

/** The sorted index in gzip members, and for each the line by which a reader finds it. */
async function* indexBlocks(path: string, idx: string[]): AsyncGenerator<Uint8Array> {
  let lines: string[] = [];
  let offset = 0;
  const packed = (): Buffer => {
    const block = gzipSync(Buffer.from(lines.join(''), 'latin1'));
    const [key, timestamp] = lines[0]!.split(' ', 2);
    const digest = createHash('sha256').update(block).digest('hex');
    idx.push(
      `${key} ${timestamp} ${JSON.stringify({ offset, length: block.length, digest: `sha256:${digest}`, filename: 'index.cdx.gz' })}\n`,
    );
    offset += block.length;
    lines = [];
    return block;
  };
  const reader = createInterface({
    input: createReadStream(path, 'latin1'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of reader) {
    if (line === '') continue;
    lines.push(`${line}\n`);
    if (lines.length >= BLOCK_LINES) yield packed();
  }
  if (lines.length > 0) yield packed();
  // An archive without captures has an index without lines.
  else if (offset === 0) yield gzipSync(Buffer.alloc(0));
}
