/** The desk alone: the routes of volunteers and of who directs them, for a process that serves nothing else. It listens to nothing by itself. */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { TarrafaError } from '../errors.ts';
import type { Language } from '../words/index.ts';
import { type Access, guard } from './access.ts';
import type { DirectedVolunteers } from './crawls/directed-volunteers.ts';
import { failureHandler } from './failure.ts';
import { letIdleReadersGo } from './idle-readers.ts';
import { Description } from './openapi.ts';
import { type DeskParts, deskRoutes, PAGE_TIME } from './routes/desk-routes.ts';
import { volunteerRoutes } from './routes/volunteer-routes.ts';
import { compileValidator } from './validation.ts';

export interface DeskAppOptions extends DeskParts {
  readonly volunteers: DirectedVolunteers;
  readonly version: string;
  readonly language: Language;
  /** Its token is that of who directs the volunteers. */
  readonly access: Access;
  readonly onError?: (error: unknown, request: FastifyRequest) => void;
}

export function createDeskApp(options: DeskAppOptions): FastifyInstance {
  const handleFailure = failureHandler(options.language, options.onError ?? (() => {}));
  const app = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    requestTimeout: PAGE_TIME,
    keepAliveTimeout: 30_000,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void handleFailure(error, request, reply),
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleFailure);
  letIdleReadersGo(app);
  guard(app, options.access);
  const description = new Description(app, options.version);
  deskRoutes(app, options);
  volunteerRoutes(app, options.volunteers);
  app.get('/api/v1/openapi.json', { schema: { summary: 'This description', tags: ['server'] } }, async () =>
    description.make(),
  );
  app.setNotFoundHandler((request) => {
    throw new TarrafaError('TRF_NOT_FOUND', [request.url.slice(0, 200)]);
  });
  return app;
}
