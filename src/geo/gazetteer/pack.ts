/**
 * The compact form in which places are shipped: names as one text, everything else as columns of small differences. A pack is written by
 * scripts/pack-places.ts and read once, when the first name is looked up.
 */
import { ByteReader, unzigzag } from '../../bytes/index.ts';

export const PLACE_KINDS = [
  'continent',
  'country',
  'region',
  'state',
  'district',
  'municipality',
  'parish',
  'city',
  'physical',
] as const;
/** What a place is. `state`: a state of Brazil or the first division of another country; `district`: of Portugal, or an island; `physical`: what nature made. */
export type PlaceKind = (typeof PLACE_KINDS)[number];

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
  /** Ten times the decimal logarithm of its inhabitants; 0 where they are not known. */
  size: number,
) => void;

export function unpackPlaces(bytes: Uint8Array, sink: PlaceSink): void {
  const reader = new ByteReader(bytes);
  const read = (): number => unzigzag(reader.varint());
  const count = read();
  const scale = read();
  const lengths = Array.from({ length: 7 }, read);
  const starts: number[] = [];
  let start = reader.at;
  for (const length of lengths) {
    starts.push(start);
    start += length;
  }
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset + starts[0]!, lengths[0]!);
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
  const sizes = column(6, count);
  let parent = 0;
  let lat = 0;
  let lon = 0;
  reader.at = starts[5]!;
  for (let i = 0, from = 0; i < count; i++) {
    const kind = PLACE_KINDS[kinds[i]! >> 2]!;
    const end = lines.indexOf(10, from);
    const to = end < 0 ? lines.length : end;
    const line = lines.toString('utf8', from, to);
    from = to + 1;
    const tab = line.indexOf('\t');
    parent += parents[i]!;
    lat += lats[i]!;
    lon += lons[i]!;
    let box: readonly [number, number, number, number] | null = null;
    if ((kinds[i]! & 1) !== 0)
      box = [(lon + read()) / scale, (lat + read()) / scale, (lon + read()) / scale, (lat + read()) / scale];
    sink(
      kind,
      line.slice(0, tab),
      parent,
      line.slice(tab + 1),
      lat / scale,
      lon / scale,
      box,
      (kinds[i]! & 2) !== 0,
      sizes[i]!,
    );
  }
}
