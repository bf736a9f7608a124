/** An archive to be browsed without a catalogue: its sites, the pages of a site, the captures of an address. */
import type { FastifyReply } from 'fastify';
import {
  archivedPagesOf,
  archivedSites,
  type Capture,
  namedUrl,
  readableMoment,
} from '../../collection/index.ts';
import { say } from '../../words/index.ts';
import { linkTo, type PageContext, sendPage } from '../plain/layout.ts';
import { html, type Markup, type Shown } from '../plain/markup.ts';
import { archiveListsPath, capturesPath, replayPath } from './archive-url.ts';
import type { ReplayedArchive } from './replayed-archives.ts';

const SITES_PER_PAGE = 200;
const PAGES_PER_PAGE = 100;
const MOST_CAPTURES = 1000;

/** What the query asks for: an address, the pages of a site, or the sites. */
export async function sendLists(
  reply: FastifyReply,
  context: PageContext,
  archive: ReplayedArchive,
): Promise<FastifyReply> {
  const { url = '', site } = context.query;
  if (url.trim() !== '') return reply.redirect(capturesPath(archive.name, namedUrl(url.trim())), 302);
  return site === undefined ? sendSites(reply, context, archive) : sendPages(reply, context, archive, site);
}

async function sendSites(
  reply: FastifyReply,
  context: PageContext,
  archive: ReplayedArchive,
): Promise<FastifyReply> {
  const { text } = context;
  const { items, next } = await archivedSites(archive.archive, context.query.after ?? '', SITES_PER_PAGE);
  const list =
    items.length === 0
      ? html`<p>${text.noneArchived}</p>`
      : html`<ul>${items.map(({ key, host }) => html`<li><a href="${listPath(context, archive, { site: key })}">${host}</a></li>`)}</ul>`;
  return sendList(reply, context, archive, text.archivedSites, [
    list,
    next === null ? null : more(context, archive, { after: next }),
  ]);
}

async function sendPages(
  reply: FastifyReply,
  context: PageContext,
  archive: ReplayedArchive,
  site: string,
): Promise<FastifyReply> {
  const { text } = context;
  const after = context.query.after ?? '';
  const { host, items, next } = await archivedPagesOf(archive.archive, site, after, PAGES_PER_PAGE);
  if (items.length === 0)
    return sendList(reply, context, archive, host, html`<p>${text.noneArchived}</p>`, 404);
  const rows = items.map(({ capture, title }) => {
    const { timestamp, url } = capture;
    return row(
      capture,
      html`<a href="${replayPath(archive.name, timestamp, url)}">${title || url}</a>${title === '' ? null : html`<br><span class="meta">${url}</span>`}`,
      capturesPath(archive.name, url),
    );
  });
  return sendList(reply, context, archive, host, [
    table(context, text.page, rows),
    next === null ? null : more(context, archive, { site, after: next }),
  ]);
}

export async function sendCaptures(
  reply: FastifyReply,
  context: PageContext,
  archive: ReplayedArchive,
  url: string,
): Promise<FastifyReply> {
  const { text } = context;
  const captures = (await archive.archive.captures(url)).slice(-MOST_CAPTURES);
  if (captures.length === 0)
    return sendList(reply, context, archive, text.notArchived, html`<p>${url}</p>`, 404);
  const rows = captures.map((capture) =>
    row(capture, capture.url, replayPath(archive.name, capture.timestamp, capture.url)),
  );
  const title = say(text.capturesOf, { address: url });
  return sendList(reply, context, archive, title, table(context, text.address, rows));
}

function row({ timestamp, status, mime }: Capture, first: Shown, moment: string): Markup {
  return html`<tr><td>${first}</td><td><a href="${moment}">${readableMoment(timestamp)}</a></td><td>${status}</td><td>${mime}</td></tr>`;
}

function table({ text }: PageContext, first: string, rows: readonly Markup[]): Markup {
  const heads = [first, text.capturedAt, text.status, text.type].map(
    (head) => html`<th scope="col">${head}</th>`,
  );
  return html`<table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
}

function listPath(
  context: PageContext,
  { name }: ReplayedArchive,
  query: Readonly<Record<string, string>>,
): string {
  return linkTo(context, archiveListsPath(name), query);
}

function more(
  context: PageContext,
  archive: ReplayedArchive,
  query: Readonly<Record<string, string>>,
): Markup {
  return html`<p><a href="${listPath(context, archive, query)}">${context.text.more}</a></p>`;
}

function sendList(
  reply: FastifyReply,
  context: PageContext,
  { name }: ReplayedArchive,
  title: string,
  body: Shown,
  status = 200,
): FastifyReply {
  const { lang, text } = context;
  return sendPage(
    reply,
    context,
    title,
    html`<form class="ask" action="${archiveListsPath(name)}">${lang === null ? null : html`<input type="hidden" name="lang" value="${lang}">`}
<div class="field"><label for="url">${text.address}</label><input id="url" name="url" type="text" placeholder="https://"></div><button>${text.showCaptures}</button></form>
${body}
<p class="hint">${text.noScripts}</p>`,
    status,
  );
}
