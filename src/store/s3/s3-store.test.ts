import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { S3Double, type S3DoubleOptions, type S3Fault } from '../../../test/s3-double.ts';
import { describeStore, someBytes } from '../archive-store.suite.ts';
import { type S3Options, S3Store } from './s3-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-s3-'));
let made = 0;
function file(bytes: Uint8Array | string): string {
  const path = join(folder, `local-${made++}`);
  writeFileSync(path, bytes);
  return path;
}

/** Parts of a size that a test can afford. */
const SMALL = { singleBytes: 100_000, partBytes: 40_000 };
/** Nobody waits; what does not answer is left soon. */
const HASTY: S3Options = { ...SMALL, wait: async () => {}, limits: { attempts: 12, idle: 300 } };

const doubles: S3Double[] = [];
async function start(options: S3DoubleOptions = {}): Promise<S3Double> {
  const double = await S3Double.start({ leastPart: 20_000, ...options });
  doubles.push(double);
  return double;
}
afterEach(async () => {
  for (const double of doubles.splice(0)) await double.stop();
});

function open(double: S3Double, options: S3Options = {}, prefix = 'coleta'): S3Store {
  return S3Store.open(double.address(prefix), double.environment, { ...HASTY, ...options });
}

const collected = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

const asked = (double: S3Double): string[] =>
  double.log.map(({ method, query, fault, status }) => {
    const [about = ''] = /uploads|partNumber|uploadId|list-type/.exec(query) ?? [];
    return [method, about, fault ?? status].filter((word) => word !== '').join(' ');
  });

describeStore('a bucket', {
  make: async () => open(await start({ pageSize: 3 })),
  large: 350_000,
  knowsFirst: true,
});

describeStore('a bucket whose store knows no conditions', {
  make: async () => open(await start({ conditions: 'ignored' }), {}, ''),
  large: 130_000,
  knowsFirst: false,
});

describeStore('a bucket that one request of eight does not reach, in one way or another', {
  make: async () => {
    const double = await start({ pageSize: 4 });
    double.failing(0.125, 77);
    return open(double);
  },
  large: 250_000,
  knowsFirst: true,
});

/** A store of somebody's own, empty under a prefix of this run. */
const REAL = process.env.TARRAFA_TEST_S3;
if (REAL !== undefined) {
  let run = 0;
  const [place, query] = REAL.split('?', 2) as [string, string?];
  describeStore('the bucket of TARRAFA_TEST_S3', {
    make: async () =>
      S3Store.open(
        `${place.replace(/\/$/, '')}/tarrafa-test-${Date.now()}-${run++}${query === undefined ? '' : `?${query}`}`,
        process.env,
        { singleBytes: 6 << 20, partBytes: 5 << 20 },
      ),
    large: 12 << 20,
    knowsFirst: process.env.TARRAFA_TEST_S3_CONDITIONS !== 'no',
  });
}

