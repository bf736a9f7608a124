/** The index of a crawl's folder, read and written; and an index over files of this machine. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inputError, TarrafaError } from '../../errors.ts';
import { writeFileWhole } from '../../files/index.ts';
import { reason } from '../../words/why.ts';
import { describePath } from '../describe/describe.ts';
import { datasetRecord, type PlaceSources, placesOfDataset } from '../policy/file-record.ts';
import type { GeoIndex } from './geo-index.ts';
import { addJsonLines, GEO_INDEX_FILE, toJsonLines } from './json-lines.ts';
import { newFile } from './record.ts';

/** The file of the index in a folder, or the path itself when it is one. Null when there is none. */
export function indexPath(path: string): string | null {
  try {
    if (statSync(path).isFile()) return path;
    const inside = join(path, GEO_INDEX_FILE);
    return statSync(inside).isFile() ? inside : null;
  } catch {
    return null;
  }
}

/** Reads the index of a crawl; `broken` lines are passed over. */
export function readGeoIndex(path: string, index: GeoIndex): { readonly broken: number } {
  const file = indexPath(path);
  if (file === null) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('no-geo-index')]);
  try {
    return { broken: addJsonLines(index, readFileSync(file, 'utf8'), file) };
  } catch (cause) {
    if (cause instanceof TarrafaError) throw cause;
    throw inputError(file, cause);
  }
}

/** Writes it whole, and takes the place of the old one only when it is there. */
export function writeGeoIndex(folder: string, index: GeoIndex): string {
  const file = join(folder, GEO_INDEX_FILE);
  writeFileWhole(file, toJsonLines(index.records()));
  return file;
}

/** Describes the geographic files below a folder and indexes them under their paths. */
export async function indexFolder(folder: string, index: GeoIndex, places: PlaceSources): Promise<number> {
  const description = await describePath(folder);
  const byFile = new Map<string, (typeof description.datasets)[number][]>();
  for (const dataset of description.datasets)
    byFile.set(dataset.file, [...(byFile.get(dataset.file) ?? []), dataset]);
  for (const [path, datasets] of byFile) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const values = [];
    for (const dataset of datasets) values.push(...(await placesOfDataset(dataset, places)));
    index.addFile({
      ...newFile(path, folder, name, name.slice(name.lastIndexOf('.') + 1).toLowerCase()),
      anchors: [{ page: '', text: '', before: [], after: [] }],
      datasets: datasets.map((one) => datasetRecord(one)),
      places: values,
    });
  }
  description.close();
  return byFile.size;
}
