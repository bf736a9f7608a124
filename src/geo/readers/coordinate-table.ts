/**
 * CSV with coordinates: `latitude;longitude` with decimal commas as Portuguese spreadsheets save them, `x,y`, projected metres, or a column
 * of well-known text. A table without such columns is not geographic.
 */
import { fold } from '../../text/index.ts';
import { reason } from '../../words/why.ts';
import { type Crs, crs84, crsOfText } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { Budget } from './budget.ts';
import type { ByteSource, NamedSource } from './byte-source.ts';
import { charsetByName, utf8Verdict } from './code-pages.ts';
import {
  type AttributeRow,
  type DatasetInfo,
  Extent,
  emptyDataset,
  type FieldInfo,
  type FieldType,
  type Shape,
} from './dataset.ts';
import { extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { GeoProblem } from './problem.ts';
import { textLines } from './text-lines.ts';
import { parseWktGeometry } from './wkt-geometry.ts';

const MOST_COLUMNS = 1000;
const LONGEST_RECORD_LINES = 200;

const X_NAMES = new Set(
  'x lon long longitude lng longitud coordx coordenadax xcoord coordlong coordlon lonwgs84 longwgs84 longwgs longdec longitudedecimal decimallongitude este leste easting utme utmx utmleste coordenadae coorde pointx poinx xutm centroidex cdlongitude nrlongitude vllongitude nulongitude numlongitude lonx geolon geolongitude'.split(
    ' ',
  ),
);
const Y_NAMES = new Set(
  'y lat latitude latitud coordy coordenaday ycoord coordlat latwgs84 latwgs latdec latitudedecimal decimallatitude norte northing utmn utmy utmnorte coordenadan coordn pointy poiny yutm centroidey cdlatitude nrlatitude vllatitude nulatitude numlatitude laty geolat geolatitude'.split(
    ' ',
  ),
);
const WKT_NAMES = new Set(
  'wkt thegeom geom geometry geometria wktgeom geomwkt shape geowkt poligono'.split(' '),
);

function plain(name: string): string {
  return fold(name).replace(/[^a-z0-9]+/g, '');
}

/** Fields of a record, quotes undone. */
export function splitRecord(line: string, separator: string): string[] {
  const fields: string[] = [];
  let at = 0;
  while (fields.length < MOST_COLUMNS) {
    if (line[at] === '"') {
      let value = '';
      at++;
      for (;;) {
        const end = line.indexOf('"', at);
        if (end === -1) {
          value += line.slice(at);
          at = line.length;
          break;
        }
        value += line.slice(at, end);
        at = end + 1;
        if (line[at] !== '"') break;
        value += '"';
        at++;
      }
      const next = line.indexOf(separator, at);
      fields.push(value);
      if (next === -1) break;
      at = next + separator.length;
    } else {
      const next = line.indexOf(separator, at);
      fields.push(next === -1 ? line.slice(at) : line.slice(at, next));
      if (next === -1) break;
      at = next + separator.length;
    }
  }
  return fields;
}

/** Records of a file: lines, joined where a quoted field goes over several. */
async function* recordsOf(
  source: ByteSource,
  charset: string,
  separator: string,
  budget: Budget,
): AsyncGenerator<string[]> {
  let open = '';
  let lines = 0;
  for await (const line of textLines(source, charset, budget)) {
    const whole = lines === 0 ? line : `${open}\n${line}`;
    if (quotesOf(whole) % 2 === 1 && lines < LONGEST_RECORD_LINES) {
      open = whole;
      lines++;
      continue;
    }
    open = '';
    lines = 0;
    if (whole.trim() === '') continue;
    yield splitRecord(whole, separator);
  }
  if (lines > 0) yield splitRecord(open, separator);
}

function quotesOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count++;
  return count;
}

/**
 * A coordinate as people write it: `-23,5505`, `-23.5505`, `7.395.000,50`, `23°33'01"S`. Null when it is none.
 */
export function parseCoordinate(text: string): number | null {
  const written = text.trim();
  if (written === '' || written.length > 40) return null;
  if (/^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(written)) return Number(written);
  if (/^[+-]?\d+,\d+$/.test(written)) return Number(written.replace(',', '.'));
  if (/^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(written))
    return Number(written.replace(/\./g, '').replace(',', '.'));
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(written)) return Number(written.replace(/,/g, ''));
  const degrees =
    /^([+-]?\d{1,3})\s*[°ºd:]\s*(\d{1,2})\s*(?:['’′m:]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["”″s]|'')?)?)?\s*([NSEWLO])?$/i.exec(
      written,
    );
  if (degrees === null) return null;
  const value =
    Math.abs(Number(degrees[1])) +
    Number(degrees[2]) / 60 +
    Number((degrees[3] ?? '0').replace(',', '.')) / 3600;
  const negative = degrees[1]!.startsWith('-') || /[SWO]/i.test(degrees[4] ?? '');
  return negative ? -value : value;
}

interface Layout {
  readonly charset: string;
  readonly separator: string;
  readonly names: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly wkt: number;
}

async function layoutOf(source: ByteSource, budget: Budget): Promise<Layout | null> {
  const head = await source.read(0, 64 << 10);
  const utf16 = head[0] === 0xff && head[1] === 0xfe;
  if (utf16 || head.includes(0)) return null;
  const charset = utf8Verdict(head) === 'other' ? 'windows-1252' : 'utf-8';
  let first = '';
  for await (const line of textLines(source, charset, budget)) {
    first = line.replace(/^\ufeff/, '');
    if (first.trim() !== '') break;
  }
  if (first.length > 100_000) return null;
  let best: Layout | null = null;
  for (const separator of [';', ',', '\t', '|']) {
    const names = splitRecord(first, separator).map((name) => name.trim());
    if (best !== null && names.length <= best.names.length) continue;
    const keys = names.map(plain);
    best = {
      charset,
      separator,
      names,
      x: keys.findIndex((key) => X_NAMES.has(key)),
      y: keys.findIndex((key) => Y_NAMES.has(key)),
      wkt: keys.findIndex((key) => WKT_NAMES.has(key)),
    };
  }
  return best;
}

