/** The blocks of a parsed page in the form the time room reads. */
import { baseHref, type FlatDocument, textBlocks } from '../html/index.ts';
import type { LinkRef, TextBlock } from './block.ts';

/** Turns an href into the address that identifies the target, or `null` when it is none to follow. */
export type ResolveHref = (href: string, base: string) => string | null;

/** The platform's own resolution, for those who keep no canonical form. */
export const plainHref: ResolveHref = (href, base) => {
  try {
    const url = new URL(href, base);
    url.hash = '';
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
};

export function documentBlocks(
  doc: FlatDocument,
  pageUrl: string,
  resolveHref: ResolveHref = plainHref,
): TextBlock[] {
  const columns = textBlocks(doc);
  const written = baseHref(doc);
  const base = (written === null || written === '' ? null : plainHref(written, pageUrl)) ?? pageUrl;
  const links: LinkRef[][] = Array.from({ length: columns.count }, () => []);
  for (let i = 0; i < columns.linkCount; i++) {
    const rawHref = doc.attribute(columns.linkNode[i]!, 'href');
    const blockIndex = columns.linkBlock[i]!;
    const url = rawHref === null ? null : resolveHref(rawHref, base);
    if (rawHref === null || url === null || !links[blockIndex]) continue;
    const start = columns.linkStart[i]!;
    const end = columns.linkEnd[i]!;
    links[blockIndex].push({
      rawHref,
      url,
      blockIndex,
      start,
      end,
      anchorText: columns.text[blockIndex]!.slice(start, end),
      boilerplate: columns.linkBoilerplate[i] === 1,
    });
  }
  return columns.text.map((text, index) => ({
    index,
    text,
    docOffset: columns.offset[index]!,
    sectionId: columns.section[index]!,
    boilerplate: columns.boilerplate[index] === 1,
    links: links[index]!,
  }));
}
