/**
 * CPU time of one request on loopback: a page of 57 KB gzip over kept connections, our client beside `undici.request` and the global
 * `fetch` in the same run. The server is a process of its own, so that its work is not counted.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import zlib from 'node:zlib';
import { Agent, request as undiciRequest } from 'undici';
import { decodeBody } from '../src/coding/index.ts';
import { HttpClient, type Resolution } from '../src/http/index.ts';
import { cpuMs, type MeasureArgs, type MeasureResult } from './measure.ts';

export const title = 'HTTP client: CPU per request, 57 KB gzip bodies on loopback';

const BODY_BYTES = 57_000;

/** Answers every request with the same bytes; written as text so that it needs nothing but Node. */
const SERVER = `
const body = Buffer.from(process.argv[1], 'base64');
const server = require('node:http').createServer((request, response) => {
  const encoding = request.url === '/bruto' ? {} : { 'Content-Encoding': 'gzip' };
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...encoding, 'Content-Length': body.length,
    'Cache-Control': 'max-age=0', 'Server': 'bench', 'ETag': '"x"', 'Vary': 'Accept-Encoding' });
  response.end(body);
});
server.keepAliveTimeout = 60000;
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
`;

/** Text that compresses about six to one, like a page of the Web, grown until its gzip form has the size wanted. */
function page(): { plain: Buffer; gzip: Buffer } {
  let state = 42;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 0x1_0000_0000;
  };
  const words = Array.from({ length: 3000 }, () => Math.floor(random() * 36 ** 6).toString(36));
  let text = '<!doctype html><html lang="pt"><body>';
  for (;;) {
    for (let i = 0; i < 400; i++)
      text += `<div class="bloco conteudo-principal"><a href="/noticias/${words[Math.floor(random() * 3000)]}.html">${
        words[Math.floor(random() ** 3 * 3000)]
      }</a></div>\n`;
    const gzip = zlib.gzipSync(text);
    if (gzip.length >= BODY_BYTES) return { plain: Buffer.from(text), gzip };
  }
}

async function serve(body: Buffer): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, ['-e', SERVER, body.toString('base64')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(port.toString()), child };
}

/** Runs `total` requests, `width` at a time, and gives the CPU ms and wall ms of each. */
async function measure(total: number, width: number, one: (n: number) => Promise<number>) {
  let next = 0;
  let bytes = 0;
  const worker = async () => {
    while (next < total) {
      const got = await one(next++);
      bytes += got;
    }
  };
  const cpu = cpuMs();
  const wall = performance.now();
  await Promise.all(Array.from({ length: width }, worker));
  return { cpu: (cpuMs() - cpu) / total, wall: (performance.now() - wall) / total, bytes };
}

export async function run({ quick }: MeasureArgs): Promise<MeasureResult> {
  const total = quick ? 400 : 4_000;
  const width = 16;
  const { plain, gzip } = page();
  const { port, child } = await serve(gzip);
  try {
    const resolution: Resolution = {
      address: '203.0.113.1',
      connect: { host: '127.0.0.1', port },
      expires: Number.MAX_SAFE_INTEGER,
    };
    const options = { userAgent: 'Tarrafa/bench (+https://example.org/)', maxIdleConnections: 64 };
    const ours = new HttpClient(options);
    const limited = new Agent({ connections: width });
    const url = `http://127.0.0.1:${port}/pagina`;
    const contenders: { name: string; one: (n: number) => Promise<number> }[] = [
      {
        name: 'tarrafa HttpClient, one host',
        one: async () => {
          const outcome = await ours.fetch({ url: 'http://um.test/pagina', resolution });
          return outcome.kind === 'response' ? outcome.body.length : 0;
        },
      },
      {
        name: 'tarrafa HttpClient, 64 hosts',
        one: async (n) => {
          const outcome = await ours.fetch({ url: `http://h${n % 64}.test/pagina`, resolution });
          return outcome.kind === 'response' ? outcome.body.length : 0;
        },
      },
      {
        name: 'tarrafa HttpClient, a new connection each',
        one: async (n) => {
          const outcome = await ours.fetch({ url: `http://n${n}.test/pagina`, resolution });
          return outcome.kind === 'response' ? outcome.body.length : 0;
        },
      },
      {
        name: 'undici.request + arrayBuffer()',
        one: async () => {
          const response = await undiciRequest(url, { dispatcher: limited });
          return (await response.body.arrayBuffer()).byteLength;
        },
      },
      {
        // The same bytes without their label: fetch would undo the encoding, which our client leaves to the parsing thread.
        name: 'global fetch + arrayBuffer()',
        one: async () => {
          const response = await fetch(`http://127.0.0.1:${port}/bruto`);
          return (await response.arrayBuffer()).byteLength;
        },
      },
      {
        name: 'decodeBody alone (gunzip)',
        one: async () => {
          decodeBody(gzip, 'gzip');
          return gzip.length;
        },
      },
    ];
    const best = new Map<string, { cpu: number; wall: number; bytes: number }>();
    // In turns, the best of three: the machine's other work must not fall on one of them only.
    for (let round = 0; round < 4; round++) {
      for (const { name, one } of contenders) {
        const got = await measure(round === 0 ? Math.ceil(total / 4) : total, width, one);
        const before = best.get(name);
        if (round > 0 && (!before || got.cpu < before.cpu)) best.set(name, got);
      }
    }
    ours.close();
    await limited.close();
    const base = best.get(contenders[0]!.name)!.cpu;
    const rows = contenders.map(({ name }) => {
      const { cpu, wall, bytes } = best.get(name)!;
      return [
        name,
        cpu.toFixed(3),
        wall.toFixed(3),
        (cpu / base).toFixed(2),
        bytes === total * gzip.length ? 'all' : 'INCOMPLETE',
      ];
    });
    const of = (index: number) => best.get(contenders[index]!.name)!.cpu;
    return {
      tables: [
        {
          title,
          columns: ['client', 'CPU ms/request', 'wall ms/request', '× ours', 'bodies'],
          rows,
          note: `${total} requests, ${width} at a time, ${gzip.length} bytes gzip of ${plain.length}; best of 3 rounds; undici.request and fetch on one origin`,
        },
      ],
      figures: {
        'cpu ms/request': round3(of(0)),
        'cpu ms/request, 64 hosts': round3(of(1)),
        'cpu ms/request, new connection': round3(of(2)),
        'cpu ms/request, undici.request': round3(of(3)),
        'cpu ms/request, fetch': round3(of(4)),
        'cpu ms gunzip': round3(of(5)),
      },
    };
  } finally {
    child.kill();
  }
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
