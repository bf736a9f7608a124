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
function stillPolicy({ scope }: ReplayScope, mime: string): string {
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

/**
 * With scripts it has no origin, and so no cookie, no store, no window that it could reach into. `scope` is of its key alone; frames may
 * lie anywhere in the replay of the collection, where nothing is answered without a key. Who frames it cannot be said: its own frames have no
 * origin to be named by. What has no scripts (pictures, feeds, absent pages) has the same without them.
 */
function scriptedPolicy({ scope }: ReplayScope, frames: string, scripts: readonly string[] | null): string {
  return [
    scripts === null ? 'sandbox allow-forms' : 'sandbox allow-scripts allow-forms',
    `default-src ${scope} data: blob: 'unsafe-inline'`,
    scripts === null ? "script-src 'none'" : `script-src ${[scope, "'unsafe-eval'", ...scripts].join(' ')}`,
    scripts === null ? "connect-src 'none'" : `connect-src ${scope} data: blob:`,
    "object-src 'none'",
    "worker-src 'none'",
    `frame-src ${frames}`,
    `form-action ${scope}`,
    "base-uri 'none'",
  ].join('; ');
}

/** Nothing that a page can ask a person or a machine for; and nothing that reports or bids for it behind its back. */
const NO_POWERS = [
  'accelerometer attribution-reporting autoplay browsing-topics camera clipboard-read clipboard-write',
  'display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get',
  'idle-detection join-ad-interest-group keyboard-map local-fonts magnetometer microphone midi payment',
  'picture-in-picture private-aggregation publickey-credentials-create publickey-credentials-get run-ad-auction',
  'screen-wake-lock serial shared-storage storage-access usb window-management xr-spatial-tracking',
]
  .join(' ')
  .split(' ')
  .map((power) => `${power}=()`)
  .join(', ');

export interface ReplayScope {
  /** Where everything that a page may load lies. */
  readonly scope: string;
  /** `same-origin` where an address that could not be rewritten is found by the page that asks for it. */
  readonly referrer: 'no-referrer' | 'same-origin';
  /** Of a page that was opened with its scripts: where its frames may lie. */
  readonly frames?: string | undefined;
}

/** What keeps an archived page, or a page about one, from everything outside the replay. */
export function replayPolicy(
  scope: ReplayScope,
  page: Pick<ReplayedPage, 'mime' | 'scripts'>,
): Record<string, string> {
  const { frames, referrer } = scope;
  return {
    'content-security-policy':
      frames === undefined ? stillPolicy(scope, page.mime) : scriptedPolicy(scope, frames, page.scripts),
    'x-content-type-options': 'nosniff',
    'referrer-policy': referrer,
    'cross-origin-resource-policy': frames === undefined ? 'same-origin' : 'cross-origin',
    ...(frames === undefined ? {} : { 'permissions-policy': NO_POWERS, 'x-dns-prefetch-control': 'off' }),
    'cache-control': 'no-store',
  };
}

/** The headers of an archived page, in lower case. */
export function replayHeaders(
  page: ReplayedPage,
  timestamp: string,
  scope: ReplayScope,
): Record<string, string> {
  return {
    'content-type': page.contentType,
    ...replayPolicy(scope, page),
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
  readonly runScripts: string;
}

/** The strip at the foot of an archived page that says what it is. Written in ASCII, since the page around it has any charset. */
export function replayBanner(
  text: ReplayBannerText,
  language: string,
  timestamp: string,
  links: { readonly captures: string; readonly home: string; readonly scripts: string },
): string {
  const e = escapeHtmlAscii;
  return (
    `<div style="${STRIP}" lang="${e(language)}" role="note">${e(text.captureOf)} ${e(readableMoment(timestamp))} &#183; ` +
    `<a style="${LINK}" href="${e(links.captures)}">${e(text.allCaptures)}</a> &#183; ` +
    `<a style="${LINK}" href="${e(links.scripts)}" target="_top">${e(text.runScripts)}</a> &#183; ` +
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
