/** What changed in a page between two of its captures: title, dates, links, and the clean text. Work for a thread. */
import { basename } from 'node:path';
import type { CataloguePages, OutLink, PageDate, PageRecord } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { type TextDifference, textDifference } from '../../text/index.ts';
import type { RecordPlace } from '../../warc/index.ts';
import type { ReadingContext } from '../page-record.ts';
import { rereadRecord } from '../reread-page.ts';

/** One of the two, as plain data. */
export interface ComparedCapture {
  readonly url: string;
  readonly fetchedAt: number;
  /** The version of the catalogue; null when it has none, and the record is read. */
  readonly id: number | null;
  readonly digest: string;
  readonly record: RecordPlace | null;
}

export interface ComparedVersion {
  readonly id: number | null;
  readonly url: string;
  readonly fetchedAt: number;
  readonly digest: string;
  readonly title: string;
  readonly byline: string;
  readonly language: string | null;
  readonly type: string;
  readonly published: PageDate | null;
  readonly modified: PageDate | null;
}

export const COMPARED_FACTS = ['title', 'byline', 'published', 'modified', 'language', 'type'] as const;
export type ComparedFact = (typeof COMPARED_FACTS)[number];

export interface LinkChanges {
  readonly same: number;
  readonly removed: number;
  readonly added: number;
  /** The first of them. */
  readonly removedLinks: readonly OutLink[];
  readonly addedLinks: readonly OutLink[];
}

export interface PageDifference {
  readonly from: ComparedVersion;
  readonly to: ComparedVersion;
  /** What differs beside text and links. */
  readonly changed: readonly ComparedFact[];
  readonly text: TextDifference;
  readonly links: LinkChanges;
}

type Pages = Pick<CataloguePages, 'page' | 'linksFrom'>;

const MOST_LINKS = 10_000;
const LINKS_AT_ONCE = 1_000;
const LINKS_SHOWN = 200;

export async function pageDifference(
  catalogue: Pages,
  from: ComparedCapture,
  to: ComparedCapture,
  reading: ReadingContext,
): Promise<PageDifference> {
  const old = await readVersion(catalogue, from, reading);
  const isSame = from.id !== null && from.id === to.id;
  const fresh = isSame
    ? { ...old, version: { ...old.version, fetchedAt: to.fetchedAt } }
    : await readVersion(catalogue, to, reading);
  return {
    from: old.version,
    to: fresh.version,
    changed: COMPARED_FACTS.filter((fact) => saidOf(old.version[fact]) !== saidOf(fresh.version[fact])),
    text: textDifference(old.text, fresh.text),
    links: linkChanges(old.links, fresh.links),
  };
}

/** Of a date the day: that it was read from elsewhere is no change of the page. */
const saidOf = (fact: string | PageDate | null): string | null =>
  fact === null || typeof fact === 'string' ? fact : fact.date;

interface ReadVersion {
  readonly version: ComparedVersion;
  readonly text: string;
  readonly links: readonly OutLink[];
}

async function readVersion(
  catalogue: Pages,
  compared: ComparedCapture,
  reading: ReadingContext,
): Promise<ReadVersion> {
  const { id, url, fetchedAt, record } = compared;
  const absent = () => new TarrafaError('TRF_NOT_FOUND', [`${url} ${new Date(fetchedAt).toISOString()}`]);
  if (id !== null) {
    const page = await catalogue.page(id);
    if (page === null) throw absent();
    return versionOf(page, compared, await linksOf(catalogue, id));
  }
  if (record === null) throw absent();
  const { offset, length } = record;
  const read = await rereadRecord(record, { file: basename(record.path), offset, length }, null, reading);
  if (read === null) throw absent();
  return versionOf(read.page, compared, read.page.links);
}

function versionOf(
  { title, byline, language, type, published, modified, text }: Omit<PageRecord, 'links' | 'entities'>,
  { id, url, fetchedAt, digest }: ComparedCapture,
  links: readonly OutLink[],
): ReadVersion {
  const version = { id, url, fetchedAt, digest, title, byline, language, type, published, modified };
  return { version, text, links };
}

async function linksOf(catalogue: Pages, id: number): Promise<OutLink[]> {
  const links: OutLink[] = [];
  let cursor: string | undefined;
  do {
    const slice = await catalogue.linksFrom(id, { cursor, limit: LINKS_AT_ONCE });
    for (const { url, text } of slice.items) links.push({ url, text });
    cursor = slice.next ?? undefined;
  } while (cursor !== undefined && links.length < MOST_LINKS);
  return links;
}

/** By address: that a link says something else is seen in the text. */
function linkChanges(old: readonly OutLink[], fresh: readonly OutLink[]): LinkChanges {
  const before = byAddress(old);
  const after = byAddress(fresh);
  const removed = [...before.values()].filter(({ url }) => !after.has(url));
  const added = [...after.values()].filter(({ url }) => !before.has(url));
  return {
    same: before.size - removed.length,
    removed: removed.length,
    added: added.length,
    removedLinks: removed.slice(0, LINKS_SHOWN),
    addedLinks: added.slice(0, LINKS_SHOWN),
  };
}

function byAddress(links: readonly OutLink[]): Map<string, OutLink> {
  const found = new Map<string, OutLink>();
  for (const link of links) if (!found.has(link.url)) found.set(link.url, link);
  return found;
}
