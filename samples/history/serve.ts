/** The large sample encyclopaedia on loopback, for crawls over real connections: its pages by path, whatever the host is called. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HISTORY_HOST, type HistoryWeb } from './history-web.ts';

/** From the range that is set aside for benchmarks. */
const ADDRESS = '198.18.90.1';

export interface HistoryServer {
  readonly port: number;
  /** Its name and no other; null when it is not this web's. */
  resolve(hostname: string): {
    readonly address: string;
    readonly connect: { readonly host: '127.0.0.1'; readonly port: number };
  } | null;
  /** An address of the web in the form in which it is served here. */
  served(url: string): string;
  close(): Promise<void>;
}

export async function serveHistory(web: HistoryWeb): Promise<HistoryServer> {
  const server = createServer({ keepAlive: true, noDelay: true }, (request, response) => {
    const page = web.page(`https://${HISTORY_HOST}${request.url ?? '/'}`);
    if (page === null) response.writeHead(404, { 'Content-Type': 'text/plain' }).end();
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    resolve: (hostname) =>
      hostname.toLowerCase() === HISTORY_HOST
        ? { address: ADDRESS, connect: { host: '127.0.0.1', port } }
        : null,
    served: (url) => url.replace(/^https:/, 'http:'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
