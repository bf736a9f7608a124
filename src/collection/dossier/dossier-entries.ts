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

/** A version is read once, however many of its passages there are. */
export async function entriesOf(catalogue: Pages, { items }: Dossier): Promise<DossierEntry[]> {
  const entries: DossierEntry[] = [];
  const read = new Map<string, StoredPage | null>();
  for (const item of items) {
    const version = `${item.fetchedAt} ${item.digest} ${item.url}`;
    let page = read.get(version);
    if (page === undefined) read.set(version, (page = await pageOfItem(catalogue, item)));
    entries.push({ item, page });
  }
  return entries;
}
