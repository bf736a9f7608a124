import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { BandwidthLimiter } from './bandwidth-limiter.ts';
import { HttpClient, type HttpOptions } from './client.ts';
import { DnsResolver } from './dns-resolver.ts';
import { HeldBytes } from './held-bytes.ts';
import type { FetchFailure, FetchOutcome, FetchResponse } from './request-and-outcome.ts';
import type { Resolution, Resolver } from './resolution.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from './self-signed.fixture.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

interface RawServer {
  readonly port: number;
  /** Everything each connection has sent, in order of connection. */
  readonly received: string[];
  readonly resolver: Resolver;
}

/** A server that reads up to the empty line of each request and lets `answer` write whatever it likes. */
async function rawServer(
  answer: (socket: net.Socket, request: string, n: number) => void,
  secure = false,
): Promise<RawServer> {
  const received: string[] = [];
  const sockets = new Set<net.Socket>();
  let n = 0;
  const serve = (socket: net.Socket) => {
    const me = received.push('') - 1;
    sockets.add(socket);
    let pending = '';
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (data) => {
      received[me] += data.toString('latin1');
      pending += data.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const request = pending.slice(0, end + 4);
        pending = pending.slice(end + 4);
        answer(socket, request, n++);
      }
    });
  };
  const server = secure
    ? tls.createServer({ key: SELF_SIGNED_KEY, cert: SELF_SIGNED_CERTIFICATE }, serve)
    : net.createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  opened.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port, received, resolver: toLoopback(port) };
}

/** As the sample web does: every name has an address of its own, and the socket goes to loopback. */
function toLoopback(port: number): Resolver {
  return {
    resolve: async () => ({ address: '198.51.100.7', connect: { host: '127.0.0.1', port }, expires: 1e15 }),
  };
}

function client(resolver: Resolver | undefined, options: Partial<HttpOptions> = {}): HttpClient {
  const made = new HttpClient({
    userAgent: 'Tarrafa/0 (+https://example.org/)',
    ...(resolver ? { resolver } : {}),
    ...options,
  });
  opened.push(() => made.close());
  return made;
}

function response(outcome: FetchOutcome): FetchResponse {
  expect(outcome.kind === 'failure' ? `${outcome.reason}: ${outcome.message}` : 'response').toBe('response');
  return outcome as FetchResponse;
}

