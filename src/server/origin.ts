/** The beginning of absolute addresses of this server, as the person who asks knows it. */
import type { FastifyRequest } from 'fastify';

/** `http://127.0.0.1:8730`. The host was checked before any route sees the request; what does not look like one is not repeated. */
export function originOf(request: FastifyRequest): string {
  const host = request.host ?? '';
  return /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)
    ? `${request.protocol}://${host}`
    : 'http://127.0.0.1';
}
