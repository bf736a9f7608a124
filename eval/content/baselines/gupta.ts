/** Gupta and others (2003): take images, scripts and styles out, then advertising, lists of links and empty tables; what is left is content. */
import { type FlatDocument, TEXT, tagId } from '../../../src/html/index.ts';
import type { Baseline } from './baseline.ts';
import { leafBlocks } from './leaf-blocks.ts';

/** Hosts that serve advertising; a parent domain covers its children. */
const AD_HOSTS = new Set([
  'doubleclick.net',
  'googlesyndication.com',
  'adservice.google.com',
  'taboola.com',
  'outbrain.com',
  'criteo.com',
  'ads.example',
]);
const LINK_SHARE = 0.5;
const REMOVED = new Set('img script style noscript iframe svg link'.split(' ').map(tagId));
const MAY_BE_LINKS = new Set('ul ol td div'.split(' ').map(tagId));
const TABLE = tagId('table');
const A = tagId('a');

function isAdvertising(address: string | null): boolean {
  const host = /^(?:https?:)?\/\/([^/:?#]+)/i.exec(address ?? '')?.[1]?.toLowerCase();
  if (host === undefined) return false;
  const labels = host.split('.');
  return labels.some((_, i) => AD_HOSTS.has(labels.slice(i).join('.')));
}

/** 1 for every row that the filters remove. */
function removedRows(doc: FlatDocument): Uint8Array {
  const removed = new Uint8Array(doc.count);
  /** Characters of text before each row, in all and inside links. */
  const all = new Int32Array(doc.count + 1);
  const linked = new Int32Array(doc.count + 1);
  let linkEnd = 0;
  for (let row = 0; row < doc.count; row++) {
    if (doc.tag[row] === A) linkEnd = Math.max(linkEnd, doc.end[row]!);
    const length = doc.tag[row] === TEXT ? doc.text(row).trim().length : 0;
    all[row + 1] = all[row]! + length;
    linked[row + 1] = linked[row]! + (row < linkEnd ? length : 0);
  }
  for (let row = 1; row < doc.count; row++) {
    const tag = doc.tag[row]!;
    if (tag <= 1) continue;
    const end = doc.end[row]!;
    const text = all[end]! - all[row]!;
    const links = linked[end]! - linked[row]!;
    if (
      REMOVED.has(tag) ||
      isAdvertising(doc.attribute(row, 'src')) ||
      isAdvertising(doc.attribute(row, 'href')) ||
      (MAY_BE_LINKS.has(tag) && text > 0 && links / text > LINK_SHARE) ||
      (tag === TABLE && text === 0)
    ) {
      removed.fill(1, row, end);
      row = end - 1;
    }
  }
  return removed;
}

/** A block is kept when some of its text is. */
export const gupta: Baseline = (pages) =>
  pages.map(({ id, doc }) => {
    const removed = removedRows(doc);
    const { blocks, blockOf } = leafBlocks(doc);
    const kept = new Uint8Array(blocks.count);
    for (let row = 1; row < doc.count; row++) {
      if (doc.tag[row] !== TEXT || removed[row] === 1 || doc.text(row).trim() === '') continue;
      const block = blockOf(row);
      if (block >= 0) kept[block] = 1;
    }
    return {
      id,
      blocks: blocks.text
        .map((text, i) => ({
          text,
          verdict: kept[i] === 1 ? ('content' as const) : ('non-content' as const),
        }))
        .slice(blocks.hasTitle ? 1 : 0),
    };
  });
