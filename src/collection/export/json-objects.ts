/** Exports as objects, whole, for JSON Lines: nothing flattened, days and times as ISO 8601. */
import type { Period, StoredEntity, StoredGeo, StoredPage } from '../../catalogue/index.ts';
import type { Visit } from '../../crawl/index.ts';
import { dayText, type SegmentRow, timeText } from './columns.ts';
import type { ExportedLink, TimelineFigure } from './selection.ts';

const periodObject = ({ from, to }: Period) => ({ from: dayText(from), to: dayText(to) });

export function pageObject(page: StoredPage): object {
  const { simhash: _, html: __, placeNames, current: ___, key: ____, ...facts } = page;
  const places = new Map(placeNames.map((place) => [place.key, place]));
  return {
    ...facts,
    fetchedAt: timeText(page.fetchedAt),
    marks: page.marks.map(({ period, ...mark }) => ({
      ...mark,
      text: page.text.slice(mark.start, mark.end),
      period: period === null ? null : periodObject(period),
    })),
    segments: page.segments.map(({ periods, ...segment }) => ({
      ...segment,
      periods: periods.map(periodObject),
    })),
    places: page.places.map(({ place, ...mark }) => {
      const known = places.get(place);
      return {
        ...mark,
        place,
        ...(known === undefined
          ? {}
          : { name: known.name, kind: known.kind, country: known.country, lat: known.lat, lon: known.lon }),
      };
    }),
    entities: page.entities.map(entityObject),
  };
}

export function entityObject({ id, type, name, site, url, table, tables, values }: StoredEntity): object {
  return { id, type, name, site, page: url, table, tables, values };
}

export function geoObject({ id, kind, file, box, producer, downloads }: StoredGeo): object {
  const { kind: _, etag: __, strikes: ___, firstStrike: ____, downloads: _____, ...facts } = file;
  return { id, kind, ...facts, indexedAt: timeText(file.indexedAt), box, downloads, producer };
}

export function linkObject({ from, link }: ExportedLink): object {
  return {
    from: { id: from.id, url: from.url },
    to: { id: link.id, url: link.url, title: link.title },
    text: link.text,
  };
}

export function segmentObject({ page, segment, period }: SegmentRow): object {
  return {
    page: { id: page.id, url: page.url },
    start: segment.start,
    end: segment.end,
    period: period === null ? null : periodObject(period),
    text: page.text.slice(segment.start, segment.end),
  };
}

export function timelineObject({ spoken, published, documents }: TimelineFigure): object {
  return { spokenYear: spoken, publishedYear: published, documents };
}

/** As the log of the crawl has it, but for the moment, which is one that people read. */
export function visitObject({ at, ...visit }: Visit): object {
  return { ...visit, at: timeText(at) };
}
