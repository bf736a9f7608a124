/** Versions of pages of a shared catalogue, read: by identity, by address and time, with their links both ways. Many by one statement. */
import { TarrafaError } from '../../errors.ts';
import { numberArray, type Query, textArray } from '../../postgres/index.ts';
import type { ConcordancePage } from '../concordance/index.ts';
import type {
  CaptureFound,
  CataloguePlace,
  KnownCapture,
  LinkCounts,
  PageLink,
  PageVersion,
  Slice,
  SliceOptions,
  StoredPage,
} from '../ports/index.ts';
import type { IndexedDocument } from '../search-index/port.ts';
import { addressText, keyOf } from '../store/addresses.ts';
import type { ShownDocument } from '../store/answers.ts';
import { readCursor, sliceLimit, writeCursor } from '../store/cursor.ts';
import { packDigest, unpackDigest } from '../store/digest.ts';
import { type Evidence, pageDocument } from '../store/documents.ts';
import { samePlace } from '../store/known-captures.ts';
import { Unpacker } from '../store/packing.ts';
import { type PageText, unpackContent, unpackText } from '../store/page-content.ts';
import { MOST_VERSIONS } from '../store/pages.ts';
import type { Contents } from './contents.ts';
import { addressHash } from './interning.ts';
import type { SharedEntities } from './shared-entities.ts';
import type { Tables } from './tables.ts';
import { whole } from './tables.ts';

interface PageRow {
  readonly id: number;
  readonly address: number;
  readonly site: number;
  readonly url: string | null;
  readonly fetched_at: number;
  readonly digest: Uint8Array;
  readonly status: number;
  readonly language: string | null;
  readonly type: string;
  readonly title: string;
  readonly published: string | null;
  readonly content: Uint8Array;
  readonly site_name: string;
  readonly address_url: string;
  readonly address_key: string | null;
  readonly address_page: number | null;
}

interface CaptureRow {
  readonly page: number;
  readonly fetched_at: number;
  readonly url: string | null;
  readonly file: string | null;
  readonly position: number | null;
  readonly length: number | null;
}

interface AddressRow {
  readonly id: number;
  readonly url: string;
  readonly page: number | null;
}

const PAGE = `select page.id, page.address, page.site, page.url, page.fetched_at, page.digest, page.status, page.language, page.type,
  page.title, page.published, page.content, site.name as site_name,
  address.url as address_url, address.key as address_key, address.page as address_page
  from @page page join @site site on site.id = page.site join @address address on address.id = page.address`;

const CAPTURE = `select capture.page, capture.fetched_at, capture.url, file.name as file, capture.position, capture.length
  from @capture capture left join @archive_file file on file.id = capture.file`;

export interface SharedPagesParts {
  readonly tables: Tables;
  readonly contents: Contents;
  readonly entities: SharedEntities;
  readonly places: () => Promise<ReadonlyMap<string, CataloguePlace>>;
}

export class SharedPages {
  readonly #parts: SharedPagesParts;

  constructor(parts: SharedPagesParts) {
    this.#parts = parts;
  }

  // By identity

  async get(ids: readonly number[]): Promise<ReadonlyMap<number, StoredPage>> {
    if (ids.length === 0) return new Map();
    const { tables } = this.#parts;
    const rows = await tables.query<PageRow>(`${PAGE} where page.id = any($1::bigint[])`, [numberArray(ids)]);
    return this.#stored(rows, await this.#lastCaptures(rows));
  }

