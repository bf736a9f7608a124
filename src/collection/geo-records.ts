/** The geographic files and services that a crawl described, with how they look, and who publishes them. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ArchiveMark,
  CatalogueBatch,
  CatalogueGeography,
  CatalogueWriting,
  GeoRecordIn,
  ProducerRecord,
} from '../catalogue/index.ts';
import { GEO_FILES, GEO_INDEX_FILE, GeoIndex, readGeoIndex, readKeptGeo } from '../geo/index.ts';

const BATCH_FILES = 200;

/** How the index of a folder is now; null when there is none. `file`: what marks call it. */
export function geoMark(folder: string, file = GEO_INDEX_FILE): ArchiveMark | null {
  try {
    const { size, mtimeMs } = statSync(join(folder, GEO_INDEX_FILE));
    return { file, offset: size, head: `${Math.floor(mtimeMs)}-${picturesAt(folder)}` };
  } catch {
    return null;
  }
}

/** Pictures may come later than the index that names them. */
function picturesAt(folder: string): number {
  try {
    return Math.floor(statSync(join(folder, GEO_FILES)).mtimeMs);
  } catch {
    return 0;
  }
}

/** What the index of one worker of a shared crawl says, among those of others: the producers that these found stay. */
export async function takeSharedGeo(
  folder: string,
  worker: string,
  catalogue: CatalogueWriting & Pick<CatalogueGeography, 'producers'>,
): Promise<number> {
  const mark = geoMark(folder, `${worker}/${GEO_INDEX_FILE}`);
  if (mark === null) return 0;
  const known = (await catalogue.marks()).find(({ file }) => file === mark.file);
  if (known !== undefined && known.offset === mark.offset && known.head === mark.head) return 0;
  let count = 0;
  for (const { producers, ...batch } of geoBatches(folder, mark)) {
    await catalogue.write({
      ...batch,
      ...(producers === undefined
        ? {}
        : { producers: [...(await otherProducers(catalogue, producers)), ...producers] }),
    });
    count += batch.geo?.length ?? 0;
  }
  return count;
}

async function otherProducers(
  catalogue: Pick<CatalogueGeography, 'producers'>,
  own: readonly ProducerRecord[],
): Promise<ProducerRecord[]> {
  const sites = new Set(own.map(({ site }) => site));
  const others: ProducerRecord[] = [];
  let cursor: string | null | undefined;
  do {
    const slice = await catalogue.producers({ limit: 1_000, ...(cursor ? { cursor } : {}) });
    others.push(...slice.items.filter(({ site }) => !sites.has(site)));
    cursor = slice.next;
  } while (cursor !== null);
  return others;
}

/** Everything that the index says, in batches; the last has the producers and the mark. */
export function* geoBatches(folder: string, mark: ArchiveMark): Generator<CatalogueBatch> {
  const index = new GeoIndex();
  readGeoIndex(folder, index);
  let geo: GeoRecordIn[] = [];
  for (const { file } of index.files()) {
    geo.push({ file, ...readKeptGeo(folder, file.url) });
    if (geo.length < BATCH_FILES) continue;
    yield { geo };
    geo = [];
  }
  yield { geo, producers: index.producers(), marks: [mark] };
}