function failure(outcome: FetchOutcome): FetchFailure {
  expect(outcome.kind).toBe('failure');
  return outcome as FetchFailure;
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('what goes out and what comes in', () => {
  it('gives the request head exactly as it was sent', async () => {
    const server = await rawServer((socket) => socket.write(OK));
    const http = client(server.resolver);
    const first = response(
      await http.fetch({
        url: 'http://a.test/x%20y?q=1#frag',
        headers: { 'If-None-Match': '"e"', accept: 'text/plain' },
      }),
    );
    expect(server.received[0]).toBe(first.requestHead);
    expect(first.requestHead).toMatch(/^GET \/x%20y\?q=1 HTTP\/1\.1\r\nhost: a\.test\r\n/);
    expect(first.requestHead).toContain('\r\nUser-Agent: Tarrafa/0 (+https://example.org/)\r\n');
    expect(first.requestHead).toContain('\r\naccept: text/plain\r\n');
    expect(first.requestHead).not.toContain('Accept: ');
    expect(first.requestHead.endsWith('\r\nIf-None-Match: "e"\r\n\r\n')).toBe(true);

    const head = response(await http.fetch({ url: 'http://b.test:8080/', method: 'HEAD' }));
    expect(server.received.at(-1)).toBe(head.requestHead);
    expect(head.requestHead).toContain('host: b.test:8080\r\nconnection: close\r\n');
    expect(head.body.length).toBe(0);
  });

  it.each([false, true])(
    'sends nothing when, as the connection stands, it may not be sent any more (lenient: %s)',
    async (lenient) => {
      const server = await rawServer((socket) => socket.write(OK));
      const http = client(server.resolver);
      const asked: number[] = [];
      const maySend = () => {
        asked.push(server.received.length);
        return asked.length !== 2;
      };
      const fetch = (path: string) => http.fetch({ url: `http://a.test/${path}`, lenient, maySend });
      expect(response(await fetch('1')).status).toBe(200);
      expect(failure(await fetch('2')).reason).toBe('aborted');
      expect(response(await fetch('3')).status).toBe(200);
      expect(asked).toHaveLength(3);
      const sent = server.received.join('').match(/GET \/\d/g);
      expect(sent).toEqual(['GET /1', 'GET /3']);
    },
  );

  it('asks for a range of the file itself, not of its compressed form', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 206 Partial Content\r\nContent-Length: 2\r\n\r\nok'),
    );
    const http = client(server.resolver);
    const got = response(await http.fetch({ url: 'http://a.test/f.zip', range: { start: 10, end: 19 } }));
    expect(got.status).toBe(206);
    expect(got.requestHead).toContain('\r\nAccept-Encoding: identity\r\n');
    expect(got.requestHead).toContain('\r\nRange: bytes=10-19\r\n');
    expect(
      response(await http.fetch({ url: 'http://a.test/f.zip', range: { start: 5 } })).requestHead,
    ).toContain('Range: bytes=5-\r\n');
    expect(
      response(await http.fetch({ url: 'http://a.test/f.zip', range: { last: 7 } })).requestHead,
    ).toContain('Range: bytes=-7\r\n');
  });

  it('reads no body that is not wanted once its head is there', async () => {
    const server = await rawServer((socket) =>
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: 50000000\r\n\r\n${'x'.repeat(1000)}`,
      ),
    );
    const http = client(server.resolver);
    const asked: unknown[] = [];
    const bodyLimit = (status: number, type: string | null) => {
      asked.push([status, type]);
      return type === 'video/mp4' ? 0 : 10_000_000;
    };
    const got = response(await http.fetch({ url: 'http://a.test/filme', bodyLimit }));
    expect(got).toMatchObject({ status: 200, truncated: 'length' });
    expect(got.body).toHaveLength(0);
    expect(asked).toEqual([[200, 'video/mp4']]);
    const part = response(await http.fetch({ url: 'http://a.test/filme', bodyLimit: () => 10 }));
    expect(part.body.toString()).toBe('x'.repeat(10));
  });

  it('keeps status text, header names, order, repetitions and Latin-1 bytes', async () => {
    const bytes = Buffer.from(
      'HTTP/1.0 404 N\xe3o encontrado\r\nX-odd-CASE: um\r\nSet-Cookie: a=1\r\nset-cookie: b=\xe9\r\nContent-Length: 3\r\n\r\nfim',
      'latin1',
    );
    const server = await rawServer((socket) => socket.end(bytes));
    const got = response(await client(server.resolver).fetch({ url: 'http://a.test/' }));
    expect(got.status).toBe(404);
    expect(got.statusText).toBe('Não encontrado');
    expect(got.httpVersion).toBe('1.0');
    expect(got.rawHeaders).toEqual([
      'X-odd-CASE',
      'um',
      'Set-Cookie',
      'a=1',
      'set-cookie',
      'b=é',
      'Content-Length',
      '3',
    ]);
    expect(got.header('x-ODD-case')).toBe('um');
    expect(got.headers('Set-Cookie')).toEqual(['a=1', 'b=é']);
    expect(got.header('etag')).toBeNull();
    expect(got.body.toString()).toBe('fim');
    expect(got.truncated).toBeNull();
    expect(got.address).toBe('198.51.100.7');
  });

  it('removes chunking and keeps the content encoding; the body owns its memory', async () => {
    const server = await rawServer((socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n3\r\n\x1f\x8b\x08\r\n2\r\nab\r\n0\r\n\r\n',
        'latin1',
      ),
    );
    const got = response(await client(server.resolver).fetch({ url: 'http://a.test/' }));
    expect([...got.body]).toEqual([0x1f, 0x8b, 8, 97, 98]);
    expect(got.body.buffer.byteLength).toBe(5);
    expect(got.httpVersion).toBe('1.1');
    expect(got.statusText).toBe('OK');
  });

  it('answers without a body: 204, 304, HEAD with a length, and one with nothing said about length', async () => {
    const answers = [
      'HTTP/1.1 204 No Content\r\n\r\n',
      'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\nContent-Length: 500\r\n\r\n',
      'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\ntill the end',
    ];
    const server = await rawServer((socket, request, n) => {
      if (request.startsWith('HEAD')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n');
      else if (n === 2) socket.end(answers[n]!);
      else socket.write(answers[n] ?? OK);
    });
    const http = client(server.resolver);
    expect(response(await http.fetch({ url: 'http://a.test/' })).status).toBe(204);
    const unchanged = response(await http.fetch({ url: 'http://a.test/' }));
    expect([unchanged.status, unchanged.body.length, unchanged.truncated]).toEqual([304, 0, null]);
    const open = response(await http.fetch({ url: 'http://a.test/' }));
    expect([open.body.toString(), open.truncated]).toEqual(['till the end', null]);
    const head = response(await http.fetch({ url: 'http://a.test/', method: 'HEAD' }));
    expect([head.status, head.body.length, head.header('content-length')]).toEqual([200, 0, '500']);
  });

  it('passes over informational responses', async () => {
    const server = await rawServer((socket) =>
      socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </s.css>\r\n\r\n${OK}`),
    );
    const got = response(await client(server.resolver).fetch({ url: 'http://a.test/' }));
    expect([got.status, got.statusText, got.rawHeaders.length]).toEqual([200, 'OK', 2]);
  });
});

