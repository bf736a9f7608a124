/** XML read by a parser of somebody else, for tests of what is written here: anything that is not well-formed throws. */
import { DOMParser, type Document } from '@xmldom/xmldom';

export function strictXml(xml: string): Document {
  const foul = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml);
  if (foul !== null) throw new Error(`U+${foul[0].codePointAt(0)!.toString(16)} cannot stand in XML`);
  return new DOMParser({
    onError(_level, message) {
      // U+FFFD is what the writers here put for what XML cannot hold; the parser takes it for a wrong charset.
      if (!message.includes('replacement character')) throw new Error(message);
    },
  }).parseFromString(xml, 'text/xml');
}
