/** Geographic files and services of a shared catalogue: their descriptions, boxes (by PostGIS), pictures, producers and downloads. */
import type { BoundingBox } from '../../geo/box.ts';
import type { GeoFile } from '../../geo/query/index.ts';
import { numberArray, type Query, textArray } from '../../postgres/index.ts';
import type { Day, GeoRecordIn, ProducerRecord } from '../ports/index.ts';
import { sqlText } from '../sqlite.ts';
import { geoDocument } from '../store/documents.ts';
import { downloader, geoBoxes, soundFile } from '../store/geo.ts';
import { searchedSite } from '../store/searched-site.ts';
import type { Contents } from './contents.ts';
import type { CountChanges } from './count-changes.ts';
import type { DocumentChanges } from './document-changes.ts';
import { joined, small, whole } from './tables.ts';

interface KnownGeo {
  readonly id: number;
  readonly kind: 'geo-file' | 'service';
  /** Under which it is counted. */
  readonly searched: string;
  readonly downloads: number;
}

interface WrittenGeo extends KnownGeo {
  readonly site: number;
  readonly url: string;
  readonly file: GeoFile;
  readonly thumbnail: Uint8Array | null;
  readonly preview: string | null;
}

export interface GeoBatchParts {
  readonly query: Query;
  readonly postgis: string;
  readonly contents: Contents;
  readonly counts: CountChanges;
  readonly changes: DocumentChanges;
  readonly nextId: () => number;
  readonly site: (name: string) => number;
}

/** Only who holds the lock of what is rarely written may write them. */
export async function writeGeo(parts: GeoBatchParts, records: readonly GeoRecordIn[]): Promise<void> {
  const { query, counts, changes, nextId, site: siteOf } = parts;
  const rows = await query<Omit<KnownGeo, 'searched'> & { url: string; site: string }>(
    `select geo.id, geo.url, geo.kind, site.name as site, geo.downloads from @geo geo join @site site on site.id = geo.site
      join unnest($1::text[]) as asked (url) on md5(geo.url) = md5(asked.url) and geo.url = asked.url`,
    [textArray(records.map(({ file }) => sqlText(file.url)))],
  );
  const known = new Map<string, KnownGeo>(
    rows.map((row) => [row.url, { ...row, searched: searchedSite(row.url, row.site) }]),
  );
  const written = new Map<number, WrittenGeo>();
  const gone = new Set<number>();
  const count = ({ kind, searched }: KnownGeo, by: number): void => {
    counts.add(kind === 'service' ? 'services' : 'geo_files', by);
    counts.site(searched, 'geo_files', by);
  };
  for (const { file, thumbnail, preview } of records) {
    const url = sqlText(file.url);
    const before = known.get(url);
    if (file.state !== 'indexed') {
      if (before === undefined) continue;
      count(before, -1);
      counts.add('geo_changes', 1);
      changes.remove(before.id);
      written.delete(before.id);
      gone.add(before.id);
      known.delete(url);
      continue;
    }
    if (before !== undefined) count(before, -1);
    const sound = soundFile(file);
    const id = before?.id ?? nextId();
    const kind = file.discovery === 'service' ? 'service' : 'geo-file';
    const earlier = written.get(id);
    const row: WrittenGeo = {
      id,
      url,
      kind,
      site: siteOf(file.site),
      searched: searchedSite(url, file.site),
      downloads: Math.max(before?.downloads ?? 0, whole(file.downloads)),
      file: sound,
      // A picture that was drawn before is better than none.
      thumbnail: thumbnail ?? earlier?.thumbnail ?? null,
      preview: preview ?? earlier?.preview ?? null,
    };
    written.set(id, row);
    known.set(url, row);
    count(row, 1);
    counts.add('geo_changes', 1);
    changes.put(id, () => geoDocument(id, kind, sound));
  }
  const replaced = [...gone, ...written.keys()];
  await query('delete from @geo_box where geo = any($1::bigint[])', [numberArray(replaced)]);
  if (gone.size > 0)
    for (const [table, column] of [
      ['geo_picture', 'geo'],
      ['download', 'geo'],
      ['geo', 'id'],
    ])
      await query(`delete from @${table} where ${column} = any($1::bigint[])`, [numberArray([...gone])]);
  await insertGeo(parts, [...written.values()]);
}

