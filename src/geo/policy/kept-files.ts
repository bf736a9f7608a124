/**
 * What a harvest keeps beside its index: `geo-files/<sha1 of the address>.png`, the same with `.geojson`, and on request the files
 * themselves as `<sha1>-<name>`. Each appears whole or not at all.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { storageError } from '../../errors.ts';
import { writeFileWhole } from '../../files/index.ts';
import { nameOfRemote } from '../describe/describe.ts';
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

/** A file that was kept whole. */
export interface KeptPayload {
  /** As its address has it. */
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** What lies beside a shapefile and belongs to it. */
const BESIDE_SHP = ['shx', 'dbf', 'prj', 'cpg', 'qix', 'sbn', 'sbx'];

/** Addresses of what lies beside a shapefile; none of another file. */
function besideShp(url: string): string[] {
  const ending = /\.(shp)$/i.exec(url)?.[1];
  if (ending === undefined) return [];
  const upper = ending === ending.toUpperCase();
  return BESIDE_SHP.map((part) => url.slice(0, -ending.length) + (upper ? part.toUpperCase() : part));
}

/** The file that was kept of an address, and those that belong to it; none when it was not kept. */
export function keptPayloads(folder: string, url: string): KeptPayload[] {
  const main = keptPayload(folder, url);
  if (main === null) return [];
  return [main, ...besideShp(url).flatMap((other) => keptPayload(folder, other) ?? [])];
}

/** All that was kept of an address goes, with what lies beside it and belongs to it. */
export function removeKeptGeo(folder: string, url: string): void {
  const files = join(folder, GEO_FILES);
  if (!existsSync(files)) return;
  const names = new Set([url, ...besideShp(url)].map(keptName));
  const length = keptName(url).length;
  for (const name of readdirSync(files))
    if (names.has(name.slice(0, length))) rmSync(join(files, name), { force: true });
}

function keptPayload(folder: string, url: string): KeptPayload | null {
  const name = nameOfRemote(url, null);
  const path = payloadPath(folder, url, name);
  // A link could lead to any file of the machine: the folder may have come from somebody else.
  const file = lstatSync(path, { throwIfNoEntry: false });
  return file?.isFile() ? { name, path, size: file.size } : null;
}

/** Under its own name, made harmless. */
function payloadPath(folder: string, url: string, name: string): string {
  const harmless =
    name
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .replace(/^\.+/, '_')
      .slice(-100) || 'file';
  return join(folder, GEO_FILES, `${keptName(url)}-${harmless}`);
}

/** Keeps the bytes of a file. */
export function writeKeptPayload(folder: string, url: string, name: string, bytes: Uint8Array): string {
  const files = join(folder, GEO_FILES);
  try {
    mkdirSync(files, { recursive: true });
  } catch (cause) {
    throw storageError(files, cause);
  }
  const path = payloadPath(folder, url, name);
  writeFileWhole(path, bytes);
  return path;
}
