/**
 * A crawl under a ceiling of bandwidth, by the built command and over sockets, of a web that could give much more: judged by when the web had
 * sent what. Pages are of one size, or of several.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { nationalHost, nationalIndex } from '../samples/national-hosts.ts';
import { seededRandom } from './seeded-random.ts';
import { MAIN } from './tarrafa-process.ts';

export interface CappedPlan {
  /** A folder of its own. */
  readonly out: string;
  /** Bytes a second; null for none. */
  readonly ceiling: number | null;
  /** Bytes of the pages, one of these each. */
  readonly sizes: readonly number[];
  /** Of the crawl, ms. */
  readonly lasts: number;
  readonly seed: number;
}

export interface Sent {
  readonly at: number;
  readonly bytes: number;
}

/** Ms until an answer begins. */
const LATENCY = 40;
const HOSTS = 300;
const CONCURRENCY = 200;
const WORDS = 'rede barco peixe vento praia farol corda vela remo onda lua sal areia concha porto cais'.split(
  ' ',
);

/** A page of about so many bytes, unlike every other. */
function page(host: number, path: number, bytes: number): string {
  const random = seededRandom(1 + host * 100_003 + path);
  const links = [1, 2, 3].map((i) => `<a href="/${path * 3 + i}">${path * 3 + i}</a>`);
  const others = [1, 7, 31].map((i) => `<a href="http://${nationalHost((host + i) % HOSTS)}/">${i}</a>`);
  const head = `<!DOCTYPE html><html lang="pt"><title>${host} ${path}</title><p>${[...links, ...others].join(' ')}</p><p>`;
  let text = '';
  while (head.length + text.length < bytes) text += `${WORDS[Math.floor(random() * WORDS.length)]} `;
  return head + text;
}

/** What the web sent, from the beginning of the crawl to its end. */
export async function cappedCrawl(plan: CappedPlan): Promise<Sent[]> {
  const sent: Sent[] = [];
  let requests = 0;
  const server = createServer({ keepAlive: true, noDelay: true }, (request, response) => {
    const host = nationalIndex((request.headers.host ?? '').replace(/:\d+$/, ''));
    const size = plan.sizes[(Math.imul(++requests + plan.seed, 0x9e3779b1) >>> 8) % plan.sizes.length]!;
    const isRobots = request.url === '/robots.txt';
    const body = isRobots
      ? 'User-agent: *\nDisallow:\n'
      : page(host, Number(request.url!.slice(1)) || 0, size);
    setTimeout(() => {
      response.writeHead(200, {
        'Content-Type': isRobots ? 'text/plain' : 'text/html; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      });
      response.end(body);
    }, LATENCY);
    const from = request.socket.bytesWritten;
    response.on('finish', () =>
      sent.push({ at: performance.now(), bytes: request.socket.bytesWritten - from }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const seeds = join(plan.out, 'seeds.txt');
  writeFileSync(seeds, Array.from({ length: HOSTS }, (_, i) => `http://${nationalHost(i)}/`).join('\n'));
  try {
    const child = spawn(
      process.execPath,
      [
        ...[MAIN, 'crawl', '--seeds', seeds, '--sample-web', String(port), '--out', join(plan.out, 'coleta')],
        ...['--delay', '0', '--address-delay', '0', '--concurrency', String(CONCURRENCY), '--quiet'],
        ...['--no-content', '--max-time', `${plan.lasts}ms`],
        ...(plan.ceiling === null ? [] : ['--max-bandwidth', String(plan.ceiling)]),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
    return sent;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Bytes a second over every window of so many ms, its beginning moved by 100 ms, without the first `after` ms and the last half second. */
export function ratesOver(sent: readonly Sent[], window: number, after: number): number[] {
  const rates: number[] = [];
  const [from, to] = [sent[0]!.at + after, sent.at(-1)!.at - 500];
  for (let start = from; start + window <= to; start += 100) {
    let bytes = 0;
    for (const one of sent) if (one.at >= start && one.at < start + window) bytes += one.bytes;
    rates.push((1000 * bytes) / window);
  }
  return rates;
}
