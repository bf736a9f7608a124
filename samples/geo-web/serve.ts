/** A web for geographic searches on a real socket: all its hosts on one port of loopback, told apart by their names, every request counted. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GeoWeb, WebSite } from './web.ts';

export interface GeoWebRequest {
  readonly method: string;
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly range: string | null;
  readonly status: number;
  /** Of the body. */
  readonly bytes: number;
}

export interface ServedGeoWeb {
  readonly port: number;
  /** In the order of their answers. */
  readonly requests: readonly GeoWebRequest[];
  /** The flags of a command that lead it here. */
  readonly flags: readonly string[];
  close(): Promise<void>;
}

export interface ServeGeoWebOptions {
  /** Every answer is held back this long, ms. */
  readonly latency?: number;
  /** Every host has an address of its own, 127.0.10.1 and so on: who asks an address rarely may ask them all at once. */
  readonly apart?: boolean;
}

export async function serveGeoWeb(web: GeoWeb, options: ServeGeoWebOptions = {}): Promise<ServedGeoWeb> {
  const requests: GeoWebRequest[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const answer = () => requests.push(answered(web, request, response));
    if (options.latency === undefined) answer();
    else setTimeout(answer, options.latency);
  };
  const hosts = [...web.sites.keys()];
  const addressOf = (i: number): string => (options.apart === true ? `127.0.10.${i + 1}` : '127.0.0.1');
  const servers: Server[] = [];
  let port = 0;
  for (const address of new Set(hosts.map((_, i) => addressOf(i)))) {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, resolve);
    });
    ({ port } = server.address() as AddressInfo);
  }
  return {
    port,
    requests,
    flags: [
      '--allow-private',
      ...hosts.flatMap((host, i) => ['--connect-to', `${host}:80:${addressOf(i)}:${port}`]),
    ],
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function answered(web: GeoWeb, request: IncomingMessage, response: ServerResponse): GeoWebRequest {
  const { method = 'GET', url: path = '/' } = request;
  const host = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
  const site = web.sites.get(host);
  const resource = site?.resources.get(path);
  const send = (status: number, headers: Record<string, string>, body: Uint8Array): GeoWebRequest => {
    response.writeHead(status, { ...headers, 'content-length': String(body.length) });
    response.end(method === 'HEAD' ? undefined : body);
    const bytes = method === 'HEAD' ? 0 : body.length;
    return { method, host, path, range: request.headers.range ?? null, status, bytes };
  };
  if (site !== undefined && path === '/robots.txt' && resource === undefined)
    return send(200, { 'content-type': 'text/plain' }, Buffer.from(robotsFile(site)));
  if (site === undefined || resource === undefined)
    return send(404, { 'content-type': 'text/html; charset=utf-8' }, new Uint8Array(0));
  const whole = resource.body();
  const headers: Record<string, string> = {
    'content-type': resource.type,
    ...resource.headers,
    ...(site.ranges ? { 'accept-ranges': 'bytes' } : {}),
  };
  const asked = site.ranges ? /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') : null;
  if (asked === null || (asked[1] === '' && asked[2] === '')) return send(200, headers, whole);
  const from = asked[1] === '' ? Math.max(0, whole.length - Number(asked[2])) : Number(asked[1]);
  const to =
    asked[1] === '' || asked[2] === '' ? whole.length - 1 : Math.min(Number(asked[2]), whole.length - 1);
  if (from > to) return send(416, { 'content-range': `bytes */${whole.length}` }, new Uint8Array(0));
  const part = whole.subarray(from, to + 1);
  return send(206, { ...headers, 'content-range': `bytes ${from}-${to}/${whole.length}` }, part);
}

function robotsFile({ closed }: WebSite): string {
  return `User-agent: *\n${closed.map((prefix) => `Disallow: ${prefix}\n`).join('') || 'Disallow:\n'}`;
}
