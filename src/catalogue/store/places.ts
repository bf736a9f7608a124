/** Places that documents speak of. There are some thousands of them at most, so all are kept in memory. */
import { checkedBox } from '../../geo/box.ts';
import type { CataloguePlace } from '../ports/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';

interface PlaceRow {
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
    const box = place.box === null ? null : checkedBox(place.box);
    const [key, name, kind, country, state] = [
      place.key,
      place.name,
      place.kind,
      place.country,
      place.state,
    ].map(sqlText) as [string, string, string, string, string];
    const within = place.within.map(sqlText);
    this.#put.run(
      key,
      name,
      kind,
      country,
      state,
      JSON.stringify(within),
      finite(place.lat),
      finite(place.lon),
      box?.[0] ?? null,
      box?.[1] ?? null,
      box?.[2] ?? null,
      box?.[3] ?? null,
    );
    this.#all!.set(key, { key, name, kind, country, state, within, lat: place.lat, lon: place.lon, box });
    return true;
  }

  all(): ReadonlyMap<string, CataloguePlace> {
    if (this.#all === null) {
      this.#all = new Map();
      for (const row of this.#read.all<PlaceRow>())
        this.#all.set(row.key, {
          key: row.key,
          name: row.name,
          kind: row.kind,
          country: row.country,
          state: row.state,
          within: JSON.parse(row.within) as string[],
          lat: row.lat ?? Number.NaN,
          lon: row.lon ?? Number.NaN,
          box: row.west === null ? null : [row.west, row.south!, row.east!, row.north!],
        });
    }
    return this.#all;
  }
}