async function insertGeo(
  { query, postgis, contents }: GeoBatchParts,
  rows: readonly WrittenGeo[],
): Promise<void> {
  if (rows.length === 0) return;
  const { compression } = contents;
  const packed = joined(rows.map(({ file }) => compression.pack(Buffer.from(JSON.stringify(file)))));
  await query(
    `insert into @geo (id, url, kind, site, name, type, downloads, content)
      select id, url, kind, site, name, type, downloads, substring($8::bytea from start for length)
      from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::bigint[], $9::int[], $10::int[])
        as g (id, url, kind, site, name, type, downloads, start, length)
      on conflict (id) do update set kind = excluded.kind, site = excluded.site, name = excluded.name, type = excluded.type,
        downloads = excluded.downloads, content = excluded.content`,
    [
      numberArray(rows.map(({ id }) => id)),
      textArray(rows.map(({ url }) => url)),
      textArray(rows.map(({ kind }) => kind)),
      numberArray(rows.map(({ site }) => site)),
      textArray(rows.map(({ file }) => sqlText(file.name))),
      textArray(rows.map(({ file }) => sqlText(file.type))),
      numberArray(rows.map(({ downloads }) => downloads)),
      packed.bytes,
      packed.starts,
      packed.lengths,
    ],
  );
  for (const { id, thumbnail, preview } of rows) {
    if (thumbnail === null && preview === null) continue;
    await query(
      `insert into @geo_picture as picture (geo, thumbnail, preview) values ($1, $2::bytea, $3::bytea)
        on conflict (geo) do update set thumbnail = coalesce(excluded.thumbnail, picture.thumbnail),
          preview = coalesce(excluded.preview, picture.preview)`,
      [id, thumbnail, preview === null ? null : compression.pack(Buffer.from(preview))],
    );
  }
  const boxes = rows.flatMap(({ id, file }) => geoBoxes(file).map((box) => ({ id, box })));
  if (boxes.length === 0) return;
  const side = (i: 0 | 1 | 2 | 3) => numberArray(boxes.map(({ box }) => box[i]));
  await query(
    `insert into @geo_box (geo, box) select geo, ${postgis}.st_makeenvelope(west, south, east, north, 4326)
      from unnest($1::bigint[], $2::float8[], $3::float8[], $4::float8[], $5::float8[]) as b (geo, west, south, east, north)`,
    [numberArray(boxes.map(({ id }) => id)), side(0), side(1), side(2), side(3)],
  );
}

/** Files whose boxes meet an area given in parts, none across the 180th meridian: a little more than do, never less. */
export async function geoNear(
  query: Query,
  postgis: string,
  areas: readonly BoundingBox[],
): Promise<Set<number>> {
  const side = (i: 0 | 1 | 2 | 3) => numberArray(areas.map((area) => area[i]));
  const rows = await query<{ geo: number }>(
    `select distinct geo from unnest($1::float8[], $2::float8[], $3::float8[], $4::float8[]) as a (west, south, east, north)
      join @geo_box found on found.box operator(${postgis}.&&) ${postgis}.st_makeenvelope(west, south, east, north, 4326)`,
    [side(0), side(1), side(2), side(3)],
  );
  return new Set(rows.map(({ geo }) => geo));
}

export async function replaceProducers(
  query: Query,
  counts: CountChanges,
  producers: readonly ProducerRecord[],
): Promise<void> {
  // The last of a site, as if each replaced the one before.
  const last = [...new Map(producers.map((one) => [sqlText(one.site), one]))];
  await query('delete from @producer');
  if (last.length > 0)
    await query(
      `insert into @producer (site, title, description, url, score, files, downloads)
        select p.site, title, description, url, score, files, greatest(downloads, (
          select coalesce(sum(geo.downloads), 0)::bigint from @geo geo join @site site on site.id = geo.site where site.name = p.site))
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::bigint[], $7::bigint[])
          as p (site, title, description, url, score, files, downloads)`,
      [
        textArray(last.map(([site]) => site)),
        textArray(last.map(([, one]) => sqlText(one.title))),
        textArray(last.map(([, one]) => sqlText(one.description))),
        textArray(last.map(([, one]) => sqlText(one.url))),
        numberArray(last.map(([, { score }]) => (Number.isFinite(score) ? score : 0))),
        numberArray(last.map(([, { files }]) => whole(files))),
        numberArray(last.map(([, { downloads }]) => whole(downloads))),
      ],
    );
  counts.add('geo_changes', 1);
}

/** One count for each visitor, file and day. Visitors are kept as a hash, and only for as long as it is needed. */
export async function countDownload(
  query: Query,
  counts: CountChanges,
  id: number,
  visitor: string,
  day: Day,
): Promise<boolean> {
  const [row] = await query<{ site: number }>('select site from @geo where id = $1 for update', [id]);
  if (row === undefined) return false;
  const counted = await query(
    'insert into @download (geo, day, visitor) values ($1, $2, $3) on conflict do nothing returning 1',
    [id, small(Math.floor(day)), downloader(id, visitor, day)],
  );
  if (counted.length === 0) return false;
  await query('delete from @download where geo = $1 and day < $2', [id, small(Math.floor(day) - 1)]);
  await query('update @geo set downloads = downloads + 1 where id = $1', [id]);
  await query(
    'update @producer set downloads = downloads + 1 where site = (select name from @site where id = $1)',
    [row.site],
  );
  counts.add('geo_changes', 1);
  return true;
}
