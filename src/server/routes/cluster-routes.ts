/** The crawl that several machines share, when the server shows one: how it stands, and what can be done with it and its workers. */
import type { FastifyInstance } from 'fastify';
import type { ClusterDesk } from '../crawls/cluster-desk.ts';
import { endpoint } from '../endpoint.ts';
import type { RouteContext } from '../route-context.ts';
import { ClusterAnswer, StopWorkers } from '../schemas/clusters.ts';

export function clusterRoutes(
  app: FastifyInstance,
  { collections }: RouteContext,
  desk: ClusterDesk | null,
): void {
  const picture = async (shown: ClusterDesk) => {
    const collection = collections.list().find(({ folder }) => folder === shown.folder)?.name ?? null;
    return { cluster: { ...(await shown.picture()), collection } };
  };

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/cluster',
    id: 'cluster',
    summary: 'The crawl that several machines share, with its workers; null when the server shows none',
    tag: 'crawls',
    answer: ClusterAnswer,
    errors: ['TRF_CLUSTER_UNREACHABLE'],
    handle: async () => (desk === null ? { cluster: null } : picture(desk)),
  });

  if (desk === null) return;
  const acts = [
    ['pause', 'Suspends the shared crawl: workers finish what they have under way, and wait', true],
    ['resume', 'Lets a shared crawl go on', false],
  ] as const;
  for (const [act, summary, isPaused] of acts)
    endpoint(app, {
      method: 'POST',
      path: `/api/v1/cluster/${act}`,
      id: `${act}Cluster`,
      summary,
      tag: 'crawls',
      answer: ClusterAnswer,
      status: 202,
      token: true,
      errors: ['TRF_CLUSTER_UNREACHABLE'],
      handle: async () => {
        await desk.setPaused(isPaused);
        return picture(desk);
      },
    });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/cluster/stop',
    id: 'stopCluster',
    summary: 'Asks a worker of the shared crawl, or all of them, to stop after what they have under way',
    tag: 'crawls',
    body: StopWorkers,
    answer: ClusterAnswer,
    status: 202,
    token: true,
    errors: ['TRF_CLUSTER_UNREACHABLE'],
    handle: async ({ body: { worker } }) => {
      await desk.stop(worker ?? null);
      return picture(desk);
    },
  });
}
