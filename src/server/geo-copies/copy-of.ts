/** Where this server has the bytes of a geographic file: kept beside the harvest (`--keep-files`), or in the archive of the collection. */

import type { StoredGeo } from '../../catalogue/index.ts';
import { type KeptPayload, keptPayloads } from '../../geo/index.ts';
import type { OpenCollection } from '../collections.ts';
import { momentOf } from '../memento/time-map.ts';
import { replayPath } from '../replay/archive-url.ts';

export interface GeoCopy {
  readonly place: 'kept' | 'archive';
  /** When it was taken, ms since 1970. */
  readonly at: number;
  /** The file and what belongs to it; the file itself is the first. Paths on this server. */
  readonly files: readonly { readonly name: string; readonly path: string; readonly size: number | null }[];
}

/** Null when only its description is here. */
export async function copyOf(collection: OpenCollection, geo: StoredGeo): Promise<GeoCopy | null> {
  const { file } = geo;
  const kept = keptOf(collection, geo);
  if (kept.length > 0)
    return {
      place: 'kept',
      at: file.indexedAt,
      files: kept.map(({ name, size }) => ({ name, path: keptPath(collection, geo.id, name), size })),
    };
  if (geo.kind !== 'geo-file') return null;
  const captures = await collection.archive.captures(file.url);
  const whole = captures.filter(({ status, mime }) => status === 200 && mime !== 'warc/revisit').at(-1);
  const at = whole === undefined ? null : momentOf(whole.timestamp);
  return whole === undefined || at === null
    ? null
    : {
        place: 'archive',
        at,
        files: [
          { name: file.name, path: replayPath(collection.name, whole.timestamp, whole.url), size: null },
        ],
      };
}

export function keptOf({ folder }: OpenCollection, { kind, file }: StoredGeo): readonly KeptPayload[] {
  return kind === 'geo-file' && folder !== '' ? keptPayloads(folder, file.url) : [];
}

/** The name stands in the address, so that programs see the ending, and what lies beside a shapefile under its name. */
function keptPath({ name }: OpenCollection, id: number, file: string): string {
  return `/api/v1/collections/${encodeURIComponent(name)}/geo/${id}/copy/${encodeURIComponent(file)}`;
}
