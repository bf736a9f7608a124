/** The volunteers of a shared crawl, for who directs them with the token of the server. Wherever their desk is, it hears of it within a second. */
import type { FastifyInstance } from 'fastify';
import type { DirectedVolunteers } from '../crawls/directed-volunteers.ts';
import { endpoint } from '../endpoint.ts';
import { InvitedVolunteer, VolunteerList, VolunteersChanged, VolunteerToken } from '../schemas/desk.ts';

export function volunteerRoutes(app: FastifyInstance, volunteers: DirectedVolunteers): void {
  const usual = { tag: 'volunteers', token: true, errors: ['TRF_CLUSTER_UNREACHABLE'] } as const;

  endpoint(app, {
    ...usual,
    method: 'GET',
    path: '/api/v1/volunteers',
    id: 'listVolunteers',
    summary: 'The volunteers, how far each is believed, and what of theirs nobody else has seen',
    answer: VolunteerList,
    handle: () => volunteers.list(),
  });

  endpoint(app, {
    ...usual,
    method: 'POST',
    path: '/api/v1/volunteers',
    id: 'inviteVolunteer',
    summary: 'Makes the token of a volunteer, which is told this once',
    body: InvitedVolunteer,
    answer: VolunteerToken,
    status: 201,
    handle: ({ body }) => volunteers.invite(body.name),
  });

  const acts = [
    ['revoke', 'Its token is good no more; what it has in hand comes back'],
    ['pardon', 'Begins anew with a volunteer that was found to differ'],
  ] as const;
  for (const [act, summary] of acts)
    endpoint(app, {
      ...usual,
      method: 'POST',
      path: `/api/v1/volunteers/:name/${act}`,
      id: `${act}Volunteer`,
      summary: `${summary}. By name or number`,
      params: { name: InvitedVolunteer.properties.name },
      answer: VolunteersChanged,
      errors: [...usual.errors, 'TRF_NOT_FOUND'],
      handle: async ({ params: { name } }) => ({ volunteers: await volunteers[act](name) }),
    });

  for (const [act, isStopped] of [
    ['stop', true],
    ['resume', false],
  ] as const)
    endpoint(app, {
      ...usual,
      method: 'POST',
      path: `/api/v1/volunteers/${act}`,
      id: `${act}Volunteers`,
      summary: isStopped
        ? 'Stops all volunteers: what they have in hand comes back'
        : 'Lets volunteers work again',
      answer: VolunteerList,
      handle: async () => {
        await volunteers.setStopped(isStopped);
        return volunteers.list();
      },
    });
}
