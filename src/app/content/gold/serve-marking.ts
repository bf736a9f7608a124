/**
 * The pages to mark on, served to the browser of this machine alone, so that what is saved goes straight into the data set. The address has
 * a word that nobody else knows, and requests that come by another name than this machine's are refused.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { inputError, TarrafaError } from '../../../errors.ts';
import { writeFileWhole } from '../../../files/index.ts';
import { escapeHtml } from '../../../formats/index.ts';
import { reason } from '../../../words/why.ts';
import { parseGold } from './gold-file.ts';

export interface MarkingServer {
  readonly url: string;
  readonly sites: readonly string[];
  readonly close: () => Promise<void>;
}

export interface ServeMarkingOptions {
  /** Default any that is free. */
  readonly port?: number | undefined;
  /** Told of each file that was saved. */
  readonly onSaved?: ((file: string) => void) | undefined;
}

const HOST = '127.0.0.1';
const LARGEST_SAVED = 64 << 20;

/** Throws TRF_CONTENT_GOLD for a folder that has nothing to mark, and TRF_PORT_TAKEN. */
export async function serveMarking(
  folder: string,
  { port = 0, onSaved }: ServeMarkingOptions = {},
): Promise<MarkingServer> {
  let names: string[];
  try {
    names = readdirSync(folder)
      .filter((name) => name.endsWith('.html') && existsSync(join(folder, name.replace(/\.html$/, '.pages'))))
      .map((name) => basename(name, '.html'))
      .sort();
  } catch (cause) {
    throw inputError(folder, cause);
  }
  if (names.length === 0)
    throw new TarrafaError('TRF_CONTENT_GOLD', [folder, reason('gold-nothing-to-mark')]);
  const word = randomBytes(12).toString('hex');
  let own: readonly string[] = [];
  const server = createServer((request, response) => {
    answer(request, response, { folder, names, word, own, onSaved }).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new TarrafaError('TRF_PORT_TAKEN', [port, HOST]) : error);
    });
    server.listen(port, HOST, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  own = [`${HOST}:${taken}`, `localhost:${taken}`];
  return {
    url: `http://${HOST}:${taken}/${word}/`,
    sites: names,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Served {
  readonly folder: string;
  readonly names: readonly string[];
  readonly word: string;
  readonly own: readonly string[];
  readonly onSaved: ServeMarkingOptions['onSaved'];
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const { folder, names, word, own, onSaved } = served;
  const { host = '', origin } = request.headers;
  const [, given, name = '', part, ...more] = (request.url ?? '').split('/');
  const send = (status: number, type: string, body: string): void => {
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    response.end(body);
  };
  const ours = origin === undefined || own.some((each) => origin === `http://${each}`);
  if (!own.includes(host) || !ours || given !== word || more.length > 0) return send(404, 'text/plain', '');
  if (name === '' && request.method === 'GET') return send(200, 'text/html', listOf(names));
  const site = names.find((each) => each === decoded(name));
  if (site === undefined) return send(404, 'text/plain', '');
  const gold = join(folder, `${site}.gold.jsonl`);
  if (request.method === 'GET' && part === 'gold')
    return existsSync(gold)
      ? send(200, 'application/x-ndjson', readFileSync(gold, 'utf8'))
      : send(404, 'text/plain', '');
  if (request.method === 'GET' && part === undefined)
    return send(200, 'text/html', readFileSync(join(folder, `${site}.html`), 'utf8'));
  if (request.method !== 'POST' || part !== undefined) return send(405, 'text/plain', '');
  const text = await bodyOf(request);
  if (text === null) return send(413, 'text/plain', '');
  try {
    parseGold(text, site);
  } catch {
    return send(400, 'text/plain', '');
  }
  writeFileWhole(gold, text);
  onSaved?.(gold);
  send(200, 'text/plain', '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function listOf(names: readonly string[]): string {
  const items = names.map(
    (name) => `<li><a href="${escapeHtml(encodeURIComponent(name))}">${escapeHtml(name)}</a></li>`,
  );
  return `<!doctype html><html><head><meta charset="utf-8"><title>tarrafa content gold</title></head><body><ul>${items.join('')}</ul></body></html>`;
}

/** Null when it is larger than any gold. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_SAVED) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
