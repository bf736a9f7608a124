/** `tarrafa serve`: collections in the browser and over the API, until Ctrl-C. */
import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { parseCount } from '../../app/input/quantity.ts';
import { type ServeEvent, type ServeOptions, serve } from '../../app/serve.ts';
import { TarrafaError } from '../../errors.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatNumber, say } from '../../words/index.ts';
import { SERVE_WORDS } from '../../words/serve.ts';
import { reason } from '../../words/why.ts';
import { environmentSettings, readConfiguration } from '../configuration.ts';

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
        collections,
        language,
        {
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

/** The settings that a crawl started from this folder by the command would have. */
async function settingsHere(): ReturnType<NonNullable<ServeOptions['crawlSettings']>> {
  const { settings, periods } = await readConfiguration(process.cwd());
  return { ...settings, ...environmentSettings(process.env), periods };
}

/** Serves until Ctrl-C; the address is the last line that it prints before it waits. */
export async function serveUntilInterrupted(
  collections: readonly string[],
  language: Language,
  options: ServeOptions,
  open = false,
): Promise<void> {
  const m = SERVE_WORDS[language];
  const server = await serve(collections, {
    language,
    crawlSettings: settingsHere,
    onEvent: (event) => tellEvent(event, language),
    ...options,
  });
  if (!server.local) process.stderr.write(`${say(m.everything, { host: options.host ?? '' })}\n`);
  process.stdout.write(`${say(m.address, { address: server.url })}\n`);
  if (open) openBrowser(server.url);
  await untilInterrupted();
  process.stderr.write(`${m.closing}\n`);
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

function openBrowser(url: string): void {
  const program =
    process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  // Without a browser the address is on the terminal all the same.
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