describe('connections', () => {
  it('are kept and used again, each for one request at a time', async () => {
    const server = await rawServer((socket) => socket.write(OK));
    const http = client(server.resolver);
    for (let i = 0; i < 5; i++) response(await http.fetch({ url: `http://a.test/${i}` }));
    expect(server.received.length).toBe(1);
    await Promise.all(['1', '2', '3'].map((path) => http.fetch({ url: `http://a.test/${path}` })));
    expect(server.received.length).toBe(3);
  });

  it('closed by the server as the next request leaves are told as such, and nobody is asked again at once', async () => {
    // Answers, then hangs up without a word as soon as the next request arrives on the same connection.
    const seen = new WeakSet<net.Socket>();
    const server = await rawServer((socket) => {
      if (seen.has(socket)) socket.destroy();
      else {
        seen.add(socket);
        socket.write(OK);
      }
    });
    const http = client(server.resolver);
    response(await http.fetch({ url: 'http://a.test/1' }));
    expect(failure(await http.fetch({ url: 'http://a.test/2' }))).toMatchObject({
      reason: 'reset',
      retryable: true,
    });
    expect(server.received.length).toBe(1);
    response(await http.fetch({ url: 'http://a.test/2' }));
    expect(server.received.length).toBe(2);
  });

  it('stay bounded over 2,000 origins', async () => {
    const server = await rawServer((socket) => socket.write(OK));
    const http = client(server.resolver, { maxIdleConnections: 16, keepAliveMs: 60_000 });
    let most = 0;
    for (let i = 0; i < 2000; i += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, j) => http.fetch({ url: `http://h${i + j}.test/` })));
      most = Math.max(most, http.connections);
    }
    expect(server.received.length).toBe(2000);
    expect(most).toBeLessThanOrEqual(16 + 20);
    http.close();
    expect(http.connections).toBe(0);
  });

  it('are pinned: another address for the same origin is another connection', async () => {
    const one = await rawServer((socket) => socket.write(OK));
    const two = await rawServer((socket) => socket.write(OK));
    const http = client(undefined);
    const to = (port: number): Resolution => ({
      address: '198.51.100.7',
      connect: { host: '127.0.0.1', port },
      expires: 1e15,
    });
    await http.fetch({ url: 'http://a.test/', resolution: to(one.port) });
    await http.fetch({ url: 'http://a.test/', resolution: to(two.port) });
    await http.fetch({ url: 'http://a.test/', resolution: to(one.port) });
    expect([one.received.length, two.received.length]).toEqual([1, 1]);
  });
});

