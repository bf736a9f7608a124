/**
 * One parser in a process of its own, so that no other parser's garbage or machine code weighs on it. It is sent the name
 * of the parser, then the word for each round, and answers with the CPU time of the round.
 */
import { createRequire } from 'node:module';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { links, parseHtml, textBlocks, visibleText } from '../../src/html/index.ts';
import { cpuMs } from '../measure.ts';
import { type HtmlPages, loadPages } from './html-pages.ts';

export interface ParserRequest {
  readonly parser: string;
  readonly pages: HtmlPages;
}

export interface Found {
  blocks: number;
  links: number;
  characters: number;
}

export interface RoundTimes {
  /** CPU milliseconds of all pages: tree, links and text blocks; the tree alone; and (ours) further stages. */
  readonly all: number;
  readonly tree: number;
  readonly stages: Readonly<Record<string, number>>;
  readonly found: Found;
  readonly pages: number;
  readonly characters: number;
}

interface Runner {
  readonly run: (html: string) => Found;
  readonly parse: (html: string) => unknown;
}

let pages: readonly string[] = [];
let runner: Runner | null = null;
let ours = false;

process.on('message', (message: ParserRequest | 'round' | 'end') => {
  if (message === 'end') process.disconnect();
  else if (message === 'round') process.send?.(round());
  else void start(message);
});

async function start(request: ParserRequest): Promise<void> {
  pages = await loadPages(request.pages);
  ours = request.parser === 'tarrafa';
  if (ours) runner = { run: own, parse: parseHtml };
  else if (request.parser === 'parse5')
    runner = { run: (html) => sumOf(readTree<P5>(parse(html), PARSE5)), parse };
  else runner = await loadHtmlparser2();
  process.send?.(runner === null ? 'not installed' : 'ready');
}

function time(work: (html: string) => unknown): number {
  const before = cpuMs();
  for (const page of pages) work(page);
  return cpuMs() - before;
}

function round(): RoundTimes {
  const { run, parse: parseAlone } = runner!;
  const found: Found = { blocks: 0, links: 0, characters: 0 };
  const all = time((html) => {
    const one = run(html);
    found.blocks += one.blocks;
    found.links += one.links;
    found.characters += one.characters;
  });
  const stages: Record<string, number> = {};
  if (ours) {
    stages['parseHtml + links'] = time((html) => links(parseHtml(html)).count);
    stages['parseHtml + text blocks'] = time((html) => textBlocks(parseHtml(html)).count);
    stages['parseHtml + visibleText'] = time((html) => visibleText(parseHtml(html)).length);
  }
  return {
    all,
    tree: time(parseAlone),
    stages,
    found,
    pages: pages.length,
    characters: pages.reduce((sum, page) => sum + page.length, 0),
  };
}

function own(html: string): Found {
  const doc = parseHtml(html);
  const all = links(doc);
  let count = 0;
  for (let i = 0; i < all.count; i++) if (all.href(i) !== '') count++;
  const blocks = textBlocks(doc);
  let characters = 0;
  for (const text of blocks.text) characters += text.length;
  return { blocks: blocks.count, links: count, characters };
}

// ---- the peers' links and text blocks ------------------------------------------------------------------------------

/** A node of either peer, reduced to what the definition needs. */
interface Tree<N> {
  /** Lower-case tag name; '' for text; null for comments and the like. */
  name(node: N): string | null;
  text(node: N): string;
  children(node: N): readonly N[];
  attribute(node: N, name: string): string | undefined;
}

const BOUNDARIES = new Set(
  (
    'html body p li dd dt blockquote pre figcaption caption summary div section article address center details dialog dir dl ' +
    'fieldset figure form hgroup hr legend listing main menu ol optgroup plaintext search table tbody tfoot thead ul xmp'
  ).split(' '),
);
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const REGIONS = new Set(['nav', 'header', 'footer', 'aside']);
const UNREAD = new Set(
  'script style noscript template title textarea iframe noframes noembed svg math object audio video canvas frameset'.split(
    ' ',
  ),
);
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  iframe: ['src', 'data-src'],
  frame: ['src'],
  img: ['src', 'srcset', 'data-src', 'data-srcset'],
  script: ['src'],
  source: ['src', 'srcset', 'data-srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  embed: ['src'],
  object: ['data'],
  input: ['src'],
  body: ['background'],
  table: ['background'],
  td: ['background'],
  form: ['action'],
};

