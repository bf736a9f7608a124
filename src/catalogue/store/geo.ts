/** Geographic files and services: their descriptions, boxes, pictures, producers and downloads. */
import { createHash } from 'node:crypto';
import { type BoundingBox, parts as boxParts, checkedBox } from '../../geo/box.ts';
import type { GeoFile } from '../../geo/query/index.ts';
import type { Day, GeoRecordIn, ProducerRecord, Slice, SliceOptions, StoredGeo } from '../ports/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';
import type { Compression } from './compression.ts';
import type { Counts } from './counts.ts';
import { readCursor, sliceLimit, writeCursor } from './cursor.ts';
import { boxOf, geoDocument } from './documents.ts';
import type { IndexChanges } from './index-changes.ts';
import { searchedSite } from './searched-site.ts';
import type { Sites } from './sites.ts';

/** Boxes of one file that are kept apart; a file of more layers has one around all. */
const MOST_BOXES = 64;

export interface GeoRow {
  readonly id: number;
  readonly url: string;
  readonly kind: 'geo-file' | 'service';
  readonly site: number;
  readonly downloads: number;
  readonly content: Uint8Array;
}

/** A file as it is searched: without its pictures. */
export interface KeptGeo {
  readonly id: number;
  readonly kind: 'geo-file' | 'service';
  readonly file: GeoFile;
  readonly downloads: number;
}

export interface GeoParts {
  readonly db: Database;
  readonly compression: Compression;
  readonly counts: Counts;
  readonly sites: Sites;
  readonly changes: IndexChanges;
}

export class GeoStore {
  readonly #parts: GeoParts;
  readonly #find: Statement;
  readonly #one: Statement;
  readonly #all: Statement;
  readonly #insert: Statement;
  readonly #picture: Statement;
  readonly #box: Statement;
  readonly #unbox: Statement;
  readonly #inBox: Statement;
  readonly #producer: Statement;

