/**
 * Dossiers of a collection: made, filled, listed, and taken away as a page, an archive, a table or references.
 *
 * ```ts
 * const { id } = await makeDossier('coleta', { name: 'Enchente de 1941' });
 * await putIntoDossier('coleta', id, [{ url: 'https://jornal.br/1', passage: 'A água subiu' }]);
 * await exportDossier('coleta', id, { out: 'enchente.html' });
 * ```
 */
import type { Kept } from '../catalogue/index.ts';
import type { DossierFormat } from '../collection/index.ts';
import { StaleError, TarrafaError } from '../errors.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { reason } from '../words/why.ts';
import { type AtHandOptions, withCollection } from './collection-at-hand.ts';
import { SOFTWARE } from './version.ts';

export type { DossierFormat, Kept };

/** Forms in which a dossier can be taken away. */
export const DOSSIER_FORMATS = [
  'html',
  'wacz',
  'csv',
  'bib',
  'json',
] as const satisfies readonly DossierFormat[];

export interface DossierOptions extends AtHandOptions {
  /** Who does it. */
  readonly by?: string | undefined;
}

const changeOf = ({ by = '', now = Date.now }: DossierOptions) => ({ by, at: now() });

export async function makeDossier(
  folder: string,
  wish: { readonly name: string; readonly note?: string | undefined },
  options: DossierOptions = {},
): Promise<Kept<'dossier'>> {
  return withCollection(folder, options, async ({ catalogue }) => {
    const { newDossier } = await import('../collection/index.ts');
    return newDossier(catalogue, wish, changeOf(options));
  });
}

export interface ItemWish {
  readonly url: string;
  /** As it stands in the text of the page; the whole page without it. */
  readonly passage?: string | undefined;
  readonly note?: string | undefined;
}

/** Throws TRF_NOT_FOUND for pages that the collection does not have, TRF_CORRECTION_INVALID for a passage that the page does not. */
export async function putIntoDossier(
  folder: string,
  id: string,
  items: readonly ItemWish[],
  options: DossierOptions = {},
): Promise<Kept<'dossier'>> {
  return withCollection(folder, options, async ({ catalogue }) => {
    const { addToDossier, itemToAdd } = await import('../collection/index.ts');
    const found = [];
    for (const { url, passage, note } of items) {
      const page = await catalogue.pageAt(url);
      if (page === null) throw new TarrafaError('TRF_NOT_FOUND', [url]);
      found.push(itemToAdd(page, passage, note));
    }
    return addToDossier(catalogue, id, found, changeOf(options));
  });
}

export async function listDossiers(
  folder: string,
  options: AtHandOptions = {},
): Promise<readonly Kept<'dossier'>[]> {
  return withCollection(folder, options, async ({ catalogue }) => {
    const { items } = await catalogue.keptOf('dossier', { limit: 1_000 });
    return items;
  });
}

export async function showDossier(
  folder: string,
  id: string,
  options: AtHandOptions = {},
): Promise<{ readonly kept: Kept<'dossier'>; readonly citations: readonly (string | null)[] }> {
  return withCollection(folder, options, async ({ catalogue }) => {
    const { citedItems, dossierOf } = await import('../collection/index.ts');
    const kept = await dossierOf(catalogue, id);
    const cited = await citedItems(catalogue, kept.value.items);
    return { kept, citations: cited.map((one) => one?.citation ?? null) };
  });
}

/** Removes a dossier, or one of its items by its number, the first being 1. */
export async function removeDossier(
  folder: string,
  id: string,
  item: number | null,
  options: DossierOptions = {},
): Promise<void> {
  await withCollection(folder, options, async ({ catalogue }) => {
    const { changeDossier, dossierOf } = await import('../collection/index.ts');
    const { version, value } = await dossierOf(catalogue, id);
    if (item === null) {
      const left = await catalogue.unkeep('dossier', id, version);
      if (left !== true) throw new StaleError(value.name, version, left);
      return;
    }
    if (value.items[item - 1] === undefined)
      throw new TarrafaError('TRF_NOT_FOUND', [reason('item-of-dossier', { id, item: `${item}` })]);
    const items = value.items.filter((_, at) => at !== item - 1);
    await changeDossier(catalogue, id, { ...value, items }, { expected: version, ...changeOf(options) });
  });
}

/** Which form the name of a file asks for; null when it asks for none. */
function dossierFormatOf(name: string): DossierFormat | null {
  return DOSSIER_FORMATS.find((format) => name.toLowerCase().endsWith(`.${format}`)) ?? null;
}

export interface DossierExport extends DossierOptions {
  readonly out: string;
  readonly format?: DossierFormat | undefined;
  /** Of the page that is printed. */
  readonly language?: Language | undefined;
}

export interface ExportedDossier {
  readonly format: DossierFormat;
  readonly items: number;
  readonly bytes: number;
  /** Items whose page the collection does not have any more. */
  readonly missing: number;
}

export async function exportDossier(
  folder: string,
  id: string,
  options: DossierExport,
): Promise<ExportedDossier> {
  const { out, now = Date.now, language = USUAL_LANGUAGE } = options;
  const format = options.format ?? dossierFormatOf(out);
  if (format === null)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['format', reason('name-of-no-dossier', { name: out })]);
  return withCollection(folder, options, async ({ catalogue, title, files }) => {
    const room = await import('../collection/index.ts');
    const { value: dossier } = await room.dossierOf(catalogue, id);
    const cited = await room.citedItems(catalogue, dossier.items);
    const missing = cited.filter((one) => one === null).length;
    const counts = { format, items: cited.length, missing };
    const writing = { title, catalogue, dossier, language, now: now() };
    const { signal } = options;
    if (format === 'wacz') {
      const bytes = await room.writeDossierWacz(writing, { files, out, software: SOFTWARE, signal });
      return { ...counts, bytes };
    }
    const { writeWholeFile } = await import('../files/index.ts');
    const bytes = await writeWholeFile(out, async (file) => {
      for await (const piece of room.dossierPieces(format, writing)) {
        await file.write(piece);
        signal?.throwIfAborted();
      }
    });
    return { ...counts, bytes };
  });
}
