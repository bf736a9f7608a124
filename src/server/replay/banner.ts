/** The strip at the foot of an archived page that says what it is. Written in ASCII, since the page around it has any charset. */
import type { PlainPageWords } from '../../words/plain-pages.ts';

function ascii(text: string): string {
  return text
    .replace(/[&<>"'`]/g, (c) => `&#${c.charCodeAt(0)};`)
    .replace(/[^\x20-\x7e]/gu, (c) => `&#${c.codePointAt(0)};`);
}

const STRIP =
  'all:initial;position:fixed;z-index:2147483647;right:0;bottom:0;max-width:100%;background:#0a4b8f;color:#fff;font:14px/1.5 system-ui,sans-serif;padding:4px 12px;border-top-left-radius:6px';
const LINK = 'color:#fff;text-decoration:underline;font:inherit;cursor:pointer';

export function replayBanner(
  text: PlainPageWords,
  language: string,
  moment: string,
  timeMap: string,
  home: string,
): string {
  return (
    `<div style="${STRIP}" lang="${language}" role="note">${ascii(text.captureOf)} ${ascii(moment)} &#183; ` +
    `<a style="${LINK}" href="${ascii(timeMap)}">${ascii(text.allCaptures)}</a> &#183; ` +
    `<a style="${LINK}" href="${ascii(home)}" target="_top">${ascii(text.home)}</a></div>`
  );
}
