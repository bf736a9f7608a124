/** From what a file turned out to hold to what is kept of it: layers, places of its tables, and places of its extent. */
import type { BoundingBox } from '../box.ts';
import { checkedBox } from '../box.ts';
import type { Gazetteer } from '../gazetteer/index.ts';
import {
  type ColumnSample,
  fileClassOf,
  type KnownNames,
  type PlaceColumn,
  type PlaceValue,
  PlaceValueCollector,
  placeColumns,
} from '../places/index.ts';
import type { GeoDataset } from '../query/record.ts';
import type { DatasetInfo, FieldType } from '../readers/dataset.ts';
import type { GeoProfile } from '../vocabulary/index.ts';

export interface PlaceSources {
  /** Knows names; columns are judged by it. */
  readonly names: KnownNames;
  /** Knows extents; without it no places are read from boxes. */
  readonly gazetteer?: Gazetteer | null;
  readonly profile?: GeoProfile;
}

const SAMPLE = 5;
const MOST_ROWS = 200_000;
/** How alike a place and a box must be for the box to speak of the place. */
const LEAST_FIT = 0.02;
const MOST_EXTENT_PLACES = 20;

/** `member`: where it lies within an archive. */
export function datasetRecord(dataset: DatasetInfo, member: string | null = null): GeoDataset {
  const epsg = dataset.crs?.epsg ?? null;
  return {
    layer: dataset.layer,
    ...(member === null ? {} : { member }),
    format: dataset.format,
    kind: dataset.kind,
    geometryType: dataset.geometryType,
    count: dataset.count,
    box: boxOf(dataset),
    crs: epsg !== null ? `EPSG:${epsg}` : (dataset.crs?.name ?? null),
    columns: dataset.fields.slice(0, 500).map((field) => field.name),
    title: dataset.title,
    abstract: dataset.abstract?.slice(0, 5000) ?? null,
    keywords: dataset.keywords.slice(0, 100),
    licence: dataset.licence,
  };
}

function boxOf(dataset: DatasetInfo): BoundingBox | null {
  return dataset.extent === null ? null : checkedBox(dataset.extent);
}

const TYPES: Readonly<Record<FieldType, ColumnSample['type']>> = {
  text: 'text',
  integer: 'number',
  real: 'number',
  date: 'date',
  boolean: 'other',
  other: 'other',
};

/** The places that a dataset names in its table, and those that its extent speaks of. Never throws. */
export async function placesOfDataset(dataset: DatasetInfo, sources: PlaceSources): Promise<PlaceValue[]> {
  const box = boxOf(dataset);
  const values = await tablePlaces(dataset, sources);
  return sources.gazetteer && box !== null && (sources.profile ?? 'modern') === 'modern'
    ? [...values, ...extentPlaces(sources.gazetteer, box)]
    : values;
}

/** The columns of its table that hold names of places, as the first rows tell. Never throws. */
export async function placeColumnsOfDataset(
  dataset: DatasetInfo,
  sources: PlaceSources,
): Promise<PlaceColumn[]> {
  if (dataset.fields.length === 0) return [];
  try {
    const first: string[][] = dataset.fields.map(() => []);
    for await (const row of dataset.rows(SAMPLE))
      for (let i = 0; i < first.length; i++) first[i]!.push(row[i] ?? '');
    const columns = dataset.fields.map(
      (field, i): ColumnSample => ({ label: field.name, type: TYPES[field.type], first: first[i]! }),
    );
    return placeColumns(columns, {
      gazetteer: sources.names,
      profile: sources.profile ?? 'modern',
      fileClass: fileClassOf(dataset.layer),
      extent: boxOf(dataset),
    });
  } catch {
    return [];
  }
}

async function tablePlaces(dataset: DatasetInfo, sources: PlaceSources): Promise<PlaceValue[]> {
  const accepted = await placeColumnsOfDataset(dataset, sources);
  if (accepted.length === 0) return [];
  try {
    const collector = new PlaceValueCollector(
      accepted.map(({ label, by, confidence }) => ({
        index: dataset.fields.findIndex((field) => field.name === label),
        label,
        by,
        confidence,
      })),
    );
    for await (const row of dataset.rows(MOST_ROWS)) collector.add(row);
    return collector.values();
  } catch {
    // A table that cannot be read names nothing; the geometry is still known.
    return [];
  }
}

/** So that a file of roads or contours is found by its municipality too. */
export function extentPlaces(gazetteer: Gazetteer, box: BoundingBox): PlaceValue[] {
  const values: PlaceValue[] = [];
  for (const { place, fit } of gazetteer.placesOf(box, MOST_EXTENT_PLACES)) {
    if (fit < LEAST_FIT) break;
    for (const folded of gazetteer.foldedNames(place.id))
      values.push({
        column: 'extent',
        value: place.name,
        folded,
        frequency: 1,
        by: 'extent',
        confidence: Math.min(0.9, fit),
      });
  }
  return values;
}
