/**
 * What goes around an archived page when it is shown, whoever shows it: the headers that keep it from everything outside the replay, the
 * strip that says what it is, and the address and the moment in a path of the replay. One place, so that no door is less well shut than
 * another.
 */
import { escapeHtmlAscii } from '../formats/index.ts';
import type { ReplayedPage } from './replayed-page.ts';
import { parseTimestamp14 } from './timestamp.ts';

/**
 * Sandboxed without scripts; everything it loads must lie in the `scope`, which is `'self'` where the whole server is the replay and else
 * the address of the replay. It keeps its origin, because without one its own fonts, pictures and the reader's cookie would be strangers
 * to it; without scripts the origin is of no use to it. A browser's viewer of PDF files does not start in a sandbox, and needs none: it is
 * not a page of this origin.
 */
function replayPolicy(scope: string, mime: string): string {
  const policy = [
    `default-src ${scope} data: blob: 'unsafe-inline'`,
    "script-src 'none'",
    "connect-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    `frame-src ${scope}`,
    `form-action ${scope}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ];
  return (
    mime === 'application/pdf' ? policy : ['sandbox allow-same-origin allow-forms allow-popups', ...policy]
  ).join('; ');
}

export interface ReplayScope {
  /** Where everything that a page may load lies. */
  readonly scope: string;
  /** `same-origin` where an address that could not be rewritten is found by the page that asks for it. */
  readonly referrer: 'no-referrer' | 'same-origin';
}

/** The headers of an archived page, in lower case. */
export function replayHeaders(
  page: ReplayedPage,
  timestamp: string,
  { scope, referrer }: ReplayScope,
): Record<string, string> {
  return {
    'content-type': page.contentType,
    'content-security-policy': replayPolicy(scope, page.mime),
    'x-content-type-options': 'nosniff',
    'referrer-policy': referrer,
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'memento-datetime': new Date(parseTimestamp14(timestamp) ?? 0).toUTCString(),
    ...(page.location === null ? {} : { location: page.location }),
  };
}

/** Asked for as a part of another page, which has the strip already; by its `Sec-Fetch-Dest`. */
export function isPartOfPage(destination: string | undefined): boolean {
  return /^(i?frame|image|style|object|embed|font)$/.test(destination ?? '');
}

const STRIP =
  'all:initial;position:fixed;z-index:2147483647;right:0;bottom:0;max-width:100%;background:#0a4b8f;color:#fff;font:14px/1.5 system-ui,sans-serif;padding:4px 12px;border-top-left-radius:6px';
const LINK = 'color:#fff;text-decoration:underline;font:inherit;cursor:pointer';

export interface ReplayBannerText {
  readonly captureOf: string;
  readonly allCaptures: string;
  readonly home: string;
}

/** The strip at the foot of an archived page that says what it is. Written in ASCII, since the page around it has any charset. */
export function replayBanner(
  text: ReplayBannerText,
  language: string,
  timestamp: string,
  links: { readonly captures: string; readonly home: string },
): string {
  const e = escapeHtmlAscii;
  return (
    `<div style="${STRIP}" lang="${e(language)}" role="note">${e(text.captureOf)} ${e(readableMoment(timestamp))} &#183; ` +
    `<a style="${LINK}" href="${e(links.captures)}">${e(text.allCaptures)}</a> &#183; ` +
    `<a style="${LINK}" href="${e(links.home)}" target="_top">${e(text.home)}</a></div>`
  );
}

/** A timestamp as a person reads it. */
export function readableMoment(timestamp: string): string {
  const at = parseTimestamp14(timestamp);
  return at === null ? timestamp : `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The address in a path of the replay, with what browsers and people do to it undone: a collapsed `//`, a missing scheme. */
export function namedUrl(raw: string): string {
  const url = raw.replace(/^(https?):\/+/i, '$1://');
  return /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^[\w.-]+:\d+(\/|$)/.test(url) ? url : `http://${url}`;
}
