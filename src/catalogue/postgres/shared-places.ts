/** Places of a shared catalogue. There are some thousands of them at most, so all are kept in memory, as they were at one change. */
import { numberArray, type Query, textArray } from '../../postgres/index.ts';
import type { CataloguePlace } from '../ports/index.ts';
import { type PlaceRow, placeOf, placeRow } from '../store/places.ts';
import type { CountChanges } from './count-changes.ts';
import type { Tables } from './tables.ts';

export class SharedPlaces {
  readonly #tables: Tables;
  #all: ReadonlyMap<string, CataloguePlace> = new Map();
  #changes = -1;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** As they were when `load` was last called. */
  all(): ReadonlyMap<string, CataloguePlace> {
    return this.#all;
  }

  /** Brings them to the state of `changes`. */
  async load(changes: number): Promise<void> {
    if (changes === this.#changes) return;
    const rows = await this.#tables.query<PlaceRow>('select * from @place order by key');
    this.#all = new Map(rows.map((row) => [row.key, placeOf(row)]));
    this.#changes = changes;
  }

  /** Writes those that are new or have changed. */
  async write(query: Query, counts: CountChanges, places: readonly CataloguePlace[]): Promise<void> {
    const changed = new Map<string, PlaceRow>();
    for (const place of places) {
      const known = this.#all.get(place.key);
      if (known !== undefined && JSON.stringify(known) === JSON.stringify(place)) continue;
      const row = placeRow(place);
      changed.set(row.key, row);
    }
    if (changed.size === 0) return;
    // In one order, whoever writes: none waits for one who waits.
    const rows = [...changed.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    const texts = (of: 'key' | 'name' | 'kind' | 'country' | 'state' | 'within') =>
      textArray(rows.map((row) => row[of]));
    const numbers = (of: 'lat' | 'lon' | 'west' | 'south' | 'east' | 'north') =>
      numberArray(rows.map((row) => row[of]));
    const written = await query(
      `insert into @place as place (key, name, kind, country, state, within, lat, lon, west, south, east, north)
        select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
          $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::float8[], $12::float8[])
        on conflict (key) do update set name = excluded.name, kind = excluded.kind, country = excluded.country, state = excluded.state,
          within = excluded.within, lat = excluded.lat, lon = excluded.lon, west = excluded.west, south = excluded.south,
          east = excluded.east, north = excluded.north
        where (place.*) is distinct from (excluded.*) returning 1`,
      [
        texts('key'),
        texts('name'),
        texts('kind'),
        texts('country'),
        texts('state'),
        texts('within'),
        numbers('lat'),
        numbers('lon'),
        numbers('west'),
        numbers('south'),
        numbers('east'),
        numbers('north'),
      ],
    );
    counts.add('place_changes', written.length);
  }
}