describe('limits', () => {
  it('[T-FRO-14] reads a 10 MB page only up to the cap, keeps that much and marks it', async () => {
    const page = Buffer.alloc(10_000_000, 'á');
    let written = 0;
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${page.length}\r\n\r\n`);
      const more = () => {
        while (written < page.length && !socket.destroyed) {
          const slice = page.subarray(written, written + 65_536);
          written += slice.length;
          if (!socket.write(slice)) {
            socket.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    const http = client(server.resolver, { maxBytes: 20_000 });
    const got = response(await http.fetch({ url: 'http://a.test/' }));
    expect(got.truncated).toBe('length');
    expect(got.body.equals(page.subarray(0, 20_000))).toBe(true);
    expect(http.connections).toBe(0);
    expect(written).toBeLessThan(page.length);
    written = 0;
    const whole = response(await http.fetch({ url: 'http://a.test/', maxBytes: 10_000_000 }));
    expect([whole.truncated, whole.body.length]).toEqual([null, 10_000_000]);
  });

  it('does not mark a body that ends exactly at the cap', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n1234'),
    );
    const http = client(server.resolver, { maxBytes: 4 });
    expect(response(await http.fetch({ url: 'http://a.test/' })).truncated).toBeNull();
  });

  it('[T-FRO-13] abandons a server that never answers, and goes on with another', async () => {
    const server = await rawServer((socket, request) => {
      if (!request.includes('host: dead.test')) socket.write(OK);
    });
    const http = client(server.resolver, { timeouts: { headers: 40 } });
    const dead = failure(await http.fetch({ url: 'http://dead.test/' }));
    expect([dead.reason, dead.retryable, dead.address]).toEqual(['headers-timeout', true, '198.51.100.7']);
    expect(dead.endedAt - dead.startedAt).toBeGreaterThanOrEqual(39);
    response(await http.fetch({ url: 'http://live.test/' }));
    expect(http.connections).toBe(1);
  });

  it('is neither ended early nor kept waiting by a clock that is set meanwhile', async () => {
    let set = 0;
    const server = await rawServer((socket, request) => {
      set = request.includes('/forth') ? 3_600_000 : -3_600_000;
      if (request.includes('/forth')) {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n');
        setImmediate(() => socket.write('ok'));
      }
    });
    const http = client(server.resolver, { now: () => 1e12 + set, timeouts: { headers: 40, total: 60_000 } });
    expect(failure(await http.fetch({ url: 'http://a.test/back' })).reason).toBe('headers-timeout');
    set = 0;
    expect(response(await http.fetch({ url: 'http://a.test/forth' })).body.toString()).toBe('ok');
  });

  it('ends a handshake that never does', async () => {
    const server = net.createServer(() => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push(() => server.close());
    const { port } = server.address() as net.AddressInfo;
    const http = client(toLoopback(port), { timeouts: { connect: 40 } });
    expect(failure(await http.fetch({ url: 'https://a.test/' })).reason).toBe('connect-timeout');
    expect(http.connections).toBe(0);
  });

  it('ends a name look-up that never does', async () => {
    const http = client({ resolve: () => new Promise(() => {}) }, { timeouts: { connect: 20 } });
    expect(failure(await http.fetch({ url: 'http://a.test/' })).reason).toBe('dns-failed');
  });

  it('keeps what came of a body that falls silent, or that never ends', async () => {
    const server = await rawServer((socket, request) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
      if (request.includes('/silent')) socket.write('begin');
      if (request.includes('/trickle')) {
        // Fast enough to be borne, for as long as a request may take.
        const timer = setInterval(() => socket.write('..........'), 5);
        socket.on('close', () => clearInterval(timer));
      }
    });
    const http = client(server.resolver, { timeouts: { body: 60, total: 200 } });
    const silent = response(await http.fetch({ url: 'http://a.test/silent' }));
    expect([silent.truncated, silent.body.toString()]).toEqual(['time', 'begin']);
    const trickle = response(await http.fetch({ url: 'http://a.test/trickle' }));
    expect(trickle.truncated).toBe('time');
    expect(trickle.body.length).toBeGreaterThan(3);
    const empty = failure(await http.fetch({ url: 'http://a.test/nothing' }));
    expect([empty.reason, empty.retryable]).toEqual(['body-timeout', true]);
  });

  it('takes the time-outs of one request over its own', async () => {
    const server = await rawServer(() => {});
    const http = client(server.resolver);
    const got = failure(await http.fetch({ url: 'http://a.test/', timeouts: { headers: 20 } }));
    expect(got.reason).toBe('headers-timeout');
  });
});

describe('servers that lie or break', () => {
  it('keeps the part of a body that was cut off', async () => {
    const server = await rawServer((socket, request) => {
      if (request.includes('/length')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
      if (request.includes('/chunked'))
        socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhalf');
      if (request.includes('/none')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n');
      if (request.includes('/nothing')) socket.end();
      if (request.includes('/reset')) socket.resetAndDestroy();
    });
    const http = client(server.resolver);
    for (const path of ['length', 'chunked']) {
      const got = response(await http.fetch({ url: `http://a.test/${path}` }));
      expect([got.truncated, got.body.toString()]).toEqual(['disconnect', 'half']);
    }
    for (const path of ['none', 'nothing', 'reset']) {
      const got = failure(await http.fetch({ url: `http://a.test/${path}` }));
      expect([path, got.reason, got.retryable]).toEqual([path, 'reset', true]);
    }
  });

  it('ignores bytes after the length it was told', async () => {
    const server = await rawServer((socket) => socket.write(`${OK} and more that nobody asked for`));
    const http = client(server.resolver);
    expect(response(await http.fetch({ url: 'http://a.test/1' })).body.toString()).toBe('ok');
    expect(response(await http.fetch({ url: 'http://a.test/2' })).body.toString()).toBe('ok');
  });

  it('names what is not HTTP/1: 0.9, a bad header, an endless header, an unasked 100, an upgrade', async () => {
    const answers: Record<string, string> = {
      '/09': '<html>old</html>',
      '/bad': 'HTTP/1.1 200 OK\r\nBad Header\r\n\r\n',
      '/huge': `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`,
      '/100': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      '/101': 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      '/both': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
    };
    const server = await rawServer((socket, request) => socket.end(answers[request.split(' ')[1]!]!));
    const http = client(server.resolver);
    for (const path of Object.keys(answers)) {
      const got = failure(await http.fetch({ url: `http://a.test${path}` }));
      expect([path, got.reason, got.retryable]).toEqual([path, 'protocol', false]);
    }
    expect(http.connections).toBe(0);
  });

  it('refused connections', async () => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    server.close();
    await once(server, 'close');
    const got = failure(await client(toLoopback(port)).fetch({ url: 'http://a.test/' }));
    expect([got.reason, got.retryable]).toEqual(['connect-refused', true]);
  });

  it('never rejects and never hangs, whatever bytes come back', async () => {
    let answer = Buffer.alloc(0);
    const server = await rawServer((socket) => socket.end(answer));
    const http = client(server.resolver, { timeouts: { headers: 2000, body: 2000 } });
    const piece = fc.constantFrom(
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.0 301 \r\n',
      'HTTP/1.1 204 x\r\n',
      'Content-Length: 5\r\n',
      'Content-Length: -1\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Transfer-Encoding: gzip\r\n',
      'Connection: keep-alive\r\n',
      'X: \xff\r\n',
      '\r\n',
      '5\r\nabcde\r\n',
      '0\r\n\r\n',
      'fffffffffffffffff\r\n',
      'HTTP/1.1 103 Early\r\n\r\n',
    );
    const bytes = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((parts) => Buffer.from(parts.join(''), 'latin1')),
      fc.uint8Array({ maxLength: 200 }).map((part) => Buffer.from(part)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (given) => {
        answer = given;
        const got = await http.fetch({ url: 'http://a.test/' });
        expect(['response', 'failure']).toContain(got.kind);
      }),
      { numRuns: 200, seed: 7 },
    );
    expect(http.connections).toBeLessThanOrEqual(1);
  });
});

