/**
 * Serves an archive on loopback so that it can be browsed: `/` lists sites and pages, `/<timestamp14>/<url>` shows a capture, a star in the
 * timestamp's place lists the captures of an address. Everything shown was written by strangers: scripts are off, nothing outside the archive is
 * reachable from a page, every text of the lists is escaped, and only requests addressed to this machine are answered.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TarrafaError } from '../errors.ts';
import { escapeHtmlAscii } from '../formats/index.ts';
import {
  acceptedLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  recogniseLanguage,
  USUAL_LANGUAGE,
} from '../words/index.ts';
import { REPLAY_WORDS, type ReplayWords } from '../words/replay.ts';
import type { WarcArchive } from './archive.ts';
import type { Capture } from './cdxj.ts';
import { hostOfKey, type IndexedSite } from './cdxj-index.ts';
import { isPartOfPage, namedUrl, readableMoment, replayBanner, replayHeaders } from './replay-answer.ts';
import { titleOf } from './replay-rewrite.ts';
import { decoderFor, replayedPage } from './replayed-page.ts';

export interface ReplayOptions {
  /** 0 takes any free port. */
  readonly port?: number;
  /** Language of the lists and the banner; by default what the browser asks for, else Brazilian Portuguese. */
  readonly language?: Language;
}

/** The words of an answer, and of which language they are. */
interface ReplayText extends ReplayWords {
  readonly locale: Language;
}

export interface ReplayServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const SITES_PER_PAGE = 200;
const PAGES_PER_PAGE = 100;
const TITLE_BYTES = 256 << 10;

const LIST_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1d2733;background:#fff}' +
  'h1{font-size:1.5rem}a{color:#0b5394}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .6rem;' +
  'border-bottom:1px solid #d8dee4;vertical-align:top}td:first-child{overflow-wrap:anywhere}form{display:flex;gap:.5rem;margin:1rem 0}' +
  'input{flex:1;font:inherit;padding:.4rem}button{font:inherit;padding:.4rem 1rem}small{color:#57606a}nav{display:flex;gap:1rem}' +
  '@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}a{color:#79b8ff}th,td{border-color:#30363d}small{color:#9aa4ae}}';

