/** Where the picture of an `img` really is: pages that load them late write a placeholder and the address elsewhere. */
import { attributeId, type FlatDocument, tagId } from '../html/index.ts';
import { safeAddress } from './safe-address.ts';

export interface Picture {
  readonly src: string;
  readonly alt: string;
}

const IMG = tagId('img');
const PICTURE = tagId('picture');
const SOURCE = tagId('source');
const SRC = attributeId('src');
const SRCSET = attributeId('srcset');
const DATA_SRC = attributeId('data-src');
const DATA_SRCSET = attributeId('data-srcset');
const ALT = attributeId('alt');
const WIDTH = attributeId('width');
const HEIGHT = attributeId('height');
const CLASS = attributeId('class');

/** Up to this width or height it is an icon. */
const ICON_SIZE = 32;
const LONGEST_ALT = 500;
const LONGEST_SET = 8192;
const MOST_SOURCES = 8;

/** What late loaders write in `src` until the picture is wanted, and what only takes room. */
const PLACEHOLDER =
  /(?:^|[/_.-])(?:spacer|blank|pixel|transparent|placeholder|loading|loader|lazy|lazyload|clear|dot|empty|1x1|grey|gray)(?:[/_.-]|$)/i;
const ORNAMENT =
  /(?:^|[/_.-])(?:icons?|ico|sprites?|bullet|arrow|seta|avatar|gravatar|logo|logotipo|divider|separator)(?:[/_.-]|$)/i;
const LATE = /^data-(?:[a-z]+-)*(?:src|original|image|img|url|hi-?res|full)$/;
const SMALL_TEXT = /(?:^|[\s_-])(?:emoji|emoticon|smil(?:ey|ie))s?(?:$|[\s_-])/i;

export function isPicture(doc: FlatDocument, row: number): boolean {
  return doc.tag[row] === IMG;
}

function pixels(doc: FlatDocument, row: number, attribute: number): number {
  const written = doc.value(row, attribute);
  return written === null || written.includes('%') ? Number.NaN : Number.parseInt(written, 10);
}

/** The largest of a `srcset`. */
function largest(set: string): string | null {
  let best: string | null = null;
  let bestSize = -1;
  let address = '';
  for (const token of set.slice(0, LONGEST_SET).split(/\s+/)) {
    if (token === '') continue;
    const ends = token.endsWith(',');
    const word = ends ? token.replace(/,{1,16}$/, '') : token;
    let size = 1;
    if (address === '') {
      address = word;
      if (!ends) continue;
    } else size = Number.parseFloat(word) || 1;
    if (address !== '' && size > bestSize) {
      best = address;
      bestSize = size;
    }
    address = '';
  }
  return best ?? (address === '' ? null : address);
}

/** The addresses in the order in which they are to be believed. */
function* candidates(doc: FlatDocument, row: number): Generator<string | null, void> {
  yield doc.value(row, DATA_SRC);
  const src = doc.value(row, SRC);
  const real = src !== null && src.trim() !== '' && !/^\s*data:/i.test(src) && !PLACEHOLDER.test(src);
  if (real) yield src;
  for (const [name, value] of doc.attributeList(row)) if (LATE.test(name)) yield value;
  for (const set of [doc.value(row, DATA_SRCSET), doc.value(row, SRCSET)])
    if (set !== null) yield largest(set);
  for (const [name, value] of doc.attributeList(row)) if (name.endsWith('-srcset')) yield largest(value);
  const parent = doc.parent[row]!;
  if (doc.tag[parent] === PICTURE) {
    let seen = 0;
    for (let at = parent + 1; at < row && seen < MOST_SOURCES; at = doc.end[at]!) {
      if (doc.tag[at] !== SOURCE) continue;
      seen++;
      const set = doc.value(at, DATA_SRCSET) ?? doc.value(at, SRCSET);
      if (set !== null) yield largest(set);
    }
  }
  if (!real && src !== null && !PLACEHOLDER.test(src)) yield src;
}

/** The picture that a reader sees here; null for icons, spacers and what has no address. */
export function pictureOf(doc: FlatDocument, row: number, base: string | undefined): Picture | null {
  const width = pixels(doc, row, WIDTH);
  const height = pixels(doc, row, HEIGHT);
  if (width <= ICON_SIZE || height <= ICON_SIZE) return null;
  const alt = (doc.value(row, ALT) ?? '')
    .slice(0, 2 * LONGEST_ALT)
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .trim()
    .slice(0, LONGEST_ALT);
  if (SMALL_TEXT.test((doc.value(row, CLASS) ?? '').slice(0, 200))) return null;
  for (const candidate of candidates(doc, row)) {
    if (candidate === null) continue;
    const src = safeAddress(candidate, base);
    if (src === null || src.startsWith('mailto:')) continue;
    const name = src.slice(src.lastIndexOf('/') + 1).slice(0, 200);
    const small = width <= 2 * ICON_SIZE || height <= 2 * ICON_SIZE;
    if (alt === '' && (small || (!(width > 0) && ORNAMENT.test(name)))) return null;
    return { src, alt };
  }
  return null;
}
