import { describe, expect, it } from 'vitest';
import { mediaTypeOf } from '../../server/ogc/media-types.ts';
import { EXTENSIONS } from '../../url/file-kind.ts';
import { kindByExtension } from '../../url/index.ts';
import { ARCHIVE_SERVED } from '../archive/archive-table.ts';
import { ARCHIVE_EXTENSIONS, verdictOfName } from '../describe/file-set.ts';
import { MODERN_URLS } from '../policy/url-class.ts';
import {
  DOUBTFUL,
  DOUBTFUL_LINKED,
  EXTENSION_SERVED,
  GEO_FORMATS,
  PICTURES,
  READERS,
  TELLING,
  TELLING_INSIDE,
  WORLD_FILE_EXTENSIONS,
} from './format-table.ts';
import { allReaders } from './readers.ts';

const sorted = (names: Iterable<string>) => [...names].sort();
const words = (text: string) => text.split(' ').sort();

describe('the table of formats', () => {
  it('has a reader for every name of one, and each is the reader of some format', async () => {
    expect((await allReaders()).map(({ id }) => id)).toEqual([...READERS]);
    expect(new Set(GEO_FORMATS.flatMap(({ reader }) => reader ?? []))).toEqual(new Set(READERS));
  });

  it('has each extension once', () => {
    const all = GEO_FORMATS.flatMap((format) => [
      ...('tells' in format ? format.tells : []),
      ...('tellsInside' in format ? format.tellsInside : []),
      ...('may' in format ? format.may : []),
      ...('mayLinked' in format ? format.mayLinked : []),
      ...('pictures' in format ? format.pictures : []),
    ]);
    expect(sorted(all)).toEqual(sorted(new Set(all)));
  });

  it('says what an address promises', () => {
    expect(sorted(MODERN_URLS.geographic)).toEqual(
      words(
        'shp gpkg geojson geojsonl geojsons geojsonseq ndgeojson topojson kml kmz gml gpx fgb e00 mif spr las laz copc pmtiles mbtiles geoparquet ecw sid grib grib2 grb grb2 tfw jgw pgw tifw wld',
      ),
    );
    expect(sorted(MODERN_URLS.ambiguous)).toEqual(
      words(
        'tif tiff json jsonl xml csv tsv parquet sqlite sqlite3 db nc h5 hdf jp2 dxf dwg dgn tab asc dem pbf mdb',
      ),
    );
    expect(sorted(MODERN_URLS.archives)).toEqual(words('zip rar 7z gz tgz tar exe'));
  });

  it('says what the name of a file in an archive promises', () => {
    const said = (verdict: string, names: string) =>
      expect(names.split(' ').filter((name) => verdictOfName(`a.${name}`) !== verdict)).toEqual([]);
    said(
      'geographic',
      'shp gpkg geojson geojsonl geojsons geojsonseq ndgeojson topojson kml kmz gml gpx fgb geoparquet mbtiles mif dxf dwg dgn e00 las laz copc pmtiles ecw sid spr grib grib2 grb grb2 gdbtable tfw jgw pgw tifw wld',
    );
    said(
      'perhaps',
      'parquet tif tiff csv tsv json xml sqlite sqlite3 db tab jp2 nc h5 asc dem pbf mdb zip tar gz tgz rar 7z',
    );
    said('no', 'jsonl hdf exe jpg png pdf txt html dbf shx');
    expect(sorted(ARCHIVE_EXTENSIONS)).toEqual(words('zip kmz tar gz tgz rar 7z'));
  });

  it('says what a server means by a media type', () => {
    expect(Object.fromEntries([...EXTENSION_SERVED, ...ARCHIVE_SERVED])).toEqual({
      'application/zip': 'zip',
      'application/x-zip-compressed': 'zip',
      'application/geo+json': 'geojson',
      'application/geopackage+sqlite3': 'gpkg',
      'application/vnd.google-earth.kml+xml': 'kml',
      'application/vnd.google-earth.kmz': 'kmz',
      'application/gml+xml': 'gml',
      'application/gpx+xml': 'gpx',
      'application/vnd.shp': 'shp',
      'application/vnd.flatgeobuf': 'fgb',
      'application/vnd.apache.parquet': 'parquet',
      'image/tiff': 'tif',
      'text/csv': 'csv',
    });
  });

  it('gives the media types that the server states', () => {
    const stated = {
      shapefile: 'application/vnd.shp',
      SHP: 'application/vnd.shp',
      dbf: 'application/vnd.dbf',
      geojson: 'application/geo+json',
      topojson: 'application/json',
      json: 'application/json',
      geotiff: 'image/tiff; application=geotiff',
      tif: 'image/tiff',
      tiff: 'image/tiff',
      geopackage: 'application/geopackage+sqlite3',
      gpkg: 'application/geopackage+sqlite3',
      kml: 'application/vnd.google-earth.kml+xml',
      kmz: 'application/vnd.google-earth.kmz',
      gml: 'application/gml+xml',
      gpx: 'application/gpx+xml',
      csv: 'text/csv',
      xml: 'application/xml',
      zip: 'application/zip',
      gz: 'application/gzip',
      tar: 'application/x-tar',
      rar: 'application/vnd.rar',
      '7z': 'application/x-7z-compressed',
      parquet: 'application/vnd.apache.parquet',
      geoparquet: 'application/vnd.apache.parquet',
      flatgeobuf: 'application/vnd.flatgeobuf',
      fgb: 'application/vnd.flatgeobuf',
      pmtiles: 'application/vnd.pmtiles',
      mbtiles: 'application/vnd.mapbox-vector-tile',
      las: 'application/vnd.las',
      laz: 'application/vnd.laszip',
      netcdf: 'application/x-netcdf',
      nc: 'application/x-netcdf',
      hdf5: 'application/x-hdf5',
      h5: 'application/x-hdf5',
      jp2: 'image/jp2',
      png: 'image/png',
      pdf: 'application/pdf',
      wms: 'application/xml',
      csw: 'application/xml',
    };
    expect(Object.fromEntries(Object.keys(stated).map((name) => [name, mediaTypeOf(name)]))).toEqual(stated);
    expect(mediaTypeOf('dxf')).toBeNull();
    expect(mediaTypeOf('constructor')).toBeNull();
  });

  it('agrees with what the collector takes for a page, extension by extension and in both directions', () => {
    const kinds = (names: Iterable<string>) =>
      new Map([...names].map((name) => [name, kindByExtension(`/a.${name}`)]));
    const known = new Set([...MODERN_URLS.geographic, ...MODERN_URLS.ambiguous, 'gdbtable']);
    for (const [name, kind] of kinds([...TELLING, ...TELLING_INSIDE, ...WORLD_FILE_EXTENSIONS, 'gdbtable']))
      expect(kind, name).toBe('geographic');
    for (const [name, kind] of kinds([...DOUBTFUL, ...DOUBTFUL_LINKED, ...PICTURES]))
      expect(['geographic', 'data', 'image', 'feed'], name).toContain(kind);
    // Parts of a shapefile and the folder of a geodatabase: no format of the table goes by these alone.
    const others = words('shx dbf prj gdb');
    expect(sorted(EXTENSIONS.geographic.split(' ').filter((name) => !known.has(name)))).toEqual(others);
  });
});
