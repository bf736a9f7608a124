/**
 * What stands around an archived page whose scripts run: the question whether they shall, and the frame that holds it. The frame is a page of
 * ours without a script; its policy says where what is in it may go, which nothing else could: a page that has a window of its own goes
 * wherever it wants.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { readableMoment } from '../../collection/index.ts';
import { type PageContext, sendPage } from '../plain/layout.ts';
import { html, Markup } from '../plain/markup.ts';

export interface Warning {
  /** Where the scripts run; null when this browser cannot be trusted to hold them here. */
  readonly run: string | null;
  /** The copy without them. */
  readonly back: string;
  readonly url: string;
}

export function sendWarning(
  reply: FastifyReply,
  context: PageContext,
  { run, back, url }: Warning,
): FastifyReply {
  const { text } = context;
  const stay = html`<p><a href="${back}">${text.stayWithout}</a></p>`;
  return sendPage(
    reply,
    context,
    text.scriptsTitle,
    run === null
      ? html`<p>${url}</p><p class="warning">${text.scriptsImpossible}</p>${stay}`
      : html`<p>${url}</p>
<p class="warning">${text.scriptsWarning}</p>
<ul>${[text.scriptsHeld, text.scriptsLeft, text.scriptsBroken].map((line) => html`<li>${line}</li>`)}</ul>
<p><a class="action" href="${run}" rel="nofollow">${text.scriptsRun}</a></p>${stay}`,
  );
}

const STYLE =
  'html,body{height:100%;margin:0}body{display:flex;flex-direction:column}iframe{flex:1;border:0;width:100%;min-height:0;background:#fff;color-scheme:light}' +
  'p{margin:0;padding:4px 12px;background:#7a3b00;color:#fff;font:14px/1.7 system-ui,sans-serif}a{color:#fff;text-underline-offset:.15em}a:focus-visible{outline:2px solid #fff}';
const STYLE_DIGEST = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

export interface Framed {
  /** Where the page, and all that it leads to, must lie. */
  readonly frames: string;
  readonly page: string;
  readonly timestamp: string;
  readonly back: string;
  readonly captures: string;
  /** Without the strip that says what it is: who frames this says it. */
  readonly bare: boolean;
}

export function sendFrame(
  reply: FastifyReply,
  { language, text, site }: PageContext,
  { frames, page, timestamp, back, captures, bare }: Framed,
): FastifyReply {
  const strip = html`<p role="note">${text.captureOf} ${readableMoment(timestamp)} · <strong>${text.scriptsOn}</strong> · <a href="${back}">${text.switchOff}</a> · <a href="${captures}">${text.allCaptures}</a> · <a href="${site.home}">${text.home}</a></p>`;
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${STYLE_DIGEST}; frame-src ${frames}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-dns-prefetch-control', 'off')
    .header('content-language', language)
    .type('text/html; charset=utf-8')
    .send(
      html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.archiveTitle} – ${text.site}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<iframe sandbox="allow-scripts allow-forms" src="${page}" title="${text.archiveTitle}"></iframe>
${bare ? null : strip}
</body>
</html>
`.toString(),
    );
}
