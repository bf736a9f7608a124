/**
 * The judge of the flat document: the whole tree that parse5 builds from the same text by the rules of today. Used by the tests and by the
 * evaluation; not part of the room's API.
 */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { type FlatDocument, parseHtml } from './flat-document.ts';
import { judgedTree } from './judged-tree.suite.ts';
import { IN_MATHML, IN_SVG } from './node-store.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

export interface JudgeOptions {
  /** Compare every attribute of HTML elements, not `href` alone. */
  readonly attributes?: boolean;
}

/** What counts as white space in the comparison: the parser's own. */
const WHITE_ONLY = /^[\t\n\f\r ]*$/;

/** One line a node: depth, name, and its attributes or text. Adjacent text is one line; white space alone is none. */
class Outline {
  readonly lines: string[] = [];
  readonly #attributes: boolean;
  #textDepth = -1;
  #text = '';

  constructor(options: JudgeOptions) {
    this.#attributes = options.attributes ?? false;
  }

  element(
    depth: number,
    name: string,
    html: boolean,
    attributes: readonly (readonly [string, string])[],
  ): void {
    this.#flush();
    const shown = attributes.filter(([attribute]) => attribute === 'href' || (html && this.#attributes));
    this.lines.push(
      `${depth} <${name}${shown.map(([attribute, value]) => ` ${attribute}=${JSON.stringify(value)}`).join('')}>`,
    );
  }

  text(depth: number, text: string): void {
    if (this.#textDepth !== depth) this.#flush();
    this.#textDepth = depth;
    this.#text += text;
  }

  end(): readonly string[] {
    this.#flush();
    return this.lines;
  }

  #flush(): void {
    if (this.#textDepth >= 0 && !WHITE_ONLY.test(this.#text)) {
      this.lines.push(`${this.#textDepth} ${JSON.stringify(this.#text)}`);
    }
    this.#textDepth = -1;
    this.#text = '';
  }

  /** Text cannot go on over the end of an element. */
  leave(): void {
    this.#flush();
  }
}

export function outlineOfJudge(html: string, options: JudgeOptions = {}): readonly string[] {
  const outline = new Outline(options);
  const document = judgedTree(html);
  const stack: { readonly nodes: readonly Node[]; next: number }[] = [
    { nodes: document.childNodes, next: 0 },
  ];
  while (stack.length > 0) {
    const frame = stack[stack.length - 1]!;
    const node = frame.nodes[frame.next++];
    if (node === undefined) {
      outline.leave();
      stack.pop();
    } else if (node.nodeName === '#text') {
      outline.text(stack.length, (node as DefaultTreeAdapterTypes.TextNode).value);
    } else if ('tagName' in node) {
      const isHtml = node.namespaceURI === 'http://www.w3.org/1999/xhtml';
      const attributes = node.attrs
        .filter(({ prefix }) => prefix === undefined || prefix === '')
        .map(({ name, value }) => [name, value] as const);
      const space = isHtml ? '' : node.namespaceURI.endsWith('svg') ? 'svg ' : 'math ';
      outline.element(stack.length, space + node.tagName, isHtml, attributes);
      const content = 'content' in node ? node.content.childNodes : [];
      stack.push({ nodes: content.length > 0 ? [...node.childNodes, ...content] : node.childNodes, next: 0 });
    }
  }
  return outline.end();
}

export function outlineOfFlat(doc: FlatDocument, options: JudgeOptions = {}): readonly string[] {
  const outline = new Outline(options);
  const ends: number[] = [];
  for (let node = 1; node < doc.count; node++) {
    while (ends.length > 0 && node >= ends[ends.length - 1]!) {
      ends.pop();
      outline.leave();
    }
    const depth = ends.length + 1;
    if (doc.isText(node)) outline.text(depth, doc.text(node));
    else {
      const flags = doc.flags[node]!;
      const space = (flags & IN_SVG) !== 0 ? 'svg ' : (flags & IN_MATHML) !== 0 ? 'math ' : '';
      const attributes = options.attributes ? doc.attributeList(node) : hrefOf(doc, node);
      outline.element(depth, space + doc.tagName(node), space === '', attributes);
      ends.push(doc.end[node]!);
    }
  }
  return outline.end();
}

function hrefOf(doc: FlatDocument, node: number): readonly (readonly [string, string])[] {
  const href = doc.attribute(node, 'href');
  return href === null ? [] : [['href', href]];
}

export interface Difference {
  readonly line: number;
  readonly expected: string;
  readonly actual: string;
}

/** The first line in which the flat document of `html` differs from the judge's; null when the trees are equal. */
export function firstDifference(html: string, options: JudgeOptions = {}): Difference | null {
  const expected = outlineOfJudge(html, options);
  const actual = outlineOfFlat(parseHtml(html), options);
  const length = Math.max(expected.length, actual.length);
  for (let line = 0; line < length; line++) {
    if (expected[line] !== actual[line]) {
      return { line, expected: expected[line] ?? '(nothing)', actual: actual[line] ?? '(nothing)' };
    }
  }
  return null;
}
