/**
 * A page corrected: what a person says of it is kept, and its record is written anew at once, so that search, exports and the page say the same.
 *
 * ```ts
 * await correctPage(collection, page, { published: '1974-04-26' }, { expected: 0, by: 'Ana', at: Date.now() });
 * ```
 */
import type {
  Catalogue,
  CataloguePlace,
  ComputedFacts,
  Kept,
  PageCorrection,
  PlaceCorrection,
  StoredPage,
} from '../catalogue/index.ts';
import { cataloguePlace } from '../catalogue/query/index.ts';
import { StaleError, TarrafaError } from '../errors.ts';
import type { Gazetteer } from '../geo/index.ts';
import { reason } from '../words/why.ts';

/** The kinds of page that a person can tell. */
export const PAGE_TYPES = [
  'article',
  'listing',
  'forum',
  'product',
  'documentation',
  'front',
  'service',
] as const;

const LONGEST_TITLE = 500;
const LONGEST_MENTION = 200;
const MOST_CORRECTED = 500;
/** Versions of a page that are written anew at once; earlier ones are when they are analysed again. */
const MOST_REWRITTEN = 50;

/** A collection, as corrections see it. */
export interface CorrectedCollection {
  readonly catalogue: Pick<Catalogue, 'page' | 'versions' | 'kept' | 'keep' | 'unkeep'>;
  readonly gazetteer: Gazetteer | null;
  /** What analysis says of a version by itself; null when no record of it can be read. */
  computedFacts(id: number): Promise<ComputedFacts | null>;
  /** Analyses a version again, with what a person says of it or without, and writes it anew. */
  rewrite(id: number, correction: PageCorrection | null): Promise<void>;
}

/** What a person says of a page, all of it: what is left out is as analysis says. */
export interface CorrectionWish {
  readonly title?: string | undefined;
  readonly published?: string | null | undefined;
  readonly type?: string | undefined;
  readonly blocks?: PageCorrection['blocks'] | undefined;
  /** Places as people write them, `Santa Cruz, RN`; null: the words name none. */
  readonly places?: readonly { readonly mention: string; readonly place: string | null }[] | undefined;
}

export interface ChangeOf {
  /** The version that the person saw; 0 when they saw none. */
  readonly expected: number;
  readonly by: string;
  /** ms since 1970. */
  readonly at: number;
}

function refuse(why: ReturnType<typeof reason>): never {
  throw new TarrafaError('TRF_CORRECTION_INVALID', [why]);
}

/** Throws TRF_CORRECTION_INVALID for what cannot be said of a page, TRF_KEPT_STALE when somebody else was faster. */
export async function correctPage(
  collection: CorrectedCollection,
  page: StoredPage,
  wish: CorrectionWish,
  { expected, by, at }: ChangeOf,
): Promise<Kept<'correction'>> {
  const before = await collection.catalogue.kept('correction', page.key);
  const known = [...page.placeNames, ...(before?.value.places ?? []).flatMap(({ place }) => place ?? [])];
  // What was said once stays said, also when the text has those words no more.
  const mentioned = new Set((before?.value.places ?? []).map(({ mention }) => mention));
  const said = checkedCorrection(wish, {
    has: (words) => mentioned.has(words) || page.text.includes(words),
    meant: (place) => meantPlace(place, known, collection.gazetteer),
  });
  const value: PageCorrection = {
    ...said,
    url: page.url,
    computed: await computedOf(collection, page, before),
  };
  const outcome = await collection.catalogue.keep({
    kind: 'correction',
    id: page.key,
    expected,
    at,
    by,
    value,
  });
  if (!outcome.done) throw new StaleError(page.url, expected, outcome.present);
  await rewriteVersions(collection, page.url, value);
  return outcome.kept;
}

/** Takes a correction back: the page is again as analysis says. */
export async function uncorrectPage(
  collection: CorrectedCollection,
  page: StoredPage,
  expected: number,
): Promise<void> {
  const left = await collection.catalogue.unkeep('correction', page.key, expected);
  if (left !== true) throw new StaleError(page.url, expected, left);
  await rewriteVersions(collection, page.url, null);
}

/** Writes the versions of a page anew, with what a person says of it or without. */
export async function rewriteVersions(
  collection: Pick<CorrectedCollection, 'rewrite'> & { readonly catalogue: Pick<Catalogue, 'versions'> },
  url: string,
  correction: PageCorrection | null,
): Promise<void> {
  const ids = new Set((await collection.catalogue.versions(url)).map(({ id }) => id));
  for (const id of [...ids].slice(0, MOST_REWRITTEN)) await collection.rewrite(id, correction);
}

/** What analysis says by itself; of a page that was corrected before and cannot be read again, what it said then. */
async function computedOf(
  collection: CorrectedCollection,
  page: StoredPage,
  before: Kept<'correction'> | null,
): Promise<ComputedFacts | null> {
  const read = await collection.computedFacts(page.id);
  if (read !== null) return read;
  if (before !== null) return before.value.computed;
  const { title, published, type } = page;
  return { title, published, type };
}

/** What is asked of a page and of the world. */
interface Asked {
  has(words: string): boolean;
  meant(place: string): CataloguePlace | null;
}

function checkedCorrection(
  { title, published, type, places = [], blocks = [] }: CorrectionWish,
  asked: Asked,
): Omit<PageCorrection, 'url' | 'computed'> {
  const named = title?.replace(/\s+/g, ' ').trim();
  if (named !== undefined && named.length > LONGEST_TITLE) refuse(reason('correction-long'));
  if (named === '') refuse(reason('correction-title'));
  if (published != null && !isDay(published))
    refuse(reason('correction-date', { date: published.slice(0, 40) }));
  if (type !== undefined && !(PAGE_TYPES as readonly string[]).includes(type))
    refuse(reason('correction-type', { type: type.slice(0, 40), types: PAGE_TYPES.join(', ') }));
  if (places.length > MOST_CORRECTED || blocks.length > MOST_CORRECTED) refuse(reason('correction-long'));
  const said = {
    ...(named === undefined ? {} : { title: named }),
    ...(published === undefined ? {} : { published }),
    ...(type === undefined ? {} : { type }),
    ...(places.length === 0 ? {} : { places: places.map((one) => placeOf(one, asked)) }),
    ...(blocks.length === 0 ? {} : { blocks: blocks.map(({ text, content }) => ({ text, content })) }),
  };
  if (Object.keys(said).length === 0) refuse(reason('correction-empty'));
  return said;
}

function placeOf(
  { mention, place }: { readonly mention: string; readonly place: string | null },
  asked: Asked,
): PlaceCorrection {
  const words = mention.trim();
  if (words === '' || words.length > LONGEST_MENTION || !asked.has(words))
    refuse(reason('correction-mention', { mention: words.slice(0, LONGEST_MENTION) }));
  if (place === null) return { mention: words, place: null };
  const found =
    asked.meant(place.trim()) ??
    refuse(reason('correction-place', { place: place.slice(0, LONGEST_MENTION) }));
  return { mention: words, place: found };
}

/** A place by its key, when the page has it, or by its name. */
function meantPlace(
  place: string,
  known: readonly CataloguePlace[],
  gazetteer: Gazetteer | null,
): CataloguePlace | null {
  const byKey = known.find(({ key }) => key === place);
  if (byKey !== undefined) return byKey;
  const found = gazetteer?.resolve(place) ?? null;
  return found === null ? null : cataloguePlace(found);
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
