/** Pages that a person gives to a command, whatever they are stored in: files, folders, crawls, archives, addresses, standard input. */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ArchiveProblem, archivedPages } from '../../app/input/archived-pages.ts';
import { isFolder } from '../../app/input/given-path.ts';
import { LONGEST_PAGE } from '../../coding/index.ts';
import { TarrafaError } from '../../errors.ts';
import { type Page, readPage } from '../../page/index.ts';
import { ARCHIVE_NAME, archivePaths } from '../../warc/index.ts';
import { reason, systemFailure } from '../../words/why.ts';

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

export interface PageSource {
  readonly url?: string;
  readonly now: number;
  stdin(): Promise<Uint8Array>;
  fetchPage?(url: string): Promise<Omit<GivenPage, 'folder'>>;
  warn(problem: ArchiveProblem): void;
  /** Told of what lies in a folder and was not read: no page by its name, or `why`. Without it, what cannot be read is an error. */
  passedOver?(path: string, why: unknown): void;
}

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
  return new TarrafaError('TRF_INPUT_MISSING', [path, systemFailure(cause)], { cause });
}

function* filesOf(path: string, source: PageSource): Generator<string> {
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
      if (source.passedOver === undefined || folder === path) throw unreadable(folder, cause);
      source.passedOver(folder, cause);
      continue;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(folder, entry.name);
      if (entry.isDirectory()) below.push(full);
      else if (entry.isFile() && (PAGE_NAME.test(entry.name) || ARCHIVE_NAME.test(entry.name))) {
        if (++count > MOST_FILES) return;
        yield full;
      } else source.passedOver?.(full, null);
    }
    folders.push(...below.reverse());
  }
}

async function* pagesOfArchive(path: string, source: PageSource): AsyncGenerator<GivenPage> {
  const pages = archivedPages(path, { onProblem: (problem) => source.warn(problem) });
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

/** Every page of the inputs, in order. */
export async function* givenPages(inputs: readonly string[], source: PageSource): AsyncGenerator<GivenPage> {
  const url = source.url === undefined ? {} : { url: source.url };
  for (const input of inputs) {
    if (input === '-') {
      yield {
        name: '-',
        ...url,
        body: await source.stdin(),
        contentType: null,
        fetchedAt: source.now,
        folder: '',
      };
    } else if (/^https?:\/\//i.test(input)) {
      if (source.fetchPage === undefined)
        throw new TarrafaError('TRF_INPUT_MISSING', [input, reason('not-fetched-give-file')]);
      yield { dated: true, ...(await source.fetchPage(input)), folder: '' };
    } else {
      for (const path of filesOf(input, source)) {
        if (ARCHIVE_NAME.test(path)) yield* pagesOfArchive(path, source);
        else {
          let body: Uint8Array;
          try {
            body = readFileSync(path).subarray(0, LONGEST_PAGE);
          } catch (cause) {
            if (source.passedOver === undefined || path === input) throw unreadable(path, cause);
            source.passedOver(path, cause);
            continue;
          }
          yield { name: path, ...url, body, contentType: null, fetchedAt: source.now, folder: dirname(path) };
        }
      }
    }
  }
}

/** A given page, read: what a person gives as a page is taken for one. */
export function readGiven({ url = '', contentType, body }: GivenPage): Page {
  return readPage({ url, contentType, bytes: body, expected: 'page' });
}

/** What the command needs from the outside; the process's own unless somebody says otherwise. */
export interface CommandSurroundings {
  readonly isTerminal: boolean;
  /** Whether somebody watches `err`, also while `out` goes to a file. */
  readonly isWatched?: boolean;
  out(text: string): void;
  err(text: string): void;
  stdin(): Promise<Uint8Array>;
  now(): number;
  fetchPage?(url: string): Promise<Omit<GivenPage, 'folder'>>;
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= LONGEST_PAGE) break;
  }
  return Buffer.concat(chunks);
}

export const PROCESS: CommandSurroundings = {
  fetchPage: async (url) => {
    const { fetchPage } = await import('./fetch-page.ts');
    const page = await fetchPage(url);
    return {
      name: url,
      url: page.url,
      body: page.bytes,
      contentType: page.contentType,
      fetchedAt: page.fetchedAt,
      ...(page.lastModified ? { lastModified: page.lastModified } : {}),
    };
  },
  get isTerminal() {
    return process.stdout.isTTY === true;
  },
  get isWatched() {
    return process.stderr.isTTY === true;
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdin: readStdin,
  now: Date.now,
};

/** The pages of a command's inputs, read from its surroundings. */
export function pageSource(
  around: CommandSurroundings,
  url: string | undefined,
  now = around.now(),
): PageSource {
  return {
    ...(url === undefined ? {} : { url }),
    now,
    stdin: () => around.stdin(),
    ...(around.fetchPage === undefined ? {} : { fetchPage: around.fetchPage }),
    warn: ({ path, offset, message }) => around.err(`${path} @${offset}: ${message}\n`),
  };
}
