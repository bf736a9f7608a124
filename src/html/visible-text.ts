/** The text that a reader sees, in one string: for language identification, near-duplicates, and to tell an empty page. */
import { ASCII } from './ascii.ts';
import { ID } from './attribute-names.ts';
import type { FlatDocument } from './flat-document.ts';
import { RAW, REFERENCES, WHITE } from './node-store.ts';
import { DIV, NOSCRIPT, SCRIPT, TEXT } from './tags.ts';
import { INLINE, isHidden, ROLE, SPACE, UNREAD } from './text-roles.ts';
import { isSpace } from './white-space.ts';

const { SPACE: BLANK } = ASCII;

/**
 * The visible text, white space collapsed, blocks separated by line breaks; cut after about `limit` code units. Links in
 * it are words like any other. Cheaper than `textBlocks`, and without the title.
 */
export function visibleText(doc: FlatDocument, limit = Number.POSITIVE_INFINITY): string {
  const { tag, end, flags, count, html, start, stop } = doc;
  let text = '';
  /** 0: nothing, 1: a blank, 2: a line break is due before the next word. */
  let due = 0;
  const ends: number[] = [];
  for (let node = 1; node < count && text.length < limit; ) {
    while (ends.length > 0 && node >= ends[ends.length - 1]!) {
      ends.pop();
      due = 2;
    }
    const kind = tag[node]!;
    if (kind !== TEXT) {
      const role = ROLE[kind]!;
      if (role === UNREAD || isHidden(doc, node)) {
        node = end[node]!;
        continue;
      }
      if (role !== INLINE && role < UNREAD) {
        due = 2;
        if (end[node]! > node + 1) ends.push(end[node]!);
      } else if (role === SPACE && due === 0) due = 1;
      node++;
      continue;
    }
    if ((flags[node]! & WHITE) !== 0) {
      if (due === 0) due = 1;
      node++;
      continue;
    }
    let source = html;
    let at = start[node]!;
    let to = stop[node]!;
    if ((flags[node]! & (REFERENCES | RAW)) === REFERENCES) {
      source = doc.text(node);
      at = 0;
      to = source.length;
    }
    while (at < to) {
      let unit = source.charCodeAt(at);
      if (isSpace(unit)) {
        if (due === 0) due = 1;
        at++;
        continue;
      }
      const first = at;
      do {
        at++;
        if (at >= to) break;
        unit = source.charCodeAt(at);
      } while (!isSpace(unit) || (unit === BLANK && at + 1 < to && !isSpace(source.charCodeAt(at + 1))));
      if (due !== 0 && text !== '') text += due === 2 ? '\n' : ' ';
      due = 0;
      text += source.slice(first, at);
    }
    node++;
  }
  return text;
}

/** Less visible text than this is "empty". */
const LITTLE_TEXT = 250;
const MOUNT_POINTS =
  /^(root|app|__next|__nuxt|___gatsby|react-root|reactroot|app-root|main-app|svelte|ember-app|q-app)$/i;
const ASKS_FOR_SCRIPT = /java\s?script/i;

/**
 * Whether the page is empty without running its scripts: next to no text to see, and a sign that a script would write it
 * (a mount point without content, a `noscript` that asks for JavaScript, or more script than anything else). `text` is what can
 * be seen, or enough of it.
 */
export function looksScriptOnly(doc: FlatDocument, text = visibleText(doc, LITTLE_TEXT * 2)): boolean {
  if (text.length >= LITTLE_TEXT) return false;
  let scriptUnits = 0;
  let scripts = 0;
  let asks = false;
  let mount = false;
  for (let node = 1; node < doc.count; node++) {
    const kind = doc.tag[node]!;
    if (kind === SCRIPT) {
      scripts++;
      if (doc.end[node]! > node + 1) scriptUnits += doc.stop[node + 1]! - doc.start[node + 1]!;
    } else if (kind === NOSCRIPT) {
      asks ||=
        doc.end[node]! > node + 1 &&
        ASKS_FOR_SCRIPT.test(doc.html.slice(doc.start[node + 1]!, doc.stop[node + 1]!));
    } else if (kind === DIV || doc.tagName(node).includes('-')) {
      const id = doc.value(node, ID) ?? doc.tagName(node);
      if (MOUNT_POINTS.test(id) && doc.end[node]! - node < 8) mount = true;
    }
  }
  if (scripts === 0) return false;
  return mount || asks || scriptUnits * 2 > doc.html.length;
}
