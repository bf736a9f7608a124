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
import { StaleError, TarrafaError } from '../errors.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { reason } from '../words/why.ts';
import { type AtHandOptions, withCollection } from './collection-at-hand.ts';
import { SOFTWARE } from './version.ts';

export type { Kept };

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
    const { addToDossier } = await import('../collection/index.ts');
    const found = [];
    for (const { url, passage, note } of items) {
      const page = await catalogue.pageAt(url);
      if (page === null) throw new TarrafaError('TRF_NOT_FOUND', [url]);
      if (passage !== undefined && !page.text.includes(passage))
        throw new TarrafaError('TRF_CORRECTION_INVALID', [
          reason('correction-mention', { mention: passage.slice(0, 200) }),
        ]);
      found.push({ page, passage, note });
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
    const { abntText, dossierOf, entriesOf } = await import('../collection/index.ts');
    const kept = await dossierOf(catalogue, id);
    const entries = await entriesOf(catalogue, kept.value);
    return { kept, citations: entries.map(({ page }) => (page === null ? null : abntText(page))) };
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
    if (value.items[item - 1] === undefined) throw new TarrafaError('TRF_NOT_FOUND', [`${id} ${item}`]);
    const items = value.items.filter((_, at) => at !== item - 1);
    await changeDossier(catalogue, id, { ...value, items }, { expected: version, ...changeOf(options) });
  });
}

export const DOSSIER_FORMATS = ['html', 'wacz', 'csv', 'bib', 'json'] as const;
export type DossierFormat = (typeof DOSSIER_FORMATS)[number];

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
    throw new TarrafaError('TRF_CONFIG_INVALID', ['format', reason('name-of-no-format', { name: out })]);
  return withCollection(folder, options, async (collection) => {
    const room = await import('../collection/index.ts');
    const { catalogue, title } = collection;
    const { value: dossier } = await room.dossierOf(catalogue, id);
    const entries = await room.entriesOf(catalogue, dossier);
    const missing = entries.filter(({ page }) => page === null).length;
    const counts = { format, items: entries.length, missing };
    if (format === 'wacz') {
      const pages = [...new Set(entries.flatMap(({ page }) => page?.id ?? []))];
      const { bytes } = await room.exportCollection(
        { title: dossier.name, catalogue, files: collection.files },
        { format, pages, out },
        { software: SOFTWARE, now, signal: options.signal },
      );
      return { ...counts, bytes };
    }
    const text =
      format === 'html'
        ? room.dossierHtml({ collection: title, dossier, entries, language, now: now() })
        : format === 'csv'
          ? room.dossierCsv(entries)
          : format === 'bib'
            ? room.dossierBibtex(entries)
            : room.dossierCsl(entries);
    const { writeFileWhole } = await import('../files/index.ts');
    writeFileWhole(out, text);
    return { ...counts, bytes: Buffer.byteLength(text) };
  });
}
