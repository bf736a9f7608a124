/**
 * The index of a folder while files are looked into: each description is on disk as soon as it is made, so that a kill costs no host a
 * second request. What is written so is written whole again when the work ends, and now and then meanwhile.
 */
import { join } from 'node:path';
import { appendLines } from '../../files/index.ts';
import type { GeoFile, GeoIndex, GeoIndexOptions } from '../../geo/index.ts';

type Geo = Pick<
  typeof import('../../geo/index.ts'),
  'GEO_INDEX_FILE' | 'GeoIndex' | 'indexPath' | 'readGeoIndex'
>;

/** Opens the index of a folder, or begins one. `fresh`: what the folder has is about to be removed. */
export function openKeptIndex(
  folder: string,
  options: GeoIndexOptions,
  geo: Geo,
  { fresh = false, onError }: { readonly fresh?: boolean; readonly onError: (error: unknown) => void },
): GeoIndex {
  let waiting: GeoFile[] | null = null;
  const write = (): void => {
    const files = waiting ?? [];
    waiting = [];
    if (files.length === 0) return;
    try {
      appendLines(
        join(folder, geo.GEO_INDEX_FILE),
        files.map((file) => JSON.stringify(file)),
      );
    } catch (error) {
      onError(error);
    }
  };
  class KeptIndex extends geo.GeoIndex {
    override addFile(file: GeoFile): void {
      super.addFile(file);
      if (waiting === null) return;
      // After the pictures that belong to it, which are written in the same turn.
      if (waiting.push(file) === 1) queueMicrotask(write);
    }
  }
  const index = new KeptIndex(options);
  if (!fresh && geo.indexPath(folder) !== null) geo.readGeoIndex(folder, index);
  waiting = [];
  return index;
}
