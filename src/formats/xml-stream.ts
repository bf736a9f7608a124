/**
 * XML as a stream: pieces of a text in, openings, texts and closings out, each opening closed but those that the text leaves open at its end.
 * For files that do not fit into memory; a text that does is read as a tree or as leaves. Line breaks and blanks are made one as XML says.
 */
import { unescapeXml } from './escape.ts';
import { XML_CDATA, XML_CLOSE, XML_END, XML_OPEN, XmlScanner } from './xml-scanner.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlHandler {
  /** `name` without its prefix; attributes as they are written, the first of each name. */
  open(name: string, attributes: XmlAttributes, qualified: string): void;
  /** Text between two tags may come in several pieces. */
  text(text: string): void;
  close(name: string): void;
}

const MOST_ATTRIBUTES = 1000;
const NO_ATTRIBUTES: XmlAttributes = Object.freeze({});

export class XmlStream {
  /** What was wrong first; the reading went on. */
  complaint: string | null = null;
  /** An element below the deepest level was met: those are passed over, their texts are not. */
  tooDeep = false;
  readonly #handler: XmlHandler;
  readonly #deepest: number;
  readonly #scanner = new XmlScanner('', false);
  /** Names of the open elements, as they are written. */
  readonly #open: string[] = [];
  /** Openings below the deepest level, whose closings are passed over too. */
  #ignored = 0;

  constructor(handler: XmlHandler, deepest = 256) {
    this.#handler = handler;
    this.#deepest = deepest;
  }

  /** Elements that are open now. */
  get depth(): number {
    return this.#open.length;
  }

  write(piece: string): void {
    this.#scanner.feed(piece);
    this.#read();
  }

  /** No more pieces. */
  end(): void {
    this.#scanner.feed('', true);
    this.#read();
  }

  #read(): void {
    const scanner = this.#scanner;
    for (let kind = scanner.next(); kind !== XML_END; kind = scanner.next()) {
      if (kind === XML_OPEN) this.#opening();
      else if (kind === XML_CLOSE) this.#closing(scanner.name);
      else {
        if (scanner.stray) this.complaint ??= 'a "<" that opens nothing';
        const text = oneLineBreak(scanner.source.slice(scanner.from, scanner.to));
        this.#handler.text(kind === XML_CDATA ? text : unescapeXml(text));
      }
    }
  }

  #opening(): void {
    const { name, empty } = this.#scanner;
    if (this.#open.length >= this.#deepest) {
      this.tooDeep = true;
      if (!empty) this.#ignored++;
      return;
    }
    const local = localName(name);
    this.#handler.open(local, this.#attributes(), name);
    if (empty) this.#handler.close(local);
    else this.#open.push(name);
  }

  #closing(name: string): void {
    if (this.#ignored > 0) {
      this.#ignored--;
      return;
    }
    const open = this.#open;
    const last = open.length - 1;
    if (open[last] === name) {
      open.pop();
      this.#handler.close(localName(name));
      return;
    }
    const at = open.lastIndexOf(name);
    if (at < 0) {
      this.complaint ??= `</${name.slice(0, 100)}> closes nothing`;
      return;
    }
    this.complaint ??= `<${open[last]!.slice(0, 100)}> is not closed`;
    while (open.length > at) this.#handler.close(localName(open.pop()!));
  }

  #attributes(): XmlAttributes {
    const { source, marks } = this.#scanner;
    if (marks.length === 0) return NO_ATTRIBUTES;
    const attributes: Record<string, string> = {};
    const end = Math.min(marks.length, 4 * MOST_ATTRIBUTES);
    for (let i = 0; i < end; i += 4) {
      const key = source.slice(marks[i]!, marks[i + 1]!);
      if (marks[i + 2]! < 0) {
        this.complaint ??= `attribute "${key.slice(0, 100)}" without a value`;
        continue;
      }
      if (Object.hasOwn(attributes, key)) {
        this.complaint ??= `attribute "${key.slice(0, 100)}" stands twice`;
        continue;
      }
      const value = source.slice(marks[i + 2]!, marks[i + 3]!);
      attributes[key] = unescapeXml(/[\t\n\r]/.test(value) ? value.replace(/\r\n|[\t\n\r]/g, ' ') : value);
    }
    return attributes;
  }
}

function oneLineBreak(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
