/** Text into the bytes of the charsets old Portuguese pages use. */

export type Charset = 'utf-8' | 'iso-8859-1' | 'windows-1252';

const CP1252 = new Map<number, number>(
  Object.entries({
    '€': 0x80,
    '‚': 0x82,
    ƒ: 0x83,
    '„': 0x84,
    '…': 0x85,
    '†': 0x86,
    '‡': 0x87,
    ˆ: 0x88,
    '‰': 0x89,
    Š: 0x8a,
    '‹': 0x8b,
    Œ: 0x8c,
    Ž: 0x8e,
    '‘': 0x91,
    '’': 0x92,
    '“': 0x93,
    '”': 0x94,
    '•': 0x95,
    '–': 0x96,
    '—': 0x97,
    '˜': 0x98,
    '™': 0x99,
    š: 0x9a,
    '›': 0x9b,
    œ: 0x9c,
    ž: 0x9e,
    Ÿ: 0x9f,
  }).map(([sign, byte]) => [sign.codePointAt(0)!, byte]),
);

/** A character the charset does not have is a mistake of the site's author and throws. */
export function encode(text: string, charset: Charset): Buffer {
  if (charset === 'utf-8') return Buffer.from(text, 'utf8');
  const bytes = Buffer.alloc(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const byte =
      code < 0x80 || (code >= 0xa0 && code <= 0xff)
        ? code
        : charset === 'windows-1252'
          ? CP1252.get(code)
          : undefined;
    if (byte === undefined)
      throw new Error(`${charset} has no “${text[i]}” (${text.slice(Math.max(0, i - 20), i + 5)})`);
    bytes[i] = byte;
  }
  return bytes;
}