function columnType(text: string): FieldType {
  if (/^[+-]?\d+$/.test(text)) return 'integer';
  if (/^[+-]?\d*[.,]\d+$/.test(text)) return 'real';
  if (/^\d{4}-\d{2}-\d{2}|^\d{2}\/\d{2}\/\d{4}/.test(text)) return 'date';
  return 'text';
}

async function* bodyOf(source: ByteSource, layout: Layout, budget: Budget): AsyncGenerator<string[]> {
  let header = true;
  for await (const record of recordsOf(source, layout.charset, layout.separator, budget)) {
    if (header) {
      header = false;
      continue;
    }
    yield record;
  }
}

function shapesOfRecord(record: readonly string[], layout: Layout): Shape[] {
  if (layout.wkt !== -1) return parseWktGeometry(record[layout.wkt] ?? '').shapes;
  const x = parseCoordinate(record[layout.x] ?? '');
  const y = parseCoordinate(record[layout.y] ?? '');
  // Two zeros are how forms say that nobody filled them in.
  if (x === null || y === null || (x === 0 && y === 0)) return [];
  return [{ kind: 'point', coordinates: Float64Array.of(x, y), ends: Uint32Array.of(1) }];
}

async function* shapesOf(source: ByteSource, layout: Layout, budget: Budget): AsyncGenerator<Shape> {
  for await (const record of bodyOf(source, layout, budget)) yield* shapesOfRecord(record, layout);
}

async function* rowsOf(
  source: ByteSource,
  layout: Layout,
  budget: Budget,
  limit: number,
): AsyncGenerator<AttributeRow> {
  let given = 0;
  for await (const record of bodyOf(source, layout, budget)) {
    if (given++ >= limit) return;
    yield layout.names.map((_, i) => record[i]?.trim().slice(0, 4096) || null);
  }
}

/** What the file says of its system: a `.prj` beside it, or a column `srid`/`epsg` is not looked for; degrees if they can be. */
async function systemOf(context: ReadContext, fitsDegrees: boolean, named: boolean): Promise<Crs | null> {
  const prj = context.part('prj');
  if (prj !== null) return crsOfText(new TextDecoder().decode(await prj.source.read(0, 64 << 10)), 'prj');
  return fitsDegrees && named ? crs84('column names') : null;
}

export const csvReader: FormatReader = {
  id: 'csv',

  sniff(head, name) {
    return /^(?:csv|tsv|tab\.txt)$/.test(extensionOf(name)) && !head.includes(0) ? 0.8 : 0;
  },

  async read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const { budget } = context;
    const layout = await layoutOf(file.source, budget);
    if (layout === null || (layout.wkt === -1 && (layout.x === -1 || layout.y === -1)))
      throw new GeoProblem('not-geographic', reason('table-not-geographic'));
    const extent = new Extent();
    const types: (FieldType | null)[] = layout.names.map(() => null);
    const geometryTypes = new Set<string>();
    let count = 0;
    let placed = 0;
    for await (const record of bodyOf(file.source, layout, budget)) {
      count++;
      const shapes = shapesOfRecord(record, layout);
      if (shapes.length > 0) placed++;
      for (const { kind, coordinates } of shapes) {
        geometryTypes.add(kind === 'point' ? 'Point' : kind === 'line' ? 'LineString' : 'Polygon');
        for (let i = 0; i + 1 < coordinates.length; i += 2) extent.add(coordinates[i]!, coordinates[i + 1]!);
      }
      if (count <= 1000)
        record.forEach((text, i) => {
          if (i >= types.length || text.trim() === '') return;
          const type = columnType(text.trim());
          const known = types[i]!;
          types[i] =
            known === null || known === type
              ? type
              : known === 'integer' && type === 'real'
                ? 'real'
                : known === 'real' && type === 'integer'
                  ? 'real'
                  : 'text';
        });
    }
    if (placed === 0)
      throw new GeoProblem(
        count === 0 ? 'empty' : 'not-geographic',
        reason('rows-without-coordinates', { rows: count }),
      );
    const box = extent.box();
    const degrees = box !== null && box[0] >= -180 && box[2] <= 180 && box[1] >= -90 && box[3] <= 90;
    const named = layout.wkt === -1 && /l(?:at|on|ng)/.test(plain(layout.names[layout.x] ?? ''));
    const fields: FieldInfo[] = layout.names.map((name, i) => ({
      name: name || `column ${i + 1}`,
      type: types[i] ?? 'text',
    }));
    return [
      situate({
        ...emptyDataset('csv', 'vector', stemOf(file.name)),
        geometryType: geometryTypes.size > 1 ? 'Mixed' : ([...geometryTypes][0] ?? null),
        count,
        countFrom: 'data',
        fields,
        nativeExtent: box,
        extentFrom: 'data',
        crs: await systemOf(context, degrees, named),
        encoding: charsetByName(layout.charset),
        rows: (limit = Number.POSITIVE_INFINITY) => rowsOf(file.source, layout, budget, limit),
        shapes: () => shapesOf(file.source, layout, budget),
      }),
    ];
  },
};
