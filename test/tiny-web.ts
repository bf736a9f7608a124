/**
 * A web of a few hosts for one test: routes by host and path, a log of every request, and a resolver that leads all names to it. Each
 * host has a synthetic address of its own unless two are said to share one.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPrivateAddress, ResolveError, type Resolver } from '../src/http/index.ts';

export type Answer =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export interface TinyRequest {
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly startedAt: number;
  endedAt: number;
}

export interface TinyWeb {
  readonly requests: TinyRequest[];
  readonly port: number;
  readonly resolver: Resolver;
  /** Paths asked of a host, in order, robots files left out. */
  paths(host: string): string[];
  close(): Promise<void>;
}

export interface TinyWebOptions {
  /** Host → address; default one of its own each. */
  readonly addresses?: Readonly<Record<string, string>>;
}

export async function tinyWeb(
  hosts: Readonly<Record<string, Readonly<Record<string, Answer>>>>,
  options: TinyWebOptions = {},
): Promise<TinyWeb> {
  const requests: TinyRequest[] = [];
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '/';
    const entry: TinyRequest = {
      host,
      path,
      headers: request.headers,
      startedAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    requests.push(entry);
    // Before its last byte leaves: whoever asks reads it then, and does not wait until this process is told that it has left.
    const end = response.end.bind(response) as (...last: unknown[]) => ServerResponse;
    response.end = ((...last: unknown[]) => {
      entry.endedAt = performance.now();
      return end(...last);
    }) as ServerResponse['end'];
    const answer = hosts[host]?.[path];
    if (answer === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end();
      return;
    }
    if (typeof answer === 'function') return answer(request, response);
    const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const names = Object.keys(hosts);
  return {
    requests,
    port,
    resolver: {
      ownWeb: true,
      resolve: async (hostname) => {
        const at = names.indexOf(hostname);
        const address = options.addresses?.[hostname] ?? `198.18.1.${at + 1}`;
        if (at < 0) throw new ResolveError('not-found', hostname, 'no such host');
        if (isPrivateAddress(address) && !address.startsWith('198.18.'))
          throw new ResolveError('private', hostname, address);
        return { address, connect: { host: '127.0.0.1', port }, expires: Number.POSITIVE_INFINITY };
      },
    },
    paths: (host) => requests.filter((r) => r.host === host && r.path !== '/robots.txt').map((r) => r.path),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A page with links, and enough words to be one. */
export function page(
  links: readonly string[],
  text = 'Uma página em português, com palavras bastantes para ser lida por alguém.',
): string {
  return `<!DOCTYPE html><html lang="pt"><head><title>Página</title></head><body><p>${text}</p>${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}</body></html>`;
}
