import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toWgs84 } from '../crs/reproject.ts';
import { Budget } from './budget.ts';
import { MemorySource, type NamedSource } from './byte-source.ts';
import { charsetByName } from './code-pages.ts';
import { parseCoordinate } from './coordinate-table.ts';
import type { DatasetInfo } from './dataset.ts';
import { dbfRows, readDbf } from './dbf.ts';
import { crsOfCoordSys } from './mapinfo.ts';
import { problemOf } from './problem.ts';
import { readDatasets } from './readers.ts';
import {
  ASCII_GRID,
  areasShapefile,
  CSV,
  citiesShapefile,
  dbfOf,
  GML,
  GPX,
  geopackage,
  geotiff,
  KML,
  MID,
  MIF,
  NAME_COLUMN,
  pmtiles,
  pointRecord,
  polygonRecord,
  SIRGAS_PRJ,
  sampleFiles,
  shpOf,
  TOPOJSON,
} from './sample-files.suite.ts';
import { readShpHeader, shapefileFeatures, shxEntries } from './shapefile.ts';
import { parseSidecarText } from './sidecar-text.ts';
import { SqliteFile } from './sqlite-file.ts';

async function read(
  name: string,
  bytes: Uint8Array,
  parts: Record<string, Uint8Array> = {},
): Promise<readonly DatasetInfo[]> {
  const stem = name.slice(0, name.lastIndexOf('.'));
  const named = (extension: string): NamedSource | null =>
    parts[extension] === undefined
      ? null
      : { name: `${stem}.${extension}`, source: new MemorySource(parts[extension]) };
  return readDatasets({ name, source: new MemorySource(bytes) }, { budget: new Budget(), part: named });
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

const rounded = (box: readonly number[] | null) => box?.map((value) => Number(value.toFixed(4)));
const CITIES = [-46.6333, -23.5505, -45.8869, -23.1791];

describe('shapefile', () => {
  it('[G-AC-092] headers and records have the numbers of the specification', async () => {
    const { shp, shx } = citiesShapefile();
    expect([shp.length, shp.readInt32BE(24)]).toEqual([156, 78]);
    expect([shx.length, shx.readInt32BE(24)]).toEqual([116, 58]);
    expect(shp.subarray(0, 4).toString('hex')).toBe('0000270a');
    expect(shp.subarray(24, 36).toString('hex')).toBe('0000004ee803000001000000');
    expect(readShpHeader(shp, '.shp')).toEqual({ shapeType: 1, bytes: 156, box: CITIES });
    expect(readShpHeader(shx, '.shx')).toMatchObject({ bytes: 116, box: CITIES });
    expect(await all(shxEntries(new MemorySource(shx)))).toEqual([
      { offset: 50, length: 10 },
      { offset: 64, length: 10 },
    ]);
    const square = polygonRecord([
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
        [0, 0],
      ],
    ]);
    const polygon = shpOf(5, [0, 0, 1, 1], [square]);
    expect([square.length, polygon.shp.length, polygon.shp.readInt32BE(24)]).toEqual([128, 236, 118]);
    expect(readShpHeader(polygon.shp, '.shp').bytes).toBe(236);
    expect(await all(shxEntries(new MemorySource(polygon.shx)))).toEqual([{ offset: 50, length: 64 }]);
    const features = await all(shapefileFeatures(new MemorySource(polygon.shp), null, new Budget()));
    expect(features[0]!.geometry).toMatchObject({
      type: 'Polygon',
      coordinates: [expect.arrayContaining([[0, 1]])],
    });
  });

  it('describes itself from headers and gives rows, shapes and features', async () => {
    const { shp, ...parts } = citiesShapefile();
    const [dataset] = await read('cidades.shp', shp, parts);
    expect(dataset).toMatchObject({
      geometryType: 'Point',
      count: 2,
      countFrom: 'header',
      nativeExtent: CITIES,
      extentFrom: 'header',
      crs: { epsg: 4674, codeFrom: 'name' },
      encoding: 'windows-1252',
      problems: [],
    });
    expect(dataset!.fields).toEqual([
      { name: 'NOME', type: 'text' },
      { name: 'POP', type: 'integer' },
      { name: 'DATA', type: 'date' },
    ]);
    expect(await all(dataset!.rows(1))).toEqual([['São Paulo', '12000', '2005-06-21']]);
    expect(await all(dataset!.shapes())).toHaveLength(2);
  });

  it('holes belong to the ring around them, and counting does without an index', async () => {
    const { shp, dbf } = areasShapefile();
    const table = await readDbf(new MemorySource(dbf), null);
    const features = await all(shapefileFeatures(new MemorySource(shp), table, new Budget()));
    expect(features.map((feature) => [feature.properties.NOME, feature.geometry?.type])).toEqual([
      ['Norte', 'Polygon'],
      ['Sul', 'Polygon'],
    ]);
    expect((features[1]!.geometry as unknown as { coordinates: unknown[] }).coordinates).toHaveLength(2);
    const [dataset] = await read('areas.shp', shp, { dbf });
    expect(dataset).toMatchObject({ count: 2, countFrom: 'data' });
  });

  it('a header box of zeros is not believed', async () => {
    const { shp, shx } = shpOf(1, [0, 0, 0, 0], [pointRecord(-46, -23), pointRecord(-45, -22)]);
    const [dataset] = await read('a.shp', shp, { shx });
    expect(dataset).toMatchObject({ nativeExtent: [-46, -23, -45, -22], extentFrom: 'data' });
  });
});

