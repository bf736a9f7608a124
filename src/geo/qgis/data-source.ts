/**
 * How QGIS is told where data lies. Files are read by GDAL, over the network by ranges (`/vsicurl/`), and inside an archive without
 * unpacking it (`/vsizip/{…}/member`); services are asked by the client of QGIS that knows their protocol.
 */
import type { GeoDataset, GeoFile } from '../query/record.ts';

/** A client of QGIS, by the name that a project file has for it. */
export type QgisProvider = 'ogr' | 'gdal' | 'wms' | 'WFS' | 'OAPIF' | 'arcgisfeatureserver';

export interface DataSource {
  readonly provider: QgisProvider;
  readonly kind: 'vector' | 'raster';
  readonly source: string;
}

/** What GDAL reads as an archive, by the ending of a name. */
const ARCHIVES: readonly (readonly [ending: RegExp, handler: string])[] = [
  [/\.(?:zip|kmz)$/i, 'vsizip'],
  [/\.(?:tar|tgz|tar\.gz)$/i, 'vsitar'],
  [/\.gz$/i, 'vsigzip'],
];

/** Text that GDAL reads from its beginning anyway: asked for as one stream, so that servers without ranges do, too. */
const STREAMED = new Set(['geojson', 'topojson', 'kml', 'gpx', 'gml', 'csv']);

/** Characters that end a part of what QGIS is told are written as addresses may have them. */
function safe(url: string): string {
  return url.replace(/[|{}'"<>\s]/g, (c) => encodeURIComponent(c).replace(/'/g, '%27'));
}

/** The path by which GDAL opens an address, or a member of the archive that lies there. */
function gdalPath(url: string, name: string, { format, member }: GeoDataset): string {
  if (format === 'kml' && /\.kmz$/i.test(name)) return `/vsicurl/${safe(url)}`;
  if (STREAMED.has(format) && !ARCHIVES.some(([ending]) => ending.test(name)))
    return `/vsicurl_streaming/${safe(url)}`;
  let path = `/vsicurl/${safe(url)}`;
  let archive = name;
  let left: string | null = member === undefined || /[|{}]|(?:^|\/)\.\.(?:\/|$)/.test(member) ? null : member;
  for (;;) {
    const handler = ARCHIVES.find(([ending]) => ending.test(archive))?.[1];
    if (handler === undefined) return path;
    if (handler === 'vsigzip' || left === null) return `/${handler}/${path}`;
    // An archive within the archive is opened in its turn.
    const [, inner, rest] = /^(.*?\.(?:zip|kmz|tar|tgz))\/(.+)$/i.exec(left) ?? [];
    path = `/${handler}/{${path}}/${inner ?? left}`;
    if (inner === undefined || rest === undefined) return path;
    archive = inner;
    left = rest;
  }
}

/** A service's own address: without what only asks it to describe itself. */
export function serviceAddress(url: string): string {
  try {
    const address = new URL(url);
    for (const name of [...address.searchParams.keys()])
      if (/^(?:service|request|version|acceptversions|f)$/i.test(name)) address.searchParams.delete(name);
    return address.href.replace(/[?&]+$/, '');
  } catch {
    return url;
  }
}

const OF_SERVICES: Readonly<
  Record<string, (url: string, dataset: GeoDataset, crs: string) => DataSource | null>
> = {
  wms: (url, { layer }, crs) => ({
    provider: 'wms',
    kind: 'raster',
    source: `contextualWMSLegend=0&crs=${encodeURIComponent(crs)}&dpiMode=7&featureCount=10&format=image/png&layers=${encodeURIComponent(layer)}&styles&url=${encodeURIComponent(serviceAddress(url))}`,
  }),
  wfs: (url, { layer }, crs) => ({
    provider: 'WFS',
    kind: 'vector',
    source: ` pagingEnabled='true' restrictToRequestBBOX='1' srsname='${quoted(crs)}' typename='${quoted(layer)}' url='${quoted(serviceAddress(url))}' version='auto'`,
  }),
  // The client of QGIS wants a set of tiles named, which only the service knows: GDAL chooses one by itself.
  wmts: (url, { layer }) => ({
    provider: 'gdal',
    kind: 'raster',
    source: /[,|]/.test(layer) ? `WMTS:${safe(url)}` : `WMTS:${safe(url)},layer=${layer}`,
  }),
  'ogc-api': (url, { layer }) => ({
    provider: 'OAPIF',
    kind: 'vector',
    source: ` pagingEnabled='true' restrictToRequestBBOX='1' typename='${quoted(layer)}' url='${quoted(landingPage(url))}'`,
  }),
  // Only the address of one layer says which: its name does not.
  'arcgis-rest': (url, _, crs) =>
    /\/FeatureServer\/\d+$/i.test(serviceAddress(url))
      ? {
          provider: 'arcgisfeatureserver',
          kind: 'vector',
          source: `crs='${quoted(crs)}' url='${quoted(serviceAddress(url))}'`,
        }
      : null,
};

/** A value between single quotes. */
function quoted(text: string): string {
  return text.replace(/[\\']/g, '\\$&');
}

/** Collections are asked for at the landing page of their service. */
function landingPage(url: string): string {
  return serviceAddress(url).replace(/\/(?:collections(?:\/.*)?|conformance)$/, '');
}

/** Where the data of one layer lies, as QGIS takes it; null when it cannot take it from there. `at`: another address that has the file. */
export function dataSourceOf(
  file: GeoFile,
  dataset: GeoDataset,
  at: string | null = null,
): DataSource | null {
  const url = at ?? file.url;
  if (!/^https?:\/\//i.test(url)) return null;
  if (file.discovery === 'service' || dataset.kind === 'service') {
    const crs = dataset.crs !== null && /^EPSG:\d+$/.test(dataset.crs) ? dataset.crs : 'EPSG:4326';
    return at === null && Object.hasOwn(OF_SERVICES, dataset.format)
      ? OF_SERVICES[dataset.format]!(url, dataset, crs)
      : null;
  }
  const path = gdalPath(url, file.name, dataset);
  if (dataset.kind === 'raster') return { provider: 'gdal', kind: 'raster', source: path };
  return { provider: 'ogr', kind: 'vector', source: path + layerOf(file, dataset) };
}

/** Formats whose files hold one layer, which GDAL calls by a name of its own. */
const ONE_LAYER = new Set([
  'shapefile',
  'geojson',
  'flatgeobuf',
  'geoparquet',
  'mif',
  'csv',
  'gpx',
  'topojson',
]);

function layerOf(file: GeoFile, dataset: GeoDataset): string {
  // Columns that are no geometry until they are named so.
  if (dataset.format === 'csv')
    return '|option:X_POSSIBLE_NAMES=lon*,x,*longitude*|option:Y_POSSIBLE_NAMES=lat*,y,*latitude*|option:AUTODETECT_TYPE=YES';
  const inside = dataset.member !== undefined || !/\.(?:zip|tar|tgz)$/i.test(file.name);
  if ((ONE_LAYER.has(dataset.format) && inside) || dataset.layer === '' || dataset.layer.includes('|'))
    return '';
  return `|layername=${dataset.layer}`;
}
