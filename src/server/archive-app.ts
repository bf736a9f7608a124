/**
 * An archive alone, to be browsed on this machine: the replay with its lists, and Memento. No catalogue is needed, nothing is searched.
 * It listens to nothing by itself.
 */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { namedUrl } from '../collection/index.ts';
import type { Language } from '../words/index.ts';
import { guard, LOOPBACK } from './access.ts';
import { failureHandler } from './failure.ts';
import { letIdleReadersGo } from './idle-readers.ts';
import { mementoRoutes } from './memento/routes.ts';
import { contextOf, sendNotFound } from './plain/layout.ts';
import { archiveListsPath, archiveUrl, capturesPath, replayPath } from './replay/archive-url.ts';
import { ReplayKeys } from './replay/replay-keys.ts';
import type { ReplayedArchive } from './replay/replayed-archives.ts';
import { type ReplaySite, replayRoutes } from './replay/routes.ts';

export interface ArchiveAppOptions {
  readonly archive: ReplayedArchive;
  /** Of answers to those who ask for none. */
  readonly language: Language;
  /** Told of errors that are ours. */
  readonly onError?: ((error: unknown, request: FastifyRequest) => void) | undefined;
}

export function createArchiveApp({ archive, language, onError }: ArchiveAppOptions): FastifyInstance {
  const handleFailure = failureHandler(language, onError ?? (() => {}));
  const app = Fastify({
    logger: false,
    routerOptions: { maxParamLength: 8_192 },
    rewriteUrl: (request) => archiveUrl(request.url ?? '/'),
    requestTimeout: 30_000,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void handleFailure(error, request, reply),
  });
  app.setErrorHandler(handleFailure);
  letIdleReadersGo(app);
  const keys = new ReplayKeys();
  guard(app, LOOPBACK, keys);
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').type('text/plain').send('GET, HEAD\n');
  });
  const home = archiveListsPath(archive.name);
  const site: ReplaySite = {
    home,
    searchable: false,
    language,
    captures: capturesPath,
    // The whole server is the replay, and an address that could not be rewritten is found by the page that asks for it.
    scope: () => ({ scope: "'self'", referrer: 'same-origin' }),
  };
  const archives = {
    list: () => [archive],
    get: (name: string) => (name === archive.name ? archive : null),
  };
  replayRoutes(app, archives, { site, keys });
  mementoRoutes(app, archives);
  app.get('/', async (_, reply) => reply.redirect(home, 302));
  app.setNotFoundHandler((request, reply) => {
    const meant = meantAddress(request, archive.name);
    return meant === null ? sendNotFound(reply, contextOf(request, site)) : toMeant(reply, meant);
  });
  return app;
}

function toMeant(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 302);
}

/** Where an address leads that is none of ours: `/2024/exemplo.pt` as people write it, or one that an archived page asks for as its own. */
function meantAddress(request: FastifyRequest, name: string): string | null {
  const target = request.originalUrl;
  const written = /^\/(\d{4,14}|\*)(?:[a-z]{2}_)?\/(.+)$/s.exec(target);
  if (written !== null) return replayPath(name, written[1]!, namedUrl(written[2]!));
  const asking = /^https?:\/\/[^/]+\/replay\/[^/]+\/(\d{4,14})\/(https?:\/\/.+)$/s.exec(
    request.headers.referer ?? '',
  );
  if (asking === null) return null;
  try {
    return replayPath(name, asking[1]!, new URL(target, asking[2]!).href);
  } catch {
    return null;
  }
}
