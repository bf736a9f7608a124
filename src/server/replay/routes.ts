/**
 * Archived pages shown as they were, from the archive alone: their links and resources lead to other captures, scripts do not run, and
 * the policy of every answer keeps them from anything outside the replay of their collection, this server's own API included.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  isPartOfPage,
  namedUrl,
  type ReplayAnswer,
  replayBanner,
  replayHeaders,
  replayPage,
} from '../../collection/index.ts';
import type { Collections, OpenCollection } from '../collections.ts';
import { type MementoContext, mementoLinks, mementosOf, momentOf } from '../memento/time-map.ts';
import { originOf } from '../origin.ts';
import { contextOf, linkTo, type PageContext, sendNotFound, sendPage } from '../plain/layout.ts';
import { html, type Shown } from '../plain/markup.ts';
import { replayPath } from './archive-url.ts';

/** Asked for as a part of another page, or by the frame of the application: no strip then. */
function wantsBanner(request: FastifyRequest, bare: boolean): boolean {
  return !bare && !isPartOfPage(String(request.headers['sec-fetch-dest'] ?? ''));
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
          ? replayBanner(context.text, context.language, timestamp, {
              captures: `/simples/pagina/${encodeURIComponent(collection.name)}?url=${encodeURIComponent(url)}`,
              home: '/simples',
            })
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
  const replay = `${context.origin}/replay/${encodeURIComponent(collection.name)}/`;
  return reply
    .code(page.status)
    .headers(replayHeaders(page, timestamp, { scope: replay, referrer: 'no-referrer' }))
    .header('link', mementoLinks(mementos, current, context))
    .send(page.bytes);
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
