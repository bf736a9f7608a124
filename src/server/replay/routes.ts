/**
 * Archived pages shown as they were, from the archive alone: their links and resources lead to other captures, and the policy of every answer
 * keeps them from anything outside the replay of their collection, this server's own API included. Scripts run only in pages that somebody
 * opened with a key (`scripted-pages.ts`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type FoundToReplay,
  findToReplay,
  isPartOfPage,
  LONGEST_REPLAYED,
  namedUrl,
  type ReplayScope,
  type Rewritten,
  replayBanner,
  replayHeaders,
  replayPolicy,
} from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import { formatBytes, say } from '../../words/index.ts';
import { mementoLinks, mementosOf, momentOf } from '../memento/time-map.ts';
import { originOf } from '../origin.ts';
import {
  CATALOGUE_SITE,
  contextOf,
  homeLink,
  linkTo,
  type PageContext,
  type PageSite,
  sendNotFound,
  sendPage,
} from '../plain/layout.ts';
import { html, type Shown } from '../plain/markup.ts';
import { archiveListsPath, keyedPath, replayPath, scriptsPath } from './archive-url.ts';
import { sendCaptures, sendLists } from './lists.ts';
import { originOfPage, ReplayKeys } from './replay-keys.ts';
import type { ReplayedArchive, ReplayedArchives } from './replayed-archives.ts';
import { Rewriting, type RewritingOptions } from './rewriting.ts';
import { sendFrame, sendWarning } from './scripted-pages.ts';

/** What differs between a server of collections and one that shows an archive alone. */
export interface ReplaySite extends PageSite {
  /** Where the captures of an address are listed. */
  readonly captures: (archive: string, url: string) => string;
  /** What an archived page may load, and whether it says who asks. */
  readonly scope: (origin: string, archive: string) => ReplayScope;
}

const OF_COLLECTIONS: ReplaySite = {
  ...CATALOGUE_SITE,
  captures: (archive, url) => `/simples/pagina/${encodeURIComponent(archive)}?url=${encodeURIComponent(url)}`,
  scope: (origin, archive) => ({ scope: origin + archiveListsPath(archive), referrer: 'no-referrer' }),
};

/** Asked for as a part of another page, or by the frame of the application: no strip then. */
function wantsBanner(request: FastifyRequest, bare: boolean): boolean {
  return !bare && !isPartOfPage(destinationOf(request));
}

/** What the browser says that it wants it for; '' when it says nothing, as to servers that are neither on its machine nor behind TLS. */
function destinationOf(request: FastifyRequest): string {
  return String(request.headers['sec-fetch-dest'] ?? '');
}

export interface ReplayRouteOptions {
  readonly site?: ReplaySite | undefined;
  /** Those by which the guard of this server lets requests through. */
  readonly keys?: ReplayKeys | undefined;
  readonly rewriting?: RewritingOptions | undefined;
}

/** One request for a capture, and how it is answered. */
interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: PageContext;
  readonly archive: ReplayedArchive;
  readonly timestamp: string;
  readonly url: string;
  /** Of a page that was opened with its scripts, and of all that it asks for. */
  readonly key: string | null;
  /** Neither strip nor frame around it. */
  readonly bare: boolean;
}

type Named = Readonly<Record<string, string>>;

