/**
 * Flat document, links and text blocks against htmlparser2 (with domhandler) and parse5, on the same pages in the same run,
 * in CPU time, in interleaved rounds. The peers' links and text blocks follow the same definition as ours
 * (temporal-crawl §2.7), written the straightforward way on their trees.
 */
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { links, parseHtml, textBlocks, visibleText } from '../src/html/index.ts';
import { cpuMs, type MeasureArgs, type MeasureResult } from './measure.ts';

export const title = 'Flat document, links and text blocks';

const SMALLEST = 60_000;
const LARGEST = 350_000;

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const wanted = args.quick ? 12 : 150;
  const rounds = args.quick ? 2 : 7;
  const pages = await loadPages(args, wanted);
  const htmlparser2 = await loadHtmlparser2();
  const runners: Runner[] = [
    { name: 'tarrafa', run: ours, parse: parseHtml },
    ...(htmlparser2 === null ? [] : [htmlparser2]),
    { name: 'parse5', run: theirs, parse },
  ];
  const units = pages.reduce((sum, page) => sum + page.length, 0);
  const times = new Map<string, number[]>(runners.map(({ name }) => [name, []]));
  const parseTimes = new Map<string, number[]>(runners.map(({ name }) => [name, []]));
  const found = new Map<string, Found>();
  for (let round = 0; round <= rounds; round++) {
    // Each round starts with another parser; the first round warms up.
    for (let i = 0; i < runners.length; i++) {
      const { name, run: work, parse: parseAlone } = runners[(i + round) % runners.length]!;
      const sum = { blocks: 0, links: 0, characters: 0 };
      const before = cpuMs();
      for (const page of pages) {
        const { blocks, links: count, characters } = work(page);
        sum.blocks += blocks;
        sum.links += count;
        sum.characters += characters;
      }
      const spent = cpuMs() - before;
      const between = cpuMs();
      for (const page of pages) parseAlone(page);
      if (round > 0) {
        times.get(name)!.push(spent);
        parseTimes.get(name)!.push(cpuMs() - between);
      }
      found.set(name, sum);
    }
  }
  const median = (name: string, of = times): number => {
    const sorted = [...(of.get(name) ?? [])].sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? Number.NaN;
  };
  const own = median('tarrafa');
  const rows: (string | number)[][] = runners.map(({ name }) => {
    const sum = found.get(name)!;
    return [
      name,
      median(name) / pages.length,
      units / 1e6 / (median(name) / 1000),
      median(name) / own,
      median(name, parseTimes) / pages.length,
      sum.links,
      sum.blocks,
      sum.characters,
    ];
  });
  if (htmlparser2 === null) rows.push(['htmlparser2 + domhandler', 'not installed', '', '', '', '', '', '']);
  const stages = stageTimes(pages, rounds);
  const ratio = (name: string): number => median(name) / own;
  return {
    tables: [
      {
        title: `${pages.length} pages, mean ${Math.round(units / pages.length / 1000)} k characters, median of ${rounds} rounds`,
        columns: [
          'parser',
          'ms CPU / page',
          'M characters / s',
          'times ours',
          'ms, tree alone',
          'links',
          'blocks',
          'characters of text',
        ],
        rows,
        note:
          'htmlparser2 does not build the tree a browser builds, so what it finds differs a little; the peers also count hints ' +
          '(`dns-prefetch` …) as links.',
      },
      {
        title: 'Where our time goes',
        columns: ['stage', 'ms CPU / page'],
        rows: stages.map(([stage, ms]) => [stage, ms]),
      },
    ],
    figures: {
      pages: pages.length,
      characters: units,
      msPerPage: own / pages.length,
      ...(htmlparser2 === null ? {} : { timesHtmlparser2: ratio('htmlparser2 + domhandler') }),
      timesParse5: ratio('parse5'),
    },
    bars: [
      ...(htmlparser2 === null
        ? []
        : [
            {
              what: 'flat document, links and text blocks against htmlparser2 + domhandler',
              bar: '≥ 2.5×',
              measured: `${ratio('htmlparser2 + domhandler').toFixed(2)}×`,
              met: ratio('htmlparser2 + domhandler') >= 2.5,
            },
          ]),
      {
        what: 'flat document, links and text blocks against parse5',
        bar: '≥ 4×',
        measured: `${ratio('parse5').toFixed(2)}×`,
        met: ratio('parse5') >= 4,
      },
    ],
  };
}

interface Found {
  blocks: number;
  links: number;
  characters: number;
}

