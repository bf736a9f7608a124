/** What each tag means for reading: what splits text into blocks, what is not read at all, what counts as a link. */
import { HIDDEN, STYLE_ATTRIBUTE } from './attribute-names.ts';
import type { FlatDocument } from './flat-document.ts';
import { tagId } from './tags.ts';

/** Text goes on through these. */
export const INLINE = 0;
/** Splits blocks at its start and end. */
export const BOUNDARY = 1;
/** A heading: a boundary that also starts a section. */
export const HEADING = 2;
/** `nav`, `header`, `footer`, `aside`: a boundary that starts a section at its start and end, and marks boilerplate. */
export const REGION = 3;
export const ROW = 4;
export const CELL = 5;
export const BREAK = 6;
/** Not read: scripts, styles, pictures' inner text, form values. */
export const UNREAD = 7;
export const ANCHOR = 8;
/** Separates words without splitting blocks. */
export const SPACE = 9;

export const ROLE: Uint8Array = new Uint8Array(65536);
for (const [role, names] of [
  [
    BOUNDARY,
    'html body p li dd dt blockquote pre figcaption caption summary div section article address center details dialog dir dl ' +
      'fieldset figure form hgroup hr legend listing main menu ol optgroup plaintext search table tbody tfoot thead ul xmp',
  ],
  [HEADING, 'h1 h2 h3 h4 h5 h6'],
  [REGION, 'nav header footer aside'],
  [ROW, 'tr'],
  [CELL, 'td th'],
  [BREAK, 'br'],
  [
    UNREAD,
    'head script style noscript template title textarea iframe noframes noembed svg math object audio video canvas frameset',
  ],
  [ANCHOR, 'a'],
  [SPACE, 'option img input button select label wbr'],
] as const) {
  for (const name of names.split(' ')) ROLE[tagId(name)] = role;
}
// An image, a button or a label stands between words only where the source has white space; options have none.
for (const name of ['img', 'input', 'button', 'label', 'wbr']) ROLE[tagId(name)] = INLINE;

const HIDING_BITS = (1 << (HIDDEN + 15)) | (1 << (STYLE_ATTRIBUTE + 15));
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** Whether the element says that it is not shown: the `hidden` attribute, or its own style. */
export function isHidden(doc: FlatDocument, node: number): boolean {
  const header = doc.attributes[doc.stop[node]!]!;
  if ((header & HIDING_BITS) === 0) return false;
  const hidden = doc.attributeAt(node, HIDDEN);
  if (hidden >= 0 && doc.value(node, HIDDEN)?.toLowerCase() !== 'until-found') return true;
  const style = doc.attributeAt(node, STYLE_ATTRIBUTE);
  return (
    style >= 0 && HIDING_STYLE.test(doc.html.slice(doc.attributes[style + 2]!, doc.attributes[style + 3]!))
  );
}