describe('attribute tables', () => {
  it('deleted rows do not count among the values, padding is taken off', async () => {
    const dbf = dbfOf([NAME_COLUMN], [['apagada'], ['  Taubaté '], ['Jacareí']], {
      driver: 0x57,
      deleted: [0],
    });
    const table = await readDbf(new MemorySource(dbf), null);
    expect(await all(dbfRows(table, new Budget(), 5))).toEqual([['Taubaté'], ['Jacareí']]);
  });

  it('a declaration that the bytes disprove is overruled', async () => {
    const utf8 = dbfOf([NAME_COLUMN], [[Buffer.from('São João', 'utf8')]], { driver: 0x57 });
    expect((await readDbf(new MemorySource(utf8), null)).text.charset).toBe('utf-8');
    const latin = dbfOf([NAME_COLUMN], [['São João']]);
    expect((await readDbf(new MemorySource(latin), 'UTF-8')).text.charset).toBe('windows-1252');
  });

  it('knows charsets in their many spellings', () => {
    expect(
      [
        'UTF-8',
        '65001',
        'ANSI 1252',
        'ISO-8859-1',
        '88591',
        'OEM 850',
        'cp860',
        'LDID/87',
        '1252',
        'nada',
      ].map(charsetByName),
    ).toEqual([
      'utf-8',
      'utf-8',
      'windows-1252',
      'windows-1252',
      'windows-1252',
      'cp850',
      'cp860',
      'windows-1252',
      'windows-1252',
      null,
    ]);
  });
});