interface Runner {
  readonly name: string;
  readonly run: (html: string) => Found;
  /** The tree alone. */
  readonly parse: (html: string) => unknown;
}

function ours(html: string): Found {
  const doc = parseHtml(html);
  const all = links(doc);
  let count = 0;
  for (let i = 0; i < all.count; i++) if (all.href(i) !== '') count++;
  const blocks = textBlocks(doc);
  let characters = 0;
  for (const text of blocks.text) characters += text.length;
  return { blocks: blocks.count, links: count, characters };
}

function stageTimes(pages: readonly string[], rounds: number): [string, number][] {
  const stages: [string, (html: string) => void][] = [
    ['parseHtml', (html) => void parseHtml(html)],
    ['parseHtml + links', (html) => void links(parseHtml(html)).count],
    ['parseHtml + text blocks', (html) => void textBlocks(parseHtml(html)).count],
    ['parseHtml + visibleText', (html) => void visibleText(parseHtml(html)).length],
  ];
  return stages.map(([stage, work]) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = cpuMs();
      for (const page of pages) work(page);
      times.push((cpuMs() - before) / pages.length);
    }
    return [stage, times.sort((a, b) => a - b)[times.length >> 1]!];
  });
}

// ---- pages ----------------------------------------------------------------------------------------------------------

async function loadPages(args: MeasureArgs, wanted: number): Promise<string[]> {
  const pages: string[] = [];
  if (args.data !== undefined && existsSync(args.data)) {
    const files = readdirSync(args.data)
      .filter((file) => file.endsWith('.jsonl.gz'))
      .sort();
    for (const file of files) {
      const lines = createInterface({
        input: createReadStream(join(args.data, file)).pipe(createGunzip()),
        crlfDelay: Number.POSITIVE_INFINITY,
      });
      let taken = 0;
      for await (const line of lines) {
        const { html } = JSON.parse(line) as { html?: unknown };
        if (typeof html !== 'string' || html.length < SMALLEST || html.length > LARGEST) continue;
        pages.push(html);
        if (++taken >= Math.ceil(wanted / files.length)) break;
      }
      lines.close();
    }
  }
  for (let i = 0; pages.length < (args.data === undefined ? wanted : 1); i++) pages.push(generatedPage(i));
  return pages;
}

/** A page of the size and shape of a news site's, for machines without the corpus. */
function generatedPage(seed: number): string {
  let state = seed * 2654435761 + 12345;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % below;
  };
  const words =
    'a o de que em São Paulo não cidade praça você ação história notícia 1889 república &amp; música'.split(
      ' ',
    );
  const sentence = (length: number): string =>
    Array.from({ length }, () => words[random(words.length)]).join(' ');
  const parts = [`<!doctype html>\n<html lang="pt-BR"><head><title>${sentence(6)}</title>`];
  for (let i = 0; i < 20; i++) parts.push(`<meta property="og:x${i}" content="${sentence(8)}">\n`);
  parts.push(
    `<script>${'var a = {"b": 1}; if (a < 2) { f("</div>"); }\n'.repeat(400)}</script></head><body class="page">\n`,
  );
  parts.push(
    '<nav><ul>',
    ...Array.from({ length: 80 }, (_, i) => `<li class="m"><a href="/s/${i}">${sentence(2)}</a></li>\n`),
  );
  parts.push('</ul></nav><main>');
  for (let i = 0; i < 120; i++) {
    parts.push(
      `<div class="card c${i}" data-id="${i}"><h2><a href="/n/${i}.html?x=1&amp;y=2">${sentence(7)}</a></h2>\n`,
    );
    parts.push(`<p>${sentence(40)} <b>${sentence(3)}</b> ${sentence(30)}<br>${sentence(10)}</p>\n`);
    parts.push(
      `<img src="/i/${i}.jpg" alt="${sentence(4)}"><span class="d">12/03/20${10 + (i % 10)}</span></div>\n`,
    );
  }
  parts.push(
    '<table>',
    ...Array.from({ length: 60 }, () => `<tr><td>${sentence(2)}<td>${sentence(1)}<td>${random(999)}\n`),
  );
  parts.push('</table></main></body></html>');
  return parts.join('');
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

function theirs(html: string): Found {
  return sumOf(readTree<P5>(parse(html), PARSE5));
}

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
    return {
      name: 'htmlparser2 + domhandler',
      run: (html) => sumOf(readTree(parseDocument(html), HANDLER)),
      parse: parseDocument,
    };
  } catch {
    return null;
  }
}
