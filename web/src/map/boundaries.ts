/**
 * Borders and names of states, provinces and districts of the Portuguese-speaking countries, and names of the municipalities of Brazil
 * and Portugal (`scripts/boundaries.ts` makes the files). They come with the page and are asked for when somebody looks closely enough.
 */
import { feature } from 'topojson-client';
import type { GeometryCollection, MultiLineString, Topology } from 'topojson-specification';
import divisionsFile from './boundaries/divisions.topojson?url';
import municipalitiesFile from './boundaries/municipalities.tsv?url';

/** A name and where it stands; the first ones have the room where names get in each other's way. */
export interface PlaceName {
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  /** The zoom at which it appears. */
  readonly from: number;
}

export interface Divisions {
  readonly borders: { readonly type: 'MultiLineString'; readonly coordinates: number[][][] };
  readonly names: readonly PlaceName[];
}

type File = Topology<{ borders: MultiLineString; names: GeometryCollection<{ name: string; from: number }> }>;

/** From this zoom on they are drawn; no nearer, no file. */
export const DIVISIONS_FROM = 3;
export const MUNICIPALITIES_FROM = 7;

/** Asked for once; again when it could not be had. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= load().catch((error: unknown) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return response;
}

export const divisions = once(async (): Promise<Divisions> => {
  const file = (await (await fetched(divisionsFile)).json()) as File;
  const borders = feature(file, file.objects.borders).geometry as Divisions['borders'];
  const names = feature(file, file.objects.names).features.map(({ properties, geometry }) => {
    const [lon, lat] = (geometry as { coordinates: number[] }).coordinates;
    // The source counts zooms of tiles half as wide.
    return {
      name: properties.name,
      lon: lon!,
      lat: lat!,
      from: Math.max(DIVISIONS_FROM, properties.from - 1),
    };
  });
  return { borders, names };
});

export const municipalities = once(async (): Promise<readonly PlaceName[]> => {
  return readMunicipalities(await (await fetched(municipalitiesFile)).text());
});

/** A table of longitude, latitude (in hundredths of a degree) and name, the largest first. */
export function readMunicipalities(table: string): PlaceName[] {
  const rows = table.split('\n').slice(1);
  return rows.flatMap((row, nth) => {
    const [lon, lat, name] = row.split('\t');
    if (!name) return [];
    const from = MUNICIPALITIES_FROM + (nth < rows.length / 4 ? 0 : nth < rows.length / 2 ? 0.5 : 1);
    return [{ name, lon: Number(lon) / 100, lat: Number(lat) / 100, from }];
  });
}
