/** All formats in one place, and the choice among them for a given file. */
import type { NamedSource } from './byte-source.ts';
import { csvReader } from './coordinate-table.ts';
import type { DatasetInfo } from './dataset.ts';
import { flatgeobufReader } from './flatgeobuf.ts';
import type { FormatReader, ReadContext } from './format-reader.ts';
import { geojsonReader } from './geojson.ts';
import { sqliteReader } from './geopackage.ts';
import { geoparquetReader } from './geoparquet.ts';
import { geotiffReader, pictureReader } from './geotiff.ts';
import { gmlReader } from './gml.ts';
import { gpxReader } from './gpx.ts';
import { kmlReader } from './kml.ts';
import { mifReader, tabReader } from './mapinfo.ts';
import { namedFormat } from './named-only.ts';
import { GeoProblem } from './problem.ts';
import { shapefileReader } from './shapefile.ts';

export const FORMAT_READERS: readonly FormatReader[] = [
  shapefileReader,
  sqliteReader,
  geotiffReader,
  flatgeobufReader,
  geoparquetReader,
  kmlReader,
  gpxReader,
  gmlReader,
  geojsonReader,
  mifReader,
  tabReader,
  csvReader,
  pictureReader,
];

/** Bytes that are looked at to choose a reader. */
export const SNIFFED_BYTES = 4096;

/** The reader that is surest of a file, or null when none knows it. */
export function chooseReader(head: Uint8Array, name: string): FormatReader | null {
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
  const reader = chooseReader(head, file.name);
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