describe('TLS', () => {
  it('takes an untrusted certificate and says so; with strictTls refuses it', async () => {
    const server = await rawServer((socket) => socket.write(OK), true);
    const got = response(await client(server.resolver).fetch({ url: 'https://sample.test/' }));
    expect(got.body.toString()).toBe('ok');
    expect(got.certificateProblem).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(got.requestHead).toContain('host: sample.test\r\n');
    const refused = failure(
      await client(server.resolver, { strictTls: true }).fetch({ url: 'https://sample.test/' }),
    );
    expect(refused.reason).toBe('tls');
  });

  it('is not spoken by a server of plain HTTP', async () => {
    const server = await rawServer((socket) => socket.write(OK));
    const plain = net.createServer((socket) =>
      socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    opened.push(() => plain.close());
    const { port } = plain.address() as net.AddressInfo;
    expect(failure(await client(toLoopback(port)).fetch({ url: 'https://a.test/' })).reason).toBe('tls');
    expect(server.received.length).toBe(0);
  });
});

describe('the guard', () => {
  it('[G-AC-027] refuses private addresses, as literals in any notation and as answers of a name server', async () => {
    const server = await rawServer((socket) => socket.write(OK));
    const lookup = {
      resolve4: async (hostname: string) =>
        hostname === 'inside.test' ? [{ address: '10.1.2.3', ttl: 60 }] : [{ address: '127.0.0.1', ttl: 60 }],
      resolve6: async () => [],
    };
    const http = client(new DnsResolver({ lookup }));
    const urls = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost',
      'x.localhost',
    ]
      .map((host) => `http://${host}:${server.port}/`)
      .concat([
        'http://inside.test/',
        'http://169.254.169.254/latest/meta-data/',
        `http://rebound.test:${server.port}/`,
      ]);
    for (const url of urls) {
      const got = failure(await http.fetch({ url }));
      expect([url, got.reason, got.retryable]).toEqual([url, 'private-address', false]);
    }
    // Also when the caller brings the answer along.
    const handed = await http.fetch({
      url: 'http://a.test/',
      resolution: { address: '192.168.0.1', expires: 1e15 },
    });
    expect(failure(handed).reason).toBe('private-address');
    expect(server.received.length).toBe(0);
    const own = client(undefined, { allowPrivate: true });
    response(await own.fetch({ url: `http://localhost:${server.port}/` }));
  });

  it('[G-AC-027] judges each answer anew when the DNS changes, and connects to the address it judged', async () => {
    const server = await rawServer((socket) => socket.write(OK));
    let now = 0;
    let asked = 0;
    const lookup = {
      // Public when first asked, loopback ever after.
      resolve4: async () => [{ address: asked++ === 0 ? '93.184.216.34' : '127.0.0.1', ttl: 1 }],
      resolve6: async () => [],
    };
    const resolver = new DnsResolver({ lookup, minTtlMs: 1000, now: () => now });
    expect((await resolver.resolve('rebinding.test')).address).toBe('93.184.216.34');
    // While the answer lives it is the one that is used: there is no second look-up between the judgement and the socket.
    expect((await resolver.resolve('rebinding.test')).address).toBe('93.184.216.34');
    expect(asked).toBe(1);
    now = 2000;
    const http = client(resolver);
    expect(failure(await http.fetch({ url: `http://rebinding.test:${server.port}/` })).reason).toBe(
      'private-address',
    );
    expect(server.received.length).toBe(0);
  });

  it('[G-AC-027] refuses what is not http or https, and what is not an address', async () => {
    const http = client(toLoopback(1));
    for (const url of [
      'ftp://a.test/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://',
      'x',
      '',
    ]) {
      const got = failure(await http.fetch({ url }));
      expect([url, got.reason, got.retryable]).toEqual([url, 'protocol', false]);
    }
  });

  it('refuses a header that would split the request', async () => {
    const server = await rawServer((socket) => socket.write(OK));
    const got = failure(
      await client(server.resolver).fetch({ url: 'http://a.test/', headers: { X: 'a\r\nHost: b' } }),
    );
    expect(got.reason).toBe('protocol');
    expect(server.received.join('')).toBe('');
  });
});

