/** `tarrafa serve`: collections in the browser and over the API, until Ctrl-C. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Command } from 'commander';
import { SERVE_PORT, type ServeEvent, type ServeOptions, serve } from '../../app/serve.ts';
import { TarrafaError } from '../../errors.ts';
import { escapeHtml } from '../../formats/index.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatNumber, say } from '../../words/index.ts';
import { SERVE_WORDS } from '../../words/serve.ts';
import {
  type ClusterFlags,
  clusterPlace,
  requireClusterPlace,
  withClusterFlags,
} from '../cluster/cluster-flags.ts';
import { environmentSettings, readConfiguration, tellOfProgram } from '../configuration.ts';
import { itemTimeIn, withDeskFlags } from '../desk/desk-flags.ts';
import { colours as pc } from '../terminal/colours.ts';
import { type ListeningFlags, listeningIn, portIn, withListeningFlags } from './listening-flags.ts';

interface Flags extends ClusterFlags, ListeningFlags {
  readonly archives?: readonly string[];
  readonly cache?: string;
  readonly desk?: boolean;
  readonly out: string;
  readonly itemTime?: string;
  readonly config?: string;
  readonly crawls: string;
  readonly open?: boolean;
  readonly sampleWeb?: string;
  readonly analyse: boolean;
}

/**
 * How much a heap may grow before what nobody needs is looked for, percent. The platform would let it grow to several times of what is in use:
 * what requests leave behind while many wait for their answers was 160 of the server's 480 MB. Of this process alone, and so no part
 * of the library.
 */
const HEAP_GROWTH = 25;

export function serveCommand(language: Language): Command {
  const [m, c] = [SERVE_WORDS[language], CLUSTER_WORDS[language]];
  const command = withClusterFlags(new Command('serve').description(m.about), language)
    .option('--archives <folders...>', c.archives)
    .option('--cache <folder>', c.cache)
    .option('--desk', m.desk);
  withDeskFlags(command, language);
  return withListeningFlags(command, language, SERVE_PORT)
    .argument('[collections...]', m.collections)
    .option('--config <file>', m.config)
    .option('--crawls <folder>', m.crawls, 'tarrafa-crawls')
    .option('--open', m.open)
    .option('--sample-web <port>', m.sampleWeb)
    .option('--no-analyse', m.noAnalyse)
    .action(async (collections: string[], flags: Flags) => {
      setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
      const listening = listeningIn(flags, process.env);
      // Read at each start of a crawl; what is wrong with it is said now.
      if (existsSync(flags.crawls) || flags.config !== undefined)
        tellOfProgram(await readConfiguration(process.cwd(), flags.config), language);
      const place = clusterPlace(flags);
      const { archives, cache } = flags;
      if (flags.desk && place === null) requireClusterPlace(flags);
      await serveUntilInterrupted(
        collections,
        language,
        {
          ...listening,
          ...(place === null ? {} : { cluster: { place, archives, cache } }),
          ...(flags.desk ? { desk: { folder: flags.out, itemTime: itemTimeIn(flags) } } : {}),
          crawls: flags.crawls,
          analyse: flags.analyse,
          crawlSettings: () => settingsHere(flags.config),
          ...(flags.sampleWeb === undefined ? {} : { sampleWeb: portIn(flags.sampleWeb, '--sample-web') }),
        },
        { open: flags.open },
      );
    });
}

/** The settings that a crawl started from this folder by the command would have. */
async function settingsHere(named?: string): ReturnType<NonNullable<ServeOptions['crawlSettings']>> {
  const { settings, periods } = await readConfiguration(process.cwd(), named);
  return { ...settings, ...environmentSettings(process.env), periods };
}

interface Served {
  /** Whether the browser is opened. */
  readonly open?: boolean | undefined;
  /** What is done when the address was told. */
  readonly onListening?: () => Promise<void>;
}

/** Serves until Ctrl-C; the address is the first that it prints on standard output. */
export async function serveUntilInterrupted(
  collections: readonly string[],
  language: Language,
  options: ServeOptions,
  { open = false, onListening }: Served = {},
): Promise<void> {
  const m = SERVE_WORDS[language];
  const server = await serve(collections, {
    language,
    crawlSettings: () => settingsHere(),
    onEvent: (event) => tellEvent(event, language),
    ...options,
  });
  if (!server.local) process.stderr.write(`${say(m.everything, { host: options.host ?? '' })}\n`);
  process.stdout.write(`${say(m.address, { address: pc.bold(server.url) })}\n`);
  const opened = open ? openBrowser(server.url) : () => {};
  const interrupted = untilInterrupted();
  await onListening?.();
  await interrupted;
  process.stderr.write(`${m.closing}\n`);
  opened();
  await server.close();
}

function tellEvent(event: ServeEvent, language: Language): void {
  const m = SERVE_WORDS[language];
  const onTerminal = process.stderr.isTTY === true;
  const line = (text: string) => void process.stderr.write(`${onTerminal ? '\r\x1b[2K' : ''}${text}\n`);
  switch (event.kind) {
    case 'analysing': {
      const { name, done, total } = event;
      const text = total > 0 ? `${name} ${Math.floor((100 * done) / total)} %` : name;
      if (onTerminal) process.stderr.write(`\r\x1b[2K${say(m.analysing, { collection: text })}`);
      break;
    }
    case 'ready':
      line(
        say(m.ready, {
          folder: event.folder,
          pages: amount(event.pages, language, formatNumber(event.pages, language)),
        }),
      );
      break;
    case 'problem':
      line(say(m.notReady, { folder: event.folder, why: reasonOf(event.error, language) }));
      break;
    case 'desk':
      line(event.error === null ? m.deskOver : say(m.deskFailed, { why: reasonOf(event.error, language) }));
      break;
    case 'fault':
      line(`${say(m.fault, { request: event.request })} ${traceOf(event.error)}`);
  }
}

function reasonOf(error: unknown, language: Language): string {
  if (error instanceof TarrafaError) return `${error.code}: ${error.explain(language).message}`;
  return error instanceof Error ? error.message : String(error);
}

function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
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

/** The browser is given a file that leads to the address: the token in it is not for the list of processes. What is given back removes it. */
function openBrowser(url: string): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-'));
  const page = join(folder, 'tarrafa.html');
  const address = escapeHtml(url);
  writeFileSync(
    page,
    `<!DOCTYPE html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Tarrafa</a>\n`,
    { mode: 0o600 },
  );
  const program =
    process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  // Without a browser the address is on the terminal all the same.
  spawn(program, [pathToFileURL(page).href], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
  return () => rmSync(folder, { recursive: true, force: true });
}
