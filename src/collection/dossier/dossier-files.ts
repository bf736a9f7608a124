/** A dossier as a table and as lists of references. */
import { csvLine } from '../../formats/index.ts';
import { timeText } from '../export/columns.ts';
import { abntText, bibtex, cslItem } from './citation.ts';
import type { DossierEntry } from './dossier-entries.ts';

const COLUMNS = [
  'n',
  'passage',
  'note',
  'title',
  'author',
  'site',
  'url',
  'fetched_at',
  'digest',
  'archive_file',
  'archive_offset',
  'archive_length',
  'published',
  'published_source',
  'published_evidence',
  'published_confidence',
  'citation_abnt',
  'text',
] as const;

export function dossierCsv(entries: readonly DossierEntry[]): string {
  const lines = entries.map(({ item, page }, at) =>
    csvLine([
      at + 1,
      item.passage,
      item.note,
      page?.title ?? null,
      page?.byline ?? null,
      page?.site ?? null,
      item.url,
      timeText(page?.fetchedAt ?? item.fetchedAt),
      item.digest,
      page?.archive?.file ?? null,
      page?.archive?.offset ?? null,
      page?.archive?.length ?? null,
      page?.published?.date ?? null,
      page?.published?.source ?? null,
      page?.published?.text ?? null,
      page?.published?.confidence ?? null,
      page === null ? null : abntText(page),
      page?.text ?? null,
    ]),
  );
  return [csvLine([...COLUMNS]), ...lines].join('');
}

/** Each page once, however many of its passages there are. */
function citedPages(entries: readonly DossierEntry[]): NonNullable<DossierEntry['page']>[] {
  const pages = new Map(entries.flatMap(({ page }) => (page === null ? [] : [[page.id, page] as const])));
  return [...pages.values()];
}

export function dossierBibtex(entries: readonly DossierEntry[]): string {
  const keys = new Set<string>();
  return citedPages(entries)
    .map((page) => bibtex(page, keys))
    .join('\n');
}

export function dossierCsl(entries: readonly DossierEntry[]): string {
  const keys = new Set<string>();
  return `${JSON.stringify(
    citedPages(entries).map((page) => cslItem(page, keys)),
    null,
    2,
  )}\n`;
}
