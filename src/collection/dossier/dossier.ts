/**
 * Dossiers: pages and passages that somebody gathers under a name, with notes and in an order, kept with the collection.
 *
 * ```ts
 * const { id, version } = await newDossier(catalogue, { name: 'Enchente de 1941' }, { by: 'Ana', at: Date.now() });
 * await addToDossier(catalogue, id, { page, passage: 'A água chegou à rua…' }, { expected: version, by: 'Ana', at: Date.now() });
 * ```
 */
import type { CatalogueKept, Dossier, DossierItem, Kept, StoredPage } from '../../catalogue/index.ts';
import { StaleError, TarrafaError } from '../../errors.ts';
import { foldWords } from '../../text/index.ts';
import { reason } from '../../words/why.ts';
import type { ChangeOf } from '../correct-page.ts';

export const MOST_ITEMS = 1_000;
const LONGEST_NAME = 60;
const MOST_TRIES = 100;

type Keeping = Pick<CatalogueKept, 'kept' | 'keep'>;

/** `[a-z0-9-]`, from the name that a person gave. */
function keptName(name: string): string {
  return (
    foldWords(name)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, LONGEST_NAME)
      .replaceAll(/^-+|-+$/g, '') || 'sem-nome'
  );
}

/** Keeps something new under a name of its own, made of the one that it was given. */
export async function keepNew<K extends 'dossier' | 'saved-search'>(
  catalogue: Pick<CatalogueKept, 'keep'>,
  kind: K,
  value: Kept<K>['value'],
  { by, at }: Omit<ChangeOf, 'expected'>,
): Promise<Kept<K>> {
  const name = keptName(value.name);
  for (let n = 1; n <= MOST_TRIES; n++) {
    const id = n === 1 ? name : `${name}-${n}`;
    const outcome = await catalogue.keep({ kind, id, expected: 0, at, by, value });
    if (outcome.done) return outcome.kept;
  }
  throw new StaleError(value.name, 0, null);
}

export function newDossier(
  catalogue: Keeping,
  { name, note = '' }: { readonly name: string; readonly note?: string | undefined },
  change: Omit<ChangeOf, 'expected'>,
): Promise<Kept<'dossier'>> {
  return keepNew(catalogue, 'dossier', { name, note, items: [] }, change);
}

export async function dossierOf(catalogue: Keeping, id: string): Promise<Kept<'dossier'>> {
  const found = await catalogue.kept('dossier', id);
  if (found === null) throw new TarrafaError('TRF_NOT_FOUND', [reason('the-dossier', { id })]);
  return found;
}

/** Throws TRF_KEPT_STALE when somebody else was faster. */
export async function changeDossier(
  catalogue: Keeping,
  id: string,
  value: Dossier,
  { expected, by, at }: ChangeOf,
): Promise<Kept<'dossier'>> {
  if (value.items.length > MOST_ITEMS)
    throw new TarrafaError('TRF_KEPT_LARGE', [value.name, value.items.length, MOST_ITEMS]);
  const outcome = await catalogue.keep({ kind: 'dossier', id, expected, at, by, value });
  if (!outcome.done) throw new StaleError(value.name, expected, outcome.present);
  return outcome.kept;
}

export interface NewItem {
  readonly page: Pick<StoredPage, 'url' | 'fetchedAt' | 'digest'>;
  readonly passage?: string | undefined;
  readonly note?: string | undefined;
}

function itemOf({ page, passage = '', note = '' }: NewItem, at: number): DossierItem {
  const { url, fetchedAt, digest } = page;
  return { url, fetchedAt, digest, passage, note, addedAt: at };
}

/** Puts something at the end of a dossier; what is there already, the same page and passage, is not put there twice. */
export async function addToDossier(
  catalogue: Keeping,
  id: string,
  items: readonly NewItem[],
  { by, at }: Omit<ChangeOf, 'expected'>,
): Promise<Kept<'dossier'>> {
  for (let tries = 1; ; tries++) {
    const { version, value } = await dossierOf(catalogue, id);
    const there = new Set(value.items.map(nameOf));
    const fresh = items.map((item) => itemOf(item, at)).filter((item) => !there.has(nameOf(item)));
    try {
      const changed = { ...value, items: [...value.items, ...fresh] };
      return await changeDossier(catalogue, id, changed, { expected: version, by, at });
    } catch (error) {
      // To add takes nothing from anybody: it is done again on what there is now.
      const isStale = error instanceof TarrafaError && error.code === 'TRF_KEPT_STALE';
      if (!isStale || tries >= MOST_TRIES) throw error;
    }
  }
}

const nameOf = ({ url, digest, passage }: DossierItem): string => JSON.stringify([url, digest, passage]);