interface PeerLink {
  href: string;
  start: number;
  end: number;
}

interface PeerBlock {
  readonly text: string;
  readonly section: number;
  readonly boilerplate: boolean;
  readonly links: PeerLink[];
}

function readTree<N>(
  root: N,
  tree: Tree<N>,
): { blocks: PeerBlock[]; links: { href: string; kind: string }[] } {
  const blocks: PeerBlock[] = [];
  const found: { href: string; kind: string }[] = [];
  let text = '';
  let space = false;
  let joint = false;
  let breaks = 0;
  let section = 0;
  let regions = 0;
  let row = false;
  let loose: PeerLink[] = [];
  const openLinks: PeerLink[] = [];

  const flush = (): void => {
    space = false;
    joint = false;
    breaks = 0;
    if (text !== '') {
      for (const link of openLinks) if (link.start >= 0 && link.end < 0) link.end = text.length;
      const own = loose.filter((link) => link.end >= 0);
      loose = loose.filter((link) => link.end < 0);
      blocks.push({ text: text.normalize('NFC'), section, boilerplate: regions > 0, links: own });
      text = '';
    } else if (loose.length > 0) {
      const last = blocks[blocks.length - 1];
      if (last !== undefined && last.section === section) {
        last.links.push(...loose.filter((link) => link.end >= 0));
        loose = loose.filter((link) => link.end < 0);
      }
    }
  };
  const append = (piece: string): void => {
    const words = piece.split(/[\s\u00a0]+/);
    for (let i = 0; i < words.length; i++) {
      if (i > 0) space = true;
      const word = words[i]!;
      if (word === '') continue;
      if (text !== '') text += joint ? ' · ' : space ? ' ' : '';
      joint = false;
      space = false;
      breaks = 0;
      for (const link of openLinks) if (link.start < 0) link.start = text.length;
      text += word;
    }
  };
  const isDataRow = (node: N): boolean => {
    let paragraphs = 0;
    let seen = 0;
    const check = (parent: N): boolean => {
      for (const child of tree.children(parent)) {
        const name = tree.name(child);
        if (++seen > 400) return false;
        if (name === null || name === '') continue;
        if (name === 'td' || name === 'th') paragraphs = 0;
        else if (name === 'p' || name === 'div') {
          if (++paragraphs > 1) return false;
        } else if (BOUNDARIES.has(name) || HEADINGS.has(name) || REGIONS.has(name) || name === 'tr')
          return false;
        if (!check(child)) return false;
      }
      return true;
    };
    return check(node);
  };
  const isHidden = (node: N): boolean => {
    if (tree.attribute(node, 'hidden') !== undefined) return true;
    const style = tree.attribute(node, 'style');
    return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
  };
  const visit = (node: N, read: boolean): void => {
    const name = tree.name(node);
    if (name === null) return;
    if (name === '') {
      if (read) append(tree.text(node));
      return;
    }
    for (const attribute of ADDRESSES[name] ?? []) {
      const value = tree.attribute(node, attribute);
      if (value === undefined) continue;
      if (attribute.endsWith('srcset')) {
        for (const candidate of value.split(/,\s/))
          found.push({ href: candidate.trim().split(/\s/)[0]!, kind: 'asset' });
      } else found.push({ href: value.trim(), kind: kindOf(name, node) });
    }
    const reads = read && name !== 'head' && !UNREAD.has(name) && !isHidden(node);
    if (!reads) {
      if (name === 'a' && tree.attribute(node, 'href') !== undefined) {
        loose.push({ href: tree.attribute(node, 'href')!, start: text.length, end: text.length });
      }
      for (const child of tree.children(node)) visit(child, false);
      return;
    }
    let link: PeerLink | undefined;
    let boundary = false;
    let spaced = false;
    const startedRow = name === 'tr' && !row;
    if (name === 'a') {
      const href = tree.attribute(node, 'href');
      if (href !== undefined) {
        link = { href, start: -1, end: -1 };
        openLinks.push(link);
        loose.push(link);
      }
    } else if (name === 'br') {
      space = true;
      if (++breaks >= 2 && !row) flush();
    } else if (name === 'td' || name === 'th') {
      if (row) joint = text !== '';
      else {
        boundary = true;
        flush();
      }
    } else if (name === 'option' || name === 'select') spaced = true;
    else if (BOUNDARIES.has(name) || HEADINGS.has(name) || REGIONS.has(name) || name === 'tr') {
      if (row) spaced = true;
      else {
        boundary = true;
        flush();
        if (HEADINGS.has(name) || REGIONS.has(name)) section++;
        if (REGIONS.has(name)) regions++;
        if (startedRow) row = isDataRow(node);
      }
    }
    if (spaced) space = true;
    for (const child of tree.children(node)) visit(child, true);
    if (link !== undefined) {
      openLinks.pop();
      if (link.end < 0) {
        if (link.start < 0) link.start = text.length;
        link.end = text.length;
      }
    } else if (boundary) {
      flush();
      if (startedRow) row = false;
      if (REGIONS.has(name)) {
        section++;
        regions--;
      }
    } else if (spaced) space = true;
  };
  const kindOf = (name: string, node: N): string => {
    if (name === 'a' || name === 'area') return 'navigation';
    if (name === 'iframe' || name === 'frame') return 'frame';
    if (name === 'form') return 'form';
    if (name !== 'link') return 'asset';
    const rel = (tree.attribute(node, 'rel') ?? '').toLowerCase().split(/\s+/);
    return rel.includes('canonical') ? 'canonical' : rel.includes('alternate') ? 'alternate' : 'asset';
  };
  const titleNode = findTitle(root, tree);
  if (titleNode !== undefined) for (const child of tree.children(titleNode)) append(tree.text(child));
  flush();
  section = 1;
  visit(root, true);
  flush();
  return { blocks, links: found };
}