describe('stopping', () => {
  it('by a signal, before and during', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
    );
    const http = client(server.resolver);
    expect(failure(await http.fetch({ url: 'http://a.test/', signal: AbortSignal.abort() })).reason).toBe(
      'aborted',
    );
    const controller = new AbortController();
    const going = http.fetch({ url: 'http://a.test/', signal: controller.signal });
    while (server.received.length === 0 || server.received[0] === '') await new Promise(setImmediate);
    controller.abort();
    expect(failure(await going).reason).toBe('aborted');
    await new Promise(setImmediate);
    expect(http.connections).toBe(0);
  });

  it('by closing the client', async () => {
    const server = await rawServer(() => {});
    const http = client(server.resolver);
    const going = http.fetch({ url: 'http://a.test/' });
    while (server.received.length === 0) await new Promise(setImmediate);
    http.close();
    expect(failure(await going).reason).toBe('aborted');
    expect(failure(await http.fetch({ url: 'http://a.test/' })).reason).toBe('aborted');
  });
});

describe('bandwidth', () => {
  it('holds bodies back and then gives them whole', async () => {
    const page = Buffer.alloc(600_000, 'x');
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${page.length}\r\n\r\n`);
      socket.write(page);
    });
    const bandwidth = new BandwidthLimiter({ bytesPerSecond: 1_500_000 });
    // The silence is the limiter's, so neither time-out may take it for the server's.
    const http = client(server.resolver, { bandwidth, timeouts: { body: 700, total: 1000 } });
    let held = 0;
    const watch = setInterval(() => {
      held = Math.max(held, bandwidth.waiting);
    }, 1);
    const got = await Promise.all([1, 2, 3].map((n) => http.fetch({ url: `http://h${n}.test/` })));
    clearInterval(watch);
    for (const outcome of got) expect(response(outcome).body.equals(page)).toBe(true);
    expect(held).toBeGreaterThan(0);
    expect(bandwidth.waiting).toBe(0);
  });
});

