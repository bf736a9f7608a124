/**
 * The documents of a collection, whatever it is stored in: the folder of a crawl, WARC and ARC files, the XML form, the records of the
 * WPT collections, JSON Lines with `text` or `html`, plain text and pages. Read as a stream, one document at a time.
 */

import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { DecodeProblem } from '../../coding/index.ts';
import { inputError, TarrafaError } from '../../errors.ts';
import { parseJson } from '../../formats/index.ts';
import { type FlatDocument, parseHtml } from '../../html/index.ts';
import {
  byteLines,
  type CollectionDocument,
  documentOfRecord,
  paragraphBlocks,
  parseDay,
  readChaveXml,
  readWptRecords,
} from '../../report/time/index.ts';
import { documentBlocks } from '../../time/index.ts';
import { normaliseUrl } from '../../url/index.ts';
import { ARCHIVE_NAME, archivePaths } from '../../warc/index.ts';
import { type Reason, reason } from '../../words/why.ts';
import { archivedPages } from './archived-pages.ts';
import { isFolder } from './given-path.ts';
import { looksBinary, readTextOrPage } from './given-text.ts';
import type { InputProblem } from './input-problem.ts';

/** What is known of a page beside its document. */
export interface PageContext {
  readonly url: string | null;
  readonly lastModified: string | null;
  /** ms since 1970; null when the collection does not say. */
  readonly fetchedAt: number | null;
}

export interface ReadingOptions {
  /** Day number of a page's creation; without it that of its Last-Modified header. */
  readonly dateOf?: (document: FlatDocument, context: PageContext) => number | null;
  /** Told of damage, which never stops the reading. */
  readonly onProblem?: (problem: InputProblem) => void;
}

/** A file of plain text or a page is read whole; a larger one is cut here. */
const LONGEST_FILE = 64 << 20;
const CODING_REASONS: Readonly<Record<DecodeProblem, Reason>> = {
  bomb: reason('coding-bomb'),
  corrupt: reason('coding-corrupt'),
  'unknown-encoding': reason('coding-unknown-encoding'),
};
const MS_PER_DAY = 86_400_000;
const READABLE_NAME = /\.(?:xml|txt|jsonl|ndjson|x?html?|wpt)(?:\.gz)?$/i;

/** Day number of an HTTP date; null when it is none. */
export function lastModifiedDay(value: string | null): number | null {
  const at = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(at) ? null : Math.floor(at / MS_PER_DAY);
}

/** The address that identifies a page, as the crawler keeps it. */
function canonical(href: string, base: string | null): string | null {
  const url = normaliseUrl(href, base);
  return url.kind === 'url' ? url.key : null;
}

function pageDocument(doc: FlatDocument, context: PageContext, options: ReadingOptions): CollectionDocument {
  const blocks = documentBlocks(doc, context.url ?? 'http://localhost/', canonical);
  return {
    url: context.url === null ? null : (canonical(context.url, null) ?? context.url),
    blocks,
    created: (options.dateOf ?? ((_, { lastModified }) => lastModifiedDay(lastModified)))(doc, context),
    harvested: context.fetchedAt === null ? null : Math.floor(context.fetchedAt / MS_PER_DAY),
  };
}

async function* archiveDocuments(path: string, options: ReadingOptions): AsyncGenerator<CollectionDocument> {
  const pages = archivedPages(path, { onProblem: options.onProblem });
  for await (const { record, http, page, document, problem } of pages) {
    if (problem !== null) options.onProblem?.({ path, offset: record.offset, why: CODING_REASONS[problem] });
    if (page.bytes.length === 0) continue;
    const context = { url: record.url, lastModified: http.header('last-modified'), fetchedAt: record.date };
    yield pageDocument(document, context, options);
  }
}

