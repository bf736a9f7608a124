/** Versions of pages, read: by identity, by address and time, with their links both ways. */
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import type {
  CataloguePlace,
  PageLink,
  PageVersion,
  Slice,
  SliceOptions,
  StoredEntity,
  StoredPage,
} from '../ports/index.ts';
import type { Database, Statement } from '../sqlite.ts';
import type { Addresses } from './addresses.ts';
import type { ArchiveFiles } from './archive-files.ts';
import type { ContentPacks } from './content-packs.ts';
import { readCursor, sliceLimit, writeCursor } from './cursor.ts';
import { unpackDigest } from './digest.ts';
import { Unpacker } from './packing.ts';
import { type PageContent, type PageText, unpackContent, unpackText } from './page-content.ts';
import type { Places } from './places.ts';
import type { Sites } from './sites.ts';

export interface PageRow {
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
  readonly text_bytes: number;
  readonly content: Uint8Array;
}

interface CaptureRow {
  readonly address: number;
  readonly fetched_at: number;
  readonly page: number;
  readonly url: string | null;
  readonly file: number | null;
  readonly position: number | null;
  readonly length: number | null;
}

export interface PageParts {
  readonly db: Database;
  readonly addresses: Addresses;
  readonly files: ArchiveFiles;
  readonly packs: ContentPacks;
  readonly places: Places;
  readonly sites: Sites;
  readonly entitiesOf: (page: number) => StoredEntity[];
}

/** Captures of one address that are listed, newest first. */
export const MOST_VERSIONS = 10_000;

export class Pages {
  readonly #parts: PageParts;
  readonly #row: Statement;
  readonly #latest: Statement;
  readonly #captureOf: Statement;
  readonly #before: Statement;
  readonly #after: Statement;
  readonly #captures: Statement;
  readonly #list: Statement;
  readonly #incoming: Statement;
  readonly #anchor: Statement;

