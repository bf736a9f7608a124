/**
 * Whole real sites (a folder of `*.jsonl.gz`, one site a file, with `SOURCES.tsv` beside them) served on loopback addresses as their own servers
 * did, in the clear and by TLS on one port, with a log for the judge. Several sites share an address, as on a hoster's machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createDoor, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import type { AskedRequest } from './politeness-judge.ts';

export interface RealSites {
  readonly hosts: readonly string[];
  readonly seeds: readonly string[];
  /** One port for each process that is to be told from others. */
  readonly doors: readonly number[];
  /** What a process has to be told to get by its door to these sites: words of a command. */
  connectTo(door: number): readonly string[];
  readonly log: readonly AskedRequest[];
  close(): Promise<void>;
}

export interface SiteContent {
  readonly host: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

/** What such a folder holds, without a server. */
export interface StoredSites {
  readonly seeds: readonly string[];
  readonly files: Iterable<SiteContent>;
  /** What an address would bring, by whatever way it is led there. */
  find(url: string): SiteContent | null;
}

export function storedSites(folder: string): StoredSites {
  const sites = readSites(folder);
  const find = (host: string, path: string): SiteContent | null => {
    const site = sites.get(host);
    const found = site && fileAt(site, path);
    if (found === undefined || found === null) return null;
    if (typeof found === 'string') return find(host, found);
    return { host, path: found.path, type: found.type, body: found.body };
  };
  return {
    seeds: seedsOf(sourcesOf(folder), sites),
    files: filesOf(sites),
    find(url) {
      const { hostname, pathname } = new URL(url);
      return find(hostname, pathOf(pathname));
    },
  };
}

function* filesOf(sites: ReadonlyMap<string, ReadonlyMap<string, SiteFile>>): Generator<SiteContent> {
  for (const [host, site] of sites)
    for (const { path, type, body } of site.values()) yield { host, path, type, body };
}

interface StoredFile {
  readonly host: string;
  readonly path: string;
  readonly contentType: string;
  readonly lastModified?: string;
  readonly utf8?: string;
  readonly bytesBase64?: string;
}

interface SiteFile {
  readonly path: string;
  readonly type: string;
  readonly modified: string | undefined;
  readonly body: Buffer;
}

type Entry = { -readonly [K in keyof AskedRequest]: AskedRequest[K] };

/** Where everybody is who has no site here: nobody is asked for outside of this machine. */
const ELSEWHERE = '127.0.9.254';
/** Sites of one address. */
const NEIGHBOURS = 4;
/** First byte of a TLS handshake. */
const HANDSHAKE = 0x16;

export async function realSites(folder: string, doors: number): Promise<RealSites> {
  const sources = sourcesOf(folder);
  const schemes = new Map(sources.map(({ host, scheme }) => [host, scheme]));
  const sites = readSites(folder);
  const hosts = [...sites.keys()].sort();
  const addresses = new Map(hosts.map((host, i) => [host, `127.0.9.${1 + Math.floor(i / NEIGHBOURS)}`]));
  const context = certificate();
  const isSecure = (host: string) => context !== null && schemes.get(host) === 'https';
  const log: Entry[] = [];

  const answer = (by: number, request: IncomingMessage, response: ServerResponse): void => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    const url = request.url ?? '/';
    const entry: Entry = {
      host,
      address: addresses.get(host) ?? ELSEWHERE,
      path: url,
      by,
      startedAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    log.push(entry);
    const ended = () => {
      entry.endedAt = Math.min(entry.endedAt, performance.now());
    };
    response.on('close', ended);
    const end = (status: number, headers: Record<string, string>, body: Buffer | string = ''): void => {
      response.writeHead(status, { 'Content-Length': String(Buffer.byteLength(body)), ...headers });
      // Before it leaves: whoever has the answer has it later than this.
      ended();
      entry.answered = !response.destroyed;
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const site = sites.get(host);
    if (site === undefined) return end(404, { 'Content-Type': 'text/plain' }, 'no such site');
    if (isSecure(host) && !(request.socket instanceof TLSSocket))
      return end(301, { Location: `https://${host}${url}` });
    const found = fileAt(site, pathOf(url));
    if (found === null) return end(404, { 'Content-Type': 'text/html' }, '<title>404</title>');
    if (typeof found === 'string') return end(301, { Location: encodeURI(found) });
    end(
      200,
      {
        'Content-Type': found.type,
        ...(found.modified === undefined ? {} : { 'Last-Modified': found.modified }),
      },
      found.body,
    );
  };

  const open: Server[] = [];
  const ports: number[] = [];
  for (let by = 0; by < doors; by++) {
    const server = createServer({ keepAlive: true, noDelay: true }, (request, response) =>
      answer(by, request, response),
    );
    const enter = (socket: Socket): void => {
      socket.on('error', () => socket.destroy());
      socket.once('readable', () => {
        const first = socket.read(1) as Buffer | null;
        if (first === null) return void socket.destroy();
        socket.unshift(first);
        if (first[0] !== HANDSHAKE) return void server.emit('connection', socket);
        if (context === null) return void socket.destroy();
        server.emit('connection', secured(socket, context));
      });
    };
    let port = 0;
    for (const address of new Set([ELSEWHERE, ...addresses.values()])) {
      const door = createDoor(enter);
      port = await listening(door, port, address);
      open.push(door);
    }
    ports.push(port);
  }

  return {
    hosts,
    seeds: seedsOf(sources, sites),
    doors: ports,
    connectTo: (door) =>
      [...addresses, ['', ELSEWHERE]].flatMap(([host, address]) => [
        '--connect-to',
        `${host}::${address}:${ports[door]}`,
      ]),
    log,
    close: async () => {
      for (const door of open) door.close();
    },
  };
}

interface Source {
  readonly host: string;
  readonly scheme: string;
  readonly seeds: readonly string[];
}

function sourcesOf(folder: string): Source[] {
  const [head = '', ...lines] = readFileSync(join(folder, 'SOURCES.tsv'), 'utf8').split('\n');
  const columns = head.split('\t');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t');
      const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
      return { host: cell('host'), scheme: cell('scheme'), seeds: cell('seeds').split(' ').filter(Boolean) };
    });
}

