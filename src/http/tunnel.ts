/**
 * A connection to a server by way of a proxy: CONNECT of HTTP, or SOCKS5 (RFC 1928, with the password of RFC 1929). The name of the server is
 * handed to the proxy as it is. What the proxy answers is a stranger's, and bounded.
 */
import net from 'node:net';
import { groupsOf } from './private-address.ts';
import { proxyAuthorization, type WebProxy } from './proxy.ts';
import { ProxyError } from './proxy-error.ts';
import type { FailureReason } from './request-and-outcome.ts';

/** The head of an answer to CONNECT. */
const LONGEST_ANSWER = 16_384;

export interface TunnelEnd {
  readonly hostname: string;
  readonly port: number;
}

/** What reads an answer step by step: how much of `bytes` was used, or null to wait for more. Throws a ProxyError. */
type Step = (bytes: Buffer) => number | null;

/**
 * The socket, at once, so that it can be destroyed; `done` is called once, when what is written to it reaches the server, or with what came
 * between. Time is the caller's to keep.
 */
export function openTunnel(
  proxy: WebProxy,
  end: TunnelEnd,
  done: (...args: [error: null] | [error: Error]) => void,
): net.Socket {
  const socket = net.connect({ host: proxy.host, port: proxy.port });
  const steps = proxy.kind === 'http' ? connectSteps(proxy) : socksSteps(proxy, end, socket);
  let told = false;
  let connected = false;
  const tell = (error: Error | null): void => {
    if (told) return;
    told = true;
    socket.off('readable', onReadable);
    if (error === null) done(null);
    else {
      done(error);
      socket.destroy();
    }
  };
  let step = 0;
  let had: Buffer = Buffer.alloc(0);
  function onReadable(): void {
    for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
      had = had.length === 0 ? chunk : Buffer.concat([had, chunk]);
      try {
        while (step < steps.length) {
          const used = steps[step]!(had);
          if (used === null) break;
          had = had.subarray(used);
          step++;
        }
      } catch (error) {
        tell(error as Error);
        return;
      }
      if (step === steps.length) {
        // The server may have spoken already.
        if (had.length > 0) socket.unshift(had);
        tell(null);
        return;
      }
      if (had.length > LONGEST_ANSWER) {
        tell(new ProxyError('proxy', 'the proxy answers without end'));
        return;
      }
    }
  }
  socket.setNoDelay(true);
  socket.once('connect', () => {
    connected = true;
    socket.on('readable', onReadable);
    socket.write(opening(proxy, end));
  });
  socket.on('error', (error) => tell(new ProxyError('proxy', `${proxy.shown}: ${error.message}`)));
  socket.once('end', () => tell(new ProxyError('proxy', `${proxy.shown} hung up`)));
  socket.once('close', () =>
    tell(
      new ProxyError(
        'proxy',
        `${proxy.shown}: closed ${connected ? 'while it was asked' : 'before connected'}`,
      ),
    ),
  );
  return socket;
}

function authorityOf({ hostname, port }: TunnelEnd): string {
  return `${net.isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
}

function opening(proxy: WebProxy, end: TunnelEnd): string | Buffer {
  if (proxy.kind === 'socks5')
    // No password, and one where there is one.
    return Buffer.from(proxy.user === null ? [5, 1, 0] : [5, 2, 0, 2]);
  const authority = authorityOf(end);
  const secret = proxyAuthorization(proxy);
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${
    secret === null ? '' : `Proxy-Authorization: ${secret}\r\n`
  }\r\n`;
}

// ---- CONNECT ------------------------------------------------------------------------------------------------------------------

function connectSteps(proxy: WebProxy): readonly Step[] {
  return [
    (bytes) => {
      const head = bytes.indexOf('\r\n\r\n');
      if (head < 0) return null;
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(bytes.toString('latin1', 0, 16))?.[1] ?? 0);
      if (status >= 200 && status < 300) return head + 4;
      throw new ProxyError(reasonOfStatus(status), `${proxy.shown} answers ${status || 'no HTTP'}`);
    },
  ];
}

function reasonOfStatus(status: number): FailureReason {
  if (status === 0) return 'proxy';
  if (status === 407) return 'proxy-refused';
  return status === 504 ? 'connect-timeout' : 'connect-refused';
}

// ---- SOCKS5 -------------------------------------------------------------------------------------------------------------------

/** Of the replies of RFC 1928: what is the server's, and what is the proxy's own. */
const SOCKS_REPLIES: readonly (FailureReason | null)[] = [
  null,
  'connect-refused', // general failure
  'connect-refused', // not allowed by the rules of the proxy
  'connect-refused', // network unreachable
  'connect-refused', // host unreachable, or its name unknown
  'connect-refused', // refused by the server
  'connect-timeout', // TTL expired
  'proxy', // command not supported
  'connect-refused', // address type not supported
];

function socksSteps(proxy: WebProxy, end: TunnelEnd, socket: net.Socket): readonly Step[] {
  const broken = () => new ProxyError('proxy', `${proxy.shown} does not speak SOCKS5`);
  const refused = () => new ProxyError('proxy-refused', `${proxy.shown} wants another user or password`);
  const ask = (): void => void socket.write(socksRequest(end));
  let withPassword = false;
  return [
    (bytes) => {
      if (bytes.length < 2) return null;
      if (bytes[0] !== 5) throw broken();
      if (bytes[1] === 2 && proxy.user !== null) {
        withPassword = true;
        const [user, password] = [Buffer.from(proxy.user), Buffer.from(proxy.password)];
        socket.write(
          Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]),
        );
      } else if (bytes[1] === 0) ask();
      else throw refused();
      return 2;
    },
    (bytes) => {
      if (!withPassword) return 0;
      if (bytes.length < 2) return null;
      if (bytes[1] !== 0) throw refused();
      ask();
      return 2;
    },
    (bytes) => {
      if (bytes.length < 2) return null;
      if (bytes[0] !== 5) throw broken();
      const failure = SOCKS_REPLIES[bytes[1]!];
      if (failure === undefined) throw broken();
      if (failure !== null) throw new ProxyError(failure, `${proxy.shown} answers ${bytes[1]}`);
      if (bytes.length < 5) return null;
      const address = { 1: 4, 3: 1 + bytes[4]!, 4: 16 }[bytes[3]!];
      if (address === undefined) throw broken();
      return bytes.length < 6 + address ? null : 6 + address;
    },
  ];
}

function socksRequest({ hostname, port }: TunnelEnd): Buffer {
  const last = Buffer.from([port >> 8, port & 0xff]);
  if (net.isIPv4(hostname))
    return Buffer.concat([Buffer.from([5, 1, 0, 1, ...hostname.split('.').map(Number)]), last]);
  if (net.isIPv6(hostname)) {
    const groups = groupsOf(hostname).flatMap((group) => [group >> 8, group & 0xff]);
    return Buffer.concat([Buffer.from([5, 1, 0, 4, ...groups]), last]);
  }
  const name = Buffer.from(hostname, 'latin1').subarray(0, 255);
  return Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, last]);
}
