/** Real sites as a collection: every page read as an analysis reads it, then put into a catalogue. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { EmbeddedCatalogue, type PageRecord } from '../../../src/catalogue/index.ts';
import { createDocumentReader } from '../../../src/collection/page-reader.ts';
import type { AnalysedRecord } from '../../../src/collection/page-record.ts';
import { addressOf } from '../../../src/collection/page-record.ts';
import { SiteMemories } from '../../../src/content/index.ts';
import { type Gazetteer, loadGazetteer } from '../../../src/geo/index.ts';
import type { RealSite } from '../../geo-web/real-pages.ts';

/** Nothing was fetched: every page counts as collected on this day. */
export const COLLECTED_AT = Date.UTC(2026, 0, 1);
const BATCH = 200;

interface RealCollection {
  readonly catalogue: EmbeddedCatalogue;
  readonly gazetteer: Gazetteer;
  close(): Promise<void>;
}

interface StoredFile {
  readonly host: string;
  readonly path: string;
  readonly contentType: string;
  readonly lastModified?: string;
  readonly utf8?: string;
  readonly bytesBase64?: string;
}

function* tasksOf(folder: string, site: RealSite) {
  for (const line of gunzipSync(readFileSync(join(folder, site.file)))
    .toString('utf8')
    .split('\n')) {
    if (line === '') continue;
    const stored = JSON.parse(line) as StoredFile;
    if (!/html/i.test(stored.contentType)) continue;
    const body =
      stored.utf8 === undefined
        ? Buffer.from(stored.bytesBase64 ?? '', 'base64')
        : Buffer.from(stored.utf8, 'utf8');
    yield {
      head: {
        url: `http://${stored.host}${stored.path}`,
        status: 200,
        contentType: stored.contentType,
        contentEncoding: null,
        lastModified: stored.lastModified ?? null,
        fetchedAt: COLLECTED_AT,
        digest: `sha1:${createHash('sha1').update(body).digest('hex')}`,
        archive: null,
      },
      body,
    };
  }
}

/** As an analysis does: a first reading for the memory of each site, a second for the records. */
export async function* analysedPages(
  folder: string,
  sites: readonly RealSite[],
): AsyncGenerator<AnalysedRecord> {
  const kept = mkdtempSync(join(tmpdir(), 'tarrafa-known-items-'));
  try {
    const memories = new SiteMemories(kept);
    const first = await createDocumentReader({ memories: null, places: false });
    for (const site of sites)
      for (const task of tasksOf(folder, site)) {
        const read = await first({ want: 'facts', ...task });
        if (read.kind === 'facts' && read.facts !== null)
          memories.learn(addressOf(task.head.url).site, read.facts);
      }
    memories.save();
    const second = await createDocumentReader({ memories: kept });
    for (const site of sites)
      for (const task of tasksOf(folder, site)) {
        const read = await second({ want: 'record', ...task });
        if (read.kind === 'record' && read.record !== null) yield read.record;
      }
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}

/** A catalogue of these pages; copies of the same bytes are kept as further captures, as in every collection. */
export async function collectionOf(
  records: Iterable<AnalysedRecord> | AsyncIterable<AnalysedRecord>,
  taken: (page: PageRecord) => void,
): Promise<RealCollection> {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-real-search-'));
  const gazetteer = await loadGazetteer();
  const catalogue = EmbeddedCatalogue.open(join(folder, 'catalogue.db'), {
    gazetteer,
    now: () => COLLECTED_AT,
  });
  const close = async (): Promise<void> => {
    await catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    let batch: AnalysedRecord[] = [];
    const write = async (): Promise<void> => {
      await catalogue.write({
        pages: batch.map(({ page }) => page),
        places: batch.flatMap(({ places }) => places),
      });
      batch = [];
    };
    const digests = new Set<string>();
    for await (const record of records) {
      taken(record.page);
      if (digests.has(record.page.digest)) continue;
      digests.add(record.page.digest);
      batch.push(record);
      if (batch.length === BATCH) await write();
    }
    await write();
    await catalogue.settle();
    return { catalogue, gazetteer, close };
  } catch (error) {
    await close();
    throw error;
  }
}
