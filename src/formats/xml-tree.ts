/**
 * XML as servers really write it, into a small tree: closings that match nothing and documents that end in the middle all give what can be
 * had. Names are local names. Depth, elements and text are limited.
 */
import { unescapeXml } from './escape.ts';
import { XML_CDATA, XML_CLOSE, XML_END, XML_TEXT, XmlScanner } from './xml-scanner.ts';
import { localName } from './xml-stream.ts';

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

export function parseXml(source: string): XmlDocument {
  const text = source.length > LONGEST_DOCUMENT ? source.slice(0, LONGEST_DOCUMENT) : source;
  const problems = new Set<string>();
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [top];
  let elements = 0;
  /** Openings below the deepest level, whose closings are passed over too. */
  let ignored = 0;
  const scanner = new XmlScanner(text);
  for (let kind = scanner.next(); kind !== XML_END; kind = scanner.next()) {
    if (kind === XML_TEXT || kind === XML_CDATA) {
      if (scanner.stray) problems.add('stray <');
      const element = open[open.length - 1]!;
      if (element.text.length >= LONGEST_TEXT) continue;
      const raw = text.slice(scanner.from, Math.min(scanner.to, scanner.from + LONGEST_TEXT));
      element.text += kind === XML_TEXT ? unescapeXml(raw) : raw;
      continue;
    }
    if (kind === XML_CLOSE) {
      if (ignored > 0) ignored--;
      else close(open, localName(scanner.name), problems);
      continue;
    }
    if (elements >= MOST_ELEMENTS) {
      problems.add('too many elements');
      break;
    }
    if (open.length > DEEPEST) {
      problems.add('too deep');
      if (!scanner.empty) ignored++;
      continue;
    }
    elements++;
    const element: XmlElement = {
      name: localName(scanner.name),
      attributes: attributesOf(scanner),
      children: [],
      text: '',
    };
    open[open.length - 1]!.children.push(element);
    if (!scanner.empty) open.push(element);
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

/** By local names, the first of each; declarations of name spaces keep their prefix. */
function attributesOf({ source, marks }: XmlScanner): Record<string, string> {
  const attributes: Record<string, string> = {};
  const end = Math.min(marks.length, 4 * MOST_ATTRIBUTES);
  for (let i = 0; i < end; i += 4) {
    if (marks[i + 2]! < 0) continue;
    const key = source.slice(marks[i]!, marks[i + 1]!);
    const local = key.startsWith('xmlns') ? key : localName(key);
    if (Object.hasOwn(attributes, local)) continue;
    const value = source.slice(marks[i + 2]!, Math.min(marks[i + 3]!, marks[i + 2]! + LONGEST_TEXT));
    attributes[local] = unescapeXml(value);
  }
  return attributes;
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
