/** Every route of the server, heard from the application itself while it registers them: a new one cannot be forgotten. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../src/server/index.ts';

/** Fastify tells of each application that is made, before anything is registered in it. */
const MADE = 'fastify.initialization';
const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));

export interface Route {
  readonly method: string;
  /** `/api/v1/crawls/:name`. */
  readonly path: string;
}

export async function everyRoute(): Promise<readonly Route[]> {
  const routes: Route[] = [];
  const hear = (message: unknown) =>
    (message as { readonly fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, path: url });
    });
  subscribe(MADE, hear);
  try {
    const app = createApp({ collections: { list: () => [], get: () => null }, version: '1', web: WEB });
    await app.ready();
    await app.close();
  } finally {
    unsubscribe(MADE, hear);
  }
  return routes;
}
