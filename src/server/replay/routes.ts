/**
 * Archived pages shown as they were, from the archive alone: their links and resources lead to other captures, scripts do not run, and
 * the policy of every answer keeps them from anything outside the replay of their collection, this server's own API included.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ReplayAnswer, replayPage } from '../../collection/index.ts';
import type { Collections, OpenCollection } from '../collections.ts';
import { httpDate } from '../memento/http-date.ts';
import { type MementoContext, mementoLinks, mementosOf, momentOf } from '../memento/time-map.ts';
import { originOf } from '../origin.ts';
import { contextOf, linkTo, type PageContext, sendNotFound, sendPage } from '../plain/layout.ts';
import { html, type Shown } from '../plain/markup.ts';
import { namedUrl, replayPath } from './archive-url.ts';
import { replayBanner } from './banner.ts';

/**
 * Sandboxed without scripts; everything it loads must lie in the replay of the same collection. It keeps its origin, because without one
 * its own fonts, pictures and the reader's cookie would be strangers to it; without scripts the origin is of no use to it. A browser's
 * viewer of PDF files does not start in a sandbox, and needs none: it is not a page of this origin.
 */
export function replayPolicy(origin: string, collection: string, mime: string): string {
  const replay = `${origin}/replay/${encodeURIComponent(collection)}/`;
  const policy = [
    `default-src ${replay} data: blob: 'unsafe-inline'`,
    "script-src 'none'",
    "connect-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    `frame-src ${replay}`,
    `form-action ${replay}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ];
  return (
    mime === 'application/pdf' ? policy : ['sandbox allow-same-origin allow-forms allow-popups', ...policy]
  ).join('; ');
}

/** Asked for as a part of another page, or by the frame of the application: no strip then. */
function wantsBanner(request: FastifyRequest, bare: boolean): boolean {
  return (
    !bare &&
    !/^(i?frame|image|style|object|embed|font)$/.test(String(request.headers['sec-fetch-dest'] ?? ''))
  );
}

export function replayRoutes(app: FastifyInstance, collections: Collections): void {
  app.get('/replay/:c/:ts/*', { schema: { hide: true } }, async (request, reply) => {
    const { c = '', ts = '', '*': rest = '' } = request.params as Readonly<Record<string, string>>;
    const collection = collections.get(c);
    // The address belongs to the archived page: a choice of language cannot be written into it.
    const context: PageContext = { ...contextOf(request), path: '/simples', query: {} };
    if (collection === null) return sendNotFound(reply, context);
    const bare = /[?&]banner=0$/.test(rest);
    const url = namedUrl(bare ? rest.slice(0, -'?banner=0'.length) : rest);
    if (momentOf(ts) === null) return sendWrongMoment(reply, context, collection, ts, url);
    const origin = originOf(request);
    const answer = await replayPage(collection.archive, {
      url,
      timestamp: ts,
      path: (timestamp, to) => replayPath(collection.name, timestamp, to),
      banner: (timestamp) =>
        wantsBanner(request, bare)
          ? replayBanner(
              context.text,
              context.language,
              readable(timestamp),
              `/simples/pagina/${encodeURIComponent(collection.name)}?url=${encodeURIComponent(url)}`,
              '/simples',
            )
          : '',
    });
    if (answer.kind === 'page')
      return sendArchived(reply, answer, collection, { origin, collection: collection.name, url });
    if (answer.kind === 'elsewhere') {
      const to = replayPath(collection.name, answer.timestamp, answer.url);
      const mementos = mementosOf(collection.archive.captures(url));
      return reply
        .header('link', mementoLinks(mementos, null, { origin, collection: collection.name, url }))
        .header('cache-control', 'no-store')
        .redirect(origin + to + (bare ? `${to.includes('?') ? '&' : '?'}banner=0` : ''), 302);
    }
    return sendAbsent(reply, context, collections, collection, answer, url, ts);
  });
}

function sendArchived(
  reply: FastifyReply,
  answer: ReplayAnswer & { readonly kind: 'page' },
  collection: OpenCollection,
  context: MementoContext,
): FastifyReply {
  const { page, timestamp } = answer;
  const mementos = mementosOf(collection.archive.captures(context.url));
  const current = mementos.find((memento) => memento.timestamp === timestamp) ?? null;
  reply
    .code(page.status)
    .header('content-type', page.contentType)
    .header('content-security-policy', replayPolicy(context.origin, collection.name, page.mime))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .header('memento-datetime', httpDate(momentOf(timestamp) ?? 0))
    .header('link', mementoLinks(mementos, current, context));
  if (page.location !== null) reply.header('location', page.location);
  return reply.send(page.bytes);
}

function readable(timestamp: string): string {
  const at = momentOf(timestamp);
  return at === null ? timestamp : `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function sendWrongMoment(
  reply: FastifyReply,
  context: PageContext,
  collection: OpenCollection,
  ts: string,
  url: string,
): FastifyReply {
  const { text } = context;
  return sendPage(
    reply,
    context,
    `${text.noSuchMoment}: ${ts.slice(0, 40)}`,
    html`<p>${text.momentAdvice}</p><p><a href="${replayPath(collection.name, '9999', url)}">${url}</a></p>`,
    400,
  );
}

/** Addresses near one that is not archived: without its query, and the front of its site. (Scheme, `www.` and a last slash make no difference to the index.) */
function otherForms(url: string): string[] {
  try {
    const { origin, pathname, href } = new URL(url);
    return [...new Set([origin + pathname, `${origin}/`])].filter((form) => form !== href);
  } catch {
    return [];
  }
}

function sendAbsent(
  reply: FastifyReply,
  context: PageContext,
  collections: Collections,
  collection: OpenCollection,
  answer: ReplayAnswer,
  url: string,
  ts: string,
): FastifyReply {
  const { text } = context;
  if (answer.kind === 'no-payload' || answer.kind === 'damaged')
    return sendPage(
      reply,
      context,
      text.archiveTitle,
      html`<p class="warning">${answer.kind === 'damaged' ? text.damaged : text.noPayload}</p><p>${url}</p>`,
      answer.kind === 'damaged' ? 502 : 404,
    );
  const here = otherForms(url).filter((form) => collection.archive.lookup(form, ts) !== null);
  const elsewhere = collections
    .list()
    .filter((other) => other !== collection && other.archive.lookup(url, ts) !== null);
  let host = '';
  try {
    host = new URL(url).hostname;
  } catch {
    // An address without a host has no site to search.
  }
  const list = (items: readonly Shown[]): Shown => (items.length === 0 ? null : html`<ul>${items}</ul>`);
  return sendPage(
    reply,
    context,
    text.notArchived,
    html`<p>${url}</p>
${here.length + elsewhere.length === 0 ? null : html`<p>${text.notArchivedAdvice}</p>`}
${list(here.map((form) => html`<li><a href="${replayPath(collection.name, ts, form)}">${form}</a></li>`))}
${list(elsewhere.map((other) => html`<li>${text.otherCollections} <a href="${replayPath(other.name, ts, url)}">${other.title}</a></li>`))}
${host === '' ? null : html`<p><a href="${linkTo(context, '/simples', { q: `site:${host}`, c: collection.name })}">${text.searchSite}</a></p>`}
<p><a href="${linkTo(context, '/simples')}">${text.toSearch}</a></p>`,
    404,
  );
}
