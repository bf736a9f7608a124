/** What strangers write, read tolerantly; and what is written so that strangers, browsers and spreadsheets take it for text. */
export { CSV_BEGIN, type CsvForm, csvLine, quotedCell } from './csv.ts';
export {
  escapeHtml,
  escapeHtmlAscii,
  escapeXml,
  escapeXmlAttribute,
  serialisedText,
  serialisedValue,
  unescapeValue,
  unescapeXml,
} from './escape.ts';
export { printable, printableLines } from './printable.ts';
export { readCsv } from './read-csv.ts';
export { parseJson } from './strict-json.ts';
export { type Json, parseMendedJson, readTolerantJson } from './tolerant-json.ts';
export { declaredXmlCharset } from './xml-declaration.ts';
export { xmlAttribute, xmlElements } from './xml-elements.ts';
export { XML_CDATA, XML_CLOSE, XML_END, XML_OPEN, XmlScanner } from './xml-scanner.ts';
export { localName, type XmlAttributes, type XmlHandler, XmlStream } from './xml-stream.ts';
export {
  child,
  children,
  descendant,
  descendants,
  parseXml,
  textOf,
  type XmlElement,
} from './xml-tree.ts';
