/** What people say of the pages of a collection, while its archive is analysed. */
import type { CatalogueKept, CataloguePages, CatalogueWriting, Kept } from '../catalogue/index.ts';
import { rewriteVersions } from './correct-page.ts';
import { type Rereading, rereadPage } from './reread-page.ts';

/** By comparison form of the page's address. */
export type Corrections = ReadonlyMap<string, Kept<'correction'>>;

export async function correctionsOf(catalogue: Pick<CatalogueKept, 'keptOf'>): Promise<Corrections> {
  const corrections = new Map<string, Kept<'correction'>>();
  let cursor: string | undefined;
  do {
    const slice = await catalogue.keptOf('correction', { cursor, limit: 1_000 });
    for (const one of slice.items) corrections.set(one.id, one);
    cursor = slice.next ?? undefined;
  } while (cursor !== undefined);
  return corrections;
}

/** Writes the pages anew of which something else is said now than `before`. `reading` is made when there are some. */
export async function rewriteChanged(
  catalogue: Pick<CatalogueWriting, 'write'> &
    Pick<CatalogueKept, 'keptOf'> &
    Pick<CataloguePages, 'page' | 'versions'>,
  before: Corrections,
  reading: () => Rereading | Promise<Rereading>,
): Promise<number> {
  const now = await correctionsOf(catalogue);
  const changed = [
    ...[...now.values()].filter(({ id, version }) => before.get(id)?.version !== version),
    ...[...before.values()].filter(({ id }) => !now.has(id)),
  ];
  if (changed.length === 0) return 0;
  const context = await reading();
  for (const { id, value } of changed)
    await rewriteVersions(
      { catalogue, reread: (page, correction) => rereadPage(catalogue, page, correction, context) },
      value.url,
      now.get(id)?.value ?? null,
    );
  return changed.length;
}
