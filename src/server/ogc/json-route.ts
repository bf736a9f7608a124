/** A document of a standard at an address: its parameters are checked, and it is sent as the media type that the standard names. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../origin.ts';
import { type Parameters, parametersOf } from './parameters.ts';

export function sendJson(reply: FastifyReply, body: object, type = 'application/json'): FastifyReply {
  return reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-cache')
    .send(JSON.stringify(body));
}

export type JsonRoute = (
  path: string,
  known: readonly string[],
  type: string,
  make: (request: FastifyRequest, parameters: Parameters, origin: string) => object | Promise<object>,
) => void;

export function jsonRoutes(app: FastifyInstance): JsonRoute {
  return (path, known, type, make) => {
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      sendJson(reply, await make(request, parametersOf(request, known), originOf(request)), type),
    );
  };
}
