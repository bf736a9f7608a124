/** How much the catalogue of a collection holds, for reports: the one number of its pages that every place tells. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, CatalogueSummary } from '../catalogue/index.ts';

const CATALOGUE_NAME = 'catalogue.db';

/** Null when it was not analysed yet. */
export async function catalogueSummary(folder: string): Promise<CatalogueSummary | null> {
  const path = join(folder, CATALOGUE_NAME);
  if (!existsSync(path)) return null;
  // Loaded only here: reports of crawls need no database.
  const { EmbeddedCatalogue } = await import('../catalogue/index.ts');
  let catalogue: Catalogue | null = null;
  try {
    catalogue = EmbeddedCatalogue.open(path, { readOnly: true });
    return await catalogue.summary();
  } catch {
    // Of another version, or damaged: what the archive holds is told all the same, and `analyse` says what is wrong.
    return null;
  } finally {
    await catalogue?.close();
  }
}
