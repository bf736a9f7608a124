/** Where browsers find how to search here, and what they ask while somebody types. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TarrafaError } from '../../errors.ts';
import type { Collections, OpenCollection } from '../collections.ts';
import { sendJson } from '../ogc/json-route.ts';
import { parametersOf } from '../ogc/parameters.ts';
import { originOf } from '../origin.ts';
import { openSearchDescription, suggestionsJson } from './description.ts';

const MOST_SUGGESTIONS = 10;

export function openSearchRoutes(app: FastifyInstance, collections: Collections): void {
  const chosen = (name: string | undefined): OpenCollection | null => {
    if (name === undefined) return null;
    const collection = collections.get(name);
    if (collection === null) throw new TarrafaError('TRF_NOT_FOUND', [`collections/${name.slice(0, 60)}`]);
    return collection;
  };

  app.get('/opensearch.xml', { schema: { hide: true } }, async (request: FastifyRequest, reply) => {
    const { c } = parametersOf(request, ['c']);
    return reply
      .header('content-type', 'application/opensearchdescription+xml; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-cache')
      .send(openSearchDescription(originOf(request), chosen(c)));
  });

  app.get('/opensearch/suggest', { schema: { hide: true } }, async (request, reply) => {
    const { c, q = '' } = parametersOf(request, ['c', 'q']);
    const one = chosen(c);
    const asked = q.slice(0, 500);
    const seen = new Set<string>();
    const open = asked.trim() === '' ? [] : one === null ? collections.list() : [one];
    const suggested = await Promise.all(
      open.map(({ catalogue }) => catalogue.suggest(asked, MOST_SUGGESTIONS)),
    );
    const suggestions = suggested
      .flat()
      .filter(({ line }) => !seen.has(line) && Boolean(seen.add(line)))
      .slice(0, MOST_SUGGESTIONS);
    return sendJson(
      reply,
      suggestionsJson(originOf(request), asked, one?.name ?? null, suggestions),
      'application/x-suggestions+json',
    );
  });
}
