/** Geographic files of a shared catalogue, read and searched: by the rules of `src/geo` over what is held in memory, areas by PostGIS. */
import { parts as boxParts } from '../../geo/box.ts';
import type { Gazetteer } from '../../geo/gazetteer/index.ts';
import type { GeoFile } from '../../geo/query/index.ts';
import { numberArray, type Query } from '../../postgres/index.ts';
import type {
  GeoAnswer,
  GeoSearchOptions,
  ProducerRecord,
  Slice,
  SliceOptions,
  StoredGeo,
} from '../ports/index.ts';
import type { IndexedDocument } from '../search-index/port.ts';
import { readCursor, sliceLimit, writeCursor } from '../store/cursor.ts';
import { boxOf, geoDocument } from '../store/documents.ts';
import { type KeptGeo, producerRecord } from '../store/geo.ts';
import { GeoSearch, type GeoSearchStore } from '../store/geo-search.ts';
import type { Contents } from './contents.ts';
import { geoNear } from './geo-rows.ts';
import type { SharedPages } from './shared-pages.ts';
import { type Tables, whole } from './tables.ts';

interface GeoRow {
  readonly id: number;
  readonly kind: 'geo-file' | 'service';
  readonly downloads: number;
  readonly content: Uint8Array;
  readonly thumbnail: boolean;
  readonly preview: boolean;
}

const GEO = `select geo.id, geo.kind, geo.downloads, geo.content,
  picture.thumbnail is not null as thumbnail, picture.preview is not null as preview
  from @geo geo left join @geo_picture picture on picture.geo = geo.id`;

type PageTexts = ReadonlyMap<string, { readonly title: string; readonly text: string } | null>;

/** All that is searched, as it was at one change. */
interface Loaded {
  readonly changes: number;
  readonly search: GeoSearch;
  /** Set for one search, which waits for nothing. */
  asked: { readonly near: ReadonlySet<number>; readonly texts: PageTexts; readonly missing: Set<string> };
}

const NOTHING_ASKED = { near: new Set<number>(), texts: new Map(), missing: new Set<string>() };

export interface SharedGeographyParts {
  readonly tables: Tables;
  readonly contents: Contents;
  readonly pages: SharedPages;
  readonly gazetteer: Gazetteer | null;
}

export class SharedGeography {
  readonly #parts: SharedGeographyParts;
  #loaded: Promise<Loaded> | null = null;
  #changes = -1;

  constructor(parts: SharedGeographyParts) {
    this.#parts = parts;
  }

