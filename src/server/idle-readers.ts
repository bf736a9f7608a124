/**
 * Readers that stop reading, and how many there may be. An answer waits for its reader, and holds its place among the long ones; a reader
 * that takes next to nothing of it for half a minute is let go, whatever the answer is: lines, exports, downloads, archived pages.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { realTicker, type Ticker } from './crawls/crawl-events.ts';

const EVERY = 5_000;
/** Looks in which a reader may take less than it must. */
const PATIENCE = 6;
/** What must be taken in that time, bytes: any line that works takes more in a second. */
const LEAST = 4_096;
/** Connections at once; those beyond are closed before they are read from. */
const MOST_CONNECTIONS = 512;

interface Watched {
  taken: number;
  looks: number;
}

/** Bytes that have left for the reader, as the system has accepted them: what waits in memory is not counted. */
function takenOf(socket: Socket): number {
  const inner = socket as unknown as {
    readonly _bytesDispatched?: number;
    readonly _handle?: { readonly writeQueueSize?: number } | null;
  };
  const dispatched = inner._bytesDispatched;
  const queued = inner._handle?.writeQueueSize;
  return dispatched === undefined || queued === undefined
    ? socket.bytesWritten - socket.writableLength
    : dispatched - queued;
}

export function letIdleReadersGo(app: FastifyInstance, ticker: Ticker = realTicker): void {
  const sockets = new Map<Socket, Watched>();
  app.server.maxConnections = MOST_CONNECTIONS;
  app.server.on('connection', (socket) => {
    sockets.set(socket, { taken: 0, looks: 0 });
    socket.once('close', () => sockets.delete(socket));
  });
  const stop = ticker(EVERY, () => {
    for (const [socket, watched] of sockets) {
      const taken = takenOf(socket);
      if (socket.writableLength === 0 || taken - watched.taken >= LEAST) {
        watched.taken = taken;
        watched.looks = 0;
      } else if (++watched.looks >= PATIENCE) socket.destroy();
    }
  });
  app.addHook('onClose', async () => stop());
}
