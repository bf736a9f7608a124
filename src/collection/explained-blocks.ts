/** The blocks of an archived page, kept and dropped, each with why: the judgement of the catalogue made again, for a person to look at. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { CataloguePages } from '../catalogue/index.ts';
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
const LONGEST_BLOCK = 20_000;

/** Empty for what is no page of HTML. */
export function explainedBlocks(
  stored: Uint8Array,
  head: {
    readonly url: string;
    readonly contentType: string | null;
    readonly contentEncoding: string | null;
  },
  memory: SiteMemory | null,
): ExplainedBlock[] {
  const { bytes } = decodeBody(stored, head.contentEncoding);
  const { document } = readPage({ url: head.url, contentType: head.contentType, bytes });
  if (document === null) return [];
  const page = analysePage(document, { url: head.url });
  const judged = judgeContent(page, memory === null ? {} : { memory });
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
  catalogue: Pick<CataloguePages, 'page'>,
  id: number,
): Promise<readonly ExplainedBlock[] | null> {
  const page = await catalogue.page(id);
  if (page === null || page.archive === null) return null;
  const { file, offset, length } = page.archive;
  const path = archivesOf(place).find((one) => basename(one) === file);
  if (path === undefined) return null;
  return blocksOfRecord({ path, offset, length }, page.url, memoryOf(place, page.site));
}

/** The same of the record of a page, wherever it was found. */
export async function blocksOfRecord(
  place: RecordPlace,
  url: string,
  memory: SiteMemory | null = null,
): Promise<readonly ExplainedBlock[] | null> {
  let record: Awaited<ReturnType<typeof readPlace>>;
  try {
    record = await readPlace(place, { maxBlockBytes: LONGEST_CAPTURE });
  } catch {
    return null;
  }
  const { http } = record;
  const head = {
    url: record.url ?? url,
    contentType: http === null ? record.contentType : http.header('content-type'),
    contentEncoding: http === null ? null : http.contentEncoding,
  };
  return explainedBlocks(record.payload, head, memory);
}

function memoryOf(place: CollectionPlace, site: string): SiteMemory | null {
  const memories = new SiteMemories(place.crawlMemories ?? place.ownMemories, { mostHeld: MOST_MEMORIES });
  return site !== '' && existsSync(memories.path(site)) ? memories.of(site) : null;
}
