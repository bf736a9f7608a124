/**
 * `tarrafa warc ls|cat|check|index|replay`: list, show, verify, index and browse archives, ours or anybody's.
 */
import { basename, dirname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { TarrafaError } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import {
  archivePaths,
  bareMime,
  buildCdxj,
  type CheckFinding,
  checkArchives,
  parseTimestamp14,
  readRecordAt,
  readWarc,
  startReplay,
  WarcArchive,
  type WarcRecord,
} from '../../warc/index.ts';
import { LANGUAGES, recogniseLanguage } from '../../words/index.ts';
import { reason } from '../../words/why.ts';

/** Where a command writes and how it learns that it shall end; the process's own unless a test says otherwise. */
export interface WarcTerminal {
  readonly isTerminal: boolean;
  readonly columns: number;
  out(data: string | Uint8Array): Promise<void>;
  err(text: string): void;
  /** Resolves when the person wants the server to stop. */
  stopped(): Promise<void>;
}

const PROCESS_TERMINAL: WarcTerminal = {
  get isTerminal() {
    return process.stdout.isTTY === true;
  },
  get columns() {
    return process.stdout.columns ?? 120;
  },
  out: (data) =>
    new Promise((resolve, reject) => {
      process.stdout.write(data, (error) => {
        if (error == null) resolve();
        // The reader of a pipe has seen enough.
        else if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0);
        else reject(error);
      });
    }),
  err: (text) => {
    process.stderr.write(text);
  },
  stopped: () =>
    new Promise((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    }),
};

const DECODE_LIMIT = 256 << 20;

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number is needed');
  return Number(text);
}

function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65535) throw new InvalidArgumentError('a port is at most 65535');
  return port;
}

function moment(text: string): string {
  const digits = text.replace(/[-:TZ .]/g, '');
  if (parseTimestamp14(digits) === null)
    throw new InvalidArgumentError('give digits as in 20240131235959, or the first of them');
  return digits;
}

interface Row {
  readonly type: string;
  readonly status: number | null;
  readonly mime: string | null;
  readonly date: string | null;
  readonly url: string | null;
  readonly length: number;
  readonly offset: number;
  readonly file: string;
}

function rowOf(record: WarcRecord, file: string): Row {
  const http = record.type === 'request' ? null : record.http;
  const contentType = http === null ? record.contentType : http.header('content-type');
  return {
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

async function list(
  paths: string[],
  options: { json?: boolean; type?: string[] },
  terminal: WarcTerminal,
): Promise<void> {
  const table = terminal.isTerminal && options.json !== true;
  const types = options.type === undefined ? null : new Set(options.type);
  if (table)
    await terminal.out(
      pc.bold(`${columns('type', 'stat', 'media type', 'date', 'offset', 'length')} address\n`),
    );
  // Lines leave in large pieces, except to a person who watches them.
  const limit = terminal.isTerminal ? 0 : 64 << 10;
  let held = '';
  for (const path of archivePaths(paths)) {
    const file = basename(path);
    const onProblem = (p: { offset: number; message: string }) =>
      terminal.err(`${file} @${p.offset}: ${p.message}\n`);
    for await (const record of readWarc(path, { maxBlockBytes: 256 << 10, onProblem })) {
      if (types !== null && !types.has(record.type)) continue;
      const row = rowOf(record, file);
      held += table
        ? `${printable(tableLine(row)).slice(0, Math.max(terminal.columns, 100))}\n`
        : `${JSON.stringify(row)}\n`;
      if (held.length <= limit) continue;
      await terminal.out(held);
      held = '';
    }
  }
  if (held !== '') await terminal.out(held);
}

function tableLine(row: Row): string {
  const { type, status, mime, date, offset, length, url } = row;
  const left = columns(
    type,
    String(status ?? ''),
    mime ?? '',
    (date ?? '').slice(0, 19),
    String(offset),
    String(length),
  );
  return `${left} ${url ?? ''}`;
}

function columns(
  type: string,
  status: string,
  mime: string,
  date: string,
  offset: string,
  length: string,
): string {
  const pad = (text: string, width: number) => text.slice(0, width).padEnd(width);
  return `${pad(type, 9)} ${pad(status, 4)} ${pad(mime, 24)} ${pad(date, 19)} ${offset.padStart(11)} ${length.padStart(9)}`;
}

interface CatOptions {
  readonly time?: string;
  readonly offset?: number;
  readonly headers?: boolean;
  readonly raw?: boolean;
}

async function show(
  path: string,
  url: string | undefined,
  options: CatOptions,
  terminal: WarcTerminal,
): Promise<void> {
  let record: WarcRecord;
  let original: WarcRecord | null;
  if (options.offset !== undefined) {
    const files = archivePaths([path]);
    if (files.length !== 1) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('offset-of-folder')]);
    record = await readRecordAt(files[0]!, options.offset);
    original = record.type === 'revisit' ? null : record;
  } else {
    if (url === undefined) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('nothing-named')]);
    const archive = await WarcArchive.open([path]);
    try {
      const found = await archive.find(url, options.time);
      if (found === null) throw new TarrafaError('TRF_INPUT_MISSING', [url, reason('not-in-archive')]);
      record = found.record;
      original = found.original;
    } finally {
      archive.close();
    }
  }
  if (options.headers === true) {
    let text = `${record.version}\n`;
    for (const [name, value] of record.fields) text += `${name}: ${value}\n`;
    const http = record.http;
    if (http !== null) {
      text += `\n${http.startLine}\n`;
      for (const [name, value] of http.headers) text += `${name}: ${value}\n`;
    }
    // On a terminal a strange header must not move the cursor.
    await terminal.out(terminal.isTerminal ? text.split('\n').map(printable).join('\n') : text);
    return;
  }
  if (options.raw === true) {
    await terminal.out(record.block);
    return;
  }
  if (original === null)
    throw new TarrafaError('TRF_INPUT_MISSING', [record.url ?? path, reason('revisit-without-payload')]);
  const http = original.http;
  if (http === null) {
    await terminal.out(original.block);
    return;
  }
  const { bytes, problem } = http.decoded(DECODE_LIMIT);
  if (problem === null) {
    await terminal.out(bytes);
    return;
  }
  terminal.err(`the content encoding could not be undone (${problem}): the payload is given as received\n`);
  await terminal.out(http.payload);
}

