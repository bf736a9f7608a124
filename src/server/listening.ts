/** A server that listens: on the port asked for, or the next free one, until it is closed. */
import type { FastifyInstance } from 'fastify';
import { TarrafaError } from '../errors.ts';
import { systemFailure } from '../words/why.ts';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Take the next free port when this one is taken. */
  readonly orNext: boolean;
}

/** Ports tried beyond the first. */
const TRIES = 20;

/** Listens and gives the port. */
export async function listen(app: FastifyInstance, { host, port, orNext }: ListenOptions): Promise<number> {
  for (let tried = 0; ; tried++) {
    try {
      await app.listen({ host, port: port === 0 ? 0 : port + tried });
      const address = app.server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && orNext && tried < TRIES) continue;
      if (code === 'EADDRINUSE') throw new TarrafaError('TRF_PORT_TAKEN', [port, host], { cause: error });
      if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES' || code === 'EINVAL')
        throw new TarrafaError('TRF_HOST_UNUSABLE', [`${host}:${port}`, systemFailure(error)], {
          cause: error,
        });
      throw error;
    }
  }
}
