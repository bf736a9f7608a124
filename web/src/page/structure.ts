/**
 * What the text of a page is made of: headings, lists, tables, quotations, code. The clean HTML says it, and says the text again; it is
 * only read here, for where each part stands in the text. Every offset stays one of the text, and nothing of the HTML reaches the document.
 */
import { paragraphs, type Span } from '../text-runs.ts';

/** What several parts in a row stand in; one and the same object for all of them. */
export type Container =
  | { readonly kind: 'list'; readonly ordered: boolean }
  /** `number`: of an item of a numbered list. */
  | { readonly kind: 'item'; readonly number: number | null }
  | { readonly kind: 'table' | 'quote' };

export type Shape =
  | { readonly kind: 'paragraph' | 'code' | 'caption' }
  | { readonly kind: 'heading'; readonly level: number }
  | { readonly kind: 'row'; readonly header: boolean; readonly cells: readonly Span[] };

export interface Part extends Span {
  readonly shape: Shape;
  /** The outermost first. */
  readonly path: readonly Container[];
}

/** Deeper markup is read as if it stood at this depth. */
const DEEPEST = 24;
const PARAGRAPH: Shape = { kind: 'paragraph' };
/** Before a part only white space and the mark of an item may stand. */
const BEFORE = /(?:\s*(?:-|\d{1,9}\.) )?\s*/y;

/** The parts of a text in order. What the HTML does not have is paragraphs. */
export function partsOf(text: string, html: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  /** What stands before a part, and could not be told from the HTML. */
  const plainUntil = (end: number) => {
    for (const span of paragraphs(text.slice(at, end)))
      parts.push({ start: at + span.start, end: at + span.end, shape: PARAGRAPH, path: [] });
  };
  for (const { leaf, path } of leavesOf(html)) {
    const placed = placeOf(text, at, leaf);
    if (placed === null) continue;
    // The mark of an item is drawn by its list.
    if (!isBefore(text, at, placed.start)) plainUntil(placed.start);
    parts.push({ ...placed, path });
    at = placed.end;
  }
  plainUntil(text.length);
  return parts;
}

const isBefore = (text: string, at: number, end: number): boolean => {
  BEFORE.lastIndex = at;
  return (BEFORE.exec(text)?.[0].length ?? 0) >= end - at;
};

interface Leaf {
  readonly shape: Exclude<Shape, { kind: 'row' }> | { readonly kind: 'row'; readonly header: boolean };
  /** One, or those of the cells. */
  readonly texts: readonly string[];
}

/** How far behind the last part the next may begin. */
const REACH = 4_000;

function placeOf(text: string, at: number, { shape, texts }: Leaf): Omit<Part, 'path'> | null {
  const first = texts.find((one) => one.trim() !== '')?.trim();
  if (first === undefined) return null;
  BEFORE.lastIndex = at;
  const expected = at + (BEFORE.exec(text)?.[0].length ?? 0);
  // What is a mark of an item may also be the text itself.
  for (const start of [expected, at, lineWith(text, at, first)]) {
    if (start < 0) continue;
    const spans = spansOf(text, start, texts);
    if (spans === null) continue;
    const whole = { start: spans[0]!.start, end: spans.at(-1)!.end };
    return shape.kind === 'row' ? { ...whole, shape: { ...shape, cells: spans } } : { ...whole, shape };
  }
  return null;
}

function lineWith(text: string, at: number, first: string): number {
  const found = text.slice(at, at + REACH + first.length).indexOf(first);
  return found < 0 ? -1 : at + found;
}

