/** The page in the browser: the files of `dist/web`, and its index for the addresses of its views, so that they can be shared. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Collections } from './collections.ts';

/** Addresses of views of the page. */
const VIEWS =
  /^\/(?:(?:busca|tempo|concordancia|mapa|entidades|dossies|coletas)\/?|pagina\/([^/]+)\/(\d{1,15})\/?)$/;
/** What programs ask for, and the pages that work without scripts: the page says nothing of these. */
const OTHERS = /^\/(?:api|simples|replay|metrics|ogc|stac|opensearch|timemap|timegate)(?:[/.]|$)/;

/** Names that hold a digest of their content never change. */
const HASHED = /[/\\]assets[/\\]/;

export function webPages(app: FastifyInstance, folder: string | null): void {
  const index = folder === null ? null : join(folder, 'index.html');
  if (folder !== null && index !== null && existsSync(index))
    app.register(staticFiles, {
      root: folder,
      index: false,
      preCompressed: true,
      decorateReply: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (path.endsWith('.mjs')) reply.header('content-type', 'text/javascript; charset=utf-8');
      },
    });
  app.get('/', { schema: { hide: true } }, (request, reply) => sendIndex(request, reply, index));
}

function sendIndex(request: FastifyRequest, reply: FastifyReply, index: string | null): FastifyReply {
  if (index === null || !existsSync(index)) return reply.redirect(plainAddress(request), 302);
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(readFileSync(index));
}

/** The pages without script, with what was searched for. */
function plainAddress(request: FastifyRequest): string {
  const asked = request.query as Readonly<Record<string, unknown>>;
  const kept = new URLSearchParams();
  for (const name of ['q', 'c']) {
    const value = asked[name];
    if (typeof value === 'string' && value !== '') kept.set(name, value);
  }
  return kept.size === 0 ? '/simples' : `/simples?${kept}`;
}

/**
 * Answers an address of a view with the page. A person who comes by an address that leads nowhere is answered by the page too, which says so,
 * with the status that programs understand. False for what the page says nothing of.
 */
export async function answeredByPage(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string | null,
  collections: Collections,
): Promise<boolean> {
  const path = request.url.split('?', 1)[0]!;
  if (request.method !== 'GET') return false;
  const view = VIEWS.exec(path);
  const accept = request.headers.accept ?? '*/*';
  if (view === null) {
    const index = folder === null ? null : join(folder, 'index.html');
    if (OTHERS.test(path) || !accept.includes('text/html') || index === null || !existsSync(index))
      return false;
    void sendIndex(request, reply.code(404), index);
    return true;
  }
  if (!/text\/html|\*\/\*/.test(accept)) return false;
  const [, name, id] = view;
  if (name !== undefined && !(await isThere(name, Number(id), collections))) reply.code(404);
  void sendIndex(request, reply, folder === null ? null : join(folder, 'index.html'));
  return true;
}

/** Page 0 stands for one that is named by its address, which the page looks for. */
async function isThere(name: string, id: number, collections: Collections): Promise<boolean> {
  const collection = collections.get(name);
  return collection !== null && (id === 0 || (await collection.catalogue.page(id)) !== null);
}
