/** `tarrafa serve`: collections in the browser and over the API, until Ctrl-C. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { VERSION } from '../../app/version.ts';
import { collectionName, collectionPlace, openCollection } from '../../collection/index.ts';
import { crawlPaths } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { readReport, reportPage } from '../../report/index.ts';
import {
  CrawlDesk,
  CrawlWatch,
  createApp,
  findInThread,
  isLoopback,
  listen,
  ServedCollections,
} from '../../server/index.ts';
import { normaliseUrl } from '../../url/index.ts';
import type { Language } from '../../words/index.ts';
import { formatNumber, say } from '../../words/index.ts';
import { SERVE_WORDS } from '../../words/serve.ts';
import { addressFailure, reason, systemFailure } from '../../words/why.ts';
import { parseCount } from '../terminal/quantity.ts';
import { analyseInProcess, startCrawlProcess } from './serve-processes.ts';

export const DEFAULT_PORT = 8730;
const LEAST_TOKEN = 16;

export interface ServerOptions {
  /** Folders of crawls, or archive files. */
  readonly collections: readonly string[];
  readonly language: Language;
  /** Without it: 8730, or the next that is free. 0: any. */
  readonly port?: number;
  readonly host?: string;
  readonly token?: string;
  /** Where crawls that are started stand; null: none may be started. */
  readonly crawls?: string | null;
  readonly sampleWeb?: number | null;
  /** Default true: catalogues are brought up with their archives. */
  readonly analyse?: boolean;
  /** What a person is told on the way. */
  readonly tell?: (text: string) => void;
  /** A line that is written over again and again; empty clears it. */
  readonly progress?: (text: string) => void;
}

export interface RunningServer {
  /** With the token, for a browser. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  close(): Promise<void>;
}

/** What was named, as collections: each folder is one, files are one together. */
function inputsOf(collections: readonly string[]): string[][] {
  const files: string[] = [];
  const inputs: string[][] = [];
  for (const path of collections.map((given) => resolve(given))) {
    if (!existsSync(path)) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('no-such-path')]);
    if (statSync(path).isDirectory()) inputs.push([path]);
    else files.push(path);
  }
  return files.length === 0 ? inputs : [...inputs, files];
}

/** A name for addresses, not yet taken. */
function freeName(text: string, taken: ReadonlySet<string>): string {
  const plain = collectionName(text).slice(0, 60).replace(/-+$/, '');
  let name = plain;
  for (let n = 2; taken.has(name); n++) name = `${plain}-${n}`;
  return name;
}

