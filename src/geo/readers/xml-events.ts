/**
 * XML as a stream of openings, texts and closings, tolerant of what the wild writes (a lone `&`, a prefix that nobody declared) and deaf to
 * what is dangerous (no entity of a DTD is expanded, nothing outside the file is asked for). For files that do not fit into memory, piece
 * by piece; a text that does is read by `src/formats`.
 */

import { reason } from '../../words/why.ts';
import type { Budget } from './budget.ts';
import type { ByteSource } from './byte-source.ts';
import { charsetByName, textReader, utf8Verdict } from './code-pages.ts';
import { beginsWith } from './format-reader.ts';
import { GeoProblem } from './problem.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlHandler {
  /** `name` without its prefix. */
  open(name: string, attributes: XmlAttributes, qualified: string): void;
  text(text: string): void;
  close(name: string): void;
}

const DEEPEST = 256;
/** The parser reads on from a lone `&` to the next semicolon, wherever that is; so it never gets to see one. */
const LONE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[A-Za-z]\w{0,30});)/g;
const LONGEST_REFERENCE = 36;

function localName(qualified: string): string {
  const colon = qualified.lastIndexOf(':');
  return colon === -1 ? qualified : qualified.slice(colon + 1);
}

/** The charset of an XML file from its first bytes: mark, declaration, else UTF-8 unless the bytes deny it. */
export function xmlCharset(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
  const declared = /^[\s\ufeffï»¿]*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    new TextDecoder('latin1').decode(head.subarray(0, 400)),
  );
  const charset = declared === null ? null : charsetByName(declared[1]!);
  if (charset !== null && charset !== 'utf-8' && !charset.startsWith('utf-16')) return charset;
  return utf8Verdict(head) === 'other' ? 'windows-1252' : 'utf-8';
}

export interface XmlReading {
  readonly charset: string;
  /** What the parser complained of first; the reading went on. */
  complaint: string | null;
  /** The document ended inside an element. */
  cut: boolean;
}

/** Attribute by local name: `gml:id` and `id` are the same to us. */
export function attribute(attributes: XmlAttributes, name: string): string | null {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  for (const key of Object.keys(attributes)) if (localName(key) === name) return attributes[key]!;
  return null;
}

/**
 * Reads a document, telling the handler; yields after each piece of it, so that whoever collects can hand out what it has.
 * Throws `GeoProblem` when limits are passed.
 */
export async function* xmlPieces(
  source: ByteSource,
  budget: Budget,
  handler: XmlHandler,
  reading: { value: XmlReading | null } = { value: null },
): AsyncGenerator<void> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: false, position: false, fragment: false });
  let depth = 0;
  let sinceEvent = 0;
  let state: XmlReading | null = null;
  parser.on('error', (error) => {
    if (state !== null) state.complaint ??= error.message.slice(0, 200);
  });
  parser.on('opentag', (tag) => {
    sinceEvent = 0;
    if (++depth > DEEPEST) throw new GeoProblem('too-deep', reason('xml-too-deep', { levels: DEEPEST }));
    budget.tick();
    handler.open(localName(tag.name), tag.attributes as Record<string, string>, tag.name);
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text.replaceAll('&amp;', '&')));
  parser.on('closetag', (tag) => {
    sinceEvent = 0;
    depth--;
    handler.close(localName(tag.name));
  });
  let decode: ((bytes: Uint8Array) => string) | null = null;
  let held = '';
  for await (const piece of source.stream()) {
    budget.checkTime();
    if (decode === null) {
      const charset = xmlCharset(piece);
      state = { charset, complaint: null, cut: false };
      reading.value = state;
      if (charset.startsWith('cp')) decode = (bytes) => textReader(charset).decode(bytes);
      else {
        const decoder = new TextDecoder(charset);
        decode = (bytes) => decoder.decode(bytes, { stream: true });
      }
    }
    sinceEvent += piece.length;
    if (sinceEvent > budget.limits.maxHeldBytes)
      throw new GeoProblem('too-large', reason('xml-text-long', { bytes: budget.limits.maxHeldBytes }));
    const text = held + decode(piece);
    // A reference may be cut by the end of the piece: its beginning waits for the next one.
    const last = text.lastIndexOf('&');
    const cut = last > text.length - LONGEST_REFERENCE && !text.includes(';', last) ? last : text.length;
    held = text.slice(cut);
    parser.write(text.slice(0, cut).replace(LONE_AMPERSAND, '&amp;'));
    yield;
  }
  if (held !== '') parser.write(held.replace(LONE_AMPERSAND, '&amp;'));
  if (state !== null) state.cut = depth > 0;
  try {
    parser.close();
  } catch {
    // Whatever is left unclosed was told above.
  }
  yield;
}

/** The whole document, when nothing has to be handed out on the way. */
export async function readXml(source: ByteSource, budget: Budget, handler: XmlHandler): Promise<XmlReading> {
  const reading: { value: XmlReading | null } = { value: null };
  for await (const _ of xmlPieces(source, budget, handler, reading));
  return reading.value ?? { charset: 'utf-8', complaint: 'no text', cut: true };
}

/** The local name of the first element and the text of its tag, from the first bytes of a file; null when it is no XML. */
export function xmlRoot(head: Uint8Array): { readonly name: string; readonly tag: string } | null {
  const charset = xmlCharset(head);
  if (beginsWith(head, 'PK')) return null;
  const text = charset.startsWith('cp')
    ? textReader(charset).decode(head)
    : new TextDecoder(charset).decode(head);
  if (!/^[\s\ufeff]*</.test(text)) return null;
  let at = 0;
  for (;;) {
    at = text.indexOf('<', at);
    if (at === -1) return null;
    if (text.startsWith('<!--', at)) {
      at = text.indexOf('-->', at);
      if (at === -1) return null;
      continue;
    }
    if (text[at + 1] === '?' || text[at + 1] === '!') {
      at++;
      continue;
    }
    const name = /^<([\w:.-]{1,100})/.exec(text.slice(at, at + 110));
    if (name === null) return null;
    const end = text.indexOf('>', at);
    return { name: localName(name[1]!), tag: text.slice(at, end === -1 ? at + 4000 : end) };
  }
}
