/** Formats that are recognised and named, so that a person knows what lies there, and not read. */
import { viewOf } from './byte-source.ts';
import { beginsWith, extensionOf } from './format-reader.ts';

interface NamedFormat {
  readonly id: string;
  readonly matches: (head: Uint8Array, extension: string) => boolean;
}

const text = (head: Uint8Array) => new TextDecoder('latin1').decode(head.subarray(0, 400));

const FORMATS: readonly NamedFormat[] = [
  {
    id: 'dxf',
    matches: (head, extension) => extension === 'dxf' || /^\s*0\r?\n\s*SECTION\r?\n/.test(text(head)),
  },
  { id: 'dwg', matches: (head) => /^AC10\d\d/.test(text(head)) },
  { id: 'e00', matches: (head) => /^EXP {2}[01]/.test(text(head)) },
  { id: 'las', matches: (head) => beginsWith(head, 'LASF') },
  {
    id: 'jpeg2000',
    matches: (head) => head.length > 8 && viewOf(head).getUint32(0) === 12 && beginsWith(head, 'jP  ', 4),
  },
  { id: 'netcdf', matches: (head) => beginsWith(head, 'CDF') && [1, 2, 5].includes(head[3] ?? 0) },
  { id: 'hdf5', matches: (head) => beginsWith(head, '\x89HDF\r\n\x1a\n') },
  { id: 'hdf4', matches: (head) => beginsWith(head, '\x0e\x03\x13\x01') },
  { id: 'grib', matches: (head) => beginsWith(head, 'GRIB') && (head[7] === 1 || head[7] === 2) },
  { id: 'erdas-imagine', matches: (head) => beginsWith(head, 'EHFA_HEADER_TAG\0') },
  // ISO 8211, as other data is in; the first field of a chart is its identification.
  {
    id: 's57',
    matches: (head) =>
      /^\d{5}[1-3]L[E ]1/.test(text(head)) && new TextDecoder('latin1').decode(head).includes('DSID'),
  },
  { id: 'osm-pbf', matches: (head) => beginsWith(head, '\x0a\x09OSMHeader', 4) },
  { id: 'access', matches: (head) => /^\0\x01\0\0Standard (?:Jet|ACE) DB\0/.test(text(head)) },
  // Level, pattern, system and zone after the name and the place.
  {
    id: 'usgs-dem',
    matches: (head, extension) =>
      extension === 'dem' && /^[\x20-\x7e]{144} {5}[1-4] {5}[12] {5}[0-2] {4}[ \d]\d/.test(text(head)),
  },
  { id: 'ecw', matches: (_, extension) => extension === 'ecw' },
  { id: 'mrsid', matches: (_, extension) => extension === 'sid' },
  { id: 'spring', matches: (_, extension) => extension === 'spr' },
  { id: 'dgn', matches: (_, extension) => extension === 'dgn' },
  { id: 'file-geodatabase', matches: (_, extension) => extension === 'gdbtable' },
];

/** The format of a file that is not read, or null. */
export function namedFormat(head: Uint8Array, name: string): string | null {
  const extension = extensionOf(name);
  return FORMATS.find((format) => format.matches(head, extension))?.id ?? null;
}
