/** Where a page leads: the addresses of its links in their fetch form, each once, with the words that were linked. */
import type { OutLink } from '../catalogue/index.ts';
import type { Page } from '../page/index.ts';
import { createNormaliser } from '../url/index.ts';

const MOST_LINKS = 1_000;
const LONGEST_ANCHOR = 200;

export function outLinks(page: Page): OutLink[] {
  const all = page.links;
  if (all === null) return [];
  const normalise = createNormaliser(page.base);
  const own = normalise(page.url);
  const found = new Map<string, OutLink>();
  for (let i = 0; i < all.count && found.size < MOST_LINKS; i++) {
    const kind = all.kind(i);
    if (kind !== 'navigation' && kind !== 'frame') continue;
    const target = normalise(page.address(all, i));
    if (target.kind !== 'url' || (own.kind === 'url' && target.key === own.key)) continue;
    const known = found.get(target.key);
    if (known !== undefined && known.text !== '') continue;
    const text = all.anchor(i).replace(/\s+/g, ' ').trim().slice(0, LONGEST_ANCHOR);
    if (known === undefined || text !== '') found.set(target.key, { url: known?.url ?? target.fetch, text });
  }
  return [...found.values()];
}
