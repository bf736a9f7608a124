/** Pages that somebody gives to be read, whatever they are stored in: files, folders, crawls, archives, addresses, standard input. */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LONGEST_PAGE } from '../../coding/index.ts';
import { inputError, TarrafaError } from '../../errors.ts';
import { type Page, readPage } from '../../page/index.ts';
import { ARCHIVE_NAME, archivePaths } from '../../warc/index.ts';
import { reason } from '../../words/why.ts';
import { type ArchiveProblem, archivedPages } from './archived-pages.ts';
import type { FetchedPage } from './fetch-page.ts';
import { isFolder } from './given-path.ts';

export interface GivenPage {
  readonly name: string;
  readonly url?: string;
  readonly body: Uint8Array;
  readonly contentType: string | null;
  readonly lastModified?: string;
  readonly fetchedAt: number;
  /** Whether `fetchedAt` is known to be when the page was as it is here: not of a file somebody saved, nor of standard input. */
  readonly dated?: boolean;
  /** Folder of a file, '' for others: pages without an address are of one site when they lie together. */
  readonly folder: string;
}

export interface GivenPagesOptions {
  /** The address of pages that come without one: of files and of standard input. */
  readonly url?: string | undefined;
  /** What counts as the moment of pages that come without one, in ms since 1970; default now. */
  readonly now?: number | undefined;
  /** What `-` stands for; without it, that is an error. */
  readonly stdin?: (() => Promise<Uint8Array>) | undefined;
  /** Who brings the pages of addresses (`fetchPage`); without it nobody is asked, and an address is an error. */
  readonly fetchPage?: ((url: string) => Promise<FetchedPage>) | undefined;
  /** Ends the reading before its next page, by throwing. */
  readonly signal?: AbortSignal | undefined;
  /** Told of damage in an archive, which never stops the reading. */
  readonly onProblem?: ((problem: ArchiveProblem) => void) | undefined;
  /** Told of what lies in a folder and was not read: no page by its name, or `why`. Without it, what cannot be read is an error. */
  readonly onPassedOver?: ((path: string, why: unknown) => void) | undefined;
}

/** The options with what holds without them. */
type Source = GivenPagesOptions & { readonly now: number };

const MOST_FILES = 1_000_000;
const PAGE_NAME = /\.(?:x?html?|shtml|php|aspx?|mhtml)$/i;

/** The archives of the folder of a crawl; none in a folder of pages. */
function archivesIn(path: string): string[] {
  try {
    return archivePaths([path]);
  } catch {
    return [];
  }
}

function unreadable(path: string, cause: unknown): TarrafaError {
  return inputError(path, cause);
}

function* filesOf(path: string, source: Source): Generator<string> {
  if (!isFolder(path)) {
    yield path;
    return;
  }
  const archives = archivesIn(path);
  if (archives.length > 0) {
    yield* archives;
    return;
  }
  let count = 0;
  const folders = [path];
  while (folders.length > 0) {
    const folder = folders.pop()!;
    const below: string[] = [];
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (cause) {
      if (source.onPassedOver === undefined || folder === path) throw unreadable(folder, cause);
      source.onPassedOver(folder, cause);
      continue;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(folder, entry.name);
      if (entry.isDirectory()) below.push(full);
      else if (entry.isFile() && (PAGE_NAME.test(entry.name) || ARCHIVE_NAME.test(entry.name))) {
        if (++count > MOST_FILES) return;
        yield full;
      } else source.onPassedOver?.(full, null);
    }
    folders.push(...below.reverse());
  }
}

async function* pagesOfArchive(path: string, source: Source): AsyncGenerator<GivenPage> {
  const pages = archivedPages(path, { onProblem: source.onProblem });
  for await (const { record, http, contentType, page } of pages) {
    const lastModified = http.header('last-modified');
    yield {
      name: record.url ?? path,
      ...(record.url === null ? {} : { url: record.url }),
      body: page.bytes,
      contentType,
      ...(lastModified === null ? {} : { lastModified }),
      fetchedAt: record.date ?? source.now,
      dated: record.date !== null,
      folder: '',
    };
  }
}

/** Every page of the inputs, in order. Throws TRF_INPUT_MISSING for an input that is not there. */
export async function* givenPages(
  inputs: readonly string[],
  options: GivenPagesOptions = {},
): AsyncGenerator<GivenPage> {
  const source = { ...options, now: options.now ?? Date.now() };
  for (const input of inputs)
    for await (const page of pagesOf(input, source)) {
      source.signal?.throwIfAborted();
      yield page;
    }
}

async function* pagesOf(input: string, source: Source): AsyncGenerator<GivenPage> {
  const url = source.url === undefined ? {} : { url: source.url };
  if (input === '-') {
    if (source.stdin === undefined)
      throw new TarrafaError('TRF_INPUT_MISSING', [input, reason('no-file-named')]);
    const body = await source.stdin();
    yield { name: '-', ...url, body, contentType: null, fetchedAt: source.now, folder: '' };
  } else if (/^https?:\/\//i.test(input)) {
    if (source.fetchPage === undefined)
      throw new TarrafaError('TRF_INPUT_MISSING', [input, reason('not-fetched-give-file')]);
    const { bytes, lastModified, ...page } = await source.fetchPage(input);
    yield {
      name: input,
      ...page,
      body: bytes,
      ...(lastModified === null ? {} : { lastModified }),
      dated: true,
      folder: '',
    };
  } else
    for (const path of filesOf(input, source)) {
      if (ARCHIVE_NAME.test(path)) yield* pagesOfArchive(path, source);
      else {
        let body: Uint8Array;
        try {
          body = readFileSync(path).subarray(0, LONGEST_PAGE);
        } catch (cause) {
          if (source.onPassedOver === undefined || path === input) throw unreadable(path, cause);
          source.onPassedOver(path, cause);
          continue;
        }
        yield { name: path, ...url, body, contentType: null, fetchedAt: source.now, folder: dirname(path) };
      }
    }
}

/** A given page, read: what a person gives as a page is taken for one. */
export function readGiven({ url = '', contentType, body }: GivenPage): Page {
  return readPage({ url, contentType, bytes: body, expected: 'page' });
}
