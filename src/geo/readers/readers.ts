/**
 * The choice among the formats for a given file. A reader is loaded when a file may be of its format: to describe a shapefile nobody waits
 * for those of a dozen others.
 */
import type { NamedSource } from './byte-source.ts';
import type { DatasetInfo } from './dataset.ts';
import { extensionOf, type FormatReader, type ReadContext } from './format-reader.ts';
import { namedFormat } from './named-only.ts';
import { GeoProblem } from './problem.ts';

/** By extension, the reader that is tried before all others. */
const USUAL: Readonly<Record<string, () => Promise<FormatReader>>> = {
  shp: async () => (await import('./shapefile.ts')).shapefileReader,
  gpkg: async () => (await import('./geopackage.ts')).sqliteReader,
  tif: async () => (await import('./geotiff.ts')).geotiffReader,
  fgb: async () => (await import('./flatgeobuf.ts')).flatgeobufReader,
  geojson: async () => (await import('./geojson.ts')).geojsonReader,
  kml: async () => (await import('./kml.ts')).kmlReader,
  gpx: async () => (await import('./gpx.ts')).gpxReader,
};

/** Bytes that are looked at to choose a reader. */
export const SNIFFED_BYTES = 4096;

/** The reader that is surest of a file, or null when none knows it. */
async function chooseReader(head: Uint8Array, name: string): Promise<FormatReader | null> {
  const usual = await USUAL[extensionOf(name)]?.();
  // Nobody can be surer than sure.
  if (usual?.sniff(head, name) === 1) return usual;
  const { FORMAT_READERS } = await import('./all-readers.ts');
  let best: FormatReader | null = null;
  let surest = 0;
  for (const reader of FORMAT_READERS) {
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
  if (file.source.size === 0) throw new GeoProblem('empty', 'a file of no bytes');
  const head = await file.source.read(0, SNIFFED_BYTES);
  const named = namedFormat(head, file.name);
  if (named !== null) throw new GeoProblem('named-only', named);
  const reader = await chooseReader(head, file.name);
  if (reader === null) throw new GeoProblem('not-geographic', 'of no format that is known here');
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
