/**
 * Open connections. Each is an undici `Client` that carries one request at a time to one pinned address; between requests it rests
 * here for a short while. undici's own Agent keys its pools by origin only, so it can neither pin a checked address nor bound what
 * it keeps over a hundred thousand hosts; this can, and an idle connection costs nothing once its socket has closed.
 */

import { constants } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';
import type { Client } from 'undici';
import type { WebProxy } from './proxy.ts';
import { ProxyError } from './proxy-error.ts';
import { openTunnel } from './tunnel.ts';
import { undici } from './undici.ts';

export interface Target {
  /** scheme://host[:port] of the URL: gives the Host header. */
  readonly origin: string;
  readonly secure: boolean;
  /** Name for SNI; empty for an IP literal. */
  readonly servername: string;
  /** Where the socket goes, or where the proxy is asked to lead. */
  readonly host: string;
  readonly port: number;
  readonly proxy: WebProxy | null;
}

/** Whether a proxy passes requests on as such, and not as bytes: those that it can read. */
export function isRelayed({ proxy, secure }: Pick<Target, 'proxy' | 'secure'>): boolean {
  return proxy?.kind === 'http' && !secure;
}

export interface ConnectionOptions {
  readonly strictTls: boolean;
  readonly keepAliveMs: number;
  readonly maxIdle: number;
  readonly maxHeaderBytes: number;
}

const STATUS_LINE_LIMIT = 1024;

export class Connection {
  readonly key: string;
  readonly client: Client;
  /** Requests carried before the present one. */
  uses = 0;
  certificateProblem: string | null = null;
  /** Set when a request goes out; the next bytes read are then looked at for their status line. */
  awaiting = false;
  /** The status line of the last response, or '' when its first read did not hold it whole. */
  statusLine = '';
  #socket: net.Socket | null = null;
  #open = true;

  constructor(key: string, target: Target, options: ConnectionOptions, context: () => tls.SecureContext) {
    this.key = key;
    this.client = new (undici().Client)(target.origin, {
      pipelining: 1,
      // The time-outs are the request's own: undici's tick once a second, and know no total.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: options.maxHeaderBytes,
      keepAliveTimeout: options.keepAliveMs,
      // A server may shorten our keep-alive, never lengthen it.
      keepAliveMaxTimeout: options.keepAliveMs,
      connect: (_, done) => this.#connect(target, options, context, done),
    });
  }

  /** False as soon as the socket is being closed, which undici tells only a turn of the event loop later. */
  get open(): boolean {
    return this.#open && this.#socket?.destroyed !== true;
  }

  /** Calls `then` once, when the socket has closed. */
  onClose(then: () => void): void {
    this.client.once('disconnect', () => {
      this.#open = false;
      then();
    });
  }

  destroy(): void {
    this.#open = false;
    this.#socket?.destroy();
    // With a callback, because the promise form would reject into nowhere.
    this.client.destroy(null, () => {});
  }

  #connect(
    target: Target,
    options: ConnectionOptions,
    context: () => tls.SecureContext,
    callback: (...args: [error: null, socket: net.Socket] | [error: Error, socket: null]) => void,
  ): void {
    const { proxy } = target;
    if (proxy === null || isRelayed(target)) {
      const { host, port } = proxy ?? target;
      const socket = target.secure
        ? this.#secure({ host, port }, target, options, context)
        : net.connect({ host, port, highWaterMark: 65_536 } as net.NetConnectOpts);
      this.#await(socket, target.secure ? 'secureConnect' : 'connect', proxy, callback);
      return;
    }
    const tunnel = openTunnel(proxy, { hostname: target.host, port: target.port }, (error) => {
      if (error !== null) callback(error, null);
      else if (target.secure)
        this.#await(
          this.#secure({ socket: tunnel }, target, options, context),
          'secureConnect',
          null,
          callback,
        );
      else {
        this.#watchStatusLine(tunnel);
        callback(null, tunnel);
      }
    });
    this.#socket = tunnel;
    if (!this.#open) tunnel.destroy();
  }

  #secure(
    to: tls.ConnectionOptions,
    { servername }: Target,
    { strictTls }: ConnectionOptions,
    context: () => tls.SecureContext,
  ): tls.TLSSocket {
    return tls.connect({
      ...to,
      servername,
      secureContext: context(),
      rejectUnauthorized: strictTls,
      ALPNProtocols: ['http/1.1'],
    });
  }

  /** `proxy`: whom the socket itself goes to, when that is not the server. */
  #await(
    socket: net.Socket,
    ready: 'connect' | 'secureConnect',
    proxy: WebProxy | null,
    callback: (...args: [error: null, socket: net.Socket] | [error: Error, socket: null]) => void,
  ): void {
    let done: typeof callback | null = callback;
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.once(ready, () => {
      if (socket instanceof tls.TLSSocket && !socket.authorized) {
        const problem: unknown = socket.authorizationError;
        this.certificateProblem =
          problem instanceof Error ? problem.message : String(problem ?? 'not trusted');
      }
      this.#watchStatusLine(socket);
      done?.(null, socket);
      done = null;
    });
    socket.on('error', (error) => {
      done?.(proxy === null ? error : new ProxyError('proxy', `${proxy.shown}: ${error.message}`), null);
      done = null;
    });
    // A socket destroyed by us while it was still connecting emits no error.
    socket.once('close', () => {
      done?.(new Error('closed before connected'), null);
      done = null;
    });
    if (!this.#open) socket.destroy();
  }

  /**
   * undici tells neither the HTTP version nor the bytes of the reason phrase (it decodes them as UTF-8), and the archive wants both.
   * Reads are few (one for most pages), and only the first of a response is looked at.
   */
  #watchStatusLine(socket: net.Socket): void {
    const read = socket.read;
    socket.read = (size?: number) => {
      const chunk: Buffer | null = read.call(socket, size);
      if (this.awaiting && chunk !== null && chunk.length > 0) {
        this.awaiting = false;
        const end = chunk.indexOf(10);
        this.statusLine =
          end > 0 && end <= STATUS_LINE_LIMIT
            ? chunk.toString('latin1', 0, chunk[end - 1] === 13 ? end - 1 : end)
            : '';
      }
      return chunk;
    };
  }
}