function foldersIn(folder: string | null): string[] {
  if (folder === null || !existsSync(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
  } catch (cause) {
    throw new TarrafaError('TRF_INPUT_MISSING', [folder, systemFailure(cause)], { cause });
  }
}

/** The built page: beside the built command, and for the sources where it is built to; `web` beside those is no page yet. */
function webFolder(): string | null {
  const path = import.meta.url.endsWith('.ts') ? '../../../dist/web' : '../../../web';
  const folder = fileURLToPath(new URL(path, import.meta.url));
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

function readSeed(text: string): string {
  const url = normaliseUrl(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  if (url.kind === 'refused') throw new TarrafaError('TRF_URL_MALFORMED', [text, addressFailure(url.reason)]);
  return url.fetch;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { language, host = '127.0.0.1', tell = () => {}, progress = () => {} } = options;
  const m = SERVE_WORDS[language];
  const token = options.token ?? randomBytes(18).toString('base64url');
  if (token.length < LEAST_TOKEN) throw new TarrafaError('TRF_TOKEN_WEAK', [token.length]);
  const crawls = options.crawls === undefined || options.crawls === null ? null : resolve(options.crawls);
  const places = inputsOf(options.collections).map((inputs) => collectionPlace(inputs));
  const inputsIn = new Map(places.map((place) => [place.folder, place.inputs]));
  const inputsFor = (folder: string) => inputsIn.get(folder) ?? [folder];

  const problems = new Map<string, unknown>();
  const collections = new ServedCollections({
    open: (folder, name) => openCollection(inputsFor(folder), { name, catchUp: false }),
    analyse:
      options.analyse === false
        ? null
        : (folder, onProgress, signal) => analyseInProcess(inputsFor(folder), onProgress, signal),
    onProblem: (folder, error) => {
      problems.set(folder, error);
      tell(say(m.notReady, { folder, why: error instanceof Error ? error.message : String(error) }));
    },
  });
  const taken = new Set(foldersIn(crawls));
  const crawlsElsewhere = new Map<string, string>();
  for (const place of places) {
    const inside = crawls !== null && place.folder === join(crawls, basename(place.folder));
    const name = inside ? basename(place.folder) : freeName(place.name, taken);
    taken.add(name);
    const isCrawl = existsSync(crawlPaths(place.folder).manifest);
    if (isCrawl) crawlsElsewhere.set(name, place.folder);
    collections.add(place.folder, name, isCrawl ? name : null);
    await firstLook(collections, name, (text) => progress(say(m.analysing, { collection: text })));
    progress('');
    const open = collections.get(name);
    // What was asked for by name and cannot be shown at all is an error, not a server without it.
    if (open === null) {
      await collections.close();
      throw problems.get(place.folder);
    }
    tell(
      say(m.ready, {
        folder: place.folder,
        pages: formatNumber((await open.catalogue.summary()).pages, language),
      }),
    );
  }
  let watch: CrawlWatch | null = null;
  const desk = new CrawlDesk({
    folder: crawls,
    others: crawlsElsewhere,
    run: startCrawlProcess,
    readSeed,
    sampleWeb: options.sampleWeb ?? null,
    collectionOf: (folder) => {
      const name = collections.nameOf(folder);
      return name !== null && collections.get(name) !== null ? name : null;
    },
    onEnd: () => watch?.look(),
    report: async (folder, spoken) => reportPage(await readReport(folder), spoken),
  });
  const local = isLoopback(host);
  const app = createApp({
    collections,
    version: VERSION,
    language,
    access: { token, everything: !local, hosts: local ? [] : [host.toLowerCase(), hostname().toLowerCase()] },
    web: webFolder(),
    crawls: desk,
    findEntities: ({ folder, examples }, signal) =>
      findInThread({ inputs: inputsFor(folder), examples }, signal),
    alone: (name, work) => collections.alone(name, work),
    processMetrics: true,
    onError: (error, request) =>
      tell(
        `${say(m.fault, { request: `${request.method} ${request.url.split('?', 1)[0]}` })} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
  });
  const close = async () => {
    watch?.close();
    await app.close();
    await desk.close();
    await collections.close();
  };
  try {
    const port = await listen(app, {
      host,
      port: options.port ?? DEFAULT_PORT,
      orNext: options.port === undefined,
    });
    watch = new CrawlWatch(
      desk,
      collections,
      places.map(({ folder }) => folder),
    );
    watch.look();
    const shown = host === '0.0.0.0' || host === '::' ? hostname() : host.includes(':') ? `[${host}]` : host;
    return { url: `http://${shown}:${port}/?token=${encodeURIComponent(token)}`, token, port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Brings a collection up with its archive before the server opens, telling how far it is. */
async function firstLook(
  collections: ServedCollections,
  name: string,
  show: (text: string) => void,
): Promise<void> {
  const timer = setInterval(() => {
    const { analysing } = collections.activity(name);
    if (analysing !== null && analysing.total > 0)
      show(`${name} ${Math.floor((100 * analysing.done) / analysing.total)} %`);
    else show(name);
  }, 250);
  try {
    await collections.catchUp(name);
  } finally {
    clearInterval(timer);
  }
}

interface Flags {
  readonly port?: string;
  readonly host: string;
  readonly token?: string;
  readonly crawls: string;
  readonly open?: boolean;
  readonly sampleWeb?: string;
  readonly analyse: boolean;
}

function portIn(text: string, flag: string): number {
  const port = /^\d+$/.test(text) ? parseCount(text) : null;
  if (port === null || port > 65_535)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      flag,
      reason('not-a-port', { value: JSON.stringify(text) }),
    ]);
  return port;
}

export function serveCommand(language: Language): Command {
  const m = SERVE_WORDS[language];
  return new Command('serve')
    .description(m.about)
    .argument('[collections...]', m.collections)
    .option('--port <n>', m.port)
    .option('--host <address>', m.host, '127.0.0.1')
    .option('--token <token>', m.token)
    .option('--crawls <folder>', m.crawls, 'tarrafa-crawls')
    .option('--open', m.open)
    .option('--sample-web <port>', m.sampleWeb)
    .option('--no-analyse', m.noAnalyse)
    .action(async (collections: string[], flags: Flags) => {
      const token = flags.token ?? process.env.TARRAFA_TOKEN;
      await serveUntilInterrupted(
        {
          collections,
          language,
          host: flags.host,
          crawls: flags.crawls,
          analyse: flags.analyse,
          ...(flags.port === undefined ? {} : { port: portIn(flags.port, '--port') }),
          ...(token === undefined ? {} : { token }),
          ...(flags.sampleWeb === undefined ? {} : { sampleWeb: portIn(flags.sampleWeb, '--sample-web') }),
        },
        flags.open === true,
      );
    });
}

/** Serves until Ctrl-C; the address is the last line that it prints before it waits. */
export async function serveUntilInterrupted(options: ServerOptions, open = false): Promise<void> {
  const m = SERVE_WORDS[options.language];
  const onTerminal = process.stderr.isTTY === true;
  const server = await startServer({
    tell: (text) => void process.stderr.write(`${onTerminal ? '\r\x1b[2K' : ''}${text}\n`),
    progress: (text) => void (onTerminal && process.stderr.write(`\r\x1b[2K${text}`)),
    ...options,
  });
  const { host } = options;
  if (host !== undefined && !isLoopback(host)) process.stderr.write(`${say(m.everything, { host })}\n`);
  process.stdout.write(`${say(m.address, { address: server.url })}\n`);
  if (open) openBrowser(server.url);
  await untilInterrupted();
  process.stderr.write(`${m.closing}\n`);
  await server.close();
}

/** The first Ctrl-C lets the server close; the second ends it at once, as it would any program. */
function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

function openBrowser(url: string): void {
  const program =
    process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  // Without a browser the address is on the terminal all the same.
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
