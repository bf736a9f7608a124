/** Pages that a person gives to a command, whatever they are stored in: files, folders, crawls, archives, addresses, standard input. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TarrafaError } from '../errors.ts';
import { archivePaths, bareMime, readWarc } from '../warc/index.ts';

export interface GivenPage {
  readonly name: string;
  readonly url?: string;
  readonly body: Uint8Array;
  readonly contentType: string | null;
  readonly lastModified?: string;
  readonly fetchedAt: number;
  /** Folder of a file, '' for others: pages without an address are of one site when they lie together. */
  readonly folder: string;
}

export interface PageSource {
  readonly url?: string;
  readonly now: number;
  stdin(): Promise<Uint8Array>;
  fetchPage?(url: string): Promise<Omit<GivenPage, 'folder'>>;
  warn(text: string): void;
}

/** What is longer is cut. */
const LONGEST_PAGE = 64 << 20;
const MOST_FILES = 1_000_000;
const PAGE_NAME = /\.(?:x?html?|shtml|php|aspx?|mhtml)$/i;
const ARCHIVE_NAME = /\.w?arc(?:\.gz)?$/i;

/** The archives of the folder of a crawl; none in a folder of pages. */
function archivesIn(path: string): string[] {
  try {
    return archivePaths([path]);
  } catch {
    return [];
  }
}

function* filesOf(path: string): Generator<string> {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (cause) {
    throw new TarrafaError('TRF_INPUT_MISSING', [path, (cause as Error).message], { cause });
  }
  if (!isFolder) {
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
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const full = join(folder, entry.name);
      if (entry.isDirectory()) below.push(full);
      else if (entry.isFile() && (PAGE_NAME.test(entry.name) || ARCHIVE_NAME.test(entry.name))) {
        if (++count > MOST_FILES) return;
        yield full;
      }
    }
    folders.push(...below.reverse());
  }
}

async function* pagesOfArchive(path: string, source: PageSource): AsyncGenerator<GivenPage> {
  const onProblem = (p: { offset: number; message: string }): void =>
    source.warn(`${path} @${p.offset}: ${p.message}`);
  for await (const record of readWarc(path, { maxBlockBytes: LONGEST_PAGE, onProblem })) {
    if (record.type !== 'response') continue;
    const { http } = record;
    if (http === null || http.status !== 200) continue;
    const contentType = http.header('content-type');
    if (contentType !== null && !/html/.test(bareMime(contentType) ?? '')) continue;
    const lastModified = http.header('last-modified');
    yield {
      name: record.url ?? path,
      ...(record.url === null ? {} : { url: record.url }),
      body: http.decoded(LONGEST_PAGE).bytes,
      contentType,
      ...(lastModified === null ? {} : { lastModified }),
      fetchedAt: record.date ?? source.now,
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
        throw new TarrafaError('TRF_INPUT_MISSING', [
          input,
          'addresses are not fetched here; give a file or an archive',
        ]);
      yield { ...(await source.fetchPage(input)), folder: '' };
    } else {
      for (const path of filesOf(input)) {
        if (ARCHIVE_NAME.test(path)) yield* pagesOfArchive(path, source);
        else {
          let body: Uint8Array;
          try {
            body = readFileSync(path).subarray(0, LONGEST_PAGE);
          } catch (cause) {
            throw new TarrafaError('TRF_INPUT_MISSING', [path, (cause as Error).message], { cause });
          }
          yield { name: path, ...url, body, contentType: null, fetchedAt: source.now, folder: dirname(path) };
        }
      }
    }
  }
}

/** What the command needs from the outside; the process's own unless somebody says otherwise. */
export interface PageSurroundings {
  readonly isTerminal: boolean;
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

export const PROCESS: PageSurroundings = {
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
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdin: readStdin,
  now: Date.now,
};

/** The pages of a command's inputs, read from its surroundings. */
export function pageSource(
  around: PageSurroundings,
  url: string | undefined,
  now = around.now(),
): PageSource {
  return {
    ...(url === undefined ? {} : { url }),
    now,
    stdin: () => around.stdin(),
    ...(around.fetchPage === undefined ? {} : { fetchPage: around.fetchPage }),
    warn: (text) => around.err(`${text}\n`),
  };
}
