/**
 * The choice among the formats for a given file. A reader is loaded when a file may be of its format: to describe a shapefile nobody waits
 * for those of a dozen others.
 */

import { reason } from '../../words/why.ts';
import type { NamedSource } from './byte-source.ts';
import type { DatasetInfo } from './dataset.ts';
import { extensionOf, type FormatReader, type ReadContext } from './format-reader.ts';
import { READERS, type ReaderName, USUAL_READER } from './format-table.ts';
import { namedFormat } from './named-only.ts';
import { GeoProblem } from './problem.ts';

const LOAD: Readonly<Record<ReaderName, () => Promise<FormatReader>>> = {
  shapefile: async () => (await import('./shapefile.ts')).shapefileReader,
  sqlite: async () => (await import('./geopackage.ts')).sqliteReader,
  geotiff: async () => (await import('./geotiff.ts')).geotiffReader,
  flatgeobuf: async () => (await import('./flatgeobuf.ts')).flatgeobufReader,
  geoparquet: async () => (await import('./geoparquet.ts')).geoparquetReader,
  kml: async () => (await import('./kml.ts')).kmlReader,
  gpx: async () => (await import('./gpx.ts')).gpxReader,
  gml: async () => (await import('./gml.ts')).gmlReader,
  geojson: async () => (await import('./geojson.ts')).geojsonReader,
  mif: async () => (await import('./mapinfo.ts')).mifReader,
  tab: async () => (await import('./mapinfo.ts')).tabReader,
  grid: async () => (await import('./ascii-grid.ts')).gridReader,
  pmtiles: async () => (await import('./pmtiles.ts')).pmtilesReader,
  csv: async () => (await import('./coordinate-table.ts')).csvReader,
  picture: async () => (await import('./geotiff.ts')).pictureReader,
};

/** All readers, in the order in which they are asked. */
export function allReaders(): Promise<readonly FormatReader[]> {
  return Promise.all(READERS.map((name) => LOAD[name]()));
}

/** Bytes that are looked at to choose a reader. */
const SNIFFED_BYTES = 4096;

/** The reader that is surest of a file, or null when none knows it. */
async function chooseReader(head: Uint8Array, name: string): Promise<FormatReader | null> {
  const expected = USUAL_READER.get(extensionOf(name));
  const usual = expected === undefined ? null : await LOAD[expected]();
  // Nobody can be surer than sure.
  if (usual?.sniff(head, name) === 1) return usual;
  let best: FormatReader | null = null;
  let surest = 0;
  for (const reader of await allReaders()) {
    const sure = reader.sniff(head, name);
    if (sure > surest) {
      surest = sure;
      best = reader;
    }
  }
  return best;
}

/** Reads a file by whatever format it is of. Throws `GeoProblem` for what is none, or cannot be read. */
export async function readDatasets(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
  if (file.source.size === 0) throw new GeoProblem('empty', reason('no-bytes'));
  const head = await file.source.read(0, SNIFFED_BYTES);
  const named = namedFormat(head, file.name);
  if (named !== null) throw new GeoProblem('named-only', named);
  const reader = await chooseReader(head, file.name);
  if (reader === null) throw new GeoProblem('not-geographic', reason('no-known-format'));
  const datasets = await reader.read(file, context);
  return datasets.map((dataset) => ({
    ...dataset,
    rows: (limit?: number) => quietly(dataset.rows(limit)),
    shapes: () => quietly(dataset.shapes()),
  }));
}

/** Ends at damage instead of throwing: what came before it is good, and the problem was told with the description. */
async function* quietly<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* values;
  } catch {
    // See above.
  }
}
