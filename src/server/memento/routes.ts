/**
 * Memento (RFC 7089) over the archives of the collections: a TimeGate that leads to the capture nearest to a moment, and TimeMaps that
 * list all of them. The mementos themselves are the pages of the replay.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namedUrl } from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { originOf } from '../origin.ts';
import { replayPath } from '../replay/archive-url.ts';
import type { ReplayedArchives } from '../replay/replayed-archives.ts';
import { parseHttpDate } from './http-date.ts';
import {
  jsonTimeMap,
  linkTimeMap,
  type Memento,
  type MementoContext,
  mementoLinks,
  mementosOf,
  nearestMemento,
} from './time-map.ts';

const OTHER_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

interface Asked {
  readonly mementos: readonly Memento[];
  readonly context: MementoContext;
  readonly page: number;
}

export function mementoRoutes(app: FastifyInstance, collections: ReplayedArchives): void {
  const asked = async (request: FastifyRequest): Promise<Asked> => {
    const { c = '', '*': rest = '' } = request.params as Readonly<Record<string, string>>;
    const collection = collections.get(c);
    if (collection === null) throw new TarrafaError('TRF_NOT_FOUND', [`collections/${c.slice(0, 60)}`]);
    const paged = /^(\d{1,6})\/(?=[a-z][a-z0-9+.-]*:|[^/]+\.)/i.exec(rest);
    const url = namedUrl(paged === null ? rest : rest.slice(paged[0].length));
    const mementos = mementosOf(await collection.archive.captures(url));
    if (mementos.length === 0) throw new TarrafaError('TRF_NOT_FOUND', [url.slice(0, 300)]);
    return {
      mementos,
      context: { origin: originOf(request), collection: collection.name, url },
      page: paged === null ? 1 : Number(paged[1]),
    };
  };

  app.get('/memento/:c/timegate/*', { schema: { hide: true } }, async (request, reply) => {
    // Whatever the answer is, it is one of a negotiation.
    reply.header('vary', 'accept-datetime').header('cache-control', 'no-store');
    const { mementos, context } = await asked(request);
    const wish = request.headers['accept-datetime'];
    let chosen = mementos[mementos.length - 1]!;
    if (wish !== undefined) {
      const at = parseHttpDate(String(wish));
      if (at === null) {
        reply.header('link', mementoLinks(mementos, null, context));
        throw new TarrafaError('TRF_REQUEST_INVALID', [
          `Accept-Datetime: ${String(wish).slice(0, 80)} (Thu, 31 May 2007 20:35:00 GMT)`,
        ]);
      }
      chosen = nearestMemento(mementos, at)!;
    }
    return reply
      .header('link', mementoLinks(mementos, null, context))
      .redirect(context.origin + replayPath(context.collection, chosen.timestamp, chosen.url), 302);
  });

  const timeMap = (form: 'link' | 'json', send: (asked: Asked) => string | object | null): void => {
    const path = `/memento/:c/timemap/${form}/*`;
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const question = await asked(request);
      const body = send(question);
      if (body === null)
        throw new TarrafaError('TRF_NOT_FOUND', [reason('time-map-page', { page: `${question.page}` })]);
      return reply
        .header(
          'content-type',
          form === 'link' ? 'application/link-format; charset=utf-8' : 'application/json; charset=utf-8',
        )
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-cache')
        .send(body);
    });
    app.route({ method: [...OTHER_METHODS], url: path, schema: { hide: true }, handler: onlyRead });
  };
  timeMap('link', ({ mementos, context, page }) => linkTimeMap(mementos, context, page));
  timeMap('json', ({ mementos, context, page }) => jsonTimeMap(mementos, context, page));
  app.route({
    method: [...OTHER_METHODS],
    url: '/memento/:c/timegate/*',
    schema: { hide: true },
    handler: onlyRead,
  });
}

/** RFC 7089 §4.5.5: a TimeGate is asked with GET and HEAD only. */
async function onlyRead(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .code(405)
    .header('allow', 'GET, HEAD')
    .header('content-type', 'text/plain; charset=utf-8')
    .send('GET, HEAD\n');
}
