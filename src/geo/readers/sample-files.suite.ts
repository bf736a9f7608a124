/** Small real-looking files of every format, built here so that tests, the fuzzing and the evaluation have known truth. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { geojson as flatgeobuf } from 'flatgeobuf';
import { parquetWriteBuffer } from 'hyparquet-writer';
import Database from 'libsql';

export const SIRGAS_PRJ =
  'GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

export interface PlacePoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

const PLACES: readonly PlacePoint[] = [
  { name: 'São Paulo', x: -46.6333, y: -23.5505 },
  { name: 'São José dos Campos', x: -45.8869, y: -23.1791 },
];

function shpHeader(bytes: Buffer, type: number, box: readonly number[]): Buffer {
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(bytes.length / 2, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(type, 32);
  for (const [i, value] of box.entries()) bytes.writeDoubleLE(value, 36 + i * 8);
  return bytes;
}

/** `.shp` and `.shx` from the contents of records. */
export function shpOf(
  type: number,
  box: readonly number[],
  contents: readonly Buffer[],
): { shp: Buffer; shx: Buffer } {
  const shp = Buffer.alloc(100 + contents.reduce((sum, content) => sum + 8 + content.length, 0));
  const shx = Buffer.alloc(100 + contents.length * 8);
  let at = 100;
  contents.forEach((content, i) => {
    shx.writeInt32BE(at / 2, 100 + i * 8);
    shx.writeInt32BE(content.length / 2, 104 + i * 8);
    shp.writeInt32BE(i + 1, at);
    shp.writeInt32BE(content.length / 2, at + 4);
    content.copy(shp, at + 8);
    at += 8 + content.length;
  });
  return { shp: shpHeader(shp, type, box), shx: shpHeader(shx, type, box) };
}

export function pointRecord(x: number, y: number): Buffer {
  const content = Buffer.alloc(20);
  content.writeInt32LE(1, 0);
  content.writeDoubleLE(x, 4);
  content.writeDoubleLE(y, 12);
  return content;
}

export function polygonRecord(rings: readonly (readonly (readonly [number, number])[])[]): Buffer {
  const points = rings.flat();
  const content = Buffer.alloc(44 + rings.length * 4 + points.length * 16);
  content.writeInt32LE(5, 0);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  for (const [i, value] of box.entries()) content.writeDoubleLE(value, 4 + i * 8);
  content.writeInt32LE(rings.length, 36);
  content.writeInt32LE(points.length, 40);
  let start = 0;
  rings.forEach((ring, i) => {
    content.writeInt32LE(start, 44 + i * 4);
    start += ring.length;
  });
  points.forEach(([x, y], i) => {
    content.writeDoubleLE(x, 44 + rings.length * 4 + i * 16);
    content.writeDoubleLE(y, 52 + rings.length * 4 + i * 16);
  });
  return content;
}

export interface DbfColumn {
  readonly name: string;
  readonly type: string;
  readonly length: number;
  readonly decimals?: number;
}

/** A dBASE table; values are given as the bytes they take, strings as Latin-1. */
export function dbfOf(
  columns: readonly DbfColumn[],
  rows: readonly (readonly (string | Uint8Array)[])[],
  options: { readonly driver?: number; readonly count?: number; readonly deleted?: readonly number[] } = {},
): Buffer {
  const headerLength = 33 + columns.length * 32;
  const recordLength = 1 + columns.reduce((sum, column) => sum + column.length, 0);
  const dbf = Buffer.alloc(headerLength + rows.length * recordLength + 1, 0x20);
  dbf.fill(0, 0, headerLength);
  dbf[0] = 3;
  dbf[1] = 105;
  dbf[2] = 6;
  dbf[3] = 21;
  dbf.writeUInt32LE(options.count ?? rows.length, 4);
  dbf.writeUInt16LE(headerLength, 8);
  dbf.writeUInt16LE(recordLength, 10);
  dbf[29] = options.driver ?? 0;
  columns.forEach((column, i) => {
    const at = 32 + i * 32;
    dbf.write(column.name, at, 11, 'latin1');
    dbf.write(column.type, at + 11, 'latin1');
    dbf[at + 16] = column.length;
    dbf[at + 17] = column.decimals ?? 0;
  });
  dbf[headerLength - 1] = 0x0d;
  rows.forEach((row, i) => {
    let at = headerLength + i * recordLength;
    if (options.deleted?.includes(i)) dbf[at] = 0x2a;
    at++;
    row.forEach((value, k) => {
      Buffer.from(value as string, 'latin1')
        .subarray(0, columns[k]!.length)
        .copy(dbf, at);
      if (typeof value !== 'string') Buffer.from(value).copy(dbf, at);
      at += columns[k]!.length;
    });
  });
  dbf[dbf.length - 1] = 0x1a;
  return dbf;
}

