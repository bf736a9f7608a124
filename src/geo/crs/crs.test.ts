import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crs84, crsOfEpsg, crsOfText, obeysAxisOrder } from './crs.ts';
import { COMMON_EPSG } from './epsg-common.ts';
import { epsgByCode, epsgByName, packedEntry } from './epsg-table.ts';
import { toWgs84, transformOf } from './reproject.ts';

const UTM = (name: string, datum: string, meridian: number, south = true) =>
  `PROJCS["${name}",GEOGCS["GCS_${datum}",DATUM["D_${datum}",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",${south ? '10000000.0' : '0.0'}],PARAMETER["Central_Meridian",${meridian}],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

describe('coordinate systems', () => {
  it('finds the code in WKT of ESRI by its name, when the parameters agree', () => {
    expect(crsOfText(UTM('SIRGAS_2000_UTM_Zone_23S', 'SIRGAS_2000', -45), 'prj')).toMatchObject({
      epsg: 31_983,
      codeFrom: 'name',
    });
    expect(crsOfText(UTM('WGS_1984_UTM_Zone_23S', 'WGS_1984', -45), 'prj')?.epsg).toBe(32_723);
    expect(crsOfText(UTM('SAD_1969_UTM_Zone_23S', 'South_American_1969', -45), 'prj')?.epsg).toBe(29_193);
    expect(crsOfText(UTM('Corrego_Alegre_UTM_Zone_23S', 'Corrego_Alegre', -45), 'prj')?.epsg).toBe(22_523);
    // The name says zone 23, the meridian zone 22: the name lies, the parameters stand.
    const lie = crsOfText(UTM('SIRGAS_2000_UTM_Zone_23S', 'SIRGAS_2000', -51), 'prj')!;
    expect(lie.epsg).toBeNull();
    expect(toWgs84([500_000, 7_400_000, 500_000, 7_400_000], lie)![0]).toBeCloseTo(-51, 6);
  });

  it('finds the code of a system that ESRI calls otherwise by projection, numbers, unit and datum', () => {
    const lambert = (name: string, geographic: string, numbers: readonly number[], unit: string) =>
      `PROJCS["${name}",GEOGCS["${geographic}",DATUM["D",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],${[
        'False_Easting',
        'False_Northing',
        'Central_Meridian',
        'Standard_Parallel_1',
        'Standard_Parallel_2',
        'Latitude_Of_Origin',
      ]
        .map((parameter, i) => `PARAMETER["${parameter}",${numbers[i]}]`)
        .join(',')},UNIT[${unit}]]`;
    const NEW_YORK = [984_250, 0, -74, 41.0333333333333, 40.6666666666667, 40.1666666666667];
    const FEET = '"Foot_US",0.304800609601219';
    const name = 'NAD_1983_StatePlane_New_York_Long_Island_FIPS_3104_Feet';
    expect(crsOfText(lambert(name, 'GCS_North_American_1983', NEW_YORK, FEET), 'prj')).toMatchObject({
      epsg: 2263,
      codeFrom: 'parameters',
      name,
    });
    expect(
      crsOfText(
        lambert('RGF_1993_Lambert_93', 'GCS_RGF_1993', [700_000, 6_600_000, 3, 49, 44, 46.5], '"Meter",1.0'),
        'prj',
      )?.epsg,
    ).toBe(2154);
    // Another datum, another unit, another number: no code, and still the place that the text gives.
    for (const other of [
      lambert(name, 'GCS_North_American_1927', NEW_YORK, FEET),
      lambert(name, 'GCS_North_American_1983', NEW_YORK, '"Foot",0.3048'),
      lambert(name, 'GCS_North_American_1983', NEW_YORK.with(2, -74.1), FEET),
    ]) {
      const crs = crsOfText(other, 'prj')!;
      expect(crs.epsg).toBeNull();
      expect(toWgs84([984_250, 0, 984_250, 0], crs)![1]).toBeCloseTo(40.17, 1);
    }
  });

  it('finds the code that WKT 1, WKT 2, PROJJSON, URNs and addresses state', () => {
    for (const [text, epsg] of [
      [
        'GEOGCS["SIRGAS 2000",DATUM["x",SPHEROID["GRS 1980",6378137,298.257222101]],AUTHORITY["EPSG","4674"]]',
        4674,
      ],
      [
        'GEOGCRS["WGS 84",DATUM["x",ELLIPSOID["WGS 84",6378137,298.257223563]],CS[ellipsoidal,2],ID["EPSG",4326]]',
        4326,
      ],
      [
        'COMPD_CS["a",PROJCS["b",GEOGCS["c",DATUM["d",SPHEROID["e",6378137,298]]],AUTHORITY["EPSG","3763"]],VERT_CS["f",AUTHORITY["EPSG","5780"]]]',
        3763,
      ],
      ['{"type":"ProjectedCRS","name":"x","id":{"authority":"EPSG","code":31983}}', 31_983],
      ['EPSG:5880', 5880],
      ['urn:ogc:def:crs:EPSG::4618', 4618],
      ['urn:ogc:def:crs:EPSG:6.9:4674', 4674],
      ['urn:x-ogc:def:crs:EPSG:4326', 4326],
      ['http://www.opengis.net/gml/srs/epsg.xml#4326', 4326],
      ['http://www.opengis.net/def/crs/EPSG/0/3857', 3857],
      ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326],
      ['EPSG:900913', 3857],
      ['ETRS_1989_Portugal_TM06', 3763],
      ['Datum_73_Hayford_Gauss_IGeoE', 27_493],
    ] as const)
      expect(crsOfText(text, 'x')?.epsg, text).toBe(epsg);
    expect(crsOfText('não sei', 'x')).toBeNull();
  });

  it('a grid that reaches half a cell behind the poles ends at them', () => {
    expect(toWgs84([-180.25, -90.25, 179.75, 90.25], crs84('x'))).toEqual([-180, -90, 180, 90]);
    expect(toWgs84([-47, 80, -46, 90.5], crs84('x'))).toEqual([-47, 80, -46, 90]);
    expect(toWgs84([-47, 80, -46, 95], crs84('x'))).toBeNull();
  });

  it('only URNs and their addresses oblige to the order of axes of the registry', () => {
    expect(
      [
        'urn:ogc:def:crs:EPSG::4326',
        'http://www.opengis.net/def/crs/EPSG/0/4326',
        'EPSG:4326',
        'http://www.opengis.net/gml/srs/epsg.xml#4326',
      ].map(obeysAxisOrder),
    ).toEqual([true, true, false, false]);
    expect([4326, 4674, 31_983, 3763, 2193].map((code) => crsOfEpsg(code, 'x')!.northFirst)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it('brings known points of each system to WGS 84', () => {
    // São Paulo in SAD69 lies some sixty metres from itself in SIRGAS 2000; Lisbon by its old grid.
    const place = (code: number, x: number, y: number) => transformOf(crsOfEpsg(code, 'x')!)!(x, y)!;
    expect(place(31_983, 333_287.91, 7_394_588.31)[0]).toBeCloseTo(-46.6333, 4);
    expect(place(31_983, 333_287.91, 7_394_588.31)[1]).toBeCloseTo(-23.5505, 4);
    const [x, y] = place(4618, -46.6333, -23.5505);
    expect(Math.hypot(x + 46.6333, y + 23.5505) * 111_000).toBeGreaterThan(40);
    expect(Math.hypot(x + 46.6333, y + 23.5505) * 111_000).toBeLessThan(90);
    expect(place(3763, 0, 0)).toEqual([expect.closeTo(-8.133108, 5), expect.closeTo(39.668258, 5)]);
    expect(place(27_493, 0, 0)[0]).toBeCloseTo(-8.133, 2);
    expect(place(20_790, 112_000, 195_000)).toEqual([expect.closeTo(-9.145, 2), expect.closeTo(38.718, 2)]);
    expect(place(3857, -5_191_000, -2_698_000)).toEqual([
      expect.closeTo(-46.63, 2),
      expect.closeTo(-23.55, 1),
    ]);
    expect(place(22_523, 333_000, 7_394_000)[0]).toBeCloseTo(-46.636, 2);
  });

  it('the box in WGS 84 holds every point of the native box: its sides bulge', () => {
    const polyconic = crsOfEpsg(5880, 'x')!;
    const box = [2_800_000, 6_000_000, 7_900_000, 10_600_000] as const;
    const around = toWgs84(box, polyconic)!;
    const transform = transformOf(polyconic)!;
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (u, v) => {
          const [x, y] = transform(box[0] + u * (box[2] - box[0]), box[1] + v * (box[3] - box[1]))!;
          expect(x).toBeGreaterThanOrEqual(around[0] - 0.02);
          expect(x).toBeLessThanOrEqual(around[2] + 0.02);
          expect(y).toBeGreaterThanOrEqual(around[1] - 0.02);
          expect(y).toBeLessThanOrEqual(around[3] + 0.02);
        },
      ),
      { seed: 6, numRuns: 300 },
    );
  });

  it('a box over the 180th meridian has its west east of its east, and nonsense has none', () => {
    const [west, , east] = toWgs84([300_000, 5_000_000, 1_500_000, 5_500_000], crsOfEpsg(32_760, 'x')!)!;
    expect(west).toBeGreaterThan(170);
    expect(east).toBeLessThan(-160);
    expect(toWgs84([0, 0, 1000, 1000], crs84('x'))).toBeNull();
    expect(toWgs84([-46, -24, -45, -23], crs84('x'))).toEqual([-46, -24, -45, -23]);
  });

  it('no text makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `PROJCS["${text}[${text}`),
          fc.string().map((text) => `+proj=${text}`),
        ),
        (text) => {
          const crs = crsOfText(text, 'x');
          if (crs !== null) toWgs84([0, 0, 1, 1], crs);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
    expect(crsOfText(`PROJCS[${'A['.repeat(5000)}`, 'x')).toBeNull();
  });
});

describe('the common systems', () => {
  it('say what the packed registry says', () => {
    expect(COMMON_EPSG.length).toBeGreaterThan(50);
    for (const line of COMMON_EPSG) {
      const code = Number(line.split('\t')[0]);
      expect(epsgByCode(code)).toEqual(packedEntry(code));
      expect(epsgByName(packedEntry(code)!.name)?.code).toBe(code);
    }
  });
});
