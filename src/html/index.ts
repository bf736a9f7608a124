/**
 * Pages: bytes to text (`decodeHtml`), text to one flat tree (`parseHtml`), and views over that tree. Nothing here
 * throws, whatever the page.
 *
 * ```ts
 * const { text } = decodeHtml(bytes, 'text/html; charset=iso-8859-1');
 * const doc = parseHtml(text);
 * for (const { kind, href } of links(doc)) if (kind === 'navigation') console.log(href);
 * ```
 */
export { attributeId } from './attribute-names.ts';
export { type CharsetSource, type DecodedHtml, decodeHtml } from './charset.ts';
export type { DocumentMode } from './doctype.ts';
export { FlatDocument, parseHtml } from './flat-document.ts';
export { isJsonLd, JsonLdScript, jsonLd } from './json-ld.ts';
export { type Link, type LinkKind, Links, linkPath, links, type PathNotation } from './links.ts';
export { CONTINUES, COPY, IN_MATHML, IN_SVG, KEEPS_NUL, RAW, REFERENCES, WHITE } from './node-store.ts';
export {
  type Alternate,
  alternates,
  baseHref,
  canonical,
  type Feed,
  feeds,
  language,
  type Meta,
  meta,
  metas,
  parseRefresh,
  type Refresh,
  refresh,
  robotsMetas,
  title,
} from './self-description.ts';
export type { Item, Syntax } from './structured/item.ts';
export { type StructuredData, type StructuredPair, structuredData } from './structured/structured-data.ts';
export { TEXT, tagId } from './tags.ts';
export { type TextBlocks, textBlocks } from './text-blocks.ts';
export { isHidden } from './text-roles.ts';
export { looksScriptOnly, visibleText } from './visible-text.ts';
