import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { BandwidthLimiter } from './bandwidth-limiter.ts';
import { HttpClient, type HttpOptions } from './client.ts';
import type { FetchFailure, FetchOutcome, FetchRequest, FetchResponse } from './request-and-outcome.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

type Fetch = (path: string, options?: Partial<FetchRequest>) => Promise<FetchOutcome>;

/** A server that answers each path with those bytes, and a client that is sent there. */
async function serve(
  answers: Readonly<Record<string, string | ((socket: net.Socket) => void)>>,
  options: Partial<HttpOptions> = {},
): Promise<{ readonly fetch: Fetch; readonly http: HttpClient; readonly received: string[] }> {
  const received: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => {
      received.push(data.toString('latin1'));
      const answer = answers[data.toString('latin1').split(' ')[1]!]!;
      if (typeof answer === 'function') answer(socket);
      else socket.end(Buffer.from(answer, 'latin1'));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const resolution = { address: '198.51.100.7', connect: { host: '127.0.0.1', port }, expires: 1e15 };
  const http = new HttpClient({
    userAgent: 'Test/1',
    resolver: { resolve: async () => resolution },
    ...options,
  });
  opened.push(() => {
    http.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    http,
    received,
    fetch: (path, more) => http.fetch({ url: `http://a.test${path}`, lenient: true, ...more }),
  };
}

const response = (outcome: FetchOutcome): FetchResponse => {
  expect(outcome.kind).toBe('response');
  return outcome as FetchResponse;
};
const reason = (outcome: FetchOutcome) => (outcome as FetchFailure).reason;

describe('answers that are not HTTP to the letter', () => {
  const CARELESS: Readonly<Record<string, string>> = {
    '/lf': 'HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 3\n\nabc',
    '/folded': 'HTTP/1.1 200 OK\r\nX-F: a\r\n  b\r\nContent-Length: 3\r\n\r\nabc',
    '/both':
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 9\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    '/unasked': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc',
    '/control': 'HTTP/1.0 200 OK\r\nX-N: a\x01\xe7b\r\n\r\nabc',
  };

  it('are read, where the strict parser gives them up', async () => {
    const { fetch, received } = await serve(CARELESS);
    for (const path of Object.keys(CARELESS)) {
      expect(reason(await fetch(path, { lenient: false })), path).toBe('protocol');
      const read = response(await fetch(path));
      expect([read.status, read.body.toString(), read.truncated], path).toEqual([200, 'abc', null]);
      // The head is what was sent, byte for byte.
      expect(received.at(-1)).toBe(read.requestHead);
    }
    const control = response(await fetch('/control'));
    expect([control.httpVersion, control.header('x-n')]).toEqual(['1.0', 'a\x01\xe7b']);
    expect(control.address).toBe('198.51.100.7');
  });

  it('keep to every limit', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 9000\r\n\r\n';
    const { fetch } = await serve(
      {
        '/long': `${head}${'a'.repeat(9000)}`,
        '/short': `${head}abc`,
        '/empty': head,
        '/silent': (socket) => void socket.write(`${head}abc`),
        '/mute': () => {},
        '/head': `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(80_000)}\r\n\r\n`,
        '/junk': 'lixo',
        '/upgrade': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      },
      { timeouts: { headers: 60, body: 60 }, bandwidth: new BandwidthLimiter({ bytesPerSecond: 1e9 }) },
    );
    const long = response(await fetch('/long', { maxBytes: 100 }));
    expect([long.body.length, long.truncated]).toEqual([100, 'length']);
    const bodyLimit = (_: number, type: string | null) => (type === 'image/png' ? 0 : 10);
    const unwanted = response(await fetch('/long', { bodyLimit }));
    expect([unwanted.body.length, unwanted.truncated]).toEqual([0, 'length']);
    expect(response(await fetch('/short')).truncated).toBe('disconnect');
    expect(response(await fetch('/silent')).truncated).toBe('time');
    expect(reason(await fetch('/empty'))).toBe('reset');
    expect(reason(await fetch('/mute'))).toBe('headers-timeout');
    for (const path of ['/head', '/junk', '/upgrade'])
      expect(reason(await fetch(path)), path).toBe('protocol');
  });

  it('can be given up, and lead to no private address', async () => {
    const { fetch, http } = await serve({ '/mute': () => {} });
    const abort = new AbortController();
    const underWay = fetch('/mute', { signal: abort.signal });
    setImmediate(() => abort.abort());
    expect(reason(await underWay)).toBe('aborted');
    const inside = { address: '10.0.0.7', expires: 1e15 };
    expect(reason(await fetch('/', { resolution: inside }))).toBe('private-address');
    const last = fetch('/mute');
    setImmediate(() => http.close());
    expect(reason(await last)).toBe('aborted');
  });
});
