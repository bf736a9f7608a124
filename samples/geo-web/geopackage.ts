/** Writes a GeoPackage of points, by SQLite itself. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';

export interface PointLayer {
  /** Of the table: small letters and lines. */
  readonly table: string;
  readonly title: string;
  readonly points: readonly { readonly name: string; readonly lon: number; readonly lat: number }[];
}

const SRS = 4674;

export function writeGeoPackage({ table, title, points }: PointLayer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-sample-'));
  try {
    const path = join(folder, 'a.gpkg');
    const db = new Database(path);
    const lons = points.map(({ lon }) => lon);
    const lats = points.map(({ lat }) => lat);
    db.exec(`
      PRAGMA synchronous = OFF;
      PRAGMA journal_mode = MEMORY;
      PRAGMA application_id = 1196444487;
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('SIRGAS 2000', ${SRS}, 'EPSG', ${SRS}, 'undefined', null);
      CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL);
      INSERT INTO gpkg_geometry_columns VALUES ('${table}', 'geom', 'POINT', ${SRS}, 0, 0);
      CREATE TABLE ${table} (fid INTEGER PRIMARY KEY NOT NULL, geom POINT, nome TEXT(60));
    `);
    db.prepare(
      "INSERT INTO gpkg_contents VALUES (?, 'features', ?, '', '2022-01-01T00:00:00Z', ?, ?, ?, ?, ?)",
    ).run(table, title, Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats), SRS);
    const insert = db.prepare(`INSERT INTO ${table} (geom, nome) VALUES (?, ?)`);
    db.exec('BEGIN');
    for (const { name, lon, lat } of points) {
      const blob = Buffer.alloc(29);
      blob.write('GP', 0);
      blob[3] = 1;
      blob.writeInt32LE(SRS, 4);
      blob[8] = 1;
      blob.writeUInt32LE(1, 9);
      blob.writeDoubleLE(lon, 13);
      blob.writeDoubleLE(lat, 21);
      insert.run(blob, name);
    }
    db.exec('COMMIT');
    db.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
