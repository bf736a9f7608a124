/** Writes the compact form in which places are shipped; src/geo/gazetteer/pack.ts reads it. */
import { PLACE_KINDS, type PlaceKind } from '../src/geo/gazetteer/pack.ts';

export interface PackedPlace {
  readonly kind: PlaceKind;
  /** Of a country: its ISO code, because names of countries come from the platform. */
  readonly name: string;
  /** Row in the same pack, -1 for none. Parents come before their children. */
  readonly parent: number;
  /** UF, IBGE code, or the code of the division. */
  readonly code: string;
  readonly lat: number;
  readonly lon: number;
  readonly box: readonly [number, number, number, number] | null;
  readonly capital?: boolean;
}

/** Whole numbers of any sign in as few bytes as they need. */
class Writer {
  #bytes: number[] = [];

  put(value: number): void {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    while (rest >= 0x80) {
      this.#bytes.push((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** `decimals` of a degree that are kept. */
export function packPlaces(places: readonly PackedPlace[], decimals: number): Uint8Array {
  const scale = 10 ** decimals;
  const round = (degrees: number): number => Math.round(degrees * scale);
  const text = places.map((place) => `${place.name}\t${place.code}`).join('\n');
  const names = new TextEncoder().encode(text);
  const columns = Array.from({ length: 5 }, () => new Writer());
  const [kinds, parents, lats, lons, boxes] = columns as [Writer, Writer, Writer, Writer, Writer];
  let parent = 0;
  let lat = 0;
  let lon = 0;
  for (const place of places) {
    kinds.put(PLACE_KINDS.indexOf(place.kind) * 4 + (place.box === null ? 0 : 1) + (place.capital ? 2 : 0));
    parents.put(place.parent - parent);
    parent = place.parent;
    lats.put(round(place.lat) - lat);
    lons.put(round(place.lon) - lon);
    lat = round(place.lat);
    lon = round(place.lon);
    if (place.box !== null) {
      boxes.put(round(place.box[0]) - lon);
      boxes.put(round(place.box[1]) - lat);
      boxes.put(round(place.box[2]) - lon);
      boxes.put(round(place.box[3]) - lat);
    }
  }
  const sections = [names, ...columns.map((column) => column.bytes())];
  const head = new Writer();
  head.put(places.length);
  head.put(scale);
  for (const section of sections) head.put(section.length);
  return Buffer.concat([head.bytes(), ...sections]);
}
