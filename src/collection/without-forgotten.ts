/** A page as it is written to the catalogue of a collection that was asked to forget others. */
import type { PageRecord } from '../catalogue/index.ts';
import type { Forgotten } from '../crawl/forgotten.ts';

/** What a page says of addresses that were taken out is not said on: where they lead, and by which words. */
export function withoutForgotten(page: PageRecord, forgotten: Forgotten): PageRecord {
  if (forgotten.isEmpty) return page;
  const links = page.links.filter(({ url }) => !forgotten.hasUrl(url));
  return { ...page, links, html: forgotten.blankedText(page.html) };
}
