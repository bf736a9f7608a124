/** The geographic files and services that a crawl described, with how they look, and who publishes them. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveMark, CatalogueBatch, GeoRecordIn } from '../catalogue/index.ts';
import { GEO_FILES, GEO_INDEX_FILE, GeoIndex, readGeoIndex, readKeptGeo } from '../geo/index.ts';

const BATCH_FILES = 200;

/** How the index of a folder is now; null when there is none. */
export function geoMark(folder: string): ArchiveMark | null {
  try {
    const { size, mtimeMs } = statSync(join(folder, GEO_INDEX_FILE));
    return { file: GEO_INDEX_FILE, offset: size, head: `${Math.floor(mtimeMs)}-${picturesAt(folder)}` };
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
