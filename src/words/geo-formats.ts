/** Geographic formats and services by the names that people know them by: the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  shp: 'Shapefile',
  shapefile: 'Shapefile',
  gpkg: 'GeoPackage',
  geopackage: 'GeoPackage',
  sqlite: 'SpatiaLite',
  mbtiles: 'MBTiles',
  pmtiles: 'PMTiles',
  tif: 'GeoTIFF',
  tiff: 'GeoTIFF',
  geotiff: 'GeoTIFF',
  fgb: 'FlatGeobuf',
  flatgeobuf: 'FlatGeobuf',
  parquet: 'GeoParquet',
  geoparquet: 'GeoParquet',
  geojson: 'GeoJSON',
  json: 'GeoJSON',
  topojson: 'TopoJSON',
  netcdf: 'NetCDF',
  nc: 'NetCDF',
  jpeg2000: 'JPEG 2000',
  jp2: 'JPEG 2000',
  mif: 'MapInfo MIF',
  tab: 'MapInfo TAB',
  'ogc-api': 'OGC API',
  'ogc api': 'OGC API',
  'ogc-api-records': 'OGC API – Records',
  'ogc api records': 'OGC API – Records',
  'arcgis-rest': 'ArcGIS REST',
  'arcgis rest': 'ArcGIS REST',
  'iso-metadata': 'ISO 19139',
  'iso metadata': 'ISO 19139',
  'ows-context': 'OWS Context',
  'ows context': 'OWS Context',
  mrsid: 'MrSID',
};

/** Of an extension, the identifier of a format or the kind of a service; any other is an abbreviation. */
export function geoFormatName(format: string): string {
  const key = format.toLowerCase();
  return Object.hasOwn(NAMES, key) ? NAMES[key]! : format.toUpperCase();
}
