/**
 * What people say of the pages of a collection: said, listed, taken back, and given as gold to those who measure.
 *
 * ```ts
 * await correctPageOf('coleta', 'https://jornal.br/1', { published: '1974-04-26' }, { by: 'Ana' });
 * for (const { id, value } of await listCorrections('coleta')) console.log(id, value.title);
 * ```
 */
import type { Kept, PageCorrection, StoredPage } from '../catalogue/index.ts';
import type { CorrectionWish, OpenCollection } from '../collection/index.ts';
import { TarrafaError } from '../errors.ts';
import { type AtHandOptions, withCollection } from './collection-at-hand.ts';

export type { Kept };

export interface CorrectOptions extends AtHandOptions {
  /** Who says so. */
  readonly by?: string | undefined;
}

async function pageAt({ catalogue }: OpenCollection, url: string): Promise<StoredPage> {
  const page = await catalogue.pageAt(url);
  if (page === null) throw new TarrafaError('TRF_NOT_FOUND', [url]);
  return page;
}

/** What was said before and is not said now stays said. */
function wishOf({ title, published, type, places, blocks }: PageCorrection): CorrectionWish {
  return {
    title,
    published,
    type,
    places: places?.map(({ mention, place }) => ({ mention, place: place?.key ?? null })),
    blocks,
  };
}

/** Adds to what was said of a page. Throws TRF_CORRECTION_INVALID for what cannot be said of one. */
export async function correctPageOf(
  folder: string,
  url: string,
  wish: CorrectionWish,
  options: CorrectOptions = {},
): Promise<Kept<'correction'>> {
  return withCollection(folder, options, async (collection) => {
    const { correctPage } = await import('../collection/index.ts');
    const page = await pageAt(collection, url);
    const before = await collection.catalogue.kept('correction', page.key);
    const said = before === null ? {} : wishOf(before.value);
    const mentions = new Set((wish.places ?? []).map(({ mention }) => mention.trim()));
    const places = [
      ...(said.places ?? []).filter(({ mention }) => !mentions.has(mention)),
      ...(wish.places ?? []),
    ];
    const given = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
    return correctPage(
      collection,
      page,
      { ...said, ...given, places },
      { expected: before?.version ?? 0, by: options.by ?? '', at: (options.now ?? Date.now)() },
    );
  });
}

/** Takes back what was said of a page; false when nothing was. */
export async function uncorrectPageOf(
  folder: string,
  url: string,
  options: CorrectOptions = {},
): Promise<boolean> {
  return withCollection(folder, options, async (collection) => {
    const { uncorrectPage } = await import('../collection/index.ts');
    const page = await pageAt(collection, url);
    const before = await collection.catalogue.kept('correction', page.key);
    if (before === null) return false;
    await uncorrectPage(collection, page, before.version);
    return true;
  });
}

async function everyCorrection({ catalogue }: OpenCollection): Promise<Kept<'correction'>[]> {
  const all: Kept<'correction'>[] = [];
  let cursor: string | undefined;
  do {
    const slice = await catalogue.keptOf('correction', { cursor, limit: 1_000 });
    all.push(...slice.items);
    cursor = slice.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}

export async function listCorrections(
  folder: string,
  options: AtHandOptions = {},
): Promise<readonly Kept<'correction'>[]> {
  return withCollection(folder, options, everyCorrection);
}

/** What a person knows of a page, in the form that `npm run eval` reads: only what they said is gold. */
export interface GoldPage {
  readonly host: string;
  readonly path: string;
  readonly url: string;
  readonly title?: string;
  readonly date?: string | null;
  readonly date_evidence?: readonly string[];
  readonly main_content?: string;
  readonly type?: string;
  readonly html: string;
  readonly gold: { readonly title?: string; readonly date?: string | null; readonly main_content?: string };
}

/** Writes what people said as gold, a page a line, gzipped when the name says so. How many pages. */
export async function writeGold(folder: string, out: string, options: AtHandOptions = {}): Promise<number> {
  return withCollection(folder, options, async (collection) => {
    const [{ writeWholeFile }, { gzipSync }] = await Promise.all([
      import('../files/index.ts'),
      import('node:zlib'),
    ]);
    let pages = 0;
    await writeWholeFile(out, async (file) => {
      for (const { value } of await everyCorrection(collection)) {
        options.signal?.throwIfAborted();
        const gold = await goldOf(collection, value);
        if (gold === null) continue;
        const line = `${JSON.stringify(gold)}\n`;
        await file.write(/\.gz$/i.test(out) ? gzipSync(line) : line);
        pages++;
      }
    });
    return pages;
  });
}

async function goldOf(collection: OpenCollection, said: PageCorrection): Promise<GoldPage | null> {
  const page = await collection.catalogue.pageAt(said.url);
  if (page === null || !URL.canParse(page.url)) return null;
  const { host, pathname, search } = new URL(page.url);
  const gold = {
    ...(said.title === undefined ? {} : { title: said.title }),
    ...(said.published === undefined ? {} : { date: said.published }),
    ...(said.blocks === undefined ? {} : { main_content: page.text }),
  };
  return {
    host,
    path: `${pathname}${search}`,
    url: page.url,
    ...gold,
    ...(said.published === undefined ? {} : { date_evidence: ['person'] }),
    ...(said.type === undefined ? {} : { type: said.type }),
    html: await htmlOf(collection, page.url),
    gold,
  };
}

async function htmlOf(collection: OpenCollection, url: string): Promise<string> {
  const found = await collection.fetcher().fetch({ url, maxBytes: 16 << 20 });
  if (found.kind !== 'fetched') return '';
  const { readPage } = await import('../page/index.ts');
  return readPage({ url, contentType: found.header('content-type'), bytes: found.body }).source;
}