export function replayRoutes(
  app: FastifyInstance,
  archives: ReplayedArchives,
  {
    site = OF_COLLECTIONS,
    keys = new ReplayKeys(),
    rewriting: rewritingOptions = {},
  }: ReplayRouteOptions = {},
): void {
  const rewriting = new Rewriting(rewritingOptions);
  app.addHook('onClose', () => rewriting.close());
  app.get('/replay/:c/', { schema: { hide: true } }, async (request, reply) => {
    const { c = '' } = request.params as Named;
    const archive = archives.get(c);
    const context = contextOf(request, site);
    return archive === null ? sendNotFound(reply, context) : sendLists(reply, context, archive);
  });

  /** What an address of the replay names; null when that was answered already. */
  const askedOf = (request: FastifyRequest, reply: FastifyReply): Asked | null => {
    const { c = '', ts = '', '*': rest = '', key = null } = request.params as Named;
    const archive = archives.get(c);
    // The address belongs to the archived page: a choice of language cannot be written into it.
    const context: PageContext = { ...contextOf(request, site), path: site.home, query: {} };
    if (archive === null) {
      sendNotFound(reply, context);
      return null;
    }
    const bare = /[?&]banner=0$/.test(rest);
    const url = namedUrl(bare ? rest.slice(0, -'?banner=0'.length) : rest);
    if (momentOf(ts) === null && (ts !== '*' || key !== null)) {
      sendWrongMoment(reply, context, archive, ts, url);
      return null;
    }
    return { request, reply, context, archive, timestamp: ts, url, key, bare };
  };

  app.get('/replay/:c/:ts/*', { schema: { hide: true } }, async (request, reply) => {
    const asked = askedOf(request, reply);
    if (asked === null) return reply;
    const { context, archive, timestamp, url } = asked;
    if (timestamp === '*') return sendCaptures(reply, context, archive, url);
    return show(asked);
  });

  app.get('/replay/:c/scripts/:ts/*', { schema: { hide: true } }, async (request, reply) => {
    const asked = askedOf(request, reply);
    if (asked === null) return reply;
    const { context, archive, timestamp, url } = asked;
    const origin = originOfPage(url);
    // Without the browser's word for it a page in a frame cannot be told from one that could leave.
    const key =
      origin === null || destinationOf(request) === ''
        ? null
        : keys.give({ collection: archive.name, origin, reader: request.ip });
    return sendWarning(reply, context, {
      run: key === null ? null : scriptsPath(archive.name, timestamp, url, key),
      back: replayPath(archive.name, timestamp, url),
      url,
    });
  });

  app.get('/replay/:c/scripts/~:key/:ts/*', { schema: { hide: true } }, async (request, reply) => {
    const asked = askedOf(request, reply);
    if (asked === null) return reply;
    const { context, archive, timestamp, url, key } = asked;
    if (key === null || !keys.opens(key, archive.name, request.ip)) {
      if (isPartOfPage(destinationOf(request))) throw new TarrafaError('TRF_REPLAY_KEY');
      return reply
        .header('cache-control', 'no-store')
        .redirect(originOf(request) + scriptsPath(archive.name, timestamp, url), 302);
    }
    return sendFrame(reply, context, {
      frames: originOf(request) + archiveListsPath(archive.name),
      page: replayPath(archive.name, timestamp, url, key),
      timestamp,
      back: replayPath(archive.name, timestamp, url),
      captures: site.captures(archive.name, url),
      bare: isPartOfPage(destinationOf(request)),
    });
  });

  app.get('/replay/:c/~:key/:ts/*', { schema: { hide: true } }, async (request, reply) => {
    const asked = askedOf(request, reply);
    if (asked === null) return reply;
    const { archive, timestamp, url, key } = asked;
    const [collection, reader] = [archive.name, request.ip];
    // The guard has let it through by this key; where there is no guard there are no scripts.
    if (key === null || !keys.opens(key, collection, reader)) throw new TarrafaError('TRF_REPLAY_KEY');
    const destination = destinationOf(request);
    const origin = originOfPage(url);
    const page = origin === null ? null : keys.forOrigin(key, { collection, origin, reader });
    if (destination === 'document') {
      // Outside of its frame a page could lead its reader, and what it knows, anywhere.
      const to =
        page === null
          ? replayPath(collection, timestamp, url)
          : scriptsPath(collection, timestamp, url, page);
      return reply.header('cache-control', 'no-store').redirect(originOf(request) + to, 302);
    }
    // A page of another site has a key of its own: with this one it could read what the page around it can.
    if (isFrame(destination) && page !== null && !keys.isOwn(key, url))
      return reply
        .header('cache-control', 'no-store')
        .redirect(originOf(request) + replayPath(collection, timestamp, url, page), 302);
    if (keys.isOwn(key, url) || /^(?:font|script)$/.test(destination)) letRead(reply);
    return show(asked);
  });

  /** How what is shown is kept from everything else. */
  const scopeOf = ({ request, archive, key }: Asked): ReplayScope => {
    const origin = originOf(request);
    if (key === null) return site.scope(origin, archive.name);
    return {
      scope: origin + keyedPath(archive.name, key),
      frames: origin + archiveListsPath(archive.name),
      referrer: 'no-referrer',
    };
  };

  const show = async (asked: Asked): Promise<FastifyReply> => {
    const { request, reply, context, archive, timestamp, url, key, bare } = asked;
    const origin = originOf(request);
    const found = await findToReplay(archive.archive, url, timestamp);
    if (found.kind === 'found') {
      const banner =
        key === null && wantsBanner(request, bare)
          ? replayBanner(context.text, context.language, timestamp, {
              captures: site.captures(archive.name, url),
              scripts: scriptsPath(archive.name, timestamp, url),
              home: site.home,
            })
          : '';
      const { places, light } = found;
      const shown = { archive: archive.name, timestamp, banner, key };
      const made =
        light === null
          ? await rewriting.rewrite({ ...shown, places }, reply)
          : rewriting.rewriteHere(light, shown);
      if (made.kind !== 'page') return sendAbsent(asked, archives, made, scopeOf(asked));
      return sendArchived(asked, made, keys, scopeOf(asked));
    }
    if (found.kind === 'elsewhere') {
      const to = replayPath(archive.name, found.timestamp, found.url, key);
      reply.header('cache-control', 'no-store');
      if (key !== null) return reply.redirect(origin + to, 302);
      const mementos = mementosOf(await archive.archive.captures(url));
      return reply
        .header('link', mementoLinks(mementos, null, { origin, collection: archive.name, url }))
        .redirect(origin + to + (bare ? `${to.includes('?') ? '&' : '?'}banner=0` : ''), 302);
    }
    return sendAbsent(asked, archives, found, scopeOf(asked));
  };
}

