/**
 * A tolerant reader of the leaf elements of an XML text: sitemaps and feeds in the wild are cut short, mix namespaces and forget to
 * escape, and a strict parser would give nothing for them. Linear in the text; nothing is ever expanded, so there is no entity bomb.
 */

export interface XmlElement {
  /** Local name, lower-case, without its prefix. */
  readonly name: string;
  readonly prefix: string;
  readonly attributes: string;
  /** Text up to the next tag, entities decoded. Empty for an element that holds elements. */
  readonly text: string;
  readonly closing: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function decodeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : whole;
  });
}

/** The value of an attribute in the text between the name of a tag and its end. */
export function xmlAttribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  return found ? decodeXml(found[1] ?? found[2] ?? '') : null;
}

export function* xmlElements(xml: string): Generator<XmlElement> {
  let at = 0;
  for (;;) {
    const open = xml.indexOf('<', at);
    if (open < 0) return;
    if (xml.startsWith('<!--', open)) {
      const end = xml.indexOf('-->', open + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    if (xml[open + 1] === '!' || xml[open + 1] === '?') {
      const end = xml.indexOf('>', open);
      if (end < 0) return;
      at = end + 1;
      continue;
    }
    const close = xml.indexOf('>', open);
    if (close < 0) return;
    const closing = xml[open + 1] === '/';
    const inside = xml.slice(open + (closing ? 2 : 1), close);
    const nameEnd = inside.search(/[\s/]/);
    const qualified = (nameEnd < 0 ? inside : inside.slice(0, nameEnd)).toLowerCase();
    const colon = qualified.indexOf(':');
    let text = '';
    at = close + 1;
    if (!closing && !inside.endsWith('/')) {
      const start = at + (/^\s*/.exec(xml.slice(at, at + 256))?.[0].length ?? 0);
      if (xml.startsWith('<![CDATA[', start)) {
        const end = xml.indexOf(']]>', start + 9);
        text = xml.slice(start + 9, end < 0 ? xml.length : end);
        at = end < 0 ? xml.length : end + 3;
      } else {
        const end = xml.indexOf('<', at);
        text = decodeXml(xml.slice(at, end < 0 ? xml.length : end));
      }
    }
    yield {
      name: qualified.slice(colon + 1),
      prefix: qualified.slice(0, Math.max(0, colon)),
      attributes: nameEnd < 0 ? '' : inside.slice(nameEnd),
      text: text.trim(),
      closing,
    };
  }
}
