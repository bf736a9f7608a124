/**
 * The archive's writer and reader against the `warcio` package: bodies of about 57 KB that came gzip-compressed, as the Web sends
 * them, archived with their requests; then the same file read back.
 */
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { WARCParser, WARCRecord, WARCSerializer } from 'warcio';
import { type Exchange, payloadDigest, readWarc, scanFrom, WarcWriter } from '../src/warc/index.ts';
import { cpuMs, type MeasureArgs, type MeasureResult } from './measure.ts';

export const title = 'WARC writer and reader';

/** Text with about the redundancy of a page: 57 KB after gzip, 164 KB before. */
function pages(count: number, seed: number): Buffer[] {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  const words = Array.from({ length: 4000 }, () =>
    next()
      .toString(36)
      .slice(0, 3 + (next() % 6)),
  );
  return Array.from({ length: count }, () => {
    const parts: string[] = [];
    for (let size = 0; size < 164_000; ) {
      const word = words[Math.floor(4000 * (next() / 4294967296) ** 2)]!;
      const part = next() % 9 === 0 ? `<p class="texto"><a href="/${word}/">${word}</a></p>\n` : `${word} `;
      parts.push(part);
      size += part.length;
    }
    return gzipSync(parts.join(''));
  });
}

function exchangeOf(body: Buffer, i: number): Exchange {
  return {
    url: `https://www.exemplo${i % 100}.pt/noticias/2024/${i}.html`,
    date: Date.UTC(2024, 0, 1) + i * 250,
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    rawHeaders: [
      'Server',
      'nginx',
      'Date',
      'Mon, 01 Jan 2024 00:00:00 GMT',
      'Content-Type',
      'text/html; charset=utf-8',
      'Transfer-Encoding',
      'chunked',
      'Connection',
      'keep-alive',
      'Vary',
      'Accept-Encoding',
      'Content-Encoding',
      'gzip',
      'Cache-Control',
      'max-age=300',
      'ETag',
      '"5f3c-1a2b"',
      'X-Frame-Options',
      'SAMEORIGIN',
    ],
    body,
    requestHead: `GET /noticias/2024/${i}.html HTTP/1.1\r\nHost: www.exemplo${i % 100}.pt\r\nUser-Agent: tarrafa/0.1 (+https://exemplo.pt/robo)\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\nConnection: keep-alive\r\n\r\n`,
    address: '192.0.2.7',
    extra: { 'Tarrafa-Record': String(i) },
  };
}

interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

async function costOf(run: () => void | Promise<void>): Promise<Cost> {
  const cpu = cpuMs();
  const wall = performance.now();
  await run();
  return { cpu: cpuMs() - cpu, wall: performance.now() - wall };
}

