/**
 * The sample web's server: one process on loopback that answers under many host names, by the Host header.
 * Everything is a function of the seed, the host, the path and the web's own clock.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, constants as zlib } from 'node:zlib';
import { HOSTS } from './hosts.ts';
import { httpDate } from './language/dates.ts';
import type { NationalWeb } from './national-web.ts';
import { RequestLog } from './request-log.ts';
import { type SampleResolution, sampleAddress } from './resolver.ts';
import type { Resource, SampleSite } from './site.ts';
import { chooseSites, type SiteChoice } from './sites.ts';
import { SampleTruth } from './truth.ts';

export interface SampleWebOptions {
  /** Default 1. Another seed gives other names, figures and texts under the same hosts. */
  readonly seed?: number;
  /** Which sites: a group, `all`, or host names. Default `gentle`. */
  readonly sites?: SiteChoice;
  /** Default: any free port. */
  readonly port?: number;
  /** How slow the slow server is. Default 50 ms. */
  readonly slowMs?: number;
  /** A simulated national Web to serve beside the sites. */
  readonly national?: NationalWeb;
  /** The clock and the size of the log of requests. */
  readonly log?: { readonly capacity?: number; readonly clock?: () => number };
}

export interface SampleWeb {
  readonly port: number;
  readonly hosts: readonly string[];
  /** The home page of every site of the chosen groups that can be started from. */
  readonly seeds: readonly string[];
  readonly truth: SampleTruth;
  readonly requests: RequestLog;
  resolve(hostname: string): SampleResolution | null;
  /** Moves the web's own clock: pages that change with time change. Starts at START_TIME. */
  setTime(ms: number): void;
  close(): Promise<void>;
}

/** Noon of 15 June 2024, UTC: after the last date any page carries. */
export const START_TIME = Date.UTC(2024, 5, 15, 12);

