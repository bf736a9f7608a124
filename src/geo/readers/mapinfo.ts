/** MapInfo: interchange files (`.mif` with `.mid`), read whole, and native tables (`.tab` with `.map`, `.dat`), read by their headers. */

import { reason } from '../../words/why.ts';
import { type Crs, crsOfEpsg, crsOfNumbers, crsOfText } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { Budget } from './budget.ts';
import { type ByteSource, type NamedSource, viewOf } from './byte-source.ts';
import { charsetByName, utf8Verdict } from './code-pages.ts';
import { splitRecord } from './coordinate-table.ts';
import {
  type AttributeRow,
  type Box,
  commonGeometryType,
  type DatasetInfo,
  Extent,
  emptyDataset,
  type FieldInfo,
  type FieldType,
  type Shape,
  saneBox,
} from './dataset.ts';
import { type DbfField, dbfRows, readDbf } from './dbf.ts';
import { ShapeBuilder } from './flat-geometry.ts';
import { extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { GeoProblem, type Problem, problemOf, told } from './problem.ts';
import { textLines } from './text-lines.ts';

const CHARSETS: Readonly<Record<string, string>> = {
  windowslatin1: 'windows-1252',
  windowslatin2: 'windows-1250',
  windowscyrillic: 'windows-1251',
  windowsgreek: 'windows-1253',
  'utf-8': 'utf-8',
  codepage437: 'cp437',
  codepage850: 'cp850',
  codepage852: 'cp852',
  codepage860: 'cp860',
  iso8859_1: 'windows-1252',
};

/** Null for `Neutral`, which says nothing: then the bytes decide. */
function charsetOf(name: string | null): string | null {
  const key = (name ?? '').toLowerCase();
  return CHARSETS[key] ?? (key === 'neutral' || key === '' ? null : charsetByName(key));
}

async function charsetOfText(file: NamedSource | null): Promise<string> {
  if (file === null) return 'windows-1252';
  return utf8Verdict(await file.source.read(0, 64 << 10)) === 'other' ? 'windows-1252' : 'utf-8';
}

function fieldType(declared: string): FieldType {
  if (/^(?:char|varchar)/i.test(declared)) return 'text';
  if (/^(?:integer|smallint|largeint)/i.test(declared)) return 'integer';
  if (/^(?:float|decimal)/i.test(declared)) return 'real';
  if (/^(?:date|time)/i.test(declared)) return 'date';
  return /^logical/i.test(declared) ? 'boolean' : 'other';
}

/** Datums by their MapInfo number, in the terms of PROJ. */
const DATUMS: Readonly<Record<number, string>> = {
  0: '+datum=WGS84',
  23: '+ellps=intl +towgs84=-206.05,168.28,-3.82',
  24: '+ellps=intl +towgs84=-206.05,168.28,-3.82',
  28: '+ellps=intl +towgs84=-87,-98,-121',
  33: '+ellps=GRS80 +towgs84=0,0,0',
  62: '+ellps=clrk66 +towgs84=-8,160,176',
  74: '+datum=NAD83',
  92: '+ellps=aust_SA +towgs84=-57,1,-41',
  104: '+datum=WGS84',
  79: '+ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
  115: '+ellps=GRS80 +towgs84=0,0,0',
  116: '+ellps=GRS80 +towgs84=0,0,0',
  117: '+ellps=GRS80 +towgs84=0,0,0',
  157: '+datum=WGS84',
};

/** The same by the names of the registry, where a number means one of its datums. */
const DATUM_NAMES: Readonly<Record<number, string>> = {
  0: 'WGS 84',
  24: 'Corrego Alegre 1970-72',
  28: 'ED50',
  62: 'NAD27',
  74: 'NAD83',
  79: 'OSGB36',
  92: 'SAD69',
  104: 'WGS 84',
  115: 'ETRS89',
  116: 'GDA94',
  117: 'NZGD2000',
  157: 'WGS 84',
};

/** Metres of the units of MapInfo. Offsets are in them as well. */
const METRES: Readonly<Record<string, number>> = {
  m: 1,
  km: 1000,
  cm: 0.01,
  mm: 0.001,
  ft: 0.3048,
  'survey ft': 1200 / 3937,
  in: 0.0254,
  yd: 0.9144,
  mi: 1609.344,
  nmi: 1852,
  li: 0.201168402336805,
  ch: 20.1168402336805,
  rd: 5.02921005842012,
};

const METHODS: Readonly<Record<number, string>> = {
  2: 'cea',
  3: 'lcc',
  4: 'laea',
  5: 'aeqd',
  8: 'tmerc',
  9: 'aea',
  10: 'merc',
  11: 'mill',
  16: 'sinu',
  19: 'lcc',
  20: 'sterea',
  27: 'poly',
  31: 'sterea',
};

/** `CoordSys Earth Projection 8, 104, "m", -45, 0, 0.9996, 500000, 10000000` */
export function crsOfCoordSys(text: string): Crs | null {
  const match = /Earth\s+Projection\s+(.{1,400})/i.exec(text);
  if (match === null) return null;
  const parts = match[1]!
    .split(/\s+Bounds\b/i)[0]!
    .split(',')
    .map((part) => part.trim());
  const method = Number(parts[0]);
  const datum = Number(parts[1]);
  const shift = DATUMS[datum % 1000];
  if (method === 1) {
    const code = {
      0: 4326,
      28: 4230,
      33: 4269,
      62: 4267,
      74: 4269,
      92: 4618,
      104: 4326,
      115: 4258,
      157: 4326,
    }[datum % 1000];
    if (code !== undefined) return crsOfEpsg(code, 'coordsys');
    return shift === undefined ? null : crsOfText(`+proj=longlat ${shift}`, 'coordsys');
  }
  // Mercator on that datum is the one of maps in browsers.
  if (method === 10 && datum % 1000 === 157) return crsOfEpsg(3857, 'coordsys');
  const name = METHODS[method];
  if (name === undefined || shift === undefined) return null;
  const numbers = parts.slice(3).map(Number);
  const [lon = 0, lat = 0] = numbers;
  const unit = METRES[(parts[2] ?? '"m"').replace(/["']/g, '').trim().toLowerCase()];
  if (unit === undefined) return null;
  const conic = method === 3 || method === 9 || method === 19;
  const scaled = method === 8 || method === 20 || method === 31;
  const scale = scaled ? (numbers[2] ?? 1) : 1;
  const [x0 = 0, y0 = 0] = numbers.slice(conic ? 4 : scaled ? 3 : 2).map((offset) => offset * unit);
  const rest =
    `+lon_0=${lon} +lat_0=${lat} +k_0=${scale} +x_0=${x0} +y_0=${y0}` +
    (conic ? ` +lat_1=${numbers[2] ?? 0} +lat_2=${numbers[3] ?? 0}` : '');
  const utm =
    method === 8 && numbers[2] === 0.9996 && numbers[3] === 500_000 && lat === 0 && (lon + 183) % 6 === 0
      ? (lon + 183) / 6
      : null;
  const south = numbers[4] === 10_000_000;
  if (utm !== null) {
    const base = { 104: south ? 32_700 : 32_600, 0: south ? 32_700 : 32_600, 157: south ? 32_700 : 32_600 }[
      datum % 1000
    ];
    if (base !== undefined) return crsOfEpsg(base + utm, 'coordsys');
    if (datum % 1000 === 92 && south) return crsOfEpsg(29_170 + utm, 'coordsys');
  }
  const geographic = DATUM_NAMES[datum % 1000];
  const known =
    geographic === undefined
      ? null
      : crsOfNumbers(
          geographic,
          {
            method: name,
            lat0: lat,
            lon0: lon,
            lat1: conic ? (numbers[2] ?? 0) : null,
            lat2: conic ? (numbers[3] ?? 0) : null,
            scale,
            x0,
            y0,
            unit,
          },
          'coordsys',
        );
  return known ?? crsOfText(`+proj=${name} ${rest} ${shift} +to_meter=${unit}`, 'coordsys');
}

interface MifHeader {
  readonly charset: string | null;
  readonly delimiter: string;
  readonly coordSys: string | null;
  readonly fields: readonly FieldInfo[];
}

type MifEvent =
  | { readonly kind: 'header'; readonly header: MifHeader }
  | { readonly kind: 'object'; readonly type: string | null; readonly shape: Shape | null };

const NUMBERS = /^[\s+-]*[\d.]/;

/** Walks through a `.mif`, object by object. */
async function* mifEvents(source: ByteSource, budget: Budget): AsyncGenerator<MifEvent> {
  let charset: string | null = null;
  let delimiter = '\t';
  let coordSys: string | null = null;
  let columns = 0;
  const fields: FieldInfo[] = [];
  let inData = false;
  let versioned = false;
  let pending: { type: string; shape: ShapeBuilder; left: number; parts: number } | null = null;
  /** Lines in which the corners of a text may still come: what is written stands before them, often on a line of its own. */
  let textAwaited = 0;
  const numbers = (line: string) =>
    line
      .trim()
      .split(/[\s,]+/)
      .map(Number);
  for await (const line of textLines(source, 'latin1', budget)) {
    const text = line.trim();
    if (text === '') continue;
    if (!inData) {
      if (/^version\s/i.test(text)) versioned = true;
      else if (/^charset\s/i.test(text)) charset = charsetOf(/"([^"]*)"/.exec(text)?.[1] ?? null);
      else if (/^delimiter\s/i.test(text)) delimiter = /"(.)"/.exec(text)?.[1] ?? '\t';
      else if (/^coordsys\s/i.test(text)) coordSys = text.slice(0, 1000);
      else if (/^columns\s/i.test(text)) columns = Math.min(2000, Number(/\d+/.exec(text)?.[0] ?? 0));
      else if (columns > 0 && fields.length < columns) {
        const [name = '', type = ''] = text.split(/\s+/);
        fields.push({ name, type: fieldType(type) });
      } else if (/^data$/i.test(text)) {
        inData = true;
        yield { kind: 'header', header: { charset, delimiter, coordSys, fields } };
      } else if (!versioned) throw new GeoProblem('corrupt', reason('not-mif'));
      continue;
    }
    if (textAwaited > 0) {
      textAwaited--;
      const corners = numbers(line);
      if (corners.length >= 4 && corners.slice(0, 4).every(Number.isFinite) && !text.startsWith('"')) {
        textAwaited = 0;
        yield placed(corners);
        continue;
      }
      if (textAwaited > 0) continue;
      // No corners: an object all the same, and this line may be the next one.
      yield { kind: 'object', type: null, shape: null };
    }
    if (pending !== null) {
      if (pending.left === -1 || pending.left === 0) {
        // Count of the points of the next part.
        if (/^\d+$/.test(text)) {
          pending.left = Number(text);
          continue;
        }
      } else if (NUMBERS.test(line)) {
        const [x, y] = numbers(line);
        pending.shape.add(x ?? Number.NaN, y ?? Number.NaN);
        if (--pending.left === 0) {
          pending.shape.endPart();
          if (--pending.parts === 0) {
            yield { kind: 'object', type: pending.type, shape: pending.shape.build() };
            pending = null;
          }
        }
        continue;
      }
      // The object is cut: what there is counts.
      yield {
        kind: 'object',
        type: pending.type,
        shape: pending.shape.points > 0 ? pending.shape.build() : null,
      };
      pending = null;
    }
    const word = /^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? '';
    const values = numbers(text.slice(word.length));
    switch (word) {
      case 'none':
        yield { kind: 'object', type: null, shape: null };
        break;
      case 'point': {
        const [x = Number.NaN, y = Number.NaN] = values;
        yield {
          kind: 'object',
          type: 'Point',
          shape: { kind: 'point', coordinates: Float64Array.of(x, y), ends: Uint32Array.of(1) },
        };
        break;
      }
      case 'line':
      case 'rect':
      case 'roundrect':
      case 'ellipse':
      case 'arc': {
        const [x0 = Number.NaN, y0 = Number.NaN, x1 = Number.NaN, y1 = Number.NaN] = values;
        const isLine = word === 'line' || word === 'arc';
        yield {
          kind: 'object',
          type: isLine ? 'LineString' : 'Polygon',
          shape: {
            kind: isLine ? 'line' : 'polygon',
            coordinates: isLine
              ? Float64Array.of(x0, y0, x1, y1)
              : Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1, x0, y0),
            ends: Uint32Array.of(isLine ? 2 : 5),
          },
        };
        break;
      }
      case 'text':
        textAwaited = /"/.test(text) ? 1 : 2;
        break;
      case 'pline': {
        const multiple = /multiple\s+(\d+)/i.exec(text);
        const count = multiple === null ? Number(/\d+/.exec(text)?.[0] ?? -1) : -1;
        pending = {
          type: multiple === null ? 'LineString' : 'MultiLineString',
          shape: new ShapeBuilder('line'),
          left: count,
          parts: multiple === null ? 1 : Number(multiple[1]),
        };
        break;
      }
      case 'region':
        pending = {
          type: 'Polygon',
          shape: new ShapeBuilder('polygon'),
          left: -1,
          parts: Math.max(1, Number(/\d+/.exec(text)?.[0] ?? 1)),
        };
        break;
      case 'multipoint':
        pending = {
          type: 'MultiPoint',
          shape: new ShapeBuilder('point'),
          left: Number(/\d+/.exec(text)?.[0] ?? -1),
          parts: 1,
        };
        break;
      default:
      // Pens, brushes, symbols, centres: how an object looks, not where it is.
    }
  }
  if (pending !== null || textAwaited > 0) throw new GeoProblem('truncated', reason('last-object-cut'));
  if (!inData) throw new GeoProblem(versioned ? 'truncated' : 'corrupt', reason('mif-without-data'));
}

/** Where a text stands: the middle of its corners. */
function placed([x0, y0, x1, y1]: readonly number[]): MifEvent {
  return {
    kind: 'object',
    type: 'Point',
    shape: {
      kind: 'point',
      coordinates: Float64Array.of((x0! + x1!) / 2, (y0! + y1!) / 2),
      ends: Uint32Array.of(1),
    },
  };
}

async function* mifShapes(source: ByteSource, budget: Budget): AsyncGenerator<Shape> {
  for await (const event of mifEvents(source, budget))
    if (event.kind === 'object' && event.shape !== null) yield event.shape;
}

async function* midRows(
  mid: NamedSource | null,
  header: MifHeader & { readonly charset: string },
  budget: Budget,
  limit: number,
): AsyncGenerator<AttributeRow> {
  if (mid === null) return;
  let given = 0;
  for await (const line of textLines(mid.source, header.charset, budget)) {
    if (line.trim() === '') continue;
    if (given++ >= limit) return;
    const values = splitRecord(line, header.delimiter);
    yield header.fields.map((_, i) => values[i]?.trim() || null);
  }
}

export const mifReader: FormatReader = {
  id: 'mif',

  sniff(head, name) {
    if (extensionOf(name) !== 'mif') return 0;
    return /^\s*version\s+\d/i.test(new TextDecoder('latin1').decode(head.subarray(0, 100))) ? 1 : 0.5;
  },

  async read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const { budget } = context;
    const extent = new Extent();
    const types = new Set<string>();
    const problems: Problem[] = [];
    let header: MifHeader | null = null;
    let count = 0;
    try {
      for await (const event of mifEvents(file.source, budget)) {
        if (event.kind === 'header') header = event.header;
        else {
          count++;
          if (event.type !== null) types.add(event.type);
          const coordinates = event.shape?.coordinates ?? [];
          for (let i = 0; i + 1 < coordinates.length; i += 2)
            extent.add(coordinates[i]!, coordinates[i + 1]!);
        }
      }
    } catch (error) {
      if (header === null || (error instanceof GeoProblem && error.code === 'time-limit')) throw error;
      problems.push(problemOf(file.name, error));
    }
    if (header === null) throw new GeoProblem('truncated', reason('mif-without-data'));
    const mid = context.part('mid');
    const charset = (header as MifHeader).charset ?? (await charsetOfText(mid));
    const found = { ...(header as MifHeader), charset };
    if (mid === null)
      problems.push({ code: 'missing-part', severity: 'warning', file: file.name, ...told('.mid') });
    return [
      situate({
        ...emptyDataset('mapinfo-mif', 'vector', stemOf(file.name)),
        geometryType: commonGeometryType(types),
        count,
        countFrom: 'data',
        fields: found.fields,
        nativeExtent: extent.box(),
        extentFrom: 'data',
        crs: found.coordSys === null ? crsOfEpsg(4326, 'format') : crsOfCoordSys(found.coordSys),
        encoding: found.charset,
        problems,
        rows: (limit = Number.POSITIVE_INFINITY) => midRows(mid, found, budget, limit),
        shapes: () => mifShapes(file.source, budget),
      }),
    ];
  },
};

/** Extent and numbers of objects in the header block of a `.map`. */
async function mapHeader(
  map: NamedSource,
): Promise<{ readonly box: Box | null; readonly types: string[]; readonly coordSys: string }> {
  const bytes = await map.source.read(0, 512);
  if (bytes.length < 512) throw new GeoProblem('truncated', reason('map-short', { bytes: bytes.length }));
  const view = viewOf(bytes);
  if (view.getInt32(0x100, true) !== 42_424_242) throw new GeoProblem('corrupt', reason('map-without-mark'));
  const xmin = view.getInt32(0x110, true);
  const ymin = view.getInt32(0x114, true);
  const xmax = view.getInt32(0x118, true);
  const ymax = view.getInt32(0x11c, true);
  const points = view.getInt32(0x13c, true);
  const lines = view.getInt32(0x140, true);
  const regions = view.getInt32(0x144, true);
  const quadrant = bytes[0x161]!;
  const xScale = view.getFloat64(0x170, true);
  const yScale = view.getFloat64(0x178, true);
  const xShift = view.getFloat64(0x180, true);
  const yShift = view.getFloat64(0x188, true);
  // Quadrants 2 and 3 count x, 3 and 4 count y in the other direction; 0 is 3.
  const westward = quadrant === 2 || quadrant === 3 || quadrant === 0;
  const southward = quadrant === 3 || quadrant === 4 || quadrant === 0;
  const x = (value: number) => (westward ? -(value + xShift) : value - xShift) / xScale;
  const y = (value: number) => (southward ? -(value + yShift) : value - yShift) / yScale;
  const parameters = [0, 1, 2, 3, 4, 5].map((i) => view.getFloat64(0x190 + i * 8, true));
  const coordSys = `CoordSys Earth Projection ${bytes[0x16d]}, ${view.getInt16(0x16a, true)}, "m", ${parameters.join(', ')}`;
  const xs = [x(xmin), x(xmax)];
  const ys = [y(ymin), y(ymax)];
  const types = [
    ...(points > 0 ? ['Point'] : []),
    ...(lines > 0 ? ['LineString'] : []),
    ...(regions > 0 ? ['Polygon'] : []),
  ];
  return {
    box: saneBox(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)),
    types,
    coordSys,
  };
}

