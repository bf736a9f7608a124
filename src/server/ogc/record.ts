/** A geographic file or service as a record of OGC API – Records, Part 1 (20-004r1), in GeoJSON. */
import type { GeoHit, StoredGeo } from '../../catalogue/index.ts';
import { webAddress } from '../plain/markup.ts';
import { geometryOf } from './geojson.ts';
import { spdxOf } from './licence.ts';
import { mediaTypeOf } from './media-types.ts';
import { timeOfFile, yearEnd, yearStart } from './record-time.ts';

/** What search and details have in common. */
export type GeoEntry = GeoHit['geo'];

export function entryOf(geo: StoredGeo): GeoEntry {
  const { thumbnail, preview, ...rest } = geo;
  return { ...rest, hasThumbnail: thumbnail !== null, hasPreview: preview !== null };
}

/** Where documents point to. */
export interface Place {
  /** `http://127.0.0.1:8730`. */
  readonly origin: string;
  readonly collection: string;
}

export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
  readonly title?: string;
  readonly length?: number;
  readonly hreflang?: string;
}

const GEOMETRY_SCHEME = 'https://www.rfc-editor.org/rfc/rfc7946#section-3.1';
const MOST_WORDS = 40;
const MOST_TEXT = 4000;

export function collectionPath({ origin, collection }: Place, room: 'ogc' | 'stac'): string {
  return `${origin}/${room}/collections/${encodeURIComponent(collection)}`;
}

export function apiPath({ origin, collection }: Place, id: number): string {
  return `${origin}/api/v1/collections/${encodeURIComponent(collection)}/geo/${id}`;
}

/** The page that a person reads. */
export function pagePath({ origin, collection }: Place, id: number): string {
  return `${origin}/simples/geo/${encodeURIComponent(collection)}/${id}`;
}

/** The title that it states, a layer's name that is meant for people, or the name of the file. */
export function titleOf(entry: GeoEntry): string {
  const { datasets, name, url } = entry.file;
  const stated = datasets.find((one) => one.title?.trim())?.title?.trim();
  return stated ?? (datasets.find((one) => /\S\s+\S/.test(one.layer))?.layer.trim() || name || url);
}

/** What the file says of itself, else the words around the link to it. */
export function descriptionOf(entry: GeoEntry): string {
  const abstract = entry.file.datasets.find((one) => one.abstract?.trim())?.abstract?.trim();
  if (abstract !== undefined) return abstract.slice(0, MOST_TEXT);
  const anchor = entry.file.anchors[0];
  if (anchor === undefined) return '';
  return [...anchor.before, anchor.text, ...anchor.after]
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_TEXT);
}

export function keywordsOf(entry: GeoEntry): string[] {
  const words = new Set<string>();
  for (const one of entry.file.datasets) for (const word of one.keywords) words.add(word);
  for (const place of entry.file.places) words.add(place.value);
  return [...words].filter((word) => word.trim() !== '').slice(0, MOST_WORDS);
}

export function licenceOf(entry: GeoEntry): { readonly text: string; readonly spdx: string } | null {
  const text = entry.file.datasets.find((one) => one.licence?.trim())?.licence?.trim() ?? null;
  const spdx = spdxOf(text);
  return text === null || spdx === null ? null : { text: text.slice(0, MOST_TEXT), spdx };
}

function formatsOf(entry: GeoEntry): object[] {
  const names = new Set(entry.file.datasets.map((one) => one.format));
  if (names.size === 0) names.add(entry.file.type);
  return [...names].filter(Boolean).map((name) => {
    const mediaType = mediaTypeOf(name);
    return mediaType === null ? { name } : { name, mediaType };
  });
}

function linksOf(entry: GeoEntry, place: Place): Link[] {
  const { file, id } = entry;
  const own = `${collectionPath(place, 'ogc')}/items/${id}`;
  const links: Link[] = [
    { href: own, rel: 'self', type: 'application/geo+json' },
    { href: collectionPath(place, 'ogc'), rel: 'collection', type: 'application/json' },
    { href: `${place.origin}/ogc`, rel: 'root', type: 'application/json' },
    { href: 'http://www.opengis.net/def/profile/OGC/0/ogc-record', rel: 'profile' },
    { href: pagePath(place, id), rel: 'alternate', type: 'text/html' },
    {
      href: `${collectionPath(place, 'stac')}/items/${id}`,
      rel: 'alternate',
      type: 'application/geo+json',
      title: 'STAC item',
    },
  ];
  const source = webAddress(file.url);
  if (source !== null) {
    const type = mediaTypeOf(file.type);
    links.push({
      href: source,
      rel: entry.kind === 'service' ? 'service' : 'enclosure',
      title: file.name,
      ...(type === null ? {} : { type }),
      ...(file.size === null || entry.kind === 'service' ? {} : { length: file.size }),
    });
  }
  if (entry.hasThumbnail)
    links.push({ href: `${apiPath(place, id)}/thumbnail`, rel: 'preview', type: 'image/png' });
  const licence = webAddress(licenceOf(entry)?.text ?? '');
  if (licence !== null) links.push({ href: licence, rel: 'license' });
  for (const page of [...new Set(file.anchors.map((anchor) => anchor.page))].slice(0, 5)) {
    const address = webAddress(page);
    if (address !== null) links.push({ href: address, rel: 'related', type: 'text/html' });
  }
  return links;
}

function contactsOf(entry: GeoEntry): object[] {
  const { producer } = entry;
  if (producer === null) return [];
  const url = webAddress(producer.url);
  return [
    {
      organization: producer.title.trim() || producer.site,
      ...(producer.description.trim() === ''
        ? {}
        : { description: producer.description.slice(0, MOST_TEXT) }),
      roles: ['publisher'],
      links: url === null ? [] : [{ href: url, rel: 'about', type: 'text/html' }],
    },
  ];
}

/** The time of a record: an interval of years, or null when nothing is known. */
function timeOf(entry: GeoEntry): object | null {
  const time = timeOfFile(entry.file);
  return time === null ? null : { interval: [yearStart(time.from), yearEnd(time.to)], resolution: 'P1Y' };
}

export function ogcRecord(entry: GeoEntry, place: Place): object {
  const { file } = entry;
  const licence = licenceOf(entry);
  const geometries = [
    ...new Set(file.datasets.flatMap((one) => (one.geometryType === null ? [] : [one.geometryType]))),
  ];
  const seen = new Date(file.indexedAt).toISOString();
  const description = descriptionOf(entry);
  const keywords = keywordsOf(entry);
  return {
    id: String(entry.id),
    type: 'Feature',
    conformsTo: ['http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/record-core'],
    geometry: geometryOf(entry.box),
    ...(entry.box === null ? {} : { bbox: entry.box }),
    time: timeOf(entry),
    properties: {
      type: entry.kind === 'service' ? 'service' : 'dataset',
      title: titleOf(entry),
      ...(description === '' ? {} : { description }),
      ...(keywords.length === 0 ? {} : { keywords }),
      created: seen,
      updated: seen,
      formats: formatsOf(entry),
      externalIds: [
        { scheme: 'url', value: file.url },
        ...(file.sha256 === null ? [] : [{ scheme: 'sha256', value: file.sha256 }]),
      ],
      ...(licence === null
        ? {}
        : { license: licence.spdx, ...(licence.spdx === 'other' ? { rights: licence.text } : {}) }),
      ...(geometries.length === 0
        ? {}
        : { themes: [{ scheme: GEOMETRY_SCHEME, concepts: geometries.map((id) => ({ id })) }] }),
      contacts: contactsOf(entry),
    },
    links: linksOf(entry, place),
  };
}