function findTitle<N>(node: N, tree: Tree<N>): N | undefined {
  const name = tree.name(node);
  if (name === 'title') return node;
  if (name === null || name === '' || name === 'svg') return undefined;
  for (const child of tree.children(node)) {
    const found = findTitle(child, tree);
    if (found !== undefined) return found;
  }
  return undefined;
}

function sumOf(read: { blocks: PeerBlock[]; links: { href: string }[] }): Found {
  let characters = 0;
  for (const block of read.blocks) characters += block.text.length;
  return {
    blocks: read.blocks.length,
    links: read.links.filter(({ href }) => href !== '').length,
    characters,
  };
}

type P5 = DefaultTreeAdapterTypes.Node;
const PARSE5: Tree<P5> = {
  name: (node) =>
    'tagName' in node
      ? node.tagName
      : node.nodeName === '#text'
        ? ''
        : node.nodeName === '#document'
          ? 'html'
          : null,
  text: (node) => ('value' in node ? node.value : ''),
  children: (node) =>
    'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [],
  attribute(node, name) {
    if (!('attrs' in node)) return undefined;
    for (const attribute of node.attrs) if (attribute.name === name) return attribute.value;
    return undefined;
  },
};

interface HandlerNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly children?: readonly HandlerNode[];
  readonly attribs?: Readonly<Record<string, string>>;
}

const HANDLER: Tree<HandlerNode> = {
  name: (node) => (node.type === 'text' ? '' : node.type === 'root' ? 'html' : (node.name ?? null)),
  text: (node) => node.data ?? '',
  children: (node) => node.children ?? [],
  attribute: (node, name) => node.attribs?.[name],
};

/** htmlparser2 is installed in bench/ only (`npm install --prefix bench`). */
async function loadHtmlparser2(): Promise<Runner | null> {
  try {
    const require = createRequire(import.meta.url);
    const { parseDocument } = (await import(require.resolve('htmlparser2'))) as {
      parseDocument(html: string): HandlerNode;
    };
    return { run: (html) => sumOf(readTree(parseDocument(html), HANDLER)), parse: parseDocument };
  } catch {
    return null;
  }
}
