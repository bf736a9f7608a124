/**
 * `tarrafa date <url|file…|->`: when pages were published and modified, and how that is known. Takes pages, folders of pages, archives
 * and standard input; prints a table on a terminal and JSON Lines otherwise.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import pc from 'picocolors';
import { TarrafaError } from '../errors.ts';
import { decodeHtml, parseHtml } from '../html/index.ts';
import { type DatedEvidence, datePage, type PageDates, SiteDateMemory } from '../time/dating/index.ts';
import { bareMime, parseWarcDate, readWarc } from '../warc/index.ts';

/** A page as somebody brings it. */
export interface DatePageInput {
  readonly name: string;
  readonly url?: string;
  readonly body: Uint8Array;
  readonly contentType: string | null;
  readonly lastModified?: string;
  /** ms since 1970. */
  readonly fetchedAt: number;
}

/** What the command needs from the outside; the process's own unless somebody says otherwise. */
export interface DateSurroundings {
  readonly isTerminal: boolean;
  out(text: string): void;
  err(text: string): void;
  stdin(): Promise<Uint8Array>;
  now(): number;
  /** Brings a page of the Web; without it addresses are refused. */
  fetchPage?(url: string): Promise<DatePageInput>;
}

/** What is longer is cut: a page of this size has shown its date. */
const LONGEST_PAGE = 64 << 20;
const MOST_FILES = 1_000_000;
const PAGE_NAME = /\.(?:x?html?|shtml|php|aspx?|mhtml)$/i;
const ARCHIVE_NAME = /\.w?arc(?:\.gz)?$/i;

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

const PROCESS: DateSurroundings = {
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

interface DateFlags {
  readonly json?: boolean;
  readonly explain?: boolean;
  readonly url?: string;
  readonly fetched?: number;
}

function moment(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('give a date as in 2021-03-15, or with its time, 2021-03-15T10:30:00Z');
  return at;
}

/** Files below a path, folders read in order of name. */
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

async function* pagesOfArchive(
  path: string,
  now: number,
  err: (text: string) => void,
): AsyncGenerator<DatePageInput> {
  const onProblem = (p: { offset: number; message: string }) => err(`${path} @${p.offset}: ${p.message}\n`);
  for await (const record of readWarc(path, { maxBlockBytes: LONGEST_PAGE, onProblem })) {
    if (record.type !== 'response') continue;
    const http = record.http;
    if (http === null || http.status !== 200) continue;
    const contentType = http.header('content-type');
    if (contentType !== null && !/html/.test(bareMime(contentType) ?? '')) continue;
    const written = record.field('WARC-Date');
    const fetchedAt = written === null ? null : parseWarcDate(written);
    const lastModified = http.header('last-modified');
    yield {
      name: record.url ?? path,
      ...(record.url === null ? {} : { url: record.url }),
      body: http.decoded(LONGEST_PAGE).bytes,
      contentType,
      ...(lastModified === null ? {} : { lastModified }),
      fetchedAt: fetchedAt ?? now,
    };
  }
}

function readFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new TarrafaError('TRF_INPUT_MISSING', [path, (cause as Error).message], { cause });
  }
}

async function* pagesOf(
  inputs: readonly string[],
  flags: DateFlags,
  around: DateSurroundings,
): AsyncGenerator<DatePageInput> {
  const fetchedAt = flags.fetched ?? around.now();
  const url = flags.url === undefined ? {} : { url: flags.url };
  for (const input of inputs) {
    if (input === '-') {
      yield { name: '-', ...url, body: await around.stdin(), contentType: null, fetchedAt };
    } else if (/^https?:\/\//i.test(input)) {
      if (around.fetchPage === undefined)
        throw new TarrafaError('TRF_INPUT_MISSING', [
          input,
          'addresses are not fetched here; give a file or an archive',
        ]);
      yield await around.fetchPage(input);
    } else {
      for (const path of filesOf(input)) {
        if (ARCHIVE_NAME.test(path)) yield* pagesOfArchive(path, fetchedAt, around.err);
        else yield { name: path, ...url, body: readFile(path), contentType: null, fetchedAt };
      }
    }
  }
}

/** Controls could command the terminal of whoever looks at a hostile page. */
function printable(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

function evidenceText(evidence: DatedEvidence | null): string {
  if (evidence === null) return '';
  const where = evidence.where === '' ? '' : ` ${evidence.where}`;
  return `${evidence.source}${where} «${evidence.text}»`;
}

function tableRow(name: string, dates: PageDates): string {
  const { published, modified, interval } = dates;
  const date =
    published?.date ?? (interval === null ? '–' : `${interval.earliest ?? '…'}/${interval.latest ?? '…'}`);
  const sure = published === null ? '' : published.confidence.toFixed(2);
  const why = published === null ? (interval?.because.join(', ') ?? '') : evidenceText(published);
  return printable(
    `${date.padEnd(21)}  ${sure.padEnd(4)}  ${(modified?.date ?? '').padEnd(10)}  ${name}  ${why}`,
  );
}

/** The candidates, for `--explain`. */
function explained(dates: PageDates): string {
  return dates.candidates
    .map((c) => {
      const day = new Date(c.day * 86_400_000)
        .toISOString()
        .slice(0, c.precision === 'day' ? 10 : c.precision === 'month' ? 7 : 4);
      return printable(
        `    ${c.weight.toFixed(1).padStart(5)}  ${day.padEnd(10)}  ${c.role.padEnd(9)}  ${c.source}${c.where === '' ? '' : ` ${c.where}`} «${c.text}»`,
      );
    })
    .map((line) => `${line}\n`)
    .join('');
}

export function dateCommand(around: DateSurroundings = PROCESS): Command {
  return new Command('date')
    .description('say when pages were published and modified, with the evidence and how sure it is')
    .argument(
      '<input...>',
      'pages, folders of them, archives (WARC or ARC), addresses, or - for standard input',
    )
    .option('--json', 'JSON Lines also on a terminal')
    .option('--explain', 'every date that was weighed')
    .option('--url <address>', 'the address of the page, when a file or standard input is given')
    .option('--fetched <date>', 'when the page was fetched, when a file is given; now otherwise', moment)
    .action(async (inputs: string[], flags: DateFlags) => {
      const table = around.isTerminal && flags.json !== true;
      const memory = new SiteDateMemory();
      if (table) around.out(pc.bold(`${'published'.padEnd(21)}  sure  modified    page, evidence\n`));
      for await (const page of pagesOf(inputs, flags, around)) {
        const doc = parseHtml(decodeHtml(page.body, page.contentType).text);
        const { url, lastModified, fetchedAt } = page;
        const dates = datePage(
          doc,
          {
            fetchedAt,
            ...(url === undefined ? {} : { url }),
            ...(lastModified === undefined ? {} : { lastModified }),
          },
          memory,
        );
        if (table) {
          around.out(`${tableRow(page.name, dates)}\n`);
          if (flags.explain === true) around.out(explained(dates));
          continue;
        }
        const { published, modified, interval, candidates } = dates;
        around.out(
          `${JSON.stringify({ page: page.name, published, modified, interval, ...(flags.explain === true ? { candidates } : {}) })}\n`,
        );
      }
    });
}
