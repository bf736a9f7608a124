/** Pages taken out of a collection for good: for administrators alone, asking included, because the answer names what others have in common with them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptedLanguage } from '../../words/index.ts';
import { endpoint } from '../endpoint.ts';
import type { ForgetDesk } from '../forgetting/forget-desk.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import { ForgetInfo, ForgetRequest } from '../schemas/forgetting.ts';
import { CollectionName } from '../schemas/shapes.ts';

export function forgetRoutes(app: FastifyInstance, context: RouteContext, desk: ForgetDesk): void {
  const params = { c: CollectionName };
  const infoOf = (name: string, request: FastifyRequest) =>
    desk.info(
      collectionNamed(context, name).folder,
      acceptedLanguage(request.headers['accept-language'], context.language),
    );

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/forget',
    id: 'forgetting',
    summary: 'What was last asked to be forgotten came to, and how far it is',
    tag: 'collections',
    params,
    answer: ForgetInfo,
    token: true,
    errors: ['TRF_NOT_FOUND'],
    handle: ({ params: { c }, request }) => infoOf(c, request),
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/forget',
    id: 'forget',
    summary:
      'Takes pages out of a collection for good, as a process of its own; without a reason it only says what would go',
    tag: 'collections',
    params,
    body: ForgetRequest,
    answer: ForgetInfo,
    status: 202,
    token: true,
    errors: ['TRF_NOT_FOUND', 'TRF_SERVER_BUSY', 'TRF_FORGET_REFUSED'],
    handle: ({ params: { c }, body: { what, reason = null, by = null }, request }) => {
      desk.start(collectionNamed(context, c).folder, { what, reason, by });
      return infoOf(c, request);
    },
  });
}
