/**
 * The clean HTML of a page says its text again, with tags between. It is kept as the tags and as copies out of the text, so that it
 * costs little even where the text is longer than what compression looks back on.
 */
import type { Packer, Unpacker } from './packing.ts';

/** Shorter runs are not worth a copy. */
const LEAST = 4;
/** How far behind the last copy the next one may begin: the text has line breaks where the HTML has tags. */
const REACH = 64;

/** Three numbers a step: characters that are new, characters of the text passed over, characters copied. */
export function packHtml(out: Packer, text: string, html: string): void {
  const steps: number[] = [];
  let fresh = '';
  let freshFrom = 0;
  let cursor = 0;
  for (let at = 0; at < html.length; ) {
    const tag = html.indexOf('<', at);
    const end = tag === -1 ? html.length : tag;
    if (end - at >= LEAST) {
      const run = html.slice(at, end);
      const found = text.slice(cursor, cursor + run.length + REACH).indexOf(run);
      if (found !== -1) {
        fresh += html.slice(freshFrom, at);
        steps.push(at - freshFrom, found, run.length);
        cursor += found + run.length;
        freshFrom = end;
      }
    }
    if (tag === -1) break;
    const close = html.indexOf('>', tag);
    at = close === -1 ? html.length : close + 1;
  }
  fresh += html.slice(freshFrom);
  out.text(fresh);
  out.count(steps.length);
  for (const step of steps) out.count(step);
}

/** Passes over it, where only the text is asked for. */
export function skipHtml(from: Unpacker): void {
  from.skipText();
  for (let left = from.things(); left > 0; left--) from.count();
}

export function unpackHtml(from: Unpacker, text: string): string {
  const fresh = from.text();
  let html = '';
  let at = 0;
  let cursor = 0;
  for (let left = from.things(); left >= 3; left -= 3) {
    const added = from.count();
    cursor += from.count();
    const copied = from.count();
    html += fresh.slice(at, at + added) + text.slice(cursor, cursor + copied);
    at += added;
    cursor += copied;
  }
  return html + fresh.slice(at);
}
