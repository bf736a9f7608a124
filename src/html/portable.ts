/** What of this room runs anywhere, browsers too: all but the decoding that only Node has. */
export { attributeId } from './attribute-names.ts';
export { PORTABLE_BYTE_TEXT } from './byte-text.ts';
export { type CharsetSource, type DecodedHtml, decodeHtmlBy } from './charset.ts';
export type { DocumentMode } from './doctype.ts';
export { FlatDocument, parseHtml } from './flat-document.ts';
export { isJsonLd, JsonLdScript, jsonLd } from './json-ld.ts';
export { type Link, type LinkKind, Links, linkPath, links, type PathNotation } from './links.ts';
export { CONTINUES, COPY, IN_MATHML, IN_SVG, KEEPS_NUL, RAW, REFERENCES, WHITE } from './node-store.ts';
export {
  baseHref,
  canonical,
  language,
  type Meta,
  meta,
  metas,
  parseRefresh,
  type Refresh,
  refresh,
  title,
} from './self-description.ts';
export type { Item, Syntax } from './structured/item.ts';
export { type StructuredData, type StructuredPair, structuredData } from './structured/structured-data.ts';
export { TEXT, tagId } from './tags.ts';
export { type TextBlocks, textBlocks } from './text-blocks.ts';
export { isHidden } from './text-roles.ts';
export { looksScriptOnly, visibleText } from './visible-text.ts';