  constructor(parts: PageParts) {
    this.#parts = parts;
    const { db } = parts;
    this.#row = db.statement('SELECT * FROM page WHERE id = ?');
    this.#captureOf = db.statement(
      'SELECT * FROM capture WHERE address = ? AND page = ? ORDER BY fetched_at DESC LIMIT 1',
    );
    const captures = 'SELECT * FROM capture WHERE address = ?';
    this.#latest = db.statement(`${captures} ORDER BY fetched_at DESC, page DESC LIMIT 1`);
    this.#before = db.statement(
      `${captures} AND fetched_at <= ? ORDER BY fetched_at DESC, page DESC LIMIT 1`,
    );
    this.#after = db.statement(`${captures} AND fetched_at > ? ORDER BY fetched_at, page LIMIT 1`);
    this.#captures = db.statement(`${captures} ORDER BY fetched_at DESC, page DESC LIMIT ${MOST_VERSIONS}`);
    this.#list = db.statement(
      `SELECT page.* FROM page JOIN address ON address.id = page.address AND address.page = page.id
        WHERE page.id > ? ORDER BY page.id LIMIT ?`,
    );
    this.#incoming = db.statement(
      `SELECT anchor.id AS anchor, link.source AS source, anchor.text AS text, address.url AS url, page.id AS id, page.title AS title
        FROM anchor JOIN link ON link.anchor = anchor.id JOIN address ON address.id = link.source
        LEFT JOIN page ON page.id = address.page
        WHERE anchor.target = ? AND (anchor.id, link.source) > (?, ?) ORDER BY anchor.id, link.source LIMIT ?`,
    );
    this.#anchor = db.statement(
      `SELECT anchor.text AS text, address.url AS url, page.id AS id, page.title AS title FROM anchor
        JOIN address ON address.id = anchor.target LEFT JOIN page ON page.id = address.page WHERE anchor.id = ?`,
    );
  }

  row(id: number): PageRow | null {
    return this.#row.get<PageRow>(id) ?? null;
  }

  content(row: PageRow): PageContent {
    return this.#unpacked(row, unpackContent);
  }

  /** All but the HTML. */
  text(row: PageRow): PageText {
    return this.#unpacked(row, unpackText);
  }

  /** Its text and nothing else: what stands first, and so costs least. */
  textAlone(row: PageRow): string {
    return this.#unpacked(row, (from) => from.text());
  }

  #unpacked<T>(row: PageRow, unpack: (from: Unpacker) => T): T {
    try {
      return unpack(new Unpacker(this.#parts.packs.content(row.content)));
    } catch (cause) {
      if (cause instanceof TarrafaError) throw cause;
      throw new TarrafaError('TRF_CATALOGUE_DAMAGED', [`pages/${row.id}`, reason('content-unreadable')], {
        cause,
      });
    }
  }

  url(row: PageRow): string {
    return row.url ?? this.#parts.addresses.row(row.address)?.url ?? '';
  }

  get(id: number): StoredPage | null {
    const row = this.row(id);
    return row === null ? null : this.#stored(row, this.#captureOf.get<CaptureRow>(row.address, id));
  }

  at(url: string, time?: number): StoredPage | null {
    const address = this.#parts.addresses.find(url);
    if (address === null) return null;
    const capture = this.#nearest(address.id, time);
    if (capture === undefined) return null;
    const row = this.row(capture.page);
    return row === null ? null : this.#stored(row, capture);
  }

  #nearest(address: number, time: number | undefined): CaptureRow | undefined {
    if (time === undefined || Number.isNaN(time)) return this.#latest.get<CaptureRow>(address);
    const before = this.#before.get<CaptureRow>(address, time);
    const after = this.#after.get<CaptureRow>(address, time);
    if (before === undefined || after === undefined) return before ?? after;
    return time - before.fetched_at <= after.fetched_at - time ? before : after;
  }

  #stored(row: PageRow, capture: CaptureRow | undefined): StoredPage {
    const { addresses, files, places, sites, entitiesOf } = this.#parts;
    const address = addresses.row(row.address);
    const { links: _links, ...content } = this.content(row);
    const url = this.url(row);
    const names = places.all();
    const placeNames: CataloguePlace[] = [];
    for (const key of new Set(content.places.map((mark) => mark.place))) {
      const place = names.get(key);
      if (place !== undefined) placeNames.push(place);
    }
    return {
      ...content,
      id: row.id,
      current: address?.page === row.id,
      url: capture?.url ?? url,
      key: address?.key ?? (address === null ? url : addresses.keyOfRow(address)),
      site: sites.name(row.site),
      fetchedAt: capture?.fetched_at ?? row.fetched_at,
      digest: unpackDigest(row.digest),
      status: row.status,
      language: row.language,
      type: row.type,
      archive: capture === undefined ? null : files.place(capture.file, capture.position, capture.length),
      placeNames,
      entities: entitiesOf(row.id),
    };
  }

  /** Newest first. */
  versions(url: string): PageVersion[] {
    const { addresses, files } = this.#parts;
    const address = addresses.find(url);
    if (address === null) return [];
    const digests = new Map<number, { digest: string; url: string }>();
    return this.#captures.all<CaptureRow>(address.id).map((capture) => {
      let known = digests.get(capture.page);
      if (known === undefined) {
        const row = this.row(capture.page);
        known = {
          digest: row === null ? '' : unpackDigest(row.digest),
          url: row === null ? address.url : this.url(row),
        };
        digests.set(capture.page, known);
      }
      return {
        id: capture.page,
        url: capture.url ?? known.url,
        fetchedAt: capture.fetched_at,
        digest: known.digest,
        archive: files.place(capture.file, capture.position, capture.length),
      };
    });
  }

  /** Current pages, in order of identity. */
  list(options: SliceOptions): Slice<StoredPage> {
    const limit = sliceLimit(options);
    const after = options.cursor === undefined ? 0 : readCursor('pages', options.cursor, [0] as const)[0];
    const rows = this.#list.all<PageRow>(after, limit + 1);
    const items = rows
      .slice(0, limit)
      .map((row) => this.#stored(row, this.#captureOf.get<CaptureRow>(row.address, row.id)));
    return { items, next: rows.length > limit ? writeCursor('pages', [items.at(-1)!.id]) : null };
  }

  linksFrom(id: number, options: SliceOptions): Slice<PageLink> {
    const limit = sliceLimit(options);
    const from = options.cursor === undefined ? 0 : readCursor('links-from', options.cursor, [0] as const)[0];
    const row = this.row(id);
    if (row === null) return { items: [], next: null };
    const { links } = this.text(row);
    const start = Math.max(0, Math.floor(from));
    const items = links
      .slice(start, start + limit)
      .flatMap((anchor) => this.#anchor.get<PageLink>(anchor) ?? [])
      .map(({ url, text, id, title }): PageLink => ({ url, text, id, title }));
    const next = start + limit < links.length ? writeCursor('links-from', [start + limit]) : null;
    return { items, next };
  }

  linksTo(url: string, options: SliceOptions): Slice<PageLink> {
    const limit = sliceLimit(options);
    const [anchor, source] =
      options.cursor === undefined ? [0, 0] : readCursor('links-to', options.cursor, [0, 0] as const);
    const address = this.#parts.addresses.find(url);
    if (address === null) return { items: [], next: null };
    const rows = this.#incoming.all<PageLink & { anchor: number; source: number }>(
      address.id,
      anchor,
      source,
      limit + 1,
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(({ text, url, id, title }) => ({ url, text, id, title })),
      next: rows.length > limit ? writeCursor('links-to', [last!.anchor, last!.source]) : null,
    };
  }

  linkCounts(id: number): { readonly from: number; readonly to: number } {
    const row = this.row(id);
    if (row === null) return { from: 0, to: 0 };
    const to = this.#parts.db
      .statement(
        'SELECT count(*) AS n FROM anchor JOIN link ON link.anchor = anchor.id WHERE anchor.target = ?',
      )
      .get<{ n: number }>(row.address)!.n;
    return { from: this.text(row).links.length, to };
  }
}
