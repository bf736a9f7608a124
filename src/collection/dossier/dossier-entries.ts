/** The items of a dossier with the pages that they are of: the very versions that were put into it. */
import type { CataloguePages, Dossier, DossierItem, StoredPage } from '../../catalogue/index.ts';

export interface DossierEntry {
  readonly item: DossierItem;
  /** Null when the collection does not have that version any more. */
  readonly page: StoredPage | null;
}

type Pages = Pick<CataloguePages, 'page' | 'pageAt' | 'versions'>;

/** The version of an item: by its moment, else by its payload. */
export async function pageOfItem(
  catalogue: Pages,
  { url, fetchedAt, digest }: Pick<DossierItem, 'url' | 'fetchedAt' | 'digest'>,
): Promise<StoredPage | null> {
  const near = await catalogue.pageAt(url, fetchedAt);
  if (near === null || near.digest === digest) return near;
  const version = (await catalogue.versions(url)).find((one) => one.digest === digest);
  return version === undefined ? null : catalogue.page(version.id);
}

export async function entriesOf(catalogue: Pages, { items }: Dossier): Promise<DossierEntry[]> {
  const entries: DossierEntry[] = [];
  for (const item of items) entries.push({ item, page: await pageOfItem(catalogue, item) });
  return entries;
}
