/**
 * A tolerant reader of the leaf elements of an XML text: sitemaps and feeds in the wild are cut short, mix namespaces and forget to
 * escape, and a strict parser would give nothing for them.
 */
import { unescapeXml } from './escape.ts';
import { XML_CDATA, XML_CLOSE, XML_END, XML_OPEN, XML_TEXT, XmlScanner } from './xml-scanner.ts';

export interface XmlLeaf {
  /** Local name, lower-case, without its prefix. */
  readonly name: string;
  readonly prefix: string;
  readonly attributes: string;
  /** Text up to the next tag, entities decoded. Empty for an element that holds elements. */
  readonly text: string;
  readonly closing: boolean;
}

/** The value of an attribute in the text between the name of a tag and its end. */
export function xmlAttribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  return found ? unescapeXml(found[1] ?? found[2] ?? '') : null;
}

export function* xmlElements(xml: string): Generator<XmlLeaf> {
  const scanner = new XmlScanner(xml);
  let kind = scanner.next();
  while (kind !== XML_END) {
    if (kind !== XML_OPEN && kind !== XML_CLOSE) {
      kind = scanner.next();
      continue;
    }
    const closing = kind === XML_CLOSE;
    const holdsText = !closing && !scanner.empty;
    const attributes = closing ? '' : xml.slice(scanner.from, scanner.to);
    const qualified = scanner.name.toLowerCase();
    const colon = qualified.indexOf(':');
    let text = '';
    for (kind = scanner.next(); kind === XML_TEXT || kind === XML_CDATA; kind = scanner.next()) {
      if (!holdsText) continue;
      const piece = xml.slice(scanner.from, scanner.to);
      text += kind === XML_TEXT ? unescapeXml(piece) : piece;
    }
    yield {
      name: qualified.slice(colon + 1),
      prefix: qualified.slice(0, Math.max(0, colon)),
      attributes,
      text: text.trim(),
      closing,
    };
  }
}