export const NAME_COLUMN: DbfColumn = { name: 'NOME', type: 'C', length: 30 };

/** The two cities, as a whole shapefile by extension. */
export function citiesShapefile(): Record<'shp' | 'shx' | 'dbf' | 'prj', Buffer> {
  const { shp, shx } = shpOf(
    1,
    [-46.6333, -23.5505, -45.8869, -23.1791],
    PLACES.map(({ x, y }) => pointRecord(x, y)),
  );
  const dbf = dbfOf(
    [NAME_COLUMN, { name: 'POP', type: 'N', length: 9 }, { name: 'DATA', type: 'D', length: 8 }],
    PLACES.map(({ name }, i) => [name, String(12_000 + i), '20050621']),
    { driver: 0x57 },
  );
  return { shp, shx, dbf, prj: Buffer.from(SIRGAS_PRJ) };
}

/** Two polygons, one with a hole. */
export function areasShapefile(): Record<'shp' | 'shx' | 'dbf', Buffer> {
  const square = (x: number, y: number, side: number): [number, number][] => [
    [x, y],
    [x, y + side],
    [x + side, y + side],
    [x + side, y],
    [x, y],
  ];
  const { shp, shx } = shpOf(
    5,
    [-50, -25, -40, -15],
    [
      polygonRecord([square(-50, -25, 4)]),
      polygonRecord([square(-46, -21, 6), square(-44, -19, 2).reverse()]),
    ],
  );
  return { shp, shx, dbf: dbfOf([NAME_COLUMN], [['Norte'], ['Sul']], { driver: 0x57 }) };
}

export interface ZipFile {
  readonly name: string | Uint8Array;
  readonly bytes: Uint8Array;
  readonly stored?: boolean;
  readonly flags?: number;
  /** Attributes of Unix, as in `0xa1ff` for a link. */
  readonly mode?: number;
  /** Size to state instead of the true one. */
  readonly size?: number;
  readonly method?: number;
}

