/** The pages that a person gives to `tarrafa content`, whatever they are stored in, and which of them are no pages. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AnalysedPage, analysePage } from '../content/index.ts';
import { TarrafaError } from '../errors.ts';
import { canonical, decodeHtml, type FlatDocument, meta, parseHtml } from '../html/index.ts';
import { archivePaths, bareMime, readWarc } from '../warc/index.ts';
import type { ContentMessages } from './content-messages.ts';

export interface ContentPage {
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
  fetchPage?(url: string): Promise<Omit<ContentPage, 'folder'>>;
  warn(text: string): void;
}

/** What is longer is cut. */
const LONGEST_PAGE = 64 << 20;
const MOST_FILES = 1_000_000;
const PAGE_NAME = /\.(?:x?html?|shtml|php|aspx?)$/i;
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

async function* pagesOfArchive(path: string, source: PageSource): AsyncGenerator<ContentPage> {
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
export async function* contentPages(
  inputs: readonly string[],
  source: PageSource,
): AsyncGenerator<ContentPage> {
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

/** Signs of files that are no pages. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF', 'PDF'],
  ['PK\u0003\u0004', 'ZIP'],
  ['\u0089PNG', 'PNG'],
  ['GIF8', 'GIF'],
  ['\u00ff\u00d8\u00ff', 'JPEG'],
  ['\u001f\u008b', 'gzip'],
  ['RIFF', 'RIFF'],
];

/** Why the bytes are no page, or null when they are one. */
export function notAPage(
  page: ContentPage,
  words: { readonly notHtml: string; readonly empty: string },
): string | null {
  const head = Buffer.from(page.body.subarray(0, 65_536)).toString('latin1');
  if (head.trim() === '') return words.empty;
  for (const [sign, name] of SIGNATURES) if (head.startsWith(sign)) return `${words.notHtml} (${name})`;
  const wide = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(head);
  const zeros = (head.slice(0, 4096).match(/\u0000/g) ?? []).length;
  if (!wide && zeros > 8) return words.notHtml;
  if (!wide && !/<[a-z!/?]/i.test(head)) return words.notHtml;
  return null;
}

/** The page parsed, and the site it belongs to: by its address, else by the address it states, else by its folder. */
export function readPage(page: ContentPage): {
  readonly doc: FlatDocument;
  readonly url: string;
  readonly site: string;
} {
  const doc = parseHtml(decodeHtml(page.body, page.contentType).text);
  const stated = page.url ?? canonical(doc) ?? meta(doc, 'og:url') ?? '';
  let host = '';
  try {
    host = new URL(stated).host;
  } catch {
    host = '';
  }
  return { doc, url: host === '' ? (page.url ?? '') : stated, site: host === '' ? page.folder : host };
}

/** What the command needs from the outside; the process's own unless somebody says otherwise. */
export interface ContentSurroundings {
  readonly isTerminal: boolean;
  out(text: string): void;
  err(text: string): void;
  stdin(): Promise<Uint8Array>;
  now(): number;
  fetchPage?(url: string): Promise<Omit<ContentPage, 'folder'>>;
}

export function fill(template: string, ...values: readonly (string | number)[]): string {
  let i = 0;
  return template.replace(/%s/g, () => String(values[i++] ?? ''));
}

/** Controls could command the terminal of whoever looks at a hostile page. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

const PROGRESS_EVERY = 500;

function sourceOf(around: ContentSurroundings, url: string | undefined): PageSource {
  return {
    ...(url === undefined ? {} : { url }),
    now: around.now(),
    stdin: () => around.stdin(),
    ...(around.fetchPage === undefined ? {} : { fetchPage: around.fetchPage }),
    warn: (text) => around.err(`${text}\n`),
  };
}

/** Reads the pages that are pages; of a single input that is none, an error. */
export async function* readable(
  inputs: readonly string[],
  around: ContentSurroundings,
  m: ContentMessages,
  url?: string,
): AsyncGenerator<{ page: ContentPage; analysed: AnalysedPage; site: string; key: string }> {
  let read = 0;
  const from = around.now();
  let problem: TarrafaError | null = null;
  let good = 0;
  for await (const page of contentPages(inputs, sourceOf(around, url))) {
    const wrong = notAPage(page, m);
    if (wrong !== null) {
      problem ??= new TarrafaError('TRF_CONTENT_NOT_HTML', [page.name, wrong]);
      around.err(`${printable(fill(m.skipped, page.name, wrong))}\n`);
      continue;
    }
    good++;
    const { doc, url: address, site } = readPage(page);
    yield { page, analysed: analysePage(doc, { url: address }), site, key: `${read}:${page.name}` };
    read++;
    if (around.isTerminal && read % PROGRESS_EVERY === 0 && around.now() - from > 2000)
      around.err(`\r\x1b[2K${fill(m.progress, read)}`);
  }
  if (good === 0 && problem !== null) throw problem;
}
