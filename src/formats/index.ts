/** What strangers write, read tolerantly; and what is written so that strangers, browsers and spreadsheets take it for text. */
export { csvLine, quotedCell } from './csv.ts';
export { escapeHtml, escapeHtmlAscii, escapeXml, escapeXmlAttribute } from './escape.ts';
export { printable, printableLines } from './printable.ts';
export { type Json, readTolerantJson } from './tolerant-json.ts';
export { xmlAttribute, xmlElements } from './xml-elements.ts';
export {
  child,
  children,
  descendant,
  descendants,
  parseXml,
  textOf,
  type XmlElement,
} from './xml-tree.ts';
