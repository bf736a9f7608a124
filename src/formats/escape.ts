/** Text written into markup, so that nothing of it is taken for markup. */

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  '\r': '&#13;',
};

const reference = (character: string): string => REFERENCES[character]!;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * For the content of an element and for an attribute in quotes. Controls that no page may hold are left out, a lone half of a character
 * becomes the sign for that. Most texts have none of it and are given back as they are.
 */
export function escapeHtml(text: string): string {
  if (!/[&<>"'`\0-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff]/.test(text)) return text;
  return text
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(/[\0-\x08\x0b\x0e-\x1f\x7f]/g, '')
    .replace(/[&<>"'`]/g, reference);
}

/** The same in ASCII and in numbers alone, for a page whose charset is another or unknown. */
export function escapeHtmlAscii(text: string): string {
  return text
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(/[&<>"'`]|[^\t\n\x20-\x7e]/gu, (c) => `&#${c.codePointAt(0)};`);
}

/** The content of an element as a browser serialises it: the fewest references, everything else as it is. For forms that are compared. */
export function serialisedText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, reference) : text;
}

/** The same for an attribute in double quotes. */
export function serialisedValue(text: string): string {
  return /[&"]/.test(text) ? text.replace(/[&"]/g, reference) : text;
}

/** What XML 1.0 has no way to write, not even as a reference: controls, halves of characters, the two non-characters. */
const NO_XML =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * For the content of an element and for an attribute in double quotes; XML 1.0, so that any parser gives the text back. What cannot be
 * written becomes U+FFFD, so that offsets stay.
 */
export function escapeXml(text: string): string {
  return text.replace(NO_XML, '\ufffd').replace(/[&<>"\r]/g, reference);
}

/** For an attribute that may hold line breaks and tabs: a parser makes blanks of them unless they are written as numbers. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n]/g, (c) => `&#${c.charCodeAt(0)};`);
}

const XML_NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi;
/** Pages leave the semicolon out. */
const LOOSE_REFERENCE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));?/gi;

/** Undoes references of XML: the five names and numbers; others stay as they are, so that no entity is ever expanded. */
export function unescapeXml(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, referred) : text;
}

/** The same in the value of an attribute of a page, where it says what stands in addresses. */
export function unescapeValue(text: string): string {
  return text.includes('&') ? text.replace(LOOSE_REFERENCE, referred) : text;
}

function referred(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return XML_NAMES[name.toLowerCase()] ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : whole;
}