export async function startSampleWeb(options: SampleWebOptions = {}): Promise<SampleWeb> {
  const seed = options.seed ?? 1;
  const sites = chooseSites(options.sites ?? 'gentle', { seed, origin: (h) => `http://${h.host}` });
  const byHost = new Map(sites.map((s) => [s.host.host, s]));
  const requests = new RequestLog(options.log);
  const visits = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let time = new Date(START_TIME);
  let port = 0;

  const later = (ms: number, then: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      then();
    }, ms);
    timers.add(timer);
  };

  const server = createServer({ keepAlive: true, noDelay: true }, (request, response) => {
    const host = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
    const path = request.url ?? '/';
    const end = requests.begin(host, path, request.method ?? 'GET', request.headers['user-agent'] ?? '');
    // Whichever comes first: 'finish' when the last byte has left, 'close' when it never will.
    response.on('finish', () => end(response.statusCode));
    response.on('close', () => end(response.headersSent ? response.statusCode : null));
    response.on('error', () => {});

    const site = byHost.get(host);
    if (site === undefined) {
      const page = options.national?.owns(host) ? options.national.page(`http://${host}${path}`) : null;
      if (page !== null) return plain(request, response, 200, 'text/html; charset=utf-8', page);
      return plain(
        request,
        response,
        options.national?.owns(host) ? 404 : 421,
        'text/plain; charset=utf-8',
        'Não há nada aqui.\n',
      );
    }
    const resource = site.resources.get(path) ?? site.resources.get(withoutSession(path));
    if (resource !== undefined) return serve(site, resource, request, response, time);
    const key = `${host}${path}`;
    const earlier = visits.get(key) ?? 0;
    if (site.respond !== undefined) {
      // Counted only for sites that answer by hand, so that an endless site cannot fill the memory of others.
      if (visits.size > 50_000) visits.clear();
      visits.set(key, earlier + 1);
      if (site.respond({ request, response, path, earlier, slowMs: options.slowMs ?? 50, port, later }))
        return;
    }
    return plain(request, response, 404, 'text/html; charset=utf-8', NOT_FOUND);
  });
  server.keepAliveTimeout = 30_000;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  server.on('clientError', (_error, socket) => socket.destroy());

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;

  return {
    port,
    hosts: sites.map((s) => s.host.host),
    seeds: sites.filter((s) => !NOT_SEEDS.has(s.host.host)).map((s) => `http://${s.host.host}/`),
    truth: new SampleTruth(sites),
    requests,
    resolve: (hostname) => {
      const name = hostname.toLowerCase();
      return byHost.has(name) || options.national?.owns(name) ? sampleAddress(name, port) : null;
    },
    setTime: (ms) => {
      time = new Date(ms);
    },
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        timers.clear();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Hosts that are met through others: by a redirect, or by a link that must be refused. */
const NOT_SEEDS: ReadonlySet<string> = new Set([
  HOSTS.gazetaBare.host,
  HOSTS.redirectTarget.host,
  HOSTS.intranet.host,
]);

/** The address without what servers ignore: sessions and the marks of advertising campaigns. */
function withoutSession(path: string): string {
  const [before, query] = path.replace(/;jsessionid=[0-9a-z]+/i, '').split('?', 2);
  if (query === undefined) return before!;
  const kept = query.split('&').filter((p) => !/^(phpsessid|sid|utm_\w+)=/i.test(p));
  return kept.length === 0 ? before! : `${before}?${kept.join('&')}`;
}

const NOT_FOUND = `<!DOCTYPE html>
<html lang="pt"><head><meta charset="utf-8"><title>Página não encontrada</title></head>
<body><h1>Página não encontrada</h1><p>O endereço procurado não existe neste servidor.</p></body></html>
`;

/** The one range that was asked for; null for none, for several and for what is not there: these get the whole. */
function askedRange(
  header: string | undefined,
  size: number,
): { readonly from: number; readonly to: number } | null {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (asked === null || (asked[1] === '' && asked[2] === '')) return null;
  const from = asked[1] === '' ? Math.max(0, size - Number(asked[2])) : Number(asked[1]);
  const to = asked[1] === '' || asked[2] === '' ? size - 1 : Math.min(Number(asked[2]), size - 1);
  return from > to ? null : { from, to };
}

function serve(
  site: SampleSite,
  resource: Resource,
  request: IncomingMessage,
  response: ServerResponse,
  time: Date,
): void {
  const identity = resource.render(time);
  const headers: Record<string, string | number> = {};
  if (resource.type !== null) headers['content-type'] = resource.type;
  Object.assign(headers, resource.headers);

  if (resource.status === 200) {
    const etag = `"${createHash('sha1').update(identity).digest('base64url').slice(0, 16)}"`;
    headers.etag ??= etag;
    const modified = resource.facts?.modified ?? resource.facts?.published;
    if (modified !== undefined) headers['last-modified'] ??= httpDate(modified);
    if (notModified(request, String(headers.etag), modified)) {
      delete headers['content-type'];
      response.writeHead(304, headers);
      response.end();
      return;
    }
  }

  let body = identity;
  const encoding = compressible(resource.type) && resource.status === 200 ? accepted(site, request) : null;
  if (encoding !== null) {
    body = compress(identity, encoding);
    headers['content-encoding'] = encoding;
    headers.vary = 'accept-encoding';
  }
  const range =
    headers['accept-ranges'] === 'bytes' && encoding === null && request.method === 'GET'
      ? askedRange(request.headers.range, body.length)
      : null;
  if (range !== null) {
    const part = body.subarray(range.from, range.to + 1);
    headers['content-range'] = `bytes ${range.from}-${range.to}/${body.length}`;
    headers['content-length'] = part.length;
    response.writeHead(206, headers);
    response.end(part);
    return;
  }
  if (!site.chunked) headers['content-length'] = body.length;
  response.writeHead(resource.status, headers);
  if (request.method === 'HEAD') response.end();
  else if (site.chunked) {
    // In two pieces, so that the boundary of a chunk falls inside the body.
    response.write(body.subarray(0, body.length >> 1));
    response.end(body.subarray(body.length >> 1));
  } else response.end(body);
}

function plain(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
): void {
  const body = Buffer.from(text);
  response.writeHead(status, { 'content-type': type, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function notModified(request: IncomingMessage, etag: string, modified: Date | undefined): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((t) => t.trim().replace(/^W\//, '') === etag || t.trim() === '*');
  const since = request.headers['if-modified-since'];
  if (since === undefined || modified === undefined) return false;
  return Math.floor(modified.getTime() / 1000) * 1000 <= Date.parse(since);
}

function compressible(type: string | null): boolean {
  return type === null || /^(text\/|application\/(json|xml|rss|atom|geo\+json|xhtml))/.test(type);
}

function accepted(site: SampleSite, request: IncomingMessage): 'gzip' | 'br' | 'deflate' | null {
  const offered = String(request.headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.trim().split(';', 1)[0]);
  return site.encodings.find((e) => offered.includes(e)) ?? null;
}

function compress(body: Buffer, encoding: 'gzip' | 'br' | 'deflate'): Buffer {
  if (encoding === 'gzip') return gzipSync(body, { level: 6 });
  if (encoding === 'deflate') return deflateSync(body);
  return brotliCompressSync(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } });
}
