/** Places that documents speak of. There are some thousands of them at most, so all are kept in memory. */
import { checkedBox } from '../../geo/box.ts';
import type { CataloguePlace } from '../ports/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';

export interface PlaceRow {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly country: string;
  readonly state: string;
  readonly within: string;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

export class Places {
  readonly #put: Statement;
  readonly #read: Statement;
  #all: Map<string, CataloguePlace> | null = null;

  constructor(db: Database) {
    this.#put = db.statement(
      `INSERT OR REPLACE INTO place (key, name, kind, country, state, within, lat, lon, west, south, east, north)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#read = db.statement('SELECT * FROM place ORDER BY key');
  }

  forget(): void {
    this.#all = null;
  }

  /** False when it was there already, the same. */
  put(place: CataloguePlace): boolean {
    const known = this.all().get(place.key);
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(place)) return false;
    const row = placeRow(place);
    this.#put.run(
      row.key,
      row.name,
      row.kind,
      row.country,
      row.state,
      row.within,
      row.lat,
      row.lon,
      row.west,
      row.south,
      row.east,
      row.north,
    );
    this.#all!.set(row.key, { ...placeOf(row), lat: place.lat, lon: place.lon });
    return true;
  }

  all(): ReadonlyMap<string, CataloguePlace> {
    if (this.#all === null) {
      this.#all = new Map();
      for (const row of this.#read.all<PlaceRow>()) this.#all.set(row.key, placeOf(row));
    }
    return this.#all;
  }
}

/** A place as it is kept. */
export function placeRow(place: CataloguePlace): PlaceRow {
  const box = place.box === null ? null : checkedBox(place.box);
  return {
    key: sqlText(place.key),
    name: sqlText(place.name),
    kind: sqlText(place.kind),
    country: sqlText(place.country),
    state: sqlText(place.state),
    within: JSON.stringify(place.within.map(sqlText)),
    lat: finite(place.lat),
    lon: finite(place.lon),
    west: box?.[0] ?? null,
    south: box?.[1] ?? null,
    east: box?.[2] ?? null,
    north: box?.[3] ?? null,
  };
}

export function placeOf(row: PlaceRow): CataloguePlace {
  return {
    key: row.key,
    name: row.name,
    kind: row.kind,
    country: row.country,
    state: row.state,
    within: JSON.parse(row.within) as string[],
    lat: row.lat ?? Number.NaN,
    lon: row.lon ?? Number.NaN,
    box: row.west === null ? null : [row.west, row.south!, row.east!, row.north!],
  };
}
