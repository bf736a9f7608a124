/** A dossier taken away, in each of its forms: in pieces that somebody reads along, but for the archive, which must be whole. */
import type { Catalogue, Dossier } from '../../catalogue/index.ts';
import type { Language } from '../../words/index.ts';
import { exportCollection } from '../export/export.ts';
import { FORMATS } from '../export/format-table.ts';
import type { ExportSource } from '../export/selection.ts';
import { citedItems, entriesOf } from './dossier-entries.ts';
import { dossierBibtex, dossierCsl, dossierCsv } from './dossier-files.ts';
import { dossierHtml } from './dossier-html.ts';

/** Its forms, as the world of mail and the Web calls them. */
export const DOSSIER_MEDIA = {
  html: 'text/html; charset=utf-8',
  wacz: FORMATS.wacz.media,
  csv: FORMATS.csv.media,
  bib: 'application/x-bibtex; charset=utf-8',
  json: 'application/vnd.citationstyles.csl+json; charset=utf-8',
} as const;
export type DossierFormat = keyof typeof DOSSIER_MEDIA;

export interface DossierWriting {
  /** Title of the collection. */
  readonly title: string;
  readonly catalogue: Catalogue;
  readonly dossier: Dossier;
  /** Of who will read it. */
  readonly language: Language;
  /** ms since 1970. */
  readonly now: number;
}

export async function* dossierPieces(
  format: Exclude<DossierFormat, 'wacz'>,
  { title, catalogue, dossier, language, now }: DossierWriting,
): AsyncGenerator<string, void> {
  const entries = entriesOf(catalogue, dossier.items);
  switch (format) {
    case 'html': {
      const cited = await citedItems(catalogue, dossier.items);
      yield* dossierHtml({ collection: title, dossier, cited, entries, language, now });
      break;
    }
    case 'csv':
      yield* dossierCsv(entries);
      break;
    case 'bib':
      yield* dossierBibtex(entries);
      break;
    case 'json':
      yield* dossierCsl(entries);
  }
}

/** Its pages as they were archived, into the file `out`. The number of bytes. */
export async function writeDossierWacz(
  { catalogue, dossier, now }: DossierWriting,
  {
    files,
    forgetting,
    out,
    software,
    signal,
  }: Pick<ExportSource, 'files' | 'forgetting'> & {
    readonly out: string;
    readonly software: string;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<number> {
  const cited = await citedItems(catalogue, dossier.items);
  const pages = [...new Set(cited.flatMap((one) => one?.id ?? []))];
  const { bytes } = await exportCollection(
    { title: dossier.name, catalogue, files, forgetting },
    { format: 'wacz', pages, out },
    { software, now: () => now, signal },
  );
  return bytes;
}
