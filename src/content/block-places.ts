/**
 * Where blocks stand, as numbers that are the same on every page of a template: the path of tags, classes and ids from the root, with
 * (`exact`) and without (`loose`) the place among siblings. Digits in names do not count (`post-4711`), and the last two steps have no
 * ordinal: the third and the ninth paragraph of an article stand in the same place.
 */

import { FNV_SEED, fnvStep } from '../bytes/index.ts';
import { attributeId, TEXT } from '../html/index.ts';
import type { PageBlocks } from './page-blocks.ts';

export interface BlockPlaces {
  readonly exact: Uint32Array;
  readonly loose: Uint32Array;
  /** The structure of the page: the smallest hashes of its upper elements, ascending. */
  readonly sketch: Uint32Array;
}

export const SKETCH_SIZE = 48;
const SKETCH_DEPTH = 7;
const LONGEST_NAME = 120;
const MOST_NAMES = 2;
/** An element with a larger share of the blocks is the page. */
const WHOLE_PAGE = 0.85;
const NAMES = [attributeId('class'), attributeId('id')];
const NO_NAMES: readonly number[] = [];

/** Not `mix32`: what it makes stands in the memories of sites. */
function mix(a: number, b: number): number {
  let h = Math.imul(a ^ (b + 0x9e3779b9), 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 13)) | 0;
}

/** Of the first names in a list: what comes after them may name the page (`page-Ray_Allen`) or its subject (`category-soja`). */
function nameHash(html: string, from: number, to: number): number {
  let hash = FNV_SEED;
  const end = Math.min(to, from + LONGEST_NAME);
  let names = 0;
  let inside = false;
  for (let i = from; i < end; i++) {
    const code = html.charCodeAt(i);
    if (code <= 32) {
      inside = false;
      continue;
    }
    if (!inside) {
      if (++names > MOST_NAMES) break;
      inside = true;
      hash = fnvStep(hash, 32);
    }
    if (code >= 48 && code <= 57) continue;
    hash = fnvStep(hash, code);
  }
  return hash;
}

export function readPlaces(blocks: PageBlocks): BlockPlaces {
  const { doc } = blocks;
  const { count, tag, parent, attributes, html } = doc;
  const needed = new Uint8Array(count);
  for (let i = 0; i < blocks.count; i++)
    for (let at = blocks.node[i]!; at > 0 && needed[at] === 0; at = parent[at]!) needed[at] = 1;
  // Blocks at and below each row.
  const held = new Int32Array(count);
  for (let i = 0; i < blocks.count; i++) held[blocks.node[i]!]!++;
  for (let row = count - 1; row > 0; row--) held[parent[row]!]! += held[row]!;
  const step = new Int32Array(count);
  const loose = new Int32Array(count);
  const exact = new Int32Array(count);
  const depth = new Uint16Array(count);
  /** How many siblings of the same tag came before: by parent row, for the tag seen last; good enough and bounded. */
  const ordinal = new Uint16Array(count);
  const children = new Uint16Array(count);
  const smallest: number[] = [];
  for (let row = 1; row < count; row++) {
    if (tag[row] === TEXT) continue;
    const up = parent[row]!;
    ordinal[row] = children[up]!;
    if (children[up]! < 0xffff) children[up]!++;
    if (needed[row] === 0) continue;
    let own = tag[row]!;
    // What holds the whole page may be named after it: `<div id="p-a-ponte-nova">`.
    for (const attribute of held[row]! > blocks.count * WHOLE_PAGE ? NO_NAMES : NAMES) {
      const at = doc.attributeAt(row, attribute);
      if (at >= 0) own = mix(own, nameHash(html, attributes[at + 2]!, attributes[at + 3]!));
    }
    step[row] = own;
    loose[row] = mix(loose[up]!, own);
    exact[row] = mix(mix(exact[up]!, own), ordinal[row]!);
    depth[row] = Math.min(0xffff, depth[up]! + 1);
    if (depth[row]! <= SKETCH_DEPTH) smallest.push(loose[row]! >>> 0);
  }
  const placeExact = new Uint32Array(blocks.count);
  const placeLoose = new Uint32Array(blocks.count);
  for (let i = 0; i < blocks.count; i++) {
    const row = blocks.node[i]!;
    const up = parent[row]!;
    const kind = blocks.kind[i]!;
    placeLoose[i] = mix(loose[row]!, kind) >>> 0;
    placeExact[i] = mix(mix(mix(exact[parent[up]!]!, step[up]!), step[row]!), kind) >>> 0;
  }
  const sketch = [...new Set(smallest)].sort((a, b) => a - b).slice(0, SKETCH_SIZE);
  return { exact: placeExact, loose: placeLoose, sketch: Uint32Array.from(sketch) };
}

/** The estimated share of common elements of two structures. */
export function sketchLikeness(a: Uint32Array, b: Uint32Array): number {
  const size = Math.min(SKETCH_SIZE, Math.max(a.length, b.length));
  if (size === 0) return 1;
  let i = 0;
  let j = 0;
  let shared = 0;
  let seen = 0;
  while (seen < size && (i < a.length || j < b.length)) {
    const x = i < a.length ? a[i]! : Number.POSITIVE_INFINITY;
    const y = j < b.length ? b[j]! : Number.POSITIVE_INFINITY;
    if (x === y) {
      shared++;
      i++;
      j++;
    } else if (x < y) i++;
    else j++;
    seen++;
  }
  return seen === 0 ? 0 : shared / seen;
}
