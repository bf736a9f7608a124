/** Proxies for one test, on loopback: HTTP with CONNECT, and SOCKS5. Whatever name they are asked for, they lead to one port, and write it down. */
import { createServer, type IncomingMessage, request } from 'node:http';
import net, { type AddressInfo } from 'node:net';

export interface TestProxy {
  readonly port: number;
  /** What was asked for: `GET http://…` or `CONNECT host:port`. */
  readonly asked: string[];
  /** Headers as they came, of what was not CONNECT. */
  readonly heads: IncomingMessage['headers'][];
  close(): Promise<void>;
}

export interface TestProxyOptions {
  /** `user:password` that it wants. */
  readonly secret?: string;
  /** The port that all names lead to. */
  readonly to: number;
  /** Names that it does not lead to. */
  readonly unknown?: readonly string[];
}

function closing(server: net.Server): () => Promise<void> {
  const open = new Set<net.Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () =>
    new Promise((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(() => resolve());
    });
}

async function listening(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function joined(a: net.Socket, b: net.Socket): void {
  a.on('error', () => b.destroy());
  b.on('error', () => a.destroy());
  a.pipe(b).pipe(a);
}

export async function httpProxy({ secret, to, unknown = [] }: TestProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const heads: IncomingMessage['headers'][] = [];
  const wanted = secret === undefined ? undefined : `Basic ${Buffer.from(secret).toString('base64')}`;
  const server = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    heads.push(incoming.headers);
    const { 'proxy-authorization': shown, ...headers } = incoming.headers;
    if (wanted !== undefined && shown !== wanted) {
      answer.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="x"' }).end('quem é?');
      return;
    }
    const url = new URL(incoming.url!);
    if (unknown.includes(url.hostname)) {
      answer.writeHead(502).end();
      return;
    }
    const onward = request(
      { host: '127.0.0.1', port: to, path: `${url.pathname}${url.search}`, method: incoming.method, headers },
      (from) => {
        answer.writeHead(from.statusCode!, from.headers);
        from.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    onward.end();
  });
  server.on('connect', (incoming: IncomingMessage, socket: net.Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    if (wanted !== undefined && incoming.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    if (unknown.includes(incoming.url!.split(':')[0]!)) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const onward = net.connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\nX-Proxy: sim\r\n\r\n');
      joined(socket, onward);
    });
    onward.on('error', () => socket.destroy());
  });
  const close = closing(server);
  return { port: await listening(server), asked, heads, close };
}

export async function socksProxy({ secret, to, unknown = [] }: TestProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const server = net.createServer((socket) => {
    let had = Buffer.alloc(0);
    let state: 'greeting' | 'password' | 'request' | 'open' = 'greeting';
    socket.on('error', () => {});
    const take = (length: number): Buffer => {
      const taken = had.subarray(0, length);
      had = had.subarray(length);
      return taken;
    };
    const onData = (chunk: Buffer): void => {
      had = Buffer.concat([had, chunk]);
      if (state === 'greeting' && had.length >= 2 && had.length >= 2 + had[1]!) {
        const methods = take(2 + had[1]!).subarray(2);
        const method = secret === undefined ? 0 : 2;
        if (!methods.includes(method)) return void socket.end(Buffer.from([5, 0xff]));
        socket.write(Buffer.from([5, method]));
        state = method === 2 ? 'password' : 'request';
      }
      if (state === 'password' && had.length > 2) {
        const user = had[1]!;
        const password = had[2 + user];
        if (password === undefined || had.length < 3 + user + password) return;
        const all = take(3 + user + password);
        const told = `${all.toString('latin1', 2, 2 + user)}:${all.toString('latin1', 3 + user)}`;
        if (told !== secret) return void socket.end(Buffer.from([1, 1]));
        socket.write(Buffer.from([1, 0]));
        state = 'request';
      }
      if (state === 'request' && had.length > 5) {
        const form = had[3]!;
        const length = form === 1 ? 4 : form === 4 ? 16 : 1 + had[4]!;
        if (had.length < 6 + length) return;
        const all = take(6 + length);
        const name = form === 3 ? all.toString('latin1', 5, 4 + length) : all.toString('hex', 4, 4 + length);
        asked.push(`CONNECT ${name}:${all.readUInt16BE(4 + length)}`);
        if (unknown.includes(name)) return void socket.end(Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]));
        state = 'open';
        socket.off('data', onData);
        const onward = net.connect(to, '127.0.0.1', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
          joined(socket, onward);
        });
        onward.on('error', () => socket.destroy());
      }
    };
    socket.on('data', onData);
  });
  const close = closing(server);
  return { port: await listening(server), asked, heads: [], close };
}