describe('every format gives the same description of the same places', () => {
  const files = sampleFiles();

  it.each([
    'cidades.geojson',
    'cidades.geojsonl',
    'cidades.fgb',
    'cidades.parquet',
    'cidades.gpkg',
    'tabela.csv',
  ])('%s', async (name) => {
    const [dataset] = await read(name, files.get(name)!);
    expect(rounded(dataset!.nativeExtent)).toEqual(CITIES);
    expect(rounded(dataset!.extent)).toEqual(CITIES);
    expect(dataset!.geometryType).toBe('Point');
    expect(dataset!.count).toBe(name === 'cidades.gpkg' ? 40 : 2);
    expect([4326, 4674]).toContain(dataset!.crs?.epsg);
    const [first, second] = await all(dataset!.rows(2));
    expect([first?.[0], second?.[0]].sort()).toEqual(['São José dos Campos', 'São Paulo']);
    expect((await all(dataset!.shapes())).length).toBe(dataset!.count);
  });

  it('GeoPackage: rows over several pages and pages of overflow, as SQLite wrote them', async () => {
    const bytes = geopackage(300);
    const [dataset] = await read('cidades.gpkg', bytes);
    expect(dataset).toMatchObject({
      count: 300,
      countFrom: 'data',
      title: 'Cidades do Brasil',
      abstract: 'Pontos',
      crs: { epsg: 4674 },
    });
    expect(dataset!.fields.map((field) => field.name)).toEqual(['nome da cidade', 'pop', 'texto']);
    const rows = await all(dataset!.rows());
    expect(rows).toHaveLength(300);
    expect(rows[299]).toEqual(['São José dos Campos', '1299', 'curto']);
    const file = await SqliteFile.open(new MemorySource(bytes), new Budget());
    const long = (await file.all('cidades'))[7]!.texto;
    expect(long).toBe('à beira do rio '.repeat(2000));
  });

  it('TopoJSON: the extent through its arcs', async () => {
    const [dataset] = await read('areas.topojson', Buffer.from(JSON.stringify(TOPOJSON)));
    expect(dataset).toMatchObject({
      layer: 'areas',
      count: 1,
      geometryType: 'Polygon',
      nativeExtent: [-50, -25, -46, -21],
      extentAssumed: true,
    });
    expect(await all(dataset!.rows())).toEqual([['São João']]);
  });

  it('KML: folders are layers; time and extended data are read', async () => {
    const [dataset] = await read('praias.kml', Buffer.from(KML));
    expect(dataset).toMatchObject({
      layer: 'Praias',
      title: 'Trilhas & praias',
      count: 2,
      geometryType: 'Mixed',
      nativeExtent: [-32.5, -3.9, -32.4, -3.8],
      temporal: { from: '2004-01-01', to: '2005-06-21' },
    });
    expect(await all(dataset!.rows(1))).toEqual([['Praia do Leão', 'PE']]);
  });

  it('GML: axes in the order of the registry, charset of the declaration', async () => {
    const [dataset] = await read('municipios.gml', Buffer.from(GML, 'latin1'));
    expect(dataset).toMatchObject({
      layer: 'municipio',
      count: 2,
      crs: { epsg: 4674 },
      nativeExtent: [-46.6333, -23.5505, -45.9658, -23.305],
    });
    expect((await all(dataset!.rows())).map((row) => row[1])).toEqual(['São Paulo', 'Jacareí']);
  });

  it('GPX: waypoints and tracks, their time and licence', async () => {
    const datasets = await read('serra.gpx', Buffer.from(GPX));
    expect(datasets.map((dataset) => [dataset.layer, dataset.count])).toEqual([
      ['waypoints', 1],
      ['tracks', 1],
    ]);
    expect(datasets[1]).toMatchObject({
      title: 'Serra da Mantiqueira',
      licence: 'https://creativecommons.org/licenses/by/4.0/',
      temporal: { from: '2019-05-01T08:00:00Z', to: '2019-05-02T18:00:00Z' },
    });
  });

  it('GeoTIFF: the extent of the specification; a world file places a picture without tags', async () => {
    const [dataset] = await read('imagem.tif', geotiff());
    expect(rounded(dataset!.nativeExtent)).toEqual([-46.8, -24, -46.3, -23.3]);
    expect(dataset).toMatchObject({
      kind: 'raster',
      raster: { width: 1000, height: 1400 },
      crs: { epsg: 4674 },
    });
    const png = Buffer.alloc(33);
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').copy(png);
    png.writeUInt32BE(100, 16);
    png.writeUInt32BE(50, 20);
    const [picture] = await read('mapa.png', png, { pgw: Buffer.from('0,1\n0\n0\n-0,1\n-49,95\n-20,05\n') });
    expect(rounded(picture!.nativeExtent)).toEqual([-50, -25, -40, -20]);
    await expect(read('foto.png', png)).rejects.toMatchObject({ code: 'not-geographic' });
  });

  it('CSV: Portuguese headers, decimal commas, degrees and minutes', async () => {
    const [dataset] = await read('t.csv', Buffer.from(CSV, 'latin1'));
    expect(dataset).toMatchObject({ count: 2, encoding: 'windows-1252' });
    expect(dataset!.fields.map((field) => field.name)).toEqual(['município', 'uf', 'latitude', 'longitude']);
    expect(
      ['-23,5505', '-23.5505', '7.395.000,50', '1,234.5', `23°33'01"S`, `46º 38' O`, '23 graus', ''].map(
        parseCoordinate,
      ),
    ).toEqual([
      -23.5505,
      -23.5505,
      7_395_000.5,
      1234.5,
      -(23 + 33 / 60 + 1 / 3600),
      -(46 + 38 / 60),
      null,
      null,
    ]);
    await expect(read('t.csv', Buffer.from('a;b\n1;2\n'))).rejects.toMatchObject({ code: 'not-geographic' });
    const [shapes] = await read(
      'w.csv',
      Buffer.from('id,WKT\n1,"POLYGON ((-47 -24, -46 -24, -46 -23, -47 -24))"\n'),
    );
    expect(shapes).toMatchObject({ geometryType: 'Polygon', nativeExtent: [-47, -24, -46, -23] });
  });

  it('MapInfo: interchange files with their table and projection', async () => {
    const [dataset] = await read('lugares.mif', Buffer.from(MIF, 'latin1'), {
      mid: Buffer.from(MID, 'latin1'),
    });
    expect(dataset).toMatchObject({
      count: 2,
      geometryType: 'Mixed',
      crs: { epsg: 32_723 },
      nativeExtent: [333_287.91, 7_394_588.31, 410_000, 7_410_000],
    });
    expect(rounded(dataset!.extent)![0]).toBeCloseTo(-46.6345, 2);
    expect(await all(dataset!.rows())).toEqual([
      ['São Paulo', '1554'],
      ['Área', '2005'],
    ]);
  });

  it('GeoTIFF: what is measured in feet is not taken for metres', async () => {
    const place = [
      [33_550, 12, [1000, 1000, 0]],
      [33_922, 12, [0, 0, 0, 11_900_000, 3_500_000, 0]],
      [256, 4, [10]],
      [257, 4, [10]],
    ] as const;
    const boxOf = async (...changed: readonly (readonly [number, number, readonly number[]])[]) =>
      (
        await read(
          'a.tif',
          geotiff([...place, ...changed].map(([tag, type, values]) => [tag, type, [...values]])),
        )
      )[0]!;
    // As gdalinfo places it: 77°4'23"W, 36°55'36"N in the corner.
    const virginia = [-77.0736, 36.8988, -77.0389, 36.9266];
    const keys = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1];
    const stated = await boxOf([34_735, 3, [...keys, 3072, 0, 1, 2284]]);
    expect([rounded(stated.extent), stated.crs!.epsg]).toEqual([virginia, 2284]);
    // The code of the system in metres, and a key that says survey feet.
    const contradicted = await boxOf([
      34_735,
      3,
      [1, 1, 0, 4, ...keys.slice(4), 3072, 0, 1, 32_147, 3076, 0, 1, 9003],
    ]);
    expect([rounded(contradicted.extent), contradicted.crs!.epsg]).toEqual([virginia, null]);
    // No code at all: offsets are in feet as well, and the unit is a size.
    const parameters = [
      37.9666666666667,
      36.7666666666667,
      -78.5,
      36.3333333333333,
      11_482_916.666666666,
      3_280_833.333333333,
      1200 / 3937,
    ];
    const own = await boxOf(
      [34_736, 12, parameters],
      [
        34_735,
        3,
        [
          1,
          1,
          0,
          13,
          ...keys.slice(4),
          2048,
          0,
          1,
          4269,
          3072,
          0,
          1,
          32_767,
          3075,
          0,
          1,
          8,
          3076,
          0,
          1,
          32_767,
        ].concat([3078, 3079, 3084, 3085, 3086, 3087, 3077].flatMap((key, i) => [key, 34_736, 1, i])),
      ],
    );
    expect(rounded(own.extent)).toEqual(virginia);
  });

  it('MapInfo: texts stand where their corners are, each an object with its row', async () => {
    const mif = `Version 300
CoordSys Earth Projection 1, 104
Columns 1
  NOME Char(20)
Data
Text
    "Praça ""da"" Sé, 1 2 3 4"
    -46.64 -23.56 -46.62 -23.54
    Font ("Arial",0,0,0)
    Justify Center
Text "Luz"
    -46.635 -23.535 -46.625 -23.525
Point -46.5 -23.5
`;
    const [dataset] = await read('t.mif', Buffer.from(mif, 'latin1'), {
      mid: Buffer.from('"Sé"\n"Luz"\n"c"\n', 'latin1'),
    });
    expect(dataset).toMatchObject({ count: 3, geometryType: 'Point', problems: [] });
    expect(rounded(dataset!.nativeExtent)).toEqual([-46.63, -23.55, -46.5, -23.5]);
    // Without its corners a text is still an object, and what follows is read.
    const [bare] = await read('t.mif', Buffer.from(mif.replace(/ +-46\.64.*\n/, ''), 'latin1'));
    expect(bare!.count).toBe(3);
    const [cut] = await read('t.mif', Buffer.from(mif.slice(0, mif.indexOf('Luz') + 4), 'latin1'));
    expect(cut).toMatchObject({ count: 1, problems: [{ code: 'truncated' }, { code: 'missing-part' }] });
  });

  it('MapInfo: offsets and coordinates are in the unit of the CoordSys', () => {
    const feet = crsOfCoordSys(
      'CoordSys Earth Projection 3, 74, "survey ft", -78.5, 36.3333333333333, 36.7666666666667, 37.9666666666667, 11482916.667, 3280833.333',
    )!;
    expect(feet).toMatchObject({ epsg: 2284, codeFrom: 'parameters' });
    const own = crsOfCoordSys('CoordSys Earth Projection 8, 74, "survey ft", -78.1, 36, 1, 1640416.667, 0')!;
    expect(own.epsg).toBeNull();
    expect(rounded(toWgs84([1_640_416.667, 0, 1_640_416.667, 0], own))).toEqual([-78.1, 36, -78.1, 36]);
    expect(crsOfCoordSys('CoordSys Earth Projection 10, 157, "m", 0')?.epsg).toBe(3857);
    expect(crsOfCoordSys('CoordSys Earth Projection 8, 115, "m", -9, 0, 0.9996, 500000, 0')?.epsg).toBe(
      25_829,
    );
    expect(crsOfCoordSys('CoordSys Earth Projection 8, 104, "léguas", -45, 0.1, 1, 0, 0')).toBeNull();
  });

  it('ASCII grids: place and size from the lines at the top, as gdalinfo gives them', async () => {
    const grid = ASCII_GRID.replaceAll('\n', '\r\n');
    const [dataset] = await read('altitude.asc', Buffer.from(grid), { prj: Buffer.from(SIRGAS_PRJ) });
    expect(dataset).toMatchObject({
      format: 'ascii-grid',
      kind: 'raster',
      raster: { width: 4, height: 3, sampleType: 'float32', pixel: [0.5, 0.5] },
      nativeExtent: [-47, -24, -45, -22.5],
      crs: { epsg: 4674 },
      problems: [],
    });
    // The centre of a cell may be given instead of its corner, by whatever name the file has.
    const centred = grid
      .replace('xllcorner -47', 'XLLCENTER -46.75')
      .replace('yllcorner -24', 'YLLCENTER -23.75');
    expect((await read('altitude.txt', Buffer.from(centred)))[0]!.nativeExtent).toEqual([
      -47, -24, -45, -22.5,
    ]);
    const nowhere = await read('a.asc', Buffer.from(grid.replace(/xll.*\r\n/, '')));
    expect(nowhere[0]).toMatchObject({ nativeExtent: null, problems: [{ code: 'not-geographic' }] });
    const cut = await read('a.asc', Buffer.from(grid.replace('nrows 3', 'nrows 3000000')));
    expect(cut[0]!.problems).toMatchObject([{ code: 'truncated' }, { code: 'no-crs' }]);
    await expect(read('a.asc', Buffer.from(grid.replace('nrows 3', 'nrows 1e300')))).rejects.toMatchObject({
      code: 'corrupt',
    });
    await expect(read('a.asc', Buffer.from('uma carta qualquer'))).rejects.toMatchObject({
      code: 'not-geographic',
    });
  });

  it('PMTiles: place and title from header and metadata, which are bounded', async () => {
    const file = pmtiles(gzipSync('{"name":"Ruas","description":"Ruas de São Paulo","attribution":"© OSM"}'));
    const [dataset] = await read('ruas.pmtiles', file);
    expect(dataset).toMatchObject({
      format: 'pmtiles',
      kind: 'tiles',
      title: 'Ruas',
      abstract: 'Ruas de São Paulo',
      licence: '© OSM',
      extent: [-46.8, -24, -46.3, -23.3],
      problems: [],
    });
    const bomb = await read('a.pmtiles', pmtiles(gzipSync(Buffer.alloc(16 << 20, 0x20))));
    expect(bomb[0]).toMatchObject({ title: null, problems: [{ severity: 'warning' }] });
    const far = Buffer.from(file);
    far.writeBigUInt64LE(1n << 60n, 24);
    expect((await read('a.pmtiles', far))[0]!.problems).toMatchObject([{ code: 'truncated' }]);
    const large = Buffer.from(file);
    large.writeBigUInt64LE(1n << 60n, 32);
    expect((await read('a.pmtiles', large))[0]!.problems).toMatchObject([{ code: 'too-large' }]);
    await expect(read('a.pmtiles', file.subarray(0, 100))).rejects.toMatchObject({ code: 'truncated' });
    const old = Buffer.from(file);
    old[7] = 2;
    await expect(read('a.pmtiles', old)).rejects.toMatchObject({ code: 'named-only' });
  });

  it('formats that are not read are named by what stands in them', async () => {
    const bytes = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(64)]);
    for (const [name, content, format] of [
      ['a.hdf', '\x0e\x03\x13\x01', 'hdf4'],
      ['a.h5', '\x89HDF\r\n\x1a\n', 'hdf5'],
      ['a.grb2', 'GRIB\0\0\0\x02', 'grib'],
      ['a.img', 'EHFA_HEADER_TAG\0', 'erdas-imagine'],
      ['BR401.000', '015823LE1 0900073   6604000000001900DSID', 's57'],
      ['brasil.osm.pbf', '\0\0\0\x0d\x0a\x09OSMHeader', 'osm-pbf'],
      ['a.mdb', '\0\x01\0\0Standard Jet DB\0', 'access'],
      ['a.dem', `${'MORRO'.padEnd(144)}     1     1     1    23`, 'usgs-dem'],
    ] as const)
      await expect(read(name, bytes(content)), name).rejects.toMatchObject({
        code: 'named-only',
        message: format,
      });
    // A text, a tile and a list of that name are none of them.
    for (const name of ['a.grb', 'a.img', 'a.pbf', 'a.dem', 'a.000'])
      await expect(read(name, bytes('qualquer coisa')), name).rejects.toMatchObject({
        code: 'not-geographic',
      });
  });

  it('DXF is named and not read', async () => {
    await expect(read('planta.dxf', files.get('planta.dxf')!)).rejects.toMatchObject({
      code: 'named-only',
      message: 'dxf',
    });
  });
});

