/** The blocks of an archived page, kept and dropped, each with why: the judgement of the catalogue made again, for a person to look at. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { CatalogueKept, CataloguePages, PageCorrection } from '../catalogue/index.ts';
import { decodeBody } from '../coding/index.ts';
import {
  analysePage,
  contentBlocks,
  judgeContent,
  SiteMemories,
  type SiteMemory,
  type Verdict,
} from '../content/index.ts';
import { readPage } from '../page/index.ts';
import { LONGEST_CAPTURE, type RecordPlace, readPlace } from '../warc/index.ts';
import { archivesOf, type CollectionPlace } from './collection-place.ts';
import { blockDecisions, LONGEST_BLOCK } from './corrected-page.ts';
import { placesOf } from './record-with-bytes.ts';

export interface ExplainedBlock {
  readonly text: string;
  readonly verdict: Verdict;
  /** 0 … 1: how sure it is that the block is content. */
  readonly score: number;
  /** A word for why: `links`, `short`, `repeated-text` …; `nothing-else` for what was kept because the page has nothing better. */
  readonly reason: string;
  readonly path: string;
  /** Share of the other pages of its template that have this text; absent when nothing is known of the site. */
  readonly repeated?: number;
}

const MOST_MEMORIES = 8;
const MOST_BLOCKS = 5_000;

/** Empty for what is no page of HTML. */
export function explainedBlocks(
  stored: Uint8Array,
  head: {
    readonly url: string;
    readonly contentType: string | null;
    readonly contentEncoding: string | null;
  },
  memory: SiteMemory | null,
  correction: PageCorrection | null = null,
): ExplainedBlock[] {
  const { bytes } = decodeBody(stored, head.contentEncoding);
  const { document } = readPage({ url: head.url, contentType: head.contentType, bytes });
  if (document === null) return [];
  const page = analysePage(document, { url: head.url });
  const decide = blockDecisions(correction);
  const judged = judgeContent(page, { ...(memory === null ? {} : { memory }), decide });
  return contentBlocks(judged, MOST_BLOCKS).map(({ text, verdict, score, reason, path, repeated }) => ({
    text: text.slice(0, LONGEST_BLOCK),
    verdict,
    score,
    reason,
    path,
    ...(repeated === undefined ? {} : { repeated }),
  }));
}

/** The blocks of a page of a collection; null when the page or its record is not there. */
export async function blocksOfPage(
  place: CollectionPlace,
  catalogue: Pick<CataloguePages, 'page' | 'versions'> & Pick<CatalogueKept, 'kept'>,
  id: number,
): Promise<readonly ExplainedBlock[] | null> {
  const page = await catalogue.page(id);
  if (page === null) return null;
  const correction = (await catalogue.kept('correction', page.key))?.value ?? null;
  for (const { file, offset, length } of placesOf(page, await catalogue.versions(page.url))) {
    const path = archivesOf(place).find((one) => basename(one) === file);
    if (path === undefined) continue;
    const record = { path, offset, length };
    const blocks = await blocksOfRecord(record, page.url, memoryOf(place, page.site), correction);
    if (blocks !== null) return blocks;
  }
  return null;
}

/** The same of the record of a page, wherever it was found. */
export async function blocksOfRecord(
  place: RecordPlace,
  url: string,
  memory: SiteMemory | null = null,
  correction: PageCorrection | null = null,
): Promise<readonly ExplainedBlock[] | null> {
  let record: Awaited<ReturnType<typeof readPlace>>;
  try {
    record = await readPlace(place, { maxBlockBytes: LONGEST_CAPTURE });
  } catch {
    return null;
  }
  if (record.type === 'revisit') return null;
  const { http } = record;
  const head = {
    url: record.url ?? url,
    contentType: http === null ? record.contentType : http.header('content-type'),
    contentEncoding: http === null ? null : http.contentEncoding,
  };
  return explainedBlocks(record.payload, head, memory, correction);
}

export function memoryOf(place: CollectionPlace, site: string): SiteMemory | null {
  return learnedMemory(place.crawlMemories ?? place.ownMemories, site);
}

/** What was learned of a site in a folder; null when nothing was. */
export function learnedMemory(folder: string, site: string): SiteMemory | null {
  const memories = new SiteMemories(folder, { mostHeld: MOST_MEMORIES });
  return site !== '' && existsSync(memories.path(site)) ? memories.of(site) : null;
}