  /** `changes` says of which state the answer is to be. */
  async search(text: string, options: GeoSearchOptions, changes: number): Promise<GeoAnswer> {
    if (this.#loaded === null || this.#changes !== changes) {
      this.#changes = changes;
      this.#loaded = this.#load(changes);
      this.#loaded.catch(() => {
        this.#loaded = null;
      });
    }
    const loaded = await this.#loaded;
    const { tables, pages } = this.#parts;
    const near =
      options.box === undefined
        ? new Set<number>()
        : await geoNear((sql, given) => tables.query(sql, given), tables.postgis, boxParts(options.box));
    const texts = new Map<string, { readonly title: string; readonly text: string } | null>();
    // Which pages around links are looked at shows as the search goes: what it missed is brought, and it is made again.
    for (;;) {
      const missing = new Set<string>();
      loaded.asked = { near, texts, missing };
      const answer = loaded.search.search(text, options);
      loaded.asked = NOTHING_ASKED;
      if (missing.size === 0) return answer;
      for (const [url, found] of await pages.textsAt([...missing])) texts.set(url, found);
    }
  }

  async #load(changes: number): Promise<Loaded> {
    const { tables, contents, gazetteer } = this.#parts;
    const rows = await tables.query<GeoRow>(`${GEO} order by geo.id`);
    const producers = new Map(
      (await tables.query<ProducerRecord>('select * from @producer')).map((row) => [row.site, row]),
    );
    const files = await contents.unpacked(rows.map(({ content }) => content));
    const kept = rows.map((row, i) => keptGeo(row, files[i]!));
    const pictures = new Map(
      rows.map(({ id, thumbnail, preview }) => [id, { hasThumbnail: thumbnail, hasPreview: preview }]),
    );
    const store: GeoSearchStore = {
      all: () => kept,
      producer: (site) => {
        const row = producers.get(site);
        return row === undefined ? null : producerRecord(row);
      },
      near: () => loaded.asked.near,
      has: (id) => pictures.get(id)!,
    };
    const pageText = (url: string) => {
      const found = loaded.asked.texts.get(url);
      if (found === undefined) loaded.asked.missing.add(url);
      return found;
    };
    const loaded: Loaded = {
      changes,
      search: new GeoSearch({ store, gazetteer, pageText }),
      asked: NOTHING_ASKED,
    };
    return loaded;
  }

  async kept(ids: readonly number[]): Promise<ReadonlyMap<number, KeptGeo>> {
    if (ids.length === 0) return new Map();
    return this.#kept(
      await this.#parts.tables.query<GeoRow>(`${GEO} where geo.id = any($1::bigint[])`, [numberArray(ids)]),
    );
  }

  async #kept(rows: readonly GeoRow[]): Promise<ReadonlyMap<number, KeptGeo>> {
    const files = await this.#parts.contents.unpacked(rows.map(({ content }) => content));
    return new Map(rows.map((row, i) => [row.id, keptGeo(row, files[i]!)]));
  }

  /** As the index takes them, in the transaction of `query`. */
  async documents(query: Query, ids: readonly number[]): Promise<ReadonlyMap<number, IndexedDocument>> {
    const kept = await this.#kept(
      await query<GeoRow>(`${GEO} where geo.id = any($1::bigint[])`, [numberArray(ids)]),
    );
    return new Map([...kept].map(([id, { kind, file }]) => [id, geoDocument(id, kind, file)]));
  }

  async get(ids: readonly number[]): Promise<ReadonlyMap<number, StoredGeo>> {
    const kept = await this.kept(ids);
    if (kept.size === 0) return new Map();
    const { tables, contents } = this.#parts;
    const pictures = await tables.query<{
      geo: number;
      thumbnail: Uint8Array | null;
      preview: Uint8Array | null;
    }>('select geo, thumbnail, preview from @geo_picture where geo = any($1::bigint[])', [numberArray(ids)]);
    const drawn = pictures.filter(({ preview }) => preview !== null);
    const texts = await contents.unpacked(drawn.map(({ preview }) => preview!));
    const previews = new Map(drawn.map(({ geo }, i) => [geo, texts[i]!.toString('utf8')]));
    const thumbnails = new Map(pictures.map(({ geo, thumbnail }) => [geo, thumbnail]));
    const producers = await tables.query<ProducerRecord & { geo: number }>(
      `select producer.*, geo.id as geo from @producer producer join @site site on site.name = producer.site
        join @geo geo on geo.site = site.id where geo.id = any($1::bigint[])`,
      [numberArray(ids)],
    );
    const by = new Map(producers.map((row) => [row.geo, producerRecord(row)]));
    return new Map(
      [...kept].map(([id, one]) => [
        id,
        {
          ...one,
          thumbnail: thumbnails.get(id) ?? null,
          preview: previews.get(id) ?? null,
          box: boxOf(one.file),
          producer: by.get(id) ?? null,
        },
      ]),
    );
  }

  async thumbnail(id: number): Promise<Uint8Array | null> {
    const [row] = await this.#parts.tables.query<{ thumbnail: Uint8Array | null }>(
      'select thumbnail from @geo_picture where geo = $1',
      [whole(id)],
    );
    return row?.thumbnail ?? null;
  }

  /** By score, files and downloads. */
  async producers(options: SliceOptions): Promise<Slice<ProducerRecord>> {
    const limit = sliceLimit(options);
    const from = options.cursor === undefined ? 0 : readCursor('producers', options.cursor, [0] as const)[0];
    const start = Math.max(0, whole(Math.floor(from)));
    const rows = await this.#parts.tables.query<ProducerRecord>(
      'select * from @producer order by score desc, files desc, downloads desc, site limit $1 offset $2',
      [limit + 1, start],
    );
    return {
      items: rows.slice(0, limit).map(producerRecord),
      next: rows.length > limit ? writeCursor('producers', [start + limit]) : null,
    };
  }
}

function keptGeo({ id, kind, downloads }: GeoRow, content: Buffer): KeptGeo {
  const file = JSON.parse(content.toString('utf8')) as GeoFile;
  return { id, kind, downloads, file: { ...file, downloads } };
}
