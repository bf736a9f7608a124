/**
 * XML as servers really write it, into a small tree: unescaped `&`, prefixes that nobody declared, closings that match nothing and
 * documents that end in the middle all give what can be had. Names are local names. No entity of a DTD is expanded and nothing outside the
 * text is asked for; depth, elements and text are limited.
 */
import { decodeXML } from 'entities';

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Own text, pieces joined. */
  text: string;
}

export interface XmlDocument {
  /** Null when there is no element at all. */
  readonly root: XmlElement | null;
  /** What was wrong, the first of each kind. */
  readonly problems: readonly string[];
}

const DEEPEST = 200;
const MOST_ELEMENTS = 500_000;
const LONGEST_TEXT = 1 << 20;
const LONGEST_DOCUMENT = 64 << 20;
const MOST_ATTRIBUTES = 200;
const NAME = /[^\s/>=<]+/y;

export function parseXml(source: string): XmlDocument {
  const text = source.length > LONGEST_DOCUMENT ? source.slice(0, LONGEST_DOCUMENT) : source;
  const problems = new Set<string>();
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [top];
  let elements = 0;
  /** Openings below the deepest level, whose closings are passed over too. */
  let ignored = 0;
  let at = 0;
  const say = (raw: string): void => {
    const element = open[open.length - 1]!;
    if (element.text.length >= LONGEST_TEXT) return;
    element.text += raw.includes('&') ? decodeXML(raw.slice(0, LONGEST_TEXT)) : raw.slice(0, LONGEST_TEXT);
  };
  while (at < text.length) {
    const start = text.indexOf('<', at);
    if (start < 0) {
      say(text.slice(at));
      break;
    }
    if (start > at) say(text.slice(at, start));
    if (text.startsWith('<!--', start)) {
      const end = text.indexOf('-->', start + 4);
      at = end < 0 ? text.length : end + 3;
      continue;
    }
    if (text.startsWith('<![CDATA[', start)) {
      const end = text.indexOf(']]>', start + 9);
      const element = open[open.length - 1]!;
      if (element.text.length < LONGEST_TEXT)
        element.text += text.slice(start + 9, end < 0 ? text.length : end).slice(0, LONGEST_TEXT);
      at = end < 0 ? text.length : end + 3;
      continue;
    }
    if (text[start + 1] === '?') {
      const end = text.indexOf('?>', start);
      at = end < 0 ? text.length : end + 2;
      continue;
    }
    if (text[start + 1] === '!') {
      at = afterDeclaration(text, start);
      continue;
    }
    if (text[start + 1] === '/') {
      const end = text.indexOf('>', start);
      const name = localName(text.slice(start + 2, end < 0 ? text.length : end).trim());
      at = end < 0 ? text.length : end + 1;
      if (ignored > 0) {
        ignored--;
        continue;
      }
      close(open, name, problems);
      continue;
    }
    const tag = readTag(text, start);
    if (tag === null) {
      // A `<` that opens nothing is text.
      problems.add('stray <');
      say('<');
      at = start + 1;
      continue;
    }
    at = tag.end;
    if (elements >= MOST_ELEMENTS) {
      problems.add('too many elements');
      break;
    }
    if (open.length > DEEPEST) {
      problems.add('too deep');
      if (!tag.empty) ignored++;
      continue;
    }
    elements++;
    const element: XmlElement = { name: tag.name, attributes: tag.attributes, children: [], text: '' };
    open[open.length - 1]!.children.push(element);
    if (!tag.empty) open.push(element);
  }
  if (open.length > 1) problems.add('ends in the middle');
  return { root: top.children[0] ?? null, problems: [...problems] };
}