export const tabReader: FormatReader = {
  id: 'tab',

  sniff(head, name) {
    if (extensionOf(name) !== 'tab') return 0;
    return /^\s*!table/i.test(new TextDecoder('latin1').decode(head.subarray(0, 100))) ? 1 : 0.3;
  },

  async read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const { budget } = context;
    const text = new TextDecoder('latin1').decode(await file.source.read(0, 256 << 10));
    if (!/^\s*!table/i.test(text)) throw new GeoProblem('corrupt', reason('not-mapinfo-table'));
    const problems: Problem[] = [];
    const charset = charsetOf(/!charset\s+(\S+)/i.exec(text)?.[1] ?? null);
    if (/type\s+"raster"/i.test(text)) return [rasterTable(file, text)];
    const fields: FieldInfo[] = [];
    const list = /fields\s+(\d+)\s*\r?\n([\s\S]*)/i.exec(text);
    for (const line of (list?.[2] ?? '').split('\n').slice(0, Math.min(2000, Number(list?.[1] ?? 0)))) {
      const [name = '', type = ''] = line.trim().replace(/;$/, '').split(/\s+/);
      if (name !== '') fields.push({ name, type: fieldType(type) });
    }
    const map = context.part('map');
    const dat = context.part('dat');
    let box: Box | null = null;
    let types: string[] = [];
    let coordSys: string | null = null;
    if (map === null)
      problems.push({ code: 'missing-part', severity: 'warning', file: file.name, ...told('.map') });
    else {
      try {
        ({ box, types, coordSys } = await mapHeader(map));
      } catch (error) {
        problems.push(problemOf(map.name, error));
      }
    }
    let count: number | null = null;
    let table: Awaited<ReturnType<typeof readDbf>> | null = null;
    if (dat === null)
      problems.push({ code: 'missing-part', severity: 'warning', file: file.name, ...told('.dat') });
    else {
      try {
        const read = await readDbf(dat.source, charset);
        count = read.count;
        // Numbers are kept as the machine has them; the letters of the header do not say so.
        table = {
          ...read,
          fields: read.fields.map((field, i) => ({ ...field, letter: letterOf(fields[i]?.type, field) })),
        };
      } catch (error) {
        problems.push(problemOf(dat.name, error));
      }
    }
    coordSys = /coordsys\s+earth[^\r\n]*/i.exec(text)?.[0] ?? coordSys;
    return [
      situate({
        ...emptyDataset('mapinfo-tab', 'vector', stemOf(file.name)),
        geometryType: commonGeometryType(types),
        count,
        countFrom: count === null ? null : 'header',
        fields,
        nativeExtent: box,
        extentFrom: box === null ? null : 'header',
        crs: coordSys === null ? null : crsOfCoordSys(coordSys),
        encoding: table?.text.charset ?? charset,
        problems,
        rows: (limit = Number.POSITIVE_INFINITY) => datRows(table, budget, limit),
      }),
    ];
  },
};