describe('a bucket', () => {
  it('is reached by the name of its server, too', async () => {
    const double = await start({ region: 'sa-east-1' });
    const dispatcher = new Agent({
      connect: {
        lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    });
    const store = S3Store.open(
      `s3://balde/x?endpoint=http://s3.test:${double.port}&style=host&region=sa-east-1`,
      double.environment,
      { ...HASTY, dispatcher },
    );
    await store.put('m/a', file('olá'));
    expect((await collected(store.read('m/a'))).toString()).toBe('olá');
    expect(double.log[0]).toMatchObject({ path: '/x/m/a' });
    expect(double.log[0]!.headers.host).toBe(`balde.s3.test:${double.port}`);
    await store.close();
  });

  it('is entered with keys of a session, and with those that replace them', async () => {
    const keys = { antiga: { secret: 's1', token: 't1' } as const };
    const double = await start({ keys: { ...keys, nova: { secret: 's2', token: 't2+/=' } } });
    const path = join(folder, 'credentials');
    const write = (id: string, secret: string, token: string) =>
      writeFileSync(
        path,
        `[default]\naws_access_key_id=${id}\naws_secret_access_key=${secret}\naws_session_token=${token}\n`,
      );
    write('antiga', 's1', 't1');
    const store = S3Store.open(double.address(), { AWS_SHARED_CREDENTIALS_FILE: path }, HASTY);
    await store.put('m/a', file('um'));
    write('nova', 's2', 't2+/=');
    (keys.antiga as { token: string }).token = 'expirou';
    expect(await store.stat('m/a')).toMatchObject({ size: 2 });
    expect(double.log.at(-1)!.headers.authorization).toContain('Credential=nova/');
    write('nova', 's2', 'expirou');
    (keys.antiga as { token: string }).token = 't1';
    await store.close();
  });

  it('is told the time by its store when the clock of this machine is wrong', async () => {
    for (const minutes of [-300, 47]) {
      const double = await start();
      const store = open(double, { clock: () => Date.now() + minutes * 60_000 });
      await store.put('m/a', file('olá'));
      for await (const object of store.list()) expect(object.size).toBe(4);
      // The first is refused, all that follow are dated by the store.
      expect(asked(double).filter((line) => line.endsWith('403'))).toHaveLength(1);
      await store.close();
    }
  });

  it('that refuses is not asked again, and the error says what it answered', async () => {
    const double = await start({ region: 'sa-east-1' });
    const at = (bucket: string, region: string) =>
      `s3://${bucket}?endpoint=http://127.0.0.1:${double.port}&region=${region}`;
    for (const [address, environment, answer] of [
      [at('balde', 'sa-east-1'), { AWS_SECRET_ACCESS_KEY: 'x' }, '403 SignatureDoesNotMatch'],
      [at('balde', 'sa-east-1'), { AWS_ACCESS_KEY_ID: 'x' }, '403 InvalidAccessKeyId'],
      [at('outro', 'sa-east-1'), {}, '404 NoSuchBucket'],
      [at('balde', 'us-east-1'), {}, 'region sa-east-1'],
    ] as const) {
      double.log.length = 0;
      const store = S3Store.open(address, { ...double.environment, ...environment }, HASTY);
      await expect(store.probe()).rejects.toMatchObject({
        code: 'TRF_STORE_REFUSED',
        message: expect.stringContaining(answer),
      });
      expect(double.log).toHaveLength(1);
      await store.close();
    }
  });

  it('that does not answer is asked as often as its limits say, with longer and longer pauses, and then told of', async () => {
    const double = await start();
    double.failing(1, 1, ['error', 'slow-down', 'reset', 'hang']);
    const pauses: number[] = [];
    const store = open(double, {
      limits: { attempts: 9, idle: 20, pause: 100, longestPause: 5000 },
      wait: async (ms) => void pauses.push(ms),
    });
    await expect(store.stat('m/a')).rejects.toMatchObject({ code: 'TRF_STORE_UNREACHABLE', exit: 1 });
    expect(double.log).toHaveLength(9);
    expect(pauses).toHaveLength(8);
    for (const [i, ms] of pauses.entries()) expect(ms).toBeLessThanOrEqual(Math.min(5000, 100 * 2 ** i));
    expect(new Set(pauses).size).toBeGreaterThan(5);
    await double.stop();
    await expect(store.stat('m/a')).rejects.toMatchObject({ code: 'TRF_STORE_UNREACHABLE' });
    await store.close();
  });

  it('that asks to wait is waited for', async () => {
    const pauses: number[] = [];
    const server = await serve((request, response) => {
      if (pauses.length === 0) response.writeHead(503, { 'retry-after': '7' }).end();
      else
        response
          .writeHead(200, { 'content-length': '4', etag: '"x"' })
          .end(request.method === 'HEAD' ? '' : 'abcd');
    });
    const store = at(server, { wait: async (ms) => void pauses.push(ms) });
    expect(await store.stat('m/a')).toMatchObject({ size: 4 });
    expect(pauses).toEqual([7000]);
    await store.close();
  });
});

describe('a file sent to a bucket', () => {
  const large = someBytes(130_000, 3);

  it('is looked for, sent with its sums and under the condition that nothing is there, and looked at', async () => {
    const double = await start();
    const store = open(double);
    await store.put('m/a', file('olá'));
    expect(asked(double)).toEqual(['HEAD 404', 'PUT 200', 'HEAD 200']);
    expect(double.log[1]!.headers).toMatchObject({
      'if-none-match': '*',
      'content-md5': createHash('md5').update('olá').digest('base64'),
      'x-amz-content-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect([...double.objects().keys()]).toEqual(['coleta/m/a']);
    double.log.length = 0;
    await store.put('m/a', file('olá'));
    expect(asked(double)).toEqual(['HEAD 200']);
    await store.close();
  });

  it('goes in parts when it is large, each with its sums, and leaves no upload open', async () => {
    const double = await start();
    const store = open(double);
    await store.put('m/a', file(large));
    expect(asked(double).filter((line) => !line.includes('partNumber'))).toEqual([
      'HEAD 404',
      'GET uploads 200',
      'POST uploads 200',
      'POST uploadId 200',
      'HEAD 200',
    ]);
    expect(double.objects().get('coleta/m/a')!.bytes.equals(large)).toBe(true);
    expect(double.objects().get('coleta/m/a')!.etag).toMatch(/-4"$/);
    expect(double.uploads.size).toBe(0);
    await store.close();
  });

  const ways: readonly S3Fault[] = [
    'error',
    'slow-down',
    'hang',
    'reset',
    'cut-request',
    'lost',
    'torn',
    'stall',
  ];
  it.each(ways)('is there once, whole, whichever of its requests meets: %s', async (fault) => {
    for (const bytes of [Buffer.from('olá'), large]) {
      for (let which = 0; ; which++) {
        const double = await start();
        const store = open(double, { limits: { attempts: 4, idle: 150 } });
        double.failNext(...new Array<null>(which).fill(null), fault);
        const object = await store.put('m/a', file(bytes));
        expect(object.size).toBe(bytes.length);
        expect([...double.objects()].map(([key]) => key)).toEqual(['coleta/m/a']);
        expect(double.objects().get('coleta/m/a')!.bytes.equals(bytes)).toBe(true);
        // An upload whose beginning was not heard of holds nothing.
        for (const { parts } of double.uploads.values()) expect(parts.size).toBe(0);
        await store.close();
        if (!double.log.some((request) => request.fault !== null)) break;
        expect(which).toBeLessThan(20);
      }
    }
  });

  it('is put together again when the store says with success that it failed', async () => {
    const double = await start();
    const store = open(double);
    double.failNext(...new Array<null>(7).fill(null), 'late-error', 'late-error');
    await store.put('m/a', file(large));
    expect(asked(double).slice(-4)).toEqual([
      'POST uploadId late-error',
      'POST uploadId late-error',
      'POST uploadId 200',
      'HEAD 200',
    ]);
    await store.close();
  });

  it('that fails for good in parts takes back what was sent', async () => {
    const double = await start({ leastPart: 50_000 });
    const store = open(double);
    await expect(store.put('m/a', file(large))).rejects.toMatchObject({
      code: 'TRF_STORE_REFUSED',
      message: expect.stringContaining('EntityTooSmall'),
    });
    expect([double.uploads.size, double.objects().size]).toEqual([0, 0]);
    await store.close();
  });

  it('that is given up half-way takes back what was sent', async () => {
    const double = await start();
    const store = open(double);
    const giveUp = new AbortController();
    double.onRequest = ({ query }) => {
      if (query.includes('partNumber=2')) giveUp.abort(new Error('chega'));
    };
    await expect(store.put('m/a', file(large), { signal: giveUp.signal })).rejects.toThrow('chega');
    expect([double.uploads.size, double.objects().size]).toEqual([0, 0]);
    await store.close();
  });

  it('takes back what an earlier process began under its name, and no other upload', async () => {
    for (const showsUploads of [true, false]) {
      const double = await start({ showsUploads });
      const left = (key: string) => ({ bucket: 'balde', key, metadata: {}, parts: new Map() });
      double.uploads.set('morta', left('coleta/m/a'));
      double.uploads.set('outra', left('coleta/m/ab'));
      const store = open(double);
      await store.put('m/a', file(large));
      expect([...double.uploads.keys()]).toEqual(showsUploads ? ['outra'] : ['morta', 'outra']);
      await store.close();
    }
  });

  it('whose upload somebody took back is sent anew', async () => {
    const double = await start();
    const store = open(double);
    let left = 1;
    double.onRequest = ({ query }) => {
      if (query.includes('partNumber=3') && left-- > 0) double.uploads.clear();
    };
    await store.put('m/a', file(large));
    expect(double.objects().get('coleta/m/a')!.bytes.equals(large)).toBe(true);
    await store.close();
  });

  it('goes without a condition to a store that knows none', async () => {
    const double = await start({ conditions: 'refused' });
    const store = open(double);
    await store.put('m/a', file('olá'));
    await store.put('m/b', file(large));
    await store.put('m/c', file('olá'));
    const puts = double.log.filter(({ method, query }) => method === 'PUT' && query === '');
    expect(puts.map(({ headers }) => headers['if-none-match'] ?? '-')).toEqual(['*', '-', '-']);
    expect(double.uploads.size).toBe(0);
    expect(double.objects().size).toBe(3);
    await store.close();
  });

  it('is read back where the store does not tell what it has, and not where it tells why', async () => {
    for (const sealed of ['encrypted', 'untold'] as const) {
      const double = await start({ sealed });
      const store = open(double);
      for (const bytes of [Buffer.from('olá'), large]) {
        const name = `m/${bytes.length}`;
        double.log.length = 0;
        await store.put(name, file(bytes));
        expect(asked(double).some((line) => line === 'GET 200')).toBe(sealed === 'untold');
        const other = Buffer.from(bytes);
        other[0]! ^= 1;
        await expect(store.put(name, file(other))).rejects.toMatchObject({ code: 'TRF_STORE_TAKEN' });
      }
      await store.close();
    }
  });

  it('that others have put there is known by its bytes', async () => {
    const double = await start();
    const store = open(double);
    double.objects().set('coleta/m/a', { bytes: large, etag: '"0-2"', metadata: {} });
    expect(await store.put('m/a', file(large))).toMatchObject({ version: '"0-2"' });
    double.objects().set('coleta/m/b', { bytes: someBytes(130_000, 4), etag: '"0-2"', metadata: {} });
    await expect(store.put('m/b', file(large))).rejects.toMatchObject({ code: 'TRF_STORE_TAKEN' });
    await store.close();
  });

  it.each([
    ['grows', 'olá', (path: string) => appendFileSync(path, 'x')],
    ['is replaced', large, (path: string) => writeFileSync(path, Buffer.alloc(large.length))],
  ])('that %s on the way is never told of as stored', async (_, bytes, change) => {
    const double = await start();
    const store = open(double);
    const path = file(bytes);
    double.onRequest = ({ method }) => {
      if (method === 'PUT') change(path);
    };
    await expect(store.put('m/a', path)).rejects.toMatchObject({ code: 'TRF_STORAGE_UNREADABLE' });
    expect(double.uploads.size).toBe(0);
    // Nothing is there that is not what was signed.
    const stored = double.objects().get('coleta/m/a')?.bytes.toString() ?? '';
    expect(['', 'olá']).toContain(stored);
    await store.close();
  });

  it('that the store loses although it said that it has it is sent again, a few times', async () => {
    const double = await start();
    double.onRequest = ({ method }) => {
      if (method === 'HEAD') double.objects().clear();
    };
    const store = open(double);
    await expect(store.put('m/a', file('olá'))).rejects.toMatchObject({ code: 'TRF_STORE_UNREACHABLE' });
    expect(asked(double).filter((line) => line === 'PUT 200')).toHaveLength(3);
    await store.close();
  });
});

describe('an object read from a bucket', () => {
  const bytes = someBytes(300_000, 5);
  const there = async (options: S3DoubleOptions = {}) => {
    const double = await start(options);
    double.objects().set('coleta/m/a', { bytes, etag: '"v1"', metadata: {} });
    return double;
  };

  it.each(['torn', 'stall', 'reset', 'error', 'hang'] as const)(
    'goes on behind the last byte that came, of the same object, after: %s',
    async (fault) => {
      const double = await there();
      const store = open(double, { limits: { attempts: 4, idle: 150 } });
      double.failNext(fault, fault, fault);
      expect((await collected(store.read('m/a', { start: 100 }))).equals(bytes.subarray(100))).toBe(true);
      const ranges = double.log.map(({ headers }) => headers.range);
      expect(ranges).toHaveLength(4);
      if (fault === 'torn' || fault === 'stall') {
        expect(double.log[1]!.headers['if-match']).toBe('"v1"');
        expect(new Set(ranges).size).toBe(4);
      }
      await store.close();
    },
  );

  it('that was replaced meanwhile is not taken for the rest of the first', async () => {
    for (const fault of ['torn', 'stall'] as const) {
      const double = await there();
      const store = open(double);
      double.failNext(fault);
      double.onRequest = () => {
        if (double.log.length > 1) double.objects().set('coleta/m/a', { bytes, etag: '"v2"', metadata: {} });
      };
      await expect(collected(store.read('m/a'))).rejects.toMatchObject({ code: 'TRF_STORE_CHANGED' });
      await store.close();
    }
  });

  it('that never comes whole is given up', async () => {
    const double = await there();
    const store = open(double, { limits: { attempts: 5, idle: 300 } });
    double.failing(1, 1, ['reset']);
    await expect(collected(store.read('m/a'))).rejects.toMatchObject({ code: 'TRF_STORE_UNREACHABLE' });
    expect(double.log).toHaveLength(5);
    await store.close();
  });

  it('uses one connection for one range after another', async () => {
    const double = await there();
    const ports = new Set<string>();
    const server = await serve((request, response) => {
      ports.add(String(request.socket.remotePort));
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
      response
        .writeHead(206, { etag: '"v"', 'content-range': `bytes ${from}-${to}/300000` })
        .end(bytes.subarray(Number(from), Number(to) + 1));
    });
    const store = at(server);
    for (let start = 0; start < 300_000; start += 30_000)
      await collected(store.read('m/a', { start, end: start + 30_000 }));
    expect(ports.size).toBe(1);
    await store.close();
    await double.stop();
  });
});

describe('a store that answers what nobody asked', () => {
  const says = (status: number, headers: Record<string, string>, body = '') =>
    serve(
      (_, response) =>
        void response
          .writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers })
          .end(body),
    );

  it.each([
    ['another range', 206, { 'content-range': 'bytes 5-8/100' }, 'abcd'],
    ['a range behind its end', 206, { 'content-range': 'bytes 10-200/100' }, 'abcd'],
    ['no range', 206, {}, 'abcd'],
    ['a range that is none', 206, { 'content-range': 'bytes 10-/x' }, 'abcd'],
    ['the whole instead of a part', 200, {}, 'abcd'],
  ])('is not believed: %s', async (_, status, headers, body) => {
    const store = at(await says(status, { etag: '"v"', ...headers }, body));
    await expect(collected(store.read('m/a', { start: 10, end: 14 }))).rejects.toMatchObject({
      code: 'TRF_STORE_REFUSED',
    });
    await store.close();
  });

  it('gives no more than was asked for, whatever it sends', async () => {
    const store = at(await says(200, { etag: '"v"' }, 'abcdefgh'));
    expect((await collected(store.read('m/a', { end: 3 }))).toString()).toBe('abc');
    const more = at(await says(206, { etag: '"v"', 'content-range': 'bytes 0-2/900' }, 'abcdefgh'));
    expect((await collected(more.read('m/a', { end: 3 }))).toString()).toBe('abc');
    await Promise.all([store.close(), more.close()]);
  });

  it('gives of another version nothing', async () => {
    const store = at(await says(206, { etag: '"v2"', 'content-range': 'bytes 0-3/4' }, 'abcd'));
    await expect(collected(store.read('m/a', { version: '"v1"' }))).rejects.toMatchObject({
      code: 'TRF_STORE_CHANGED',
    });
    await store.close();
  });

  it('has lists without end, or answers that are none, refused', async () => {
    const page =
      '<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>a</Key><Size>1</Size></Contents><NextContinuationToken>x</NextContinuationToken></ListBucketResult>';
    for (const body of [page, '<html>ok</html>', '', page.slice(0, 60), '\0\u0001<'.repeat(1000)]) {
      const store = at(await says(200, {}, body));
      const list = async () => {
        let count = 0;
        for await (const _ of store.list()) count++;
        return count;
      };
      await expect(list()).rejects.toMatchObject({ code: 'TRF_STORE_REFUSED' });
      await store.close();
    }
  });

  it('is not listened to for ever', async () => {
    let sent = 0;
    const server = await serve((request, response) => {
      const pour = (): void => {
        while (!response.destroyed && sent < 1 << 30) {
          sent += 1 << 16;
          if (!response.write(Buffer.alloc(1 << 16, '<a>'))) return void response.once('drain', pour);
        }
      };
      request.resume();
      pour();
    });
    const store = at(server);
    await expect(store.probe()).rejects.toMatchObject({ code: 'TRF_STORE_REFUSED' });
    expect(sent).toBeLessThan(64 << 20);
    await store.close();
  });

  it('keeps names that are not ours to itself', async () => {
    const double = await start();
    for (const key of ['coleta/../x', 'coleta/a b', 'coleta/', 'coleta/é', 'coleta/m/a', 'coleta-2/b'])
      double.objects().set(key, { bytes: Buffer.from('x'), etag: '"v"', metadata: {} });
    const store = open(double);
    const names = [];
    for await (const { name } of store.list()) names.push(name);
    expect(names).toEqual(['m/a']);
    await store.close();
  });
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server that answers what it likes. */
async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function at(server: Server, options: S3Options = {}): S3Store {
  const { port } = server.address() as AddressInfo;
  const environment = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
  return S3Store.open(`s3://balde?endpoint=http://127.0.0.1:${port}`, environment, { ...HASTY, ...options });
}
