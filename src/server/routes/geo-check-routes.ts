/** How the links of a geographic collection stand, and a check of them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TarrafaError } from '../../errors.ts';
import { acceptedLanguage } from '../../words/index.ts';
import { endpoint } from '../endpoint.ts';
import type { GeoCheckDesk } from '../geo-checks/geo-check-desk.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import type { GeoCheckInfo as Info } from '../schemas/answers.ts';
import { GeoCheckInfo } from '../schemas/geo-checks.ts';
import { CollectionName } from '../schemas/shapes.ts';

export function geoCheckRoutes(app: FastifyInstance, context: RouteContext, desk: GeoCheckDesk): void {
  const params = { c: CollectionName };
  const infoOf = (name: string, request: FastifyRequest): Info => {
    const language = acceptedLanguage(request.headers['accept-language'], context.language);
    const info = desk.info(collectionNamed(context, name).folder, language);
    if (info === null) throw new TarrafaError('TRF_NOT_FOUND', [`collections/${name}/geo/check`]);
    return info;
  };

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/geo/check',
    id: 'geoCheck',
    summary: 'How the links to geographic files and services stand, and whether they are being asked',
    tag: 'geo',
    params,
    answer: GeoCheckInfo,
    errors: ['TRF_NOT_FOUND'],
    handle: ({ params: { c }, request }) => infoOf(c, request),
  });

  const acts = [
    ['', 'startGeoCheck', 'Asks every link again that is due, as a process of its own', 'start'],
    ['/stop', 'stopGeoCheck', 'Ends a check; what was not asked is due at the next', 'stop'],
  ] as const;
  for (const [path, id, summary, act] of acts)
    endpoint(app, {
      method: 'POST',
      path: `/api/v1/collections/:c/geo/check${path}`,
      id,
      summary,
      tag: 'geo',
      params,
      answer: GeoCheckInfo,
      status: 202,
      token: true,
      errors: ['TRF_NOT_FOUND', 'TRF_SERVER_BUSY', 'TRF_CRAWL_REFUSED'],
      handle: ({ params: { c }, request }) => {
        // Before anything is begun: whether there is something to be checked.
        infoOf(c, request);
        desk[act](collectionNamed(context, c).folder);
        return infoOf(c, request);
      },
    });
}