describe('the memory of bodies', () => {
  /** The chunks of a body of `x`, each with one byte of it. */
  const oneByOne = (bytes: number) =>
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(bytes)}0\r\n\r\n`;

  it.each([false, true])(
    'is what they hold, also when it comes byte by byte (lenient: %s)',
    async (lenient) => {
      const { resolver } = await rawServer((socket) => socket.end(oneByOne(90_000)));
      const http = client(resolver);
      globalThis.gc?.();
      const before = process.memoryUsage();
      const { body } = response(await http.fetch({ url: 'http://a.example/', lenient }));
      expect(body.equals(Buffer.alloc(90_000, 'x'))).toBe(true);
      expect(process.memoryUsage().external - before.external).toBeLessThan(40_000_000);
    },
  );

  it.each([false, true])(
    'is not spent on a body that is minced without end (lenient: %s)',
    async (lenient) => {
      let sent = 0;
      const { resolver } = await rawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const piece = '1\r\nx\r\n'.repeat(10_000);
        const more = () => {
          while (sent < 5_000_000 && !socket.destroyed) {
            sent += 10_000;
            if (!socket.write(piece)) return void socket.once('drain', more);
          }
        };
        more();
      });
      const got = response(await client(resolver).fetch({ url: 'http://a.example/', lenient }));
      expect([got.truncated, got.body.length]).toEqual(['length', 100_001]);
      expect(sent).toBeLessThan(5_000_000);
    },
  );

  it.each([false, true])(
    'is bounded over all of them, and each is read in its turn (lenient: %s)',
    async (lenient) => {
      const { resolver } = await rawServer((socket, request) => {
        const fill = request.slice(5, 6);
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n${fill.repeat(3_000_000)}`);
      });
      const held = new HeldBytes(4_000_000);
      const http = client(resolver, { held });
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, held.bytes);
      }, 1);
      const paths = [...'abcdefgh'];
      const bodies = await Promise.all(
        paths.map(
          async (path) => response(await http.fetch({ url: `http://${path}.example/${path}`, lenient })).body,
        ),
      );
      clearInterval(watch);
      for (const [i, path] of paths.entries())
        expect(bodies[i]!.equals(Buffer.alloc(3_000_000, path))).toBe(true);
      // The limit, what each may bring before it is told to stop, and the one that is read on.
      expect(most).toBeLessThan(4_000_000 + 8 * 400_000 + 3_000_000);
      expect(held.bytes).toBe(0);
    },
  );
});
