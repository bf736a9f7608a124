/** Media types of geographic formats, by the format's identifier or the file's extension. */
import { archiveMediaType, geoMediaType } from '../../geo/index.ts';

/** What is no format of geographic data, and lies beside it or leads to it. */
const BESIDE: Readonly<Record<string, string>> = {
  dbf: 'application/vnd.dbf',
  pdf: 'application/pdf',
  wms: 'application/xml',
  wfs: 'application/xml',
  wcs: 'application/xml',
  wmts: 'application/xml',
  csw: 'application/xml',
};

/** Null when nothing sure can be said. */
export function mediaTypeOf(format: string): string | null {
  const name = format.toLowerCase();
  return (
    geoMediaType(name) ??
    archiveMediaType(name) ??
    (Object.hasOwn(BESIDE, name) ? (BESIDE[name] ?? null) : null)
  );
}
