/** What people say of the pages of a collection, while its archive is analysed. */
import type { CatalogueKept, CataloguePages, CatalogueWriting, Kept } from '../catalogue/index.ts';
import { rewriteVersions } from './correct-page.ts';
import { type Rereading, rewritePage } from './reread-page.ts';

/** By comparison form of the page's address. */
export type Corrections = ReadonlyMap<string, Kept<'correction'>>;

/** As much of them as tells later which have changed. */
export type SeenCorrections = ReadonlyMap<string, { readonly version: number; readonly url: string }>;

export function seenOf(corrections: Corrections): SeenCorrections {
  return new Map([...corrections].map(([id, { version, value }]) => [id, { version, url: value.url }]));
}

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
  before: SeenCorrections,
  reading: () => Rereading | Promise<Rereading>,
): Promise<number> {
  const now = await correctionsOf(catalogue);
  const changed = [
    ...[...seenOf(now)].filter(([id, { version }]) => before.get(id)?.version !== version),
    ...[...before].filter(([id]) => !now.has(id)),
  ];
  if (changed.length === 0) return 0;
  const context = await reading();
  for (const [id, { url }] of changed)
    await rewriteVersions(
      { catalogue, rewrite: (page, correction) => rewritePage(catalogue, page, correction, context) },
      url,
      now.get(id)?.value ?? null,
    );
  return changed.length;
}