function isFrame(destination: string): boolean {
  return destination === 'iframe' || destination === 'frame';
}

/** To the scripts of the page that asks, and to no others: who has no origin and not this key gets no answer. */
function letRead(reply: FastifyReply): void {
  void reply.header('access-control-allow-origin', 'null');
}

async function sendArchived(
  { request, reply, archive: { archive, name }, timestamp, url, key }: Asked,
  { page }: Rewritten & { readonly kind: 'page' },
  keys: ReplayKeys,
  scope: ReplayScope,
): Promise<FastifyReply> {
  void reply.code(page.status);
  if (key !== null) {
    const readable = page.readableBy;
    if (readable !== null && (readable === '*' || keys.isOwn(key, readable))) letRead(reply);
    // Scripts run where the browser says that it is a frame: only there the page around it holds it.
    const scripts = isFrame(destinationOf(request)) ? page.scripts : null;
    return reply.headers(replayHeaders({ ...page, scripts }, timestamp, scope)).send(page.bytes);
  }
  const mementos = mementosOf(await archive.captures(url));
  const current = mementos.find((memento) => memento.timestamp === timestamp) ?? null;
  return reply
    .headers(replayHeaders(page, timestamp, scope))
    .header('link', mementoLinks(mementos, current, { origin: originOf(request), collection: name, url }))
    .send(page.bytes);
}

function sendWrongMoment(
  reply: FastifyReply,
  context: PageContext,
  archive: ReplayedArchive,
  ts: string,
  url: string,
): FastifyReply {
  const { text } = context;
  return sendPage(
    reply,
    context,
    `${text.noSuchMoment}: ${ts.slice(0, 40)}`,
    html`<p>${text.momentAdvice}</p><p><a href="${replayPath(archive.name, '9999', url)}">${url}</a></p>`,
    400,
  );
}

/** Why a capture cannot be shown, and the status that says so; null when there is none. */
function whyNot(
  answer: FoundToReplay | Rewritten,
  { text, language }: PageContext,
): readonly [why: string, status: number] | null {
  switch (answer.kind) {
    case 'away':
      return [say(text.away, { worker: answer.worker }), 503];
    case 'no-payload':
      return [text.noPayload, 404];
    case 'damaged':
      return [text.damaged, 502];
    case 'too-long':
      return [say(text.tooLong, { size: formatBytes(LONGEST_REPLAYED, language) }), 422];
    default:
      return null;
  }
}

/** In the frame of a page with scripts: words for who sees it, and nothing to be done with. */
function sendAbsentPart(
  { reply, context }: Asked,
  answer: FoundToReplay | Rewritten,
  scope: ReplayScope,
): FastifyReply {
  const [why, status] = whyNot(answer, context) ?? [context.text.notArchived, 404];
  const { language } = context;
  return reply
    .code(status)
    .headers(replayPolicy(scope, { mime: 'text/html', scripts: null }))
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language)
    .send(
      html`<!DOCTYPE html><html lang="${language}"><meta charset="utf-8"><title>${why}</title><p>${why}</p></html>`.toString(),
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

async function sendAbsent(
  asked: Asked,
  archives: ReplayedArchives,
  answer: FoundToReplay | Rewritten,
  scope: ReplayScope,
): Promise<FastifyReply> {
  const { reply, context, archive, url, timestamp: ts, key } = asked;
  const { site, text } = context;
  if (key !== null) return sendAbsentPart(asked, answer, scope);
  const told = whyNot(answer, context);
  if (told !== null) {
    const [why, status] = told;
    if (status === 503) void reply.header('retry-after', '60');
    return sendPage(
      reply,
      context,
      text.archiveTitle,
      html`<p class="warning">${why}</p><p>${url}</p>`,
      status,
    );
  }
  const has = async (other: ReplayedArchive, form: string) => (await other.archive.lookup(form, ts)) !== null;
  const here: string[] = [];
  for (const form of otherForms(url)) if (await has(archive, form)) here.push(form);
  const elsewhere: ReplayedArchive[] = [];
  for (const other of archives.list())
    if (other !== archive && (await has(other, url))) elsewhere.push(other);
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
${list(here.map((form) => html`<li><a href="${replayPath(archive.name, ts, form)}">${form}</a></li>`))}
${list(elsewhere.map((other) => html`<li>${text.otherCollections} <a href="${replayPath(other.name, ts, url)}">${other.title}</a></li>`))}
${host === '' || !site.searchable ? null : html`<p><a href="${linkTo(context, site.home, { q: `site:${host}`, c: archive.name })}">${text.searchSite}</a></p>`}
${homeLink(context)}`,
    404,
  );
}
