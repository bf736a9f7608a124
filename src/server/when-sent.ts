import type { FastifyReply } from 'fastify';

/** Does something when the reader of an answer has it whole, or has gone; at once when that is so already. */
export function whenSent({ raw }: FastifyReply, work: () => void): void {
  if (raw.destroyed || raw.closed) work();
  else raw.once('close', work);
}
