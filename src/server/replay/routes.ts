/**
 * Archived pages shown as they were, from the archive alone: their links and resources lead to other captures, scripts do not run, and
 * the policy of every answer keeps them from anything outside the replay of their collection, this server's own API included.
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
} from '../../collection/index.ts';
import { formatBytes, say } from '../../words/index.ts';
import { type MementoContext, mementoLinks, mementosOf, momentOf } from '../memento/time-map.ts';
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
import { archiveListsPath, replayPath } from './archive-url.ts';
import { sendCaptures, sendLists } from './lists.ts';
import type { ReplayedArchive, ReplayedArchives } from './replayed-archives.ts';
import { Rewriting, type RewritingOptions } from './rewriting.ts';

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
  return !bare && !isPartOfPage(String(request.headers['sec-fetch-dest'] ?? ''));
}

export function replayRoutes(
  app: FastifyInstance,
  archives: ReplayedArchives,
  site: ReplaySite = OF_COLLECTIONS,
  rewritingOptions: RewritingOptions = {},
): void {
  const rewriting = new Rewriting(rewritingOptions);
  app.addHook('onClose', () => rewriting.close());
  app.get('/replay/:c/', { schema: { hide: true } }, async (request, reply) => {
    const { c = '' } = request.params as Readonly<Record<string, string>>;
    const archive = archives.get(c);
    const context = contextOf(request, site);
    return archive === null ? sendNotFound(reply, context) : sendLists(reply, context, archive);
  });

  app.get('/replay/:c/:ts/*', { schema: { hide: true } }, async (request, reply) => {
    const { c = '', ts = '', '*': rest = '' } = request.params as Readonly<Record<string, string>>;
    const archive = archives.get(c);
    // The address belongs to the archived page: a choice of language cannot be written into it.
    const context: PageContext = { ...contextOf(request, site), path: site.home, query: {} };
    if (archive === null) return sendNotFound(reply, context);
    if (ts === '*') return sendCaptures(reply, context, archive, namedUrl(rest));
    const bare = /[?&]banner=0$/.test(rest);
    const url = namedUrl(bare ? rest.slice(0, -'?banner=0'.length) : rest);
    if (momentOf(ts) === null) return sendWrongMoment(reply, context, archive, ts, url);
    const origin = originOf(request);
    const found = await findToReplay(archive.archive, url, ts);
    if (found.kind === 'found') {
      const banner = wantsBanner(request, bare)
        ? replayBanner(context.text, context.language, ts, {
            captures: site.captures(archive.name, url),
            home: site.home,
          })
        : '';
      const { places, light } = found;
      const shown = { archive: archive.name, timestamp: ts, banner };
      const made =
        light === null
          ? await rewriting.rewrite({ ...shown, places }, reply)
          : rewriting.rewriteHere(light, shown);
      if (made.kind !== 'page') return sendAbsent(reply, context, archives, archive, made, url, ts);
      return sendArchived(reply, made, ts, archive, site, { origin, collection: archive.name, url });
    }
    if (found.kind === 'elsewhere') {
      const to = replayPath(archive.name, found.timestamp, found.url);
      const mementos = mementosOf(await archive.archive.captures(url));
      return reply
        .header('link', mementoLinks(mementos, null, { origin, collection: archive.name, url }))
        .header('cache-control', 'no-store')
        .redirect(origin + to + (bare ? `${to.includes('?') ? '&' : '?'}banner=0` : ''), 302);
    }
    return sendAbsent(reply, context, archives, archive, found, url, ts);
  });
}

async function sendArchived(
  reply: FastifyReply,
  { page }: Rewritten & { readonly kind: 'page' },
  timestamp: string,
  { archive, name }: ReplayedArchive,
  site: ReplaySite,
  context: MementoContext,
): Promise<FastifyReply> {
  const mementos = mementosOf(await archive.captures(context.url));
  const current = mementos.find((memento) => memento.timestamp === timestamp) ?? null;
  return reply
    .code(page.status)
    .headers(replayHeaders(page, timestamp, site.scope(context.origin, name)))
    .header('link', mementoLinks(mementos, current, context))
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
  reply: FastifyReply,
  context: PageContext,
  archives: ReplayedArchives,
  archive: ReplayedArchive,
  answer: FoundToReplay | Rewritten,
  url: string,
  ts: string,
): Promise<FastifyReply> {
  const { site, text } = context;
  if (answer.kind === 'away')
    return sendPage(
      reply.header('cache-control', 'no-store').header('retry-after', '60'),
      context,
      text.archiveTitle,
      html`<p class="warning">${say(text.away, { worker: answer.worker })}</p><p>${url}</p>`,
      503,
    );
  const told = {
    'no-payload': [text.noPayload, 404],
    damaged: [text.damaged, 502],
    'too-long': [say(text.tooLong, { size: formatBytes(LONGEST_REPLAYED, context.language) }), 422],
  } as const;
  if (answer.kind in told) {
    const [why, status] = told[answer.kind as keyof typeof told];
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
