/**
 * Every geographic format in one table: what its files are called, what servers call them, and who reads them. Plain data, which costs
 * nothing to load. A new format is a row here, and, if it is to be read, a reader in `readers.ts`.
 */

/** The readers, in the order in which they are asked: of those that are equally sure of a file the first is taken. */
export const READERS = [
  'shapefile',
  'sqlite',
  'geotiff',
  'flatgeobuf',
  'geoparquet',
  'kml',
  'gpx',
  'gml',
  'geojson',
  'mif',
  'tab',
  'grid',
  'pmtiles',
  'csv',
  'picture',
] as const;
export type ReaderName = (typeof READERS)[number];

export interface GeoFormat {
  /** What descriptions call it. */
  readonly id: string;
  /** Extensions that tell by themselves that a file is geographic. */
  readonly tells?: readonly string[];
  /** Extensions that tell it within an archive or a folder; an address that ends so needs more evidence. */
  readonly tellsInside?: readonly string[];
  /** Extensions that other data has as well: only a look inside tells. */
  readonly may?: readonly string[];
  /** The like, looked into only where a link speaks of geographic data, and not whenever a folder is described. */
  readonly mayLinked?: readonly string[];
  /** Extensions of pictures, which are maps where a world file lies beside them. */
  readonly pictures?: readonly string[];
  /** Its files are archives, and what is inside is read. */
  readonly isArchive?: true;
  /** Media types, by the format's id and by extensions. */
  readonly media?: Readonly<Record<string, string>>;
  /** The extension that an answer without a telling name stands for, when a server gives it the media type of that extension. */
  readonly served?: string;
  /** Null: recognised and named, and not read (`named-only.ts`), or opened as an archive. */
  readonly reader: ReaderName | null;
}

const words = (text: string): readonly string[] => text.split(' ');

export const GEO_FORMATS = [
  {
    id: 'shapefile',
    tells: ['shp'],
    media: { shapefile: 'application/vnd.shp', shp: 'application/vnd.shp' },
    served: 'shp',
    reader: 'shapefile',
  },
  {
    id: 'geopackage',
    tells: ['gpkg'],
    may: words('sqlite sqlite3 db'),
    media: { geopackage: 'application/geopackage+sqlite3', gpkg: 'application/geopackage+sqlite3' },
    served: 'gpkg',
    reader: 'sqlite',
  },
  {
    id: 'mbtiles',
    tells: ['mbtiles'],
    media: { mbtiles: 'application/vnd.mapbox-vector-tile' },
    reader: 'sqlite',
  },
  {
    id: 'geotiff',
    may: words('tif tiff'),
    media: { geotiff: 'image/tiff; application=geotiff', tif: 'image/tiff', tiff: 'image/tiff' },
    served: 'tif',
    reader: 'geotiff',
  },
  {
    id: 'flatgeobuf',
    tells: ['fgb'],
    media: { flatgeobuf: 'application/vnd.flatgeobuf', fgb: 'application/vnd.flatgeobuf' },
    served: 'fgb',
    reader: 'flatgeobuf',
  },
  {
    id: 'geoparquet',
    tells: ['geoparquet'],
    may: ['parquet'],
    media: { geoparquet: 'application/vnd.apache.parquet', parquet: 'application/vnd.apache.parquet' },
    served: 'parquet',
    reader: 'geoparquet',
  },
  {
    id: 'kml',
    tells: ['kml'],
    media: { kml: 'application/vnd.google-earth.kml+xml' },
    served: 'kml',
    reader: 'kml',
  },
  {
    id: 'kmz',
    tells: ['kmz'],
    isArchive: true,
    media: { kmz: 'application/vnd.google-earth.kmz' },
    served: 'kmz',
    reader: null,
  },
  {
    id: 'gpx',
    tells: ['gpx'],
    media: { gpx: 'application/gpx+xml' },
    served: 'gpx',
    reader: 'gpx',
  },
  {
    id: 'gml',
    tells: ['gml'],
    may: ['xml'],
    media: { gml: 'application/gml+xml', xml: 'application/xml' },
    served: 'gml',
    reader: 'gml',
  },
  {
    id: 'geojson',
    tells: words('geojson geojsonl geojsons geojsonseq ndgeojson'),
    may: ['json'],
    mayLinked: ['jsonl'],
    media: { geojson: 'application/geo+json', json: 'application/json' },
    served: 'geojson',
    reader: 'geojson',
  },
  { id: 'topojson', tells: ['topojson'], media: { topojson: 'application/json' }, reader: 'geojson' },
  { id: 'mif', tells: ['mif'], reader: 'mif' },
  { id: 'tab', may: ['tab'], reader: 'tab' },
  {
    id: 'csv',
    may: words('csv tsv'),
    media: { csv: 'text/csv' },
    served: 'csv',
    reader: 'csv',
  },
  { id: 'ascii-grid', may: ['asc'], reader: 'grid' },
  {
    id: 'pmtiles',
    tells: ['pmtiles'],
    media: { pmtiles: 'application/vnd.pmtiles' },
    reader: 'pmtiles',
  },
  {
    id: 'picture',
    pictures: words('jpg jpeg png gif bmp'),
    media: { png: 'image/png' },
    reader: 'picture',
  },
  // A drawing is a map only sometimes; among other data it usually is.
  { id: 'dxf', tellsInside: ['dxf'], reader: null },
  { id: 'dwg', tellsInside: ['dwg'], reader: null },
  { id: 'dgn', tellsInside: ['dgn'], reader: null },
  { id: 'e00', tells: ['e00'], reader: null },
  {
    id: 'las',
    tells: words('las laz copc'),
    media: { las: 'application/vnd.las', laz: 'application/vnd.laszip' },
    reader: null,
  },
  { id: 'jpeg2000', may: ['jp2'], media: { jp2: 'image/jp2' }, reader: null },
  {
    id: 'netcdf',
    may: ['nc'],
    media: { netcdf: 'application/x-netcdf', nc: 'application/x-netcdf' },
    reader: null,
  },
  {
    id: 'hdf5',
    may: ['h5'],
    mayLinked: ['hdf'],
    media: { hdf5: 'application/x-hdf5', h5: 'application/x-hdf5' },
    reader: null,
  },
  { id: 'ecw', tells: ['ecw'], reader: null },
  { id: 'mrsid', tells: ['sid'], reader: null },
  { id: 'spring', tells: ['spr'], reader: null },
  { id: 'grib', tells: words('grib grib2 grb grb2'), reader: null },
  { id: 'usgs-dem', may: ['dem'], reader: null },
  { id: 'osm-pbf', may: ['pbf'], reader: null },
  { id: 'access', may: ['mdb'], reader: null },
  // By what stands in them: their extensions are those of discs, of archives and of numbers.
  { id: 'hdf4', reader: null },
  { id: 'erdas-imagine', reader: null },
  { id: 's57', reader: null },
] as const satisfies readonly GeoFormat[];