  constructor(parts: GeoParts) {
    this.#parts = parts;
    const { db } = parts;
    const row = 'SELECT id, url, kind, site, downloads, content FROM geo';
    this.#find = db.statement(`${row} WHERE url = ?`);
    this.#one = db.statement(`${row} WHERE id = ?`);
    this.#all = db.statement(`${row} ORDER BY id`);
    this.#insert = db.statement(
      `INSERT OR REPLACE INTO geo (id, url, kind, site, name, type, downloads, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#picture = db.statement(
      'INSERT OR REPLACE INTO geo_picture (geo, thumbnail, preview) VALUES (?, ?, ?)',
    );
    this.#box = db.statement('INSERT INTO geo_box (west, east, south, north, geo) VALUES (?, ?, ?, ?, ?)');
    this.#unbox = db.statement('DELETE FROM geo_box WHERE geo = ?');
    this.#inBox = db.statement(
      'SELECT DISTINCT geo FROM geo_box WHERE west <= ? AND east >= ? AND south <= ? AND north >= ?',
    );
    this.#producer = db.statement('SELECT * FROM producer WHERE site = ?');
  }

  put({ file, thumbnail, preview }: GeoRecordIn): void {
    const { compression, counts, sites, changes } = this.#parts;
    const url = sqlText(file.url);
    const known = this.#find.get<GeoRow>(url);
    if (file.state !== 'indexed') {
      if (known !== undefined) this.#remove(known);
      return;
    }
    if (known !== undefined) this.#count(known, -1);
    const sound = soundFile(file);
    const id = known?.id ?? counts.nextId();
    const kind = file.discovery === 'service' ? 'service' : 'geo-file';
    const site = sites.intern(file.site);
    const downloads = Math.max(known?.downloads ?? 0, Math.floor(file.downloads) || 0);
    this.#insert.run(
      id,
      url,
      kind,
      site,
      sqlText(file.name),
      sqlText(file.type),
      downloads,
      compression.pack(Buffer.from(JSON.stringify(sound))),
    );
    // A picture that was drawn before is better than none.
    if (known === undefined || thumbnail !== null || preview !== null) {
      const old = known === undefined ? null : this.#pictures(id);
      const drawn = thumbnail ?? old?.thumbnail ?? null;
      const shown = preview === null ? (old?.preview ?? null) : compression.pack(Buffer.from(preview));
      if (drawn !== null || shown !== null) this.#picture.run(id, drawn, shown);
    }
    this.#unboxed(id, known !== undefined);
    for (const [west, south, east, north] of geoBoxes(sound)) this.#box.run(west, east, south, north, id);
    this.#count({ kind, site, url }, 1);
    counts.add('geoChanges', 1);
    changes.put(id, () => geoDocument(id, kind, sound));
  }

  #unboxed(id: number, known: boolean): void {
    if (known) this.#unbox.run(id);
  }

  #count({ kind, site, url }: { kind: string; site: number; url: string }, by: number): void {
    const { counts, sites } = this.#parts;
    counts.add(kind === 'service' ? 'services' : 'geoFiles', by);
    sites.count(searchedSite(url, sites.name(site)), 'geoFiles', by);
  }

  takeOut(gone: (url: string) => boolean): void {
    for (const row of this.#parts.db.prepare('SELECT * FROM geo').all<GeoRow>())
      if (gone(row.url)) this.#remove(row);
  }

  #remove(row: GeoRow): void {
    const { db, counts, changes } = this.#parts;
    this.#unbox.run(row.id);
    for (const table of ['geo_picture', 'download'])
      db.statement(`DELETE FROM ${table} WHERE geo = ?`).run(row.id);
    db.statement('DELETE FROM geo WHERE id = ?').run(row.id);
    this.#count(row, -1);
    counts.add('geoChanges', 1);
    changes.remove(row.id);
  }

  #kept(row: GeoRow): KeptGeo {
    const file = JSON.parse(this.#parts.compression.unpack(row.content).toString('utf8')) as GeoFile;
    return {
      id: row.id,
      kind: row.kind,
      downloads: row.downloads,
      file: { ...file, downloads: row.downloads },
    };
  }

  kept(id: number): KeptGeo | null {
    const row = this.#one.get<GeoRow>(id);
    return row === undefined ? null : this.#kept(row);
  }

  *all(): Generator<KeptGeo> {
    for (const row of this.#all.all<GeoRow>()) yield this.#kept(row);
  }

  #pictures(id: number): { thumbnail: Uint8Array | null; preview: Uint8Array | null } | null {
    return (
      this.#parts.db
        .statement('SELECT thumbnail, preview FROM geo_picture WHERE geo = ?')
        .get<{ thumbnail: Uint8Array | null; preview: Uint8Array | null }>(id) ?? null
    );
  }

  get(id: number): StoredGeo | null {
    const kept = this.kept(id);
    if (kept === null) return null;
    const pictures = this.#pictures(id);
    const preview = pictures?.preview ?? null;
    return {
      ...kept,
      thumbnail: pictures?.thumbnail ?? null,
      preview: preview === null ? null : this.#parts.compression.unpack(preview).toString('utf8'),
      box: boxOf(kept.file),
      producer: this.producer(kept.file.site),
    };
  }

  thumbnail(id: number): Uint8Array | null {
    return this.#pictures(id)?.thumbnail ?? null;
  }

  /** Which pictures there are, without reading them. */
  has(id: number): { readonly hasThumbnail: boolean; readonly hasPreview: boolean } {
    const row = this.#parts.db
      .statement(
        'SELECT thumbnail IS NOT NULL AS thumbnail, preview IS NOT NULL AS preview FROM geo_picture WHERE geo = ?',
      )
      .get<{ thumbnail: number; preview: number }>(id);
    return { hasThumbnail: row?.thumbnail === 1, hasPreview: row?.preview === 1 };
  }

  /** Files whose boxes meet an area, by the tree: a little more than do, never less. */
  near(area: BoundingBox): Set<number> {
    const found = new Set<number>();
    for (const [west, south, east, north] of boxParts(area))
      for (const { geo } of this.#inBox.all<{ geo: number }>(east, west, north, south)) found.add(geo);
    return found;
  }

  replaceProducers(producers: readonly ProducerRecord[]): void {
    const { db, counts } = this.#parts;
    db.exec('DELETE FROM producer');
    const insert = db.statement(
      'INSERT OR REPLACE INTO producer (site, title, description, url, score, files, downloads) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const counted = db.statement(
      'SELECT coalesce(sum(downloads), 0) AS n FROM geo WHERE site = (SELECT id FROM site WHERE name = ?)',
    );
    for (const one of producers) {
      const site = sqlText(one.site);
      const downloads = Math.max(one.downloads, counted.get<{ n: number }>(site)!.n);
      const score = Number.isFinite(one.score) ? one.score : 0;
      insert.run(
        site,
        sqlText(one.title),
        sqlText(one.description),
        sqlText(one.url),
        score,
        one.files,
        downloads,
      );
    }
    counts.add('geoChanges', 1);
  }

  producer(site: string): ProducerRecord | null {
    const row = this.#producer.get<ProducerRecord>(sqlText(site));
    return row === undefined ? null : producerRecord(row);
  }

  /** By score, files and downloads. */
  producers(options: SliceOptions): Slice<ProducerRecord> {
    const limit = sliceLimit(options);
    const from = options.cursor === undefined ? 0 : readCursor('producers', options.cursor, [0] as const)[0];
    const start = Math.max(0, Math.floor(from));
    const rows = this.#parts.db
      .statement(
        'SELECT * FROM producer ORDER BY score DESC, files DESC, downloads DESC, site LIMIT ? OFFSET ?',
      )
      .all<ProducerRecord>(limit + 1, start);
    return {
      items: rows.slice(0, limit).map(producerRecord),
      next: rows.length > limit ? writeCursor('producers', [start + limit]) : null,
    };
  }

  producerCount(): number {
    return this.#parts.db.statement('SELECT count(*) AS n FROM producer').get<{ n: number }>()!.n;
  }

  /** One count for each visitor, file and day. Visitors are kept as a hash, and only for as long as it is needed. */
  countDownload(id: number, visitor: string, day: Day): boolean {
    const { db, counts } = this.#parts;
    const row = this.#one.get<GeoRow>(id);
    if (row === undefined) return false;
    const who = downloader(id, visitor, day);
    const { changes } = db
      .statement('INSERT OR IGNORE INTO download (geo, day, visitor) VALUES (?, ?, ?)')
      .run(id, Math.floor(day) || 0, who);
    if (changes === 0) return false;
    db.statement('DELETE FROM download WHERE geo = ? AND day < ?').run(id, day - 1);
    db.statement('UPDATE geo SET downloads = downloads + 1 WHERE id = ?').run(id);
    db.statement(
      'UPDATE producer SET downloads = downloads + 1 WHERE site = (SELECT name FROM site WHERE id = ?)',
    ).run(row.site);
    counts.add('geoChanges', 1);
    return true;
  }
}

/** A file as it is kept: without boxes that are none. */
export function soundFile(file: GeoFile): GeoFile {
  return {
    ...file,
    datasets: file.datasets.map((set) => ({ ...set, box: set.box === null ? null : checkedBox(set.box) })),
  };
}

/** The boxes of a file that are looked for, none of them across the 180th meridian. */
export function geoBoxes(sound: GeoFile): BoundingBox[] {
  let boxes = sound.datasets.flatMap(({ box }) => (box === null ? [] : [box]));
  if (boxes.length > MOST_BOXES) boxes = [boxOf(sound)!];
  return boxes.flatMap((box) => boxParts(box));
}

/** A visitor of one file on one day, and of no other: a hash. */
export function downloader(id: number, visitor: string, day: Day): Buffer {
  return createHash('sha256').update(`${day}\n${id}\n${visitor}`).digest().subarray(0, 12);
}

export function producerRecord({
  site,
  title,
  description,
  url,
  score,
  files,
  downloads,
}: ProducerRecord): ProducerRecord {
  return { site, title, description, url, score, files, downloads };
}
