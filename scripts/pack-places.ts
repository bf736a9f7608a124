/** Writes the compact form in which places are shipped; src/geo/gazetteer/pack.ts reads it. */
import { ByteWriter, zigzag } from '../src/bytes/index.ts';
import { PLACE_KINDS, type PlaceKind } from '../src/geo/gazetteer/pack.ts';

export interface PackedPlace {
  readonly kind: PlaceKind;
  /** Of a country: its ISO code, because names of countries come from the platform. */
  readonly name: string;
  /** Row in the same pack or in the one that it continues, -1 for none. Parents come before their children. */
  readonly parent: number;
  /** UF, IBGE code, or the code of the division. */
  readonly code: string;
  readonly lat: number;
  readonly lon: number;
  readonly box: readonly [number, number, number, number] | null;
  readonly capital?: boolean;
  /** Ten times the decimal logarithm of its inhabitants. */
  readonly size?: number;
}

const put = (column: ByteWriter, value: number): void => column.varint(zigzag(value));

/** `decimals` of a degree that are kept. */
export function packPlaces(places: readonly PackedPlace[], decimals: number): Uint8Array {
  const scale = 10 ** decimals;
  const round = (degrees: number): number => Math.round(degrees * scale);
  const text = places.map((place) => `${place.name}\t${place.code}`).join('\n');
  const names = new TextEncoder().encode(text);
  const columns = Array.from({ length: 6 }, () => new ByteWriter());
  const [kinds, parents, lats, lons, boxes, sizes] = columns as [
    ByteWriter,
    ByteWriter,
    ByteWriter,
    ByteWriter,
    ByteWriter,
    ByteWriter,
  ];
  let parent = 0;
  let lat = 0;
  let lon = 0;
  for (const place of places) {
    put(kinds, PLACE_KINDS.indexOf(place.kind) * 4 + (place.box === null ? 0 : 1) + (place.capital ? 2 : 0));
    put(sizes, place.size ?? 0);
    put(parents, place.parent - parent);
    parent = place.parent;
    put(lats, round(place.lat) - lat);
    put(lons, round(place.lon) - lon);
    lat = round(place.lat);
    lon = round(place.lon);
    if (place.box !== null) {
      put(boxes, round(place.box[0]) - lon);
      put(boxes, round(place.box[1]) - lat);
      put(boxes, round(place.box[2]) - lon);
      put(boxes, round(place.box[3]) - lat);
    }
  }
  const sections = [names, ...columns.map((column) => column.copy())];
  const head = new ByteWriter();
  put(head, places.length);
  put(head, scale);
  for (const section of sections) put(head, section.length);
  return Buffer.concat([head.copy(), ...sections]);
}
