/** All formats in one place. */
import { csvReader } from './coordinate-table.ts';
import { flatgeobufReader } from './flatgeobuf.ts';
import type { FormatReader } from './format-reader.ts';
import { geojsonReader } from './geojson.ts';
import { sqliteReader } from './geopackage.ts';
import { geoparquetReader } from './geoparquet.ts';
import { geotiffReader, pictureReader } from './geotiff.ts';
import { gmlReader } from './gml.ts';
import { gpxReader } from './gpx.ts';
import { kmlReader } from './kml.ts';
import { mifReader, tabReader } from './mapinfo.ts';
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
