/**
 * A page as discovery sees it (Definition 1): where it is, which link-paths it has, and where they lead. Nothing else is kept of it
 * but, in small form, what tells one template from another.
 */

import { fnv32 } from '../../bytes/index.ts';
import {
  attributeId,
  baseHref,
  canonical,
  type FlatDocument,
  type PathNotation,
  TEXT,
  tagId,
  WHITE,
} from '../../html/index.ts';
import { kindByExtension } from '../../url/index.ts';
import { addressReader } from './address.ts';
import type { PathTable } from './path-table.ts';

export interface PageLink {
  /** The link-path in the notation of index-paths. */
  readonly path: number;
  /** Key of the target. */
  readonly target: string;
}

export interface LinkedPage {
  /** The address that was asked for, as it is compared. */
  readonly key: string;
  /** The address it came from, after redirects. */
  readonly url: string;
  /** Every link-path of the page in the notation of `sim_HTML`, sorted: those of anchors that lead nowhere too. */
  readonly linkPaths: Int32Array;
  /** Links to pages of the site, in document order; of equal path and target only the first. */
  readonly links: readonly PageLink[];
  /** Paths of elements and short texts with their place, as hashes: what a template consists of. Sorted. */
  readonly paths: Int32Array;
  readonly labels: Int32Array;
  /** Key of `rel=canonical`, when it names another page of the site. */
  readonly canonical: string | null;
  /** Keys of `rel=next` and `rel=prev`. */
  readonly neighbours: readonly string[];
}

export interface PageReading {
  readonly indexPathNotation: PathNotation;
  readonly htmlNotation: PathNotation;
  readonly site: string;
  readonly indexPaths: PathTable;
  readonly htmlPaths: PathTable;
  /** Told the address of every target. */
  address(key: string, fetch: string): void;
}

const A = tagId('a');
const HREF = attributeId('href');
const REL = attributeId('rel');
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'head'].map(tagId));
/** A longer text is prose, no label. */
const LONGEST_LABEL = 48;
const MOST_LINKS = 5_000;
const DEEPEST = 256;
const FOLLOWED = new Set(['page', 'unknown']);

function sortedUnique(numbers: Iterable<number>): Int32Array {
  return Int32Array.from(new Set(numbers)).sort();
}

function hash(text: string, seed: number): number {
  const h = fnv32(text, seed);
  return h ^ (h >>> 15);
}

export function readLinkedPage(
  doc: FlatDocument,
  key: string,
  url: string,
  reading: PageReading,
): LinkedPage {
  const base = baseHref(doc);
  const normalise = addressReader(base === null ? url : (absolute(base, url) ?? url));
  const indexIds = new Int32Array(doc.count).fill(-1);
  const htmlIds =
    reading.htmlNotation === reading.indexPathNotation ? null : new Int32Array(doc.count).fill(-1);
  const linkPaths = new Set<number>();
  const links: PageLink[] = [];
  const seen = new Set<string>();
  const neighbours: string[] = [];
  const paths = new Set<number>();
  const labels = new Set<number>();
  let skipTo = 0;
  let anchorTo = 0;
  for (let node = 1; node < doc.count; node++) {
    const tag = doc.tag[node]!;
    if (tag === TEXT) {
      // The words of a link name its target, which is another on each page.
      if (node < skipTo || node < anchorTo || (doc.flags[node]! & WHITE) !== 0) continue;
      if (doc.stop[node]! - doc.start[node]! > LONGEST_LABEL * 4) continue;
      const label = labelOf(doc.text(node));
      if (label !== '')
        labels.add(
          hash(
            label,
            pathId(doc, doc.parent[node]!, reading.indexPathNotation, indexIds, reading.indexPaths),
          ),
        );
      continue;
    }
    if (UNREAD.has(tag)) {
      skipTo = Math.max(skipTo, doc.end[node]!);
      continue;
    }
    if (node < skipTo) continue;
    paths.add(pathId(doc, node, reading.htmlNotation, htmlIds ?? indexIds, reading.htmlPaths));
    if (tag !== A) continue;
    anchorTo = doc.end[node]!;
    const href = doc.value(node, HREF);
    if (href === null) continue;
    linkPaths.add(pathId(doc, node, reading.htmlNotation, htmlIds ?? indexIds, reading.htmlPaths));
    if (links.length >= MOST_LINKS || href.trim() === '' || href.trimStart().startsWith('#')) continue;
    const target = normalise(href.trim());
    if (
      target.kind === 'refused' ||
      target.site !== reading.site ||
      !FOLLOWED.has(kindByExtension(target.fetch))
    )
      continue;
    if (target.key === key) continue;
    const path = pathId(doc, node, reading.indexPathNotation, indexIds, reading.indexPaths);
    const once = `${path} ${target.key}`;
    if (seen.has(once)) continue;
    seen.add(once);
    reading.address(target.key, target.fetch);
    links.push({ path, target: target.key });
    if (/\b(?:next|prev)\b/i.test(doc.value(node, REL) ?? '')) neighbours.push(target.key);
  }
  const named = canonical(doc);
  const other = named === null ? null : normalise(named);
  return {
    key,
    url,
    linkPaths: sortedUnique(linkPaths),
    links,
    paths: sortedUnique(paths),
    labels: sortedUnique(labels),
    canonical:
      other !== null && other.kind === 'url' && other.site === reading.site && other.key !== key
        ? other.key
        : null,
    neighbours,
  };
}

function absolute(href: string, url: string): string | null {
  return URL.canParse(href, url) ? new URL(href, url).href : null;
}

/** A short text without its value: `Partido: PSE` counts as `Partido:`. */
function labelOf(text: string): string {
  const clean = text.replace(/[\s\u00a0]+/g, ' ').trim();
  const colon = clean.indexOf(':');
  const label = colon > 0 ? clean.slice(0, colon + 1) : clean;
  return label.length > LONGEST_LABEL || !/[\p{L}\p{N}]/u.test(label) ? '' : label;
}

/** The path of an element, remembered for the page. Below `DEEPEST` levels the path stays that of the last one. */
function pathId(
  doc: FlatDocument,
  node: number,
  notation: PathNotation,
  ids: Int32Array,
  table: PathTable,
): number {
  const chain: number[] = [];
  let at = node;
  while (at > 0 && ids[at] === -1 && chain.length < 4 * DEEPEST) {
    chain.push(at);
    at = doc.parent[at]!;
  }
  let id = at > 0 && ids[at] !== -1 ? ids[at]! : 0;
  for (let i = chain.length - 1; i >= 0; i--) {
    const row = chain[i]!;
    let step = doc.tagName(row).toUpperCase();
    if (notation !== 'TAG')
      for (const [name, value] of doc.attributeList(row))
        step += notation === 'TAG+AN' ? `[${name}]` : `[${name}=${value}]`;
    id = table.child(id, step);
    ids[row] = id;
  }
  return id;
}

/** The Jaccard coefficient of two sorted sets; 1 when both are empty. */
export function jaccard(a: Int32Array, b: Int32Array): number {
  if (a.length === 0 && b.length === 0) return 1;
  const shared = intersection(a, b);
  return shared / (a.length + b.length - shared);
}

/** How many numbers two sorted sets share. */
export function intersection(a: Int32Array, b: Int32Array): number {
  let shared = 0;
  for (let i = 0, k = 0; i < a.length && k < b.length; ) {
    const d = a[i]! - b[k]!;
    if (d === 0) {
      shared++;
      i++;
      k++;
    } else if (d < 0) i++;
    else k++;
  }
  return shared;
}
