/** The strip at the foot of an archived page that says what it is. Written in ASCII, since the page around it has any charset. */

import { escapeHtmlAscii } from '../../formats/index.ts';
import type { PageText } from '../plain/text.ts';

const STRIP =
  'all:initial;position:fixed;z-index:2147483647;right:0;bottom:0;max-width:100%;background:#0a4b8f;color:#fff;font:14px/1.5 system-ui,sans-serif;padding:4px 12px;border-top-left-radius:6px';
const LINK = 'color:#fff;text-decoration:underline;font:inherit;cursor:pointer';

export function replayBanner(
  text: PageText,
  language: string,
  moment: string,
  timeMap: string,
  home: string,
): string {
  return (
    `<div style="${STRIP}" lang="${language}" role="note">${escapeHtmlAscii(text.captureOf)} ${escapeHtmlAscii(moment)} &#183; ` +
    `<a style="${LINK}" href="${escapeHtmlAscii(timeMap)}">${escapeHtmlAscii(text.allCaptures)}</a> &#183; ` +
    `<a style="${LINK}" href="${escapeHtmlAscii(home)}" target="_top">${escapeHtmlAscii(text.home)}</a></div>`
  );
}
