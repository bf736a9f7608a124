/**
 * A geographic file or service as an item of STAC 1.1, and a collection as a STAC collection. An item's time is the years that the file
 * names; where it names none, the moment when it was seen, since STAC knows no item without a time.
 */
import type { OpenCollection } from '../collections.ts';
import { extentOf } from '../ogc/extent.ts';
import { geometryOf } from '../ogc/geojson.ts';
import { mediaTypeOf } from '../ogc/media-types.ts';
import {
  apiPath,
  collectionPath,
  descriptionOf,
  type GeoEntry,
  keywordsOf,
  type Link,
  licenceOf,
  type Place,
  pagePath,
  titleOf,
} from '../ogc/record.ts';
import { timeOfFile, yearEnd, yearStart } from '../ogc/record-time.ts';
import { webAddress } from '../plain/markup.ts';

export const STAC_VERSION = '1.1.0';

/** When an item is, in ms: what `datetime` searches look at. */
export function itemInterval(entry: GeoEntry): { readonly from: number; readonly to: number } {
  const time = timeOfFile(entry.file);
  return time === null
    ? { from: entry.file.indexedAt, to: entry.file.indexedAt }
    : { from: Date.parse(yearStart(time.from)), to: Date.parse(yearEnd(time.to)) };
}

function assetsOf(entry: GeoEntry, place: Place): Record<string, object> {
  const assets: Record<string, object> = {};
  const { file } = entry;
  const source = webAddress(file.url);
  if (source !== null) {
    const type = mediaTypeOf(file.type);
    assets.data = {
      href: source,
      title: file.name,
      roles: ['data'],
      ...(type === null ? {} : { type }),
      ...(file.size === null || entry.kind === 'service' ? {} : { 'file:size': file.size }),
    };
  }
  if (entry.hasThumbnail)
    assets.thumbnail = {
      href: `${apiPath(place, entry.id)}/thumbnail`,
      type: 'image/png',
      roles: ['thumbnail'],
    };
  if (entry.hasPreview)
    assets.preview = {
      href: `${apiPath(place, entry.id)}/preview`,
      type: 'application/geo+json',
      roles: ['overview'],
    };
  return assets;
}

function providersOf(entry: GeoEntry): object[] {
  const { producer } = entry;
  if (producer === null) return [];
  const url = webAddress(producer.url);
  return [
    {
      name: producer.title.trim() || producer.site,
      roles: ['producer', 'host'],
      ...(producer.description.trim() === '' ? {} : { description: producer.description.slice(0, 2000) }),
      ...(url === null ? {} : { url }),
    },
  ];
}

export function stacItem(entry: GeoEntry, place: Place): object {
  const { file, id } = entry;
  const own = collectionPath(place, 'stac');
  const time = timeOfFile(file);
  const seen = new Date(file.indexedAt).toISOString();
  const description = descriptionOf(entry);
  const keywords = keywordsOf(entry);
  const licence = licenceOf(entry);
  const providers = providersOf(entry);
  const links: Link[] = [
    { href: `${own}/items/${id}`, rel: 'self', type: 'application/geo+json' },
    { href: `${place.origin}/stac`, rel: 'root', type: 'application/json' },
    { href: own, rel: 'parent', type: 'application/json' },
    { href: own, rel: 'collection', type: 'application/json' },
    { href: pagePath(place, id), rel: 'alternate', type: 'text/html' },
  ];
  for (const page of [...new Set(file.anchors.map((anchor) => anchor.page))].slice(0, 5)) {
    const address = webAddress(page);
    if (address !== null) links.push({ href: address, rel: 'via', type: 'text/html' });
  }
  const licenceAddress = webAddress(licence?.text ?? '');
  if (licenceAddress !== null) links.push({ href: licenceAddress, rel: 'license' });
  return {
    type: 'Feature',
    stac_version: STAC_VERSION,
    stac_extensions: file.size === null ? [] : ['https://stac-extensions.github.io/file/v2.1.0/schema.json'],
    id: String(id),
    collection: place.collection,
    geometry: geometryOf(entry.box),
    // A box without a geometry is not allowed, nor a geometry without a box.
    ...(entry.box === null ? {} : { bbox: entry.box }),
    properties: {
      title: titleOf(entry),
      ...(description === '' ? {} : { description }),
      ...(keywords.length === 0 ? {} : { keywords }),
      ...(time === null
        ? { datetime: seen }
        : { datetime: null, start_datetime: yearStart(time.from), end_datetime: yearEnd(time.to) }),
      created: seen,
      updated: seen,
      ...(licence === null ? {} : { license: licence.spdx }),
      ...(providers.length === 0 ? {} : { providers }),
    },
    links,
    assets: assetsOf(entry, place),
  };
}

export async function stacCollection(collection: OpenCollection, origin: string): Promise<object> {
  const own = collectionPath({ origin, collection: collection.name }, 'stac');
  const { box, years, seen } = await extentOf(collection.catalogue);
  const { geoFiles, services } = await collection.catalogue.summary();
  const moments = [
    ...(years === null ? [] : [Date.parse(yearStart(years[0])), Date.parse(yearEnd(years[1]))]),
    ...(seen ?? []),
  ];
  return {
    type: 'Collection',
    stac_version: STAC_VERSION,
    stac_extensions: [],
    id: collection.name,
    title: collection.title,
    description: `${geoFiles} geographic files and ${services} services found on the Web. The data stay with their producers.`,
    // Each item states its own.
    license: 'other',
    extent: {
      spatial: { bbox: [box ?? [-180, -90, 180, 90]] },
      temporal: {
        interval: [
          moments.length === 0
            ? [null, null]
            : [new Date(Math.min(...moments)).toISOString(), new Date(Math.max(...moments)).toISOString()],
        ],
      },
    },
    links: [
      { href: own, rel: 'self', type: 'application/json' },
      { href: `${origin}/stac`, rel: 'root', type: 'application/json' },
      { href: `${origin}/stac`, rel: 'parent', type: 'application/json' },
      { href: `${own}/items`, rel: 'items', type: 'application/geo+json' },
    ],
  };
}
