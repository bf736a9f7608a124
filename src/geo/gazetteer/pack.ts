/**
 * The compact form in which places are shipped: names as one text, everything else as columns of small differences. A pack is written by
 * scripts/gazetteer.ts and read once, when the first name is looked up.
 */
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
  let at = 0;
  const read = (): number => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
      factor *= 128;
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  const count = read();
  const scale = read();
  const lengths = Array.from({ length: 6 }, read);
  const starts: number[] = [];
  let start = at;
  for (const length of lengths) {
    starts.push(start);
    start += length;
  }
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset + starts[0]!, lengths[0]!)
    .toString('utf8')
    .split('\n');
  const column = (index: number, size: number): Int32Array => {
    at = starts[index]!;
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
  at = starts[5]!;
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