export class Connections {
  readonly #options: ConnectionOptions;
  /** Idle connections by key, the key rested longest first. */
  readonly #idle = new Map<string, Connection[]>();
  readonly #all = new Set<Connection>();
  #idleCount = 0;
  #context: tls.SecureContext | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get idle(): number {
    return this.#idleCount;
  }

  /** Every connection that holds memory: idle and in use. */
  get size(): number {
    return this.#all.size;
  }

  /** A resting connection to the target, or a new one. */
  take(target: Target): Connection {
    const key = `${target.origin} ${target.host} ${target.port}`;
    const resting = this.#idle.get(key);
    while (resting && resting.length > 0) {
      const connection = resting.pop()!;
      this.#idleCount--;
      if (resting.length === 0) this.#idle.delete(key);
      if (connection.open) return connection;
      this.#drop(connection);
    }
    const connection = new Connection(key, target, this.#options, () => this.secureContext());
    this.#all.add(connection);
    connection.onClose(() => this.#closed(connection));
    return connection;
  }

  /** The request ended well and the connection may carry another. */
  release(connection: Connection): void {
    if (!connection.open || this.#options.maxIdle === 0) {
      this.#drop(connection);
      return;
    }
    connection.uses++;
    const resting = this.#idle.get(connection.key) ?? [];
    resting.push(connection);
    this.#idle.delete(connection.key);
    this.#idle.set(connection.key, resting);
    this.#idleCount++;
    if (this.#idleCount > this.#options.maxIdle) {
      const oldest = this.#idle.values().next();
      if (!oldest.done) this.#removeIdle(oldest.value[0]!);
    }
  }

  /** The request ended badly, or was cut off: nothing more can be read from this connection. */
  discard(connection: Connection): void {
    this.#drop(connection);
  }

  close(): void {
    for (const connection of this.#all) connection.destroy();
    this.#all.clear();
    this.#idle.clear();
    this.#idleCount = 0;
  }

  #closed(connection: Connection): void {
    if (!this.#all.has(connection)) return;
    // Only a resting one is dropped here; one in use is its request's to discard.
    if (this.#idle.get(connection.key)?.includes(connection)) this.#removeIdle(connection);
  }

  #removeIdle(connection: Connection): void {
    const resting = this.#idle.get(connection.key);
    const at = resting?.indexOf(connection) ?? -1;
    if (resting && at >= 0) {
      resting.splice(at, 1);
      this.#idleCount--;
      if (resting.length === 0) this.#idle.delete(connection.key);
    }
    this.#drop(connection);
  }

  #drop(connection: Connection): void {
    this.#all.delete(connection);
    connection.destroy();
  }

  /** One for all connections: building it is the dear part of a handshake, after the key exchange itself. */
  secureContext(): tls.SecureContext {
    this.#context ??= tls.createSecureContext(
      this.#options.strictTls
        ? { ecdhCurve: 'X25519:P-256:P-384:P-521' }
        : {
            ecdhCurve: 'X25519:P-256:P-384:P-521',
            // Old public servers speak TLS 1.0 with short keys and no secure renegotiation. What is read from them is public and
            // treated as hostile anyway; refusing them would only leave them out of the archive.
            minVersion: 'TLSv1',
            ciphers: 'DEFAULT:@SECLEVEL=0',
            secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
          },
    );
    return this.#context;
  }
}
