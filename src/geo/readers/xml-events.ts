/**
 * An XML file within a budget: its charset found, its bytes decoded, its elements told one by one by the reader of `src/formats`.
 */
import {
  declaredXmlCharset,
  localName,
  XML_END,
  XML_OPEN,
  type XmlAttributes,
  type XmlHandler,
  XmlScanner,
  XmlStream,
} from '../../formats/index.ts';
import { reason } from '../../words/why.ts';
import type { Budget } from './budget.ts';
import type { ByteSource } from './byte-source.ts';
import { charsetByName, textReader, utf8Verdict } from './code-pages.ts';
import { beginsWith } from './format-reader.ts';
import { GeoProblem } from './problem.ts';

export type { XmlAttributes, XmlHandler };

const DEEPEST = 256;

/** The charset of an XML file from its first bytes: mark, declaration, else UTF-8 unless the bytes deny it. */
export function xmlCharset(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
  const declared = declaredXmlCharset(head);
  const charset = declared === null ? null : charsetByName(declared);
  if (charset !== null && charset !== 'utf-8' && !charset.startsWith('utf-16')) return charset;
  return utf8Verdict(head) === 'other' ? 'windows-1252' : 'utf-8';
}

export interface XmlReading {
  readonly charset: string;
  /** What was wrong in it first; the reading went on. */
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
  let sinceEvent = 0;
  const xml = new XmlStream(
    {
      open(name, attributes, qualified) {
        sinceEvent = 0;
        budget.tick();
        handler.open(name, attributes, qualified);
      },
      text: (text) => handler.text(text),
      close(name) {
        sinceEvent = 0;
        handler.close(name);
      },
    },
    DEEPEST,
  );
  let state: XmlReading | null = null;
  let decode: ((bytes: Uint8Array) => string) | null = null;
  for await (const piece of source.stream()) {
    budget.checkTime();
    if (state === null || decode === null) {
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
    xml.write(decode(piece));
    if (xml.tooDeep) throw new GeoProblem('too-deep', reason('xml-too-deep', { levels: DEEPEST }));
    state.complaint = xml.complaint;
    yield;
  }
  xml.end();
  if (state !== null) {
    state.complaint = xml.complaint;
    state.cut = xml.depth > 0;
  }
  yield;
}

/** The whole document, when nothing has to be handed out on the way. */
export async function readXml(source: ByteSource, budget: Budget, handler: XmlHandler): Promise<XmlReading> {
  const reading: { value: XmlReading | null } = { value: null };
  for await (const _ of xmlPieces(source, budget, handler, reading));
  return reading.value ?? { charset: 'utf-8', complaint: 'no text', cut: true };
}

/** The local name of the first element, from the first bytes of a file; null when it is no XML. */
export function xmlRoot(head: Uint8Array): { readonly name: string } | null {
  const charset = xmlCharset(head);
  if (beginsWith(head, 'PK')) return null;
  const text = charset.startsWith('cp')
    ? textReader(charset).decode(head)
    : new TextDecoder(charset).decode(head);
  if (!/^[\s\ufeff]*</.test(text)) return null;
  const scanner = new XmlScanner(text);
  for (let kind = scanner.next(); kind !== XML_END; kind = scanner.next()) {
    if (scanner.stray) return null;
    if (kind === XML_OPEN) return { name: localName(scanner.name) };
  }
  return null;
}