/** Where texts stand one after the other, with ` | ` between them. Null when they do not. */
function spansOf(text: string, from: number, texts: readonly string[]): Span[] | null {
  const spans: Span[] = [];
  let at = from;
  for (const [n, one] of texts.entries()) {
    if (n > 0) {
      const between = /[^\S\n]*\|[^\S\n]?/y;
      between.lastIndex = at;
      const bar = between.exec(text);
      if (bar === null) return null;
      at += bar[0].length;
    }
    const span = alike(text, at, one);
    if (span === null) return null;
    spans.push(span);
    at = span.end;
  }
  return spans;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0;

/** The stretch of a text that says the same but for white space. */
function alike(text: string, from: number, said: string): Span | null {
  let at = from;
  let start = -1;
  for (let i = 0; i < said.length; i++) {
    const code = said.charCodeAt(i);
    if (isSpace(code)) continue;
    if (start >= 0 || i > 0) while (at < text.length && isSpace(text.charCodeAt(at)) && !isSpace(code)) at++;
    if (text.charCodeAt(at) !== code) return null;
    if (start < 0) start = at;
    at++;
  }
  return start < 0 ? { start: from, end: from } : { start, end: at };
}

const TAG = /<(\/?)([a-z][a-z0-9]{0,11})([^>]*)>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function plain(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name, decimal, hex) => {
      if (name !== undefined) return ENTITIES[(name as string).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** What our clean HTML says, tag by tag. */
function leavesOf(html: string): { readonly leaf: Leaf; readonly path: readonly Container[] }[] {
  const leaves: { leaf: Leaf; path: readonly Container[] }[] = [];
  const open: { readonly tag: string; readonly container: Container; items: number }[] = [];
  let shape: Leaf['shape'] | null = null;
  let row: string[] | null = null;
  let isHeader = false;
  let said = '';
  const close = () => {
    if (shape !== null && said.trim() !== '')
      leaves.push({ leaf: { shape, texts: [said] }, path: open.map(({ container }) => container) });
    said = '';
  };
  const enter = (tag: string, container: Container) => {
    if (open.length < DEEPEST) open.push({ tag, container, items: 0 });
  };
  const leave = (tag: string) => {
    const last = open.findLastIndex((one) => one.tag === tag);
    if (last >= 0) open.length = last;
  };
  let at = 0;
  for (const tag of html.matchAll(TAG)) {
    const [whole, slash, name, attributes] = tag as unknown as [string, string, string, string];
    if (row !== null || shape !== null) said += plain(html.slice(at, tag.index));
    at = tag.index + whole.length;
    const isEnd = slash === '/';
    switch (name) {
      case 'br':
        said += ' ';
        break;
      case 'small':
        if (!isEnd && shape?.kind === 'paragraph' && said === '') shape = { kind: 'caption' };
        break;
      case 'td':
      case 'th':
        if (row === null) break;
        isHeader = name === 'th';
        if (isEnd) row.push(said);
        said = '';
        break;
      case 'tr':
        if (isEnd && row !== null) {
          const header = isHeader;
          leaves.push({
            leaf: { shape: { kind: 'row', header }, texts: row },
            path: open.map(({ container }) => container),
          });
          row = null;
        } else {
          close();
          shape = null;
          row = [];
        }
        said = '';
        break;
      case 'p':
      case 'figcaption':
      case 'caption':
      case 'pre':
        close();
        shape = isEnd
          ? textOfItem(open)
          : { kind: name === 'p' ? 'paragraph' : name === 'pre' ? 'code' : 'caption' };
        break;
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        close();
        shape = isEnd ? textOfItem(open) : { kind: 'heading', level: Number(name[1]) };
        break;
      case 'ul':
      case 'ol':
      case 'table':
      case 'blockquote':
        close();
        if (isEnd) leave(name);
        else if (name === 'table') enter(name, { kind: 'table' });
        else if (name === 'blockquote') enter(name, { kind: 'quote' });
        else {
          enter(name, { kind: 'list', ordered: name === 'ol' });
          const start = /start="(\d{1,9})"/.exec(attributes)?.[1];
          if (start !== undefined && open.length > 0) open.at(-1)!.items = Number(start) - 1;
        }
        shape = textOfItem(open);
        break;
      case 'li':
        close();
        if (isEnd) leave('li');
        else {
          const list = open.at(-1);
          const value = /value="(\d{1,9})"/.exec(attributes)?.[1];
          if (list?.container.kind === 'list') {
            list.items = value === undefined ? list.items + 1 : Number(value);
            enter('li', { kind: 'item', number: list.container.ordered ? list.items : null });
          }
        }
        shape = isEnd ? null : PARAGRAPH_OF_ITEM;
        break;
      default:
    }
  }
  return leaves;
}

const PARAGRAPH_OF_ITEM: Leaf['shape'] = { kind: 'paragraph' };

/** Between the parts of an item its own words may stand; elsewhere only white space does. */
const textOfItem = (open: readonly { readonly tag: string }[]): Leaf['shape'] | null =>
  open.at(-1)?.tag === 'li' ? PARAGRAPH_OF_ITEM : null;

/** Parts as a tree: what stands in the same containers together. */
export type Tree<P extends Part> =
  | { readonly kind: 'part'; readonly part: P; readonly at: number }
  | { readonly kind: 'group'; readonly container: Container; readonly children: readonly Tree<P>[] };

export function treeOf<P extends Part>(parts: readonly P[]): Tree<P>[] {
  const roots: Tree<P>[] = [];
  const open: { readonly container: Container; readonly children: Tree<P>[] }[] = [];
  parts.forEach((part, at) => {
    let shared = 0;
    while (shared < open.length && shared < part.path.length && open[shared]!.container === part.path[shared])
      shared++;
    open.length = shared;
    for (const container of part.path.slice(shared)) {
      const children: Tree<P>[] = [];
      (open.at(-1)?.children ?? roots).push({ kind: 'group', container, children });
      open.push({ container, children });
    }
    (open.at(-1)?.children ?? roots).push({ kind: 'part', part, at });
  });
  return roots;
}