/** Bytes of a file, decompressed when its name says so; a damaged end is told and the rest kept. */
async function* fileBytes(path: string, options: ReadingOptions): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  const stream = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => stream.destroy(error));
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code?.startsWith('Z') !== true) throw inputError(path, cause);
    options.onProblem?.({ path, offset: null, why: reason('gzip-damaged') });
  } finally {
    file.destroy();
  }
}

/** The first bytes of a stream, and the whole stream again. */
async function glance(
  source: AsyncGenerator<Uint8Array>,
): Promise<{ head: string; all: AsyncGenerator<Uint8Array> }> {
  const first = await source.next();
  const bytes = first.done === true ? new Uint8Array(0) : first.value;
  async function* again(): AsyncGenerator<Uint8Array> {
    if (bytes.length > 0) yield bytes;
    yield* source;
  }
  return {
    head: Buffer.from(bytes.subarray(0, 2048))
      .toString('utf8')
      .replace(/^\ufeff/, ''),
    all: again(),
  };
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= LONGEST_FILE) break;
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_FILE);
}

async function* jsonDocuments(
  path: string,
  source: AsyncIterable<Uint8Array>,
  options: ReadingOptions,
): AsyncGenerator<CollectionDocument> {
  let number = 0;
  for await (const line of byteLines(source)) {
    number++;
    let value: unknown = null;
    try {
      value = parseJson(line);
    } catch {
      if (line.trim() !== '')
        options.onProblem?.({ path, offset: null, why: reason('line-not-json', { line: `${number}` }) });
    }
    if (typeof value !== 'object' || value === null) continue;
    const { text, html, url, dct } = value as Record<string, unknown>;
    const address = typeof url === 'string' ? url : null;
    if (typeof html === 'string') {
      const context = { url: address, lastModified: null, fetchedAt: null };
      yield pageDocument(parseHtml(html), context, options);
    } else if (typeof text === 'string') {
      yield {
        url: address === null ? null : canonical(address, null),
        blocks: paragraphBlocks(text.split(/\r?\n/)),
        created: typeof dct === 'string' ? parseDay(dct.slice(0, 10)) : null,
        harvested: null,
      };
    }
  }
}

async function* fileDocuments(path: string, options: ReadingOptions): AsyncGenerator<CollectionDocument> {
  if (ARCHIVE_NAME.test(path)) {
    yield* archiveDocuments(path, options);
    return;
  }
  const { head, all } = await glance(fileBytes(path, options));
  if (/^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[\s\S]{0,400}?-->\s*)?<(?:colCHAVE|DOC)\b/i.test(head))
    yield* readChaveXml(all);
  else if (/^-{5,}\s*\r?\nURL:/.test(head))
    for await (const record of readWptRecords(byteLines(all))) yield documentOfRecord(record);
  else if (/^\s*\{/.test(head) && /\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(path))
    yield* jsonDocuments(path, all, options);
  else {
    const bytes = await whole(all);
    if (looksBinary(bytes)) {
      options.onProblem?.({ path, offset: null, why: reason('not-a-text-file') });
      return;
    }
    const { document, source } = readTextOrPage(path.replace(/\.gz$/i, ''), {
      url: '',
      contentType: null,
      bytes,
    });
    yield document === null
      ? { url: null, blocks: paragraphBlocks(source.split(/\r?\n/)), created: null, harvested: null }
      : pageDocument(document, { url: null, lastModified: null, fetchedAt: null }, options);
  }
}

/** Files that a path names: a crawl's folder gives its archives, another folder what can be read in it. */
function filesOf(path: string): string[] {
  if (!isFolder(path)) return [path];
  if (existsSync(join(path, 'archive'))) return archivePaths([path]);
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (ARCHIVE_NAME.test(entry.name) || READABLE_NAME.test(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (files.length === 0) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('nothing-readable')]);
  return files;
}

export async function* collectionDocuments(
  inputs: readonly string[],
  options: ReadingOptions = {},
): AsyncGenerator<CollectionDocument, void, undefined> {
  const files = inputs.flatMap(filesOf);
  for (const file of files) yield* fileDocuments(file, options);
}
