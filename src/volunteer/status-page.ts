/** The page on a volunteer's own machine: what it does, in eleven views, and a button to pause. Loopback alone; everything shown is a stranger's. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from '../formats/index.ts';
import { formatBytes, formatNumber, type Language, say } from '../words/index.ts';
import { VOLUNTEER_WORDS } from '../words/volunteer.ts';
import type { Logged, VolunteerViews } from './views.ts';
import type { Volunteer } from './volunteer.ts';

export interface OpenedStatusPage {
  readonly address: string;
  close(): Promise<void>;
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
const MOST_SHOWN = 100;
const LONGEST_HTML = 200_000;

export async function openStatusPage(
  volunteer: Volunteer,
  port: number,
  language: Language,
): Promise<OpenedStatusPage> {
  const server = createServer((request, response) => answer(volunteer, request, response, language));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.unref();
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  volunteer: Volunteer,
  request: IncomingMessage,
  response: ServerResponse,
  language: Language,
): void {
  const send = (status: number, type: string, body: string): void =>
    void response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body);
  // A name that leads here from elsewhere, and a page of somebody else that posts here, are refused.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return send(403, 'text/plain', '');
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const foreign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && origin !== `http://${request.headers.host}`);
  const path = (request.url ?? '/').split('?', 1)[0];
  if (request.method === 'POST' && (path === '/pause' || path === '/resume')) {
    if (foreign) return send(403, 'text/plain', '');
    if (path === '/pause') volunteer.pause();
    else volunteer.resume();
    response.writeHead(303, { ...HEADERS, location: '/' }).end();
    return;
  }
  if (request.method !== 'GET') return send(405, 'text/plain', '');
  if (path === '/status.json')
    return send(
      200,
      'application/json',
      JSON.stringify({ ...volunteer.views, isPaused: volunteer.isPaused }),
    );
  if (path !== '/') return send(404, 'text/plain', '');
  return send(200, 'text/html; charset=utf-8', page(volunteer, language));
}

function page(volunteer: Volunteer, language: Language): string {
  const m = VOLUNTEER_WORDS[language];
  const { views, isPaused } = volunteer;
  const [act, word] = isPaused ? ['resume', m.resume] : ['pause', m.pause];
  const n = (value: number): string => formatNumber(value, language);
  const figures = say(m.figures, {
    pages: n(views.pages),
    sent: n(views.sent),
    told: n(views.told),
    bytes: formatBytes(views.bytes, language),
  });
  const sections = sectionsOf(views, language).map(
    ([title, body]) => `<details open><summary>${escapeHtml(title)}</summary>${body}</details>`,
  );
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(m.title)}</title>
<style>body{font:15px/1.5 system-ui;max-width:60rem;margin:1rem auto;padding:0 1rem;color-scheme:light dark}
summary{font-weight:600;cursor:pointer}details{margin:.5rem 0}pre,li{overflow-wrap:anywhere;white-space:pre-wrap}
pre{max-height:20rem;overflow:auto}</style>
<h1>${escapeHtml(m.title)}</h1><p role="status"><strong>${escapeHtml(m.modes[views.mode])}</strong> · ${escapeHtml(figures)}</p>
<form method="post" action="/${act}"><button>${escapeHtml(word)}</button></form>
${sections.join('\n')}</html>`;
}

function sectionsOf(views: VolunteerViews, language: Language): (readonly [string, string])[] {
  const m = VOLUNTEER_WORDS[language];
  const { page: read } = views;
  const list = (items: readonly string[]): string =>
    items.length === 0
      ? `<p>${escapeHtml(m.nothing)}</p>`
      : `<ul>${items
          .slice(-MOST_SHOWN)
          .map((item) => `<li>${escapeHtml(item)}</li>`)
          .join('')}</ul>`;
  const log = (lines: readonly Logged[]): string =>
    list(
      lines
        .map(({ at, what, url }) => `${new Date(at).toLocaleTimeString(language)} ${what} ${url ?? ''}`)
        .reverse(),
    );
  return [
    [
      m.views.tags,
      list(
        read === null
          ? []
          : [
              `${m.pageTitle}: ${read.title}`,
              `${m.description}: ${read.description}`,
              `${m.keywords}: ${read.keywords.join(', ')}`,
            ],
      ),
    ],
    [m.views.urls, list((read?.urls ?? []).map((one) => `${one.attribute} ${one.written} → ${one.url}`))],
    [
      m.views.anchors,
      list((read?.anchors ?? []).map(({ url, anchor, extended }) => `${anchor} – ${extended} (${url})`)),
    ],
    [m.views.files, list(read?.files ?? [])],
    [
      m.views.html,
      views.html === null
        ? `<p>${escapeHtml(m.noHtml)}</p>`
        : `<pre>${escapeHtml(views.html.slice(0, LONGEST_HTML))}</pre>`,
    ],
    [m.views.geoPages, list(views.geoPages)],
    [m.views.received, list(views.received)],
    [m.views.words, `<p>${escapeHtml((read?.words ?? []).slice(0, 500).join(', ') || m.nothing)}</p>`],
    [m.views.actions, log(views.actions)],
    [m.views.errors, log(views.errors)],
    [m.views.robots, `<p>${escapeHtml(read === null ? m.nothing : read.robots || m.noRobots)}</p>`],
  ];
}
