/** The desk over HTTP: volunteers with their tokens. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Desk,
  type DeskStore,
  mostPacked,
  PostedPageError,
  postedRecord,
  postedResponse,
  tokenHash,
  type Volunteer,
} from '../../desk/index.ts';
import { TarrafaError } from '../../errors.ts';
import { endpoint } from '../endpoint.ts';
import { AskedLease, GivenBack, Lease, LeaseId, PageTaken, Visits, VisitsTaken } from '../schemas/desk.ts';

const WARC = 'application/warc';
/** Reports with two thousand links each are long. */
const LARGEST_REPORT = 4 << 20;
const LARGEST_PAGE = 64 << 20;
/** How long one of the largest kind may come over the line of a volunteer, ms. */
export const PAGE_TIME = 5 * 60_000;

export interface DeskParts {
  readonly desk: Desk;
  readonly store: Pick<DeskStore, 'volunteerOf'>;
}

export function deskRoutes(app: FastifyInstance, { desk, store }: DeskParts): void {
  // As it comes: a page may be longer than anything else that is sent here.
  app.addContentTypeParser(WARC, (_, payload, done) => done(null, payload));

  const volunteerOf = async (request: FastifyRequest): Promise<Volunteer> => {
    const token = /^Bearer ([\x21-\x7e]{16,256})$/i.exec(request.headers.authorization ?? '')?.[1];
    const volunteer = token === undefined ? null : await store.volunteerOf(tokenHash(token));
    if (volunteer === null || volunteer.isRevoked) throw new TarrafaError('TRF_TOKEN_MISSING');
    return volunteer;
  };
  const unknown = (id: string): TarrafaError => new TarrafaError('TRF_LEASE_UNKNOWN', [id.slice(0, 60)]);
  const params = { id: LeaseId };
  const usual = {
    tag: 'volunteers',
    volunteer: true,
    errors: ['TRF_TOKEN_MISSING', 'TRF_LEASE_UNKNOWN'],
  } as const;

  endpoint(app, {
    ...usual,
    method: 'POST',
    path: '/api/v1/leases',
    id: 'lease',
    summary: 'Work for a volunteer: URLs of different sites. Waits some seconds for it',
    body: AskedLease,
    answer: Lease,
    status: 201,
    errors: ['TRF_TOKEN_MISSING'],
    handle: async ({ request, body }) => desk.lease(await volunteerOf(request), body.sites),
  });

  endpoint(app, {
    ...usual,
    method: 'POST',
    path: '/api/v1/leases/:id/visits',
    id: 'leaseVisits',
    summary:
      'Results without content, a sign of life, a wish for more. The same result twice changes nothing',
    params,
    body: Visits,
    bodyLimit: LARGEST_REPORT,
    answer: VisitsTaken,
    handle: async ({ request, params: { id }, body }) => {
      const answer = await desk.visits(await volunteerOf(request), id, body.results, body.more);
      if (answer === null) throw unknown(id);
      return answer;
    },
  });

  endpoint(app, {
    ...usual,
    method: 'POST',
    path: '/api/v1/leases/:id/pages',
    id: 'leasePages',
    summary: 'An answer with its content: one gzip WARC record (application/warc). Twice changes nothing',
    params,
    bodyLimit: LARGEST_PAGE,
    answer: PageTaken,
    handle: async ({ request, params: { id } }) => {
      const volunteer = await volunteerOf(request);
      const body = request.body as AsyncIterable<Uint8Array> | undefined;
      if (request.headers['content-type'] !== WARC || body === undefined)
        throw new TarrafaError('TRF_REQUEST_INVALID', [`content-type: ${WARC}`]);
      try {
        const { record, url } = await postedRecord(body, mostPacked(LARGEST_PAGE));
        const errand = desk.errandOf(volunteer, id, url);
        if (errand === null) throw unknown(id);
        const response = errand === 'settled' ? null : postedResponse(record, errand, desk.now);
        const taken = await desk.page(volunteer, id, url, response);
        if (taken === null) throw unknown(id);
        return { taken };
      } catch (error) {
        if (error instanceof PostedPageError) throw new TarrafaError('TRF_REQUEST_INVALID', [error.message]);
        throw error;
      }
    },
  });

  endpoint(app, {
    ...usual,
    method: 'DELETE',
    path: '/api/v1/leases/:id',
    id: 'giveLeaseBack',
    summary: 'Gives back at once what was not done',
    params,
    answer: GivenBack,
    handle: async ({ request, params: { id } }) => ({
      givenBack: desk.giveBack(await volunteerOf(request), id),
    }),
  });
}
