import type { FastifyReply } from 'fastify';

/** Does something when the reader of an answer has it whole, or has gone; at once when that is so already. */
export function whenSent({ raw }: FastifyReply, work: () => void): void {
  if (raw.destroyed || raw.closed) work();
  else raw.once('close', work);
}

/** Aborts when the one who asked has gone. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed && !raw.writableFinished) gone.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
