/**
 * The compact form in which places are shipped: names as one text, everything else as columns of small differences. A pack is written by
 * scripts/gazetteer.ts and read once, when the first name is looked up.
 */
import { ByteReader, ByteWriter, unzigzag, zigzag } from '../../bytes/index.ts';

export const PLACE_KINDS = [
  'continent',
  'country',
  'region',
  'state',
  'district',
  'municipality',
  'parish',
  'city',
] as const;
/** What a place is. `state`: a state of Brazil or the first division of another country; `district`: of Portugal, or an island. */
export type PlaceKind = (typeof PLACE_KINDS)[number];

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

const put = (column: ByteWriter, value: number): void => column.varint(zigzag(value));

/** `decimals` of a degree that are kept. */
export function packPlaces(places: readonly PackedPlace[], decimals: number): Uint8Array {
  const scale = 10 ** decimals;
  const round = (degrees: number): number => Math.round(degrees * scale);
  const text = places.map((place) => `${place.name}\t${place.code}`).join('\n');
  const names = new TextEncoder().encode(text);
  const columns = Array.from({ length: 5 }, () => new ByteWriter());
  const [kinds, parents, lats, lons, boxes] = columns as [
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

/** What the rows of a pack come out as, one call a row. */
export type PlaceSink = (
  kind: PlaceKind,
  name: string,
  parent: number,
  code: string,
  lat: number,
  lon: number,
  box: readonly [number, number, number, number] | null,
  capital: boolean,
) => void;

export function unpackPlaces(bytes: Uint8Array, sink: PlaceSink): void {
  const reader = new ByteReader(bytes);
  const read = (): number => unzigzag(reader.varint());
  const count = read();
  const scale = read();
  const lengths = Array.from({ length: 6 }, read);
  const starts: number[] = [];
  let start = reader.at;
  for (const length of lengths) {
    starts.push(start);
    start += length;
  }
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset + starts[0]!, lengths[0]!)
    .toString('utf8')
    .split('\n');
  const column = (index: number, size: number): Int32Array => {
    reader.at = starts[index]!;
    const values = new Int32Array(size);
    for (let i = 0; i < size; i++) values[i] = read();
    return values;
  };
  const kinds = column(1, count);
  const parents = column(2, count);
  const lats = column(3, count);
  const lons = column(4, count);
  let parent = 0;
  let lat = 0;
  let lon = 0;
  reader.at = starts[5]!;
  for (let i = 0; i < count; i++) {
    const line = lines[i]!;
    const tab = line.indexOf('\t');
    parent += parents[i]!;
    lat += lats[i]!;
    lon += lons[i]!;
    let box: readonly [number, number, number, number] | null = null;
    if ((kinds[i]! & 1) !== 0)
      box = [(lon + read()) / scale, (lat + read()) / scale, (lon + read()) / scale, (lat + read()) / scale];
    sink(
      PLACE_KINDS[kinds[i]! >> 2]!,
      line.slice(0, tab),
      parent,
      line.slice(tab + 1),
      lat / scale,
      lon / scale,
      box,
      (kinds[i]! & 2) !== 0,
    );
  }
}