export function zipOf(files: readonly ZipFile[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = typeof file.name === 'string' ? Buffer.from(file.name) : Buffer.from(file.name);
    const packed = file.stored === true ? Buffer.from(file.bytes) : deflateRawSync(file.bytes);
    const method = file.method ?? (file.stored === true ? 0 : 8);
    const size = file.size ?? file.bytes.length;
    const flags = file.flags ?? (typeof file.name === 'string' ? 0x800 : 0);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE((file.mode === undefined ? 0 : 3) * 256 + 20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(((file.mode ?? 0) << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, name, packed);
    directory.push(entry, name);
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, listed, end, Buffer.from(comment, 'latin1')]);
}

export function citiesZip(extra: readonly ZipFile[] = []): Buffer {
  const set = citiesShapefile();
  return zipOf([
    ...Object.entries(set).map(([extension, bytes]) => ({ name: `dados/cidades.${extension}`, bytes })),
    ...extra,
  ]);
}

function tarOf(
  files: readonly { readonly name: string; readonly bytes: Uint8Array; readonly type?: string }[],
): Buffer {
  const blocks: Buffer[] = [];
  for (const { name, bytes, type } of files) {
    const header = Buffer.alloc(512);
    header.write(name, 0, 'utf8');
    header.write('0000644\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(type ?? '0', 156);
    header.write('ustar\x0000', 257, 'latin1');
    blocks.push(header, Buffer.from(bytes), Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  blocks.push(Buffer.alloc(1024));
  return Buffer.concat(blocks);
}

const GEOJSON = {
  type: 'FeatureCollection',
  name: 'cidades',
  features: PLACES.map(({ name, x, y }, i) => ({
    type: 'Feature',
    properties: { nome: name, pop: 12_000 + i },
    geometry: { type: 'Point', coordinates: [x, y] },
  })),
};

export const TOPOJSON = {
  type: 'Topology',
  transform: { scale: [0.01, 0.01], translate: [-50, -25] },
  arcs: [
    [
      [0, 0],
      [400, 0],
      [0, 400],
      [-400, 0],
      [0, -400],
    ],
  ],
  objects: {
    areas: {
      type: 'GeometryCollection',
      geometries: [{ type: 'Polygon', arcs: [[0]], properties: { nome: 'São João' } }],
    },
  },
};

export const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Trilhas &amp; praias</name><Folder><name>Praias</name>
<Placemark><name>Praia do Leão</name><TimeSpan><begin>2004-01-01</begin><end>2005-06-21</end></TimeSpan><ExtendedData><Data name="uf"><value>PE</value></Data></ExtendedData>
<Point><coordinates>-32.43,-3.87,0</coordinates></Point></Placemark>
<Placemark><name>Baía</name><Polygon><outerBoundaryIs><LinearRing><coordinates>-32.5,-3.9 -32.4,-3.9 -32.4,-3.8 -32.5,-3.9</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
</Folder></Document></kml>
`;

export const GML = `<?xml version="1.0" encoding="ISO-8859-1"?>
<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs" xmlns:gml="http://www.opengis.net/gml" xmlns:bc="http://bcim">
<gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4674"><gml:lowerCorner>-24 -47</gml:lowerCorner><gml:upperCorner>-23 -45</gml:upperCorner></gml:Envelope></gml:boundedBy>
<gml:featureMember><bc:municipio gml:id="m.1"><bc:nome>S\xe3o Paulo</bc:nome><bc:geom><gml:Point srsName="urn:ogc:def:crs:EPSG::4674"><gml:pos>-23.5505 -46.6333</gml:pos></gml:Point></bc:geom></bc:municipio></gml:featureMember>
<gml:featureMember><bc:municipio gml:id="m.2"><bc:nome>Jacare\xed</bc:nome><bc:geom><gml:Point srsName="urn:ogc:def:crs:EPSG::4674"><gml:pos>-23.3050 -45.9658</gml:pos></gml:Point></bc:geom></bc:municipio></gml:featureMember>
</wfs:FeatureCollection>
`;

export const GPX = `<?xml version="1.0"?>
<gpx version="1.1" creator="teste" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>Serra da Mantiqueira</name><copyright author="nós"><license>https://creativecommons.org/licenses/by/4.0/</license></copyright></metadata>
<wpt lat="-22.72" lon="-45.59"><name>Pedra do Baú</name><time>2019-05-01T12:00:00Z</time></wpt>
<trk><name>Travessia</name><trkseg><trkpt lat="-22.70" lon="-45.60"><time>2019-05-01T08:00:00Z</time></trkpt><trkpt lat="-22.72" lon="-45.58"><time>2019-05-02T18:00:00Z</time></trkpt></trkseg></trk></gpx>
`;

export const CSV =
  'município;uf;latitude;longitude\r\n"São Paulo";SP;-23,5505;-46,6333\r\n"São José dos Campos";SP;-23,1791;-45,8869\r\n';

export const MIF = `Version 300
Charset "WindowsLatin1"
Delimiter ","
CoordSys Earth Projection 8, 104, "m", -45, 0, 0.9996, 500000, 10000000
Columns 2
  NOME Char(40)
  ANO Integer
Data

Point 333287.91 7394588.31
    Symbol (35,0,12)
Region  1
  4
400000 7400000
410000 7400000
410000 7410000
400000 7400000
    Pen (1,2,0)
`;
export const MID = '"S\xe3o Paulo",1554\r\n"\xc1rea",2005\r\n';

const DXF = '  0\nSECTION\n  2\nHEADER\n  0\nENDSEC\n  0\nEOF\n';

/** Spec §5.2: 1000 × 1400 pixels of 0.0005° from (−46.8, −23.3); one row is stored, which is all that a description looks at. */
export function geotiff(
  changed: readonly (readonly [tag: number, type: number, values: number[]])[] = [],
): Buffer {
  const usual: [tag: number, type: number, values: number[]][] = [
    [256, 4, [1000]],
    [257, 4, [1400]],
    [258, 3, [8]],
    [259, 3, [1]],
    [262, 3, [1]],
    [273, 4, [0]],
    [277, 3, [1]],
    [278, 4, [1400]],
    [279, 4, [0]],
    [33_550, 12, [0.0005, 0.0005, 0]],
    [33_922, 12, [0, 0, 0, -46.8, -23.3, 0]],
    [34_735, 3, [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4674]],
  ];
  const entries = [...usual.filter(([tag]) => !changed.some(([other]) => other === tag)), ...changed].sort(
    (a, b) => a[0] - b[0],
  );
  const sizes: Record<number, number> = { 3: 2, 4: 4, 12: 8 };
  const tableEnd = 8 + 2 + entries.length * 12 + 4;
  const tail: Buffer[] = [];
  let at = tableEnd;
  const head = Buffer.alloc(tableEnd);
  head.write('II', 0);
  head.writeUInt16LE(42, 2);
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, values], i) => {
    const e = 10 + i * 12;
    head.writeUInt16LE(tag, e);
    head.writeUInt16LE(type, e + 2);
    head.writeUInt32LE(values.length, e + 4);
    const body = Buffer.alloc(values.length * sizes[type]!);
    values.forEach((value, k) => {
      if (type === 3) body.writeUInt16LE(value, k * 2);
      else if (type === 4) body.writeUInt32LE(value, k * 4);
      else body.writeDoubleLE(value, k * 8);
    });
    if (body.length <= 4) body.copy(head, e + 8);
    else {
      head.writeUInt32LE(at, e + 8);
      tail.push(body);
      at += body.length;
    }
  });
  return Buffer.concat([head, ...tail]);
}

/** PMTiles 3 around São Paulo with these packed metadata and no tiles. */
export function pmtiles(metadata: Uint8Array): Buffer {
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  header.writeBigUInt64LE(127n, 24);
  header.writeBigUInt64LE(BigInt(metadata.length), 32);
  header[97] = 2;
  for (const [i, degrees] of [-46.8, -24, -46.3, -23.3].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4);
  return Buffer.concat([header, metadata]);
}

export const ASCII_GRID = `ncols 4
nrows 3
xllcorner -47
yllcorner -24
cellsize 0.5
NODATA_value -9999
1 2 3 4
1 2 3 4.5
1 2 3 4
`;

/** A GeoPackage written by SQLite itself, so that the reader is held against the real thing. */
export function geopackage(rows = 300): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-gpkg-'));
  try {
    const path = join(folder, 'a.gpkg');
    const db = new Database(path);
    db.exec(`
      PRAGMA synchronous = OFF;
      PRAGMA journal_mode = MEMORY;
      PRAGMA application_id = 1196444487;
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('SIRGAS 2000', 4674, 'EPSG', 4674, 'undefined', null);
      CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
      INSERT INTO gpkg_contents VALUES ('cidades', 'features', 'Cidades do Brasil', 'Pontos', '2020-01-01', null, null, null, null, 4674);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL);
      INSERT INTO gpkg_geometry_columns VALUES ('cidades', 'geom', 'POINT', 4674, 0, 0);
      CREATE TABLE cidades (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT, "nome da cidade" TEXT(60), pop INTEGER, texto TEXT);
    `);
    const insert = db.prepare('INSERT INTO cidades (geom, "nome da cidade", pop, texto) VALUES (?, ?, ?, ?)');
    db.exec('BEGIN');
    for (let i = 0; i < rows; i++) {
      const { name, x, y } = PLACES[i % PLACES.length]!;
      const blob = Buffer.alloc(8 + 21);
      blob.write('GP', 0);
      blob[3] = 1;
      blob.writeInt32LE(4674, 4);
      blob[8] = 1;
      blob.writeUInt32LE(1, 9);
      blob.writeDoubleLE(x, 13);
      blob.writeDoubleLE(y, 21);
      // One long text, so that a row spills over several pages.
      insert.run(blob, name, 1000 + i, i === 7 ? 'à beira do rio '.repeat(2000) : 'curto');
    }
    db.exec('COMMIT');
    db.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function geoparquet(): Buffer {
  const geo = {
    version: '1.0.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: ['Point'],
        bbox: [-46.6333, -23.5505, -45.8869, -23.1791],
      },
    },
  };
  const wkb = PLACES.map(({ x, y }) => {
    const bytes = Buffer.alloc(21);
    bytes[0] = 1;
    bytes.writeUInt32LE(1, 1);
    bytes.writeDoubleLE(x, 5);
    bytes.writeDoubleLE(y, 13);
    return new Uint8Array(bytes);
  });
  return Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'nome', data: PLACES.map(({ name }) => name), type: 'STRING' },
        { name: 'geometry', data: wkb, type: 'BYTE_ARRAY' },
      ],
      kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
    }),
  );
}

/** One file of each format, under its name. */
export function sampleFiles(): Map<string, Uint8Array> {
  const cities = citiesShapefile();
  const json = Buffer.from(JSON.stringify(GEOJSON));
  return new Map<string, Uint8Array>([
    ['cidades.zip', citiesZip()],
    ['areas.shp', areasShapefile().shp],
    ['cidades.dbf.zip', zipOf([{ name: 'a.dbf', bytes: cities.dbf }])],
    ['cidades.gpkg', geopackage(40)],
    ['cidades.geojson', json],
    ['cidades.geojsonl', Buffer.from(GEOJSON.features.map((feature) => JSON.stringify(feature)).join('\n'))],
    ['areas.topojson', Buffer.from(JSON.stringify(TOPOJSON))],
    ['praias.kml', Buffer.from(KML)],
    ['praias.kmz', zipOf([{ name: 'doc.kml', bytes: Buffer.from(KML) }])],
    ['municipios.gml', Buffer.from(GML, 'latin1')],
    ['serra.gpx', Buffer.from(GPX)],
    ['cidades.fgb', flatgeobuf.serialize(GEOJSON as never, 4674)],
    ['cidades.parquet', geoparquet()],
    ['imagem.tif', geotiff()],
    ['tabela.csv', Buffer.from(CSV)],
    ['lugares.mif', Buffer.from(MIF, 'latin1')],
    ['altitude.asc', Buffer.from(ASCII_GRID)],
    ['ruas.pmtiles', pmtiles(gzipSync('{"name":"Ruas"}'))],
    ['planta.dxf', Buffer.from(DXF)],
    [
      'cidades.tar.gz',
      gzipSync(tarOf(Object.entries(cities).map(([e, bytes]) => ({ name: `c/cidades.${e}`, bytes })))),
    ],
    ['cidades.geojson.gz', gzipSync(json)],
  ]);
}