const rows: readonly GeoFormat[] = GEO_FORMATS;

/** Pictures have their place from a file beside them. */
export const WORLD_FILE_EXTENSIONS = words('tfw jgw pgw tifw wld');

const union = (of: (format: GeoFormat) => readonly string[] | undefined): ReadonlySet<string> =>
  new Set(rows.flatMap((format) => of(format) ?? []));

export const TELLING = union(({ tells }) => tells);
export const TELLING_INSIDE = union(({ tellsInside }) => tellsInside);
export const DOUBTFUL = union(({ may }) => may);
export const DOUBTFUL_LINKED = union(({ mayLinked }) => mayLinked);
export const PICTURES = union(({ pictures }) => pictures);
/** Extensions of archives that are geographic by themselves. */
export const GEO_ARCHIVES = union(({ tells, isArchive }) => (isArchive === true ? tells : []));

/** The extensions that tell a format, for its reader. */
export function tellingExtensions(
  ...ids: readonly (typeof GEO_FORMATS)[number]['id'][]
): ReadonlySet<string> {
  return union(({ id, tells }) => ((ids as readonly string[]).includes(id) ? tells : []));
}

/** By extension, the reader that is tried before all others. */
export const USUAL_READER: ReadonlyMap<string, ReaderName> = new Map(
  rows.flatMap(({ tells = [], may = [], reader }) =>
    reader === null ? [] : [...tells, ...may].map((extension) => [extension, reader] as const),
  ),
);

/** The media type of a format, by its id or an extension; null when nothing sure can be said. */
export function geoMediaType(name: string): string | null {
  for (const { media } of rows)
    if (media !== undefined && Object.hasOwn(media, name)) return media[name] ?? null;
  return null;
}

/** By media type, the extension that an answer without a telling name stands for. */
export const EXTENSION_SERVED: ReadonlyMap<string, string> = new Map(
  rows.flatMap(({ media, served }) => {
    const type = served === undefined ? undefined : media?.[served];
    return type === undefined ? [] : [[type, served!] as const];
  }),
);
