/** GeoJSON (RFC 7946): geographic files by their extents, and pages by the places that they name. */

import type { StoredGeo, StoredPage } from '../../catalogue/index.ts';
import { type BoundingBox, boxOutline } from '../../geo/index.ts';
import { confidenceOf, dayText, spokenOf, timeText } from './columns.ts';

export const GEOJSON_HEAD = '{"type":"FeatureCollection","features":[\n';
export const GEOJSON_END = '\n]}\n';

/** An extent; in two parts where it crosses the 180th meridian, a point where it has no size. */
function extent(box: BoundingBox): object | null {
  if (!box.every(Number.isFinite)) return null;
  const [west, south, east, north] = box;
  if (west === east && south === north) return { type: 'Point', coordinates: [west, south] };
  return boxOutline(box);
}

export function* geoFeatures(files: Iterable<StoredGeo>): Generator<string> {
  for (const { id, kind, file, box, producer, downloads } of files)
    yield JSON.stringify({
      type: 'Feature',
      id,
      geometry: box === null ? null : extent(box),
      properties: {
        kind,
        url: file.url,
        name: file.name,
        site: file.site,
        format: file.type,
        layers: file.datasets.map(({ layer, format, geometryType, count, crs, title, licence }) => ({
          layer,
          format,
          geometryType,
          count,
          crs,
          title,
          licence,
        })),
        size: file.size,
        producer: producer?.site ?? null,
        downloads,
        indexedAt: timeText(file.indexedAt),
      },
    });
}

/** One feature for each place that a page names, with how often it does. */
export function* pageFeatures(pages: Iterable<StoredPage>): Generator<string> {
  for (const page of pages) {
    const spoken = spokenOf(page.segments);
    for (const place of page.placeNames) {
      if (!Number.isFinite(place.lat) || !Number.isFinite(place.lon)) continue;
      yield JSON.stringify({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
        properties: {
          page: page.id,
          url: page.url,
          title: page.title,
          site: page.site,
          published: page.published?.date ?? null,
          speaksFrom: spoken === null ? null : dayText(spoken.from),
          speaksTo: spoken === null ? null : dayText(spoken.to),
          place: place.name,
          placeKind: place.kind,
          state: place.state,
          country: place.country,
          mentions: page.places.filter((mark) => mark.place === place.key).length,
          confidence: confidenceOf(place.key, page.places),
        },
      });
    }
  }
}
