/**
 * A catalogue made anew beside the old one, which it replaces only when it is whole; until then the old one answers. The tables that a
 * person made from an example are carried over: the archive does not have them. What people said of pages stands in a file of its own, which
 * both read; what they say while this goes on is put into the new one when it has taken its place.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Catalogue, EntityRecord, EntityTableIn } from '../catalogue/index.ts';
import {
  EmbeddedCatalogue,
  type EmbeddedCatalogueOptions,
  intoOneFile,
  keptPath,
} from '../catalogue/index.ts';
import { Forgotten } from '../crawl/forgotten.ts';
import { storageError } from '../errors.ts';
import { putInPlace, writeFileWhole } from '../files/index.ts';
import type { Gazetteer } from '../geo/index.ts';
import { type AnalyseOptions, type AnalysisResult, analyseArchive } from './analyse-archive.ts';
import type { CollectionPlace } from './collection-place.ts';
import { correctionsOf, rewriteChanged, type SeenCorrections, seenOf } from './corrections.ts';
import { rereadingOf } from './reread-page.ts';

const ROWS_AT_ONCE = 1_000;

export async function rebuildCatalogue(
  place: CollectionPlace,
  gazetteer: Gazetteer,
  options: AnalyseOptions = {},
): Promise<AnalysisResult> {
  const fresh = `${place.catalogue}.new`;
  // One that was stopped goes on; what was learned of the sites is learned anew with a new one.
  if (!existsSync(fresh)) rmSync(place.ownMemories, { recursive: true, force: true });
  const catalogue = openFresh(fresh, { gazetteer, kept: place.kept ?? keptPath(place.catalogue) });
  let result: AnalysisResult;
  const corrections = await seenAtFirst(fresh, catalogue);
  try {
    result = await analyseArchive(place, catalogue, options);
    if (result.interrupted) return result;
    const forgotten = Forgotten.of(place.folder);
    const tables = (await tablesOf(place.catalogue, options)).map((table) => ({
      ...table,
      example: forgotten.blankedText(table.example),
      rows: table.rows.filter(({ url }) => !forgotten.hasUrl(url)),
    }));
    if (tables.length > 0) await catalogue.write({ tables });
  } finally {
    await catalogue.close();
  }
  intoOneFile(fresh);
  try {
    for (const ending of ['-wal', '-shm']) rmSync(`${place.catalogue}${ending}`, { force: true });
    putInPlace(fresh, place.catalogue);
    for (const ending of ['-wal', '-shm']) rmSync(`${fresh}${ending}`, { force: true });
  } catch (cause) {
    throw storageError(place.catalogue, cause);
  }
  await catchUpCorrections(place, gazetteer, corrections);
  rmSync(seenPath(fresh), { force: true });
  return result;
}

const seenPath = (fresh: string): string => `${fresh}-corrections.json`;

/**
 * What people said when the new one was begun. Written down beside it: one that is stopped and goes on another day has pages in it of which
 * something else was said then.
 */
async function seenAtFirst(fresh: string, catalogue: Catalogue): Promise<SeenCorrections> {
  const path = seenPath(fresh);
  const now = seenOf(await correctionsOf(catalogue));
  try {
    if ((await catalogue.summary()).versions > 0)
      return new Map(JSON.parse(readFileSync(path, 'utf8')) as [string, { version: number; url: string }][]);
  } catch {
    // Begun by earlier code, or damaged: all that is said now is put into it once more.
    return new Map();
  }
  writeFileWhole(path, JSON.stringify([...now]));
  return now;
}

/** Until it took its place, people corrected pages of the old one. */
async function catchUpCorrections(
  place: CollectionPlace,
  gazetteer: Gazetteer,
  before: SeenCorrections,
): Promise<void> {
  const catalogue = EmbeddedCatalogue.open(place.catalogue, { gazetteer, kept: place.kept });
  try {
    await rewriteChanged(catalogue, before, () => rereadingOf(place, gazetteer));
  } finally {
    await catalogue.close();
  }
}

/** What an earlier attempt left, or, when that cannot be read, a new one. */
function openFresh(path: string, options: EmbeddedCatalogueOptions): Catalogue {
  try {
    return EmbeddedCatalogue.open(path, options);
  } catch {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    return EmbeddedCatalogue.open(path, options);
  }
}

/** The tables of a catalogue; none of one that cannot be read, which is why it is made anew. */
async function tablesOf(path: string, options: AnalyseOptions): Promise<EntityTableIn[]> {
  if (!existsSync(path)) return [];
  let catalogue: Catalogue;
  try {
    catalogue = EmbeddedCatalogue.open(path, { readOnly: true });
  } catch (error) {
    options.onProblem?.({ where: path, reason: error instanceof Error ? error.message : String(error) });
    return [];
  }
  try {
    const tables: EntityTableIn[] = [];
    for (const { name, example, columns, madeAt } of await catalogue.entityTables()) {
      const rows: EntityRecord[] = [];
      let cursor: string | null | undefined;
      do {
        const slice = await catalogue.entities(
          { table: name, switchedOff: true },
          { limit: ROWS_AT_ONCE, ...(cursor ? { cursor } : {}) },
        );
        for (const { id: _, tables: __, ...row } of slice.items) rows.push(row);
        cursor = slice.next;
      } while (cursor !== null);
      tables.push({ name, example, columns, madeAt, rows });
    }
    return tables;
  } catch (error) {
    options.onProblem?.({ where: path, reason: error instanceof Error ? error.message : String(error) });
    return [];
  } finally {
    await catalogue.close();
  }
}
