/**
 * What one stranger can take of the memory: a server for each attack, six hosts of it at once, collected by the built command while the
 * memory of its processes is measured. `npm run soak -- strangers` runs them at full size; `strangers.test.ts` shortly.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { deflatedRun, pdfBomb } from '../src/page/pdf/small-pdf.suite.ts';
import { childrenOf, residentOf } from './processes.ts';
import { seededRandom } from './seeded-random.ts';
import { MAIN } from './tarrafa-process.ts';

const HOSTS = 6;
const MB = 1 << 20;

export interface Attack {
  readonly name: string;
  /** What the processes of the crawl may hold together, with one thread that analyses, MB. */
  readonly bound: number;
  /** A form for a suite, with the bound that follows. */
  readonly short: Scale & { readonly bound: number };
  /** What is asked of the crawl besides. */
  readonly wishes?: readonly string[];
  /** What it must have asked for, or the attack was none. */
  readonly paths: readonly string[];
  /** How the server answers; `size` is 1 at full size. */
  readonly answer: (size: number) => (socket: Socket, path: string) => void;
}

/** How large the answers are, against the full size, and how many hosts give them at once. */
export interface Scale {
  readonly size: number;
  readonly hosts: number;
}

const page = (headers: string, body: Buffer) => (socket: Socket) =>
  socket.end(
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n${headers}\r\n\r\n`,
      ),
      body,
    ]),
  );

/** Writes `piece` so many times, as fast as it is taken. */
function pour(socket: Socket, head: string, piece: Buffer, times: number, tail: string): void {
  socket.write(head);
  let n = 0;
  const go = (): void => {
    while (n < times) {
      n++;
      if (!socket.write(piece)) {
        socket.once('drain', go);
        return;
      }
    }
    socket.end(tail);
  };
  go();
}

function zeros(bytes: number): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([head, deflatedRun(bytes, 0), Buffer.alloc(8)]);
}

/** Elements with an attribute each, of which a byte of gzip holds some ten: far more would be called a bomb, and cut. */
function elements(bytes: number): Buffer {
  const random = seededRandom(15);
  const made = Buffer.alloc(bytes, '<i a>');
  for (let i = 3; i < bytes; i += 5) made[i] = 97 + Math.floor(26 * random());
  return made;
}

const HTML = 'Content-Type: text/html; charset=utf-8';

export const ATTACKS: readonly Attack[] = [
  {
    name: 'a body in chunks of one byte, 10 MB',
    bound: 300,
    short: { size: 1, hosts: 6, bound: 300 },
    paths: ['/'],
    answer: (size) => {
      const piece = Buffer.from('1\r\nx\r\n'.repeat(10_000));
      const head = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${HTML}\r\n\r\n`;
      return (socket) => pour(socket, head, piece, Math.ceil(1_000 * size), '0\r\n\r\n');
    },
  },
  {
    name: '3 MB of gzip that hold 3 GB',
    bound: 500,
    short: { size: 0.1, hosts: 2, bound: 400 },
    paths: ['/'],
    answer: (size) => page(`${HTML}\r\nContent-Encoding: gzip`, zeros(3_000 * MB * size)),
  },
  {
    name: '32 MB of elements with attributes, in gzip',
    bound: 1_200,
    short: { size: 0.25, hosts: 2, bound: 700 },
    paths: ['/'],
    answer: (size) => {
      const body = gzipSync(elements(32 * MB * size));
      return page(`${HTML}\r\nContent-Encoding: gzip`, body);
    },
  },
  {
    name: 'a PDF of 8 kB that unfolds into 2 GB',
    bound: 1_500,
    // Less would not reach the limit of the process that reads it.
    short: { size: 1, hosts: 2, bound: 1_500 },
    paths: ['/'],
    answer: (size) => page('Content-Type: application/pdf', pdfBomb(2_000 * MB * size)),
  },
  {
    name: '60 MB of JSON nested without end, as GeoJSON, and 5 MB within the page',
    bound: 500,
    short: { size: 0.2, hosts: 2, bound: 450 },
    wishes: ['--geo'],
    paths: ['/', '/solos.geojson'],
    answer: (size) => {
      const file = page('Content-Type: application/geo+json', Buffer.alloc(60 * MB * size, '['));
      const stated = `<script type="application/ld+json">${'['.repeat(5 * MB * size)}</script>`;
      const html = `<html lang="pt"><title>Dados</title>${stated}<p>Mapa de solos em <a href="/solos.geojson">GeoJSON</a></p></html>`;
      const start = page(HTML, Buffer.from(html));
      return (socket, path) => (path === '/solos.geojson' ? file(socket) : start(socket));
    },
  },
];

export interface Taken {
  readonly status: number | null;
  readonly stderr: string;
  /** The most that its processes held together, MB; 0 where the system does not tell. */
  readonly peak: number;
  /** What was asked for beside robots files. */
  readonly asked: ReadonlySet<string>;
  readonly visits: readonly { readonly url: string; readonly outcome: string }[];
}

export async function underAttack({ answer, wishes = [] }: Attack, { size, hosts }: Scale): Promise<Taken> {
  const reply = answer(size);
  const asked = new Set<string>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (request) => {
      // A connection that ends without having said so would be taken again for the page, and the page asked for again after seconds.
      if (request.includes('/robots.txt'))
        socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      else {
        const path = /^\S+ (\S+)/.exec(request.toString('latin1'))?.[1] ?? '/';
        asked.add(path);
        reply(socket, path);
      }
    });
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const out = mkdtempSync(join(tmpdir(), 'tarrafa-strangers-'));
  try {
    const seeds = Array.from({ length: hosts }, (_, i) => `http://127.0.0.${i + 1}:${port}/`);
    // One thread that analyses, of which the bounds speak; on a core of its own with everything else it would only take longer.
    const pace = ['--delay', '0', '--address-delay', '0', '--workers', '1'];
    const always = ['--allow-private', '--scope', 'any', '--quiet', ...pace];
    const words = [MAIN, 'crawl', ...seeds, '--out', out, ...always, ...wishes];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, heldBy(child));
    }, 25);
    const [status] = (await once(child, 'close')) as [number | null];
    clearInterval(watch);
    const visits = readFileSync(join(out, 'visits.jsonl'), 'utf8').trim().split('\n');
    return {
      status,
      stderr,
      peak: Math.round(peak / MB),
      asked,
      visits: visits.map((line) => JSON.parse(line)),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
    server.close();
  }
}

/** Resident bytes of a process and of those it started. */
function heldBy({ pid }: ChildProcess): number {
  return pid === undefined ? 0 : [pid, ...childrenOf(pid)].reduce((sum, one) => sum + residentOf(one), 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let held = true;
  for (const attack of ATTACKS) {
    const { status, peak, visits } = await underAttack(attack, { size: 1, hosts: HOSTS });
    const fine = status === 0 && peak <= attack.bound && visits.length >= HOSTS;
    held &&= fine;
    process.stdout.write(
      `${attack.name}: ${peak} MB of ${attack.bound}, ${visits.length} of ${HOSTS} visits, exit ${status}${fine ? '' : '  FAILED'}\n`,
    );
  }
  process.exitCode = held ? 0 : 1;
}
