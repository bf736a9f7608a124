/** Services that speak JSON: OGC API (Features, Records), STAC and ArcGIS REST. */
import { parseJson } from '../../formats/index.ts';
import { type BoundingBox, checkedBox } from '../box.ts';
import { crsOfEpsg } from '../crs/crs.ts';
import { toWgs84 } from '../crs/reproject.ts';
import {
  emptyLayer,
  licenceOf,
  type ServiceDescription,
  type ServiceKind,
  type ServiceLayer,
  sorted,
} from './service.ts';

type Json = Readonly<Record<string, unknown>>;
const MOST_LAYERS = 50_000;

const object = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 20_000) : typeof value === 'number' ? String(value) : '';
const texts = (value: unknown): string[] =>
  list(value)
    .map(text)
    .filter((one) => one !== '')
    .slice(0, 200);
const link = (href: string, url: string): string => {
  try {
    return new URL(href, url || undefined).href;
  } catch {
    return href;
  }
};

/** Null when it is none of these services. */
export function describeJson(source: string, url: string): ServiceDescription | null {
  let parsed: unknown;
  try {
    parsed = parseJson(source);
  } catch {
    return null;
  }
  const root = object(parsed);
  if (root === null) return null;
  if (typeof root.stac_version === 'string') return stac(root, url);
  if (
    root.type === 'FeatureCollection' &&
    list(root.features).some((one) => typeof object(one)?.stac_version === 'string')
  )
    return stacItems(root, url);
  if ('currentVersion' in root || object(root.extent)?.spatialReference !== undefined)
    return arcgis(root, url);
  if (Array.isArray(root.collections)) return collections(root, url);
  const rels = new Set(list(root.links).map((one) => text(object(one)?.rel)));
  if (rels.has('conformance') || rels.has('http://www.opengis.net/def/rel/ogc/1.0/conformance'))
    return landing(root, url);
  if (root.type === 'FeatureCollection' && list(root.features).some((one) => isRecord(object(one))))
    return records(root, url);
  if (object(root.extent) !== null && typeof root.id === 'string' && list(root.links).length > 0)
    return result('OGC API', root, url, [collection(root, url)], []);
  return null;
}

function result(
  service: ServiceKind,
  root: Json,
  url: string,
  all: readonly ServiceLayer[],
  follow: readonly string[],
): ServiceDescription {
  const { layers, dropped } = sorted(all.slice(0, MOST_LAYERS));
  return {
    service,
    version: text(root.stac_version ?? root.currentVersion),
    url,
    title: text(root.title) || text(root.mapName),
    abstract: text(root.description) || text(root.serviceDescription),
    keywords: texts(root.keywords),
    provider: text(object(list(root.providers)[0])?.name),
    licence: licenceOf(text(root.license), text(root.copyrightText)),
    layers,
    dropped,
    follow: [...new Set(follow)].slice(0, 10_000),
    problems: [],
  };
}

function linksOf(root: Json, url: string, ...rels: readonly string[]): string[] {
  return list(root.links)
    .map(object)
    .filter((one) => one !== null && rels.includes(text(one.rel)) && text(one.href) !== '')
    .map((one) => link(text(one!.href), url));
}

/** Boxes of two or three dimensions, of a collection the first of which is the whole. */
function boxOf(value: unknown): BoundingBox | null {
  const numbers = list(value).map(Number);
  if (numbers.length === 6) return checkedBox([numbers[0]!, numbers[1]!, numbers[3]!, numbers[4]!]);
  return numbers.length === 4 ? checkedBox(numbers) : null;
}

function extentOf(root: Json): Pick<ServiceLayer, 'box' | 'from' | 'to'> {
  const extent = object(root.extent);
  const spatial = object(extent?.spatial);
  const temporal = object(extent?.temporal);
  const boxes = list(spatial?.bbox);
  const interval = list(list(temporal?.interval)[0]);
  return {
    box: boxOf(boxes[0]) ?? boxOf(extent?.spatial) ?? boxOf(spatial?.bbox),
    from: text(interval[0]) || null,
    to: text(interval[1]) || null,
  };
}

// --- STAC

function stac(root: Json, url: string): ServiceDescription {
  const follow = linksOf(root, url, 'child', 'item', 'items', 'data', 'next');
  if (root.type === 'Feature')
    return result(
      'STAC',
      { ...root, title: object(root.properties)?.title ?? root.id },
      url,
      [item(root, url)],
      [],
    );
  if (root.type === 'Collection' || root.extent !== undefined)
    return result('STAC', root, url, [collection(root, url)], follow);
  return result('STAC', root, url, [], follow);
}

