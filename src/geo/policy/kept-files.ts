/**
 * What a harvest keeps beside its index: `geo-files/<sha1 of the address>.png`, the same with `.geojson`, and on request the files
 * themselves as `<sha1>-<name>`. Each appears whole or not at all.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { storageError } from '../../errors.ts';
import { writeFileWhole } from '../../files/index.ts';
import type { GeoLook } from '../preview/look.ts';

export const GEO_FILES = 'geo-files';

export function keptName(url: string): string {
  return createHash('sha1').update(url).digest('hex');
}

/** Writes how a file looks; what is null now and was there before goes, because the file is another one. */
export function writeKeptGeo(folder: string, url: string, look: GeoLook): void {
  const files = join(folder, GEO_FILES);
  try {
    mkdirSync(files, { recursive: true });
  } catch (cause) {
    throw storageError(files, cause);
  }
  const stem = join(files, keptName(url));
  for (const [path, content] of [
    [`${stem}.png`, look.thumbnail],
    [`${stem}.geojson`, look.preview],
  ] as const)
    if (content === null) rmSync(path, { force: true });
    else writeFileWhole(path, content);
}

/** How a file looks, as a harvest kept it; nulls for what was not kept. */
export function readKeptGeo(folder: string, url: string): GeoLook {
  const stem = join(folder, GEO_FILES, keptName(url));
  const read = (path: string): Buffer | null => {
    try {
      return readFileSync(path);
    } catch {
      return null;
    }
  };
  return { thumbnail: read(`${stem}.png`), preview: read(`${stem}.geojson`)?.toString('utf8') ?? null };
}

/** Keeps the bytes of a file under its own name, made harmless. */
export function writeKeptPayload(folder: string, url: string, name: string, bytes: Uint8Array): string {
  const files = join(folder, GEO_FILES);
  try {
    mkdirSync(files, { recursive: true });
  } catch (cause) {
    throw storageError(files, cause);
  }
  const harmless =
    name
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .replace(/^\.+/, '_')
      .slice(-100) || 'file';
  const path = join(files, `${keptName(url)}-${harmless}`);
  writeFileWhole(path, bytes);
  return path;
}