const seedsOf = (sources: readonly Source[], sites: ReadonlyMap<string, unknown>): string[] =>
  sources.filter(({ host }) => sites.has(host)).flatMap(({ seeds }) => seeds);

function readSites(folder: string): Map<string, Map<string, SiteFile>> {
  const sites = new Map<string, Map<string, SiteFile>>();
  for (const name of readdirSync(folder).filter(
    (one) => one.endsWith('.jsonl.gz') && !one.startsWith('gold'),
  ))
    for (const line of gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('\n')) {
      if (line === '') continue;
      const { host, path, contentType, lastModified, utf8, bytesBase64 } = JSON.parse(line) as StoredFile;
      const site = sites.get(host) ?? new Map<string, SiteFile>();
      sites.set(host, site);
      const body = utf8 === undefined ? Buffer.from(bytesBase64!, 'base64') : Buffer.from(utf8);
      site.set(path, { path, type: contentType, modified: lastModified, body });
    }
  return sites;
}

const pathOf = (url: string): string => {
  const path = url.split('?')[0]!;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** A file, where one is led to, or nothing. */
function fileAt(site: ReadonlyMap<string, SiteFile>, path: string): SiteFile | string | null {
  const names = path.endsWith('/')
    ? ['index.html', 'index.htm', '_index.htm', 'home.htm'].map((name) => path + name)
    : [path, `${path}.html`];
  for (const name of names) {
    const file = site.get(name);
    if (file !== undefined) return file;
  }
  if (!path.endsWith('/') && (site.has(`${path}/index.html`) || site.has(`${path}/index.htm`)))
    return `${path}/`;
  return null;
}

/** One for everybody, signed by nobody; null where there is no `openssl` to make it. */
function certificate(): SecureContext | null {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-real-sites-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = 'req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=real-sites -keyout';
    execFileSync('openssl', [...words.split(' '), key, '-out', cert], { stdio: 'ignore' });
    return createSecureContext({ key: readFileSync(key), cert: readFileSync(cert) });
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function secured(socket: Socket, secureContext: SecureContext): TLSSocket {
  const secure = new TLSSocket(socket, { isServer: true, secureContext });
  secure.on('error', () => socket.destroy());
  return secure;
}

const listening = (door: Server, port: number, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    door.once('error', reject);
    door.listen(port, address, () => {
      const bound = door.address();
      if (bound === null || typeof bound === 'string') reject(new Error('no port'));
      else resolve(bound.port);
    });
  });