function stacItems(root: Json, url: string): ServiceDescription {
  const items = list(root.features)
    .map(object)
    .filter((one): one is Json => one !== null);
  return result(
    'STAC',
    root,
    url,
    items.map((one) => item(one, url)),
    linksOf(root, url, 'next'),
  );
}

function item(root: Json, url: string): ServiceLayer {
  const properties = object(root.properties) ?? {};
  const assets = Object.values(object(root.assets) ?? {}).map(object);
  const epsg = text(properties['proj:epsg']) || text(properties['proj:code']).replace(/^EPSG:/, '');
  return {
    ...emptyLayer(text(root.id)),
    title: text(properties.title),
    abstract: text(properties.description),
    keywords: texts(properties.keywords),
    box: boxOf(root.bbox) ?? geometryBox(root.geometry),
    crs: epsg === '' ? [] : [`EPSG:${epsg}`],
    from: text(properties.start_datetime) || text(properties.datetime) || null,
    to: text(properties.end_datetime) || text(properties.datetime) || null,
    licence: licenceOf(text(properties.license)),
    geometryType: null,
    urls: assets
      .map((asset) => text(asset?.href))
      .filter((href) => href !== '')
      .map((href) => link(href, url))
      .slice(0, 200),
  };
}

/** The box of a GeoJSON geometry, without recursion. */
function geometryBox(geometry: unknown): BoundingBox | null {
  const waiting: unknown[] = [
    object(geometry)?.coordinates,
    ...list(object(geometry)?.geometries).map((one) => object(one)?.coordinates),
  ];
  let box: [number, number, number, number] | null = null;
  let steps = 0;
  while (waiting.length > 0 && steps++ < 1_000_000) {
    const value = waiting.pop();
    if (!Array.isArray(value)) continue;
    const [x, y] = value;
    if (typeof x === 'number' && typeof y === 'number')
      box =
        box === null
          ? [x, y, x, y]
          : [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
    else for (const inner of value) waiting.push(inner);
  }
  return box === null ? null : checkedBox(box);
}

// --- OGC API

function landing(root: Json, url: string): ServiceDescription {
  const follow = linksOf(
    root,
    url,
    'data',
    'http://www.opengis.net/def/rel/ogc/1.0/data',
    'collection',
    'items',
  );
  return result('OGC API', root, url, [], follow);
}

function collections(root: Json, url: string): ServiceDescription {
  const all = list(root.collections)
    .map(object)
    .filter((one): one is Json => one !== null);
  const isStac = all.some((one) => typeof one.stac_version === 'string');
  const follow = [
    ...linksOf(root, url, 'next'),
    ...(isStac ? all.flatMap((one) => linksOf(one, url, 'items')) : []),
  ];
  const catalogue = all.some((one) => text(one.itemType) === 'record');
  return result(
    isStac ? 'STAC' : catalogue ? 'OGC API Records' : 'OGC API',
    root,
    url,
    all.map((one) => collection(one, url)),
    [
      ...follow,
      ...(catalogue
        ? all.filter((one) => text(one.itemType) === 'record').flatMap((one) => linksOf(one, url, 'items'))
        : []),
    ],
  );
}

function collection(root: Json, url: string): ServiceLayer {
  return {
    ...emptyLayer(text(root.id) || text(root.name)),
    title: text(root.title),
    abstract: text(root.description),
    keywords: texts(root.keywords),
    ...extentOf(root),
    crs: [text(root.storageCrs), ...texts(root.crs)].filter((code) => code !== ''),
    licence: licenceOf(text(root.license)),
    count: typeof root.itemCount === 'number' ? root.itemCount : null,
    urls: linksOf(root, url, 'items', 'enclosure', 'data').slice(0, 100),
  };
}

function isRecord(feature: Json | null): boolean {
  const properties = object(feature?.properties);
  return (
    properties !== null &&
    typeof properties.title === 'string' &&
    (Array.isArray(feature?.conformsTo) || 'type' in properties) &&
    Array.isArray(feature?.links)
  );
}

function records(root: Json, url: string): ServiceDescription {
  const all = list(root.features)
    .map(object)
    .filter((one): one is Json => one !== null);
  const layers = all.map((feature): ServiceLayer => {
    const properties = object(feature.properties) ?? {};
    const time = object(feature.time);
    return {
      ...emptyLayer(text(feature.id)),
      title: text(properties.title),
      abstract: text(properties.description),
      keywords: texts(properties.keywords),
      box: boxOf(feature.bbox) ?? geometryBox(feature.geometry),
      from: text(list(time?.interval)[0]) || text(time?.date) || null,
      to: text(list(time?.interval)[1]) || text(time?.date) || null,
      licence: licenceOf(text(properties.license), text(properties.rights)),
      urls: linksOf(feature, url, 'item', 'enclosure', 'data', 'alternate', 'service').slice(0, 100),
    };
  });
  return result('OGC API Records', root, url, layers, linksOf(root, url, 'next'));
}

// --- ArcGIS REST

function arcgis(root: Json, url: string): ServiceDescription | null {
  const base = url.split('?')[0]!.replace(/\/$/, '');
  const whole = arcgisBox(root.fullExtent ?? root.extent ?? root.initialExtent);
  if (Array.isArray(root.fields) || /Layer|Table/.test(text(root.type)))
    return result('ArcGIS REST', root, url, [arcgisLayer(root, base, whole)], []);
  if (Array.isArray(root.services) || Array.isArray(root.folders)) {
    const folder = base.replace(/^.*\/rest\/services\/?/, '');
    const follow = [
      ...texts(root.folders).map((name) => `${base}/${encodeURIComponent(name)}?f=json`),
      ...list(root.services)
        .map(object)
        .filter((one) => /^(?:Feature|Map|Image)Server$/.test(text(one?.type)))
        .map((one) => {
          const name = text(one!.name);
          const inFolder =
            folder !== '' && name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name;
          return `${base}/${inFolder}/${text(one!.type)}?f=json`;
        }),
    ];
    return result('ArcGIS REST', root, url, [], follow);
  }
  const layers = [...list(root.layers), ...list(root.tables)]
    .map(object)
    .filter((one): one is Json => one !== null)
    .map((one) => arcgisLayer(one, `${base}/${text(one.id)}`, arcgisBox(one.extent) ?? whole));
  if (layers.length === 0 && (root.pixelType !== undefined || root.bandCount !== undefined))
    layers.push({ ...arcgisLayer(root, base, whole), name: text(root.name) || base.split('/').at(-2) || '' });
  if (layers.length === 0 && whole === null) return null;
  return result(
    'ArcGIS REST',
    root,
    url,
    layers,
    layers.map((layer) => `${layer.urls[0]}?f=json`),
  );
}

const ARCGIS_GEOMETRY: Readonly<Record<string, string>> = {
  esriGeometryPoint: 'Point',
  esriGeometryMultipoint: 'MultiPoint',
  esriGeometryPolyline: 'LineString',
  esriGeometryPolygon: 'Polygon',
};

function arcgisLayer(root: Json, address: string, box: BoundingBox | null): ServiceLayer {
  const name = text(root.name);
  const wkid = wkidOf(object(root.extent)?.spatialReference ?? root.spatialReference);
  return {
    ...emptyLayer(name === '' ? text(root.id) : name),
    title: name,
    abstract: text(root.description),
    box,
    crs: wkid === 0 ? [] : [`EPSG:${wkid}`],
    licence: licenceOf(text(root.copyrightText)),
    geometryType: ARCGIS_GEOMETRY[text(root.geometryType)] ?? null,
    fields: list(root.fields)
      .map(object)
      .filter((one): one is Json => one !== null)
      .map((one) => ({ name: text(one.name), type: text(one.type).replace('esriFieldType', '') })),
    urls: [address],
  };
}

function wkidOf(reference: unknown): number {
  const known = object(reference);
  const wkid = Number(known?.latestWkid ?? known?.wkid ?? 0);
  return Number.isInteger(wkid) ? wkid : 0;
}

function arcgisBox(extent: unknown): BoundingBox | null {
  const box = object(extent);
  if (box === null) return null;
  const values = [box.xmin, box.ymin, box.xmax, box.ymax].map(Number) as [number, number, number, number];
  if (!values.every(Number.isFinite)) return null;
  const wkid = wkidOf(box.spatialReference);
  const crs = crsOfEpsg(wkid, 'service');
  if (crs === null) return checkedBox(values);
  const projected = toWgs84(values, crs);
  return projected === null ? null : checkedBox(projected);
}
