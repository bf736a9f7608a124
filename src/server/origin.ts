/** The beginning of absolute addresses of this server, as the person who asks knows it. */
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** How the world knows the server; null: as whoever asks calls it. */
    readonly publicOrigin?: string | null;
  }
}

/**
 * `http://127.0.0.1:8730`, or the public one where the server stands behind another. The host was checked before any route sees the
 * request; what does not look like one is not repeated.
 */
export function originOf(request: FastifyRequest): string {
  const known = request.server.publicOrigin;
  if (known !== undefined && known !== null) return known;
  const host = request.host ?? '';
  return /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)
    ? `${request.protocol}://${host}`
    : 'http://127.0.0.1';
}
