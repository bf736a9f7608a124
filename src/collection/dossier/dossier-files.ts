/** A dossier as a table and as lists of references, in pieces. */
import type { StoredPage } from '../../catalogue/index.ts';
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

type Entries = AsyncIterable<DossierEntry>;

export async function* dossierCsv(entries: Entries): AsyncGenerator<string, void> {
  yield csvLine([...COLUMNS]);
  let n = 0;
  for await (const { item, page } of entries)
    yield csvLine([
      ++n,
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
    ]);
}

/** Each page once, however many of its passages there are. */
async function* citedPages(entries: Entries): AsyncGenerator<StoredPage, void> {
  const seen = new Set<number>();
  for await (const { page } of entries)
    if (page !== null && !seen.has(page.id)) {
      seen.add(page.id);
      yield page;
    }
}

export async function* dossierBibtex(entries: Entries): AsyncGenerator<string, void> {
  const keys = new Set<string>();
  let isFirst = true;
  for await (const page of citedPages(entries)) {
    yield isFirst ? bibtex(page, keys) : `\n${bibtex(page, keys)}`;
    isFirst = false;
  }
}

export async function* dossierCsl(entries: Entries): AsyncGenerator<string, void> {
  const keys = new Set<string>();
  const items: unknown[] = [];
  for await (const page of citedPages(entries)) items.push(cslItem(page, keys));
  yield `${JSON.stringify(items, null, 2)}\n`;
}