  /** The newest capture of each version at its own address. */
  async #lastCaptures(rows: readonly PageRow[]): Promise<ReadonlyMap<number, CaptureRow>> {
    if (rows.length === 0) return new Map();
    const found = await this.#parts.tables.query<CaptureRow>(
      `select last.* from unnest($1::bigint[], $2::bigint[]) as asked (address, page)
        cross join lateral (${CAPTURE} where capture.address = asked.address and capture.page = asked.page
          order by capture.fetched_at desc limit 1) as last`,
      [numberArray(rows.map(({ address }) => address)), numberArray(rows.map(({ id }) => id))],
    );
    return new Map(found.map((capture) => [capture.page, capture]));
  }

  async #stored(
    rows: readonly PageRow[],
    captures: ReadonlyMap<number, CaptureRow>,
  ): Promise<ReadonlyMap<number, StoredPage>> {
    const { entities, places } = this.#parts;
    const [contents, stated] = await Promise.all([
      this.#contents(rows, unpackContent),
      entities.ofPages(rows.map(({ id }) => id)),
    ]);
    const named = contents.some((content) => content.places.length > 0);
    const names: ReadonlyMap<string, CataloguePlace> = named ? await places() : new Map();
    return new Map(
      rows.map((row, i) => {
        const { links: _links, ...content } = contents[i]!;
        const capture = captures.get(row.id);
        const placeNames: CataloguePlace[] = [];
        for (const key of new Set(content.places.map((mark) => mark.place))) {
          const place = names.get(key);
          if (place !== undefined) placeNames.push(place);
        }
        const page: StoredPage = {
          ...content,
          id: row.id,
          current: row.address_page === row.id,
          url: capture?.url ?? urlOf(row),
          key: row.address_key ?? keyOf(row.address_url),
          site: row.site_name,
          fetchedAt: capture?.fetched_at ?? row.fetched_at,
          digest: unpackDigest(row.digest),
          status: row.status,
          language: row.language,
          type: row.type,
          archive: capture === undefined ? null : placeOf(capture),
          placeNames,
          entities: stated.get(row.id) ?? [],
        };
        return [row.id, page];
      }),
    );
  }

  async #contents<T>(rows: readonly PageRow[], unpack: (from: Unpacker) => T, query?: Query): Promise<T[]> {
    const packed = await this.#parts.contents.ofPages(
      rows.map(({ content }) => content),
      query,
    );
    return rows.map((row, i) => {
      try {
        return unpack(new Unpacker(packed[i]!));
      } catch (cause) {
        if (cause instanceof TarrafaError) throw cause;
        throw new TarrafaError('TRF_CATALOGUE_DAMAGED', [`page ${row.id}`, (cause as Error).message], {
          cause,
        });
      }
    });
  }

  /** As they are shown among the answers. */
  async shown(ids: readonly number[]): Promise<ReadonlyMap<number, ShownDocument>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#parts.tables.query<PageRow>(`${PAGE} where page.id = any($1::bigint[])`, [
      numberArray(ids),
    ]);
    const texts = await this.#contents(rows, unpackText);
    return new Map(
      rows.map((row, i) => [
        row.id,
        {
          kind: 'page',
          url: urlOf(row),
          site: row.site_name,
          fetchedAt: row.fetched_at,
          published: row.published,
          language: row.language,
          content: texts[i]!,
        },
      ]),
    );
  }

  async concordancePages(ids: readonly number[]): Promise<ReadonlyMap<number, ConcordancePage>> {
    const rows = await this.#parts.tables.query<PageRow>(`${PAGE} where page.id = any($1::bigint[])`, [
      numberArray(ids),
    ]);
    const texts = await this.#contents(rows, (from) => from.text());
    return new Map(
      rows.map((row, i) => [
        row.id,
        {
          id: row.id,
          url: urlOf(row),
          site: row.site_name,
          title: row.title,
          text: texts[i]!,
        },
      ]),
    );
  }

  async titles(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.#parts.tables.query<{ id: number; title: string }>(
      'select id, title from @page where id = any($1::bigint[])',
      [numberArray(ids)],
    );
    return new Map(rows.map(({ id, title }) => [id, title]));
  }

  /** Current pages as the index takes them, in the transaction of `query`. */
  async documents(
    query: Query,
    ids: readonly number[],
    evidence: (
      pages: readonly { id: number; address: number; site: number }[],
    ) => Promise<ReadonlyMap<number, Evidence>>,
  ): Promise<ReadonlyMap<number, IndexedDocument>> {
    const rows = await query<PageRow>(
      `${PAGE} where page.id = any($1::bigint[]) and address.page = page.id`,
      [numberArray(ids)],
    );
    const said = await evidence(rows);
    const texts = await this.#contents(rows, unpackText, query);
    return new Map(
      rows.map((row, i) => {
        const page = { ...texts[i]!, url: urlOf(row), site: row.site_name, language: row.language };
        return [row.id, pageDocument(row.id, page, said.get(row.id) ?? { anchors: '', authority: 0 })];
      }),
    );
  }

  // By address

  async at(url: string, time?: number): Promise<StoredPage | null> {
    const [address] = await this.#addresses([url]);
    if (address === null || address === undefined) return null;
    const capture = await this.#nearest(address.id, time);
    if (capture === undefined) return null;
    const rows = await this.#parts.tables.query<PageRow>(`${PAGE} where page.id = $1`, [capture.page]);
    return (await this.#stored(rows, new Map([[capture.page, capture]]))).get(capture.page) ?? null;
  }

  /** Titles and texts of the pages at some addresses; null where there is none. */
  async textsAt(
    urls: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly title: string; readonly text: string } | null>> {
    const addresses = await this.#addresses(urls);
    const pages = addresses.flatMap((address) => address?.page ?? []);
    const rows =
      pages.length === 0
        ? []
        : await this.#parts.tables.query<PageRow>(`${PAGE} where page.id = any($1::bigint[])`, [
            numberArray(pages),
          ]);
    const texts = await this.#contents(rows, unpackText);
    const byId = new Map<number, PageText>(rows.map((row, i) => [row.id, texts[i]!]));
    return new Map(
      urls.map((url, i) => {
        const page = addresses[i]?.page ?? null;
        return [url, page === null ? null : (byId.get(page) ?? null)];
      }),
    );
  }

  /** By an address in any of its forms; null when it is not known. */
  async #addresses(urls: readonly string[]): Promise<(AddressRow | null)[]> {
    const asked = urls.map((url) => {
      const key = addressText(keyOf(url));
      const plain = addressText(url);
      return { key: addressHash(key), plain: plain === key ? null : addressHash(plain) };
    });
    const hashes = new Set(asked.flatMap(({ key, plain }) => (plain === null ? [key] : [key, plain])));
    const rows = await this.#parts.tables.query<AddressRow & { hash: string }>(
      `select replace(hash::text, '-', '') as hash, id, url, page from @address where hash = any($1::uuid[])`,
      [textArray([...hashes])],
    );
    const found = new Map<string, AddressRow>(rows.map((row) => [row.hash, row]));
    return asked.map(({ key, plain }) => {
      const row = found.get(key) ?? null;
      if (row?.page != null || plain === null) return row;
      // Pages whose comparison form was not made by our rules are known by that form, or by their address itself.
      return found.get(plain) ?? row;
    });
  }

  async #nearest(address: number, time: number | undefined): Promise<CaptureRow | undefined> {
    const { tables } = this.#parts;
    const of = `${CAPTURE} where capture.address = $1`;
    const down = 'order by capture.fetched_at desc, capture.page desc limit 1';
    if (time === undefined || Number.isNaN(time))
      return (await tables.query<CaptureRow>(`${of} ${down}`, [address]))[0];
    const at = whole(Math.floor(time));
    const rows = await tables.query<CaptureRow & { before: boolean }>(
      `select before.*, true as before from (${of} and capture.fetched_at <= $2 ${down}) as before
        union all select after.*, false from (${of} and capture.fetched_at > $2 order by capture.fetched_at, capture.page limit 1) as after`,
      [address, at],
    );
    const before = rows.find((row) => row.before);
    const after = rows.find((row) => !row.before);
    if (before === undefined || after === undefined) return before ?? after;
    return time - before.fetched_at <= after.fetched_at - time ? before : after;
  }

  /** Newest first. */
  async versions(url: string): Promise<PageVersion[]> {
    const [address] = await this.#addresses([url]);
    if (address === null || address === undefined) return [];
    const rows = await this.#parts.tables.query<
      CaptureRow & { digest: Uint8Array; page_url: string | null; address_url: string }
    >(
      `select capture.*, page.digest, page.url as page_url, address.url as address_url from (
          ${CAPTURE} where capture.address = $1 order by capture.fetched_at desc, capture.page desc limit ${MOST_VERSIONS}) as capture
        join @page page on page.id = capture.page join @address address on address.id = page.address
        order by capture.fetched_at desc, capture.page desc`,
      [address.id],
    );
    return rows.map((row) => ({
      id: row.page,
      url: row.url ?? row.page_url ?? row.address_url,
      fetchedAt: row.fetched_at,
      digest: unpackDigest(row.digest),
      archive: placeOf(row),
    }));
  }

  /** Current pages, in order of identity. */
  async list(options: SliceOptions): Promise<Slice<StoredPage>> {
    const limit = sliceLimit(options);
    const after = options.cursor === undefined ? 0 : readCursor('pages', options.cursor, [0] as const)[0];
    const rows = await this.#parts.tables.query<PageRow>(
      `${PAGE} where page.id > $1 and address.page = page.id order by page.id limit $2`,
      [whole(Math.floor(after)), limit + 1],
    );
    const shown = rows.slice(0, limit);
    const stored = await this.#stored(shown, await this.#lastCaptures(shown));
    const items = shown.map(({ id }) => stored.get(id)!);
    return { items, next: rows.length > limit ? writeCursor('pages', [items.at(-1)!.id]) : null };
  }

  // Links

  async #linksOf(
    id: number,
  ): Promise<{ readonly address: number; readonly links: readonly number[] } | null> {
    const rows = await this.#parts.tables.query<PageRow>(`${PAGE} where page.id = $1`, [whole(id)]);
    const [text] = await this.#contents(rows, unpackText);
    return text === undefined ? null : { address: rows[0]!.address, links: text.links };
  }

  async linksFrom(id: number, options: SliceOptions): Promise<Slice<PageLink>> {
    const limit = sliceLimit(options);
    const from = options.cursor === undefined ? 0 : readCursor('links-from', options.cursor, [0] as const)[0];
    const page = await this.#linksOf(id);
    if (page === null) return { items: [], next: null };
    const start = Math.max(0, Math.floor(from));
    const anchors = page.links.slice(start, start + limit);
    const rows = await this.#parts.tables.query<PageLink & { anchor: number }>(
      `select anchor.id as anchor, anchor.text, address.url, page.id, page.title from @anchor anchor
        join @address address on address.id = anchor.target left join @page page on page.id = address.page
        where anchor.id = any($1::bigint[])`,
      [numberArray(anchors)],
    );
    const found = new Map(rows.map((row) => [row.anchor, row]));
    return {
      items: anchors.flatMap((anchor) => linkOf(found.get(anchor))),
      next: start + limit < page.links.length ? writeCursor('links-from', [start + limit]) : null,
    };
  }

  async linksTo(url: string, options: SliceOptions): Promise<Slice<PageLink>> {
    const limit = sliceLimit(options);
    const [anchor, source] =
      options.cursor === undefined ? [0, 0] : readCursor('links-to', options.cursor, [0, 0] as const);
    const [address] = await this.#addresses([url]);
    if (address === null || address === undefined) return { items: [], next: null };
    const rows = await this.#parts.tables.query<PageLink & { anchor: number; source: number }>(
      `select anchor.id as anchor, link.source, anchor.text, address.url, page.id, page.title
        from @anchor anchor join @link link on link.anchor = anchor.id join @address address on address.id = link.source
        left join @page page on page.id = address.page
        where anchor.target = $1 and (anchor.id, link.source) > ($2::bigint, $3::bigint) order by anchor.id, link.source limit $4`,
      [address.id, whole(anchor), whole(source), limit + 1],
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.flatMap(linkOf),
      next: rows.length > limit ? writeCursor('links-to', [last!.anchor, last!.source]) : null,
    };
  }

  async linkCounts(id: number): Promise<LinkCounts> {
    const page = await this.#linksOf(id);
    if (page === null) return { from: 0, to: 0 };
    const [to] = await this.#parts.tables.query<{ n: number }>(
      'select count(*) as n from @anchor anchor join @link link on link.anchor = anchor.id where anchor.target = $1',
      [page.address],
    );
    return { from: page.links.length, to: to!.n };
  }

  // What an analysis asks

  async known(captures: readonly CaptureFound[]): Promise<(KnownCapture | null)[]> {
    if (captures.length === 0) return [];
    const { tables } = this.#parts;
    const addresses = await this.#addresses(captures.map(({ url }) => url));
    const asked = captures.map(({ digest }) => (digest === null ? null : packDigest(digest).toString('hex')));
    const at = captures.map(({ fetchedAt }) => whole(Math.floor(fetchedAt)));
    const rows = await tables.query<CaptureRow & { ord: number; known: boolean; was: Uint8Array | null }>(
      `select asked.ord, last.*,
          asked.digest is not null and exists (select 1 from @page page where page.digest = decode(asked.digest, 'hex')) as known,
          case when asked.digest is null then coalesce(
            (select page.digest from @capture capture join @page page on page.id = capture.page
              where capture.address = asked.address and capture.fetched_at <= asked.at
              order by capture.fetched_at desc, capture.page desc limit 1),
            (select page.digest from @capture capture join @page page on page.id = capture.page
              where capture.address = asked.address and capture.fetched_at > asked.at
              order by capture.fetched_at, capture.page limit 1)) end as was
        from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as asked (digest, address, at, ord)
        left join lateral (
          select capture.page, capture.fetched_at, capture.url, file.name as file, capture.position, capture.length
          from @page page join @capture capture on capture.page = page.id and capture.address = page.address
            left join @archive_file file on file.id = capture.file
          where page.digest = decode(asked.digest, 'hex') and page.address = asked.address
          order by capture.fetched_at desc limit 1) as last on true`,
      [textArray(asked), numberArray(addresses.map((address) => address?.id ?? null)), numberArray(at)],
    );
    const answers = new Array<KnownCapture | null>(captures.length).fill(null);
    for (const row of rows) {
      const { digest, fetchedAt, archive } = captures[row.ord - 1]!;
      if (digest === null)
        answers[row.ord - 1] = row.was === null ? null : { digest: unpackDigest(row.was), own: false };
      else if (row.known) {
        const own = row.page !== null && row.fetched_at === fetchedAt && samePlace(placeOf(row), archive);
        answers[row.ord - 1] = { digest, own };
      }
    }
    return answers;
  }
}

const urlOf = (row: PageRow): string => row.url ?? row.address_url;

const placeOf = ({ file, position, length }: CaptureRow) =>
  file === null ? null : { file, offset: position ?? 0, length: length ?? 0 };

const linkOf = (row: PageLink | undefined): PageLink[] =>
  row === undefined ? [] : [{ url: row.url, text: row.text, id: row.id, title: row.title }];