export async function startReplay(archive: WarcArchive, options: ReplayOptions = {}): Promise<ReplayServer> {
  const server = createServer((request, response) => {
    answer(archive, options, request, response).catch((error: unknown) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const text = textFor(request, options);
      const damaged = error instanceof TarrafaError;
      const message = error instanceof Error ? error.message : String(error);
      sendList(
        response,
        damaged ? 502 : 500,
        text,
        text.title,
        `<p>${escapeHtmlAscii(text.damaged)}</p><p><small>${escapeHtmlAscii(message)}</small></p>`,
      );
    });
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function textFor(request: IncomingMessage, options: ReplayOptions): ReplayText {
  const asked = /[?&]lang=([\w-]{2,10})/.exec(request.url ?? '')?.[1];
  const language =
    options.language ??
    recogniseLanguage(asked) ??
    acceptedLanguage(request.headers['accept-language'], USUAL_LANGUAGE);
  return { ...REPLAY_WORDS[language], locale: language };
}

async function answer(
  archive: WarcArchive,
  options: ReplayOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = textFor(request, options);
  // A name that resolves to this machine must not let a strange page read the archive (DNS rebinding).
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(request.headers.host ?? '')) {
    response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' }).end('127.0.0.1\n');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response
      .writeHead(405, { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' })
      .end(`${text.onlyRead}\n`);
    return;
  }
  const target = request.url ?? '/';
  const capture = /^\/(\d{4,17})(?:[a-z]{2}_)?\/(.+)$/s.exec(target);
  if (capture !== null)
    return sendCapture(archive, capture[1]!, namedUrl(capture[2]!), request, response, text);
  if (target.startsWith('/*/')) return sendCaptures(archive, namedUrl(target.slice(3)), response, text);
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const query = new URLSearchParams(question < 0 ? '' : target.slice(question + 1));
  if (path === '/') {
    const url = query.get('url')?.trim() ?? '';
    if (url !== '') {
      response
        .writeHead(302, { Location: `/*/${encodeURI(namedUrl(url))}`.replace(/[^\x21-\x7e]/g, '') })
        .end();
      return;
    }
    const site = query.get('site');
    if (site === null) return sendSites(archive, query.get('after') ?? '', response, text);
    return sendPages(archive, site, query.get('after') ?? '', response, text);
  }
  const referred = fromReferer(request, target);
  if (referred !== null) {
    response.writeHead(302, { Location: referred }).end();
    return;
  }
  sendList(response, 404, text, text.title, `<p>${escapeHtmlAscii(text.notFound)}</p>`);
}

/** An address that was not rewritten, asked for by an archived page: sent to where the page meant. */
function fromReferer(request: IncomingMessage, target: string): string | null {
  const m = /^https?:\/\/[^/]+\/(\d{4,17})\/(https?:\/\/.+)$/s.exec(request.headers.referer ?? '');
  if (m === null) return null;
  try {
    return replayPath(m[1]!, new URL(target, m[2]!).href);
  } catch {
    return null;
  }
}

/** Path of an address in the replay; ASCII, since `href` of a URL is. */
function replayPath(timestamp: string, url: string): string {
  return `/${timestamp}/${url}`;
}

function sendList(
  response: ServerResponse,
  status: number,
  text: ReplayText,
  title: string,
  body: string,
): void {
  const others = LANGUAGES.filter((one) => one !== text.locale).map(
    (one) =>
      `<a href="/?lang=${one}" hreflang="${one}" lang="${one}">${escapeHtmlAscii(LANGUAGE_NAMES[one])}</a>`,
  );
  const html =
    `<!DOCTYPE html><html lang="${text.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeHtmlAscii(title)}</title><style>${STYLE}</style></head><body><nav><a href="/?lang=${text.locale}">${escapeHtmlAscii(text.home)}</a>` +
    `${others.join('')}</nav><h1>${escapeHtmlAscii(title)}</h1>` +
    `<form action="/"><input name="url" aria-label="${escapeHtmlAscii(text.address)}" placeholder="https://"><button>${escapeHtmlAscii(text.go)}</button></form>` +
    `${body}<p><small>${escapeHtmlAscii(text.noScripts)}</small></p></body></html>`;
  const bytes = Buffer.from(html, 'utf8');
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': bytes.length,
    'Content-Security-Policy': LIST_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

async function sendSites(
  archive: WarcArchive,
  after: string,
  response: ServerResponse,
  text: ReplayText,
): Promise<void> {
  const sites = new Map<string, IndexedSite>();
  for (const index of archive.indexes) {
    let taken = 0;
    for (const site of index.sites(after)) {
      sites.set(site.key, site);
      if (++taken > SITES_PER_PAGE) break;
    }
  }
  const shown = [...sites.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, SITES_PER_PAGE + 1);
  const more = shown.length > SITES_PER_PAGE ? shown.splice(SITES_PER_PAGE) : [];
  if (shown.length === 0)
    return sendList(response, 200, text, text.title, `<p>${escapeHtmlAscii(text.empty)}</p>`);
  const rows = shown.map(
    ({ key, host }) =>
      `<tr><td><a href="/?${escapeHtmlAscii(new URLSearchParams({ site: key, lang: text.locale }).toString())}">${escapeHtmlAscii(host)}</a></td></tr>`,
  );
  let body = `<table><thead><tr><th scope="col">${escapeHtmlAscii(text.site)}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  if (more.length > 0) body += moreLink({ after: shown[shown.length - 1]!.key, lang: text.locale }, text);
  sendList(response, 200, text, text.sites, body);
}

function moreLink(query: Record<string, string>, text: ReplayText): string {
  return `<p><a href="/?${escapeHtmlAscii(new URLSearchParams(query).toString())}">${escapeHtmlAscii(text.more)}</a></p>`;
}

async function sendPages(
  archive: WarcArchive,
  site: string,
  after: string,
  response: ServerResponse,
  text: ReplayText,
): Promise<void> {
  const begin = `${site})`;
  const pages = new Map<string, Capture>();
  for (const index of archive.indexes) {
    let seen = 0;
    for (const capture of index.capturesFrom(after === '' ? begin : `${after} \x7f`)) {
      if (!capture.key.startsWith(begin)) break;
      // The newest capture speaks for the page, a full one before a revisit.
      const held = pages.get(capture.key);
      if (held === undefined && ++seen > PAGES_PER_PAGE + 1) break;
      if (held === undefined || capture.mime !== 'warc/revisit' || held.mime === 'warc/revisit')
        pages.set(capture.key, capture);
    }
  }
  const shown = [...pages.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, PAGES_PER_PAGE + 1);
  const more = shown.length > PAGES_PER_PAGE ? shown.splice(PAGES_PER_PAGE) : [];
  if (shown.length === 0)
    return sendList(response, 404, text, hostOfKey(site), `<p>${escapeHtmlAscii(text.empty)}</p>`);
  const rows: string[] = [];
  for (const capture of shown) {
    const title = await captureTitle(archive, capture);
    rows.push(
      `<tr><td><a href="${escapeHtmlAscii(replayPath(capture.timestamp, capture.url))}">${escapeHtmlAscii(title || capture.url)}</a>` +
        `${title === '' ? '' : `<br><small>${escapeHtmlAscii(capture.url)}</small>`}</td>` +
        `<td><a href="${escapeHtmlAscii(`/*/${capture.url}`)}">${escapeHtmlAscii(readableMoment(capture.timestamp))}</a></td>` +
        `<td>${capture.status ?? ''}</td><td>${escapeHtmlAscii(capture.mime)}</td></tr>`,
    );
  }
  let body = captureTable(text.page, rows, text);
  if (more.length > 0)
    body += moreLink({ site, after: shown[shown.length - 1]!.key, lang: text.locale }, text);
  sendList(response, 200, text, hostOfKey(site), body);
}

function captureTable(first: string, rows: readonly string[], text: ReplayText): string {
  const heads = [first, text.date, text.status, text.kind].map(
    (head) => `<th scope="col">${escapeHtmlAscii(head)}</th>`,
  );
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Title of a captured page; '' when it has none or cannot be read. */
async function captureTitle(archive: WarcArchive, capture: Capture): Promise<string> {
  if (capture.status !== 200 || !/^(text\/html|application\/xhtml\+xml)$/.test(capture.mime)) return '';
  try {
    const record = await archive.read(capture, { maxBlockBytes: TITLE_BYTES });
    const http = record.http;
    if (http === null) return '';
    const { bytes } = http.decoded(16 << 20);
    const start = bytes.subarray(0, TITLE_BYTES);
    return titleOf(decoderFor(http.header('content-type'), start)(start.toString('latin1')));
  } catch {
    return '';
  }
}

async function sendCaptures(
  archive: WarcArchive,
  url: string,
  response: ServerResponse,
  text: ReplayText,
): Promise<void> {
  const captures = archive.captures(url);
  if (captures.length === 0)
    return sendList(response, 404, text, url, `<p>${escapeHtmlAscii(text.notFound)}</p>`);
  const rows = captures
    .slice(-1000)
    .map(
      (capture) =>
        `<tr><td>${escapeHtmlAscii(capture.url)}</td><td><a href="${escapeHtmlAscii(replayPath(capture.timestamp, capture.url))}">` +
        `${escapeHtmlAscii(readableMoment(capture.timestamp))}</a></td><td>${capture.status ?? ''}</td><td>${escapeHtmlAscii(capture.mime)}</td></tr>`,
    );
  sendList(response, 200, text, `${text.captures}: ${url}`, captureTable(text.address, rows, text));
}

async function sendCapture(
  archive: WarcArchive,
  timestamp: string,
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  text: ReplayText,
): Promise<void> {
  const found = await archive.find(url, timestamp);
  if (found === null)
    return sendList(
      response,
      404,
      text,
      text.title,
      `<p>${escapeHtmlAscii(text.notFound)}</p><p>${escapeHtmlAscii(url)}</p>`,
    );
  const { capture } = found;
  const page = replayedPage(found, {
    replayPath: (to) => replayPath(capture.timestamp, to),
    banner: isPartOfPage(headerOf(request, 'sec-fetch-dest'))
      ? ''
      : replayBanner(text, text.locale, capture.timestamp, {
          captures: `/*/${capture.url}`,
          home: `/?lang=${text.locale}`,
        }),
  });
  if (page === null) {
    return sendList(
      response,
      404,
      text,
      text.title,
      `<p>${escapeHtmlAscii(text.noPayload)}</p><p>${escapeHtmlAscii(url)}</p>`,
    );
  }
  const headers = {
    ...replayHeaders(page, capture.timestamp, { scope: "'self'", referrer: 'same-origin' }),
    'content-length': page.bytes.length,
  };
  response.writeHead(page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : page.bytes);
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
