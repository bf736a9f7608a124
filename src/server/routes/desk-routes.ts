/** The desk over HTTP: volunteers with their tokens, and who directs them with the server's. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Desk,
  mostPacked,
  PostedPageError,
  type PostgresDeskStore,
  postedRecord,
  postedResponse,
  standingOf,
  tokenHash,
  type Volunteer,
} from '../../desk/index.ts';
import { TarrafaError } from '../../errors.ts';
import { endpoint } from '../endpoint.ts';
import {
  AskedLease,
  GivenBack,
  InvitedVolunteer,
  Lease,
  LeaseId,
  PageTaken,
  Visits,
  VisitsTaken,
  VolunteerList,
  VolunteersChanged,
  VolunteerToken,
} from '../schemas/desk.ts';

const WARC = 'application/warc';
/** Reports with two thousand links each are long. */
const LARGEST_REPORT = 4 << 20;
const LARGEST_PAGE = 64 << 20;

export interface DeskParts {
  readonly desk: Desk;
  readonly store: PostgresDeskStore;
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
        const taken = desk.page(volunteer, id, url, response);
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

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/volunteers',
    id: 'listVolunteers',
    summary: 'The volunteers, how far each is believed, and what of theirs nobody else has seen',
    tag: 'volunteers',
    token: true,
    answer: VolunteerList,
    handle: async () => ({
      stopped: await store.isStopped(),
      waitingLinks: await store.waiting(),
      volunteers: (await store.volunteers()).map(({ record, isRevoked, made, seen, ...rest }) => ({
        ...rest,
        standing: standingOf(record),
        revoked: isRevoked,
        seen: seen?.toISOString() ?? null,
      })),
    }),
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/volunteers',
    id: 'inviteVolunteer',
    summary: 'Makes the token of a volunteer, which is told this once',
    tag: 'volunteers',
    token: true,
    body: InvitedVolunteer,
    answer: VolunteerToken,
    status: 201,
    handle: ({ body }) => store.invite(body.name),
  });

  const acts = [
    ['revoke', 'Its token is good no more; what it has in hand comes back'],
    ['pardon', 'Begins anew with a volunteer that was found to differ'],
  ] as const;
  for (const [act, summary] of acts)
    endpoint(app, {
      method: 'POST',
      path: `/api/v1/volunteers/:name/${act}`,
      id: `${act}Volunteer`,
      summary,
      tag: 'volunteers',
      params: { name: InvitedVolunteer.properties.name },
      token: true,
      answer: VolunteersChanged,
      errors: ['TRF_NOT_FOUND'],
      handle: async ({ params: { name } }) => {
        const ids = act === 'revoke' ? await store.revoke(name) : [];
        for (const id of ids) desk.dismiss(id);
        const volunteers = act === 'revoke' ? ids.length : await store.pardon(name);
        if (volunteers === 0) throw new TarrafaError('TRF_NOT_FOUND', [name]);
        return { volunteers };
      },
    });

  for (const [act, stopped] of [
    ['stop', true],
    ['resume', false],
  ] as const)
    endpoint(app, {
      method: 'POST',
      path: `/api/v1/volunteers/${act}`,
      id: `${act}Volunteers`,
      summary: stopped
        ? 'Stops all volunteers: what they have in hand comes back at once'
        : 'Lets volunteers work again',
      tag: 'volunteers',
      token: true,
      answer: VolunteersChanged,
      handle: async () => {
        await store.stopAll(stopped);
        desk.dismiss(stopped ? null : -1);
        return { volunteers: (await store.volunteers()).filter(({ isRevoked }) => !isRevoked).length };
      },
    });
}