async function check(paths: string[], options: { json?: boolean }, terminal: WarcTerminal): Promise<void> {
  const json = options.json === true;
  let first: CheckFinding | null = null;
  const lines: string[] = [];
  const result = await checkArchives(paths, (finding) => {
    if (finding.severity === 'error') first ??= finding;
    const colour = finding.severity === 'error' ? pc.red : pc.yellow;
    lines.push(
      json
        ? JSON.stringify({ kind: 'finding', ...finding })
        : `${finding.file} @${finding.offset} ${colour(finding.severity)} ${finding.code}: ${printable(finding.message)}`,
    );
  });
  if (lines.length > 0) await terminal.out(`${lines.join('\n')}\n`);
  const kinds = Object.entries(result.types)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, count]) => `${printable(type)} ${count}`)
    .join(', ');
  await terminal.out(
    json
      ? `${JSON.stringify({ kind: 'summary', ...result })}\n`
      : `${result.files} files, ${result.records} records (${kinds}), ${result.digests} digests and ${result.indexed} lines of the index verified: ${result.errors} errors, ${result.warnings} warnings\n`,
  );
  const damage = first as CheckFinding | null;
  if (damage !== null)
    throw new TarrafaError('TRF_STORAGE_DAMAGED', [damage.file, damage.offset, damage.message]);
}

async function index(folders: string[], terminal: WarcTerminal): Promise<void> {
  for (const folder of folders) {
    const files = archivePaths([folder]);
    const place = dirname(files[0]!);
    const result = await buildCdxj(place);
    for (const problem of result.problems)
      terminal.err(`${problem.file} @${problem.offset}: ${problem.message}\n`);
    await terminal.out(`${folder}: ${result.files} files, ${result.lines} captures indexed\n`);
  }
}

async function replay(
  paths: string[],
  options: { port: number; lang?: string },
  terminal: WarcTerminal,
): Promise<void> {
  const archive = await WarcArchive.open(paths, {
    onProblem: (p) => terminal.err(`${p.file} @${p.offset}: ${p.message}\n`),
  });
  try {
    const asked = recogniseLanguage(options.lang);
    const language = asked === null ? {} : { language: asked };
    const server = await startReplay(archive, { port: options.port, ...language });
    await terminal.out(
      terminal.isTerminal
        ? `${pc.bold(server.url)}  (Ctrl-C to stop)\n`
        : `${JSON.stringify({ url: server.url })}\n`,
    );
    await terminal.stopped();
    await server.close();
  } finally {
    archive.close();
  }
}

export function warcCommand(terminal: WarcTerminal = PROCESS_TERMINAL): Command {
  const warc = new Command('warc').description(
    'list, show, verify and browse archives (WARC and ARC files, ours or others’)',
  );
  warc
    .command('ls')
    .description('list the records: a table on a terminal, JSON Lines otherwise')
    .argument('<path...>', 'archive files, folders of them, or folders of crawls')
    .option('--json', 'JSON Lines also on a terminal')
    .option('--type <type...>', 'only records of these types')
    .action((paths: string[], options: { json?: boolean; type?: string[] }) =>
      list(paths, options, terminal),
    );
  warc
    .command('cat')
    .description('write a record to standard output: its decoded payload unless asked otherwise')
    .argument('<path>', 'archive file, folder of them, or folder of a crawl')
    .argument('[url]', 'address of the capture')
    .option('--time <digits>', 'the capture nearest to this moment (20240131…); the newest otherwise', moment)
    .option('--offset <bytes>', 'the record at this place of the file', wholeNumber)
    .option('--headers', 'the fields of the record and the HTTP head')
    .addOption(
      new Option('--raw', 'the block as archived: HTTP head and body as received').conflicts('headers'),
    )
    .addOption(new Option('--payload', 'the decoded payload (the default)').conflicts(['headers', 'raw']))
    .action((path: string, url: string | undefined, options: CatOptions) =>
      show(path, url, options, terminal),
    );
  warc
    .command('check')
    .description(
      'verify checksums, lengths, digests, fields and the index of a folder; exit code 5 when something is damaged',
    )
    .argument('<path...>', 'archive files, folders of them, or folders of crawls')
    .option('--json', 'JSON Lines')
    .action((paths: string[], options: { json?: boolean }) => check(paths, options, terminal));
  warc
    .command('index')
    .description('make the CDXJ index of a folder anew from its archives')
    .argument('<folder...>', 'folders of archives or of crawls')
    .action((folders: string[]) => index(folders, terminal));
  warc
    .command('replay')
    .description('serve archives on this machine so that they can be browsed')
    .argument('<path...>', 'archive files, folders of them, or folders of crawls')
    .option('--port <port>', 'port on 127.0.0.1; 0 takes any free one', portNumber, 8095)
    .addOption(new Option('--lang <language>', 'language of the lists').choices(['pt', ...LANGUAGES]))
    .action((paths: string[], options: { port: number; lang?: string }) => replay(paths, options, terminal));
  return warc;
}