async function writeWithWarcio(path: string, exchanges: readonly Exchange[]): Promise<void> {
  const fd = openSync(path, 'w');
  try {
    for (const one of exchanges) {
      const httpHeaders: [string, string][] = [];
      for (let i = 0; i < one.rawHeaders.length; i += 2) {
        const name = one.rawHeaders[i]!;
        httpHeaders.push([name === 'Transfer-Encoding' ? `X-Crawler-${name}` : name, one.rawHeaders[i + 1]!]);
      }
      const common = {
        url: one.url,
        date: new Date(one.date).toISOString(),
        warcVersion: 'WARC/1.1' as const,
      };
      const response = WARCRecord.create({ ...common, type: 'response', httpHeaders }, [one.body]);
      writeSync(fd, await WARCSerializer.serialize(response, { gzip: true }));
      const lines = one.requestHead!.trimEnd().split('\r\n');
      const request = WARCRecord.create({
        ...common,
        type: 'request',
        statusline: lines[0]!,
        httpHeaders: lines.slice(1).map((line) => line.split(': ', 2) as [string, string]),
        warcHeaders: { 'WARC-Concurrent-To': response.warcHeader('WARC-Record-ID')! },
      });
      writeSync(fd, await WARCSerializer.serialize(request, { gzip: true }));
    }
  } finally {
    closeSync(fd);
  }
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const count = args.quick ? 200 : 2000;
  const bodies = pages(40, args.seed ?? 1);
  const exchanges = Array.from({ length: count }, (_, i) => exchangeOf(bodies[i % bodies.length]!, i));
  const mean = bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length;
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-bench-warc-'));
  try {
    const rows: (string | number)[][] = [];
    const figures: Record<string, number> = {};
    const note = (what: string, key: string, cost: Cost, n: number, bytes: number) => {
      figures[key] = cost.cpu / n;
      rows.push([
        what,
        (cost.cpu / n).toFixed(3),
        (cost.wall / n).toFixed(3),
        Math.round((n / cost.cpu) * 1000),
        (bytes / 1e6).toFixed(1),
      ]);
    };
    const ours = async (
      name: string,
      options: Parameters<typeof WarcWriter.open>[1],
      digest: boolean,
    ): Promise<[Cost, string]> => {
      const given = digest
        ? exchanges.map((one) => ({ ...one, payloadDigest: payloadDigest(one.body) }))
        : exchanges;
      const writer = WarcWriter.open(join(folder, name), { maxFileBytes: 4e9, ...options });
      for (const one of given.slice(0, 50)) writer.writeExchange(one);
      const cost = await costOf(() => {
        for (const one of given) writer.writeExchange(one);
      });
      writer.close();
      return [cost, join(folder, name, writer.file)];
    };
    const [plain, file] = await ours('all', {}, false);
    note('tarrafa: request + response, both digests, CDXJ', 'writer', plain, count, statSync(file).size);
    const [known, knownFile] = await ours('known', {}, true);
    note('  the same, payload digest known', 'writerDigestKnown', known, count, statSync(knownFile).size);
    const [bare, bareFile] = await ours('bare', { blockDigest: false, index: false }, true);
    note('  the same, no block digest, no CDXJ', 'writerBare', bare, count, statSync(bareFile).size);
    const [packed, packedFile] = await ours('packed', {}, false);
    note('  first again (noise)', 'writerAgain', packed, count, statSync(packedFile).size);
    const peerFile = join(folder, 'warcio.warc.gz');
    await writeWithWarcio(peerFile, exchanges.slice(0, 50));
    const peer = await costOf(() => writeWithWarcio(peerFile, exchanges));
    note('warcio 2.4: WARCSerializer, gzip', 'warcioWriter', peer, count, statSync(peerFile).size);

    const reads: (string | number)[][] = [];
    const read = async (what: string, key: string, path: string, each: (path: string) => Promise<number>) => {
      let n = 0;
      const cost = await costOf(async () => {
        n = await each(path);
      });
      figures[key] = cost.cpu / n;
      reads.push([
        what,
        n,
        (cost.cpu / n).toFixed(4),
        Math.round((n / cost.cpu) * 1000),
        (statSync(path).size / 1e3 / cost.cpu).toFixed(0),
      ]);
    };
    const withReader = async (path: string) => {
      let n = 0;
      for await (const record of readWarc(path)) if (record.payload.length >= 0) n++;
      return n;
    };
    const withScan = async (path: string) => {
      let n = 0;
      for (const record of scanFrom(path)) if (record.payload.length >= 0) n++;
      return n;
    };
    const withPeer = async (path: string) => {
      let n = 0;
      for await (const record of WARCParser.iterRecords(createReadStream(path, { highWaterMark: 1 << 20 }))) {
        await record.readFully(false);
        n++;
      }
      return n;
    };
    await withReader(bareFile);
    await read('tarrafa readWarc, our file', 'reader', file, withReader);
    await read('tarrafa scanFrom, our file', 'scan', file, withScan);
    await read('warcio WARCParser, our file', 'warcioReader', file, withPeer);
    await read("tarrafa readWarc, warcio's file", 'readerOfWarcio', peerFile, withReader);
    await read("warcio WARCParser, warcio's file", 'warcioReaderOfWarcio', peerFile, withPeer);
    figures.writerSpeedup = figures.warcioWriter! / figures.writer!;
    figures.readerSpeedup = figures.warcioReader! / figures.reader!;
    return {
      tables: [
        {
          title: `Writing ${count} exchanges, bodies of ${(mean / 1000).toFixed(0)} KB gzip as received`,
          columns: ['writer', 'CPU ms/exchange', 'wall ms', 'exchanges/CPU-s', 'MB'],
          rows,
          note: 'the copying of the bytes into the page cache is part of every figure',
        },
        {
          title: 'Reading them back, every payload as stored',
          columns: ['reader', 'records', 'CPU ms/record', 'records/CPU-s', 'MB/CPU-s'],
          rows: reads,
        },
      ],
      figures,
      bars: [
        {
          what: 'archiving an exchange of 57 KB, compared with the warcio package',
          bar: '>= 5x',
          measured: `${figures.writerSpeedup.toFixed(1)}x`,
          met: figures.writerSpeedup >= 5,
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