function letterOf(type: FieldType | undefined, field: DbfField): string {
  if (type === 'integer' && (field.length === 4 || field.length === 2)) return 'I';
  if (type === 'real' && field.length === 8) return 'O';
  // Dates and times are packed in a way of their own.
  return type === 'date' ? 'M' : field.letter;
}

async function* datRows(
  table: Awaited<ReturnType<typeof readDbf>> | null,
  budget: Budget,
  limit: number,
): AsyncGenerator<AttributeRow> {
  if (table !== null) yield* dbfRows(table, budget, limit);
}

/** A `.tab` that places a picture: pairs of map and pixel coordinates. */
function rasterTable(file: NamedSource, text: string): DatasetInfo {
  const extent = new Extent();
  for (const match of text.matchAll(
    /\(\s*(-?[\d.]{1,20})\s*,\s*(-?[\d.]{1,20})\s*\)\s*\(\s*-?[\d.]+\s*,\s*-?[\d.]+\s*\)/g,
  ))
    extent.add(Number(match[1]), Number(match[2]));
  const coordSys = /coordsys\s+earth[^\r\n]*/i.exec(text)?.[0] ?? null;
  return situate({
    ...emptyDataset('mapinfo-tab', 'raster', stemOf(file.name)),
    nativeExtent: extent.box(),
    extentFrom: 'header',
    crs: coordSys === null ? null : crsOfCoordSys(coordSys),
  });
}