function close(open: XmlElement[], name: string, problems: Set<string>): void {
  for (let i = open.length - 1; i > 0; i--) {
    if (open[i]!.name !== name) continue;
    if (i < open.length - 1) problems.add('unclosed element');
    open.length = i;
    return;
  }
  problems.add('closing without opening');
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function readTag(
  text: string,
  start: number,
): {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly empty: boolean;
  readonly end: number;
} | null {
  NAME.lastIndex = start + 1;
  const name = NAME.exec(text)?.[0];
  if (name === undefined || !/^[\p{L}_]/u.test(name)) return null;
  let at = start + 1 + name.length;
  const attributes: Record<string, string> = {};
  let count = 0;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 32) at++;
    const c = text[at];
    if (c === undefined) return { name: localName(name), attributes, empty: false, end: text.length };
    if (c === '>') return { name: localName(name), attributes, empty: false, end: at + 1 };
    if (c === '/') {
      at++;
      if (text[at] === '>') return { name: localName(name), attributes, empty: true, end: at + 1 };
      continue;
    }
    if (c === '<') return { name: localName(name), attributes, empty: false, end: at };
    NAME.lastIndex = at;
    const key = NAME.exec(text)?.[0];
    if (key === undefined) {
      at++;
      continue;
    }
    at += key.length;
    while (at < text.length && text.charCodeAt(at) <= 32) at++;
    if (text[at] !== '=') continue;
    at++;
    while (at < text.length && text.charCodeAt(at) <= 32) at++;
    const quote = text[at];
    let value: string;
    if (quote === '"' || quote === "'") {
      const end = text.indexOf(quote, at + 1);
      if (end < 0) return { name: localName(name), attributes, empty: false, end: text.length };
      value = text.slice(at + 1, end);
      at = end + 1;
    } else {
      NAME.lastIndex = at;
      value = NAME.exec(text)?.[0] ?? '';
      at += value.length;
    }
    if (++count > MOST_ATTRIBUTES) continue;
    const local = key.startsWith('xmlns') ? key : localName(key);
    if (!Object.hasOwn(attributes, local))
      attributes[local] = value.includes('&')
        ? decodeXML(value.slice(0, LONGEST_TEXT))
        : value.slice(0, LONGEST_TEXT);
  }
}

/** Behind a DOCTYPE, with its internal subset if it has one. */
function afterDeclaration(text: string, start: number): number {
  const end = text.indexOf('>', start);
  const bracket = text.indexOf('[', start);
  if (bracket < 0 || (end >= 0 && end < bracket)) return end < 0 ? text.length : end + 1;
  const closing = text.indexOf(']', bracket);
  const after = closing < 0 ? -1 : text.indexOf('>', closing);
  return after < 0 ? text.length : after + 1;
}

/** The first child of a name. */
export function child(element: XmlElement | null | undefined, name: string): XmlElement | null {
  return element?.children.find((one) => one.name === name) ?? null;
}

export function children(element: XmlElement | null | undefined, name: string): XmlElement[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

/** The first descendant of a name, in document order. */
export function descendant(
  element: XmlElement | null | undefined,
  ...names: readonly string[]
): XmlElement | null {
  for (const found of descendants(element, ...names)) return found;
  return null;
}

/** Descendants of any of the names, in document order. */
export function* descendants(
  element: XmlElement | null | undefined,
  ...names: readonly string[]
): Generator<XmlElement> {
  if (!element) return;
  const waiting = [...element.children].reverse();
  while (waiting.length > 0) {
    const next = waiting.pop()!;
    if (names.includes(next.name)) yield next;
    for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i]!);
  }
}

/** The text of an element and of what is in it, white space collapsed. */
export function textOf(element: XmlElement | null | undefined): string {
  if (!element) return '';
  let text = element.text;
  for (const one of descendants(element, ...ANY(element))) text += ` ${one.text}`;
  return text.replace(/\s+/g, ' ').trim().slice(0, 20_000);
}

/** Names that occur below an element. */
function ANY(element: XmlElement): string[] {
  const names = new Set<string>();
  const waiting = [...element.children];
  while (waiting.length > 0) {
    const next = waiting.pop()!;
    names.add(next.name);
    waiting.push(...next.children);
  }
  return [...names];
}
