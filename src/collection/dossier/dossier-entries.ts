/**
 * The items of a dossier with the pages that they are of: the very versions that were put into it. One page is held at a time, or some small
 * ones: a dossier may have a thousand pages of megabytes.
 */
import type { CataloguePages, DossierItem, StoredPage } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { abntText } from './citation.ts';
import type { NewItem } from './dossier.ts';

export interface DossierEntry {
  readonly item: DossierItem;
  /** Null when the collection does not have that version any more. */
  readonly page: StoredPage | null;
}

/** What is shown of an item's page without its text. */
export interface CitedItem {
  readonly id: number;
  readonly title: string;
  readonly site: string;
  /** Date of publication. */
  readonly published: string | null;
  /** By ABNT NBR 6023:2018. */
  readonly citation: string;
}

/** Something for a dossier, as it is asked for: a version of a page, or a passage as it stands in its text. */
export interface WantedItem {
  readonly page: number;
  readonly passage?: string | undefined;
  readonly note?: string | undefined;
}

type Pages = Pick<CataloguePages, 'page' | 'pageAt' | 'versions'>;

/** Characters of text. Passages of one page stand together as a rule, and it is read once for them. */
const MOST_HELD = 4 << 20;

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

/** The same for all items of one version of a page. */
export function versionOf({ url, fetchedAt, digest }: DossierItem): string {
  return `${fetchedAt} ${digest} ${url}`;
}

export async function* entriesOf(
  catalogue: Pages,
  items: readonly DossierItem[],
): AsyncGenerator<DossierEntry, void> {
  const held = new Map<string, StoredPage | null>();
  let size = 0;
  for (const item of items) {
    const version = versionOf(item);
    let page = held.get(version);
    if (page === undefined) {
      page = await pageOfItem(catalogue, item);
      if (size > MOST_HELD) {
        held.clear();
        size = 0;
      }
      held.set(version, page);
      size += page?.text.length ?? 0;
    }
    yield { item, page };
  }
}

/** For each item, in their order; null where its page is gone. */
export async function citedItems(
  catalogue: Pages,
  items: readonly DossierItem[],
): Promise<(CitedItem | null)[]> {
  const cited = new Map<string, CitedItem | null>();
  for (const item of items) {
    const version = versionOf(item);
    if (cited.has(version)) continue;
    const page = await pageOfItem(catalogue, item);
    cited.set(version, page === null ? null : citedItem(page));
  }
  return items.map((item) => cited.get(versionOf(item)) ?? null);
}

function citedItem(page: StoredPage): CitedItem {
  const { id, title, site, published } = page;
  return { id, title, site, published: published?.date ?? null, citation: abntText(page) };
}

/** What can be put into a dossier. Throws TRF_NOT_FOUND for a page that is not there, TRF_CORRECTION_INVALID for a passage that its text has not. */
export async function itemsToAdd(
  catalogue: Pick<CataloguePages, 'page'>,
  wanted: readonly WantedItem[],
): Promise<NewItem[]> {
  const found: NewItem[] = [];
  let page: StoredPage | null = null;
  for (const { page: id, passage, note } of wanted) {
    if (page?.id !== id) page = await catalogue.page(id);
    if (page === null) throw new TarrafaError('TRF_NOT_FOUND', [`pages/${id}`]);
    found.push(itemToAdd(page, passage, note));
  }
  return found;
}

export function itemToAdd(
  { url, fetchedAt, digest, text }: StoredPage,
  passage: string | undefined,
  note: string | undefined,
): NewItem {
  if (passage !== undefined && !text.includes(passage))
    throw new TarrafaError('TRF_CORRECTION_INVALID', [
      reason('correction-mention', { mention: passage.slice(0, 200) }),
    ]);
  return { page: { url, fetchedAt, digest }, passage, note };
}
