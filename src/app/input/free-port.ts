/** Whether a port can be had, asked before work that takes long and ends in a server: who named a port that is taken shall hear of it first. */
import { createServer } from 'node:net';
import { TarrafaError } from '../../errors.ts';

/** Throws TRF_PORT_TAKEN. What else may be wrong with an address is told by the server itself. */
export function requireFreePort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') reject(new TarrafaError('TRF_PORT_TAKEN', [port, host], { cause }));
      else resolve();
    });
    server.listen({ port, host }, () => server.close(() => resolve()));
  });
}