describe('hostile files', () => {
  it('JSON: deep nesting, cut text and commas too many', async () => {
    const deep = `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":${'['.repeat(400)}${']'.repeat(400)}},"properties":{}}]}`;
    expect((await read('a.geojson', Buffer.from(deep)))[0]!.count).toBe(1);
    await expect(read('a.geojson', Buffer.from('['.repeat(100_000)))).rejects.toMatchObject({
      code: 'too-deep',
    });
    const cut =
      '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"a":1}},{"type":"Fea';
    const [dataset] = await read('a.geojson', Buffer.from(cut));
    expect(dataset).toMatchObject({ count: 1, problems: [{ code: 'truncated', severity: 'error' }] });
    const commas =
      '{"type":"Feature","properties":{"a":"x,]",},"geometry":{"type":"Point","coordinates":[1,NaN,],},}';
    expect((await read('a.geojson', Buffer.from(commas)))[0]!.count).toBe(1);
  });

  it('XML: entities of a DTD are not expanded, a lone & is forgiven', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><kml><Placemark><name>&b; A & B</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>`;
    const [dataset] = await read('a.kml', Buffer.from(bomb));
    expect(dataset).toMatchObject({ count: 1, nativeExtent: [1, 2, 1, 2] });
    expect(JSON.stringify(await all(dataset!.rows()))).not.toContain('aaaa');
  });

  it('SQLite: pages that lead back to themselves, views that are not run', async () => {
    const bytes = geopackage(300);
    const looped = Buffer.from(bytes);
    // The right-most pointer of every interior page leads to page 1.
    const size = looped.readUInt16BE(16);
    for (let page = size; page < looped.length; page += size)
      if (looped[page] === 5) looped.writeUInt32BE(page / size + 1, page + 8);
    const result = await read('a.gpkg', looped).catch((error: unknown) => error);
    const problems = Array.isArray(result) ? result[0]!.problems : [problemOf('a', result)];
    expect(problems.some((problem: { code: string }) => problem.code === 'corrupt')).toBe(true);
  });

  it('TIFF: directories in a ring and counts beyond the file end quickly', async () => {
    const ring = geotiff();
    ring.writeUInt32LE(8, 10 + 12 * 12);
    await expect(read('a.tif', ring)).rejects.toMatchObject({ code: 'corrupt' });
    const huge = geotiff();
    huge.writeUInt32LE(0xffffffff, 10 + 11 * 12 + 4);
    expect((await read('a.tif', huge))[0]!.raster).toMatchObject({ width: 1000 });
  });

  it('FlatGeobuf: a header that states an index and no features ends', async () => {
    const fgb = Buffer.from(sampleFiles().get('cidades.fgb')!);
    const [dataset] = await read('a.fgb', fgb.subarray(0, fgb.length - 10));
    expect(dataset!.problems[0]).toMatchObject({ severity: 'error' });
  });
});

describe('the text beside a shapefile', () => {
  const TEXT = `======================================
GISMAPS - www.gismaps.com.br
Mapas Temáticos - Geoprocessamento
======================================
* Grupo: América do Norte
* Título: Principais rodovias da América do Norte
* Descrição: Mapa apresentando as principais rodovias dos EUA
* Ano/Revisão: 2000.2
* Data de atualização: 21/06/2005
* Fonte: Intergraph
* Conteúdo:
***** rodovias1.dbf *****
ROUTE_NUMB      -número da rota/estrada
ROUTE_NUM       -número da rota/estrada secundário
======================================
GISMAPS - www.gismaps.com.br
`;

  it.each(['utf8', 'latin1'] as const)(
    '[G-AC-115] gives group, title, revision, date, source and columns (%s)',
    (encoding) => {
      const sidecar = parseSidecarText(Buffer.from(TEXT, encoding));
      expect(sidecar).toMatchObject({
        group: 'América do Norte',
        title: 'Principais rodovias da América do Norte',
        description: 'Mapa apresentando as principais rodovias dos EUA',
        revision: '2000.2',
        updated: '2005-06-21',
        source: 'Intergraph',
      });
      expect([...sidecar.columns.keys()]).toEqual(['ROUTE_NUMB', 'ROUTE_NUM']);
      expect(sidecar.columns.get('ROUTE_NUMB')).toBe('número da rota/estrada');
    },
  );
});
