/**
 * Hundreds of hosts that each want something: a Crawl-delay, to be asked later, a robots file that stands with somebody else, two names for
 * one address, connections that carry one request, bodies that drip. Everything is a function of the seed, and the log is for the judge.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nationalAddress, nationalHost, nationalIndex } from '../samples/national-hosts.ts';
import type { AskedRequest } from './politeness-judge.ts';
import { page } from './tiny-web.ts';

export interface DemandingWeb {
  readonly port: number;
  /** One for each process that is to be told from others. */
  readonly doors: readonly number[];
  readonly seeds: readonly string[];
  readonly log: readonly AskedRequest[];
  /** Called when a host has asked for something that holds from now on. */
  onWish: () => void;
  close(): Promise<void>;
}

type Entry = { -readonly [K in keyof AskedRequest]: AskedRequest[K] };

const PAGES = 3;
const CRAWL_DELAY = 2;
const RETRY_AFTER = 3;
/** Hosts whose rules stand elsewhere ask these few for them, which share addresses with others. */
const KEEPERS = 10;

export async function demandingWeb(hosts: number, seed: number, doors = 1): Promise<DemandingWeb> {
  const log: Entry[] = [];
  const timesAsked = new Map<string, number>();
  const used = new WeakSet<object>();
  const now = () => performance.now();

  const serve = (by: number, request: IncomingMessage, response: ServerResponse): void => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '/';
    const index = nationalIndex(host);
    const entry: Entry = {
      host,
      address: nationalAddress(host) ?? '',
      path,
      by,
      startedAt: now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    log.push(entry);
    const ended = () => {
      entry.endedAt = Math.min(entry.endedAt, now());
    };
    response.on('close', ended);
    const end = (status: number, headers: Record<string, string>, body = '', after = 0): void => {
      setTimeout(() => {
        response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
        // Before it leaves: whoever has the answer has it later than this.
        ended();
        entry.answered = !response.destroyed;
        response.end(body);
      }, after);
    };
    const later = (status: number): void => {
      // The head alone, and for a while nothing of the body.
      response.writeHead(status, { 'Retry-After': String(RETRY_AFTER), 'Content-Length': '2' });
      response.flushHeaders();
      entry.retryAfter = { at: now(), ms: RETRY_AFTER * 1000 };
      web.onWish();
      setTimeout(() => {
        ended();
        response.end('ok');
      }, 1_000);
    };
    const key = `${host}${path}`;
    const times = timesAsked.get(key) ?? 0;
    timesAsked.set(key, times + 1);
    const want = wantOf(index, seed);

    if (want === 'one-a-connection') {
      if (used.has(request.socket)) {
        ended();
        request.socket.destroy();
        return;
      }
      used.add(request.socket);
    }
    const rules = 'User-agent: *\nDisallow: /fechado/\n';
    if (path === '/robots.txt') {
      if (want === 'moved') {
        const keeper = nationalHost(
          10 * ((index + seed) % Math.min(KEEPERS, Math.ceil(hosts / 10))) + (index & 1),
        );
        return end(301, { Location: `http://${keeper}/regras-de/${host}` });
      }
      if (want === 'robots-later' && times === 0) return later(503);
      if (want === 'crawl-delay') {
        entry.crawlDelay = { at: now(), ms: CRAWL_DELAY * 1000 };
        web.onWish();
        return end(200, { 'Content-Type': 'text/plain' }, `${rules}Crawl-delay: ${CRAWL_DELAY}\n`);
      }
      return end(200, { 'Content-Type': 'text/plain' }, rules, want === 'slow' ? 80 : 0);
    }
    if (path.startsWith('/regras-de/')) return end(200, { 'Content-Type': 'text/plain' }, rules, 40);
    if (path.startsWith('/fechado/')) {
      entry.closed = true;
      return end(200, {}, page([]));
    }
    if (want === 'later' && path === '/1' && times === 0) return later(index % 2 === 0 ? 503 : 429);
    if (want === 'drips' && path === '/2')
      return drip(response, () => {
        ended();
        entry.answered = !response.destroyed;
      });
    const others = [1, 7, 31].map((step) => `http://${nationalHost((index + step) % hosts)}/`);
    const own = Array.from({ length: PAGES }, (_, i) => `/${i + 1}`);
    return end(200, {}, page(['/fechado/1', ...own, ...others], `${host} ${path}`), want === 'slow' ? 60 : 0);
  };

  const servers = Array.from({ length: doors }, (_, by) =>
    createServer({ keepAlive: true, noDelay: true }, (request, response) => serve(by, request, response)),
  );
  for (const server of servers) {
    server.keepAliveTimeout = 30_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  const web: DemandingWeb = {
    onWish: () => {},
    port: ports[0]!,
    doors: ports,
    seeds: Array.from({ length: hosts }, (_, i) => `http://${nationalHost(i)}/`),
    log,
    close: async () => {
      for (const server of servers)
        await new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        });
    },
  };
  return web;
}

const WANTS = [
  'nothing',
  'crawl-delay',
  'moved',
  'later',
  'moved',
  'robots-later',
  'one-a-connection',
  'drips',
  'moved',
  'slow',
] as const;

function wantOf(index: number, seed: number): (typeof WANTS)[number] {
  // Whoever keeps the rules of others has none that its own visitors alone would know of.
  if (index < 10 * KEEPERS && index % 10 < 2) return 'nothing';
  return WANTS[(Math.imul(index ^ seed, 0x9e3779b1) >>> 8) % WANTS.length]!;
}

function drip(response: ServerResponse, ended: () => void): void {
  response.writeHead(200, { 'Content-Type': 'text/html' });
  let left = 15;
  const timer = setInterval(() => {
    if (--left > 0) return void response.write('.');
    clearInterval(timer);
    ended();
    response.end(page([]));
  }, 60);
  response.on('close', () => clearInterval(timer));
}
