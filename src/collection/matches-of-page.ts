/** The words of a question in the text of a page, as its passages among the results mark them. */
import type { CataloguePages, Query } from '../catalogue/index.ts';
import { wordsAskedFor } from '../catalogue/query/index.ts';

export interface TextMatch {
  readonly start: number;
  readonly end: number;
}

/** Null when there is no such version. */
export async function matchesOfPage(
  catalogue: Pick<CataloguePages, 'page'>,
  id: number,
  query: Query,
): Promise<readonly TextMatch[] | null> {
  const page = await catalogue.page(id);
  return page === null ? null : wordsAskedFor(page.text, query);
}
