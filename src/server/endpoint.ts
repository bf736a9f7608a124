/**
 * One route of the API: its schemas validate what comes, type what the handler sees and may answer, and are what the OpenAPI description
 * is generated from. There is no second place to say any of it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { Answer } from './schemas/shapes.ts';

/** Returned by a handler that has answered by itself. */
export const SENT = Symbol('sent');
export type Sent = typeof SENT;

/** Answers other than JSON: media type and what it is. */
export type Media = Readonly<Record<string, string>>;

/** What the OpenAPI description needs beyond the schemas. */
export interface EndpointNotes {
  readonly id: string;
  readonly summary: string;
  readonly tag: string;
  readonly status: number;
  readonly media: Media;
  readonly errors: readonly ErrorCode[];
  /** The caller must have the token, also on loopback. */
  readonly token: boolean;
  /** The caller must have the token of a volunteer, which its route asks for; the server's is not needed. */
  readonly volunteer: boolean;
}

declare module 'fastify' {
  /** Routes outside the API may say these of themselves; `hide` keeps one out of the description. */
  interface FastifySchema {
    summary?: string;
    tags?: readonly string[];
    hide?: boolean;
  }
  interface FastifyContextConfig {
    readonly notes?: EndpointNotes;
  }
}

export interface Asked<P extends TProperties, Q extends TProperties, B extends TSchema> {
  readonly params: Static<ReturnType<typeof Type.Object<P>>>;
  readonly query: Static<ReturnType<typeof Type.Object<Q>>>;
  readonly body: Static<B>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Endpoint<
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
  R extends TSchema,
> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly tag: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Of a JSON answer; absent when only `media` are answered. */
  readonly answer?: R;
  readonly status?: number;
  readonly media?: Media;
  /** Beyond those that every route may answer. */
  readonly errors?: readonly ErrorCode[];
  readonly token?: boolean;
  readonly volunteer?: boolean;
  /** Bytes of a body; by default those of the server. */
  readonly bodyLimit?: number;
  /** False for an answer without end, of which nobody wants the head alone. */
  readonly head?: boolean;
  handle(asked: Asked<P, Q, B>): Answer<R> | Sent | Promise<Answer<R> | Sent>;
}

export function endpoint<
  P extends TProperties = Record<never, never>,
  Q extends TProperties = Record<never, never>,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
>(app: FastifyInstance, definition: Endpoint<P, Q, B, R>): void {
  const { params, query, body, answer, status = 200 } = definition;
  const notes: EndpointNotes = {
    id: definition.id,
    summary: definition.summary,
    tag: definition.tag,
    status,
    media: definition.media ?? {},
    errors: definition.errors ?? [],
    token: definition.token ?? false,
    volunteer: definition.volunteer ?? false,
  };
  app.route({
    method: definition.method,
    url: definition.path,
    config: { notes },
    ...(definition.bodyLimit === undefined ? {} : { bodyLimit: definition.bodyLimit }),
    exposeHeadRoute: definition.method === 'GET' && definition.head !== false,
    schema: {
      ...(params === undefined ? {} : { params: Type.Object(params) }),
      ...(query === undefined ? {} : { querystring: Type.Object(query) }),
      ...(body === undefined ? {} : { body }),
      ...(answer === undefined ? {} : { response: { [status]: answer } }),
    },
    handler: async (request, reply) => {
      const result = await definition.handle({
        params: request.params as Asked<P, Q, B>['params'],
        query: request.query as Asked<P, Q, B>['query'],
        body: request.body as Static<B>,
        request,
        reply,
      });
      if (result === SENT) return reply;
      return reply.code(status).send(result);
    },
  });
}
